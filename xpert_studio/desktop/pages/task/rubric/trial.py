"""Tries what a program decides on a text, while its settings are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.instruments import problem_of
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject
from xpert_studio.core.judge.checks_backend import decided
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.wording import in_a_row, labelled, spoken, t, translated
from xpert_studio.desktop.look import TIGHT
from xpert_studio.desktop.widgets.fields import text_box
from xpert_studio.desktop.widgets.labels import label, retone
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.wiring import later

LONGEST_TRIED: Final = 20_000
"""Characters of a text that is tried while it is typed: each key may decide it anew."""
_PAUSE_MS: Final = 200
_HIGH: Final = 60


class TrialBox(QWidget):
    """A text to try settings on, and what they decide of it.

    Args:
        point: Gives a checkpoint with the settings as they are written now.

    Attributes:
        soon: Tries it once nothing was typed for a moment.
    """

    def __init__(self, point: Callable[[], Checkpoint]) -> None:
        super().__init__()
        self._point = point
        self.sample = text_box(
            name=t("Text to try it on"),
            hint=t("Paste a response to see what is decided."),
            high=_HIGH,
        )
        self.outcome = label("", "small")
        self.outcome.hide()
        self.soon = later(self, _PAUSE_MS, self.try_it)
        self.sample.textChanged.connect(self.soon.start)
        column(label(t("Try it"), "label"), self.sample, self.outcome, on=self, gap=TIGHT)

    def try_it(self) -> None:
        """Says what is decided of the text."""
        text, point = self.sample.toPlainText()[:LONGEST_TRIED], self._point()
        self.outcome.say("", "small")
        if not text or problem_of(point) is not None:
            return
        try:
            found = decided(Subject(text), point, language=spoken())
        except CannotCheckError as error:
            self.outcome.say(in_a_row((translated(error.message), translated(error.remedy))))
            return
        retone(self.outcome, "kind", "good" if found.passed else "bad")
        word = t("Passed") if found.passed else t("Not passed")
        self.outcome.say(labelled(word, translated(found.reason)))
