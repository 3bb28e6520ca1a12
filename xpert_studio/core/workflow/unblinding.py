"""How a person is unblinded, what commands check of it, and whether a judgment was made unblinded.

Nothing records that a view was opened. So a judgment counts as unblinded where the history shows a
moment, after the response came, at which the decisions of others, or who gave the response, were
open to the person: in a solo project, always.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.messages import Message, counted, joined
from xpert_studio.core.records import Judgment, LogEntry, Person, Response, Role
from xpert_studio.core.store import (
    Transaction,
    entities,
    log,
    log_steps,
    responses,
    settings,
    tasks,
    verdicts,
)
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import UNBLINDED
from xpert_studio.core.workflow.blinding import Blinding, blinding_for
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import ResponseIds, command
from xpert_studio.core.workflow.pending import PendingWork

_MOST_NAMED: Final = 5


def need_judged(tx: Transaction, person: Person, response_id: str) -> None:
    """The response does not wait for the person's own judgment.

    Raises:
        NotAllowedError: It does.
    """
    task = tasks.get_task(tx, responses.get_response(tx, response_id).task_id)
    work = PendingWork(tx, [task], settings.project_info(tx).policies)
    if not work.policies.is_solo and any(
        item.response.id == response_id for item in work.to_judge(person)
    ):
        raise NotAllowedError(
            "You still have to judge that response; until then the judgments of others "
            "on it are hidden.",
            remedy="Judge it first, or leave it to another senior expert.",
        )


def need_open(response_id: str, pending: Collection[str]) -> None:
    """The response waits neither for the person's judgment nor for their adjudication.

    Args:
        response_id: The response.
        pending: Those that do; see ``Blinding``.

    Raises:
        NotAllowedError: It does.
    """
    if response_id in pending:
        raise NotAllowedError(
            "You still have to judge or adjudicate that response; until then the "
            "judge's verdicts on it are hidden.",
            remedy="Judge or adjudicate it first; a lead may unblind it.",
        )


def need_results(tx: Transaction, person_id: str) -> None:
    """A person may see results by system: they lead the project and have judged what they may.

    Args:
        tx: The project.
        person_id: The person; empty or unknown for a reader of whom nothing is known.

    Raises:
        NotAllowedError: They are examined, do not lead the project, or their judgment of a response
            is pending; for an unknown reader: the judgment of any person.
    """
    found = blinding_for(tx, person_id)
    rights.need_not_examined(found.examined)
    if not found.sees_results:
        raise NotAllowedError(
            "Results by system are shown to leads only: judging is blind.",
            remedy="Ask a lead for a report.",
        )
    _need_nothing_to_judge(tx, found)


def need_alignment(tx: Transaction, person_id: str) -> Blinding:
    """A person may see how judges follow the experts; arguments and errors as ``need_results``.

    Returns:
        What is kept from them: figures by system where ``tasks`` names any.
    """
    found = blinding_for(tx, person_id)
    if not found.sees_judgments:
        raise NotAllowedError(
            "What experts and judges decided is shown to leads and senior experts only: judging is "
            "blind.",
            remedy="Ask a lead for a report.",
        )
    _need_nothing_to_judge(tx, found)
    return found


def _need_nothing_to_judge(tx: Transaction, blinding: Blinding) -> None:
    left = blinding.to_judge
    if not left:
        return
    if not blinding.is_person:
        raise NotAllowedError(
            Message(
                "{responses} for the blind judgment of people in this project, and results "
                "name systems.",
                responses=_responses(len(left)),
            ),
            remedy="Say who you are with --as YOUR-ID; a lead with no judgment pending sees them.",
        )
    tasks_of = {item.id: item.task_id for item in responses.outlines(tx)}
    named = [blinding.response_name(tasks_of[key], key) for key in left]
    raise NotAllowedError(
        Message(
            "{responses} for your own blind judgment, and results name systems: {named}.",
            responses=_responses(len(left)),
            named=joined(named, most=_MOST_NAMED),
        ),
        remedy="Judge them first. Or, as a lead, unblind yourself ('xpert-studio judge unblind'): "
        "it is recorded, and judgments that you make afterwards are marked as unblinded.",
    )


def _responses(count: int) -> str:
    return counted("1 response is pending", "{n:,} responses wait", count)


@command(
    UNBLINDED[0],
    "Unblind",
    done="unblinded responses",
    line="judge unblind RESPONSES",
    told="Responses: {responses}. Judgments of them from now on are marked as unblinded.",
    stays=mark("It cannot be undone: what was seen stays known."),
    by=(Role.LEAD,),
)
def unblind(unit: UnitOfWork, response_ids: ResponseIds | None = None) -> None:
    """See systems, judgments and verdicts before judging: for leads; it is recorded.

    Judgments that the person makes on these responses afterwards are marked as unblinded.

    Args:
        unit: By a lead.
        response_ids: The responses; all that wait for the person where none is named.

    Raises:
        NotAllowedError: The person does not lead the project.
        NotFoundError: There is no such response.
    """
    tx, person_id = unit.tx, unit.person.id
    chosen = tuple(response_ids or ()) or tuple(blinding_for(tx, person_id).pending)
    known = log.responses_told_of(tx, UNBLINDED, person_id)
    new = tuple(dict.fromkeys(item for item in chosen if item not in known))
    task_of = {item.id: item.task_id for item in responses.outlines(tx)}
    for response_id in new:
        if response_id not in task_of:
            responses.get_response(tx, response_id)
        unit.note(task_of[response_id], response=response_id)
    unit.tell(unblinded=list(new), responses=len(new))


_OWN: Final = frozenset({"form.submit", "judgment.confirm", "judgment.override"})
"""What ends a person's blindness to a response: they had judged it, or adjudicated it."""

