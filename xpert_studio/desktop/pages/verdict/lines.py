"""The rubric of a response beside it: each checkpoint with what the judge and the experts decided."""

from __future__ import annotations

from collections import Counter
from typing import Any

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
    NOT_ASKED,
    PAD,
    TIGHT,
    VERDICT_STATES,
    Index,
    Look,
    RowDelegate,
    RowList,
    colour,
    decided,
    dress_list,
    high,
    hint,
    pixmap,
    px,
    short,
    t,
    tn,
    value_look,
)
from xpert_studio.records import RatingState
from xpert_studio.workflow.views.verdicts import VerdictLine


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


class VerdictLines(RowList[VerdictLine]):
    """The checkpoints of one response; the same ones keep their places."""

    keeps_places = True

    def key(self, row: VerdictLine) -> object:
        """The checkpoint's id."""
        return row.checkpoint.id

    def said(self, row: VerdictLine, place: int, role: int) -> Any:
        """The row as text, also for screen readers."""
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            said = f"{t('Judge')}: {look_of(row).word}. {experts_said(row)}".strip()
            return f"{place + 1}. {short(row.checkpoint.text, 300)} {said}"
        return hint(row.checkpoint.text) if role == Qt.ItemDataRole.ToolTipRole else None


def experts_said(line: VerdictLine) -> str:
    """How many experts decided what, in a few words; empty where none did."""
    if not line.said:
        return ""
    counts = Counter(decided(item.judgment.final_value, line.checkpoint) for item in line.said)
    return " · ".join(
        tn("{n} expert: {said}", "{n} experts: {said}", count, said=said)
        for said, count in counts.items()
    )


class LineDelegate(RowDelegate):
    """Paints a checkpoint: number, text, what the judge decided, what the experts decided."""

    def height(self, index: Index) -> int:
        """All are alike: two lines of text, one of decisions."""
        return 3 * high(self.body()) + px(TIGHT) + 2 * px(GAP)

    def draw(self, painter: QPainter, rect: QRect, row: VerdictLine, index: Index) -> None:
        """Paints the number at the left, and the words."""
        number = QRect(rect.left(), rect.top(), px(26), rect.height())
        painter.setPen(colour("muted"))
        painter.setFont(self.body())
        painter.drawText(
            number,
            int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop),
            str(index.row() + 1),
        )
        words = rect.adjusted(px(28), 0, 0, 0)
        self._text(painter, words, row.checkpoint.text)
        self._decisions(painter, words, row)

    def _text(self, painter: QPainter, rect: QRect, text: str) -> None:
        metrics = QFontMetrics(self.body())
        tall = metrics.height()
        painter.setPen(colour("text"))
        plain = " ".join(text[:1000].split())
        first = _fitting(metrics, plain, rect.width())
        rest = plain[len(first) :].strip()
        painter.drawText(QRect(rect.left(), rect.top(), rect.width(), tall), LEFT, first)
        shown = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(QRect(rect.left(), rect.top() + tall, rect.width(), tall), LEFT, shown)

    def _decisions(self, painter: QPainter, rect: QRect, line: VerdictLine) -> None:
        look = look_of(line)
        font = self.small()
        tall = high(self.body())
        row = QRect(rect.left(), rect.bottom() - tall + 1, rect.width(), tall)
        painter.drawPixmap(
            row.left(), row.center().y() - px(8), pixmap(look.picture, look.tone, 16)
        )
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(colour(look.tone))
        left = row.left() + px(22)
        painter.drawText(row.adjusted(px(22), 0, 0, 0), LEFT, look.word)
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
        painter.drawText(QRect(left, row.top(), room, tall), LEFT, shown)


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
    dress_list(made, model, LineDelegate(made), t("Checkpoints"))
    return made
