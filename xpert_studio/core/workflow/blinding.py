"""Blinding: what a person must not learn before they have judged. One rule for every view.

While a person still has to judge a response to a task, they know the systems of that task by
blind labels only, see no judgment and no verdict on the response, and see no results. Those who
adjudicate or write know systems by labels for good, unless they lead the project; who is examined
in a domain knows those of its tasks by labels until it is decided. A lead may look
earlier by ``unblind``, which is recorded. In a solo project nothing is kept from anybody; see
``unblinding`` for the mark on judgments that were made after that.

The letters of responses are in the order of a draw by their ids. As soon as a person has begun to
judge a response to the task, it stays: whatever comes later gets the next letters, and what goes
leaves its letter unused.
"""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.records import Attachment, OpenForm, Person, Role, grouped
from xpert_studio.core.records.recordings import transcripts
from xpert_studio.core.store import (
    Transaction,
    entities,
    log,
    people,
    response_labels,
    responses,
    tasks,
)
from xpert_studio.core.store.log_mark import file_of, state_of
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.apart import UNBLINDED, examined_in
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.latest import ON_WORK, has_happened
from xpert_studio.core.workflow.pending import Pending, PendingWork
from xpert_studio.core.workflow.sampling import lot

_MOST_KEPT: Final = 16


@dataclass(frozen=True, slots=True)
class Blinding:
    """What is kept from a person.

    Attributes:
        is_person: Whether they are a person of the project.
        sees_judgments: Whether they may see what experts and judges decided at all.
        sees_results: Whether they may see results by system at all; leads do.
        examined: Domains in which they are examined, which keeps results from them.
        withheld: Tasks of which they may not see what others decided.
        pending: Responses of which they may not see it yet, and what they have to do first.
        tasks: Tasks whose systems they know by labels only.
        labels: The labels of the responses to those tasks, by response id.
    """

    is_person: bool = True
    sees_judgments: bool = False
    sees_results: bool = False
    examined: tuple[str, ...] = ()
    withheld: frozenset[str] = frozenset()
    pending: Mapping[str, Pending] = field(default_factory=dict)
    tasks: frozenset[str] = frozenset()
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def to_judge(self) -> tuple[str, ...]:
        """The responses that wait for their judgment."""
        return tuple(key for key, what in self.pending.items() if what is Pending.JUDGE)

    @property
    def hides_results(self) -> bool:
        """Whether results by system are kept from them."""
        return not self.sees_results or bool(self.to_judge)

    def response_name(self, task_id: str, response_id: str) -> str:
        """What they know a response by: ``TASK:LABEL`` where its system is hidden, else its id."""
        label = self.labels.get(response_id)
        return response_id if label is None else f"{task_id}:{label}"


_kept: dict[tuple[str, str], tuple[int, Blinding]] = {}
"""By project and person: the newest that was read, with the number of the newest row then."""


def blinding_of(ctx: CommandContext) -> Blinding:
    """What is hidden from the person of a context."""
    with ctx.project.reading() as tx:
        return blinding_for(tx, ctx.person_id)


def response_for(tx: Transaction, person_id: str, reference: str) -> str:
    """A response's id by its blind name, by ``TASK:SYSTEM``, or by the id itself.

    A system names nothing where it is hidden from the person.

    Raises:
        NotFoundError: There is none.
    """
    try:
        return find_response(tx, reference)
    except NotFoundError:
        task_id, _, system = reference.partition(":")
        if system and task_id not in blinding_for(tx, person_id).tasks:
            for found in responses.all_responses(tx, models=[system], task_ids=[task_id]):
                return found.id
        raise


def blinding_for(tx: Transaction, person_id: str) -> Blinding:
    """What is kept from a person; kept by the project's state, for views that ask again and again.

    Args:
        tx: The project.
        person_id: The person; empty or unknown for a reader of whom nothing is known. From them is
            kept what is kept from any person of the project who has a judgment pending or is
            examined.
    """
    state = state_of(tx)
    if state is None:
        return _read(tx, person_id)
    place = file_of(state), person_id
    sequence, kept = log.newest(tx), _kept.get(place)
    if kept is not None and not has_happened(tx, kept[0], ON_WORK):
        found = kept[1]
    else:
        found = _read(tx, person_id)
    if kept is None:
        while len(_kept) >= _MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
    if kept is None or kept[0] < sequence:
        _kept[place] = sequence, found
    return found


