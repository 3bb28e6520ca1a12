"""Scores by a judge that experts' labels correct, system by system: the model of what is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from xpert_studio.core.metrics import SCORE
from xpert_studio.core.metrics.pairing import pair_up
from xpert_studio.core.metrics.task_estimates import (
    NEAR_AN_END,
    SURE_TASKS,
    Caution,
    Estimate,
    bounds,
    caution,
    known,
)
from xpert_studio.core.records import CHECKS
from xpert_studio.packs.correction.chosen import Chosen, choose, read_samples
from xpert_studio.packs.correction.error_rates import ErrorRates, error_rates
from xpert_studio.packs.correction.estimator import FEWEST_LABELLED, Corrected, corrected
from xpert_studio.packs.correction.totals import response_totals, totals_of
from xpert_studio.report.analysis import JudgeFindings
from xpert_studio.report.results.results import EXPERTS, Rater
from xpert_studio.report.section import View
from xpert_studio.report.sentences import judge_name


@dataclass(frozen=True, slots=True)
class CorrectedScore:
    """The score of one system by a judge, and what labels make of it.

    Attributes:
        raw: The judge's, as on the leaderboard.
        corrected: With the interval for tasks like these; no value where it is refused.
        here: The interval for these tasks only.
        rank: Among the systems with a corrected rank.
        labelled: Clusters with a label.
        clusters: Clusters with a score by the judge.
        factor: λ, how far the judge's scores are relied on, 0 to 1.
        alone: Mean of the labels alone, with its standard error.
        chosen: How its labels were chosen.
        anchored: Whether the judge was shown most of its labels as anchors.
        rates: How the judge errs on it; None where nothing binary is labelled.
    """

    system: str
    raw: Estimate
    corrected: Estimate
    here: tuple[float, float] | None
    rank: int | None
    labelled: int
    clusters: int
    factor: float | None
    alone: tuple[float | None, float | None]
    chosen: Chosen
    anchored: bool
    rates: ErrorRates | None

    @property
    def lacking(self) -> int:
        """Labelled clusters that it lacks for a corrected score; 0 where it has one."""
        return 0 if self.corrected.value is not None else max(FEWEST_LABELLED - self.labelled, 0)


@dataclass(frozen=True, slots=True)
class CorrectedBoard:
    """All systems by one judge.

    Attributes:
        judge_id: The judge.
        who: It in words.
        rows: As on the leaderboard.
        unlabelled: By system, responses that have a score and no label.
        families: Whether clusters are families of tasks.
        tasks: Tasks on the board.
    """

    judge_id: str
    who: str
    rows: tuple[CorrectedScore, ...]
    unlabelled: Mapping[str, int]
    families: bool
    tasks: int

    @property
    def refused(self) -> list[CorrectedScore]:
        """Rows without a corrected score."""
        return [row for row in self.rows if row.corrected.value is None]


def judge_of(view: View) -> Rater | None:
    """The judge whose scores are corrected: the rater of the view, else the first judge."""
    rater = view.rater
    judges = (one for one in view.results.raters if one.is_judge and one.id != CHECKS)
    if rater is None or rater.id == CHECKS:
        return None
    return rater if rater.is_judge else next(judges, None)


def corrected_board(view: View) -> CorrectedBoard | None:
    """The corrected scores of a judge; None where no judge scored, or there is too little to say.

    That is where fewer clusters are scored than a corrected score needs labelled, and none is.
    """
    judge = judge_of(view)
    findings = judge.findings if judge else None
    if findings is None:
        return None
    key = "corrected_board", findings.judge.id, view.scope
    return view.results.kept(key, lambda: _computed(view, findings))


def _computed(view: View, judge: JudgeFindings) -> CorrectedBoard | None:
    results, catalog, judge_id = view.results, view.results.catalog, judge.judge.id
    marks = results.marks(judge_id, view.scope)
    by_experts = any(one.id == EXPERTS for one in results.raters)
    gold = results.marks(EXPERTS, view.scope) if by_experts else marks.where(marks.response < 0)
    left_out = judge.left_out
    share, _, labels, _, _ = response_totals(catalog, marks, gold, left_out)
    is_scored, is_labelled = share > 0, labels > 0
    clusters = np.unique(catalog.response_cluster[is_scored])
    if not is_labelled.any() and clusters.size < FEWEST_LABELLED:
        return None
    samples = read_samples(view.project, catalog)
    ways, probability = choose(catalog, is_scored, is_labelled, samples)
    found = corrected(totals_of(catalog, marks, gold, left_out, probability))
    rates = error_rates(catalog, pair_up(catalog, gold, judge.marks, left_out=left_out))
    rows = []
    for row in results.board(judge_id, view.scope).leaderboard.standings:
        place = catalog.systems.index(row.system)
        made = _row(found, place, ways[row.system])
        rows.append(
            replace(
                made,
                system=row.system,
                raw=row.figures[SCORE.id],
                anchored=row.apart == "anchored",
                rates=rates.get(row.system),
                rank=1 if made.rank and row.rank is not None else None,
            )
        )
    open_ = np.bincount(
        catalog.response_system[is_scored & ~is_labelled], minlength=len(catalog.systems)
    )
    scored = np.unique(catalog.response_task[is_scored])
    return CorrectedBoard(
        judge_id,
        judge_name(judge.judge),
        tuple(_ranked(rows)),
        dict(zip(catalog.systems, open_.tolist(), strict=True)),
        families=clusters.size < scored.size,
        tasks=int(scored.size),
    )


def _row(found: Corrected, place: int, chosen: Chosen) -> CorrectedScore:
    """One system; ``rank`` is 1 where it may be ranked."""
    n, value = int(found.labelled[place]), known(found.value[place])
    is_enough = n >= FEWEST_LABELLED and value is not None
    figure = Estimate(None, None, n)
    here = None
    if is_enough and value is not None:
        interval = bounds(found.low[place], found.high[place])
        figure = Estimate(value, interval, n, _caution(value, n), n=n)
        here = bounds(found.low_here[place], found.high_here[place])
    return CorrectedScore(
        system="",
        raw=figure,
        corrected=figure,
        here=here,
        rank=1 if is_enough and chosen.is_random else None,
        labelled=n,
        clusters=int(found.clusters[place]),
        factor=known(found.factor[place]) if is_enough else None,
        alone=(known(found.alone[place]), known(found.alone_error[place])),
        chosen=chosen,
        anchored=False,
        rates=None,
    )


def _caution(value: float, n: int) -> Caution | None:
    """As of any figure near an end of its scale."""
    is_near = min(value, 1 - value) < NEAR_AN_END
    return caution(n, SURE_TASKS if is_near else 0)


def _ranked(rows: list[CorrectedScore]) -> Iterator[CorrectedScore]:
    """The rows with their ranks; one rank alone says nothing, and is none."""
    values = [row.corrected.value for row in rows if row.rank and row.corrected.value is not None]
    for row in rows:
        value = row.corrected.value
        is_in = row.rank is not None and value is not None and len(values) > 1
        rank = 1 + sum(one > value for one in values) if is_in and value is not None else None
        yield replace(row, rank=rank)
