"""What comparisons of responses say: of systems, of judges, and of rubrics.

Beside each rubric: do scores by it order the responses as the experts do who compared them? Of
experts all submitted judgments count there, confirmed or not, so that it is known early.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from xpert_studio.api.records import ProjectFile, Transaction
from xpert_studio.api.sections import Estimate
from xpert_studio.core.metrics import pooled
from xpert_studio.core.metrics.distributions import average_ranks
from xpert_studio.core.metrics.engine import Figures, figures_of_tables, measured
from xpert_studio.core.metrics.metric import RANKS
from xpert_studio.core.metrics.task_estimates import in_clusters, known
from xpert_studio.core.records import CHECKS, Judge, RaterKind, RatingState
from xpert_studio.core.records.columns import BoolArray, Catalog, FloatArray, Ratings
from xpert_studio.core.store import comparisons, judges, responses
from xpert_studio.core.store.rating_table import RatingTable, read_frames
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.packs.comparisons.bradley_terry import strengths
from xpert_studio.packs.comparisons.compared import (
    ComparedPairs,
    DecidedPairs,
    Signs,
    WinCounts,
    by_pair,
    compared_of,
    decided,
    order_counts,
    pair_counts,
    rank_counts,
    score_signs,
    win_counts,
    wins_by_cluster,
)
from xpert_studio.packs.comparisons.figures import COMPARISONS, ORDERS
from xpert_studio.report.table_part import only_tasks
from xpert_studio.report.ties import Tie, groups_by_test

EXPERTS: Final = "experts"

ENOUGH_PAIRS: Final = 3
"""With fewer compared pairs of a task nothing is said of its rubric."""

LEAST_RESPONSES: Final = 3
"""With fewer responses there is no rank correlation."""


@dataclass(frozen=True, slots=True)
class SystemStanding:
    """One system by comparisons of its responses."""

    system: str
    strength: Estimate
    win_rate: Estimate
    tie_rate: Estimate


@dataclass(frozen=True, slots=True)
class PairStanding:
    """Two systems by comparisons of their responses to the same tasks.

    Attributes:
        first, second: The stronger one first.
        win_rate: Of the first.
    """

    first: str
    second: str
    win_rate: Estimate
    tie_rate: Estimate


@dataclass(frozen=True, slots=True)
class RaterComparisons:
    """What the experts together say, or one judge.

    Attributes:
        rater: ``EXPERTS``, or the judge's id.
        comparisons: As they were given; a judge's in both orders.
        pairs, tasks: Different pairs, and their tasks.
        people: Experts behind it; 0 of a judge.
        orders: Position bias and preference for the first, by the ids of these figures.
        systems: Strongest first.
        by_pair: Every two systems that were compared, in the order of ``systems``.
        ties: Which systems cannot be told apart, by system; empty where not all can be ordered.
        groups: Systems that comparisons join; more than one: they cannot all be ordered.
        agreement: Of a judge with the experts on the same pairs; None without any.
    """

    rater: str
    comparisons: int
    pairs: int
    tasks: int
    people: int
    orders: Mapping[str, Estimate]
    systems: tuple[SystemStanding, ...]
    by_pair: tuple[PairStanding, ...]
    ties: dict[str, Tie]
    groups: tuple[tuple[str, ...], ...]
    agreement: Figures | None


@dataclass(frozen=True, slots=True)
class TaskOrder:
    """How scores by one rater order the compared pairs of a task.

    Attributes:
        pairs: Pairs that experts compared and that are scored; ``compared`` all they compared.
        concordant, discordant, tied: As the experts, the other way, and tied by either.
        tau_b: Kendall's, over the pairs; None where undefined or on too few.
        spearman: Of the scores with the shares of comparisons won; over ``responses``.
    """

    task_id: str
    title: str
    compared: int
    pairs: int
    concordant: int
    discordant: int
    tied: int
    tau_b: float | None
    spearman: float | None
    responses: int

    @property
    def is_enough(self) -> bool:
        """Whether something can be said of the rubric."""
        return self.pairs >= ENOUGH_PAIRS


@dataclass(frozen=True, slots=True)
class ScoreOrder:
    """Whether scores by one rater order responses as the experts do who compared them.

    Attributes:
        scorer: ``EXPERTS``, or a judge's id.
        figures: Over all compared pairs that are scored, by task.
        tasks: Task by task, in the order of the project: those with a pair that is scored.
    """

    scorer: str
    figures: Figures
    tasks: tuple[TaskOrder, ...]


@dataclass(frozen=True, slots=True)
class ComparisonFigures:
    """All that comparisons say.

    Attributes:
        raters: The experts first.
        scores: By rater who has scored, the experts first.
        judges: Those of them that are judges.
        outdated, invalid, of_checkpoints: Comparisons that do not count: of a text that was edited
            or removed since, without a usable reply, and of one checkpoint only.
    """

    raters: tuple[RaterComparisons, ...]
    scores: tuple[ScoreOrder, ...]
    judges: tuple[Judge, ...]
    outdated: int
    invalid: int
    of_checkpoints: int

    def __bool__(self) -> bool:
        """Whether there is any comparison."""
        return bool(self.raters) or bool(self.outdated + self.invalid + self.of_checkpoints)

    def rater(self, name: str) -> RaterComparisons | None:
        """What one rater says."""
        return next((item for item in self.raters if item.rater == name), None)


_NONE: Final = ComparisonFigures((), (), (), 0, 0, 0)


def comparison_figures(
    project: ProjectFile, task_ids: Collection[str] | None = None
) -> ComparisonFigures:
    """All that comparisons say.

    Args:
        project: The project.
        task_ids: As if there were only these tasks; all where None.
    """
    with project.reading() as tx:
        found = comparisons.of_included(tx, comparisons.read_all(tx))
        if task_ids is not None:
            asked = set(task_ids)
            found = [item for item in found if item.comparison.task_id in asked]
        if not found:
            return _NONE
        frames = read_frames(tx, gold_only=False)
        if task_ids is not None:
            frames = only_tasks(frames, task_ids)
        given = _by_rater(tx, frames.catalog, task_ids)
        known = judges.all_judges(tx)
    raters = _raters(frames.catalog, given)
    stale = [item for item in found if not item.is_current]
    now = [item.comparison for item in found if item.is_current]
    return ComparisonFigures(
        raters=raters,
        scores=_scores(frames, given[EXPERTS][0]) if EXPERTS in given else (),
        judges=tuple(item for item in known if item.id in given or item.id in frames.judges),
        outdated=len(stale),
        invalid=sum(item.state is not RatingState.OK for item in now),
        of_checkpoints=sum(bool(item.checkpoint_id) for item in now),
    )


def rubric_orders(
    project: ProjectFile, person_id: str, task_id: str
) -> tuple[tuple[str, TaskOrder], ...]:
    """Whether scores by a rubric order the responses as the experts do who compared them.

    Args:
        project: The project.
        person_id: Who asks; while they have to judge a response to the task, they get nothing.
        task_id: The task.

    Returns:
        By rater who has scored, what is said on most pairs first; empty without comparisons.
    """
    with project.reading() as tx:
        compared = comparisons.current(tx, task_id=task_id, rater=RaterKind.EXPERT)
        to_judge = set(blinding_for(tx, person_id).to_judge) if compared else set()
        of_task = {item.id for item in responses.outlines(tx, task_id=task_id)}
    if not compared or to_judge & of_task:
        return ()
    scores = comparison_figures(project, [task_id]).scores
    found = [(item.scorer, item.tasks[0]) for item in scores if item.tasks]
    none = TaskOrder(task_id, "", len({item.pair for item in compared}), 0, 0, 0, 0, None, None, 0)
    return tuple(sorted(found, key=lambda item: -item[1].pairs)) or ((EXPERTS, none),)


def _by_rater(
    tx: Transaction, catalog: Catalog, task_ids: Collection[str] | None
) -> dict[str, tuple[ComparedPairs, int]]:
    """Comparisons that count, and how many people gave them: of the experts, and by judge."""
    place = {id_: at for at, id_ in enumerate(catalog.responses)}
    rows: dict[str, list[tuple[int, int, int, int, bool]]] = {}
    people: dict[str, int] = {}
    for item in comparisons.current(tx):
        if task_ids is not None and item.task_id not in task_ids:
            continue
        is_expert = item.rater is RaterKind.EXPERT
        row = (
            people.setdefault(item.rater_id, len(people)) if is_expert else 0,
            place[item.first_id],
            place[item.second_id],
            item.value or 0,
            item.shown_first == item.first_id,
        )
        rows.setdefault(EXPERTS if is_expert else item.rater_id, []).append(row)
    ordered = sorted(rows, key=lambda name: (name != EXPERTS, name))
    return {
        name: (compared_of(rows[name]), len(people) if name == EXPERTS else 0) for name in ordered
    }


def _raters(
    catalog: Catalog, given: dict[str, tuple[ComparedPairs, int]]
) -> tuple[RaterComparisons, ...]:
    experts = by_pair(decided(given[EXPERTS][0])) if EXPERTS in given else None
    return tuple(
        _rater(catalog, name, found, people, None if name == EXPERTS else experts)
        for name, (found, people) in given.items()
    )


def _rater(
    catalog: Catalog,
    name: str,
    compared_pairs: ComparedPairs,
    people: int,
    experts: ComparedPairs | None,
) -> RaterComparisons:
    own = decided(compared_pairs)
    pairs = by_pair(own)
    (orders,) = measured(ORDERS, order_counts(catalog, compared_pairs), catalog.task_cluster)
    rates = measured(COMPARISONS, win_counts(catalog, own), catalog.task_cluster)
    fit = strengths(wins_by_cluster(catalog, own))
    standings = [
        SystemStanding(catalog.systems[at], strength, rates[at]["win_rate"], rates[at]["tie_rate"])
        for at, strength in enumerate(fit.of)
        if strength.value is not None
    ]
    standings.sort(key=lambda item: (-(item.strength.value or 0.0), item.system))
    by_system, ties = _by_pair(catalog, own, [item.system for item in standings])
    return RaterComparisons(
        rater=name,
        comparisons=len(compared_pairs),
        pairs=len(pairs),
        tasks=len(np.unique(catalog.response_task[pairs.first])),
        people=people,
        orders=orders,
        systems=tuple(standings),
        by_pair=by_system,
        ties=ties if fit.is_joined else {},
        groups=tuple(tuple(catalog.systems[at] for at in group) for group in fit.groups),
        agreement=None if experts is None else _agreement(catalog, experts, pairs),
    )


def _by_pair(
    catalog: Catalog, own: DecidedPairs, names: Sequence[str]
) -> tuple[tuple[PairStanding, ...], dict[str, Tie]]:
    """Win rates of every two systems, and which of them these cannot tell apart."""
    places = [catalog.systems.index(name) for name in names]
    every = list(combinations(range(len(names)), 2))
    counts = pair_counts(catalog, own, [(places[one], places[other]) for one, other in every])
    is_met = counts.compared.sum(axis=-1) > 0
    counts = WinCounts(*(part[is_met] for part in counts))
    pairs = [pair for pair, met in zip(every, is_met.tolist(), strict=True) if met]
    rates = measured(COMPARISONS, counts, catalog.task_cluster)
    won, lost = (
        in_clusters(np.stack([part, counts.compared], axis=-1), catalog.task_cluster)
        for part in (counts.won, counts.compared - counts.won)
    )
    found = tuple(
        PairStanding(names[one], names[other], rate["win_rate"], rate["tie_rate"])
        for (one, other), rate in zip(pairs, rates, strict=True)
    )
    return found, groups_by_test(names, pairs, won, lost)


def _agreement(catalog: Catalog, experts: ComparedPairs, judge: ComparedPairs) -> Figures | None:
    """How a judge's comparisons agree with the experts' on the pairs that both have compared."""
    said = dict(
        zip(
            zip(judge.first.tolist(), judge.second.tolist(), strict=True),
            judge.value.tolist(),
            strict=True,
        )
    )
    pairs = list(zip(experts.first.tolist(), experts.second.tolist(), strict=True))
    known_pairs = np.array([pair in said for pair in pairs], np.bool_)
    signs = np.array([said.get(pair, 0) for pair in pairs], np.int8)
    counts = rank_counts(catalog, experts, signs, known_pairs)
    return (
        figures_of_tables(counts[None], RANKS, catalog.task_cluster)[0]
        if known_pairs.any()
        else None
    )


def _scores(frames: RatingTable, compared: ComparedPairs) -> tuple[ScoreOrder, ...]:
    pairs = by_pair(decided(compared))
    found = (
        _score_order(frames.catalog, frames.scored(marks), pairs) for marks in _scorers(frames)
    )
    return tuple(item for item in found if item is not None)


def _scorers(frames: RatingTable) -> Iterator[Ratings]:
    catalog = frames.catalog
    if frames.experts:
        yield pooled(catalog, frames.experts, name=EXPERTS).marks
    alone = not frames.experts and frames.judges.keys() == {CHECKS}
    for judge_id, trials in frames.judges.items():
        if judge_id == CHECKS and not alone:
            continue  # what programs decide counts in every other rater's scores
        yield replace(pooled(catalog, trials, name=judge_id).marks, rater=judge_id)


def _score_order(catalog: Catalog, marks: Ratings, pairs: ComparedPairs) -> ScoreOrder | None:
    signs, is_scored = score_signs(catalog, marks, pairs)
    if not is_scored.any():
        return None
    counts = rank_counts(catalog, pairs, signs, is_scored)
    (figures,) = figures_of_tables(counts[None], RANKS, catalog.task_cluster)
    tasks = catalog.response_task[pairs.first]
    rows = []
    for task in np.unique(tasks[is_scored]).tolist():
        own = tasks == task
        rows.append(
            _task_order(catalog, task, pairs.where(own), signs[own], is_scored[own], counts)
        )
    return ScoreOrder(marks.rater, figures, tuple(rows))


def _task_order(
    catalog: Catalog,
    task: int,
    pairs: ComparedPairs,
    signs: Signs,
    is_scored: BoolArray,
    counts: FloatArray,
) -> TaskOrder:
    agree, disagree, *ties = counts[task].astype(int).tolist()
    scored = pairs.where(is_scored)
    is_enough = len(scored) >= ENOUGH_PAIRS
    tau = figures_of_tables(counts[None, task : task + 1], RANKS, np.zeros(1, np.int32))[0][
        "tau_b"
    ].value
    spearman, responses = _spearman(scored, signs[is_scored])
    return TaskOrder(
        task_id=catalog.tasks[task],
        title=catalog.task_titles[task],
        compared=len(pairs),
        pairs=len(scored),
        concordant=agree,
        discordant=disagree,
        tied=sum(ties),
        tau_b=tau if is_enough else None,
        spearman=spearman if is_enough else None,
        responses=responses,
    )


def _spearman(pairs: ComparedPairs, signs: Signs) -> tuple[float | None, int]:
    """Rank correlation of the shares of pairs won by comparison, and by score.

    Over the responses in these pairs, which need not be all pairs of them.
    """
    ids = np.unique(np.concatenate([pairs.first, pairs.second]))
    if ids.size < LEAST_RESPONSES:
        return None, int(ids.size)
    one, other = np.searchsorted(ids, pairs.first), np.searchsorted(ids, pairs.second)
    count = np.bincount(one, minlength=ids.size) + np.bincount(other, minlength=ids.size)
    won = [
        (np.bincount(one, values, ids.size) - np.bincount(other, values, ids.size)) / count
        for values in (pairs.value, signs)
    ]
    if any(np.ptp(side) == 0 for side in won):
        return None, int(ids.size)
    one_rank, other_rank = (average_ranks(side.round(12)) for side in won)
    return known(float(np.corrcoef(one_rank, other_rank)[0, 1])), int(ids.size)
