"""How well a judge follows the experts: everything about one judge, in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from xpert_studio.core.metrics.abstaining import (
    Unanswered,
    as_disagreements,
    completed,
    unanswered,
)
from xpert_studio.core.metrics.beyond_floors import (
    NOT_TESTED,
    BeyondFloors,
    beyond_floors,
    beyond_floors_of_grades,
)
from xpert_studio.core.metrics.cdr import rank_figures
from xpert_studio.core.metrics.engine import Figures, figures_of_tables, together
from xpert_studio.core.metrics.favouring import Favour, favours
from xpert_studio.core.metrics.floors import Floor, floors
from xpert_studio.core.metrics.grades import ScaleFigures, on_scales, scale_figures
from xpert_studio.core.metrics.metric import PAIRS
from xpert_studio.core.metrics.pair_tables import task_tables
from xpert_studio.core.metrics.pairing import Paired, pair_up
from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.records.columns import BoolArray, Catalog, IntArray, Ratings

GROUPINGS = ("tier", "dimension", "domain", "system")


@dataclass(frozen=True, slots=True)
class Alignment:
    """Alignment of one judge.

    Attributes:
        judge: Its id.
        rank: CDR and what it is made of.
        criterion: Figures over single checkpoints that pass or fail, all together.
        scales: Figures over graded checkpoints, by scale; where several, then all together.
        left_out: Responses excluded: anchors, near-duplicates of one, and those on which the judge
            did not see all attachments.
        anchors_known: Whether all anchors that the judge was shown could be excluded.
        differing: Checkpoints of responses to which the judge gave another value than the experts.
        floors: What raters reach who read nothing, on the same.
        beyond: Whether the judge tells more than they do, of checkpoints that pass or fail;
            ``beyond_graded`` of the others, None where there are none.
        unanswered: What experts and judge did not both decide; None where they decided all.
        strict: All of this with that as disagreements; None where they decided all.
        favours: Systems that the judge favours, or puts at a disadvantage.
    """

    judge: str
    rank: Figures
    criterion: Figures
    left_out: int
    anchors_known: bool = True
    scales: tuple[ScaleFigures, ...] = ()
    differing: int = 0
    floors: tuple[Floor, ...] = ()
    beyond: BeyondFloors = NOT_TESTED
    beyond_graded: BeyondFloors | None = None
    unanswered: Unanswered | None = None
    strict: Alignment | None = None
    favours: tuple[Favour, ...] = ()

    @property
    def cautions(self) -> dict[str, str]:
        """What is less sure than it looks, and why: figures by name, and ``anchors``."""
        anchors = {} if self.anchors_known else {"anchors": "unknown"}
        graded = self.graded.cautions if self.graded else {}
        return {**anchors, **graded, **self.criterion.cautions, **self.rank.cautions}

    @property
    def n(self) -> int:
        """Checkpoints behind it: those that pass or fail, and graded ones."""
        return self.criterion.n + (self.graded.n if self.graded else 0)

    @property
    def graded(self) -> Figures | None:
        """Figures over all graded checkpoints: of their only scale, or by score."""
        return self.scales[-1].figures if self.scales else None

    @property
    def figures(self) -> dict[str, Estimate]:
        """All figures by id, over pairs of responses and over checkpoints."""
        tests = {"beyond_floors": self.beyond.figure}
        if self.beyond_graded is not None:
            tests["beyond_floors_graded"] = self.beyond_graded.figure
        return {**self.rank, **self.criterion, **(self.graded or {}), **tests}

    def seen(self, *, names_systems: bool) -> Alignment:
        """As a person sees it, from whom systems may be hidden."""
        if names_systems:
            return self
        return replace(
            self,
            unanswered=replace(self.unanswered, system=None) if self.unanswered else None,
            favours=(),
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data for JSON."""
        found = together(self.rank, self.criterion)
        by_reading_nothing = {floor.knows: dict(floor.values) for floor in self.floors}
        graded = self.beyond_graded
        return {
            **found,
            "floors": found["floors"] | by_reading_nothing,
            "beyond_floors": self.beyond.plain(),
            "beyond_floors_graded": None if graded is None else graded.plain(),
            "tasks": self.rank.tasks,
            "criterion_tasks": self.criterion.tasks,
            "scales": [scale.plain() for scale in self.scales],
            "cautions": self.cautions,
            "left_out_responses": self.left_out,
            "unanswered": self._plain_unanswered(),
            "favours": [{"system": one.system, **one.by.plain()} for one in self.favours],
        }

    def _plain_unanswered(self) -> dict[str, Any] | None:
        if self.unanswered is None or self.strict is None:
            return None
        return {
            **self.unanswered.plain(),
            "as_disagreements": {
                name: found
                for name in ("cdr", "kappa_within", "within_correlation")
                if (one := self.strict.figures.get(name)) is not None
                for found in [{"value": one.value, "interval": one.interval, "n": one.n}]
            },
        }


