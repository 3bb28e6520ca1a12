"""What would be shared: counts, what stays here, and what a look through every text has found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from xpert_studio.core.exchange.preview import ExportPreview
from xpert_studio.core.wording import file_size, moment, number, t, tn
from xpert_studio.core.workflow import PastPublication
from xpert_studio.desktop.look import GAP, PAD, SPACE, pixmap
from xpert_studio.desktop.pages.publish.kinds import ExportKind, kind_name, stays_here
from xpert_studio.desktop.pages.publish.looked_through import LookedThrough
from xpert_studio.desktop.widgets.labels import Card, button, label, retone
from xpert_studio.desktop.widgets.layouts import box, clear, column, grid, put_in, row
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.exports import Order

_ACROSS: Final = 4


class PreviewCard(Card):
    """The preview of one order at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.counts = grid(SPACE, GAP, grow=(1,) * _ACROSS)
        self.notes = column(gap=GAP)
        self.state = label("", "muted")
        self.before = label("", "muted")
        self.unseen = label("", "muted")
        self.look = button(t("Look through every text"), picture="search")
        self.found = LookedThrough()
        self._ask = box(row(self.look, self.unseen, gap=PAD, grow=1))
        column(
            label(t("What will be shared"), "heading"),
            self.state,
            self.counts,
            self.notes,
            self.before,
            self._ask,
            self.found,
            on=self,
            pad=SPACE,
            gap=PAD,
        )
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
            self.counts.addLayout(
                column(figure, label(kind_name(name), "small", wrap=False), gap=0),
                place // _ACROSS,
                place % _ACROSS,
            )
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

    def show_found(self, order: Order, found: ExportPreview) -> None:
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
            self.before.say(
                t("Last published {when}; {steps}.", when=moment(alike[0].at), steps=steps)
            )
        else:
            self.before.say("")


def _note(picture: str, text: str) -> QWidget:
    sign = QLabel(
        pixmap=pixmap(picture, "warn" if picture == "triangle-alert" else "muted", 16),
        alignment=Qt.AlignmentFlag.AlignTop,
    )
    return box(row(sign, label(text), gap=GAP, grow=1))
