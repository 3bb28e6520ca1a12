"""What the parts of the form are made of: a caption, fields, a hint below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLayout, QPushButton, QWidget

from xpert_studio.desktop.kit import (
    PAD,
    SPACE,
    box,
    button,
    column,
    icon_before_words,
    label,
    px,
    row,
)

_CAPTION = 128


class FormGrid(QGridLayout):
    """Captions on the left, fields on the right."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(px(SPACE))
        self.setVerticalSpacing(px(PAD))
        self.setColumnStretch(1, 1)

    def put(self, name: str, field: QWidget | QLayout, hint: str = "") -> list[QWidget]:
        """Adds a line; gives back what has to be hidden where the line is."""
        at = self.rowCount()
        caption = label(name)
        caption.setFixedWidth(px(_CAPTION))
        caption.setContentsMargins(0, px(6), 0, 0)
        caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        if isinstance(field, QWidget):
            caption.setBuddy(field)
        below = label(hint, "small") if hint else None
        beside = box(column(field, below, gap=2))
        self.addWidget(caption, at, 0, Qt.AlignmentFlag.AlignTop)
        self.addWidget(beside, at, 1)
        return [caption, beside]


class More(QWidget):
    """Things that are seldom needed, behind a button."""

    def __init__(self, title: str, grid: FormGrid) -> None:
        super().__init__()
        self._title = title
        self.button: QPushButton = button(title, self.toggle, kind="link")
        self.inside = QWidget()
        self.inside.setLayout(grid)
        grid.setContentsMargins(0, 0, 0, 0)
        column(row(self.button, 1), self.inside, on=self, gap=PAD)
        self.open(False)

    @property
    def is_open(self) -> bool:
        """Whether what is behind it is seen."""
        return not self.inside.isHidden()

    def open(self, is_open: bool) -> None:
        """Shows or hides what is behind it."""
        self.inside.setVisible(is_open)
        self.button.setIcon(
            icon_before_words("chevron-down" if is_open else "chevron-right", "accent")
        )
        self.button.setAccessibleDescription(self._title)

    def toggle(self) -> None:
        """Shows it where it is hidden, and hides it where it is seen."""
        self.open(not self.is_open)
