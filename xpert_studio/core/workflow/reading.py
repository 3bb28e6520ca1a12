"""What a reviewer or an adjudicator has read of what they decide on; marks are no steps to undo."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from xpert_studio.core.records import Checkpoint, Judgment, ReadMark
from xpert_studio.core.store import Transaction, entities, responses, settings, tasks
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import CommandContext, person_of


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


def read_rubric(ctx: CommandContext, task_id: str, checkpoint_ids: Collection[str]) -> None:
    """Notes that a reviewer has read checkpoints of the revision under review.

    Raises:
        NotAllowedError: The person may not review it.
    """
    with ctx.project.writing() as tx:
        task = tasks.get_task(tx, task_id)
        person = person_of(tx, ctx.person_id)
        rights.reviewer_of(person, task, settings.project_info(tx).policies)
        _mark(
            tx,
            ctx,
            rubric_reading(person.id, task_id, tasks.rubric_of(tx, task_id)),
            checkpoint_ids,
        )


def read_form(
    ctx: CommandContext, response_id: str, expert_id: str, checkpoint_ids: Collection[str]
) -> None:
    """Notes that an adjudicator has read judgments.

    Raises:
        NotAllowedError: The person may not adjudicate them.
    """
    with ctx.project.writing() as tx:
        task = tasks.get_task(tx, responses.get_response(tx, response_id).task_id)
        person = person_of(tx, ctx.person_id)
        rights.evaluator_of(person, expert_id, task, settings.project_info(tx).policies)
        found = entities.find_all(tx, Judgment, response_id=response_id, expert_id=expert_id)
        _mark(tx, ctx, form_reading(person.id, task.id, found), checkpoint_ids)


def _mark(
    tx: Transaction, ctx: CommandContext, reading: Reading, checkpoint_ids: Collection[str]
) -> None:
    for id_ in {*checkpoint_ids} & {*reading.unread(tx)}:
        entities.put(
            tx,
            ReadMark(
                person_id=reading.person_id,
                task_id=reading.task_id,
                checkpoint_id=id_,
                form=reading.form,
                read_hash=reading.texts[id_],
                read_at=ctx.clock(),
            ),
        )
