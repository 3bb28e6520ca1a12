"""Analyses a project: reads its judgments and verdicts once, and computes every figure of a report.

Of a project that is being worked on it is computed again when it is stale.

The command line prints from the same analysis, so that no two numbers can differ.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import numpy as np

from xpert_studio.core.metrics import (
    Alignment,
    Comparison,
    Consensus,
    Consistency,
    ExpertAgreement,
    Leaderboard,
    alignment,
    compare,
    consistency,
    corrected,
    expert_agreement,
    leaderboard,
    pooled,
)
from xpert_studio.core.metrics.evidence_floor import shortfalls_of
from xpert_studio.core.records import (
    CHECKS,
    EXPERTS_BOARD,
    ExcludedSystem,
    Judge,
    Panel,
    SelfDecided,
    Staleness,
    excluded_on,
)
from xpert_studio.core.records.columns import BoolArray, Catalog, IntArray, Ratings
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    judges,
    packs_used,
    settings,
    staleness,
)
from xpert_studio.core.store.rating_table import RatingTable, Stamp, read_frames, stamp
from xpert_studio.core.workflow.anchors import ShownAnchors, shown_anchors
from xpert_studio.core.workflow.judge_names import judge_named, judges_heard
from xpert_studio.core.workflow.self_decided import self_decided
from xpert_studio.report.panels import PanelFindings, panel_findings, shown_together
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.report.table_part import only_tasks

EXPERTS = EXPERTS_BOARD
PanelOf = Callable[[Sequence[str]], Panel]
"""Makes a panel of the ids of judges."""
MOST_COMPARED = 8
"""With more judges than this, each is compared with the best alone."""


@dataclass(frozen=True, slots=True)
class JudgeFindings:
    """Everything about one judge.

    Attributes:
        judge: Its record.
        marks: Its answers, the majority over its trials.
        scored: Those, and what programs decide beside them: what its scores are made of.
        undecided: Answers its trials leave even.
        left_out: Per response: whether it is excluded, being an anchor it was shown, a
            near-duplicate of one, or a response whose attachments it did not all see.
        shown: The near-duplicates, excluded and borderline.
        unseen: Its verdicts flagged ``attachments_not_seen``: they count for scores only.
        alignment: None where no expert has judged what it has.
        ranked: Computes the leaderboard, once.
        agreed: Computes the agreement of the judge with itself, once.
        panel: What else is known of it where it is a panel.
    """

    judge: Judge
    marks: Ratings
    scored: Ratings
    undecided: int
    left_out: BoolArray
    shown: ShownAnchors
    unseen: int
    alignment: Alignment | None
    ranked: Callable[[], Leaderboard]
    agreed: Callable[[], Consistency | None]
    panel: PanelFindings | None = None

    @property
    def leaderboard(self) -> Leaderboard:
        """Systems by its verdicts."""
        return self.ranked()

    @property
    def consistency(self) -> Consistency | None:
        """Its agreement with itself; None where it was asked once."""
        return self.agreed()


@dataclass(frozen=True, slots=True)
class Analysis:
    """All figures of a project.

    Attributes:
        catalog: What there is to judge.
        experts: Gold answers, one ``Ratings`` an expert.
        reference: The experts' majority: what judges are measured against.
        experts_agreed: Computes the agreement between experts, once.
        judges: Findings by judge id.
        every_judge: What each judge says, no panel among them. Where the project has a recipe, or
            it is asked for, all judges are here, whether they are looked at or not.
        comparisons: Pairs of judges, p-values corrected for their number.
        expert_board: Systems by the experts' answers, None without gold.
        checked: What programs decided; None for nothing.
        tolerance: Score differences up to this are ties in the CDR.
        stale: Judgments and verdicts excluded because what they rest on was edited since.
        decided: What people decided on their own work.
        small: Which groups rest on too few tasks, by the project's policy.
        excluded: Systems that are left out of leaderboards, and why.
        lacking: Which packs are needed and not installed, and what no figure counts therefore.
    """

    catalog: Catalog
    experts: tuple[Ratings, ...]
    reference: Consensus | None
    experts_agreed: Callable[[], ExpertAgreement | None]
    judges: dict[str, JudgeFindings]
    every_judge: Mapping[str, Ratings]
    comparisons: tuple[Comparison, ...]
    expert_board: Leaderboard | None
    checked: Ratings | None
    tolerance: float
    stale: Staleness
    decided: SelfDecided
    small: SmallGroups
    excluded: tuple[ExcludedSystem, ...]
    lacking: tuple[str, ...] = ()

    @property
    def agreement(self) -> ExpertAgreement | None:
        """Between experts, None where none two have judged the same."""
        return self.experts_agreed()

    def aligned(self) -> list[JudgeFindings]:
        """Judges with an alignment, in the order of ``_merit``."""
        found = [item for item in self.judges.values() if item.alignment is not None]
        return sorted(found, key=_merit, reverse=True)

    def leading(self) -> JudgeFindings | None:
        """The judge whose figures come first; None where the evidence is enough for none."""
        first = next(iter(self.aligned()), None)
        if first is None or first.alignment is None or shortfalls_of(first.alignment):
            return None
        return first

    @property
    def experts_lead(self) -> bool:
        """Whether no judge leads, and the experts' board ranks two systems, or the only one."""
        board = self.expert_board
        if board is None or self.leading() is not None:
            return False
        ranked = sum(row.rank is not None for row in board.standings)
        return ranked > 1 or ranked == len(board.standings)


