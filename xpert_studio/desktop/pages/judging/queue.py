"""What waits to be judged: responses by task, begun ones first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStackedWidget, QWidget

from xpert_studio.desktop.look import GAP, SPACE, WIDE, icon, px
from xpert_studio.desktop.names import domain_name
from xpert_studio.desktop.parts.empty import EmptyState
from xpert_studio.desktop.parts.labels import label
from xpert_studio.desktop.parts.layouts import column
from xpert_studio.desktop.wording import t
from xpert_studio.workflow.waiting import WaitingSheet


class Queue(QWidget):
    """A list; Enter opens.

    Signals:
        chosen: A sheet was chosen; the ``WaitingSheet``.
    """

    chosen = Signal(object)

    def __init__(self, title: str, text: str, empty: EmptyState) -> None:
        super().__init__()
        self._sheets: list[WaitingSheet] = []
        self.list = QListWidget()
        self.list.setAccessibleName(title)
        self.list.setSpacing(px(2))
        self.list.itemActivated.connect(self._take)
        self.list.itemClicked.connect(self._take)
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
        self._sheets = list(sheets)
        at = self.list.currentRow()
        self.list.clear()
        for sheet in sheets:
            parts = [domain_name(sheet.task.domain)]
            if sheet.expert_id:
                parts.append(
                    t("judged by {name}", name=named.get(sheet.expert_id, sheet.expert_id))
                )
            if sheet.is_open:
                parts.append(t("started"))
            below = " · ".join(part for part in parts if part)
            head = t("{task} · Response {letter}", task=sheet.task.name, letter=sheet.label)
            item = QListWidgetItem(
                icon("play" if sheet.is_open else "scale", "muted"), f"{head}\n{below}"
            )
            item.setData(Qt.ItemDataRole.UserRole, sheet.response_id)
            self.list.addItem(item)
        self.list.setCurrentRow(max(0, min(at, len(self._sheets) - 1)))
        self.stack.setCurrentIndex(0 if sheets else 1)

    def _take(self, item: QListWidgetItem) -> None:
        place = self.list.row(item)
        if 0 <= place < len(self._sheets):
            self.chosen.emit(self._sheets[place])


__all__ = ["GAP", "Queue"]
