"""A filter, the table of what it leaves, and what is known of the row one is at."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.look import px
from xpert_studio.desktop.widgets.empty import EmptyState
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import Flow, column, stacked
from xpert_studio.wording import number, t

LOWEST = 220
"""No table is lower, in pixels at 100 %: where there is less room, what is around it scrolls."""


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
        filtering = Flow(*filters, self.count)
        column(*above, filtering, self.stack, *below, on=self, grow=len(above) + 1)
        self.setFocusProxy(table)

    def shown(self, total: int) -> None:
        """Other rows are shown, of so many in all."""
        n = self.grid.rowCount()
        self.count.setText(
            number(total) if n == total else t("{n} of {total}", n=number(n), total=number(total))
        )
        self.stack.setCurrentIndex(0 if n or self._empty is None else 1)
