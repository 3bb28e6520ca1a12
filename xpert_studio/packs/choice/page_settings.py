"""The form for the settings of a multiple choice."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase

from pydantic import JsonValue
from PySide6.QtWidgets import QButtonGroup, QRadioButton

from xpert_studio.api.pages import (
    FieldRows,
    FieldsEditor,
    FormField,
    Input,
    fields_for,
    inputs,
    mark,
    rows,
    t,
    tick,
)
from xpert_studio.packs.choice.instrument import MOST_OPTIONS, ChoiceAnswers


class ChoiceForm(FieldsEditor):
    """Settings of a multiple choice, an option a line."""

    id = "choice"

    def __init__(self) -> None:
        self._group = group = QButtonGroup()

        def right(_: str) -> Input:
            made = QRadioButton()
            group.addButton(made)
            return Input(
                made,
                made.isChecked,
                lambda value: tick(made, is_on=value is True),
                made.clicked,
                made.clicked,
            )

        option = (
            FormField(key="right", title="", kind=right),
            FormField(key="text", title="", name=mark("Option"), kind=inputs.text()),
        )
        options = FormField(
            key="options",
            title=mark("Options"),
            help=mark("Mark the right one."),
            kind=rows(lambda: option, mark("Add option"), mark("Remove option")),
        )
        super().__init__(self.id, (options, *fields_for(ChoiceAnswers, "gate")))
        made = self.form.inputs["options"].widget
        assert isinstance(made, FieldRows)
        self.options = made
        made.reordered.connect(self._name)

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows the options and which is right."""
        given, key = settings.get("options"), settings.get("key")
        texts = given[:MOST_OPTIONS] if isinstance(given, list) else []
        lettered = zip(ascii_uppercase, texts, strict=False)
        shown: list[JsonValue] = [
            {"right": letter == key, "text": str(text)} for letter, text in lettered
        ]
        super().show_settings({**settings, "options": shown})

    def _name(self) -> None:
        """The letters follow the order."""
        for letter, made in zip(ascii_uppercase, self.options.rows, strict=False):
            right = made.inputs["right"].widget
            right.setText(letter)  # type: ignore[attr-defined]
            right.setAccessibleName(t("{letter} is right", letter=letter))
            made.inputs["text"].widget.setAccessibleName(t("Option {value}", value=letter))
        self.options.add.setEnabled(len(self.options.rows) < MOST_OPTIONS)

    def settings(self) -> dict[str, JsonValue]:
        """The options and which is right, with what comes with imported tasks."""
        written = [made.inputs for made in self.options.rows]
        lettered = zip(ascii_uppercase, written, strict=False)
        key = next((letter for letter, one in lettered if one["right"].read()), "")
        return super().settings() | {"options": [one["text"].read() for one in written], "key": key}
