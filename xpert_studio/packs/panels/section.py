"""What stands beside the figures of a panel: its judges, who counts where, and how they agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from xpert_studio.api.sections import (
    RATER,
    REPORT,
    Block,
    Column,
    Heading,
    Row,
    Section,
    Table,
    Text,
    View,
    judge_name,
    mark,
    t,
)
from xpert_studio.core.metrics import RATERS, metrics_of
from xpert_studio.core.metrics.votes import LEAST_SHARED
from xpert_studio.report.figure_tables import (
    figure_table,
    graded_pair_tables,
    pair_table,
    scale_table,
)
from xpert_studio.report.panel_words import names_of, panel_sentences
from xpert_studio.report.panels import PanelFindings

_JUDGE: Final = mark("Judge")
_PAIRS: Final = mark("Graded checkpoints by pair of judges, {scale}")


def seat_tables(panel_findings: PanelFindings) -> list[Table]:
    """Judges that do not count for a system, or are of its family, with what they lack."""
    seats = [seat for seat in panel_findings.seats if seat.family or not seat.counts]
    names = names_of(panel_findings.judges)
    columns = (
        Column(t("System")),
        Column(t("Judge")),
        Column(t("Counts")),
        Column(t("Verdicts"), "0"),
        Column(t("Missing"), "0"),
        Column(t("Same family")),
    )
    rows = tuple(
        Row(
            (
                seat.system,
                names[seat.judge],
                t("yes") if seat.counts else t("not counted"),
                seat.decided,
                seat.missing,
                seat.family,
            )
        )
        for seat in seats
    )
    title = t("Judges of the panel that are excluded or of the same family, by system")
    return [Table(columns, rows, title, t("Panel"))][: len(seats)]


def agreement_tables(panel_findings: PanelFindings) -> list[Table]:
    """Agreement among the judges: all together, by pair, and on graded checkpoints."""
    agreement = panel_findings.agreement
    if agreement is None:
        return []
    names = names_of(panel_findings.judges)
    both = [
        replace(pair, first=names[pair.first], second=names[pair.second])
        for pair in agreement.pairs
    ]
    tables = []
    if agreement.items:
        heads = (Column(t("Checkpoints"), "0"), Column(t("Tasks"), "0"))
        line = (agreement.items, agreement.figures.tasks), agreement.figures
        title = t("Agreement among the judges of the panel; the first share is all judges agreeing")
        tables.append(figure_table(heads, metrics_of(RATERS), [line], title, t("Agreement")))
        few = t("fewer than {least_shared} shared ratings", least_shared=LEAST_SHARED)
        pairs = pair_table(both, few, _JUDGE)
        tables.append(
            Table(pairs.columns, pairs.rows, t("Agreement by pair of judges"), t("Pairs"))
        )
    graded = scale_table(agreement.scales, t("Graded checkpoints, among the judges"))
    return [*tables, *graded, *graded_pair_tables(both, _JUDGE, _PAIRS)]


@dataclass(frozen=True, slots=True)
class PanelsShown:
    """Panels with their names; ``names_systems`` says whether systems may be named."""

    panels: tuple[tuple[str, PanelFindings], ...]
    names_systems: bool


def _panels(view: View) -> PanelsShown | None:
    """Of a view of one rater its panel, else all panels."""
    found = tuple(
        (t("{judge} ({id})", judge=judge_name(item.judge), id=item.judge.id), item.panel)
        for item in view.analysis.judges.values()
        if item.panel is not None and view.rater_id in {"", item.judge.id}
    )
    return PanelsShown(found, view.names_systems) if found else None


def _panel_blocks(panels_shown: PanelsShown) -> Iterator[Block]:
    for name, panel in panels_shown.panels:
        yield Heading(name)
        yield from map(Text, panel_sentences(panel, names_systems=panels_shown.names_systems))
        if panel.agreement is None:
            yield Text(t("No two of its judges have judged the same."))
        yield from seat_tables(panel) if panels_shown.names_systems else ()
        yield from agreement_tables(panel)


PANELS: Final = Section(
    "panels",
    mark("Panels of judges"),
    mark("Which judges count in a panel, and do they agree?"),
    _panels,
    _panel_blocks,
    lambda found: [panel.plain(names_systems=found.names_systems) for _, panel in found.panels],
    after="comparison",
    places=(REPORT, RATER),
)
