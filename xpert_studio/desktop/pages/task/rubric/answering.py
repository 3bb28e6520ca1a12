"""How a checkpoint is answered: chosen below the table where there are several ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import JsonValue
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.look import GAP, px
from xpert_studio.desktop.pages.task.rubric.model import Line
from xpert_studio.desktop.parts import column, field, label, picker, row
from xpert_studio.desktop.wording import explained, mark, t, translated
from xpert_studio.errors import UsageError
from xpert_studio.instruments import INSTRUMENTS, problem_of, read_settings, written_settings
from xpert_studio.records import Checkpoint

TITLES: Final = (mark("Met or not met"),)
"""Titles of instruments that are translated."""


class AnswerBar(QWidget):
    """The instrument of the line at hand and its settings, as JSON.

    Signals:
        chosen: An instrument and its settings, which fit each other.
    """

    chosen = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        known = [(t(instrument.title), id_) for id_, instrument in INSTRUMENTS.items()]
        self.instrument = picker(t("Instrument"), known, self._instrument_chosen)
        self.settings = field(
            name=t("Settings of the instrument"),
            hint=t('Settings as JSON, such as {"name": value}'),
        )
        self.problem = label("", "bad")
        self.problem.hide()
        caption = label(t("Instrument"), wrap=False)
        line = row(caption, self.instrument, self.settings, gap=GAP, grow=2)
        column(line, self.problem, on=self, gap=px(2))
        self._line: Line | None = None
        self.settings.editingFinished.connect(self._choose)
        self.hide()

    def show_line(self, line: Line | None, *, is_open: bool) -> None:
        """Shows how a line is answered; what is being written stays while the line does."""
        self.setVisible(len(INSTRUMENTS) > 1 and line is not None)
        if line is None or (line == self._line and self.isEnabled() == is_open):
            return
        self._line = line
        self.setEnabled(is_open)
        with QSignalBlocker(self.instrument):
            self.instrument.setCurrentIndex(self.instrument.findData(line.instrument))
        self.settings.setText(written_settings(line.settings))
        self.problem.hide()

    def _instrument_chosen(self) -> None:
        """Settings belong to their instrument: another one begins without any."""
        if self._line is not None:
            is_same = self.instrument.currentData() == self._line.instrument
            self.settings.setText(written_settings(self._line.settings) if is_same else "")
            self._choose()

    def _choose(self) -> None:
        line, instrument = self._line, self.instrument.currentData()
        if line is None or instrument is None:
            return
        try:
            settings = read_settings(self.settings.text())
        except UsageError as error:
            self._refuse(explained(error))
            return
        problem = _problem(instrument, settings)
        if problem:
            self._refuse(translated(problem))
            return
        self.problem.hide()
        if (instrument, settings) != (line.instrument, line.settings):
            self.chosen.emit(instrument, settings)

    def _refuse(self, problem: str) -> None:
        self.problem.say(problem)
        self.settings.setFocus()


def _problem(instrument: str, settings: Mapping[str, JsonValue]) -> str | None:
    point = Checkpoint(
        task_id="-", id="-", text="-", weight=1, instrument=instrument, settings=dict(settings)
    )
    problem = problem_of(point)
    return f"The instrument {instrument!r} {problem}" if problem else None
