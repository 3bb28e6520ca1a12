"""How well experts agree, and what they differ on: the figures of ``metrics`` with their cases.

And as much of it as a person may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xpert_studio.core.metrics.agreement import (
    AgreementPart,
    ExpertAgreement,
    agreement_by_part,
    expert_agreement,
)
from xpert_studio.core.records import Checkpoint, Judgment, grouped
from xpert_studio.core.store import ProjectFile, judgments, task_list, tasks
from xpert_studio.core.store.rating_table import RatingTable, read_frames
from xpert_studio.core.workflow import blinding_for
from xpert_studio.core.workflow.blinding import blind_labels


@dataclass(frozen=True, slots=True)
class Disputed:
    """A checkpoint of a response that experts decided differently; the response by its label."""

    task_id: str
    response_id: str
    label: str
    point: Checkpoint
    said: tuple[Judgment, ...]


@dataclass(frozen=True, slots=True)
class ExpertsAgree:
    """Agreement between experts, as a whole, by pair and by part.

    Attributes:
        disputed: The weightiest first.
    """

    whole: ExpertAgreement
    parts: tuple[AgreementPart, ...]
    disputed: tuple[Disputed, ...]


def experts_agree(project: ProjectFile, *, gold_only: bool = False) -> ExpertsAgree:
    """Agreement wherever two experts have judged the same.

    Args:
        project: The project.
        gold_only: Leave out judgments that are not confirmed.
    """
    with project.reading() as tx:
        frames = read_frames(tx, judge_ids=(), gold_only=gold_only)
    whole = expert_agreement(frames.catalog, frames.experts)
    return ExpertsAgree(
        whole=whole,
        parts=tuple(agreement_by_part(frames.catalog, frames.experts)),
        disputed=_disputed(project, frames, whole.disputed),
    )


def _disputed(
    project: ProjectFile, frames: RatingTable, items: tuple[tuple[int, int], ...]
) -> tuple[Disputed, ...]:
    catalog = frames.catalog
    experts = {marks.rater for marks in frames.experts}
    pairs = {(catalog.responses[r], catalog.checkpoints[c]): (r, c) for r, c in items}
    with project.reading() as tx:
        said = grouped(
            ((item.response_id, item.checkpoint_id), item)
            for item in judgments.all_judgments(tx, pairs=pairs)
            if item.expert_id in experts
        )
        points = {(p.task_id, p.id): p for p in tasks.all_checkpoints(tx)} if pairs else {}
        labels: dict[str, Mapping[str, str]] = {}
        rows = []
        for (response_id, checkpoint_id), (r, _) in pairs.items():
            task_id = catalog.tasks[catalog.response_task[r]]
            if task_id not in labels:
                labels[task_id] = blind_labels(tx, task_id)
            rows.append(
                Disputed(
                    task_id=task_id,
                    response_id=response_id,
                    label=labels[task_id][response_id],
                    point=points[task_id, checkpoint_id],
                    said=tuple(said.get((response_id, checkpoint_id), ())),
                )
            )
    rows.sort(key=lambda row: (-row.point.weight, row.task_id, row.label, row.point.id))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The figures, and the disagreements that may be looked at.

    Attributes:
        titles: Of their tasks, by id.
        withheld: How many disagreements are left out: the person may not see what others decided.
    """

    figures: ExpertsAgree
    disputed: tuple[Disputed, ...]
    titles: dict[str, str]
    withheld: int


def read_agreement(project: ProjectFile, person_id: str, *, gold_only: bool) -> Agreement:
    """Agreement wherever two experts have judged the same; see ``experts_agree``.

    Args:
        project: The project.
        person_id: The person; empty for a reader who has not said who they are.
        gold_only: Leave out judgments that are not adjudicated.
    """
    figures = experts_agree(project, gold_only=gold_only)
    task_ids = sorted({item.task_id for item in figures.disputed})
    with project.reading() as tx:
        titles = task_list.titles_of(tx, task_ids)
        blinding = blinding_for(tx, person_id)
    to_judge = frozenset(blinding.to_judge)
    disputed = tuple(
        item
        for item in (figures.disputed if blinding.sees_judgments else ())
        if item.task_id not in blinding.withheld and item.response_id not in to_judge
    )
    return Agreement(figures, disputed, titles, len(figures.disputed) - len(disputed))
