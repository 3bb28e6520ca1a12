"""How well experts agree, as far as the person may know it."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.report.experts import Disputed, ExpertsAgree, experts_agree
from xpert_studio.store import ProjectFile, task_list
from xpert_studio.workflow import blinding_for, person_of
from xpert_studio.workflow.pending import PendingWork


@dataclass(frozen=True, slots=True)
class Agreement:
    """The figures, and the disagreements that may be looked at.

    Attributes:
        titles: Of their tasks, by id.
        withheld: How many disagreements are left out: the person may still judge them.
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
        gold_only: Leave out judgments that nobody has adjudicated.
    """
    figures = experts_agree(project, gold_only=gold_only)
    task_ids = sorted({item.task_id for item in figures.disputed})
    with project.reading() as tx:
        titles = task_list.titles_of(tx, task_ids)
        blinding = blinding_for(tx, person_id)
        work = PendingWork.of(tx)
        to_judge = frozenset(blinding.to_judge)
        may_judge: set[str] = set()
        if blinding.is_person and not blinding.sees_results:
            may_judge = {task.id for task in work.may_judge(person_of(tx, person_id))}
    disputed = tuple(
        item
        for item in figures.disputed
        if item.task_id not in may_judge and item.response_id not in to_judge
    )
    return Agreement(figures, disputed, titles, len(figures.disputed) - len(disputed))
