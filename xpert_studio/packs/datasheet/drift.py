"""What changed since a set of gold forms was frozen: the judge, the rubric, or the responses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean
from typing import Final

import numpy as np

from xpert_studio.core.judge.pricing import total_of
from xpert_studio.core.metrics.task_estimates import SHARE, Estimate, estimate
from xpert_studio.core.records import grouped
from xpert_studio.core.records.columns import FloatArray
from xpert_studio.packs.datasheet.effects import Places
from xpert_studio.packs.datasheet.records import PROBE, Answer, Asking
from xpert_studio.packs.datasheet.sequence import LEAST_ASKS, Watch, watch

Item = tuple[str, str]
"""A response and a checkpoint, by their ids."""
SAME: Final = "same"
JUDGE, RUBRIC, SYSTEM, EXAMPLES, SEVERAL = "judge", "rubric", "system", "examples", "several"
CAUSES: Final = (SAME, JUDGE, RUBRIC, SYSTEM, EXAMPLES, SEVERAL)
"""What can have changed between two asks: nothing that is known, so that it is the model behind the
judge; the judge as it is configured, or another one; rubric, task or grading policy; the response;
the worked examples or files that are shown; several of these."""
_FAR: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Change:
    """What one cause does to the agreement at a look.

    Attributes:
        cause: One of ``CAUSES``.
        n: Verdicts that it concerns.
        flips: Of these, verdicts that differ from the baseline's.
        change: What it adds to the agreement of the whole set: the changes of all causes add up to
            that of the look.
    """

    cause: str
    n: int
    flips: int
    change: float


@dataclass(frozen=True, slots=True)
class DriftLook:
    """One ask of the whole set.

    Attributes:
        ask: Counts from 1.
        at: When.
        judge_id: Who was asked.
        is_baseline: Whether the look is one of the first that the others are held against.
        agreement: With gold, 0 to 1: a met is a met; on a scale, 1 less the distance.
        n: Verdicts with gold.
        unusable: Verdicts that could not be had.
        changes: Since the baseline, by cause; nothing in the baseline.
        calls, cost, seconds: What it took; the cost is None where it is unknown.
    """

    ask: int
    at: datetime
    judge_id: str
    is_baseline: bool
    agreement: Estimate
    n: int
    unusable: int
    changes: tuple[Change, ...]
    calls: int
    cost: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class DriftSeries:
    """A frozen set, and what the judge said of it over time.

    Attributes:
        id: Of the set.
        judge_id: Who was asked first.
        looks: The oldest first.
        forms, clusters: Responses of the set, and the families of tasks that they are of.
        watch: Whether the judge drifts; None with fewer than three asks before the first look, no
            look yet, fewer than two clusters, or nothing that stayed the same.
        watched: Verdicts that the alarm rests on: nothing that they depend on has changed.
        replaced: Whether the last look was of a judge of another hash.
    """

    id: str
    judge_id: str
    looks: tuple[DriftLook, ...]
    forms: int
    clusters: int
    watch: Watch | None
    watched: int
    replaced: bool

    @property
    def alarm(self) -> DriftLook | None:
        """The look at which the judge had changed; None for none."""
        at = self.watch.at if self.watch else None
        after = [look for look in self.looks if not look.is_baseline and not _is_other(look)]
        return None if at is None else after[at]

    @property
    def last_changes(self) -> dict[str, Change]:
        """Those of the last look, by cause."""
        return {change.cause: change for change in self.looks[-1].changes} if self.looks else {}


def _is_other(look: DriftLook) -> bool:
    """Whether a look was of another judge."""
    return any(change.cause == JUDGE and change.n for change in look.changes)


Asked = Mapping[int, Mapping[str, Asking]]
"""By ask, then by the id of the response."""


def series_of(
    records: Iterable[tuple[str, Asking]], cluster: Mapping[str, int]
) -> tuple[DriftSeries, ...]:
    """All frozen sets with their looks, in the order in which they were frozen.

    Args:
        records: Ids of responses, and what a judge said of them.
        cluster: The cluster of each response.
    """
    named = grouped(
        (one.series, (name, one))
        for name, one in records
        if one.series != PROBE and name in cluster
    )
    return tuple(_series(id_, own, cluster) for id_, own in named.items())


def _series(
    id_: str, records: Sequence[tuple[str, Asking]], cluster: Mapping[str, int]
) -> DriftSeries:
    asked: dict[int, dict[str, Asking]] = {}
    for name, one in records:
        asked.setdefault(one.ask, {})[name] = one
    order = sorted(asked)
    base = {ask: asked[ask] for ask in order[:LEAST_ASKS]}
    base |= {ask: asked[ask] for ask in order[LEAST_ASKS:] if _as_early(asked, ask)}
    usual = _usual(base)
    looks = tuple(_look(ask, asked[ask], usual, cluster, is_baseline=ask in base) for ask in order)
    first = next(iter(asked[order[0]].values()))
    later = [ask for ask in order if ask not in base and not _is_other(looks[order.index(ask)])]
    watched = _watched(base, {ask: asked[ask] for ask in later}, usual)
    return DriftSeries(
        id_,
        first.judge_id,
        looks,
        len(asked[order[0]]),
        len({cluster[name] for name in asked[order[0]]}),
        _watch(base, {ask: asked[ask] for ask in later}, watched, usual, cluster),
        len(watched),
        _is_other(looks[-1]),
    )


def _as_early(asked: Asked, ask: int) -> bool:
    """Whether an ask was made together with the first: the baseline may have more than three."""
    first, own = (next(iter(asked[one].values())) for one in (min(asked), ask))
    return first.at == own.at


@dataclass(frozen=True, slots=True)
class _Usual:
    """What the baseline says of a verdict: its first ask, all values, and agreement with gold."""

    asking: Asking
    answer: Answer
    scores: tuple[float, ...]
    agreement: float


def _usual(base: Asked) -> dict[Item, _Usual]:
    """Of the verdicts with gold that every ask of the baseline has."""
    found: dict[Item, list[tuple[Asking, Answer]]] = {}
    for asking in base.values():
        for name, one in asking.items():
            for point, answer in one.answers.items():
                if agreement_of(answer) is not None:
                    found.setdefault((name, point), []).append((one, answer))
    return {
        item: _Usual(
            *own[0],
            tuple(answer.score or 0.0 for _, answer in own),
            fmean(agreement_of(answer) or 0.0 for _, answer in own),
        )
        for item, own in found.items()
        if len(own) == len(base)
    }


def agreement_of(answer: Answer) -> float | None:
    """How far a verdict agrees with gold, 0 to 1; None without one of the two."""
    if answer.score is None or answer.gold is None:
        return None
    return 1 - abs(answer.score - answer.gold)


def cause_of(before: tuple[Asking, Answer], now: tuple[Asking, Answer]) -> str:
    """What changed between two asks of a verdict, by the hashes of what it depends on."""
    (first, old), (second, new) = before, now
    changed = {
        JUDGE: first.judge != second.judge,
        RUBRIC: (first.task, first.policy, old.rated) != (second.task, second.policy, new.rated),
        SYSTEM: first.response != second.response,
    }
    found = [cause for cause, is_so in changed.items() if is_so]
    if len(found) > 1:
        return SEVERAL
    if found:
        return found[0]
    return SAME if old.key == new.key else EXAMPLES


def _look(
    ask: int,
    asked: Mapping[str, Asking],
    usual: Mapping[Item, _Usual],
    cluster: Mapping[str, int],
    *,
    is_baseline: bool,
) -> DriftLook:
    answers = {
        (name, point): (one, answer)
        for name, one in asked.items()
        for point, answer in one.answers.items()
    }
    known = {
        item: value
        for item, (_, answer) in answers.items()
        if (value := agreement_of(answer)) is not None
    }
    first = next(iter(asked.values()))
    return DriftLook(
        ask,
        max(one.at for one in asked.values()),
        first.judge_id,
        is_baseline,
        _mean(known, cluster),
        len(known),
        sum(answer.score is None for _, answer in answers.values()),
        () if is_baseline else _changes(answers, known, usual),
        sum(one.calls for one in asked.values()),
        total_of(one.cost for one in asked.values()),
        sum(one.seconds for one in asked.values()),
    )


def _mean(known: Mapping[Item, float], cluster: Mapping[str, int]) -> Estimate:
    codes = [cluster[name] for name, _ in known]
    place = np.unique(codes, return_inverse=True)[1] if codes else np.zeros(0, int)
    columns = (np.array(list(known.values()), float), np.ones(len(known)))
    return estimate(SHARE, np.stack([np.bincount(place, column) for column in columns], axis=-1))


def _changes(
    answers: Mapping[Item, tuple[Asking, Answer]],
    known: Mapping[Item, float],
    usual: Mapping[Item, _Usual],
) -> tuple[Change, ...]:
    count: Counter[str] = Counter()
    flips: Counter[str] = Counter()
    moved: Counter[str] = Counter()
    shared = [item for item in known if item in usual]
    for item in shared:
        before = usual[item]
        cause = cause_of((before.asking, before.answer), answers[item])
        score = answers[item][1].score or 0.0
        count[cause] += 1
        flips[cause] += abs(score - sorted(before.scores)[len(before.scores) // 2]) > _FAR
        moved[cause] += known[item] - before.agreement  # type: ignore[assignment]
    return tuple(
        Change(cause, count[cause], flips[cause], moved[cause] / len(shared))
        for cause in CAUSES
        if count[cause]
    )


def _watched(base: Asked, later: Asked, usual: Mapping[Item, _Usual]) -> list[Item]:
    """Verdicts of which nothing that they depend on has changed in any ask."""
    stable = dict.fromkeys(usual)
    for asking in (*base.values(), *later.values()):
        for item in list(stable):
            name, point = item
            one = asking.get(name)
            answer = one.answers.get(point) if one else None
            before = usual[item]
            if one is None or answer is None:
                continue  # what could not be had counts as expected
            if cause_of((before.asking, before.answer), (one, answer)) != SAME:
                del stable[item]
    return list(stable)


def _watch(
    base: Asked,
    later: Asked,
    items: Sequence[Item],
    usual: Mapping[Item, _Usual],
    cluster: Mapping[str, int],
) -> Watch | None:
    if len(base) < LEAST_ASKS or not items or not later:
        return None
    codes = np.unique([cluster[name] for name, _ in items], return_inverse=True)[1]
    size = np.bincount(codes).astype(np.float64)
    asks = np.array([_by_cluster(base[ask], items, codes) for ask in sorted(base)])
    looks = np.array([_by_cluster(later[ask], items, codes) for ask in sorted(later)])
    flips = np.array([_flips(later[ask], items, usual) for ask in sorted(later)], float)
    return watch(
        asks,
        looks,
        size,
        flips,
        is_steady=all(
            max(own) - min(own) <= _FAR for own in (usual[item].scores for item in items)
        ),
    )


def _by_cluster(asked: Mapping[str, Asking], items: Sequence[Item], codes: Places) -> FloatArray:
    """Mean agreement by cluster; NaN where nothing is usable."""
    values = np.array([_agreement(asked, item) for item in items])
    known = ~np.isnan(values)
    total = np.bincount(codes, np.where(known, values, 0.0))
    count = np.bincount(codes, known)
    with np.errstate(invalid="ignore"):
        return np.asarray(total / np.where(count, count, np.nan))


def _agreement(asked: Mapping[str, Asking], item: Item) -> float:
    answer = _answer(asked, item)
    value = None if answer is None else agreement_of(answer)
    return np.nan if value is None else value


def _answer(asked: Mapping[str, Asking], item: Item) -> Answer | None:
    one = asked.get(item[0])
    return one.answers.get(item[1]) if one else None


def _flips(asked: Mapping[str, Asking], items: Sequence[Item], usual: Mapping[Item, _Usual]) -> int:
    found = 0
    for item in items:
        answer = _answer(asked, item)
        if answer is not None and answer.score is not None:
            found += abs(answer.score - usual[item].scores[0]) > _FAR
    return found
