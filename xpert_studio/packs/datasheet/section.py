"""The datasheet of each judge, as a section of reports, and as part of its certificates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from xpert_studio.api.changes import seen_records
from xpert_studio.api.sections import (
    JUDGE,
    REPORT,
    Action,
    Block,
    Column,
    Heading,
    Listing,
    Row,
    Section,
    Table,
    Text,
    View,
    labelled,
    listed,
    mark,
    rater_name,
    shown,
    t,
)
from xpert_studio.core.records import CHECKS, CertifiedFigure, Judge, grouped
from xpert_studio.core.records.columns import FloatArray
from xpert_studio.core.store import judges, responses, runs
from xpert_studio.packs.attacks.results import AttackScore, attack_rows, attack_scores
from xpert_studio.packs.attacks.verdicts import current_results
from xpert_studio.packs.datasheet.edits import EDITS
from xpert_studio.packs.datasheet.effects import length_effect, position_effect, style_effects
from xpert_studio.packs.datasheet.gold import clusters_of
from xpert_studio.packs.datasheet.records import PACK_ID, PROBE, Asking
from xpert_studio.packs.datasheet.section_lines import (
    DatasheetLine,
    against_gold,
    by_part,
    in_panels,
    of_attacks,
    of_errors,
    of_itself,
    of_runs,
    of_style,
)
from xpert_studio.report.analysis import JudgeFindings
from xpert_studio.report.detail import Detail, judge_detail

_SHORT: Final = 14
_CERTIFIED: Final = frozenset(
    {
        "unanimous",
        "attack_empty",
        "length_effect",
        "position_effect",
        "effective_votes",
        "cost_a_verdict",
        "seconds_a_verdict",
    }
    | {f"style_{edit.id}{end}" for edit in EDITS for end in ("", "_beyond", "_shift")}
)
"""What certificates keep besides the figures that they have anyway."""


@dataclass(frozen=True, slots=True)
class Datasheet:
    """What is known of one judge.

    Attributes:
        judge_id: The judge.
        lines: In the order in which they are shown.
    """

    judge_id: str
    lines: tuple[DatasheetLine, ...]

    def plain(self) -> dict[str, Any]:
        """It for a program."""
        return {"judge": self.judge_id, "lines": [line.plain() for line in self.lines]}


@dataclass(frozen=True, slots=True)
class AskedBesides:
    """What judges were asked besides responses: attacks, and edits of style.

    Attributes:
        judges: By id.
        probes: By judge, with the ids of the responses.
        scores: What attacks score, by judge.
        cluster: The cluster of each response.
    """

    judges: Mapping[str, Judge]
    probes: Mapping[str, Sequence[tuple[str, Asking]]]
    scores: Mapping[str, Sequence[AttackScore]]
    cluster: Mapping[str, int]

    @classmethod
    def read(cls, view: View) -> Self:
        """All of it, on the tasks of a view."""
        catalog = view.analysis.catalog
        with view.project.reading() as tx:
            known = {judge.id: judge for judge in judges.all_judges(tx)}
            attacked = attack_rows(tx, set(catalog.tasks)) if current_results(tx) else []
            asked = probes_of(seen_records(tx, None, PACK_ID, "asking"))
        scores = grouped((score.judge_id, score) for score in attack_scores(attacked))
        return cls(known, asked, scores, clusters_of(catalog))

    def lines(self, judge_id: str) -> Iterator[DatasheetLine]:
        """What attacks score with a judge, and what edits of style change."""
        judge = self.judges.get(judge_id)
        probes = self.probes.get(judge_id, ())
        effects = style_effects(probes, self.cluster, [edit.id for edit in EDITS])
        yield from of_attacks(self.scores.get(judge_id, ()), judge)
        yield from of_style(effects, judge_id, judge)


def judges_in(view: View, others: Iterable[str] = ()) -> list[str]:
    """The judges that a view is of, each once: no panels, and no programs.

    Args:
        view: The view, which may ask for one.
        others: More of them.
    """
    found = [name for name, item in view.analysis.judges.items() if item.panel is None]
    only = view.asked.get("judge")
    known = dict.fromkeys((*found, *others))
    return [name for name in known if name != CHECKS and only in {None, name}]


def _datasheets(view: View) -> tuple[Datasheet, ...] | None:
    analysis, asked = view.analysis, AskedBesides.read(view)
    with view.project.reading() as tx:
        made = grouped((run.judge_id, run) for run in runs.all_runs(tx))
        lengths = {item.id: len(item.text) for item in responses.all_responses(tx)}
    letters = np.array([lengths.get(name, 0) for name in analysis.catalog.responses], float)
    found = []
    for name in judges_in(view, asked.probes):
        item = analysis.judges.get(name)
        detail = judge_detail(analysis, item) if item else None
        lines = (
            *of_itself(item, asked.judges.get(name)),
            *_from_gold(view, item, detail, letters),
            *asked.lines(name),
            *in_panels(analysis, name),
            *of_runs(made.get(name, ())),
            *by_part(detail, ("system", "domain") if view.names_systems else ("domain",)),
        )
        found.append(Datasheet(name, lines))
    return tuple(found) or None


def probes_of(found: Sequence[Any]) -> dict[str, list[tuple[str, Asking]]]:
    """What judges said of edited responses, by judge, with the ids of the responses."""
    return grouped(
        (one.value.judge_id, (one.response or "", one.value))
        for one in found
        if isinstance(one.value, Asking) and one.value.series == PROBE
    )


def _from_gold(
    view: View, item: JudgeFindings | None, detail: Detail | None, letters: FloatArray
) -> Iterator[DatasheetLine]:
    yield from against_gold(item)
    catalog = view.analysis.catalog
    length = length_effect(catalog, detail.paired, letters) if detail else None
    yield from of_errors(length, position_effect(catalog, detail.paired) if detail else None)


def _blocks(found: Sequence[Datasheet]) -> Iterator[Block]:
    said = t(
        "Each line is a figure with its interval over families of tasks, n, and what it rests on."
    )
    yield Text(said)
    for sheet in found:
        yield from sheet_blocks(sheet, t("Datasheet of {judge}", judge=rater_name(sheet.judge_id)))


def sheet_blocks(sheet: Datasheet, title: str) -> Iterator[Block]:
    """What is known of a judge, what is not, and how to find it out.

    Args:
        sheet: The lines.
        title: Of the table.
    """
    yield Heading(rater_name(sheet.judge_id))
    if any(not line.missing for line in sheet.lines):
        yield sheet_table(sheet, title)
    lacking = grouped((line.missing, line.title) for line in sheet.lines if line.missing)
    if lacking:
        figures = listed(line.title for line in sheet.lines if line.missing)
        yield Text(t("Not known:"), t("Not known: {figures}.", figures=figures))
        yield Listing(tuple(labelled(listed(names), why) for why, names in lacking.items()))
    yield from (
        Action(t("Find out: {figure}", figure=line.title), line.command)
        for line in sheet.lines
        if line.command
    )


def sheet_table(sheet: Datasheet, title: str) -> Table:
    """What is known of a judge, as a table."""
    columns = (
        Column(t("Figure")),
        Column(t("Value")),
        Column(t("95 % interval")),
        Column("n", "0"),
        Column(t("Clusters"), "0"),
        Column(t("Rests on"), detail=True),
        Column(t("Caution")),
    )
    return Table(
        columns,
        tuple(_row(line) for line in sheet.lines if not line.missing),
        title,
        title,
        short=_SHORT,
    )


def _row(line: DatasheetLine) -> Row:
    cells = (
        line.title,
        shown(line.value, line.unit.form),
        shown(line.interval, line.unit.interval_form) if line.interval else "–",
        line.n or None,
        line.clusters or None,
        line.rests_on or "–",
        line.caution,
    )
    return Row(cells)


def _certified(found: Sequence[Datasheet]) -> Mapping[str, Mapping[str, CertifiedFigure]]:
    """The short form of each datasheet, by judge."""
    return {
        sheet.judge_id: {
            line.id: CertifiedFigure(
                value=line.value,
                interval=line.interval,
                tasks=line.clusters,
                n=line.n,
                caution=line.caution or None,
            )
            for line in sheet.lines
            if line.id in _CERTIFIED and line.value is not None
        }
        for sheet in found
    }


DATASHEET: Final = Section(
    "judge-datasheet",
    mark("Datasheets of judges"),
    mark("What is known of each judge, and what does it rest on?"),
    _datasheets,
    _blocks,
    plain=lambda found: [sheet.plain() for sheet in found],
    after="alignment",
    places=(REPORT, JUDGE),
    certified=_certified,
)
