"""The section of trends: what passes over time, where a suite changed, and what is beyond noise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import methodcaller
from typing import Any, Final

from xpert_studio.api.charts import Estimate, Lines, Series
from xpert_studio.api.sections import (
    REPORT,
    Action,
    Block,
    Column,
    Figure,
    Note,
    Row,
    Section,
    Table,
    Text,
    clauses,
    in_a_row,
    labelled,
    listed,
    mark,
    percent,
    t,
    translated,
)
from xpert_studio.api.sections import Estimate as Measured
from xpert_studio.packs.suites.compare import REASONS, EvaluationComparison, Reason, TaskChange
from xpert_studio.packs.suites.evaluations import Evaluation
from xpert_studio.packs.suites.gate import comparison_sentence
from xpert_studio.packs.suites.section_blocks import (
    DEFINE,
    NO_EVALUATION,
    best_cases,
    day_of,
    evaluations_table,
    in_percent,
    in_points,
    known_to,
    named,
    plain_evaluation,
    suite_heading,
    trials_sentence,
    with_branch,
)
from xpert_studio.packs.suites.trend import Key, SuiteTrend, trends_of

_MOST_LINES: Final = 5
_PERCENT: Final = (0.0, 100.0)
_FEWEST: Final = 2
Trends = tuple[SuiteTrend, ...]


def chosen_trends(known: Sequence[Evaluation], asked: Mapping[str, Any]) -> Trends | None:
    """The trends of what is asked for by ``suite``, ``system`` and ``branch``, all where None.

    P-values stay corrected over all evaluations of the project.
    """
    chosen = {
        name: asked[name] for name in ("suite", "system", "branch") if asked.get(name) is not None
    }

    def is_chosen(evaluation: Evaluation) -> bool:
        return all(getattr(evaluation.first, name) == value for name, value in chosen.items())

    return tuple(own for one in trends_of(known) if (own := one.where(is_chosen))) or None


def _blocks(found: Trends) -> Iterator[Block]:
    for trend in found:
        yield from suite_heading(trend.suite, found)
        if len(trend.evaluations) >= _FEWEST:
            yield Figure(_chart(trend), _caption(trend))
        for line in list(trend.lines)[:_MOST_LINES]:
            yield Text.brief(newest_sentence(trend, line))
            if more := trials_sentence(trend.lines[line][-1]):
                yield Text(more)
        if trend.comparisons:
            yield Text.brief(noise_sentence(trend))
        yield from (Note(said, short=said) for said in _definition_changes(trend))
        yield from _by_capability(trend)
        yield evaluations_table(trend.evaluations[::-1])
        if changes := trend.beyond_noise:
            yield _changes_table(changes)
    yield from best_cases(
        comparison for trend in found for comparison in trend.comparisons.values()
    )
    yield Action(t("What regressed in the newest evaluations"), "suite compare {project}")


def line_name(line: Key) -> str:
    """A system, with its branch where there is one."""
    system, branch = line
    return t("{system} on {branch}", system=system, branch=branch) if branch else system


def newest_sentence(trend: SuiteTrend, line: Key) -> str:
    """What the newest evaluation of a line says, first of all whether it is worse."""
    newest = trend.lines[line][-1]
    rate = newest.pass_rate()
    head = t(
        "{line}, {day}: {rate} pass ({passed} of {n}).",
        line=line_name(line),
        day=day_of(newest),
        rate=percent(rate.value),
        passed=sum(task.passed for task in newest.tasks.values() if task.is_known),
        n=rate.n,
    )
    found = trend.comparisons.get(newest.id)
    if found is None:
        return head
    if not found.is_comparable:
        return in_a_row((head, t("Not comparable with the evaluation before.")))
    return in_a_row((head, comparison_sentence(found)))


def noise_sentence(trend: SuiteTrend) -> str:
    """The changes that are beyond noise, newest first; that there are none."""
    changes = [
        t("{points} points, {line}, {day}", points=_points(one), line=line_name(line), day=day)
        for one in trend.beyond_noise
        for line, day in [((one.after.first.system, one.after.first.branch), day_of(one.after))]
    ]
    if not changes:
        return t("No change is beyond noise.")
    return labelled(t("Beyond noise"), clauses(changes))


def _chart(trend: SuiteTrend) -> Lines:
    """Pass rates of the lines with the most evaluations; a change beyond noise is written at it."""
    lines = list(trend.lines.items())[:_MOST_LINES]
    columns = _columns(
        [
            evaluation
            for evaluation in trend.evaluations
            if any(evaluation in own for _, own in lines)
        ]
    )
    places = {one.id: place for place, column in enumerate(columns) for one in column}
    series = tuple(
        Series(
            line_name(line),
            _on(columns, own, Evaluation.pass_rate, trend),
            frozenset(places[one.id] for one in own if trend.changed_at(one)),
        )
        for line, own in lines
    )
    marks: dict[float, str] = {}
    for one, reasons in trend.redefined:
        if one.id in places:
            marks.setdefault(places[one.id] - 0.5, _mark_words(one, reasons))
    return Lines(
        series,
        tuple(map(float, range(len(columns)))),
        tuple(day_of(column[0]) for column in columns),
        t("Pass rate, %"),
        limits=_PERCENT,
        form=".0f",
        marks=[(said, at) for at, said in marks.items()],
        description=t("Pass rate of {suite} over evaluations", suite=trend.suite),
    )


def _mark_words(evaluation: Evaluation, reasons: Sequence[Reason]) -> str:
    """What stands at a changed definition: the suite's new version, or what else changed."""
    if Reason.SUITE in reasons:
        return t("version {n}", n=evaluation.first.suite_version)
    return listed(t(REASONS[reason]) for reason in reasons)


