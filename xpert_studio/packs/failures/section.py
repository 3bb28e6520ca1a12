"""The section of failures: by which types systems fail, what follows from what, and the cases."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from xpert_studio.api.charts import Matrix, shares_matrix
from xpert_studio.api.sections import (
    EXPLORED,
    REPORT,
    Block,
    Cell,
    Column,
    Figure,
    Heading,
    Note,
    Row,
    Section,
    Table,
    View,
    clauses,
    headline,
    in_a_row,
    labelled,
    listed,
    mark,
    percent,
    percent_span,
    signed_points,
    t,
    tn,
)
from xpert_studio.core.metrics.task_estimates import Difference
from xpert_studio.packs.failures.failing import Failure, LeftOut, failures_of, left_out
from xpert_studio.packs.failures.permuting import families_needed
from xpert_studio.packs.failures.profiles import Profile
from xpert_studio.packs.failures.records import tags_in, types_in
from xpert_studio.packs.failures.section_found import (
    ASKS,
    GROUPS,
    SETTINGS,
    Failures,
    analysed,
    plain,
    value_title,
)
from xpert_studio.report.results.results import EXPERTS
from xpert_studio.report.sentences import p_words

FAILURES_ID: Final = "failures"
_SHORT: Final = 8
_MOST_SAID: Final = 3
_MOST_CASES: Final = 20
"""In reports; windows and what asks for some list all."""
_BEHIND: Final = 1_000
"""Cases behind the bars of one chart of a page, about."""
_FEWEST_BEHIND: Final = 5
"""Of each bar, however many there are."""
_SIGN: Final = "*"
_WITHIN_MODELS: Final = mark(
    "Per cent of failures that have the type, within models that answered under several values and "
    "are set alike otherwise."
)


def _compute(view: View) -> Failures | None:
    if not view.names_systems:
        return None
    with view.project.reading() as tx:
        tags, known = tags_in(tx, view.person_id), types_in(tx)
    if not tags or not any(one.id == EXPERTS for one in view.results.raters):
        return None
    marks = view.results.marks(EXPERTS, view.scope)
    catalog = view.results.catalog
    failures = failures_of(catalog, marks, tags)
    found = analysed(view, failures, known)
    if found is None:
        return None
    left = left_out(catalog, failures, tags, view.results.tasks_in(view.scope))
    return replace(found, left_out=left)


def _blocks(failures: Failures) -> Iterator[Block]:
    yield from profile_blocks(failures, FAILURES_ID)
    if failures.chains:
        yield _chain_table(failures)
    yield case_table(failures, FAILURES_ID)
    if failures.untyped:
        yield Note(
            tn(
                "{n} of {all} failures has no type and is left out.",
                "{n} of {all} failures have no type and are left out.",
                failures.untyped,
                all=len(failures.failures),
            )
        )
    yield from _left_out(failures.left_out)


def _left_out(left: LeftOut) -> Iterator[Note]:
    if left.lost:
        said = tn(
            "{n} failure is named on a checkpoint that its task does not have, and is left out.",
            "{n} failures are named on checkpoints that their tasks do not have, and are left out.",
            left.lost,
        )
        yield Note(said, short=said)
    if left.passed:
        said = tn(
            "{n} named failure is left out: the response does not fail that checkpoint, or is not "
            "judged on it, by the judgments that count.",
            "{n} named failures are left out: the responses do not fail those checkpoints, or are "
            "not judged on them, by the judgments that count.",
            left.passed,
        )
        yield Note(said, short=said)


def profile_blocks(failures: Failures, section: str) -> Iterator[Block]:
    """By which types systems fail: in a sentence, a picture and tables.

    Args:
        failures: It.
        section: The id of the section, which lists all cases of a bar where they are asked for.
    """

    def figure(made: Sequence[Profile], by: str, caption: str) -> Figure:
        behind = {} if failures.asked else _behind(failures, made, by, section)
        return Figure(_matrix(failures, made, by), caption, behind)

    yield headline(verdict(failures))
    yield figure(failures.whole, "", _caption(failures))
    yield _profile_table(failures, failures.whole, "")
    for by, made in failures.grouped.items():
        shown = made if by in SETTINGS else [one for one in made if one.is_apart]
        if shown:
            yield Heading(t("Failures by {group}", group=t(GROUPS[by]).lower()))
            if by in SETTINGS:
                yield figure(made, by, t(_WITHIN_MODELS))
            yield _profile_table(failures, shown, by)
    quiet = [
        _not_told(failures, by)
        for by, made in failures.grouped.items()
        if not any(map(_apart, made))
    ]
    if quiet:
        yield headline(in_a_row(quiet))


def _not_told(failures: Failures, by: str) -> str:
    """That nothing is found by a group, and whether anything could have been."""
    group, n = t(GROUPS[by]).lower(), failures.tested(by)
    if n:
        return t("By {group}: nothing beyond chance ({n} comparisons).", group=group, n=n)
    return t("By {group}: too few families of tasks to show anything.", group=group)


def verdict(failures: Failures) -> str:
    """Which system fails by which type more often than the others; or that none can be told."""
    apart = [("", one) for one in sorted(filter(_apart, failures.whole), key=_by_p)]
    within = (one for by, made in failures.grouped.items() if by not in SETTINGS for one in made)
    apart += [(one.group, one) for one in sorted(filter(_apart, within), key=_by_p)]
    if apart:
        said = (
            labelled(group, _sentence(failures, one)) if group else _sentence(failures, one)
            for group, one in apart[:_MOST_SAID]
        )
        return in_a_row(said)
    families = [
        one.against.tasks for one in failures.whole if one.against and one.against.tasks > 1
    ]
    if not families:
        return t("One system only, or no task in common: nothing to compare.")
    compared = [one for one in failures.whole if one.against and one.against.p is not None]
    if not compared:
        return t(
            "Not enough families of tasks with failures of several systems: {n}, and {comparisons} "
            "comparisons need at least {needed}.",
            n=max(families),
            comparisons=len(families),
            needed=families_needed(len(families), len({one.side for one in failures.whole})),
        )
    return t(
        "Over all tasks, no type of failure tells a system from the others ({n} comparisons, "
        "{failures} failures).",
        n=len(compared),
        failures=len(failures.failures) - failures.untyped,
    )


def _apart(profile: Profile) -> bool:
    return profile.is_apart


def _sentence(failures: Failures, profile: Profile) -> str:
    against = profile.against
    assert against is not None  # noqa: S101 - it is apart
    words = {
        "system": profile.side,
        "type": failures.title(profile.type),
        "share": percent(profile.share.value),
        "n": profile.share.n,
        "points": signed_points(against.value or 0.0),
        "interval": percent_span(against.interval),
        "p": p_words(against.reported_p),
    }
    if (against.value or 0.0) > 0:
        return t(
            "{system} fails more often by “{type}” than the others do: {share} of its {n} failures "
            "({points} points, {interval}; corrected {p}).",
            **words,
        )
    return t(
        "{system} fails less often by “{type}” than the others do: {share} of its {n} failures "
        "({points} points, {interval}; corrected {p}).",
        **words,
    )


def _caption(failures: Failures) -> str:
    caption = t(
        "Per cent of a system’s failures that have the type; of {n} failures with a type or more.",
        n=len(failures.failures) - failures.untyped,
    )
    if any(map(_apart, failures.whole)):
        caption += " " + t(
            "{sign} differs from the other systems on the same tasks (corrected p below .05).",
            sign=_SIGN,
        )
    return caption


def _matrix(failures: Failures, made: Sequence[Profile], by: str) -> Matrix:
    by_place = {(one.side, one.type): one for one in made}
    sides = list(dict.fromkeys(one.side for one in made))
    types = list(failures.types)

    def one(row: int, column: int) -> Profile:
        return by_place[sides[row], types[column]]

    return shares_matrix(
        [_side(by, name) for name in sides],
        [failures.title(name) for name in types],
        [[one(row, n).share.value for n in range(len(types))] for row in range(len(sides))],
        marked=lambda row, column: _SIGN if one(row, column).is_apart else "",
        target=lambda row, column: _cases_of(one(row, column), by),
        description=t("Types of failures by {group}", group=t(_sides_of(by)).lower()),
    )


def _side(by: str, side: str) -> str:
    return t(value_title(by, side)) if by in SETTINGS else side


def _sides_of(by: str) -> str:
    """What is compared; a text to be translated."""
    return GROUPS[by] if by in SETTINGS else mark("System")


def _cases_of(profile: Profile, by: str) -> tuple[str, ...]:
    """What a mark or row opens: the cases behind it."""
    side = (by if by in SETTINGS else "system", profile.side)
    group = (by, profile.group) if profile.group else ()
    return ("ask", *side, "type", profile.type, *group)


def _behind(
    failures: Failures, made: Sequence[Profile], by: str, section: str
) -> dict[tuple[str, ...], Table]:
    """By what a mark opens the cases behind it."""
    own = failures.behind.get(by, {})
    bars = [(one, cases) for one in made if (cases := own.get((one.side, one.type)))]
    most = max(_FEWEST_BEHIND, _BEHIND // max(1, len(bars)))
    return {
        (target := _cases_of(one, by)): _cases(
            failures,
            cases,
            most,
            name=labelled(_side(by, one.side), failures.title(one.type)),
            command=_listing(section, target),
        )
        for one, cases in bars
    }


def _listing(section: str, target: tuple[str, ...]) -> str:
    """The command that lists all cases of a bar, or of all bars."""
    asked = [f"{name}={value}" for name, value in zip(target[1::2], target[2::2], strict=True)]
    asks = [word for one in asked for word in ("--ask", one)]
    how = "--full" if asks else "--json"
    return shlex.join(["xpert-studio", "sections", "PROJECT", section, *asks, how])


def _profile_table(failures: Failures, made: Sequence[Profile], by: str) -> Table:
    is_grouped = any(one.group for one in made)
    columns = (
        *((Column(t(GROUPS[by])),) if is_grouped else ()),
        Column(t("Type")),
        Column(t(_sides_of(by))),
        Column(t("Of its failures"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column("n", "0"),
        Column(t("Against the others, points"), "0.0"),
        Column(t("95 % interval"), "0.0", interval=True),
        Column(t("Corrected p")),
    )
    rows = tuple(
        Row(
            (
                *((one.group,) if is_grouped else ()),
                failures.title(one.type),
                _side(by, one.side),
                one.share.value,
                one.share.interval,
                one.share.n,
                *_difference_cells(one.against),
            ),
            opens=_cases_of(one, by),
        )
        for one in sorted(made, key=_by_p)
    )
    caption = t(
        "Each against the mean of the others on the same tasks; 95 % intervals over families of "
        "tasks."
    )
    if failures.compared:
        caption += " " + t(
            "p by permuting within families, corrected together over the comparisons for which "
            "there are families enough: {counts}.",
            counts=_compared(failures),
        )
    return Table(columns, rows, caption, name=t("Failure types by system"), short=_SHORT)


def _compared(found: Failures) -> str:
    """How many comparisons are corrected together: over all tasks, and by each group."""
    counts = [t("{n} over all tasks", n=found.tested(""))]
    counts += [
        t("{n} by {group}", n=n, group=t(GROUPS[by]).lower())
        for by in found.grouped
        if (n := found.tested(by))
    ]
    return listed(counts)


def _by_p(one: Profile) -> tuple[float, float, str, str]:
    p = one.against.reported_p if one.against else None
    return (1.0 if p is None else p, -(one.share.value or 0.0), one.type, one.side)


def _difference_cells(against: Difference | None) -> tuple[Cell, ...]:
    if against is None or against.value is None:
        return (None, None, None)
    scaled = against.times(100)
    said = t("too few families") if against.p is None else p_words(against.reported_p)
    return (scaled.value, scaled.interval, said)


def _chain_table(failures: Failures) -> Table:
    rows = tuple(
        Row((failures.title(first), failures.title(then), count))
        for (first, then), count in failures.chains.items()
    )
    columns = (Column(t("Failure")), Column(t("What follows from it")), Column(t("Times"), "0"))
    return Table(columns, rows, name=t("What follows from what"), short=_SHORT)


def case_table(failures: Failures, section: str) -> Table:
    """The cases that are asked for, else the first of all."""
    most = len(failures.cases) if failures.asked or failures.in_full else _MOST_CASES
    made = _cases(failures, failures.cases, most, t("Cases"), _listing(section, ()))
    return replace(made, short=0 if failures.asked else _SHORT)


def _cases(
    failures: Failures, cases: Iterable[Failure], most: int, name: str, command: str
) -> Table:
    """Cases in a table, at most so many; where some are left out, what lists all of them."""
    catalog = failures.catalog
    columns = (
        Column(t("Type")),
        Column(t("System")),
        Column(t("Task"), detail=True),
        Column(t("Checkpoint")),
        Column(t("Follows from")),
        Column(t("Note")),
        Column(t("Case")),
    )
    rows = []
    ordered = sorted(cases, key=lambda one: (failures.system_of(one), one.response))
    for one in ordered[:most]:
        task = catalog.response_task[one.response]
        cells = (
            clauses(failures.title(name) for name in sorted(one.types)),
            failures.system_of(one),
            catalog.task_titles[task] or catalog.tasks[task],
            catalog.checkpoint_texts[one.checkpoint],
            clauses([catalog.checkpoint_texts[place] for place in sorted(one.follows)]),
            clauses(one.notes),
            f"{catalog.responses[one.response]}/{catalog.checkpoints[one.checkpoint]}",
        )
        target = ("response", catalog.tasks[task], catalog.responses[one.response])
        rows.append(Row(cells, opens=target))
    caption = tn("{n} case.", "{n} cases.", len(rows))
    if len(rows) < len(ordered):
        caption = t(
            "{n} of {all} cases; all: {command}", n=len(rows), all=len(ordered), command=command
        )
    return Table(columns, tuple(rows), caption, name)


def _title(failures: Failures) -> str:
    n = len(failures.failures) - failures.untyped
    return labelled(t("Why systems fail"), tn("{n} failure named", "{n} failures named", n))


FAILURES: Final = Section(
    FAILURES_ID,
    mark("Why systems fail"),
    mark("By which types of failures does a system fail more often than the others?"),
    _compute,
    _blocks,
    plain,
    _title,
    after="raters",
    places=(REPORT, EXPLORED),
    tab=mark("Why they fail"),
    asks=ASKS,
    missing=mark(
        "No failure with a type counts yet: experts name types as they judge, and what they name "
        "counts once their judgments are confirmed."
    ),
    makes="failure tag {project} RESPONSE CHECKPOINT TYPE",
)
