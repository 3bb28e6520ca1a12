"""How a checkpoint is answered: the instrument and its settings, below the table when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from pydantic import JsonValue
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.packs import Registry
from xpert_studio.core.records.rubrics import BINARY
from xpert_studio.core.wording import listed, t, tn
from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.pages.task.rubric.model import RubricRow
from xpert_studio.desktop.pages.task.rubric.settings_editor import FieldsEditor, SettingsEditor
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.fields import picker
from xpert_studio.desktop.widgets.labels import label, tool
from xpert_studio.desktop.widgets.layouts import column, row, stacked
from xpert_studio.desktop.widgets.scrolling import FittedScroll
from xpert_studio.desktop.widgets.wiring import ENTER, later, on_keys, wire

_SAVE_MS: Final = 8000
_LEAST: Final = 95
_Place = tuple[str, str, str]
"""The task, the line's key and its instrument."""

EDITORS: Final[Registry[type[SettingsEditor]]] = Registry("editors")
"""Editors of a pack's own, by instrument; without one the settings of an instrument are in a form
of the fields that it asks for, or can only be seen where it asks for none."""


class AnswerBar(QWidget):
    """The instrument of the current checkpoint and its settings.

    What is written is saved when the focus leaves the form, or after a pause; what cannot be read
    yet stays in the form of its line. Before another instrument takes its place, a person is told.

    Args:
        selected: Gives the keys of the lines for which an instrument is chosen.

    Signals:
        chosen: Another instrument with its first settings, for the selected lines.
        written: Settings of a line: its key, the instrument, the settings.
        left: Back to the table.
        unsaved: Whether something is written that is not saved yet.
    """

    chosen = Signal(str, object)
    written = Signal(str, str, object)
    left = Signal()
    unsaved = Signal(bool)

    def __init__(self, selected: Callable[[], Sequence[str]] = tuple) -> None:
        super().__init__()
        self._selected = selected
        self._line: RubricRow | None = None
        self._is_touched = False
        self._unsaved: dict[_Place, dict[str, JsonValue]] = {}
        self.task_id = ""
        known = [(t(instrument.title), id_) for id_, instrument in INSTRUMENTS.items()]
        self.instrument = picker(t("Instrument"), known, self._instrument_chosen)
        self.editors: dict[str, SettingsEditor] = {
            id_: EDITORS[id_]() if id_ in EDITORS else FieldsEditor(id_)
            for id_, one in INSTRUMENTS.items()
            if id_ in EDITORS or one.form or one.settings_model
        }
        self.summary = label("", "muted").bound(160, 2)
        self._is_asked_for = False
        on_keys(self, (Qt.Key.Key_Escape, *ENTER), self._leave)
        gate = self.editors[BINARY]
        # No higher than it needs, so that its tick is level with what is beside it.
        gate.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        bar = row(
            label(t("Answered by"), wrap=False),
            self.instrument,
            gate,
            self.summary,
            1,
            tool("x", t("Close (Esc)"), self._leave),
            gap=GAP,
        )
        self.forms = stacked(*(editor for editor in self.editors.values() if editor is not gate))
        self.form_area = FittedScroll(self.forms, least=_LEAST)
        column(bar, self.form_area, on=self, gap=TIGHT, grow=1)
        self._pause = later(self, _SAVE_MS, self.finish)
        wire(*((editor.edited, self._touched) for editor in self.editors.values()))
        QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]
        self.hide()

    @property
    def editor(self) -> SettingsEditor | None:
        """The editor for the instrument of the current checkpoint."""
        return self.editors.get(self._line.instrument) if self._line else None

    def show_line(self, line: RubricRow | None, *, is_open: bool) -> None:
        """Shows how a line is answered; what is being written stays while the line does."""
        self.setVisible(line is not None and is_open and self._is_asked_for)
        before = self._line
        if line is None or not is_open or line == before:
            return
        is_same = before is not None and before.id == line.id
        if not is_same:
            self.finish()
        self._line = line
        with QSignalBlocker(self.instrument):
            self.instrument.setCurrentIndex(self.instrument.findData(line.instrument))
        is_shown = is_same and before is not None and before.instrument == line.instrument
        is_old = before is not None and before.settings == line.settings
        if not is_shown or not (is_old or self._is_touched or self._holds(line)):
            self._show_settings(line)
        self._show_summary(line)
        self._tell_unsaved()

    def _holds(self, line: RubricRow) -> bool:
        """Whether the form says what its line does: then it stays as it is, with the cursor."""
        return self.editor is None or self.editor.settings() == line.settings

    def show_task(self, task_id: str) -> None:
        """The lines of another task come; what was written for the last one is finished."""
        self.task_id, self._line, self._is_touched = task_id, None, False

    def drop_gone(self, lines: Sequence[RubricRow]) -> None:
        """Forgets what was written for lines of the task that are not among these."""
        known = {self._place(line) for line in lines}
        for place in set(self._kept_places()) - known:
            del self._unsaved[place]
            if self._line is not None and self._place(self._line) == place:
                self._is_touched = False
        self._tell_unsaved()

    @property
    def unsaved_keys(self) -> list[str]:
        """The lines of the task with settings that cannot be saved as they are."""
        return [place[1] for place in self._kept_places()]

    def _kept_places(self) -> list[_Place]:
        return [place for place in self._unsaved if place[0] == self.task_id]

    def _place(self, line: RubricRow) -> _Place:
        return self.task_id, line.id, line.instrument

    def _kept(self, line: RubricRow) -> dict[str, JsonValue] | None:
        return self._unsaved.get(self._place(line))

    def _show_settings(self, line: RubricRow) -> None:
        kept = self._kept(line)
        self._is_touched = kept is not None
        if self.editor is not None:
            self.editor.show_settings(line.settings if kept is None else kept)
            if kept is not None:
                self.editor.show_faults()

    def _show_summary(self, line: RubricRow) -> None:
        form = self.editor
        has_form = form is not None and self.forms.indexOf(form) >= 0
        if form is not None and has_form:
            self.forms.setCurrentWidget(form)
        self.editors[BINARY].setVisible(line.instrument == BINARY)
        self.form_area.setVisible(has_form)
        self.summary.say("" if self._kept(line) is None else t("not saved yet"))

    def unfold_form(self) -> None:
        """Opens the form and begins in it."""
        if self._line is None:
            return
        self._is_asked_for = True
        self.show()
        self._show_summary(self._line)
        if self.editor is not None:
            self.editor.take_focus()
        else:
            self.instrument.setFocus()

    def go_to_fault(self) -> None:
        """Opens the form on what cannot be saved in it."""
        self.unfold_form()
        if self.editor is not None and self.editor.show_faults():
            self.editor.go_to_fault()

    def _instrument_chosen(self) -> None:
        """Settings belong to their instrument: another one begins with its usual ones."""
        line, instrument = self._line, self.instrument.currentData()
        if line is None or instrument is None or instrument == line.instrument:
            return
        self.finish()
        lost = self._lost(instrument)
        if not lost:
            self._change(instrument)
            return
        asked = ActionDialog(
            self.window(),
            t("Choose another instrument"),
            tn(
                "Settings of {n} checkpoint cannot be saved as they are, and are lost: {fields}.",
                "Settings of {n} checkpoints cannot be saved as they are, and are lost: {fields}.",
                len(lost),
                fields=listed(dict.fromkeys(name for one in lost for name in self._written(one))),
            ),
            t("Change"),
            danger=True,
        )
        asked.ask(partial(self._change, instrument))
        asked.rejected.connect(self._keep)

    def _lost(self, instrument: str) -> list[_Place]:
        """What was written for the lines and cannot be saved, where they get another instrument."""
        line = self._line
        keys = {*self._selected(), *([line.id] if line is not None else [])}
        return [one for one in self._kept_places() if one[1] in keys and one[2] != instrument]

    def _written(self, place: _Place) -> Iterator[str]:
        """The titles of the fields in which something stands."""
        editor, settings = self.editors.get(place[2]), self._unsaved[place]
        known = editor.form.fields if isinstance(editor, FieldsEditor) else ()
        titles = {one.key: t(one.title) for one in known}
        yield from (titles.get(name) or name for name in settings)

    def _change(self, instrument: str) -> None:
        for place in self._lost(instrument):
            del self._unsaved[place]
        self._is_touched = False
        usual = next(iter(INSTRUMENTS[instrument].presets.values()), {})
        self.chosen.emit(instrument, dict(usual))
        if usual:
            self.unfold_form()

    def _keep(self) -> None:
        """The instrument stays, and what was written for it."""
        if self._line is not None:
            with QSignalBlocker(self.instrument):
                self.instrument.setCurrentIndex(self.instrument.findData(self._line.instrument))
            self.go_to_fault()

    def _touched(self) -> None:
        self._is_touched = True
        self._pause.start()
        self._tell_unsaved()
        if self._line is not None and self._line.instrument == BINARY:
            self.finish()

    def finish(self) -> None:
        """Saves what is written; keeps what cannot be read yet, and says why it cannot."""
        self._pause.stop()
        line, editor = self._line, self.editor
        if line is None or editor is None or not self._is_touched:
            return
        settings = editor.settings()
        self._is_touched = False
        self._unsaved.pop(self._place(line), None)
        if editor.show_faults():
            self._is_touched = True
            self._unsaved[self._place(line)] = settings
        elif settings != line.settings:
            self.written.emit(line.id, line.instrument, settings)
        self._show_summary(line)
        self._tell_unsaved()

    def _tell_unsaved(self) -> None:
        self.unsaved.emit(self._is_touched or bool(self._unsaved))

    def _focus_moved(self, before: QWidget | None, after: QWidget | None) -> None:
        """Within the form it says what is wrong; once the focus is elsewhere, it saves."""
        editor = self.editor
        if self._is_touched and editor is not None and before and editor.isAncestorOf(before):
            if after is not None and editor.isAncestorOf(after):
                editor.show_faults()
            else:
                self.finish()

    def _leave(self) -> None:
        """Saves, closes, and leads back to the table."""
        self.finish()
        self._is_asked_for = bool(self._kept_places())
        self.setVisible(self._is_asked_for)
        self.left.emit()
