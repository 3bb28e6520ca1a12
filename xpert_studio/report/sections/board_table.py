"""The table of a leaderboard: systems by rank, then those that do not rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from xpert_studio.core.metrics import SCORE, Leaderboard, Metric, Ranked, beside_score
from xpert_studio.core.metrics.leaderboard import Gap
from xpert_studio.core.metrics.task_estimates import Estimate
from xpert_studio.core.wording import figure, labelled, listed, number, t, tn
from xpert_studio.report.blocks import Cell, Column, InForm, Row, Table, Told
from xpert_studio.report.board_columns import BOARD_COLUMNS, ColumnFigures
from xpert_studio.report.cautions import caution_hint, gap_words
from xpert_studio.report.figure_tables import INTERVAL, figure_cells, figure_columns
from xpert_studio.report.panel_words import names_of
from xpert_studio.report.panels import PanelFindings
from xpert_studio.report.ties import Tie

_MOST_SHORT: Final = 12


@dataclass(frozen=True, slots=True)
class BoardRows:
    """What the rows of a leaderboard are made of.

    Attributes:
        board: The systems.
        gaps: What those that are not ranked lack, by system.
        ties: Which ranked systems cannot be told apart.
        columns: Figures that packs bring, by the id of their column.
        panel: The panel that rated them; None where no panel did.
        by: The figure that they are ranked by.
    """

    board: Leaderboard
    gaps: Mapping[str, Gap]
    ties: Mapping[str, Tie]
    columns: Mapping[str, ColumnFigures]
    panel: PanelFindings | None
    by: Metric = SCORE

    def table(self) -> Table:
        """Systems by rank, then those that do not rank."""
        board = self.board
        beside = [one for one in (SCORE, *beside_score(board.figures)) if one is not self.by]
        heads = (
            Column(t("Rank"), "0"),
            Column(t("System")),
            *figure_columns([self.by]),
            *self._heads(),
            *([Column(t("Tie group"), detail=True)] if self.ties else []),
            *([Column(t("Judges"), detail=True)] if self.panel is not None else []),
            *([_by_experts()] if self._has_experts else []),
            Column(t("Tasks"), "0"),
            Column(t("Coverage"), "0.0%", detail=True, opens=("coverage",)),
            *([Column(t("Abstained"), "0.0%")] if self._has_abstentions else []),
            *(replace(column, detail=True) for column in figure_columns(beside)),
        )
        return Table(
            heads,
            rows=tuple(
                Row(
                    (
                        self._rank(standing),
                        self._name(standing),
                        standing.figures[self.by.id].value,
                        self._interval(standing.figures[self.by.id]),
                        *self._beside(standing.system),
                        *([self._tie(standing.system)] if self.ties else []),
                        *([_seats(self.panel, standing.system)] if self.panel is not None else []),
                        *([standing.experts_score] if self._has_experts else []),
                        standing.tasks,
                        standing.coverage,
                        *([standing.abstained] if self._has_abstentions else []),
                        *figure_cells(beside, standing.figures),
                    ),
                    apart=standing.rank is None,
                    opens=("system", standing.system),
                )
                for standing in board.standings
            ),
            caption=tn(
                "{n} task. 95 % intervals by task or family.",
                "{n} tasks. 95 % intervals by task or family.",
                board.tasks,
            ),
            name=t("Leaderboard"),
            short=_MOST_SHORT,
        )

    def _interval(self, known: Estimate) -> InForm:
        return InForm(
            known.interval, self.by.unit.interval_form, why=caution_hint(known.caution, known.tasks)
        )

    @property
    def _has_abstentions(self) -> bool:
        return any(standing.abstained for standing in self.board.standings)

    @property
    def _has_experts(self) -> bool:
        return any(standing.experts_score is not None for standing in self.board.standings)

    def _heads(self) -> Iterator[Column]:
        for one in map(BOARD_COLUMNS.__getitem__, self.columns):
            if one.is_text:
                yield Column(t(one.title), meaning=t(one.meaning))
                continue
            yield Column(t(one.title), one.form, meaning=t(one.meaning))
            yield Column(INTERVAL, one.form, interval=True)

    def _beside(self, system: str) -> Iterator[Cell]:
        for id_, one in self.columns.items():
            known, words = one.figures.get(system), one.words.get(system, "")
            if BOARD_COLUMNS[id_].is_text:
                yield words
                continue
            form = BOARD_COLUMNS[id_].form
            if known is None or known.value is None:
                yield from (Told(None, "–", words), None)
            else:
                yield from (
                    known.value,
                    InForm(known.interval, form, why=caution_hint(known.caution, known.tasks)),
                )

    def _rank(self, ranked: Ranked) -> Cell:
        if ranked.rank is None:
            return Told(None, "–", not_ranked_words(ranked, self.gaps.get(ranked.system)))
        if sum(other.rank == ranked.rank for other in self.board.standings) == 1:
            return ranked.rank
        return Told(
            ranked.rank,
            t("{rank} =", rank=number(ranked.rank)),
            more=t("Shared rank: the scores are exactly equal."),
        )

    def _name(self, ranked: Ranked) -> Cell:
        if ranked.apart == "excluded":
            return t("{system} (excluded)", system=ranked.system)
        if not ranked.is_baseline:
            return ranked.system
        said = t("{system} (baseline)", system=ranked.system)
        if ranked.apart != "anchored":
            return said
        return Told(said, said, t("The judge was shown the experts’ judgments of it as anchors."))

    def _tie(self, system: str) -> Cell:
        tie = self.ties.get(system)
        if tie is None:
            return ""
        return Told(
            tie.letter,
            tie.letter,
            more=(
                t("Told apart from the systems above and below.")
                if tie.size == 1
                else t("The best of systems that cannot be told apart.")
                if tie.p is None
                else t(
                    "Cannot be told apart from {system}: p = {p}, paired by task or family, "
                    "corrected",
                    system=tie.leader,
                    p=figure(tie.p, 3),
                )
            ),
        )


def not_ranked_words(item: Ranked, gap: Gap | None) -> str:
    """Why a system is not ranked."""
    said = (
        (item.apart == "anchored", t("the judge was shown the experts’ judgments of it")),
        (not item.complete, gap_words(gap)),
    )
    return listed(words for is_so, words in said if is_so)


def _by_experts() -> Column:
    return Column(
        t("By the experts"),
        "0.0%",
        detail=True,
        meaning=t(
            "Score by the experts’ own judgments, for a system of which the judge was shown them."
        ),
    )


def _seats(found: PanelFindings, system: str) -> Cell:
    """How many judges of a panel count for a system; who does not, and who is kin."""
    seats = [seat for seat in found.seats if seat.system == system]
    out = [seat for seat in seats if not seat.counts]
    kin = any(seat.family for seat in seats)
    count = t("{n} of {total}", n=len(seats) - len(out), total=len(found.panel.judges))
    said = listed([count, *([t("same family")] if kin else [])])
    names = names_of(found.judges)
    lacking = [
        labelled(
            names[seat.judge],
            tn("excluded, {n} verdict missing", "excluded, {n} verdicts missing", seat.missing),
        )
        if seat.missing
        else t("{judge}: same family ({family})", judge=names[seat.judge], family=seat.family)
        for seat in seats
        if seat.family or not seat.counts
    ]
    return Told(said, said, "\n".join(lacking))
