"""The disputes that a person may see, each with what it is about and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from xpert_studio.api.changes import Message, NotFoundError
from xpert_studio.api.records import Checkpoint, Person, Task, Transaction, mark
from xpert_studio.core.errors import XpertError
from xpert_studio.core.records.record_kinds import ReadRecord, reading_of
from xpert_studio.core.store import entities, pack_records, responses, settings, tasks
from xpert_studio.core.wording import short, t
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.blinding import blind_labels
from xpert_studio.core.workflow.pack_records import Sight
from xpert_studio.packs.disputes.records import (
    DISPUTE,
    PACK_ID,
    RESOLUTION,
    Dispute,
    Outcome,
    Resolution,
    Stance,
)
from xpert_studio.packs.disputes.targets import DisputableDecision, DisputeTarget, Eyes, all_decided

LONGEST: Final = 2_000
CHANGES: Final = {
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
    on: DisputableDecision | None
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
    readings = _readings(tx, DISPUTE.id)
    sight = Sight(tx, person_id, [one.record for one in readings])
    seen = [one for one in readings if sight.sees(one)]
    if not seen:
        return ()
    resolved = {
        (one.value.dispute, one.value.of): one.value for one in _readings(tx, RESOLUTION.id)
    }
    person = entities.find(tx, Person, person_id) if person_id else None
    reader = _Reader(tx, sight, seen, Eyes(tx, person) if person else None)
    return tuple(reader.seen(one, resolved.get((one.record.id, one.record.hash))) for one in seen)


def counted_disputes(tx: Transaction, person_id: str | None) -> tuple[SeenDispute, ...]:
    """Those of ``seen_disputes`` on which figures rest: none by or about an excluded expert."""
    excluded = settings.excluded_experts(tx)
    return tuple(
        dispute
        for dispute in seen_disputes(tx, person_id)
        if excluded.isdisjoint((dispute.value.person, dispute.value.expert))
    )


def said_words(dispute: SeenDispute, person: str, whose: str, most: int = LONGEST) -> str:
    """What a person says of whose decision, in a sentence.

    Args:
        dispute: The dispute or support.
        person: Who says it, by name.
        whose: Whose decision, by name.
        most: Letters of the reason.
    """
    reason = short(dispute.value.reason, most) or "–"
    if dispute.value.says is Stance.DISPUTE:
        return t("{person} disputes {whose}: {reason}", person=person, whose=whose, reason=reason)
    return t("{person} supports {whose}: {reason}", person=person, whose=whose, reason=reason)


def target_of(response_id: str, value: Dispute) -> DisputeTarget:
    """Which decision a dispute on a response is about."""
    return DisputeTarget(response_id, value.checkpoint, value.judge, value.expert)


def seen_dispute(tx: Transaction, person_id: str, id_: str) -> SeenDispute:
    """One of them.

    Raises:
        NotFoundError: There is none of that id that the person may see.
    """
    found = next((dispute for dispute in seen_disputes(tx, person_id) if dispute.id == id_), None)
    if found is None:
        raise NotFoundError(
            Message("There is no dispute {id}.", id=id_), remedy="'dispute list' shows them."
        )
    return found


def _readings(tx: Transaction, kind: str) -> list[ReadRecord]:
    found = map(reading_of, pack_records.records_in(tx, (PACK_ID, kind)))
    return [one for one in found if isinstance(one.value, Dispute | Resolution)]


class _Reader:
    """Makes what is seen of disputes, with what they are about, which is read at once for all."""

    def __init__(
        self, tx: Transaction, sight: Sight, readings: Iterable[ReadRecord], eyes: Eyes | None
    ) -> None:
        self._tx, self._sight, self._eyes = tx, sight, eyes
        known = [(one.record.response_id or "", one.value) for one in readings]
        self._decided = all_decided(tx, {target_of(*one) for one in known})
        self._answers = {
            one.id: one for one in responses.all_responses(tx, ids={one[0] for one in known})
        }
        self._tasks: dict[str, tuple[Task, dict[str, Checkpoint], Mapping[str, str]]] = {}

    def _of_task(self, id_: str) -> tuple[Task, dict[str, Checkpoint], Mapping[str, str]]:
        """A task, its checkpoints by id, and the letters of its responses."""
        if id_ not in self._tasks:
            rubric = {point.id: point for point in tasks.rubric_of(self._tx, id_)}
            self._tasks[id_] = tasks.get_task(self._tx, id_), rubric, blind_labels(self._tx, id_)
        return self._tasks[id_]

    def seen(self, reading: ReadRecord, resolution: Resolution | None) -> SeenDispute:
        """A dispute as it is seen."""
        record, value = reading.record, reading.value
        response_id = record.response_id or ""
        task, rubric, letters = self._of_task(self._sight.task_of[response_id])
        name = self._sight.response_name(record) or response_id
        on = self._decided.get(target_of(response_id, value))
        return SeenDispute(
            record.id,
            record.hash,
            value,
            task,
            response_id,
            name,
            letters[response_id],
            self._answers[response_id].model if name == response_id else None,
            rubric.get(value.checkpoint),
            on,
            tuple(_changes(value, on)) if on else ("gone",),
            resolution,
            self._refused(task, response_id, on, value.person),
        )

    def _refused(
        self, task: Task, response_id: str, on: DisputableDecision | None, disputer: str
    ) -> XpertError | None:
        """Why the person cannot resolve it; None where they can, or where it is a report."""
        eyes = self._eyes
        if eyes is None:
            return None
        if on is None:
            refused = rights.refusal(lambda: eyes.need_open(task, response_id))
            return refused or rights.refusal(lambda: eyes.need_other(disputer))
        return rights.refusal(lambda: eyes.need_resolver(on, disputer))


def _changes(value: Dispute, on: DisputableDecision) -> Iterator[str]:
    if value.text != on.text_hash:
        yield "text"
    if value.said != on.said_hash:
        yield "said"