def _read(tx: Transaction, person_id: str) -> Blinding:
    work = PendingWork.of(tx)
    person = entities.find(tx, Person, person_id) if person_id else None
    if work.policies.is_solo:
        return Blinding(is_person=person is not None, sees_judgments=True, sees_results=True)
    anybody = people.all_people(tx) if person is None else (person,)
    examined = frozenset[str]().union(*(examined_in(tx, o, work.policies) for o in anybody))
    if person is not None:
        pending = _pending(work, person)
        hidden = _tasks_hidden(work, person, pending, examined)
    else:
        pending = {
            item.response.id: Pending.JUDGE for other in anybody for item in work.to_judge(other)
        }
        hidden = _tasks_of(work, pending) | _tasks_in(work, examined)
    return Blinding(
        is_person=person is not None,
        sees_judgments=not examined
        if person is None
        else bool({Role.LEAD, Role.SENIOR} & set(person.roles)),
        sees_results=(person is None or Role.LEAD in person.roles) and not examined,
        examined=() if person is None else tuple(sorted(examined)),
        withheld=_tasks_in(work, examined)
        if person is None
        else _tasks_withheld(work, person, examined),
        pending=pending,
        tasks=hidden,
        labels=all_labels(tx, hidden) if hidden else {},
    )


def _pending(work: PendingWork, person: Person) -> dict[str, Pending]:
    """The responses that wait for a person's judgment or adjudication."""
    seen = log.responses_told_of(work.tx, UNBLINDED, person.id)
    found = {
        item.response_id: Pending.CONFIRM
        for item in work.to_confirm(person)
        if item.response_id not in seen
    }
    return found | {item.response.id: Pending.JUDGE for item in work.to_judge(person)}


def is_blind_to(tx: Transaction, person_id: str, task_id: str) -> bool:
    """Whether the systems of a task are hidden from a person."""
    return task_id in blinding_for(tx, person_id).tasks


def _tasks_hidden(
    work: PendingWork, person: Person, pending: Mapping[str, Pending], examined: frozenset[str]
) -> frozenset[str]:
    to_judge = {key: what for key, what in pending.items() if what is Pending.JUDGE}
    opened = entities.find_all(work.tx, OpenForm, expert_id=person.id)
    own = {form.response_id for form in opened if form.submitted_at is None} - (
        log.responses_told_of(work.tx, UNBLINDED, person.id)
    )
    found = _tasks_of(work, {*to_judge, *own})
    if Role.LEAD in person.roles:
        return found | _tasks_in(work, examined)
    if {Role.SENIOR, Role.AUTHOR} & set(person.roles):
        return frozenset(task.id for task in work.known)
    asked = frozenset(
        name for name in person.domains if rights.is_candidate(person, name, work.policies)
    )
    return (found | _tasks_in(work, asked)) | {
        task.id
        for task in work.known
        if not rights.refusal(lambda task=task: rights.judge_of(person, task, work.policies))  # type: ignore[misc]
    }


def _tasks_of(work: PendingWork, response_ids: Iterable[str]) -> frozenset[str]:
    wanted = set(response_ids)
    if not wanted:
        return frozenset()
    return frozenset(
        task_id
        for task_id, given in work.responses.items()
        if any(item.id in wanted for item in given)
    )


def _tasks_in(work: PendingWork, domains: frozenset[str]) -> frozenset[str]:
    return frozenset(task.id for task in work.known if task.domain in domains)


def _tasks_withheld(work: PendingWork, person: Person, examined: frozenset[str]) -> frozenset[str]:
    return _tasks_in(work, examined) | frozenset(
        task.id
        for task in work.known
        if rights.refusal(lambda task=task: rights.sees_judgments(person, task, work.policies))  # type: ignore[misc]
    )


def tasks_to_judge(tx: Transaction, blinding: Blinding) -> frozenset[str]:
    """The tasks of the responses that wait for a person's judgment."""
    wanted = set(blinding.to_judge)
    if not wanted:
        return frozenset()
    return frozenset(outline.task_id for outline in responses.outlines(tx) if outline.id in wanted)


