"""Results of one analysis: each figure is computed when it is asked for first, and then kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.metrics import (
    Leaderboard,
    ResponseScores,
    leaderboard,
    pooled,
    response_scores,
)
from xpert_studio.core.metrics.items import ItemAnalysis, item_analysis
from xpert_studio.core.metrics.leaderboard import Gap, gaps
from xpert_studio.core.metrics.specialisation import Specialisation, specialisation
from xpert_studio.core.metrics.spread import ScoreSpread, score_spreads
from xpert_studio.core.metrics.system_comparison import SystemComparison, compare_systems
from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.records import CHECKS, excluded_on
from xpert_studio.core.records.columns import BoolArray, Catalog, Ratings
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.rating_table import with_checks
from xpert_studio.core.store.runs import all_runs
from xpert_studio.core.store.verdict_list import read_columns
from xpert_studio.core.wording import t
from xpert_studio.report.analysis import EXPERTS, Analysis, JudgeFindings, anchored_responses
from xpert_studio.report.panels import PanelFindings
from xpert_studio.report.results.checkpoints import CheckpointList
from xpert_studio.report.results.parts import (
    Profile,
    SystemTasks,
    part_estimates,
    profile,
    system_tasks,
)
from xpert_studio.report.results.scope import (
    TaskFacets,
    read_facets,
    restricted,
    scopes,
    tasks_in,
)
from xpert_studio.report.results.tasks import TaskScores
from xpert_studio.report.results.verdicts import VerdictList
from xpert_studio.report.task_scope import EVERYTHING, TaskScope
from xpert_studio.report.ties import Tie, leading_judge, tie_groups

__all__ = ["EXPERTS", "Rater", "raters_of"]


@dataclass(frozen=True, slots=True)
class Rater:
    """One rater.

    Attributes:
        id: The judge's id, or ``EXPERTS``.
        marks: What their scores are made of: their answers, of the experts pooled ones where even
            votes come to the lowest value; and what programs decide.
        findings: All that is known of the judge; None for the experts.
    """

    id: str
    marks: Ratings
    findings: JudgeFindings | None

    @property
    def is_judge(self) -> bool:
        """Whether it is a judge."""
        return self.findings is not None

    @property
    def panel(self) -> PanelFindings | None:
        """What else is known of a panel; None for others."""
        return self.findings.panel if self.findings else None


def raters_of(analysis: Analysis) -> tuple[Rater, ...]:
    """Judges with verdicts, in the order of their alignment, and experts.

    Experts come first where they lead, else last.
    """
    ordered = analysis.aligned()
    ordered += [item for item in analysis.judges.values() if item.alignment is None]
    found = [Rater(item.judge.id, item.scored, item) for item in ordered]
    if analysis.experts:
        strict = pooled(analysis.catalog, analysis.experts, name=EXPERTS, even="lowest")
        scored = with_checks(analysis.catalog, strict.marks, analysis.checked)
        found.insert(0 if analysis.experts_lead else len(found), Rater(EXPERTS, scored, None))
    return tuple(found)


Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard, and what keeps systems out of its ranking, by system."""

    leaderboard: Leaderboard
    gaps: dict[str, Gap]