def analyse(
    project: ProjectFile,
    *,
    judge_ids: Sequence[str] | None = None,
    panel: PanelOf | None = None,
    task_ids: Collection[str] | None = None,
    tolerance: float = 0.0,
    with_comparisons: bool = True,
    every_judge: bool = False,
) -> Analysis:
    """Computes every figure.

    Args:
        project: The project.
        judge_ids: Only these judges, see ``judge_named``; all that have verdicts, and all panels
            that the project keeps, where None.
        panel: Makes a panel of the judges that are named, besides.
        task_ids: As if there were only these tasks; all where None.
        tolerance: Score differences up to this are ties in the CDR.
        with_comparisons: Whether judges are compared with each other.
        every_judge: Whether what all judges say is kept, also of those that are not looked at.

    Raises:
        NotFoundError: A named judge has no verdicts in the project.
        UsageError: A name is the beginning of several, or a panel is of fewer than two judges.
    """
    with project.reading() as tx:
        records = {judge.id: judge for judge in judges.all_judges(tx)}
        wanted = _wanted(tx, records, judge_ids)
        panels = _panels(wanted, records, panel)
        members = {name for one in panels.values() for name in one.judges} & records.keys()
        everybody = list(dict.fromkeys((*wanted, *sorted(members))))
        info = settings.project_info(tx)
        unseen = list(records) if every_judge or info.recipe is not None else []
        frames = read_frames(tx, judge_ids=list(dict.fromkeys((*everybody, *unseen))))
        if task_ids is not None:
            frames = only_tasks(frames, task_ids)
        stale, decided = staleness.count_stale(tx, task_ids), self_decided(tx, task_ids)
        lacking = packs_used.lacking(tx, thoroughly=True)
        shown = shown_anchors(tx, [records[judge_id] for judge_id in everybody], frames.catalog)
    excluded = info.excluded_systems
    reference = pooled(frames.catalog, frames.experts, name=EXPERTS) if frames.experts else None
    expert_board = _expert_board(frames, excluded)
    beside = _Beside(frames, reference, expert_board, excluded, tolerance)
    every = {
        judge_id: _findings(beside, records[judge_id], shown[judge_id])
        for judge_id in everybody
        if frames.judges.get(judge_id)
    }
    found = {judge_id: every[judge_id] for judge_id in wanted if judge_id in every}
    found |= dict(_of_panels(beside, panels, every))
    return Analysis(
        catalog=frames.catalog,
        experts=frames.experts,
        reference=reference,
        experts_agreed=cache(lambda: _agreement(frames)),
        judges=found,
        every_judge={name: item.marks for name, item in every.items()}
        | {
            name: pooled(frames.catalog, frames.judges[name], name=name).marks
            for name in unseen
            if name not in every and frames.judges.get(name)
        },
        comparisons=_comparisons(frames.catalog, reference, found, tolerance)
        if with_comparisons
        else (),
        expert_board=expert_board,
        checked=frames.checked,
        tolerance=tolerance,
        stale=stale,
        decided=decided,
        small=SmallGroups(info.policies.fewest_tasks, info.policies.minimum_tasks),
        excluded=excluded,
        lacking=lacking,
    )


