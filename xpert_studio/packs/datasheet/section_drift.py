"""Whether judges drift, as a section: what was asked again, what changed, and of what it comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from xpert_studio.api.changes import seen_records
from xpert_studio.api.charts import Estimate, Lines
from xpert_studio.api.charts import Series as Drawn
from xpert_studio.api.sections import JUDGE as OF_JUDGE
from xpert_studio.api.sections import (
    REPORT,
    Block,
    Column,
    Figure,
    Heading,
    Note,
    Row,
    Section,
    Table,
    Text,
    View,
    in_a_row,
    listed,
    mark,
    rater_name,
    shown,
    t,
    tn,
)
from xpert_studio.core.metrics.intervals import Interval
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.wording import percent_sign
from xpert_studio.packs.datasheet.drift import (
    EXAMPLES,
    JUDGE,
    RUBRIC,
    SAME,
    SEVERAL,
    SYSTEM,
    DriftLook,
    DriftSeries,
    series_of,
)
from xpert_studio.packs.datasheet.gold import clusters_of
from xpert_studio.packs.datasheet.records import PACK_ID, Asking
from xpert_studio.packs.datasheet.sequence import LEAST_ASKS, LEAST_CLUSTERS, Watch

_SHORT: Final = 8
_FEW: Final = 10
_CAUSE_WORDS: Final = {
    SAME: mark("the model behind the judge"),
    JUDGE: mark("another judge, or its prompt or settings"),
    RUBRIC: mark("rubric, task or grading policy"),
    SYSTEM: mark("the response"),
    EXAMPLES: mark("worked examples or files"),
    SEVERAL: mark("several of these at once"),
}


def drift_of(view: View) -> tuple[DriftSeries, ...] | None:
    """All frozen sets with their looks; None where none was frozen."""
    with view.project.reading() as tx:
        found = seen_records(tx, None, PACK_ID, "asking")
        if not found:
            return None
        cluster = clusters_of(read_frames(tx, judge_ids=()).catalog)
    records = [(one.response or "", one.value) for one in found if isinstance(one.value, Asking)]
    only = view.asked.get("judge")
    return tuple(one for one in series_of(records, cluster) if only in {None, one.judge_id}) or None


def _blocks(found: Sequence[DriftSeries]) -> Iterator[Block]:
    for series in found:
        yield Heading(rater_name(series.judge_id))
        said = verdict_on(series)
        yield Note(said) if series.alarm else Text(said)
        yield Text("", short=said)
        if len(series.looks) > 1:
            yield Figure(_chart(series), t("Agreement with gold each time the set was asked"))
        yield _looks(series)
        if series.looks[-1].changes:
            yield _changes(series.looks[-1])
    yield Text(
        t(
            "Of the looks a confidence sequence is made (empirical Bernstein, by cluster; Howard "
            "and others 2021) that holds at all looks together, with half of an error of 5 %. The "
            "baseline's own asks have the other half. An alarm is that the two do not meet; of a "
            "judge of which no verdict changed in the baseline, the first that does."
        )
    )


def verdict_on(series: DriftSeries) -> str:
    """Whether the judge drifts, in a sentence or two."""
    said = _alarm_words(series) or _calm_words(series)
    return in_a_row(filter(None, (said, _unusable_words(series), _other_causes(series))))


def _unusable_words(series: DriftSeries) -> str:
    """How much of the last look could not be had: no change of it was seen, nor excluded."""
    look = series.looks[-1]
    if look.is_baseline or not look.unusable:
        return ""
    return tn(
        "At the last look {n} verdict of {all} could not be had: of it no change is known.",
        "At the last look {n} verdicts of {all} could not be had: of them no change is known.",
        look.unusable,
        all=look.n + look.unusable,
    )


def _alarm_words(series: DriftSeries) -> str:
    look, watch = series.alarm, series.watch
    if look is None or watch is None or watch.at is None:
        return ""
    judge, day = rater_name(series.judge_id), f"{look.at:%Y-%m-%d}"
    if watch.is_steady:
        return t(
            "Alarm: {judge} has changed. In the baseline it always said the same; on {day} {flips} "
            "of {n} verdicts differ though nothing that they depend on has changed. A judge that "
            "flips up to {rate:.2%} of its verdicts by chance would have had a baseline like that "
            "in 1 of 20.",
            judge=judge,
            day=day,
            flips=int(watch.flips[watch.at]),
            n=series.watched,
            rate=_not_excluded(series),
        )
    return t(
        "Alarm: {judge} has changed by {day}: {before} agreement with gold in the baseline, {after}"
        " since, on {n} verdicts of which nothing that they depend on has changed.",
        judge=judge,
        day=day,
        before=_share(watch.baseline[0], watch.baseline[1]),
        after=_sequence_words(watch, watch.at),
        n=series.watched,
    )


def _not_excluded(series: DriftSeries) -> float:
    """The share of flips at which a baseline without any has a probability of 5 %."""
    compared = max(series.watched * (sum(look.is_baseline for look in series.looks) - 1), 1)
    return 1 - float(0.05 ** (1 / compared))


def _share(value: float, interval: Interval) -> str:
    sign = percent_sign("\u00a0")
    middle, low, high = (round(100 * one, _EXACT) for one in (value, *interval))
    return f"{middle:.1f}{sign} [{low:.1f}, {high:.1f}]"


_EXACT: Final = 9
"""Digits after which there is only rounding: of equal figures one would be rounded otherwise."""


def _sequence_words(watch: Watch, at: int) -> str:
    mean = float(watch.looks[: at + 1].mean())
    return _share(mean, (float(watch.low[at]), float(watch.high[at])))


def _calm_words(series: DriftSeries) -> str:
    watch, judge = series.watch, rater_name(series.judge_id)
    if watch is None:
        return t("{judge}: not watched, {reason}.", judge=judge, reason=_not_watched(series))
    few = t("Few tasks: {n} clusters.", n=series.clusters) if series.clusters < _FEW else ""
    said = t(
        "{judge}: no alarm in {looks}: {before} agreement with gold in the baseline, {after} "
        "since, on {n} verdicts of which nothing that they depend on has changed.",
        judge=judge,
        looks=tn("{n} look", "{n} looks", len(watch.looks)),
        before=_share(watch.baseline[0], watch.baseline[1]),
        after=_sequence_words(watch, len(watch.looks) - 1),
        n=series.watched,
    )
    return in_a_row(filter(None, (said, few)))


def _not_watched(series: DriftSeries) -> str:
    asks = sum(look.is_baseline for look in series.looks)
    later = [look for look in series.looks if not look.is_baseline]
    if asks < LEAST_ASKS:
        return t("its baseline has {asks} asks of {needed}", asks=asks, needed=LEAST_ASKS)
    if not later:
        return t("no look after its baseline of {asks} asks yet", asks=asks)
    if series.clusters < LEAST_CLUSTERS:
        return t("all gold is on one task or family")
    return t("nothing that verdicts depend on stayed the same: freeze a new set")


def _other_causes(series: DriftSeries) -> str:
    """What else changed since the set was frozen, which is no drift."""
    parts = [
        t(
            "{cause} ({n} verdicts, {change})",
            cause=t(_CAUSE_WORDS[cause]),
            n=one.n,
            change=shown(one.change, "+0.0%"),
        )
        for cause, one in series.last_changes.items()
        if cause != SAME
    ]
    if not parts:
        return ""
    said = t(
        "At the last look this had changed too, and is no drift: {parts}.", parts=listed(parts)
    )
    link = (
        t("A judge that takes the place of another is compared by 'judge link'.")
        if series.replaced
        else ""
    )
    return in_a_row(filter(None, (said, link)))


def _chart(series: DriftSeries) -> Lines:
    points = [
        Estimate(f"{look.at:%Y-%m-%d}", look.agreement.value, *(look.agreement.interval or ()))
        if look.agreement.value is not None
        else None
        for look in series.looks
    ]
    return Lines(
        description=t("Agreement of the judge with gold each time the frozen set was asked."),
        items=(Drawn(t("Agreement"), points),),
        places=[float(look.ask) for look in series.looks],
        names=[f"{look.ask}" for look in series.looks],
        axis=t("Agreement with gold"),
        form=".3f",
    )


def _looks(series: DriftSeries) -> Table:
    columns = (
        Column(t("Ask"), "0"),
        Column(t("Asked")),
        Column(t("Part"), detail=True),
        Column(t("Agreement"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column("n", "0"),
        Column(t("Flips"), "0"),
        Column(t("Unusable"), "0", detail=True),
        Column(t("Judge"), detail=True),
        Column(t("US dollars"), "0.0000", detail=True),
    )
    rows = tuple(map(_row, series.looks))
    title = t(
        "Looks of {judge} at {forms} gold forms of {clusters} clusters",
        judge=rater_name(series.judge_id),
        forms=series.forms,
        clusters=series.clusters,
    )
    return Table(columns, rows[::-1], title, t("Looks"), short=_SHORT)


def _row(look: DriftLook) -> Row:
    return Row(
        (
            look.ask,
            f"{look.at:%Y-%m-%d %H:%M}",
            t("baseline") if look.is_baseline else t("look"),
            look.agreement.value,
            look.agreement.interval,
            look.n,
            None if look.is_baseline else sum(change.flips for change in look.changes),
            look.unusable,
            look.judge_id,
            look.cost,
        )
    )


def _changes(look: DriftLook) -> Table:
    columns = (
        Column(t("What changed")),
        Column(t("Verdicts"), "0"),
        Column(t("Flips"), "0"),
        Column(t("Change of agreement"), "+0.0%"),
    )
    rows = tuple(
        Row((t(_CAUSE_WORDS[change.cause]), change.n, change.flips, change.change))
        for change in look.changes
    )
    title = t("The last look against the baseline, by what changed")
    return Table(columns, rows, title, title)


def plain(found: Sequence[DriftSeries]) -> list[dict[str, Any]]:
    """Series for programs."""
    return [
        {
            "series": one.id,
            "judge": one.judge_id,
            "forms": one.forms,
            "clusters": one.clusters,
            "watched": one.watched,
            "alarm": None if one.alarm is None else one.alarm.ask,
            "replaced": one.replaced,
            "said": verdict_on(one),
            "watch": None if one.watch is None else _watch_data(one.watch),
            "looks": [_look_data(look) for look in one.looks],
        }
        for one in found
    ]


def _watch_data(watch: Watch) -> dict[str, Any]:
    return {
        "baseline": watch.baseline[0],
        "baseline_interval": watch.baseline[1],
        "sequence": [list(ends) for ends in zip(watch.low, watch.high, strict=True)],
        "is_steady": watch.is_steady,
    }


def _look_data(look: DriftLook) -> dict[str, Any]:
    return {
        "ask": look.ask,
        "at": look.at.isoformat(),
        "judge": look.judge_id,
        "baseline": look.is_baseline,
        **look.agreement.named("agreement"),
        "n": look.n,
        "clusters": look.agreement.tasks,
        "unusable": look.unusable,
        "changes": [asdict(change) for change in look.changes],
        "calls": look.calls,
        "cost": look.cost,
        "seconds": look.seconds,
    }


DRIFT: Final = Section(
    "judge-drift",
    mark("Drift of judges"),
    mark("Do judges still decide as they did when they were calibrated?"),
    drift_of,
    _blocks,
    plain=plain,
    after="judge-datasheet",
    places=(REPORT, OF_JUDGE),
)