def alignment(
    catalog: Catalog,
    expert: Ratings,
    judge: Ratings,
    *,
    left_out: BoolArray | None = None,
    tasks: BoolArray | None = None,
    tolerance: float = 0.0,
    anchors_known: bool = True,
) -> Alignment:
    """Alignment of a judge with the experts' reference answers.

    Args:
        catalog: What there is to judge.
        expert: The experts' (consensus) answers.
        judge: The judge's (over its trials) answers.
        left_out: Per response: those excluded.
        tasks: Per task: only those marked, such as the part kept for reporting.
        tolerance: Score differences up to this are ties.
        anchors_known: Whether ``left_out`` has all anchors that the judge was shown.
    """
    considered = np.ones(len(catalog.responses), np.bool_)
    if left_out is not None:
        considered &= ~left_out
    if tasks is not None:
        considered &= tasks[catalog.response_task]
    whole = completed(catalog, expert, judge, considered)
    lacking = unanswered(catalog, expert, whole, considered)
    found = _alignment(catalog, expert, judge, left_out, tasks, tolerance, anchors_known)
    if lacking is None:
        return found
    first, second = as_disagreements(catalog, expert, whole)
    return replace(
        found,
        unanswered=lacking,
        strict=_alignment(catalog, first, second, left_out, tasks, tolerance, anchors_known),
    )


def _alignment(
    catalog: Catalog,
    expert: Ratings,
    judge: Ratings,
    left_out: BoolArray | None,
    tasks: BoolArray | None,
    tolerance: float,
    anchors_known: bool,
) -> Alignment:
    paired = pair_up(catalog, expert, judge, left_out=left_out, tasks=tasks)
    graded = on_scales(catalog, paired)
    return Alignment(
        judge=judge.rater,
        rank=rank_figures(catalog, paired, tolerance=tolerance),
        criterion=figures_of_tables(
            task_tables(catalog, paired)[None], PAIRS, catalog.task_cluster
        )[0],
        left_out=int(left_out.sum()) if left_out is not None else 0,
        anchors_known=anchors_known,
        scales=scale_figures(catalog, paired),
        differing=int(paired.differs.sum()),
        floors=floors(catalog, paired),
        beyond=beyond_floors(catalog, paired),
        favours=favours(catalog, paired),
        beyond_graded=beyond_floors_of_grades(catalog, graded) if len(graded) else None,
    )


def group_codes(
    catalog: Catalog, paired: Paired, grouping: str
) -> tuple[IntArray, tuple[str, ...]]:
    """Per pair, the group it belongs to, and the groups' names.

    Args:
        catalog: What there is to judge.
        paired: The pairs.
        grouping: ``tier``, ``dimension``, ``domain`` or ``system``.
    """
    match grouping:
        case "tier":
            return catalog.checkpoint_tier[paired.checkpoint], catalog.tiers
        case "dimension":
            return catalog.checkpoint_dimension[paired.checkpoint], catalog.dimensions
        case "domain":
            return (
                catalog.task_domain[catalog.response_task[paired.response]],
                catalog.domains,
            )
        case "system":
            return catalog.response_system[paired.response], catalog.systems
    raise ValueError(grouping)
