"""The exchange with a provider that a verdict came of: what was sent, what came back, its cost."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.errors import NotAllowedError, NotFoundError
from xpert_studio.records import Attachment, Call, Role, Run
from xpert_studio.store import calls, responses, runs, tasks
from xpert_studio.store.calls import SharedPrompt
from xpert_studio.workflow.blinding import blinding_for
from xpert_studio.workflow.desk import Desk, person_of
from xpert_studio.workflow.rights import need_role


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call.

    Attributes:
        shared: What came before the candidate; None where nothing was sent to anybody.
        images: The images shown with the task or a worked example that the project still has.
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
        if call.response_id in blinding_for(tx, person.id).pending:
            raise NotAllowedError(
                "Verdicts on this response are shown once you have judged or confirmed it.",
                remedy="Judge first.",
            )
        shared = calls.get_prefix(tx, call.prefix_hash) if call.prefix_hash else None
        task = tasks.get_task(tx, responses.get_response(tx, call.response_id).task_id)
        answers = responses.all_responses(tx, task_ids=[task.id])
        held = (*task.attachments, *(item for one in answers for item in one.attachments))
        shown = set(shared.images) if shared else set()
        return Exchange(
            call=call,
            run=runs.get_run(tx, call.run_id),
            shared=shared,
            images=tuple(item for item in held if item.sha256 in shown),
        )
