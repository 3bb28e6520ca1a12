"""Analyses a project: reads its judgments and verdicts once, and computes every figure of a report.

The command line prints from the same analysis, so that no two numbers can differ.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from xpert_studio.errors import NotFoundError
from xpert_studio.metrics import (
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
from xpert_studio.records import Judge, Staleness
from xpert_studio.records.columns import BoolArray, Catalog, Marks
from xpert_studio.report.only_tasks import only_tasks
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.store import ProjectFile, judges, settings, staleness
from xpert_studio.store.frames import Frames, read_frames
from xpert_studio.workflow.shown_anchors import ShownAnchors, shown_anchors

EXPERTS = "experts"
MOST_COMPARED = 8
"""With more judges than this, each is compared with the best alone."""


@dataclass(frozen=True, slots=True)
class JudgeFindings:
    """Everything about one judge.

    Attributes:
        judge: Its record.
        marks: Its answers, the majority over its trials.
        undecided: Answers its trials leave even.
        consistency: Its agreement with itself, None where it was asked once.
        left_out: Per response: whether it is excluded, being an anchor it was shown, a
            near-duplicate of one, or a response whose attachments it did not all see.
        shown: The near-duplicates, excluded and borderline.
        unseen: Its verdicts flagged ``attachments_not_seen``: they count for scores only.
        alignment: None where no expert has judged what it has.
        leaderboard: Systems by its verdicts.
    """

    judge: Judge
    marks: Marks
    undecided: int
    consistency: Consistency | None
    left_out: BoolArray
    shown: ShownAnchors
    unseen: int
    alignment: Alignment | None
    leaderboard: Leaderboard


@dataclass(frozen=True, slots=True)
class Analysis:
    """All figures of a project.

    Attributes:
        catalog: What there is to judge.
        experts: Gold answers, one ``Marks`` an expert.
        reference: The experts' majority: what judges are measured against.
        agreement: Between experts, None where none two have judged the same.
        judges: Findings by judge id.
        comparisons: Pairs of judges, p-values corrected for their number.
        expert_board: Systems by the experts' answers, None without gold.
        tolerance: Score differences up to this are ties in the CDR.
        stale: Judgments and verdicts excluded because what they rest on was edited since.
        small: Which groups rest on too few tasks, by the project's policy.
    """

    catalog: Catalog
    experts: tuple[Marks, ...]
    reference: Consensus | None
    agreement: ExpertAgreement | None
    judges: dict[str, JudgeFindings]
    comparisons: tuple[Comparison, ...]
    expert_board: Leaderboard | None
    tolerance: float
    stale: Staleness
    small: SmallGroups

    def aligned(self) -> list[JudgeFindings]:
        """Judges with an alignment, the best CDR first, then the best κ."""
        found = [item for item in self.judges.values() if item.alignment is not None]
        return sorted(found, key=_merit, reverse=True)


def analyse(
    project: ProjectFile,
    *,
    judge_ids: Sequence[str] | None = None,
    task_ids: Collection[str] | None = None,
    tolerance: float = 0.0,
    with_comparisons: bool = True,
) -> Analysis:
    """Computes every figure.

    Args:
        project: The project.
        judge_ids: Only these judges; all that have verdicts where None.
        task_ids: As if there were only these tasks; all where None.
        tolerance: Score differences up to this are ties in the CDR.
        with_comparisons: Whether judges are compared with each other.

    Raises:
        NotFoundError: A named judge is not in the project.
    """
    with project.reading() as tx:
        records = {judge.id: judge for judge in judges.all_judges(tx)}
        wanted = _wanted(records, judge_ids)
        frames = read_frames(tx, judge_ids=wanted)
        if task_ids is not None:
            frames = only_tasks(frames, task_ids)
        stale = staleness.count_stale(tx)
        small = SmallGroups(settings.project_info(tx).policies.fewest_tasks)
        shown = shown_anchors(tx, [records[judge_id] for judge_id in wanted], frames.catalog)
    reference = pooled(frames.catalog, frames.experts, name=EXPERTS) if frames.experts else None
    expert_board = _expert_board(frames)
    found = {
        judge_id: _findings(
            frames, records[judge_id], reference, shown[judge_id], expert_board, tolerance=tolerance
        )
        for judge_id in wanted
        if frames.judges.get(judge_id)
    }
    return Analysis(
        catalog=frames.catalog,
        experts=frames.experts,
        reference=reference,
        agreement=_agreement(frames),
        judges=found,
        comparisons=_comparisons(frames.catalog, reference, found, tolerance)
        if with_comparisons
        else (),
        expert_board=expert_board,
        tolerance=tolerance,
        stale=stale,
        small=small,
    )


def _expert_board(frames: Frames) -> Leaderboard | None:
    """Systems by the experts; what as many hold for met as for not met is not met here."""
    if not frames.experts:
        return None
    strict = pooled(frames.catalog, frames.experts, name=EXPERTS, even="lowest")
    return leaderboard(frames.catalog, strict.marks)


def _wanted(records: Mapping[str, Judge], judge_ids: Sequence[str] | None) -> list[str]:
    if judge_ids is None:
        return list(records)
    unknown = [judge_id for judge_id in judge_ids if judge_id not in records]
    if unknown:
        raise NotFoundError(
            f"There is no judge {', '.join(unknown)}.",
            remedy=f"Judges with verdicts: {', '.join(records) or 'none yet'}.",
        )
    return list(dict.fromkeys(judge_ids))


def _findings(
    frames: Frames,
    judge: Judge,
    reference: Consensus | None,
    shown: ShownAnchors,
    expert_board: Leaderboard | None,
    *,
    tolerance: float,
) -> JudgeFindings:
    catalog, trials = frames.catalog, frames.judges[judge.id]
    over_trials = pooled(catalog, trials, name=judge.id)
    unseen = frames.unseen_by(judge.id)
    left_out = shown.mask | (unseen > 0)
    aligned = None
    if reference is not None:
        aligned = alignment(
            catalog,
            reference.marks,
            over_trials.marks,
            left_out=left_out,
            tolerance=tolerance,
            anchors_known=shown.are_known,
        )
    return JudgeFindings(
        judge=judge,
        marks=over_trials.marks,
        undecided=over_trials.undecided,
        consistency=consistency(catalog, trials),
        left_out=left_out,
        shown=shown,
        unseen=int(unseen.sum()),
        alignment=aligned if aligned is not None and aligned.criterion.n else None,
        leaderboard=leaderboard(
            catalog,
            over_trials.marks,
            anchors=anchored_responses(catalog, judge),
            experts=expert_board,
        ),
    )


def anchored_responses(catalog: Catalog, judge: Judge) -> BoolArray:
    """Per response of the catalogue, whether the judge was shown the experts' judgments of it."""
    shown = set(judge.anchors)
    return np.array([response_id in shown for response_id in catalog.responses], np.bool_)


def _agreement(frames: Frames) -> ExpertAgreement | None:
    if len(frames.experts) < 2:
        return None
    found = expert_agreement(frames.catalog, frames.experts)
    return found if found.items else None


def _merit(findings: JudgeFindings) -> tuple[float, float]:
    """What judges are ordered by: CDR, then κ; undefined comes last."""
    if findings.alignment is None:
        return -2.0, -2.0
    cdr, kappa = (findings.alignment.figures[name].value for name in ("cdr", "kappa"))
    return (-2.0 if cdr is None else cdr), (-2.0 if kappa is None else kappa)


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
    return tuple(corrected([item for item in compared if item.n]))
