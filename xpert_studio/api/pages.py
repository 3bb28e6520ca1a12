"""Parts of the window."""

from xpert_studio.desktop.kit import button, check_box, column, label, row
from xpert_studio.desktop.pages.task.rubric.settings_editor import (
    FieldRow,
    FieldRows,
    SettingsEditor,
    TriedForm,
)

__all__ = [
    "FieldRow",
    "FieldRows",
    "SettingsEditor",
    "TriedForm",
    "button",
    "check_box",
    "column",
    "label",
    "row",
]
