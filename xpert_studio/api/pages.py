"""Pages and other parts of the window."""

from xpert_studio.desktop.kit import (
    Shell,
    button,
    check_box,
    column,
    label,
    row,
    scrolled_column,
    t,
)
from xpert_studio.desktop.pages import PageEntry
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.task.rubric.settings_editor import (
    FieldRow,
    FieldRows,
    SettingsEditor,
    TriedForm,
)

__all__ = [
    "FieldRow",
    "FieldRows",
    "Page",
    "PageEntry",
    "SettingsEditor",
    "Shell",
    "TriedForm",
    "button",
    "check_box",
    "column",
    "label",
    "row",
    "scrolled_column",
    "t",
]
