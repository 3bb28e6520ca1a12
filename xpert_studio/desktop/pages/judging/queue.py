"""What waits to be judged: responses by task, begun ones first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QListView, QStackedWidget, QWidget

from xpert_studio.desktop.look import SPACE, WIDE, icon, px
from xpert_studio.desktop.names import domain_name
from xpert_studio.desktop.parts.empty import EmptyState
from xpert_studio.desktop.parts.labels import label
from xpert_studio.desktop.parts.layouts import column
from xpert_studio.desktop.wording import short, t
from xpert_studio.workflow.waiting import WaitingSheet

Index = QModelIndex | QPersistentModelIndex
_NOTHING: Final = QModelIndex()
_FEW: Final = 100


class QueueModel(QAbstractListModel):
    """Sheets that wait; thousands cost no more than those that are seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheets: Sequence[WaitingSheet] = ()
        self._named: dict[str, str] = {}

    def show(self, sheets: Sequence[WaitingSheet], named: dict[str, str]) -> None:
        """Shows sheets; nothing moves where they are the same as before.

        Thousands are not compared one by one: whoever gives them gives the very same ones again
        (see ``LatestWaiting``).
        """
        few = len(sheets) <= _FEW
        is_same = sheets is self._sheets or (few and tuple(sheets) == tuple(self._sheets))
        if is_same and named == self._named:
            return
        self.beginResetModel()
        self._sheets, self._named = sheets, named
        self.endResetModel()

    def sheet(self, place: int) -> WaitingSheet | None:
        """One sheet."""
        return self._sheets[place] if 0 <= place < len(self._sheets) else None

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many wait."""
        return 0 if parent.isValid() else len(self._sheets)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Task and letter, and below them what there is to know."""
        sheet = self.sheet(index.row()) if index.isValid() else None
        if sheet is None:
            return None
        if role == Qt.ItemDataRole.DecorationRole:
            return icon("play" if sheet.is_open else "scale", "muted")
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(sheet)
        return None

    def _words(self, sheet: WaitingSheet) -> str:
        parts = [domain_name(sheet.task.domain)]
        if sheet.expert_id:
            name = self._named.get(sheet.expert_id, sheet.expert_id)
            parts.append(t("judged by {name}", name=short(name)))
        if sheet.is_open:
            parts.append(t("started"))
        head = t("{task} · Response {letter}", task=short(sheet.task.name), letter=sheet.label)
        return f"{head}\n{' · '.join(part for part in parts if part)}"


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
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        # Thousands are laid out a few at a time.
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.setAccessibleName(title)
        self.list.setSpacing(px(2))
        self.list.activated.connect(self._take)
        self.list.clicked.connect(self._take)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.list)
        self.stack.addWidget(empty)
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
        sheet = self.model.sheet(index.row())
        if sheet is not None:
            self.chosen.emit(sheet)
