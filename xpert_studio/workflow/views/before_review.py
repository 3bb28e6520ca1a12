"""What an author is shown of a rubric before it goes to review."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.lint import Finding
from xpert_studio.records import Checkpoint, Person, Remark, Stage
from xpert_studio.store import entities, settings, tasks
from xpert_studio.store.people import all_people
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.freezing import missing_in_rubric, outside_range
from xpert_studio.workflow.linting import lint_task
from xpert_studio.workflow.views.workspace import who_can_go_on


@dataclass(frozen=True, slots=True)
class BeforeReview:
    """A rubric that is about to be submitted.

    Attributes:
        checkpoints: How many it has.
        untouched: Those that are as a drafter proposed them: number, from 1, and checkpoint.
        findings: Open findings of the linter.
        reviewers: Who can review it.
        missing: What keeps it from being submitted, one sentence each.
        reason_for: Why its number of checkpoints needs a reason; empty where it needs none.
    """

    checkpoints: int
    untouched: tuple[tuple[int, Checkpoint], ...]
    findings: tuple[Finding, ...]
    reviewers: tuple[Person, ...]
    missing: tuple[str, ...]
    reason_for: str


def before_review(desk: Desk, task_id: str, *, language: str = "en") -> BeforeReview:
    """The rubric of a task as it stands; ``language`` is that of the findings, ``en`` or ``zh``."""
    linted = lint_task(desk, task_id, language=language)
    with desk.project.reading() as tx:
        info = settings.project_info(tx)
        in_review = tasks.get_task(tx, task_id).model_copy(update={"stage": Stage.REVIEW})
        reviewers = who_can_go_on(all_people(tx), in_review, info, ())
        remarks = entities.find_all(tx, Remark, task_id=task_id)
    return BeforeReview(
        checkpoints=len(linted.rubric),
        untouched=tuple(
            (number, point)
            for number, point in enumerate(linted.rubric, start=1)
            if point.drafted_by
        ),
        findings=linted.findings,
        reviewers=reviewers,
        missing=tuple(missing_in_rubric(linted.rubric, remarks, info.taxonomy.dimensions)),
        reason_for=outside_range(info.policies, len(linted.rubric)),
    )
