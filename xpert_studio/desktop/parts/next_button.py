"""At the end of a piece of work: what has ended, and a button to what comes next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.next_steps import NextStep
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.parts.labels import button, label
from xpert_studio.desktop.parts.layouts import row
from xpert_studio.desktop.places import Place


class NextButton(QWidget):
    """Hidden until something has ended; stands where the button was that ended it.

    Args:
        go: Goes to a place.
    """

    def __init__(self, go: Callable[[Place], object]) -> None:
        super().__init__()
        self._words = label("", "muted", wrap=False)
        self.act = button("", lambda: go(self._place), kind="primary", picture="arrow-right")
        self._place = Place("home")
        row(self._words, self.act, on=self, gap=GAP, grow=0)
        self.hide()

    def offer(self, step: NextStep) -> None:
        """Shows what has ended and what comes next."""
        self._words.setText(step.text)
        self.act.setText(step.act)
        self.act.setToolTip(hint(step.about))
        self._place = step.place
        self.show()
