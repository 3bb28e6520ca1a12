"""What is shared, before it does: counts, what stays here, and a look through every text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QTabWidget, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    SPACE,
    Card,
    box,
    button,
    clear,
    column,
    figure_table,
    file_size,
    grid,
    label,
    mark,
    moment,
    number,
    pixmap,
    put_in,
    px,
    retone,
    row,
    scrolled,
    show_if,
    t,
    text_box,
    tn,
    translated,
)
from xpert_studio.desktop.pages.publish.kinds import ExportKind, kind_name, stays_here
from xpert_studio.desktop.pages.publish.orders import Order
from xpert_studio.desktop.widgets.grid import Figures, GridCell, count, words
from xpert_studio.exchange.preview import Preview
from xpert_studio.workflow import PastPublication

# What a look through every text has found: warnings, fields, files and the first rows.

_FIELD_HEADS: Final = (
    mark("Record"), mark("Field"), mark("Goes out"), mark("Veiled"), mark("Stays here"),
)  # fmt: skip
_FILE_HEADS: Final = (mark("File"), mark("Rows"), mark("Size"))
_HEIGHT: Final = 230
_LONGEST: Final = 600


class LookedThrough(QTabWidget):
    """The findings, one kind a tab; what is to be looked at comes first."""

    def __init__(self) -> None:
        super().__init__()
        self.setDocumentMode(True)
        self.setFixedHeight(px(_HEIGHT))
        self.warnings = column(gap=GAP)
        self.fields = Figures(_FIELD_HEADS, 2, self, (130, 150, 90, 90, 90))
        self.files = Figures(_FILE_HEADS, 1, self, (260, 90, 110))
        self.sample = text_box(name=t("First rows"), is_open=False)
        self.addTab(scrolled(box(column(self.warnings, 1, pad=GAP))), t("To look at"))
        self.addTab(figure_table(self.fields, t("Fields"), 1), t("Fields"))
        self.addTab(figure_table(self.files, t("Files"), 0), t("Files"))
        self.addTab(self.sample, t("First rows"))

    def show_preview(self, found: Preview) -> None:
        """Shows what was found."""
        none = label(t("No name of a person, no address and no key was found."), "good")
        told = [label(translated(text)) for text in found.warnings]
        put_in(self.warnings, told or [none])
        self.setTabText(0, t("To look at ({n})", n=len(found.warnings)))
        self.fields.show_cells(_field_rows(found))
        self.files.show_cells(_file_rows(found))
        self.sample.setPlainText(_sample(found))
        self.setCurrentIndex(0)


def _field_rows(found: Preview) -> list[tuple[GridCell, ...]]:
    nothing = words("")
    rows: list[tuple[GridCell, ...]] = []
    for kind in found.rows:
        of_kind = [item for item in found.fields if item.kind == kind.kind]
        if kind.out or kind.stay:
            rows += [
                (words(kind_name(kind.kind)), nothing, count(kind.out), nothing, count(kind.stay)),
                *((nothing, words(item.field), count(item.out), count(item.pseudonymized),
                   count(item.stays)) for item in of_kind),
            ]  # fmt: skip
    return rows


def _file_rows(found: Preview) -> list[tuple[GridCell, ...]]:
    return [
        (
            words(file.path),
            words("") if file.rows is None else count(file.rows),
            GridCell(file_size(file.size), file.size),
        )
        for file in found.files
    ]


def _sample(found: Preview) -> str:
    lines = []
    for name, rows in found.sample.items():
        texts = [json.dumps(values, ensure_ascii=False) for values in rows]
        cut = [text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…" for text in texts]
        lines += [name, *(f"  {text}" for text in cut), ""]
    return "\n".join(lines)


_ACROSS: Final = 4


class PreviewCard(Card):
    """The preview of one order at a time.

    Signals:
        asked: The user wants every text looked through.
    """

    asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._past: Sequence[PastPublication] = ()
        self.counts = grid(SPACE, GAP, grow=(1,) * _ACROSS)
        self.notes = column(gap=GAP)
        self.state = label("", "muted")
        self.before = label("", "muted")
        self.unseen = label("", "muted")
        self.look = button(t("Look through every text"), self.asked.emit, picture="search")
        self.found = LookedThrough()
        self._ask = box(row(self.look, self.unseen, gap=PAD, grow=1))
        column(
            label(t("What will be shared"), "heading"),
            self.state, self.counts, self.notes, self.before, self._ask, self.found,
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip
        self.say(t("Computing…"))

    def say(self, text: str, *, is_bad: bool = False) -> None:
        """Says why there is no preview."""
        clear(self.counts)
        clear(self.notes)
        show_if(False, self.before, self._ask, self.found)
        retone(self.state, "kind", "bad" if is_bad else "muted")
        self.state.say(text)

    def show_counts(
        self,
        kind: ExportKind,
        order: Order,
        rows: Mapping[str, int],
        past: Sequence[PastPublication],
    ) -> None:
        """Shows how much would go out.

        Args:
            kind: What is to be published.
            order: How.
            rows: Records by kind.
            past: What went out before, the newest first.
        """
        self._past = past
        self.state.hide()
        clear(self.counts)
        put_in(self.notes, (_note(*note) for note in stays_here(kind, order)))
        for place, (name, total) in enumerate(rows.items()):
            figure = label(number(total), "figure", wrap=False)
            words = label(kind_name(name), "small", wrap=False)
            self.counts.addLayout(column(figure, words, gap=0), place // _ACROSS, place % _ACROSS)
        if not rows:
            self.counts.addWidget(label(t("Nothing."), "warn"), 0, 0)
        self._show_before(order, "")
        self.found.hide()
        self._ask.setVisible(order.can_be_looked_through)
        self.look.show()
        self.unseen.setText(
            t("Nobody has looked yet for names, addresses and keys in the texts that go out.")
        )

    def say_looking(self) -> None:
        """Says that every text is being looked through."""
        self.look.hide()
        self.unseen.setText(t("Looking through every text…"))

    def say_unseen(self, text: str) -> None:
        """Says why nothing was looked through."""
        self.look.show()
        self.unseen.setText(text)

    def show_found(self, order: Order, found: Preview) -> None:
        """Shows what a look through every text has found."""
        self.look.hide()
        size = found.packed if found.packed is not None else found.size
        self.unseen.setText(
            t("Every text was scanned for names, addresses and keys; {size}.", size=file_size(size))
        )
        self.found.show_preview(found)
        self.found.show()
        self._show_before(order, found.content_hash or "")

    def _show_before(self, order: Order, content_hash: str) -> None:
        looks = (order.kind, order.visibility)
        told = [(item, item.publication) for item in self._past]
        same = [item for item, one in told if content_hash and one.content_hash == content_hash]
        alike = [item for item, one in told if (one.kind, one.visibility) == looks]
        if same:
            self.before.say(t("Exactly this went out before: {when}.", when=moment(same[0].at)))
        elif alike:
            steps = tn("{n} step since", "{n} steps since", alike[0].steps_since)
            when = moment(alike[0].at)
            self.before.say(t("Last published {when}; {steps}.", when=when, steps=steps))
        else:
            self.before.say("")


def _note(picture: str, text: str) -> QWidget:
    sign = QLabel()
    sign.setPixmap(pixmap(picture, "warn" if picture == "triangle-alert" else "muted", 16))
    sign.setAlignment(Qt.AlignmentFlag.AlignTop)
    return box(row(sign, label(text), gap=GAP, grow=1))
