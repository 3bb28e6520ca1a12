"""The section of failures: by which types systems fail, what follows from what, and the cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from xpert_studio.core.metrics.task_estimates import Difference
from xpert_studio.core.records.columns import Catalog
from xpert_studio.core.wording import clauses, in_a_row, labelled, mark, percent, t, tn
from xpert_studio.packs.failures.profiles import (
    Failure,
    Profile,
    chains,
    failures_of,
    families_needed,
    has_groups,
    profiles,
)
from xpert_studio.packs.failures.records import Known, tags_in, types_in
from xpert_studio.report.blocks import Block, Cell, Column, Figure, Heading, Note, Row, Table, Text
from xpert_studio.report.charts import Matrix
from xpert_studio.report.charts.grids import shares_matrix
from xpert_studio.report.figure_words import signed_points
from xpert_studio.report.results.results import EXPERTS
from xpert_studio.report.section import EXPLORED, REPORT, Section, View
from xpert_studio.report.sentences import p_words, percent_span

GROUPS: Final = {
    "domain": mark("Domain"),
    "category": mark("Category"),
    "dimension": mark("Dimension"),
}
_SHORT: Final = 8
_MOST_SAID: Final = 3
_MOST_CASES: Final = 20
"""In reports; windows and what asks for some list all."""
_MOST_TYPES: Final = 30
"""Of more types those that were given most often are compared."""
_SIGN: Final = "*"


@dataclass(frozen=True, slots=True)
class Failures:
    """By what systems fail.

    Attributes:
        types: Those that were given, by id, the most frequent first, at most 30.
        failures: All of them, also those without a type.
        whole: The profiles over all tasks.
        grouped: The same by domain, category and dimension, each table corrected by itself.
        chains: How many failures of a type follow from one of another.
        cases: The failures that are listed.
        asked: Whether only some cases are.
        in_full: Whether all of them are.
    """

    catalog: Catalog
    types: Mapping[str, Known]
    failures: tuple[Failure, ...]
    whole: tuple[Profile, ...]
    grouped: Mapping[str, tuple[Profile, ...]]
    chains: Mapping[tuple[str, str], int]
    cases: tuple[Failure, ...]
    asked: bool
    in_full: bool

    @property
    def untyped(self) -> int:
        """How many failures have no type."""
        return sum(not one.types for one in self.failures)

    def title(self, type_id: str) -> str:
        """What a type is called; a type that was taken out by its id."""
        known = self.types.get(type_id)
        return known.title if known else type_id

    def system_of(self, one: Failure) -> str:
        """The system whose response fails."""
        return self.catalog.systems[int(self.catalog.response_system[one.response])]


def _compute(view: View) -> Failures | None:
    if not view.names_systems:
        return None
    with view.project.reading() as tx:
        tags, known = tags_in(tx, view.person_id), types_in(tx)
    raters = [one for one in view.results.raters if one.id == EXPERTS]
    if not tags or not raters:
        return None
    catalog = view.results.catalog
    found = failures_of(catalog, view.results.marks(EXPERTS, view.scope), tags)
    counts: dict[str, int] = {}
    for one in found:
        for type_id in sorted(one.types):
            counts[type_id] = counts.get(type_id, 0) + 1
    if not counts:
        return None
    given = sorted(counts, key=lambda name: (-counts[name], name))[:_MOST_TYPES]
    wanted = {name: value for name in ("type", "system") if (value := view.asked.get(name))}
    return Failures(
        catalog,
        {name: known.get(name) or Known(name, name) for name in given},
        found,
        profiles(catalog, found, given),
        {by: profiles(catalog, found, given, by) for by in GROUPS if has_groups(catalog, by)},
        chains(found),
        tuple(one for one in found if one.types and _is_wanted(catalog, one, wanted)),
        bool(wanted),
        bool(view.asked.get("in_full")),
    )


def _is_wanted(catalog: Catalog, one: Failure, wanted: Mapping[str, str]) -> bool:
    system = catalog.systems[catalog.response_system[one.response]]
    return wanted.get("type", "") in {"", *one.types} and wanted.get("system", "") in {"", system}


def _blocks(found: Failures) -> Iterator[Block]:
    said = verdict(found)
    yield Text(said, short=said)
    yield Figure(_matrix(found), _caption(found))
    yield _profile_table(found, found.whole, "")
    for by, made in found.grouped.items():
        apart = [one for one in made if _is_apart(one)]
        if apart:
            yield Heading(t("Failures by {group}", group=t(GROUPS[by]).lower()))
            yield _profile_table(found, apart, by)
    if found.chains:
        yield _chain_table(found)
    yield _case_table(found)
    if found.untyped:
        yield Note(
            tn(
                "{n} of {all} failures has no type and is left out.",
                "{n} of {all} failures have no type and are left out.",
                found.untyped,
                all=len(found.failures),
            )
        )


def verdict(found: Failures) -> str:
    """Which system fails by which type more often than the others; or that none can be told."""
    apart = sorted(filter(_is_apart, found.whole), key=_by_p)
    if apart:
        return in_a_row([_sentence(found, one) for one in apart[:_MOST_SAID]])
    compared = [one for one in found.whole if one.against and one.against.p is not None]
    if not compared:
        return t("One system only, or no task in common: nothing to compare.")
    families = max(one.against.tasks for one in compared if one.against)
    needed = families_needed(len(compared))
    if families < needed:
        return t(
            "Not enough families of tasks with failures of several systems: {n}, and {comparisons} "
            "comparisons need at least {needed}.",
            n=families,
            comparisons=len(compared),
            needed=needed,
        )
    return t(
        "In no type of failure a system can be told from the others ({n} comparisons, "
        "{failures} failures).",
        n=len(compared),
        failures=len(found.failures) - found.untyped,
    )


def _is_apart(one: Profile) -> bool:
    return one.against is not None and one.against.is_significant


def _sentence(found: Failures, one: Profile) -> str:
    against = one.against
    assert against is not None  # noqa: S101 - it is apart
    words = {
        "system": one.system,
        "type": found.title(one.type),
        "share": percent(one.share.value),
        "n": one.share.n,
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


def _caption(found: Failures) -> str:
    caption = t(
        "Per cent of a system’s failures that have the type; of {n} failures to which experts gave "
        "one or more.",
        n=len(found.failures) - found.untyped,
    )
    if any(map(_is_apart, found.whole)):
        caption += " " + t(
            "{sign} differs from the other systems on the same tasks (corrected p below .05).",
            sign=_SIGN,
        )
    return caption


def _matrix(found: Failures) -> Matrix:
    by_place = {(one.system, one.type): one for one in found.whole}
    systems = [
        name for name in found.catalog.systems if (name, next(iter(found.types))) in by_place
    ]
    types = list(found.types)

    def one(row: int, column: int) -> Profile:
        return by_place[systems[row], types[column]]

    return shares_matrix(
        systems,
        [found.title(name) for name in types],
        [[one(row, n).share.value for n in range(len(types))] for row in range(len(systems))],
        marked=lambda row, column: _SIGN if _is_apart(one(row, column)) else "",
        target=lambda row, column: ("ask", "system", systems[row], "type", types[column]),
        description=t("Types of failures by system"),
    )


def _profile_table(found: Failures, made: Sequence[Profile], by: str) -> Table:
    columns = (
        *((Column(t(GROUPS[by])),) if by else ()),
        Column(t("Type")),
        Column(t("System")),
        Column(t("Of its failures"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column("n", "0"),
        Column(t("Against the others, points"), "0.0"),
        Column(t("95 % interval"), "0.0", interval=True),
        Column(t("Corrected p")),
    )
    ordered = sorted(made, key=_by_p)
    rows = tuple(
        Row(
            (
                *((one.group,) if by else ()),
                found.title(one.type),
                one.system,
                one.share.value,
                one.share.interval,
                one.share.n,
                *_difference_cells(one.against),
            ),
            opens=("ask", "system", one.system, "type", one.type),
        )
        for one in ordered
    )
    caption = t(
        "Each system against the mean of the others on the same tasks; 95 % intervals over "
        "families of tasks; p by permuting systems within families, corrected over the table."
    )
    return Table(columns, rows, caption, name=t("Failure types by system"), short=_SHORT)


def _by_p(one: Profile) -> tuple[float, float, str, str]:
    p = one.against.reported_p if one.against else None
    return (1.0 if p is None else p, -(one.share.value or 0.0), one.type, one.system)


def _difference_cells(against: Difference | None) -> tuple[Cell, ...]:
    if against is None or against.value is None:
        return (None, None, None)
    scaled = against.times(100)
    return (scaled.value, scaled.interval, p_words(against.reported_p))


def _chain_table(found: Failures) -> Table:
    rows = tuple(
        Row((found.title(first), found.title(then), count))
        for (first, then), count in found.chains.items()
    )
    columns = (Column(t("Failure")), Column(t("What follows from it")), Column(t("Times"), "0"))
    return Table(columns, rows, name=t("What follows from what"), short=_SHORT)


def _case_table(found: Failures) -> Table:
    catalog = found.catalog
    columns = (
        Column(t("Type")),
        Column(t("System")),
        Column(t("Task")),
        Column(t("Checkpoint")),
        Column(t("Follows from")),
        Column(t("Note")),
    )
    rows = []
    ordered = sorted(found.cases, key=lambda one: (found.system_of(one), one.response))
    shown = ordered if found.asked or found.in_full else ordered[:_MOST_CASES]
    for one in shown:
        task = catalog.response_task[one.response]
        title = catalog.task_titles[task]
        causes = [catalog.checkpoint_texts[place] for place in sorted(one.follows)]
        cells = (
            clauses(found.title(name) for name in sorted(one.types)),
            found.system_of(one),
            title or catalog.tasks[task],
            catalog.checkpoint_texts[one.checkpoint],
            clauses(causes),
            clauses(one.notes),
        )
        target = ("response", catalog.tasks[task], catalog.responses[one.response])
        rows.append(Row(cells, opens=target))
    caption = t("{n} of {all} cases.", n=len(shown), all=len(ordered)) if shown != ordered else ""
    return Table(columns, tuple(rows), caption, t("Cases"), short=0 if found.asked else _SHORT)


def _plain(found: Failures) -> dict[str, Any]:
    def row(one: Profile) -> dict[str, Any]:
        return {
            "system": one.system,
            "type": one.type,
            "group": one.group or None,
            "share": one.share.value,
            "interval": one.share.interval,
            "failures": one.failures,
            "n": one.share.n,
            "against": one.against.plain() if one.against else None,
        }

    catalog = found.catalog
    return {
        "types": {name: asdict(one) for name, one in found.types.items()},
        "failures": len(found.failures),
        "untyped": found.untyped,
        "profiles": [row(one) for one in found.whole],
        "by": {by: [row(one) for one in made] for by, made in found.grouped.items()},
        "chains": [
            {"first": first, "then": then, "count": count}
            for (first, then), count in found.chains.items()
        ],
        "cases": [
            {
                "task": catalog.tasks[catalog.response_task[one.response]],
                "response": catalog.responses[one.response],
                "system": found.system_of(one),
                "checkpoint": catalog.checkpoints[one.checkpoint],
                "types": sorted(one.types),
                "follows": [catalog.checkpoints[place] for place in sorted(one.follows)],
                "notes": list(one.notes),
            }
            for one in found.cases
        ],
    }


def _title(found: Failures) -> str:
    n = len(found.failures) - found.untyped
    return labelled(t("Why systems fail"), tn("{n} failure named", "{n} failures named", n))


FAILURES: Final = Section(
    "failures",
    mark("Why systems fail"),
    mark("By which types of failures does a system fail more often than the others?"),
    _compute,
    _blocks,
    _plain,
    _title,
    after="raters",
    places=(REPORT, EXPLORED),
    tab=mark("Why they fail"),
    asks=("type", "system"),
    missing=mark(
        "No failure has a type yet: experts name the types of what a response fails as they judge."
    ),
    makes="failure tag {project} RESPONSE CHECKPOINT TYPE",
)
