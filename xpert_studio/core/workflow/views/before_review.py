"""Where the points of a rubric lie, and what its author is shown before it goes to review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xpert_studio.core.lint import Finding
from xpert_studio.core.records import Checkpoint, Comment, Person, Policies, Stage, Tier, grouped
from xpert_studio.core.store import entities, settings, tasks
from xpert_studio.core.store.people import all_people
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.freezing import missing_in_rubric, outside_range
from xpert_studio.core.workflow.linting import lint_task
from xpert_studio.core.workflow.views.workspace import who_can_go_on


@dataclass(frozen=True, slots=True)
class PointsShare:
    """One tier or dimension: how many checkpoints, how many points, which part of all points."""

    name: str
    checkpoints: int
    points: float
    part: float


@dataclass(frozen=True, slots=True)
class Balance:
    """Where the points lie.

    Attributes:
        too_few, too_many: How many checkpoints are lacking, or too many, by the policy; 0 where
            the count is within it.
        by_tier: Every tier, and the empty name for lines without one where there are some.
        by_dimension: Every dimension of the project in its order, then others.
    """

    checkpoints: int
    points: float
    too_few: int
    too_many: int
    by_tier: tuple[PointsShare, ...]
    by_dimension: tuple[PointsShare, ...]


def balance_of(
    rubric: Sequence[Checkpoint], policies: Policies, dimensions: Sequence[str]
) -> Balance:
    """The balance of a rubric as it stands."""
    points = sum(point.weight for point in rubric)

    def shares(
        names: Sequence[str], name_of: Callable[[Checkpoint], str]
    ) -> tuple[PointsShare, ...]:
        found = dict.fromkeys(names, ()) | grouped((name_of(point), point) for point in rubric)
        return tuple(_share(name, lines, points) for name, lines in found.items())

    return Balance(
        checkpoints=len(rubric),
        points=points,
        too_few=max(0, policies.min_checkpoints - len(rubric)),
        too_many=max(0, len(rubric) - policies.max_checkpoints),
        by_tier=shares(
            [tier.value for tier in Tier], lambda point: point.tier.value if point.tier else ""
        ),
        by_dimension=shares(list(dimensions), lambda point: point.dimension or ""),
    )


def _share(name: str, lines: Sequence[Checkpoint], points: float) -> PointsShare:
    own = sum(point.weight for point in lines)
    return PointsShare(name, len(lines), own, own / points if points else 0.0)


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


def before_review(ctx: CommandContext, task_id: str, *, language: str = "en") -> BeforeReview:
    """The rubric of a task as it stands; ``language`` is that of the findings, ``en`` or ``zh``."""
    linted = lint_task(ctx, task_id, language=language)
    with ctx.project.reading() as tx:
        info = settings.project_info(tx)
        in_review = tasks.get_task(tx, task_id).model_copy(update={"stage": Stage.REVIEW})
        reviewers = who_can_go_on(all_people(tx), in_review, info, ())
        comments = entities.find_all(tx, Comment, task_id=task_id)
    return BeforeReview(
        checkpoints=len(linted.rubric),
        untouched=tuple(
            (number, point)
            for number, point in enumerate(linted.rubric, start=1)
            if point.drafted_by
        ),
        findings=linted.findings,
        reviewers=reviewers,
        missing=tuple(missing_in_rubric(linted.rubric, comments, info.taxonomy.dimensions)),
        reason_for=outside_range(info.policies, len(linted.rubric)),
    )
