"""The disputes that a person may see, each with what it is about and what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xpert_studio.core.errors import NotFoundError, XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint, Person, Policies, Task
from xpert_studio.core.records.record_kinds import Reading, reading_of
from xpert_studio.core.store import Transaction, entities, pack_records, settings, tasks
from xpert_studio.core.store.responses import get_response
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blind_labels import blind_labels
from xpert_studio.core.workflow.pack_records import Sight
from xpert_studio.packs.disputes.records import (
    DISPUTE,
    PACK_ID,
    RESOLUTION,
    Dispute,
    Outcome,
    Resolution,
    Stance,
    resolution_id,
)
from xpert_studio.packs.disputes.targets import Decided, decided, need_resolver

CHANGES = {
    "text": mark("the task, checkpoint or response was edited since"),
    "said": mark("it was decided anew since"),
    "gone": mark("the decision is not there any more"),
}
"""What may have changed since something was disputed."""


@dataclass(frozen=True, slots=True)
class SeenDispute:
    """A dispute, or support, of a decision, as a person sees it.

    Attributes:
        id, hash: Of its record.
        response: What the person knows the response by.
        letter: Its blind letter.
        system: Which system answered; None to whom it is hidden.
        checkpoint: None where it was removed.
        on: The decision as it is now; None where it is gone.
        changed: What has changed since; see ``CHANGES``.
        resolution: What was decided on it, as it is written now.
        refused: Why the person cannot resolve it; None where they can.
    """

    id: str
    hash: str
    value: Dispute
    task: Task
    response_id: str
    response: str
    letter: str
    system: str | None
    checkpoint: Checkpoint | None
    on: Decided | None
    changed: tuple[str, ...]
    resolution: Resolution | None
    refused: XpertError | None

    @property
    def is_open(self) -> bool:
        """Whether it is a dispute that is not resolved."""
        return self.value.says is Stance.DISPUTE and self.resolution is None

    @property
    def is_upheld(self) -> bool:
        """Whether it was decided that it is right."""
        return self.resolution is not None and self.resolution.outcome is not Outcome.DISMISSED

    @property
    def whose(self) -> str:
        """The id of the judge or the expert whose decision it is about."""
        return self.value.judge or self.value.expert

    @property
    def changed_words(self) -> str:
        """What has changed since, in words; empty for nothing."""
        return "; ".join(t(CHANGES[name]) for name in self.changed)


def seen_disputes(tx: Transaction, person_id: str | None) -> tuple[SeenDispute, ...]:
    """The disputes and supports that a person may see, in the order they came in.

    Args:
        tx: The project.
        person_id: None for a report, see ``Sight``.
    """
    readings, decisions = _readings(tx, DISPUTE.id), _readings(tx, RESOLUTION.id)
    resolved = {one.record.id: one.value for one in decisions}
    sight = Sight(tx, person_id, [one.record for one in readings])
    person = entities.find(tx, Person, person_id) if person_id else None
    policies = settings.project_info(tx).policies
    return tuple(
        _seen(
            tx,
            one,
            sight,
            resolved.get(resolution_id(one.record.id, one.record.hash)),
            person,
            policies,
        )
        for one in readings
        if sight.sees(one)
    )


def seen_dispute(tx: Transaction, person_id: str, id_: str) -> SeenDispute:
    """One of them.

    Raises:
        NotFoundError: There is none of that id that the person may see.
    """
    found = next((one for one in seen_disputes(tx, person_id) if one.id == id_), None)
    if found is None:
        raise NotFoundError(
            Message("There is no dispute {id}.", id=id_), remedy="'dispute list' shows them."
        )
    return found


def _readings(tx: Transaction, kind: str) -> list[Reading]:
    found = map(reading_of, pack_records.records_in(tx, (PACK_ID, kind)))
    return [one for one in found if isinstance(one.value, Dispute | Resolution)]


def _seen(
    tx: Transaction,
    reading: Reading,
    sight: Sight,
    resolution: Resolution | None,
    person: Person | None,
    policies: Policies,
) -> SeenDispute:
    record, value = reading.record, reading.value
    response_id = record.response_id or ""
    task = tasks.get_task(tx, sight.task_of[response_id])
    rubric = tasks.rubric_of(tx, task.id)
    name = sight.response_name(record) or response_id
    on: Decided | None = None
    refused: XpertError | None = None
    try:
        on = decided(
            tx, response_id, value.checkpoint, judge_id=value.judge, expert_id=value.expert
        )
    except XpertError:
        changed: tuple[str, ...] = ("gone",)
    else:
        changed = tuple(_changes(value, on))
        if person is not None:
            found = on
            refused = rights.refusal(lambda: need_resolver(tx, person, found, policies))
    return SeenDispute(
        record.id,
        record.hash,
        value,
        task,
        response_id,
        name,
        blind_labels(tx, task.id)[response_id],
        get_response(tx, response_id).model if name == response_id else None,
        next((one for one in rubric if one.id == value.checkpoint), None),
        on,
        changed,
        resolution,
        refused,
    )


def _changes(value: Dispute, on: Decided) -> Iterator[str]:
    if value.text != on.text_hash:
        yield "text"
    if value.said != on.said_hash:
        yield "said"
