"""The form that draws a subset: size, seed and name, and what each domain would give."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal

from xpert_studio.desktop.kit import (
    PAD,
    SPACE,
    STAGES,
    Card,
    Entry,
    EntryView,
    Spin,
    button,
    column,
    domain_name,
    field,
    label,
    mark,
    number,
    px,
    row,
    t,
    tn,
    tool,
)
from xpert_studio.desktop.parts.figure_table import Cell, Figures, count, figure_table, share, words
from xpert_studio.records import Stratum
from xpert_studio.workflow.gold import GOLD
from xpert_studio.workflow.views import GoldSubsets

_HEADS: Final = (mark("Domain"), mark("Ready"), mark("Drawn"), mark("Share"))
_MOST_SEED: Final = 999_999
_SHOWN: Final = 8
_ROW: Final = 32


class DrawCard(Card):
    """The form.

    Signals:
        drawn: Size, seed and name of the subset that is to be drawn.
        opened: A task that is not ready is to be opened; its id.
    """

    drawn = Signal(int, int, str)
    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._held = GoldSubsets({}, (), ())
        self._is_begun = self._is_done = False
        self.how_many = Spin(t("How many tasks"), 1, 1)
        self.seed = Spin(t("Seed"), 0, _MOST_SEED)
        self.seed.setFixedWidth(px(100))
        self.other_seed = tool("shuffle", t("Another seed"), self._roll)
        self.name = field(GOLD, name=t("Name of the subset"))
        self.name.setFixedWidth(px(180))
        self.strata = Figures(_HEADS, 1, self)
        self.table = figure_table(self.strata, t("What each domain gives"), (160, 70, 70, 130), 0)
        self.act = button(t("Draw the subset"), self._draw, kind="primary", picture="shuffle")
        self.note = label("", "muted")
        self.why = label("", "warn")
        self.waiting_title = label("", "label")
        self.waiting = EntryView(t("Tasks that are not ready"))
        self.waiting.opened.connect(self.opened)
        self._lay_out()
        self.how_many.valueChanged.connect(lambda _: self._show_strata())
        self.name.textChanged.connect(lambda _: self._show_name())

    def _lay_out(self) -> None:
        captions = [label(text, "label", wrap=False) for text in (t("Tasks"), t("Seed"), t("Name"))]
        for caption, widget in zip(captions, (self.how_many, self.seed, self.name), strict=True):
            caption.setBuddy(widget)
        fields = row(
            column(captions[0], row(self.how_many, 1), gap=2),
            column(captions[1], row(self.seed, self.other_seed, 1, gap=2), gap=2),
            column(captions[2], row(self.name), gap=2),
            1,
            gap=SPACE,
        )
        self.waiting.setMinimumHeight(px(150))
        column(
            label(t("Draw a subset"), "heading"),
            label(
                t(
                    "Every domain gives its share of the ready tasks, by lot. The same seed draws the same tasks on every machine."
                ),
                "muted",
            ),
            fields,
            self.table,
            self.note,
            self.why,
            row(self.act, 1),
            self.waiting_title,
            self.waiting,
            on=self, pad=SPACE, gap=PAD, grow=8,
        )  # fmt: skip

    def show_gold(self, held: GoldSubsets, why_not: str) -> None:
        """Shows what can be drawn now.

        Args:
            held: It.
            why_not: Why the person may only look; empty where they may draw.
        """
        self._held = held
        self.how_many.setRange(1, max(1, held.count))
        if not self._is_begun and held.count:
            self._is_begun, self._is_done = True, True
            self.how_many.setValue(held.suggested_size)
        if self._is_done:
            self._is_done = False
            self.name.setText(held.free_name(GOLD))
        for widget in (self.how_many, self.seed, self.other_seed, self.name):
            widget.setEnabled(not why_not and bool(held.count))
        self.act.setVisible(not why_not)
        self.why.say(why_not)
        self._show_strata()
        self._show_waiting()
        self._show_name()

    def begin_anew(self) -> None:
        """Offers a free name as soon as what was drawn is there: the next draw keeps this one."""
        self._is_done = True

    def _roll(self) -> None:
        self.seed.setValue(secrets.randbelow(_MOST_SEED + 1))

    def _show_strata(self) -> None:
        found = self._held.strata_for(self.how_many.value())
        self.strata.show_rows(_rows(found))
        shown = min(len(found), _SHOWN)
        self.table.setVisible(bool(found))
        self.table.setFixedHeight(
            self.table.horizontalHeader().sizeHint().height() + px(_ROW) * shown + px(4)
        )
        is_small = any(part.available and not part.drawn for part in found)
        self.note.setText(
            t("Some domains give nothing: the subset is smaller than the number of domains.")
            if found
            else t("No task is ready to be drawn: rubrics are written, reviewed and checked first.")
        )
        self.note.setVisible(is_small or not found)

    def _show_waiting(self) -> None:
        rows = self._held.waiting
        self.waiting_title.setVisible(bool(rows))
        self.waiting.setVisible(bool(rows))
        self.waiting_title.setText(
            tn(
                "{n} task is not ready and cannot be drawn",
                "{n} tasks are not ready and cannot be drawn",
                len(rows),
            )
        )
        self.waiting.show_entries(
            [
                Entry(
                    item.id, item.title, (domain_name(item.domain) or t("no domain"),),
                    t(STAGES[item.stage]), "optional",
                )
                for item in rows
            ]
        )  # fmt: skip

    def _show_name(self) -> None:
        name = self.name.text().strip()
        is_taken = any(item.subset.name == name for item in self._held.drawn)
        self.act.setText(
            t("Draw in place of {name}", name=name) if is_taken else t("Draw the subset")
        )
        self.act.setEnabled(bool(name) and bool(self._held.count))

    def _draw(self) -> None:
        self.drawn.emit(self.how_many.value(), self.seed.value(), self.name.text().strip())


def _rows(strata: Sequence[Stratum]) -> list[tuple[Cell, ...]]:
    return [
        (
            words(domain_name(part.domain) or t("no domain")),
            count(part.available),
            Cell(number(part.drawn), part.drawn),
            share(part.drawn / part.available if part.available else None),
        )
        for part in strata
    ]