@dataclass(frozen=True, slots=True)
class _Beside:
    """What the figures of every judge are computed with."""

    frames: RatingTable
    reference: Consensus | None
    expert_board: Leaderboard | None
    excluded: tuple[ExcludedSystem, ...]
    tolerance: float


def _expert_board(frames: RatingTable, excluded: Sequence[ExcludedSystem]) -> Leaderboard | None:
    """Systems by the experts; what as many hold for met as for not met is not met here."""
    if not frames.experts:
        return None
    strict = pooled(frames.catalog, frames.experts, name=EXPERTS, even="lowest")
    return leaderboard(
        frames.catalog, frames.scored(strict.marks), excluded=excluded_on(excluded, EXPERTS)
    )


def _wanted(
    tx: Transaction, records: Mapping[str, Judge], judge_ids: Sequence[str] | None
) -> list[str]:
    if judge_ids is None:
        return list(records)
    if set(judge_ids) <= records.keys():
        return list(dict.fromkeys(judge_ids))
    known = judges_heard(tx)
    return list(dict.fromkeys(judge_named(name, known) for name in judge_ids))


def _panels(
    wanted: Sequence[str], records: Mapping[str, Judge], panel: PanelOf | None
) -> dict[str, Panel]:
    """The panels among the judges that are wanted, and one that is made of the others."""
    found = {name: kept for name in wanted if (kept := Panel.of(records[name]))}
    if panel is not None:
        made = panel([name for name in wanted if name not in found])
        found[made.as_judge().id] = made
    return found


def _findings(beside: _Beside, judge: Judge, shown: ShownAnchors) -> JudgeFindings:
    frames = beside.frames
    trials = frames.judges[judge.id]
    return _measured(
        beside,
        judge,
        pooled(frames.catalog, trials, name=judge.id),
        shown,
        frames.unseen_by(judge.id),
        cache(lambda: consistency(frames.catalog, trials)),
    )


def _of_panels(
    beside: _Beside, panels: Mapping[str, Panel], every: Mapping[str, JudgeFindings]
) -> Iterator[tuple[str, JudgeFindings]]:
    """The panels by name; one that came with verdicts of its own is a judge, and not among them."""
    for name, one in panels.items():
        own = [every[judge_id] for judge_id in one.judges if judge_id in every.keys() - {CHECKS}]
        if own and name not in every:
            yield name, _of_panel(beside, one, own)


def _of_panel(beside: _Beside, panel: Panel, members: Sequence[JudgeFindings]) -> JudgeFindings:
    """A panel as a judge; what is excluded from the alignment of one member is from its own."""
    judged = {item.judge.id: (item.judge, item.marks) for item in members}
    found = panel_findings(
        beside.frames.catalog,
        panel,
        judged,
        left_out=np.any([item.left_out for item in members], axis=0),
        experts=beside.reference.marks if beside.reference else None,
    )
    measured = _measured(
        beside,
        panel.as_judge(found.judges),
        Consensus(found.votes.marks, 0),
        shown_together([item.shown for item in members]),
        np.asarray(sum(beside.frames.unseen_by(name) for name in judged), np.int32),
        lambda: None,
    )
    return replace(measured, panel=found)


