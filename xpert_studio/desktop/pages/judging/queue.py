"""What waits to be judged: responses by task, begun ones first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QListView, QWidget

from xpert_studio.desktop.kit import (
    LINES_ROLE,
    SPACE,
    WIDE,
    EmptyState,
    RowList,
    TwoLineDelegate,
    column,
    domain_name,
    dress_list,
    icon,
    label,
    short,
    stacked,
    t,
)
from xpert_studio.workflow.waiting import WaitingSheet

_FEW: Final = 100


class QueueModel(RowList[WaitingSheet]):
    """Sheets that wait; thousands cost no more than those that are seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._named: dict[str, str] = {}

    def show(self, sheets: Sequence[WaitingSheet], named: dict[str, str]) -> None:
        """Shows sheets; nothing moves where they are the same as before.

        Thousands are not compared one by one: the person who gives them gives the very same ones again
        (see ``latest_waiting``).
        """
        few = len(sheets) <= _FEW
        is_same = sheets is self._rows or (few and tuple(sheets) == tuple(self._rows))
        if not is_same or named != self._named:
            self._named = named
            self.show_rows(sheets)

    def said(self, row: WaitingSheet, place: int, role: int) -> Any:
        """What a line says."""
        if role == Qt.ItemDataRole.DecorationRole:
            return icon("play" if row.is_open else "scale", "muted")
        if role == LINES_ROLE:
            return self._lines(row)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return "\n".join(self._lines(row))
        return None

    def _lines(self, sheet: WaitingSheet) -> tuple[str, str]:
        parts = [domain_name(sheet.task.domain)]
        if sheet.expert_id:
            name = self._named.get(sheet.expert_id, sheet.expert_id)
            parts.append(t("judged by {name}", name=short(name)))
        if sheet.is_open:
            parts.append(t("started"))
        head = t("{task} · Response {letter}", task=short(sheet.task.name), letter=sheet.label)
        return head, " · ".join(filter(None, parts))


class Queue(QWidget):
    """A list; Enter opens.

    Signals:
        chosen: A sheet was chosen; the ``WaitingSheet``.
    """

    chosen = Signal(object)

    def __init__(self, title: str, text: str, empty: EmptyState) -> None:
        super().__init__()
        self.model = QueueModel(self)
        self.list = QListView()
        dress_list(self.list, self.model, TwoLineDelegate(self.list), title, even=False)
        # Thousands are laid out a few at a time.
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.activated.connect(self._take)
        self.list.clicked.connect(self._take)
        self.stack = stacked(self.list, empty)
        column(
            label(title, "title"), label(text, "muted"), self.stack, on=self, pad=WIDE, gap=SPACE
        )

    def show_sheets(self, sheets: Sequence[WaitingSheet], named: dict[str, str]) -> None:
        """Shows sheets.

        Args:
            sheets: In the order in which they should be taken up.
            named: Names of experts by id, for sheets to confirm.
        """
        at = self.list.currentIndex().row()
        self.model.show(sheets, named)
        self.list.setCurrentIndex(self.model.index(max(0, min(at, len(sheets) - 1)), 0))
        self.stack.setCurrentIndex(0 if sheets else 1)

    def _take(self, index: QModelIndex) -> None:
        sheet = self.model.row_at(index.row())
        if sheet is not None:
            self.chosen.emit(sheet)
