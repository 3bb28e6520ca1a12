"""A filter, the table of what it leaves, and what is known of the row one is at.

Where there are no rows, it is said why, and what to do next.
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGroupBox, QPushButton, QWidget

from xpert_studio.core.wording import number, t
from xpert_studio.desktop.look import SPACE, WIDE, px
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import BoundedLabel, label, sign
from xpert_studio.desktop.widgets.layouts import column, row, stacked
from xpert_studio.desktop.widgets.wiring import show_if


class EmptyState(QGroupBox):
    """A picture, a sentence, what to do, and buttons that do it; read as a group."""

    title: BoundedLabel  # type: ignore[assignment]  # in place of the group's own, which is not drawn

    def __init__(
        self,
        picture: str,
        title: str,
        text: str = "",
        *buttons: QPushButton,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.title = label(title, "heading")
        self.text = label(text, "muted")
        self._ways = buttons
        for words in (self.title, self.text):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            words.setMaximumWidth(px(520))
            words.setMinimumWidth(px(420))
        column(
            2,
            sign(picture, "border_strong", 40),
            row(1, self.title, 1),
            row(1, self.text, 1),
            row(1, *buttons, 1),
            3,
            on=self,
            pad=WIDE,
            gap=SPACE,
        )
        # Only now: a widget that is shown before it stands on another one becomes a window.
        self.text.setVisible(bool(text))
        self.setProperty("kind", "empty")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # It may be all there is: keys lead to it, and screen readers read it.
        self._name()

    def say(self, title: str, text: str = "", ways: Collection[QPushButton] | None = None) -> None:
        """Changes its words, and which of its buttons are shown; None leaves them as they are."""
        self.title.setText(title)
        self.text.say(text)
        if ways is not None:
            show_if(False, *self._ways)
            show_if(True, *ways)
        self._name()

    def _name(self) -> None:
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription(self.text.text())


LOWEST = 220
"""No table is lower, in pixels at 100 %: where there is less room, what is around it scrolls."""


def opening_state() -> EmptyState:
    """In place of work that is being fetched; it has the focus, so that no key decides anything."""
    return EmptyState("hourglass", t("Opening…"), t("Keys count as soon as it is on the screen."))


class Explorer(QWidget):
    """Lays out a table with what belongs to it.

    Args:
        table: The rows.
        filters: What they are filtered by, in one row that breaks where it must.
        above: What stands above the filters.
        below: What stands below the table, such as the details of the current row.
        empty: What is shown in place of a table without rows; the empty table where None.
    """

    def __init__(
        self,
        table: GridView,
        *filters: QWidget,
        above: tuple[QWidget, ...] = (),
        below: tuple[QWidget, ...] = (),
        empty: EmptyState | None = None,
    ) -> None:
        super().__init__()
        self.table, self.grid, self._empty = table, table.grid, empty
        self.count = label("", "muted", wrap=False)
        self.stack = stacked(table, *([empty] if empty else []))
        table.setMinimumHeight(px(LOWEST))
        column(*above, Flow(*filters, self.count), self.stack, *below, on=self, grow=len(above) + 1)
        self.setFocusProxy(table)

    def shown(self, total: int) -> None:
        """Other rows are shown, of so many in all."""
        n = self.grid.rowCount()
        self.count.setText(
            number(total) if n == total else t("{n} of {total}", n=number(n), total=number(total))
        )
        self.stack.setCurrentIndex(0 if n or self._empty is None else 1)