@dataclass(slots=True)
class _Kept:
    """A place for one figure; the person who asks while it is computed gets the same one."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    value: Any = None
    is_known: bool = False


class Results:
    """May be asked from any thread.

    Args:
        analysis: What there is to look at.
        facets: What tasks may be chosen by.
    """

    def __init__(self, analysis: Analysis, facets: TaskFacets) -> None:
        self.analysis = analysis
        self.facets = facets
        self.raters = raters_of(analysis)
        self.scopes = scopes(analysis.catalog, facets)
        self._lock = threading.Lock()
        self._kept: dict[Hashable, _Kept] = {}

    @property
    def catalog(self) -> Catalog:
        """What there is to judge."""
        return self.analysis.catalog

    def rater(self, rater_id: str) -> Rater:
        """A rater; the leading one where the id is empty.

        Raises:
            NotFoundError: There is none of that id, or none at all.
        """
        wanted = rater_id or (self._leading() if self.raters else "")
        for rater in self.raters:
            if rater.id == wanted:
                return rater
        known = ", ".join(rater.id for rater in self.raters) or t("none yet")
        raise NotFoundError(
            Message("There are no results by {rater_id}.", rater_id=rater_id or Message("anybody")),
            remedy=Message("There are: {known}.", known=known),
        )

    def _leading(self) -> str:
        """Whose board comes first: of the judge that leads, or of the experts."""

        def work() -> str:
            judge = leading_judge(self.analysis)
            own = judge.judge.id if judge else EXPERTS
            return own if any(rater.id == own for rater in self.raters) else self.raters[0].id

        return self._once("leading", work)

    def marks(self, rater_id: str, scope: TaskScope = EVERYTHING) -> Ratings:
        """A rater's answers on the tasks of a scope."""

        def work() -> Ratings:
            return restricted(self.catalog, self.rater(rater_id).marks, self.tasks_in(scope))

        return self._once(("marks", rater_id, scope), work)

    def scores(self, rater_id: str, scope: TaskScope = EVERYTHING) -> ResponseScores:
        """Scores of all responses."""
        return self._once(
            ("scores", rater_id, scope),
            lambda: response_scores(self.catalog, self.marks(rater_id, scope)),
        )

    def board(self, rater_id: str, scope: TaskScope = EVERYTHING) -> Board:
        """The leaderboard."""
        return self._once(("board", rater_id, scope), lambda: self._board(rater_id, scope))

    def _board(self, rater_id: str, scope: TaskScope) -> Board:
        rater, marks = self.rater(rater_id), self.marks(rater_id, scope)
        known = rater.findings.leaderboard if rater.findings else self.analysis.expert_board
        if scope != EVERYTHING or known is None:
            known = leaderboard(
                self.catalog,
                marks,
                anchors=anchored_responses(self.catalog, rater.findings.judge)
                if rater.findings
                else None,
                experts=self._expert_board(scope) if rater.findings else None,
                by_judge=rater.is_judge and rater.id != CHECKS,
                tasks=self.tasks_in(scope),
                excluded=excluded_on(self.analysis.excluded, rater.id),
            )
        found = gaps(self.catalog, marks)
        for system in rater.panel.uncounted if rater.panel else ():
            if gap := found.get(system):
                found[system] = replace(gap, unusable=0, uncounted=gap.unusable)
        return Board(known, found)

    def ties(self, rater_id: str, scope: TaskScope = EVERYTHING) -> dict[str, Tie]:
        """Which ranked systems cannot be told apart, by system."""

        def work() -> dict[str, Tie]:
            standings = self.board(rater_id, scope).leaderboard.standings
            return tie_groups(
                self.catalog,
                self.marks(rater_id, scope),
                ranked=[item.system for item in standings if item.rank is not None],
            )

        return self._once(("ties", rater_id, scope), work)

    def part_estimates(
        self, rater_id: str, by: str, scope: TaskScope = EVERYTHING
    ) -> dict[str, dict[str, Estimate]]:
        """Every system's figure for every domain, category, tier or dimension, with intervals."""
        return self._once(
            ("part_estimates", rater_id, by, scope),
            lambda: part_estimates(self.catalog, self.marks(rater_id, scope), by),
        )

    def _expert_board(self, scope: TaskScope) -> Leaderboard | None:
        has_experts = any(rater.id == EXPERTS for rater in self.raters)
        return self.board(EXPERTS, scope).leaderboard if has_experts else None

    def items(self, rater_id: str, scope: TaskScope = EVERYTHING) -> ItemAnalysis:
        """Figures of the checkpoints."""
        return self._once(
            ("items", rater_id, scope),
            lambda: item_analysis(self.catalog, self.marks(rater_id, scope)),
        )

    def checkpoints(self, rater_id: str, scope: TaskScope = EVERYTHING) -> CheckpointList:
        """The checkpoints with their figures, as a list to filter and sort."""
        return self._once(
            ("checkpoints", rater_id, scope),
            lambda: CheckpointList(self.catalog, self.items(rater_id, scope)),
        )

    def specialisation(
        self, rater_id: str, by: str = "domain", scope: TaskScope = EVERYTHING
    ) -> Specialisation:
        """The ranked systems by domain or category, and who leads there."""

        def work() -> Specialisation:
            standings = self.board(rater_id, scope).leaderboard.standings
            ranked = [row.system for row in standings if row.rank is not None]
            fewest = self.analysis.small.minimum
            return specialisation(self.catalog, self.marks(rater_id, scope), ranked, by, fewest)

        return self._once(("specialisation", rater_id, by, scope), work)

    def spreads(self, rater_id: str, scope: TaskScope = EVERYTHING) -> tuple[ScoreSpread, ...]:
        """How each system's scores spread, the highest median first."""

        def work() -> tuple[ScoreSpread, ...]:
            excluded = excluded_on(self.analysis.excluded, rater_id)
            found = [
                item
                for item in score_spreads(self.catalog, self.scores(rater_id, scope))
                if item.system not in excluded
            ]
            return tuple(sorted(found, key=lambda item: (-item.median, -item.mean, item.system)))

        return self._once(("spreads", rater_id, scope), work)

    def task_scores(self, rater_id: str, scope: TaskScope = EVERYTHING) -> TaskScores:
        """Every system's score on every task, and how hard the tasks are."""
        return self._once(
            ("task_scores", rater_id, scope),
            lambda: TaskScores(self.catalog, self.scores(rater_id, scope)),
        )

    def compared(
        self, rater_id: str, first: str, second: str, scope: TaskScope = EVERYTHING
    ) -> SystemComparison:
        """Two systems task by task.

        Raises:
            NotFoundError: There is no such system.
            UsageError: Both are the same.
        """
        for name in (first, second):
            self._need_system(name)
        if first == second:
            raise UsageError(
                Message("{system} cannot be compared with itself.", system=first),
                remedy="Name two systems.",
            )
        return self._once(
            ("compared", rater_id, first, second, scope),
            lambda: compare_systems(self.catalog, self.marks(rater_id, scope), first, second),
        )

    def system_tasks(
        self,
        rater_id: str,
        system: str,
        scope: TaskScope = EVERYTHING,
        part: tuple[str, str] | None = None,
    ) -> SystemTasks:
        """The tasks behind a system's score, or behind its share of a tier or dimension.

        Raises:
            NotFoundError: There is no such system.
        """
        self._need_system(system)
        return self._once(
            ("tasks", rater_id, system, scope, part),
            lambda: system_tasks(self.catalog, self.marks(rater_id, scope), system, part),
        )

    def profile(self, rater_id: str, system: str, scope: TaskScope = EVERYTHING) -> Profile:
        """Where a system is stronger and weaker than the others.

        Raises:
            NotFoundError: There is no such system.
        """
        self._need_system(system)
        return profile(self.board(rater_id, scope).leaderboard, system)

    def verdicts(
        self, project: ProjectFile, judge_id: str, withheld: Collection[str] = ()
    ) -> VerdictList:
        """All verdicts of a judge, those left out of the figures too.

        Args:
            project: Where they are read from, once.
            judge_id: Whose.
            withheld: Ids of responses whose verdicts the person must not see yet.
        """
        hidden = frozenset(withheld)

        def work() -> VerdictList:
            with project.reading() as tx:
                columns = read_columns(tx, judge_id)
            reference = self.analysis.reference
            return VerdictList(
                self.catalog, columns, reference.marks if reference else None, hidden
            )

        return self._once(("verdicts", judge_id, hidden), work)

    def tasks_in(self, scope: TaskScope) -> BoolArray:
        """Which of the catalogue's tasks a scope has."""
        return self._once(("inside", scope), lambda: tasks_in(self.catalog, self.facets, scope))

    def _need_system(self, name: str) -> None:
        if name not in self.catalog.systems:
            known = ", ".join(self.catalog.systems[:12]) or t("none yet")
            raise NotFoundError(
                Message("There is no system {name} in the project.", name=name),
                remedy=Message("There are: {known}.", known=known),
            )

    def kept(self, key: Hashable, work: Callable[[], Found]) -> Found:
        """A figure from elsewhere, computed when it is asked for first.

        Args:
            key: What it is asked for by; no other figure has it.
            work: Computes it.
        """
        return self._once(("elsewhere", key), work)

    def _once(self, key: Hashable, work: Callable[[], Found]) -> Found:
        with self._lock:
            kept = self._kept.setdefault(key, _Kept())
        with kept.lock:
            if not kept.is_known:
                kept.value = work()
                kept.is_known = True
            found: Found = kept.value
            return found


def read_results(
    project: ProjectFile, analyse: Callable[[], Analysis], known: Results | None = None
) -> Results:
    """The results now.

    Args:
        project: The project.
        analyse: Gives the newest analysis, the same one as long as nothing has changed.
        known: Results from before: the same are given back where they still hold, with every
            figure that was computed since.
    """
    analysis, facets = analyse(), read_facets(project)
    return (
        known
        if known is not None and known.analysis is analysis and known.facets == facets
        else Results(analysis, facets)
    )


def newest_judge(project: ProjectFile, raters: Collection[str]) -> str:
    """The judge of the newest run, of those that are raters; empty without any.

    Args:
        project: The project.
        raters: Their ids.
    """
    with project.reading() as tx:
        known = [run for run in all_runs(tx) if run.judge_id in raters]
    return max(known, key=lambda run: run.started_at).judge_id if known else ""