def _columns(shown: Sequence[Evaluation]) -> list[list[Evaluation]]:
    """Evaluations that stand above each other: those of one day and definition, one a line."""
    columns: list[list[Evaluation]] = []
    for one in shown:
        last = columns[-1] if columns else []
        is_same = bool(last) and (day_of(last[0]), last[0].first.suite_hash) == (
            day_of(one),
            one.first.suite_hash,
        )
        if is_same and one.line not in {other.line for other in last}:
            last.append(one)
        else:
            columns.append([one])
    return columns


def _on(
    columns: Sequence[Sequence[Evaluation]],
    own: Sequence[Evaluation],
    figure: Callable[[Evaluation], Measured],
    trend: SuiteTrend | None = None,
) -> list[Estimate | None]:
    """A figure of the evaluations of one line, in the columns of all that are shown."""
    ids = {one.id for one in own}
    found = (next((one for one in column if one.id in ids), None) for column in columns)
    return [None if one is None else _estimate(one, figure(one), trend) for one in found]


def _estimate(
    evaluation: Evaluation, figure: Measured, trend: SuiteTrend | None
) -> Estimate | None:
    if figure.value is None:
        return None
    change = trend.comparisons.get(evaluation.id) if trend else None
    return Estimate(
        f"{named(evaluation)}, {day_of(evaluation)}",
        *in_percent(figure),
        target=("evaluation", evaluation.id),
        note=_points(change) if change and change.is_beyond_noise else "",
    )


def _points(change: EvaluationComparison) -> str:
    points, _ = in_points(change.difference)
    return "" if points is None else f"{points:+.0f}".replace("-", "−")


def _caption(trend: SuiteTrend) -> str:
    said = t(
        "Share of responses that pass, with 95 % intervals. A number stands at a change from the "
        "evaluation before that is beyond noise, in points; broken lines are changed definitions."
    )
    left = len(trend.lines) - _MOST_LINES
    more = t("{n} lines with fewer evaluations are in the table only.", n=left)
    return f"{said} {more}" if left > 0 else said


def _definition_changes(trend: SuiteTrend) -> Iterator[str]:
    for evaluation in trend.evaluations:
        found = trend.comparisons.get(evaluation.id)
        if found is not None and not found.is_comparable:
            yield t(
                "{name}, {day}: not comparable with the evaluation before: {why}.",
                name=named(evaluation),
                day=day_of(evaluation),
                why=clauses(translated(each) for each in found.differs),
            )


def _by_capability(trend: SuiteTrend) -> Iterator[Block]:
    """Scores by capability of the line with the most evaluations, as a chart and a table of all."""
    line, own = next(iter(trend.lines.items()))
    names = own[-1].capabilities
    if len(own) >= _FEWEST and 1 < len(names) <= _MOST_LINES + 1:
        broken = frozenset(n for n, one in enumerate(own) if trend.changed_at(one))
        series = tuple(
            Series(name, _on([[one] for one in own], own, methodcaller("score", name)), broken)
            for name in names
        )
        chart = Lines(
            series,
            tuple(map(float, range(len(own)))),
            tuple(map(day_of, own)),
            t("Score, %"),
            limits=_PERCENT,
            form=".0f",
            description=t("Score by capability over evaluations"),
        )
        yield Figure(
            chart,
            t("Mean score by capability of {line}, with 95 % intervals.", line=line_name(line)),
        )
    yield _capability_table(trend)


def _capability_table(trend: SuiteTrend) -> Table:
    columns = (
        Column(t("Date")),
        Column(t("System")),
        Column(t("Capability")),
        Column(t("Tasks"), "0"),
        Column(t("Pass rate"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Score"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True, detail=True),
    )
    rows = []
    for evaluation in trend.evaluations[::-1]:
        for name in evaluation.capabilities:
            rate, score = evaluation.pass_rate(name), evaluation.score(name)
            rows.append(
                Row(
                    (
                        day_of(evaluation),
                        with_branch(evaluation),
                        name,
                        len(evaluation.showing(name)),
                        rate.value,
                        rate.interval,
                        score.value,
                        score.interval,
                    )
                )
            )
    title = t("By capability")
    return Table(columns, tuple(rows), title, title)


def _changes_table(changes: Sequence[EvaluationComparison]) -> Table:
    columns = (
        Column(t("Date")),
        Column(t("System")),
        Column(t("Change, points"), "+0.0"),
        Column(t("95 % interval"), "+0.0", interval=True),
        Column(t("Corrected p"), "0.0000"),
        Column(t("Regressed")),
        Column(t("Improved")),
    )
    rows = tuple(
        Row(
            (
                day_of(change.after),
                with_branch(change.after),
                *in_points(change.difference),
                change.corrected_p,
                listed(task.title for task in change.of(TaskChange.REGRESSED)),
                listed(task.title for task in change.of(TaskChange.IMPROVED)),
            )
        )
        for change in changes
    )
    caption = t("Changes beyond noise, p corrected over all evaluations shown.")
    return Table(columns, rows, caption, t("Changes beyond noise"))


def _plain(found: Trends) -> list[dict[str, Any]]:
    return [
        {
            "suite": trend.suite,
            "evaluations": [plain_evaluation(evaluation) for evaluation in trend.evaluations],
            "comparisons": [comparison.plain() for comparison in trend.comparisons.values()],
        }
        for trend in found
    ]


TREND: Final = Section(
    "suite-trend",
    mark("Suites over time"),
    mark("What has become better or worse since the evaluation before?"),
    lambda view: chosen_trends(known_to(view), view.asked),
    _blocks,
    _plain,
    after="results",
    places=(REPORT,),
    missing=NO_EVALUATION,
    makes=DEFINE,
)
