"""The section of settings: one model under two of them, on the same tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Final

from xpert_studio.api.sections import (
    COMPARED,
    PROBABILITY,
    REPORT,
    Block,
    Column,
    Figure,
    Heading,
    Row,
    Section,
    Table,
    Text,
    View,
    domain_name,
    headline,
    listed,
    mark,
    t,
    translated,
)
from xpert_studio.core.metrics import FEW_TASKS
from xpert_studio.core.records import SYSTEM_FIELDS, System
from xpert_studio.core.store import systems as stored
from xpert_studio.core.workflow.systems import said_value
from xpert_studio.packs.systems.figures import ComparedSettings, SettingPair, compare_settings
from xpert_studio.packs.systems.section_seen import sees_settings
from xpert_studio.report.part_names import part_name
from xpert_studio.report.results.charts import difference_chart
from xpert_studio.report.sections.systems import pair_sentence, parts_table
from xpert_studio.report.small_groups import SmallGroups

_SHORT: Final = 8
_IN_DETAIL: Final = 2
"""So many pairs are shown by domain and dimension unless one is asked for."""
_BY: Final = ("domain", "dimension")


@dataclass(frozen=True, slots=True)
class Settings:
    """One model under two settings.

    Attributes:
        who: The rater in words.
        pairs: All of them; none where no model has two settings with scores.
        detailed: Those that are shown by domain and dimension.
        lacking: Models of which one setting alone has scores.
        small: Which groups are marked.
    """

    who: str
    pairs: tuple[ComparedSettings, ...]
    detailed: tuple[ComparedSettings, ...]
    lacking: tuple[str, ...]
    small: SmallGroups


def _compute(view: View) -> Settings | None:
    """What is asked for: ``first`` and ``second``, the systems of the pair in detail."""
    if view.rater is None or not sees_settings(view):
        return None
    with view.project.reading() as tx:
        known = stored.described(tx)
    if not any(one.model for one in known.values()):
        return None
    rater_id, scope = view.key
    scored = {
        standing.system
        for standing in view.results.board(rater_id, scope).leaderboard.standings
        if standing.score is not None
    }
    pairs = compare_settings(
        known.values(),
        scored,
        lambda first, second: view.results.compared(rater_id, first, second, scope),
    )
    if not pairs:
        return None
    asked = {view.asked.get("first"), view.asked.get("second")}
    wanted = tuple(pair for pair in pairs if {pair.pair.first, pair.pair.second} == asked)
    return Settings(
        view.who,
        pairs,
        wanted or tuple(pair for pair in pairs if pair.compared.parts)[:_IN_DETAIL],
        _alone(known, pairs),
        view.analysis.small,
    )


def _alone(known: Mapping[str, System], pairs: tuple[ComparedSettings, ...]) -> tuple[str, ...]:
    paired = {name for pair in pairs for name in (pair.pair.first, pair.pair.second)}
    return tuple(name for name, one in known.items() if one.model and name not in paired)


def difference_said(pair: SettingPair) -> str:
    """What two settings differ in: ``Reasoning effort: low → high``."""
    return listed(
        t(
            "{setting}: {before} → {after}",
            setting=t(SYSTEM_FIELDS[name]),
            before=translated(said_value(before)),
            after=translated(said_value(after)),
        )
        for name, (before, after) in pair.differs.items()
    )


def _blocks(settings: Settings) -> Iterator[Block]:
    yield headline(_summary(settings))
    yield _table(settings)
    for one in settings.detailed:
        yield Heading(
            t("{model}: {differs}", model=one.pair.model, differs=difference_said(one.pair))
        )
        yield Text(pair_sentence(one.compared))
        parts = replace(
            one.compared, parts=tuple(part for part in one.compared.parts if part.by in _BY)
        )
        for by, named in (("domain", domain_name), ("dimension", partial(part_name, "dimension"))):
            if any(part.by == by for part in parts.parts):
                chart = difference_chart(parts, by, small=settings.small, named=named)
                yield Figure(chart, t("Second less first; 95 % intervals by task or family."))
        if parts.parts:
            yield parts_table(parts, settings.small)


def _summary(settings: Settings) -> str:
    """How many settings make a difference beyond chance, and what is not enough."""
    tested = [pair for pair in settings.pairs if pair.corrected_p is not None]
    apart = [one for one in tested if (one.corrected_p or 0.0) < 0.05]
    said = t(
        "By {who}, {n} of {all} pairs of settings of one model differ beyond chance (corrected "
        "p below 0.05).",
        who=settings.who,
        n=len(apart),
        all=len(settings.pairs),
    )
    short = [pair for pair in settings.pairs if pair.corrected_p is None]
    if short:
        said += " " + t(
            "Not enough for a test: {pairs}; it takes scores on at least two shared tasks that "
            "differ.",
            pairs=listed(
                t("{second} and {first}", second=one.pair.second, first=one.pair.first)
                for one in short
            ),
        )
    if any(one.compared.caution == "few tasks" for one in tested):
        said += " " + t(
            "Where fewer than {n} tasks are shared, the interval may be too narrow.", n=FEW_TASKS
        )
    return said


def _table(settings: Settings) -> Table:
    columns = (
        Column(t("Model")),
        Column(t("First")),
        Column(t("Second")),
        Column(t("Setting")),
        Column(t("Tasks"), "0"),
        Column(t("First scores"), "0.0%", detail=True),
        Column(t("Second scores"), "0.0%", detail=True),
        Column(t("Difference"), "+0.0%"),
        Column(t("95 % interval"), "+0.0%", interval=True),
        Column("p", PROBABILITY, detail=True),
        Column(t("corrected p"), PROBABILITY),
        Column(t("Better, worse, the same")),
    )
    rows = tuple(_row(pair, settings.small) for pair in settings.pairs)
    caption = t(
        "The same tasks under two settings of one model: second less first. Intervals and p by "
        "task or family; p corrected after Benjamini and Hochberg. Where several settings differ, "
        "the difference is of all of them together."
    )
    return Table(
        columns,
        rows,
        settings.small.explain(caption, *(len(pair.compared.tasks) for pair in settings.pairs)),
        t("Settings compared"),
        short=_SHORT,
    )


def _row(settings: ComparedSettings, small: SmallGroups) -> Row:
    pair, made = settings.pair, settings.compared
    return Row(
        (
            pair.model,
            pair.first,
            pair.second,
            small.mark(difference_said(pair), len(made.tasks)),
            len(made.tasks),
            made.first_mean,
            made.second_mean,
            made.difference,
            made.interval,
            made.p,
            settings.corrected_p,
            f"{made.wins_second:,}, {made.wins_first:,}, {made.ties:,}",
        ),
        opens=("ask", "first", pair.first, "second", pair.second),
    )


def _plain(settings: Settings) -> dict[str, Any]:
    return {
        "pairs": [
            {
                "model": one.pair.model,
                "first": one.pair.first,
                "second": one.pair.second,
                "differs": {name: list(pair) for name, pair in one.pair.differs.items()},
                "tasks": len(one.compared.tasks),
                "first_mean": one.compared.first_mean,
                "second_mean": one.compared.second_mean,
                "difference": one.compared.difference,
                "interval": one.compared.interval,
                "p": one.compared.p,
                "corrected_p": one.corrected_p,
                "sign_p": one.compared.sign_p,
                "wilcoxon_p": one.compared.wilcoxon_p,
                "wins_first": one.compared.wins_first,
                "wins_second": one.compared.wins_second,
                "ties": one.compared.ties,
                "parts": [asdict(part) for part in one.compared.parts if part.by in _BY],
            }
            for one in settings.pairs
        ],
        "alone": list(settings.lacking),
    }


SETTINGS: Final = Section(
    "settings",
    mark("Settings of one model"),
    mark("What does a setting of a model change, such as its effort or web search?"),
    _compute,
    _blocks,
    _plain,
    after="pair",
    places=(REPORT, COMPARED),
    tab=mark("Settings"),
    asks=("first", "second"),
    missing=mark(
        "It takes two systems of one model with scores, whose settings are known and differ."
    ),
    makes="response generate {project} PROVIDER:MODEL --each-effort low --each-effort high",
)
