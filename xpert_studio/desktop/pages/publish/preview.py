"""What leaves the house, before it does: counts, what stays here, and a look through every text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel

from xpert_studio.desktop.look import GAP, PAD, SPACE, pixmap
from xpert_studio.desktop.pages.publish.kinds import Kind
from xpert_studio.desktop.pages.publish.looked_through import LookedThrough
from xpert_studio.desktop.pages.publish.orders import Order
from xpert_studio.desktop.pages.publish.words import kind_name, stays_here
from xpert_studio.desktop.parts import Card, box, button, clear, column, label, retone, row
from xpert_studio.desktop.parts.layouts import grid
from xpert_studio.desktop.wording import file_size, moment, number, t, tn
from xpert_studio.exchange.preview import Preview
from xpert_studio.workflow import PastPublication

_ACROSS: Final = 4


class PreviewCard(Card):
    """The preview of one order at a time.

    Signals:
        asked: Somebody wants every text looked through.
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
            label(t("What leaves the house"), "heading"),
            self.state, self.counts, self.notes, self.before, self._ask, self.found,
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip
        self.say(t("Counting …"))

    def say(self, text: str, *, is_bad: bool = False) -> None:
        """Says why there is no preview."""
        clear(self.counts)
        clear(self.notes)
        for widget in (self.before, self._ask, self.found):
            widget.hide()
        self.state.setText(text)
        retone(self.state, "kind", "bad" if is_bad else "muted")
        self.state.show()

    def show_counts(
        self, kind: Kind, order: Order, rows: Mapping[str, int], past: Sequence[PastPublication]
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
        clear(self.notes)
        for place, (name, count) in enumerate(rows.items()):
            figure = label(number(count), "figure", wrap=False)
            words = label(kind_name(name), "small", wrap=False)
            self.counts.addLayout(column(figure, words, gap=0), place // _ACROSS, place % _ACROSS)
        if not rows:
            self.counts.addWidget(label(t("Nothing."), "warn"), 0, 0)
        for picture, text in stays_here(kind, order):
            self.notes.addLayout(_note(picture, text))
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
        self.unseen.setText(t("Looking through every text …"))

    def say_unseen(self, text: str) -> None:
        """Says why nothing was looked through."""
        self.look.show()
        self.unseen.setText(text)

    def show_found(self, order: Order, found: Preview) -> None:
        """Shows what a look through every text has found."""
        self.look.hide()
        size = found.packed if found.packed is not None else found.size
        self.unseen.setText(t("Every text was looked through; {size}.", size=file_size(size)))
        self.found.show_preview(found)
        self.found.show()
        self._show_before(order, found.content_hash or "")

    def _show_before(self, order: Order, content_hash: str) -> None:
        same = [
            item
            for item in self._past
            if content_hash and item.publication.content_hash == content_hash
        ]
        alike = [
            item
            for item in self._past
            if (item.publication.kind, item.publication.visibility)
            == (order.kind, order.visibility)
        ]
        text = ""
        if same:
            text = t("Exactly this went out before: {when}.", when=moment(same[0].at))
        elif alike:
            text = t(
                "Something like it last went out {when}; {steps}.",
                when=moment(alike[0].at),
                steps=tn("{n} step since", "{n} steps since", alike[0].steps_since),
            )
        self.before.say(text)


def _note(picture: str, text: str) -> QHBoxLayout:
    sign = QLabel()
    sign.setPixmap(pixmap(picture, "warn" if picture == "triangle-alert" else "muted", 16))
    sign.setAlignment(Qt.AlignmentFlag.AlignTop)
    return row(sign, label(text), gap=GAP, grow=1)
