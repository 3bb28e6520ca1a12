"""How well experts agree, as far as the person may know it."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.records import Person, Policies, Role, Task
from xpert_studio.report.experts import Disputed, ExpertsAgree, experts_agree
from xpert_studio.store import settings, task_list, tasks
from xpert_studio.workflow import rights
from xpert_studio.workflow.desk import Desk, person_of


@dataclass(frozen=True, slots=True)
class Agreement:
    """The figures, and the disagreements that may be looked at.

    Attributes:
        titles: Of their tasks, by id.
        withheld: How many disagreements are left out, on tasks the person may still judge.
    """

    figures: ExpertsAgree
    disputed: tuple[Disputed, ...]
    titles: dict[str, str]
    withheld: int

    @property
    def agreed(self) -> int:
        """On how many items all who judged them agree."""
        return self.figures.whole.items - len(self.figures.disputed)

    @property
    def share(self) -> float | None:
        """On which part of the items all agree."""
        items = self.figures.whole.items
        return self.agreed / items if items else None


def read_agreement(desk: Desk, *, gold_only: bool) -> Agreement:
    """Agreement wherever two experts have judged the same; see ``experts_agree``."""
    figures = experts_agree(desk.project, gold_only=gold_only)
    task_ids = sorted({item.task_id for item in figures.disputed})
    with desk.project.reading() as tx:
        person = person_of(tx, desk.person_id)
        policies = settings.project_info(tx).policies
        titles = task_list.titles_of(tx, task_ids)
        open_to = {
            task_id
            for task_id in task_ids
            if Role.LEAD in person.roles
            or not _may_judge(person, tasks.get_task(tx, task_id), policies)
        }
    disputed = tuple(item for item in figures.disputed if item.task_id in open_to)
    return Agreement(figures, disputed, titles, len(figures.disputed) - len(disputed))


def _may_judge(person: Person, task: Task, policies: Policies) -> bool:
    return rights.refusal(lambda: rights.judge_of(person, task, policies)) is None