def unnamed_files(items: Sequence[Attachment]) -> tuple[Attachment, ...]:
    """Attachments of a response for a blind judge, a person or a model.

    Captions, which whoever sent the response wrote, and names of documents may tell the system.
    Images keep their names: the text of a response refers to them by it, and it is not shown. A
    transcript is called as its recording is, by which it is known.
    """
    recording_of = {text: place for place, text in transcripts(items).items()}
    return tuple(
        _unnamed(item, recording_of.get(place, place) + 1) for place, item in enumerate(items)
    )


def _unnamed(item: Attachment, number: int) -> Attachment:
    path = item.path if item.is_image else f"attachment-{number}{Path(item.path).suffix}"
    return item.model_copy(update={"path": path, "caption": None})


def blind_labels(tx: Transaction, task_id: str) -> Mapping[str, str]:
    """Letters for the responses to a task, in an order that says nothing, by response id."""
    given = [item.id for item in responses.outlines(tx, task_id=task_id)]
    return labels_of(given, response_labels.kept_order(tx, task_id))


def response_title(tx: Transaction, response_id: str) -> str:
    """A response by its task and its letter, for people: it names no system and no id."""
    task = tasks.get_task(tx, responses.get_response(tx, response_id).task_id)
    letter = blind_labels(tx, task.id)[response_id]
    return t("{task} · Response {letter}", task=task.name, letter=letter)


def find_response(tx: Transaction, reference: str) -> str:
    """A response's id by its blind name (``TASK:LETTER``), or by the id itself.

    Raises:
        NotFoundError: There is none.
    """
    task_id, colon, label = reference.rpartition(":")
    if colon:
        for found, letter in blind_labels(tx, task_id).items():
            if letter.casefold() == label.casefold():
                return found
    return responses.get_response(tx, reference).id


def blind_name(tx: Transaction, task_id: str, response_id: str) -> str:
    """``TASK:LETTER`` of a response to a task; empty where it is none of the task's."""
    label = blind_labels(tx, task_id).get(response_id)
    return "" if label is None else f"{task_id}:{label}"


def all_labels(tx: Transaction, task_ids: Collection[str]) -> dict[str, str]:
    """Letters for the responses to several tasks, by response id."""
    kept = response_labels.kept_orders(tx)
    given = grouped(
        (item.task_id, item.id) for item in responses.outlines(tx) if item.task_id in task_ids
    )
    return {
        response_id: letter
        for task_id, ids in given.items()
        for response_id, letter in labels_of(ids, kept.get(task_id, ())).items()
    }


def labels_of(response_ids: Iterable[str], kept: Sequence[str] = ()) -> Mapping[str, str]:
    """Letters for the responses to one task, all of them.

    Args:
        response_ids: Their ids.
        kept: Those that have their letters for good, in that order; see ``store.response_labels``.
    """
    there = set(response_ids)
    order = ordered(there, kept)
    return {id_: _letters(place) for place, id_ in enumerate(order) if id_ in there}


def ordered(response_ids: Collection[str], kept: Sequence[str]) -> list[str]:
    """Ids in the order of their letters: those that have theirs, then the others as drawn."""
    new = set(response_ids) - set(kept)
    return [*kept, *sorted(new, key=lambda response_id: lot(0, response_id))]


def fix_blind_labels(tx: Transaction, task_ids: Collection[str] | None = None) -> None:
    """Makes letters stay where a person has begun; before responses come or go, and from then on.

    Args:
        tx: A writing transaction.
        task_ids: Of these tasks; of all where None.
    """
    kept = response_labels.kept_orders(tx) if task_ids is None else {}
    for task_id in sorted(response_labels.begun_tasks(tx, task_ids)):
        before = (
            kept.get(task_id, ()) if task_ids is None else response_labels.kept_order(tx, task_id)
        )
        order = ordered([item.id for item in responses.outlines(tx, task_id=task_id)], before)
        if tuple(order) != before:
            response_labels.keep_order(tx, task_id, order)


def _letters(place: int) -> str:
    alphabet = string.ascii_uppercase
    name = alphabet[place % 26]
    while place >= 26:
        place = place // 26 - 1
        name = alphabet[place % 26] + name
    return name
