"""A card at the end of a piece of work: what has ended, and a button to what comes next."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.desktop.look import GAP, PAD
from xpert_studio.desktop.next_steps import NextStep
from xpert_studio.desktop.parts.labels import Card, button, label
from xpert_studio.desktop.parts.layouts import row
from xpert_studio.desktop.places import Place


class NextCard(Card):
    """Hidden until something has ended.

    Args:
        go: Goes to a place.
    """

    def __init__(self, go: Callable[[Place], object]) -> None:
        super().__init__("sunken")
        self._words = label("")
        self.act = button("", lambda: go(self._place), kind="primary", picture="arrow-right")
        self._place = Place("home")
        row(self._words, self.act, on=self, pad=PAD, gap=GAP, grow=0)
        self.hide()

    def offer(self, step: NextStep) -> None:
        """Shows what has ended and what comes next."""
        self._words.setText(step.text)
        self.act.setText(step.act)
        self._place = step.place
        self.show()
