"""The runs of a project as a list, the newest first, and those whose process is about to begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

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
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from xpert_studio.desktop.judge_names import Look
from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, pixmap, px
from xpert_studio.desktop.look.measures import type_size
from xpert_studio.desktop.pages.runs.bar import draw_bar
from xpert_studio.desktop.pages.runs.words import kind_of, line_of, look_of, title_of
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.wording import moment, t
from xpert_studio.workflow.views.runs import WatchedRun

if TYPE_CHECKING:
    from xpert_studio.judge.launching import Launch

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE: Final = Qt.ItemDataRole.UserRole
_NOTHING: Final = QModelIndex()
_LINE: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
_END: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


class RunList(QAbstractListModel):
    """Runs; what is about to begin comes first, and cannot be chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._starting: tuple[Launch, ...] = ()
        self._runs: tuple[WatchedRun, ...] = ()

    def show_runs(self, starting: Sequence[Launch], runs: Sequence[WatchedRun]) -> None:
        """Shows how the runs stand; rows stay what they are where only figures changed."""
        before = (*self._starting, *(item.run.id for item in self._runs))
        after = (*starting, *(item.run.id for item in runs))
        if before != after:
            self.beginResetModel()
            self._starting, self._runs = tuple(starting), tuple(runs)
            self.endResetModel()
            return
        old, self._runs = self._runs, tuple(runs)
        for place, (was, now) in enumerate(zip(old, self._runs, strict=True)):
            if was != now:
                at = self.index(place + len(self._starting))
                self.dataChanged.emit(at, at)

    def run_at(self, place: int) -> WatchedRun | None:
        """The run in a row; None for one that is about to begin."""
        at = place - len(self._starting)
        return self._runs[at] if 0 <= at < len(self._runs) else None

    def place_of(self, run_id: str) -> int:
        """The row of a run; -1 where it has none."""
        for place, item in enumerate(self._runs):
            if item.run.id == run_id:
                return place + len(self._starting)
        return -1

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many there are."""
        return 0 if parent.isValid() else len(self._starting) + len(self._runs)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Only runs that there are can be chosen."""
        if self.run_at(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The run itself for whoever draws it; all in words for whoever reads."""
        if not index.isValid() or not 0 <= index.row() < self.rowCount():
            return None
        item = self.run_at(index.row())
        if item is None:
            request = self._starting[index.row()].request
            words = f"{t('Starting …')} {request.model or request.provider}"
            return words if role == Qt.ItemDataRole.DisplayRole else None
        if role == ROW_ROLE:
            return item
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{look_of(item).word}: {title_of(item)}, {kind_of(item)}. {line_of(item)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(f"{title_of(item)}\n{kind_of(item)}\n{item.run.id}")
        return None


class RunDelegate(QStyledItemDelegate):
    """Draws a run: state and time, judge, bar, figures."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """All are alike, so that long lists scroll smoothly."""
        text = QFontMetrics(self._view.font()).height()
        small = QFontMetrics(self._small()).height()
        lines = 2 * text + 2 * small + 3 * px(TIGHT)
        return QSize(self._view.viewport().width(), lines + px(6) + 2 * px(PAD))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws the ground, a line below, and what there is to say."""
        painter.save()
        rect: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), px(3), rect.height()), colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colour("hover"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(px(PAD), px(PAD), -px(PAD), -px(PAD))
        item = index.data(ROW_ROLE)
        if isinstance(item, WatchedRun):
            self._run(painter, inner, item)
        else:
            painter.setPen(colour("muted"))
            painter.drawText(inner, _LINE, str(index.data() or ""))
        painter.restore()

    def _run(self, painter: QPainter, rect: QRect, item: WatchedRun) -> None:
        top = self._head(painter, rect, look_of(item), moment(item.run.started_at))
        bold = QFont(self._view.font())
        bold.setWeight(QFont.Weight.DemiBold)
        top = self._text(painter, rect, top, title_of(item), bold, "text")
        top = self._text(painter, rect, top, kind_of(item), self._small(), "muted")
        draw_bar(painter, QRect(rect.left(), top + px(2), rect.width(), px(6)), item.run)
        self._text(painter, rect, top + px(6) + px(TIGHT), line_of(item), self._small(), "muted")

    def _head(self, painter: QPainter, rect: QRect, look: Look, when: str) -> int:
        font = self._small()
        metrics = QFontMetrics(font)
        high = metrics.height()
        painter.drawPixmap(rect.left(), rect.top(), pixmap(look.picture, look.tone, 14))
        painter.setFont(font)
        painter.setPen(colour("muted"))
        line = QRect(rect.left(), rect.top(), rect.width(), high)
        painter.drawText(line, _END, when)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour(look.tone))
        room = rect.width() - metrics.horizontalAdvance(when) - px(20) - px(GAP)
        word = QFontMetrics(font).elidedText(look.word, Qt.TextElideMode.ElideRight, room)
        painter.drawText(line.adjusted(px(20), 0, 0, 0), _LINE, word)
        return rect.top() + high + px(TIGHT)

    def _text(
        self, painter: QPainter, rect: QRect, top: int, text: str, font: QFont, use: str
    ) -> int:
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(colour(use))
        line = QRect(rect.left(), top, rect.width(), metrics.height())
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(line, _LINE, shown)
        return top + metrics.height() + px(TIGHT)

    def _small(self) -> QFont:
        small = QFont(self._view.font())
        small.setPixelSize(type_size("small"))
        return small


def run_list(model: RunList) -> QListView:
    """The list on the page."""
    made = QListView()
    made.setAccessibleName(t("Runs"))
    made.setModel(model)
    made.setItemDelegate(RunDelegate(made))
    made.setUniformItemSizes(True)
    made.setResizeMode(QListView.ResizeMode.Adjust)
    made.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setMouseTracking(True)
    made.setMinimumWidth(px(280))
    return made
