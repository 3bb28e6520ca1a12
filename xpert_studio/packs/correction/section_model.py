"""Scores by a judge that experts' labels correct, system by system: the model of what is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from xpert_studio.api.figures import ratio
from xpert_studio.api.sections import Estimate, View, judge_name
from xpert_studio.core.metrics import SCORE
from xpert_studio.core.metrics.pairing import Paired, pair_up
from xpert_studio.core.metrics.task_estimates import (
    NEAR_AN_END,
    SURE_AT_AN_END,
    SURE_TASKS,
    bounds,
    caution,
    known,
)
from xpert_studio.core.records import CHECKS
from xpert_studio.core.records.columns import BoolArray, Catalog
from xpert_studio.packs.correction.chosen import Chosen, Sample, choose, read_samples
from xpert_studio.packs.correction.error_rates import ErrorRates, error_rates
from xpert_studio.packs.correction.estimator import (
    FEWEST_LABELLED,
    Corrected,
    Floats,
    Totals,
    corrected,
    freedom_of,
)
from xpert_studio.packs.correction.totals import (
    as_scored,
    judged_in_full,
    response_totals,
    totals_of,
)
from xpert_studio.report.analysis import JudgeFindings
from xpert_studio.report.results.results import EXPERTS, Rater


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
        unlabelled: By system, responses that have a score and are not judged in full.
        in_full: By system, clusters with a response that is judged in full.
        families: Whether clusters are families of tasks.
        tasks: Tasks on the board.
    """

    judge_id: str
    who: str
    rows: tuple[CorrectedScore, ...]
    unlabelled: Mapping[str, int]
    in_full: Mapping[str, int]
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


@dataclass(frozen=True, slots=True)
class LabelState:
    """What a judge scored, what of it experts judged, and how that was chosen.

    Attributes:
        judge: The judge.
        is_scored: By response, whether it counts.
        judge_score: By response, what the judge gives.
        is_labelled: By response, whether experts judged all of it.
        samples: Those that the project keeps.
        chosen: By system.
        probability: By response; see ``choose``.
        totals: By system and cluster.
        paired: Experts and judge on the same checkpoints.
    """

    catalog: Catalog
    judge: JudgeFindings
    is_scored: BoolArray
    judge_score: Floats
    is_labelled: BoolArray
    samples: tuple[Sample, ...]
    chosen: dict[str, Chosen]
    probability: Floats
    totals: Totals
    paired: Paired


def label_state(view: View, judge: JudgeFindings) -> LabelState:
    """What is labelled of a judge's scores; computed once."""
    key = "label_state", judge.judge.id, view.scope
    return view.results.kept(key, lambda: _label_state(view, judge))


def _label_state(view: View, judge: JudgeFindings) -> LabelState:
    results, catalog = view.results, view.results.catalog
    marks, left_out = results.marks(judge.judge.id, view.scope), judge.left_out
    by_experts = any(rater.id == EXPERTS for rater in results.raters)
    gold = results.marks(EXPERTS, view.scope) if by_experts else marks.where(marks.response < 0)
    marks, everything = as_scored(catalog, marks), gold
    gold = as_scored(catalog, gold)
    in_full = judged_in_full(catalog, marks, everything, left_out)
    share, judged, *_ = response_totals(catalog, marks, gold, left_out)
    is_scored, is_labelled = share > 0, (share > 0) & in_full
    samples = tuple(read_samples(view.project, catalog))
    chosen, probability = choose(catalog, is_scored, is_labelled, samples)
    return LabelState(
        catalog,
        judge,
        is_scored,
        ratio(judged, share),
        is_labelled,
        samples,
        chosen,
        probability,
        totals_of(catalog, marks, gold, left_out, probability),
        pair_up(catalog, gold, judge.marks, left_out=left_out),
    )


def _computed(view: View, judge: JudgeFindings) -> CorrectedBoard | None:
    state = label_state(view, judge)
    catalog = state.catalog
    clusters = np.unique(catalog.response_cluster[state.is_scored])
    if not state.totals.is_labelled.any() and clusters.size < FEWEST_LABELLED:
        return None
    found, rates = corrected(state.totals), error_rates(catalog, state.paired)
    rows = []
    for row in view.results.board(judge.judge.id, view.scope).leaderboard.standings:
        made = _row(state, found, catalog.systems.index(row.system))
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
    unlabelled = catalog.response_system[state.is_scored & ~state.is_labelled]
    counts = np.bincount(unlabelled, minlength=len(catalog.systems)).tolist()
    tasks = np.unique(catalog.response_task[state.is_scored]).size
    return CorrectedBoard(
        judge.judge.id,
        judge_name(judge.judge),
        tuple(_ranked(rows)),
        dict(zip(catalog.systems, counts, strict=True)),
        _in_full(state),
        families=clusters.size < tasks,
        tasks=tasks,
    )


def _in_full(state: LabelState) -> dict[str, int]:
    catalog, inside = state.catalog, state.is_labelled
    places = np.stack([catalog.response_system[inside], catalog.response_cluster[inside]])
    counts = np.bincount(np.unique(places, axis=1)[0], minlength=len(catalog.systems)).tolist()
    return dict(zip(catalog.systems, counts, strict=True))


def _row(state: LabelState, found: Corrected, place: int) -> CorrectedScore:
    """One system; ``rank`` is 1 where it may be ranked."""
    chosen = state.chosen[state.catalog.systems[place]]
    n, value = int(found.labelled[place]), known(found.value[place])
    is_enough = n >= FEWEST_LABELLED and value is not None
    figure = Estimate(None, None, n)
    here = None
    is_near = value is not None and min(value, 1 - value) < NEAR_AN_END
    if is_enough and value is not None:
        interval = bounds(found.low[place], found.high[place])
        alike = round(float(freedom_of(state.totals)[place])) + 1
        figure = Estimate(value, interval, n, caution(alike, SURE_TASKS if is_near else 0), n=n)
        # It covers .80 to .90 near an end; of parts of clusters it is not known.
        if not state.totals.is_partly[place] and (not is_near or n >= SURE_AT_AN_END):
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


def _ranked(rows: list[CorrectedScore]) -> Iterator[CorrectedScore]:
    """The rows with their ranks; one rank alone says nothing, and is none."""
    values = [row.corrected.value for row in rows if row.rank and row.corrected.value is not None]
    for row in rows:
        value = row.corrected.value
        is_in = row.rank is not None and value is not None and len(values) > 1
        rank = (
            1 + sum(one > value + _SAME for one in values) if is_in and value is not None else None
        )
        yield replace(row, rank=rank)


_SAME: Final = 1e-9
"""Scores that differ by no more are equal: the order of summing makes the rest."""