def _measured(
    beside: _Beside,
    judge: Judge,
    said: Consensus,
    shown: ShownAnchors,
    unseen: IntArray,
    with_itself: Callable[[], Consistency | None],
) -> JudgeFindings:
    """The figures of what a judge or a panel says."""
    frames, reference = beside.frames, beside.reference
    catalog = frames.catalog
    left_out = shown.mask | (unseen > 0)
    aligned = None
    if reference is not None:
        aligned = alignment(
            catalog,
            reference.marks,
            said.marks,
            left_out=left_out,
            tolerance=beside.tolerance,
            anchors_known=shown.are_known,
        )
    scored = frames.scored(said.marks)
    return JudgeFindings(
        judge=judge,
        marks=said.marks,
        scored=scored,
        undecided=said.undecided,
        agreed=with_itself,
        left_out=left_out,
        shown=shown,
        unseen=int(unseen.sum()),
        alignment=aligned if aligned is not None and aligned.n else None,
        ranked=cache(
            lambda: leaderboard(
                catalog,
                scored,
                anchors=anchored_responses(catalog, judge),
                experts=beside.expert_board,
                by_judge=judge.id != CHECKS,
                excluded=excluded_on(beside.excluded, judge.id),
            )
        ),
    )


def anchored_responses(catalog: Catalog, judge: Judge) -> BoolArray:
    """Per response of the catalogue, whether the judge was shown the experts' judgments of it."""
    shown = set(judge.anchors)
    return np.array([response_id in shown for response_id in catalog.responses], np.bool_)


def _agreement(frames: RatingTable) -> ExpertAgreement | None:
    if len(frames.experts) < 2:
        return None
    return expert_agreement(frames.catalog, frames.experts) or None


def _merit(findings: JudgeFindings) -> tuple[bool, float, float]:
    """What judges are ordered by: enough evidence, then lower bounds; undefined comes last.

    Of κ within checkpoints, or of the correlation within them where all are graded; then of CDR.
    """
    found = findings.alignment
    if found is None:
        return False, -2.0, -2.0
    within = "kappa_within" if found.criterion.n else "within_correlation"
    inside, order = (
        one.interval[0] if (one := found.figures.get(name)) and one.interval else -2.0
        for name in (within, "cdr")
    )
    return not shortfalls_of(found), inside, order


def _comparisons(
    catalog: Catalog,
    reference: Consensus | None,
    found: Mapping[str, JudgeFindings],
    tolerance: float,
) -> tuple[Comparison, ...]:
    aligned = [item for item in found.values() if item.alignment is not None]
    if reference is None or len(aligned) < 2:
        return ()
    pairs = list(combinations(aligned, 2))
    if len(aligned) > MOST_COMPARED:
        best = max(aligned, key=_merit)
        pairs = [(item, best) for item in aligned if item is not best]
    compared = [
        compare(
            catalog,
            reference.marks,
            first.marks,
            second.marks,
            left_out=first.left_out | second.left_out,
            tolerance=tolerance,
        )
        for first, second in pairs
    ]
    return tuple(corrected([item for item in compared if item.tasks]))


class LatestAnalysis:
    """Keeps the newest analysis of one project; may be asked from any thread."""

    def __init__(self, project: ProjectFile) -> None:
        self._project = project
        self._lock = threading.Lock()
        self._found: tuple[Stamp, float, Analysis] | None = None

    def get(self, *, tolerance: float = 0.0) -> Analysis:
        """Every figure as the project stands now.

        Args:
            tolerance: Score differences up to this are ties in the CDR.
        """
        with self._lock:  # a concurrent caller gets the same figures
            with self._project.reading() as tx:
                now = stamp(tx)
            if self._found is None or self._found[:2] != (now, tolerance):
                self._found = now, tolerance, analyse(self._project, tolerance=tolerance)
            return self._found[2]
