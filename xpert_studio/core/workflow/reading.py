"""What a reviewer or an adjudicator has read of what they decide on; marks are no steps to undo."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.records import Checkpoint, Judgment, ReadMark
from xpert_studio.core.store import Transaction, entities, responses
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import (
    ExpertId,
    ReadCheckpoints,
    ResponseId,
    TaskId,
    command,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one person reads before they decide: a rubric, or a form on a response.

    Attributes:
        form: ``RESPONSE/EXPERT`` for a form; empty for a rubric.
        texts: The hash of each text, by the id of its checkpoint.
    """

    person_id: str
    task_id: str
    form: str
    texts: dict[str, str]

    def unread(self, tx: Transaction) -> list[str]:
        """The ids of the checkpoints that the person has not read as they are now."""
        marks = entities.find_all(
            tx, ReadMark, person_id=self.person_id, task_id=self.task_id, form=self.form
        )
        read = {(mark.checkpoint_id, mark.read_hash) for mark in marks}
        return [id_ for id_, hashed in self.texts.items() if (id_, hashed) not in read]


def rubric_reading(person_id: str, task_id: str, rubric: Sequence[Checkpoint]) -> Reading:
    """What a reviewer reads: the rubric that is under review."""
    return Reading(person_id, task_id, "", {point.id: point.content_hash for point in rubric})


def form_reading(person_id: str, task_id: str, judgments: Collection[Judgment]) -> Reading:
    """What an adjudicator reads: the judgments on a form that was submitted."""
    first = next(iter(judgments), None)
    form = f"{first.response_id}/{first.expert_id}" if first else ""
    return Reading(
        person_id, task_id, form, {item.checkpoint_id: item.content_hash for item in judgments}
    )


_NO_STEP: Final = mark("It cannot be undone: reading is no step of the history.")


@command(
    "rubric.read",
    "Mark checkpoints as read",
    done="read checkpoints",
    line="review read TASK CHECKPOINTS",
    stays=_NO_STEP,
)
def read_rubric(
    unit: UnitOfWork, task_id: TaskId, checkpoint_ids: ReadCheckpoints | None = None
) -> None:
    """Mark checkpoints under review as read; approval needs all of them.

    Raises:
        NotAllowedError: The person may not review it.
    """
    rights.reviewer_of(unit.person, unit.task(task_id), unit.info.policies)
    _mark(unit, rubric_reading(unit.person.id, task_id, unit.rubric()), checkpoint_ids)


@command(
    "form.read",
    "Mark judgments as read",
    done="read judgments",
    line="judge read RESPONSE EXPERT CHECKPOINTS",
    stays=_NO_STEP,
)
def read_form(
    unit: UnitOfWork,
    response_id: ResponseId,
    expert_id: ExpertId,
    checkpoint_ids: ReadCheckpoints | None = None,
) -> None:
    """Mark an expert's judgments as read: those can be confirmed together.

    Raises:
        NotAllowedError: The person may not adjudicate them.
    """
    task = unit.task(responses.get_response(unit.tx, response_id).task_id)
    rights.evaluator_of(unit.person, expert_id, task, unit.info.policies)
    found = unit.find_all(Judgment, response_id=response_id, expert_id=expert_id)
    _mark(unit, form_reading(unit.person.id, task.id, found), checkpoint_ids)


def _mark(unit: UnitOfWork, reading: Reading, checkpoint_ids: Collection[str] | None) -> None:
    """Keeps what was read: no step to undo, so that it is no edit."""
    wanted = reading.texts if checkpoint_ids is None else checkpoint_ids
    for id_ in {*wanted} & {*reading.unread(unit.tx)}:
        entities.put(
            unit.tx,
            ReadMark(
                person_id=reading.person_id,
                task_id=reading.task_id,
                checkpoint_id=id_,
                form=reading.form,
                read_hash=reading.texts[id_],
                read_at=unit.now,
            ),
        )
    unit.tell(unread=reading.unread(unit.tx))
