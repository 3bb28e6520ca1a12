"""What an editor of an instrument's settings is, and that of met or not met."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from xpert_studio.desktop.kit import column, t, tick


class SettingsEditor(QWidget):
    """A widget that edits the settings of an instrument.

    Signals:
        edited: A person has changed something.
    """

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


class GateBox(SettingsEditor):
    """Whether a checkpoint that is not met fails the task."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = QCheckBox(t("Gate: not met fails the task"))
        self.gate.clicked.connect(lambda _: self.edited.emit())
        column(self.gate, on=self)

    def show_settings(self, settings: Mapping[str, JsonValue]) -> None:
        """Shows whether it does."""
        tick(self.gate, is_on=settings.get("gate") is True)

    def settings(self) -> dict[str, JsonValue]:
        """What is ticked."""
        return {"gate": True} if self.gate.isChecked() else {}

    def take_focus(self) -> None:
        """On the tick."""
        self.gate.setFocus()
