"""The rubric of a response beside it: each checkpoint with what the judge and the experts decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from xpert_studio.desktop.judge_names import NOT_ASKED, VERDICT_STATES, Look
from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, pixmap, px
from xpert_studio.desktop.look.measures import type_size
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.rating_words import decided, value_look
from xpert_studio.desktop.wording import short, t, tn
from xpert_studio.records import RatingState
from xpert_studio.workflow.views.verdicts import VerdictLine

Index = QModelIndex | QPersistentModelIndex
LINE_ROLE: Final = Qt.ItemDataRole.UserRole
_NOTHING: Final = QModelIndex()
_LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def look_of(line: VerdictLine) -> Look:
    """What the judge decided on a checkpoint, over all trials."""
    state = line.state
    if state is None:
        look = NOT_ASKED
    elif state is RatingState.OK:
        return value_look(line.value, line.checkpoint)
    else:
        look = VERDICT_STATES[state]
    return look._replace(word=t(look.word))


class VerdictLines(QAbstractListModel):
    """The checkpoints of one response."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[VerdictLine, ...] = ()

    def show_lines(self, lines: Sequence[VerdictLine]) -> None:
        """Shows checkpoints; the same ones keep their places."""
        same = [line.checkpoint.id for line in lines] == [
            line.checkpoint.id for line in self._lines
        ]
        if same:
            self._lines = tuple(lines)
            if lines:
                self.dataChanged.emit(self.index(0), self.index(len(lines) - 1))
            return
        self.beginResetModel()
        self._lines = tuple(lines)
        self.endResetModel()

    def line_at(self, place: int) -> VerdictLine | None:
        """The checkpoint in a row."""
        return self._lines[place] if 0 <= place < len(self._lines) else None

    def place_of(self, checkpoint_id: str) -> int:
        """The row of a checkpoint; -1 where it has none."""
        found = (n for n, line in enumerate(self._lines) if line.checkpoint.id == checkpoint_id)
        return next(found, -1)

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many there are."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The line itself for whoever draws it; all in words for whoever reads."""
        line = self.line_at(index.row()) if index.isValid() else None
        if line is None:
            return None
        if role == LINE_ROLE:
            return line
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            said = f"{t('Judge')}: {look_of(line).word}. {experts_said(line)}".strip()
            return f"{index.row() + 1}. {short(line.checkpoint.text, 300)} {said}"
        return hint(line.checkpoint.text) if role == Qt.ItemDataRole.ToolTipRole else None


def experts_said(line: VerdictLine) -> str:
    """How many experts decided what, in a few words; empty where none did."""
    if not line.said:
        return ""
    counts = Counter(decided(item.judgment.final_value, line.checkpoint) for item in line.said)
    return " · ".join(
        tn("{n} expert: {said}", "{n} experts: {said}", count, said=said)
        for said, count in counts.items()
    )


class LineDelegate(QStyledItemDelegate):
    """Draws a checkpoint: number, text, what the judge decided, what the experts decided."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """All are alike: two lines of text, one of decisions."""
        text = QFontMetrics(self._view.font()).height()
        return QSize(self._view.viewport().width(), 3 * text + px(TIGHT) + 2 * px(GAP))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws it."""
        line = index.data(LINE_ROLE)
        if not isinstance(line, VerdictLine):
            return
        painter.save()
        rect: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), px(3), rect.height()), colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colour("hover"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(px(PAD), px(GAP), -px(PAD), -px(GAP))
        number = QRect(inner.left(), inner.top(), px(26), inner.height())
        painter.setPen(colour("muted"))
        painter.setFont(self._view.font())
        painter.drawText(
            number,
            int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop),
            str(index.row() + 1),
        )
        words = inner.adjusted(px(28), 0, 0, 0)
        self._text(painter, words, line.checkpoint.text)
        self._decisions(painter, words, line)
        painter.restore()

    def _text(self, painter: QPainter, rect: QRect, text: str) -> None:
        metrics = QFontMetrics(self._view.font())
        high = metrics.height()
        painter.setPen(colour("text"))
        plain = " ".join(text[:1000].split())
        first = _fitting(metrics, plain, rect.width())
        rest = plain[len(first) :].strip()
        painter.drawText(QRect(rect.left(), rect.top(), rect.width(), high), _LEFT, first)
        shown = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(QRect(rect.left(), rect.top() + high, rect.width(), high), _LEFT, shown)

    def _decisions(self, painter: QPainter, rect: QRect, line: VerdictLine) -> None:
        look = look_of(line)
        font = QFont(self._view.font())
        font.setPixelSize(type_size("small"))
        high = QFontMetrics(self._view.font()).height()
        row = QRect(rect.left(), rect.bottom() - high + 1, rect.width(), high)
        painter.drawPixmap(
            row.left(), row.center().y() - px(8), pixmap(look.picture, look.tone, 16)
        )
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour(look.tone))
        left = row.left() + px(22)
        painter.drawText(row.adjusted(px(22), 0, 0, 0), _LEFT, look.word)
        left += QFontMetrics(font).horizontalAdvance(look.word) + px(PAD)
        if line.flags:
            painter.drawPixmap(left, row.center().y() - px(7), pixmap("flag", "warn", 14))
            left += px(20)
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(colour("warn" if line.differs else "muted"))
        said = experts_said(line)
        if line.differs:
            said = f"{said} · {t('differs')}"
        room = row.right() - left
        shown = QFontMetrics(font).elidedText(said, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, row.top(), room, high), _LEFT, shown)


def _fitting(metrics: QFontMetrics, text: str, room: int) -> str:
    """The beginning of a text that fits on a line, broken between words where there are any."""
    if metrics.horizontalAdvance(text) <= room:
        return text
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if metrics.horizontalAdvance(text[:middle]) <= room:
            low = middle
        else:
            high = middle - 1
    space = text.rfind(" ", 0, low + 1)
    return text[:space] if space > low // 2 else text[:low]


def line_list(model: VerdictLines) -> QListView:
    """The list on the page."""
    made = QListView()
    made.setAccessibleName(t("Checkpoints"))
    made.setModel(model)
    made.setItemDelegate(LineDelegate(made))
    made.setUniformItemSizes(True)
    made.setResizeMode(QListView.ResizeMode.Adjust)
    made.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setMouseTracking(True)
    return made
