"""The exchange with a provider that a verdict came of: what was sent, what came back, its cost."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.errors import NotAllowedError, NotFoundError
from xpert_studio.records import Attachment, Call, Role, Run
from xpert_studio.store import calls, responses, runs, tasks
from xpert_studio.store.calls import SharedPrompt
from xpert_studio.workflow.desk import Desk, person_of
from xpert_studio.workflow.rights import need_role
from xpert_studio.workflow.views.seals import seals_of


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call.

    Attributes:
        shared: What came before the candidate; None where nothing was sent to anybody.
        images: The images shown that the task still has.
    """

    call: Call
    run: Run
    shared: SharedPrompt | None
    images: tuple[Attachment, ...]


def exchange_of(desk: Desk, call_key: int) -> Exchange:
    """The exchange in a row of the file.

    Raises:
        NotFoundError: There is none.
        NotAllowedError: The person may not see it.
    """
    with desk.project.reading() as tx:
        person = person_of(tx, desk.person_id)
        need_role(person, Role.LEAD, Role.SENIOR)
        call = calls.call_by_key(tx, call_key)
        if call is None:
            raise NotFoundError("That call is not in the project.")
        if call.response_id in seals_of(tx, person):
            raise NotAllowedError(
                "Verdicts on this response are shown once you have judged or confirmed it.",
                remedy="Judge first.",
            )
        shared = calls.get_prefix(tx, call.prefix_hash) if call.prefix_hash else None
        response = responses.get_response(tx, call.response_id)
        task = tasks.get_task(tx, response.task_id)
        shown = set(shared.images) if shared else set()
        return Exchange(
            call=call,
            run=runs.get_run(tx, call.run_id),
            shared=shared,
            images=tuple(item for item in task.attachments if item.sha256 in shown),
        )
