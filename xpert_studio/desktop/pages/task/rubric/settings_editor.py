"""Editors of an instrument's settings: made of the fields that it asks for, or a pack's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar

from pydantic import BaseModel, JsonValue
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.core.fields import asks_of
from xpert_studio.core.instruments import INSTRUMENTS, faults_of, only_settings
from xpert_studio.core.records import Checkpoint
from xpert_studio.core.wording import t, translated
from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.pages.task.rubric.trial import TrialBox
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.form import Form, FormField, is_empty
from xpert_studio.desktop.widgets.form_inputs import Input
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column
from xpert_studio.desktop.widgets.wiring import show_if


class SettingsEditor(QWidget):
    """A widget that edits the settings of an instrument.

    Attributes:
        id: Of the instrument.

    Signals:
        edited: A person has changed something.
    """

    id: ClassVar[str]
    edited = Signal()

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows settings."""
        raise NotImplementedError

    def settings(self) -> dict[str, JsonValue]:
        """What is written."""
        raise NotImplementedError

    def show_faults(self) -> bool:
        """Says what is wrong, each at its field; returns whether anything is."""
        return False

    def take_focus(self) -> None:
        """Begins where something is to be written."""
        raise NotImplementedError

    def go_to_fault(self) -> None:
        """Puts the focus on the first field of which ``show_faults`` says something."""
        self.take_focus()


class FieldsEditor(SettingsEditor):
    """The form of the fields that an instrument asks for, see ``Instrument.form``.

    Below it are the fields of a setting that depends on the others, what is wrong with the
    settings as a whole, and, where a program decides by them, a text to try them on.

    Args:
        instrument: Its id.
        fields: Its fields; those that the instrument asks for where None.
    """

    def __init__(self, instrument: str, fields: Iterable[FormField] | None = None) -> None:
        super().__init__()
        self.instrument = INSTRUMENTS[instrument]
        model = self.instrument.settings_model or self.instrument.form
        self._is_whole = model is not None and issubclass(model, BaseModel)
        self._others: dict[str, JsonValue] = {}
        if fields is None and model is not None:
            fields = fields_for(model) or fields_for(model, *asks_of(model))
        self.form = Form(fields or ())
        self.problem = label("", "bad")
        presets = self.instrument.presets if len(self.instrument.presets) > 1 else ()
        self.presets = [
            button(name, partial(self._take_preset, name), kind="choice") for name in presets
        ]
        self.trial = TrialBox(self.point) if self.instrument.by_program else None
        self.below = column(gap=TIGHT)
        begun = box(Flow(label(t("Begin with"), "muted", wrap=False), *self.presets, gap=GAP))
        column(begun, self.form, self.below, self.problem, self.trial, 1, on=self, gap=TIGHT)
        show_if(self.presets, begun)
        self.problem.hide()
        self.form.changed.connect(lambda _: self.changed())
        for name, made in self.form.inputs.items():
            if made.rows is not None:
                made.rows.fill = partial(self._added, name)

    def changed(self) -> None:
        """A person has changed something."""
        if self.trial is not None:
            self.trial.soon.start()
        self.edited.emit()

    def _added(self, name: str) -> dict[str, JsonValue]:
        return self.instrument.part_added(name, self.settings())

    def point(self) -> Checkpoint:
        """A checkpoint with what is written."""
        return only_settings(self.instrument.id, self.settings())

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows settings as they are, also such as cannot be read as a whole."""
        known = {field.key: field.preset for field in self.form.fields}
        self._others = (
            {}
            if self._is_whole
            else {name: value for name, value in settings.items() if name not in known}
        )
        self.form.show_values({key: settings.get(key, known[key]) for key in known})
        self.show_faults()

    def settings(self) -> dict[str, JsonValue]:
        """What is filled in; a text where it should be a number and is none."""
        presets = {field.key: field.preset for field in self.form.fields}
        return self._others | {
            name: value
            for name, value in self.form.values().items()
            if not (_is_nothing(value) and _is_nothing(presets[name]))
        }

    def _take_preset(self, name: str) -> None:
        """Other settings; what is written in rows stays where the preset says nothing there."""
        settings, preset = self.settings(), dict(self.instrument.presets[name])
        for key, made in self.form.inputs.items():
            rows = preset.get(key)
            if made.rows is not None and isinstance(rows, list):
                before = [*made.read(), *({} for _ in rows)]
                preset[key] = [
                    {**row, **{name: one for name, one in old.items() if is_empty(row.get(name))}}
                    for old, row in zip(before, rows, strict=False)
                    if isinstance(row, dict)
                ]
        self.show_settings(settings | preset)
        self.edited.emit()

    def show_faults(self) -> bool:
        """Says what is wrong, each at its field; returns whether anything is."""
        self.tell({})  # what was refused before may be right by what was changed elsewhere
        gaps: dict[tuple[str | int, ...], str]
        gaps = {(key,): said for key, said in self.form.gaps().items()}
        self._faults = faults_of(self.point())
        told: dict[tuple[str | int, ...], str] = {}
        for fault in self._faults:
            if fault.told or fault.place[:1] not in gaps:
                whole = t("The checkpoint {problem}", problem=translated(fault.message))
                told.setdefault(fault.place, translated(fault.told) if fault.told else whole)
        self.show_doubts()
        self.problem.say("\n".join(self.tell({**gaps, **told})))
        if self.trial is not None:
            self.trial.try_it()
        return bool(told or gaps)

    def show_doubts(self) -> None:
        """Says what is odd in it, in place of the help of its field."""
        odd: dict[tuple[str | int, ...], list[str]] = {}
        for doubt in self.instrument.doubts(self.point()):
            odd.setdefault(doubt.place[:1], []).append(translated(doubt.message))
        for field in self.form.fields:
            self.form.help(field.key, "\n".join(odd.get((field.key,), ())) or t(field.help))

    def tell(self, faults: Mapping[tuple[str | int, ...], str]) -> list[str]:
        """Says what is wrong at its field; returns what has none."""
        return self.form.tell(faults)

    def take_focus(self) -> None:
        """Where a text of a row is missing, else on the first field."""
        if not any(made.rows.begin() for made in self.form.inputs.values() if made.rows):
            self.form.begin()

    def go_to_fault(self) -> None:
        """On the first field that cannot be."""
        places = (*(fault.place for fault in self._faults), *((key,) for key in self.form.gaps()))
        found = next(filter(None, map(self.field_at, places)), None)
        if found is None:
            self.take_focus()
        else:
            found.widget.setFocus()

    def field_at(self, place: tuple[str | int, ...]) -> Input | None:
        """What a place of the settings is filled in with."""
        return self.form.inputs.get(str(place[0])) if place else None


def _is_nothing(value: object) -> bool:
    return value is False or is_empty(value)
