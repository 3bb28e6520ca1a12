"""Tries what a program decides on a text, while its settings are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pydantic import JsonValue
from PySide6.QtWidgets import QWidget

from xpert_studio.core.instruments import problem_of
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject
from xpert_studio.core.judge.checks_backend import decided
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.wording import in_a_row, labelled, spoken, t, translated
from xpert_studio.desktop.look import TIGHT
from xpert_studio.desktop.pages.task.rubric.settings_editor import SettingsEditor
from xpert_studio.desktop.widgets.fields import check_box, text_box, tick
from xpert_studio.desktop.widgets.labels import label, retone
from xpert_studio.desktop.widgets.layouts import column
from xpert_studio.desktop.widgets.wiring import later, show_if

LONGEST_TRIED: Final = 20_000
"""Characters of a text that is tried while it is typed: each key may decide it anew."""
_PAUSE_MS: Final = 200
_HIGH: Final = 60


class TrialBox(QWidget):
    """What is wrong with settings, a text to try them on, and what they decide of it.

    Args:
        instrument: Of the checkpoint.
        settings: Gives the settings as they are written now.

    Attributes:
        soon: Tries it once nothing was typed for a moment.
    """

    def __init__(self, instrument: str, settings: Callable[[], dict[str, JsonValue]]) -> None:
        super().__init__()
        self._instrument, self._settings = instrument, settings
        self.problem = label("", "bad")
        self.sample = text_box(
            name=t("Text to try it on"),
            hint=t("Paste a response to see what is decided."),
            high=_HIGH,
        )
        self.outcome = label("", "small")
        show_if(False, self.problem, self.outcome)
        self.soon = later(self, _PAUSE_MS, self.try_it)
        self.sample.textChanged.connect(self.soon.start)
        column(
            self.problem,
            label(t("Try it"), "label"),
            self.sample,
            self.outcome,
            on=self,
            gap=TIGHT,
        )

    def _point(self) -> Checkpoint:
        return Checkpoint(
            task_id="-",
            id="-",
            text="-",
            weight=1,
            instrument=self._instrument,
            settings=self._settings(),
        )

    def try_it(self) -> None:
        """Says what is decided of the text."""
        text = self.sample.toPlainText()[:LONGEST_TRIED]
        self.outcome.say("", "small")
        if not text or problem_of(self._point()) is not None:
            return
        try:
            found = decided(Subject(text), self._point(), language=spoken())
        except CannotCheckError as error:
            self.outcome.say(in_a_row((translated(error.message), translated(error.remedy))))
            return
        retone(self.outcome, "kind", "good" if found.passed else "bad")
        word = t("Passed") if found.passed else t("Not passed")
        self.outcome.say(labelled(word, translated(found.reason)))

    def show_problem(self, words: str) -> bool:
        """Says what is wrong with the settings; returns whether anything is.

        Args:
            words: The sentence, with ``{problem}``.
        """
        problem = problem_of(self._point())
        self.problem.say("" if problem is None else words.format(problem=translated(problem)))
        self.try_it()
        return problem is not None


class TriedForm(SettingsEditor):
    """Settings that a program decides by: with a gate, and a text to try them on.

    Args:
        instrument: Of the checkpoint.
        problem: Says what is wrong with the settings, with ``{problem}``.
    """

    def __init__(self, instrument: str, problem: str) -> None:
        super().__init__()
        self._problem = problem
        self.gate = check_box(t("Gate: not met fails the task"), self._changed)
        self.trial = TrialBox(instrument, self.settings)

    def _changed(self, *_: object) -> None:
        self.trial.soon.start()
        self.edited.emit()

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows settings as they are, also such as cannot be read as a whole."""
        self.fill(settings)
        tick(self.gate, is_on=settings.get("gate") is True)
        self.show_faults()

    def fill(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows all settings but the gate."""
        raise NotImplementedError

    def settings(self) -> dict[str, JsonValue]:
        """What is written."""
        return self.written() | ({"gate": True} if self.gate.isChecked() else {})

    def written(self) -> dict[str, JsonValue]:
        """All settings but the gate."""
        raise NotImplementedError

    def show_faults(self) -> bool:
        """Says what is wrong; returns whether anything is."""
        return self.trial.show_problem(self._problem)
