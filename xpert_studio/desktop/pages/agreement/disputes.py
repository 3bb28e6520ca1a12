"""What experts differ on, as a list, the weightiest first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, px
from xpert_studio.desktop.look.measures import type_size
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.rating_words import decided
from xpert_studio.desktop.wording import short, t
from xpert_studio.report.csv_tables import Value
from xpert_studio.report.experts import Disputed

Index = QModelIndex | QPersistentModelIndex
LINES_ROLE: Final = Qt.ItemDataRole.UserRole + 1
_NOTHING: Final = QModelIndex()
_FLAGS: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(
    Qt.TextFlag.TextDontClip
)


def place_of(item: Disputed) -> Place:
    """Where both sheets stand side by side."""
    return Place("meta", task_id=item.task_id, item=item.response_id, tab="side_by_side")


class DisputeList(QAbstractListModel):
    """Checkpoints of responses that experts decided differently."""

    def __init__(self, called: Callable[[str], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._called = called
        self._items: tuple[Disputed, ...] = ()
        self._titles: Mapping[str, str] = {}

    def show_items(self, items: Sequence[Disputed], titles: Mapping[str, str]) -> None:
        """Shows other disagreements."""
        self.beginResetModel()
        self._items, self._titles = tuple(items), titles
        self.endResetModel()

    def item_at(self, row: int) -> Disputed | None:
        """What stands in a row."""
        return self._items[row] if 0 <= row < len(self._items) else None

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many there are."""
        return 0 if parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What is known of one."""
        item = self.item_at(index.row()) if index.isValid() else None
        if item is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return item.point.text
        if role == LINES_ROLE:
            return short(item.point.text, 300), self._where(item), self._said(item)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{item.point.text} {self._where(item)}. {self._said(item)}"
        return hint(self._reasons(item)) if role == Qt.ItemDataRole.ToolTipRole else None

    def plain(self) -> list[list[Value]]:
        """The list as a table of words, a row an expert, its heads first."""
        heads: list[Value] = [
            t("Task"), t("Response"), t("Checkpoint"), t("Weight"), t("Expert"), t("Decision"),
            t("Rationale"),
        ]  # fmt: skip
        rows: list[list[Value]] = [
            [
                self._titles.get(item.task_id, item.task_id), item.label, item.point.text,
                item.point.weight, self._called(said.expert_id), decided(said.final_value, item.point),
                said.rationale or "",
            ]
            for item in self._items
            for said in item.said
        ]  # fmt: skip
        return [heads, *rows]

    def _where(self, item: Disputed) -> str:
        title = self._titles.get(item.task_id, item.task_id)
        response = t("Response {label}", label=item.label)
        return f"{t('Weight {n}', n=item.point.weight)} · {response} · {title}"

    def _said(self, item: Disputed) -> str:
        return " · ".join(
            f"{self._called(said.expert_id)}: {decided(said.final_value, item.point)}"
            for said in item.said
        )

    def _reasons(self, item: Disputed) -> str:
        lines = [
            f"{self._called(said.expert_id)}: {decided(said.final_value, item.point)}. {said.rationale or ''}"
            for said in item.said
        ]
        return "\n\n".join(lines)


class DisputeDelegate(QStyledItemDelegate):
    """Draws one: the checkpoint, where it stands, who said what."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """All are alike, so that long lists scroll smoothly."""
        lines = QFontMetrics(self._view.font()).height() * 2 + QFontMetrics(self._small()).height()
        return QSize(self._view.viewport().width(), lines + 2 * px(TIGHT) + 2 * px(GAP) + px(2))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws the ground, a line below, and the words."""
        lines = index.data(LINES_ROLE)
        if not lines:
            return
        rect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), px(3), rect.height()), colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colour("hover"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        bold = QFont(self._view.font())
        bold.setWeight(QFont.Weight.DemiBold)
        inner = rect.adjusted(px(PAD), px(GAP), -px(PAD), -px(GAP))
        looks = ((bold, "text"), (self._small(), "muted"), (self._view.font(), "text"))
        for text, (font, use) in zip(lines, looks, strict=True):
            inner.setTop(self._draw(painter, inner, str(text), font, use))
        painter.restore()

    def _draw(self, painter: QPainter, rect: QRect, text: str, font: QFont, use: str) -> int:
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(colour(use))
        shown = metrics.elidedText(
            " ".join(text.split()), Qt.TextElideMode.ElideRight, rect.width()
        )
        line = QRect(rect.left(), rect.top(), rect.width(), metrics.height())
        painter.drawText(line, _FLAGS, shown)
        return rect.top() + metrics.height() + px(TIGHT)

    def _small(self) -> QFont:
        small = QFont(self._view.font())
        small.setPixelSize(type_size("small"))
        return small
