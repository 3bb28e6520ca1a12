"""The section of probes: the measured pass rate of briefs beside what authors estimated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from xpert_studio.api.sections import (
    REPORT,
    Block,
    Column,
    Row,
    Section,
    Table,
    View,
    headline,
    mark,
    percent,
    percent_span,
    t,
    tn,
)
from xpert_studio.core.wording import money
from xpert_studio.packs.pretest.figures import PassRate, pass_rates

_SHORT: Final = 12
Rates = Sequence[PassRate]


def _compute(view: View) -> Rates | None:
    with view.project.reading() as tx:
        found = list(pass_rates(tx).values())
    return found or None


def sentence(pass_rate: PassRate) -> str:
    """The measured pass rate with n and interval, beside the estimate."""
    estimated = pass_rate.estimated
    guess = t("not estimated") if estimated is None else percent(estimated)
    if pass_rate.rate is None:
        return t(
            "{task}: no answer is rated yet; the author estimated {estimate}.",
            task=pass_rate.task.name,
            estimate=guess,
        )
    return t(
        "{task}: {passed} of {n} systems pass ({rate}, {interval}); the author estimated "
        "{estimate}.",
        task=pass_rate.task.name,
        passed=f"{pass_rate.passed:.3g}",
        n=pass_rate.n,
        rate=percent(pass_rate.rate),
        interval=percent_span(pass_rate.interval),
        estimate=guess,
    )


def expected(n: int, cost: float | None) -> str:
    """What answers will cost, in a sentence."""
    return tn(
        "Expected cost of {n} answer: {cost}.",
        "Expected cost of {n} answers: {cost}.",
        n,
        cost=money(cost),
    )


def _blocks(found: Rates) -> Iterator[Block]:
    for one in found[:_SHORT]:
        yield headline(sentence(one))
    columns = (
        Column(t("Task")),
        Column(t("Pass rate"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column("n", "0"),
        Column(t("Estimated"), "0.0%"),
        Column(t("Answers received"), "0"),
        Column(t("Cost")),
    )
    rows = tuple(
        Row(
            (
                one.task.name,
                one.rate,
                one.interval,
                one.n,
                one.estimated,
                len(one.answers),
                money(one.cost),
            )
        )
        for one in found
    )
    caption = t(
        "Wilson's intervals over systems; of one with several answers their mean counts. Probes "
        "count in no result."
    )
    yield Table(columns, rows, caption, t("Probes of briefs"), short=_SHORT)
    yield from point_blocks(found)


def point_blocks(found: Rates) -> Iterator[Block]:
    """By checkpoint how many systems meet it, where any was rated."""
    columns = (
        Column(t("Task")),
        Column(t("Checkpoint")),
        Column(t("Pass rate"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column("n", "0"),
    )
    rows = tuple(
        Row((one.task.name, point.point.text, point.passed / point.n, point.interval, point.n))
        for one in found
        for point in one.points
    )
    if rows:
        caption = t("Systems whose answer meets the checkpoint, of those with a rating of it.")
        yield Table(columns, rows, caption, t("Probes by checkpoint"), short=_SHORT)


PRETEST: Final = Section(
    "pretest",
    mark("Probes of briefs"),
    mark("How many systems do what a brief asks, before it becomes a task?"),
    _compute,
    _blocks,
    lambda found: [one.plain() for one in found],
    after="hard-tasks",
    places=(REPORT,),
    missing=mark("No brief was probed."),
    makes="pretest ask {project} TASK PROVIDER:MODEL",
)