_ABOUT_PERSON: Final = frozenset({"person.add", "person.edit", "person.qualify"})
_RULES: Final = "project.set_policies"
_ABOUT_TASK: Final = frozenset({"rubric.reopen", "disagreement.fix"})
_RIGHTS: Final = frozenset({"roles", "domains"})
_SEES_OTHERS: Final = frozenset({Role.LEAD.value, Role.SENIOR.value})


def was_unblinded(
    tx: Transaction, person: Person, response: Response, *, offline_at: datetime | None = None
) -> bool:
    """Whether a judgment that the person makes now on a response is an unblinded one.

    Args:
        tx: The project.
        person: Who judges.
        response: What they judge.
        offline_at: When they judged it, in a file made of an assignment: what was not imported by
            then has opened nothing to them.
    """
    if response.id in log.responses_told_of(tx, UNBLINDED, person.id):
        return True
    found = log.all_of(tx, (*_OWN, *_ABOUT_PERSON, *_ABOUT_TASK, log.IMPORT, _RULES))
    if offline_at is not None:
        came_in = imported_at(tx)
        found = [
            item
            for item in found
            if came_in.get(item.details.get("submission"), item.at) < offline_at
        ]
    came = _came(tx, response, found)
    if _was_open(tx, found, came) and _is_decided(tx, person, response):
        return True
    told = [item for item in found if item.details.get("person") == person.id]
    if not (_SEES_OTHERS & set(person.roles) or any(_held_rights(item) for item in told)):
        return False
    return any(
        _opens(item, person, response)
        for item in found
        if item.command in _OWN or (came is not None and item.at > came)
    )


def imported_at(tx: Transaction) -> dict[object, datetime]:
    """When submissions were imported, by their ids."""
    return {item.details["submission"]: item.at for item in log.all_of(tx, ["submission.import"])}


def _was_open(tx: Transaction, found: Sequence[LogEntry], came: datetime | None) -> bool:
    """Whether the project has been a solo one, in which nothing is hidden, since a moment."""
    return settings.project_info(tx).policies.is_solo or any(
        item.command == _RULES
        and "mode=" in (item.after or "")
        and came is not None
        and item.at > came
        for item in found
    )


def _is_decided(tx: Transaction, person: Person, response: Response) -> bool:
    """Whether a judge or another expert has decided on a response, so that there was a result."""
    others = entities.find_all(tx, Judgment, response_id=response.id)
    return bool(verdicts.judges_on(tx, response.id)) or any(
        item.expert_id != person.id for item in others
    )


def _came(tx: Transaction, response: Response, found: Sequence[LogEntry]) -> datetime | None:
    """When a response came into the project; the first import, where no change tells it."""
    told = log_steps.first_change_of(tx, "response", response.id)
    return told or next((item.at for item in found if item.command == log.IMPORT), None)


def _held_rights(event: LogEntry) -> bool:
    """Whether the person of an event saw others' judgments before it or after it."""
    roles = f"{event.before or ''}, {event.after or ''}".split(", ")
    return bool(_SEES_OTHERS & set(roles))


def _opens(event: LogEntry, person: Person, response: Response) -> bool:
    if event.command in _OWN:
        return event.actor_id == person.id and event.details.get("response") == response.id
    if event.command in _ABOUT_TASK:
        return event.task_id == response.task_id
    if event.details.get("person") != person.id or event.command == "person.add":
        return False
    fields = event.details.get("fields")
    return not isinstance(fields, list) or bool(_RIGHTS & set(map(str, fields)))
