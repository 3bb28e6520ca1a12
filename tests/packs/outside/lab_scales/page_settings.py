"""The form for the settings of stars."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QSpinBox

from xpert_studio.api.pages import SettingsEditor, column


class StarsForm(SettingsEditor):
    """How many stars a response needs."""

    id = "stars"

    def __init__(self) -> None:
        super().__init__()
        self.least = QSpinBox()
        self.least.setRange(2, 5)
        self.least.setAccessibleName("Least number of stars")
        self.least.valueChanged.connect(lambda _: self.edited.emit())
        column(self.least, on=self)

    def show_settings(self, settings: Mapping[str, Any]) -> None:
        """Shows how many."""
        self.least.blockSignals(True)
        self.least.setValue(int(settings.get("least", 3)))
        self.least.blockSignals(False)

    def settings(self) -> dict[str, Any]:
        """How many are chosen."""
        return {"least": self.least.value()}

    def take_focus(self) -> None:
        """On the number."""
        self.least.setFocus()
