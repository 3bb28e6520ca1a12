"""The runs of a project as a list, the newest first, and those whose process is about to begin."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import (
    QRect,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListView,
)

from xpert_studio.desktop.kit import (
    GAP,
    LEFT,
    PAD,
    TIGHT,
    Index,
    Look,
    RowDelegate,
    RowList,
    colour,
    dress_list,
    high,
    hint,
    moment,
    pixmap,
    px,
    t,
)
from xpert_studio.desktop.pages.runs.bar import draw_bar
from xpert_studio.desktop.pages.runs.words import kind_of, line_of, look_of, title_of
from xpert_studio.judge.launching import Launch
from xpert_studio.workflow.views.runs import WatchedRun

_END: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


class RunList(RowList["Launch | WatchedRun"]):
    """Runs; what is about to begin comes first, and cannot be chosen."""

    keeps_places = True

    def key(self, row: Launch | WatchedRun) -> object:
        """A run's id, by which it keeps its row while its figures change."""
        return row.run.id if isinstance(row, WatchedRun) else row

    def run_at(self, place: int) -> WatchedRun | None:
        """The run in a row; None for one that is about to begin."""
        row = self.row_at(place)
        return row if isinstance(row, WatchedRun) else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Only runs that there are can be chosen."""
        if self.run_at(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def said(self, row: Launch | WatchedRun, place: int, role: int) -> Any:
        """The row as text, also for screen readers."""
        if not isinstance(row, WatchedRun):
            request = row.request
            words = f"{t('Starting …')} {request.model or request.provider}"
            return words if role == Qt.ItemDataRole.DisplayRole else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{look_of(row).word}: {title_of(row)}, {kind_of(row)}. {line_of(row)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return hint(f"{title_of(row)}\n{kind_of(row)}\n{row.run.id}")
        return None


class RunDelegate(RowDelegate):
    """Draws a run: state and time, judge, bar, figures."""

    def height(self, index: Index) -> int:
        """All are alike, so that long lists scroll smoothly."""
        lines = 2 * high(self.body()) + 2 * high(self.small()) + 3 * px(TIGHT)
        return lines + px(6) + 2 * px(PAD)

    def draw(self, painter: QPainter, rect: QRect, row: Any, index: Index) -> None:
        """Draws a run, or that one is about to begin."""
        more = px(PAD) - px(GAP)
        inner = rect.adjusted(0, more, 0, -more)
        if isinstance(row, WatchedRun):
            self._run(painter, inner, row)
        else:
            painter.setPen(colour("muted"))
            painter.drawText(inner, LEFT, str(index.data() or ""))

    def _run(self, painter: QPainter, rect: QRect, item: WatchedRun) -> None:
        rect.setTop(self._head(painter, rect, look_of(item), moment(item.run.started_at)))
        rect.setTop(self.words(painter, rect, title_of(item), self.strong(), "text"))
        top = self.words(painter, rect, kind_of(item), self.small(), "muted")
        draw_bar(painter, QRect(rect.left(), top + px(2), rect.width(), px(6)), item.run)
        rect.setTop(top + px(6) + px(TIGHT))
        self.words(painter, rect, line_of(item), self.small(), "muted")

    def _head(self, painter: QPainter, rect: QRect, look: Look, when: str) -> int:
        font = self.small()
        metrics = QFontMetrics(font)
        painter.drawPixmap(rect.left(), rect.top(), pixmap(look.picture, look.tone, 14))
        painter.setFont(font)
        painter.setPen(colour("muted"))
        line = QRect(rect.left(), rect.top(), rect.width(), metrics.height())
        painter.drawText(line, _END, when)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour(look.tone))
        room = rect.width() - metrics.horizontalAdvance(when) - px(20) - px(GAP)
        word = QFontMetrics(font).elidedText(look.word, Qt.TextElideMode.ElideRight, room)
        painter.drawText(line.adjusted(px(20), 0, 0, 0), LEFT, word)
        return rect.top() + metrics.height() + px(TIGHT)


def run_list(model: RunList) -> QListView:
    """The list on the page."""
    made = QListView()
    dress_list(made, model, RunDelegate(made), t("Runs"))
    made.setMinimumWidth(px(280))
    return made
