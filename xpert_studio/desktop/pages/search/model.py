"""What a search has found, as a list: what kind of place each is, where it lies, how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption

from xpert_studio.desktop.kit import (
    GAP,
    PAD,
    ROW_ROLE,
    TIGHT,
    Index,
    Place,
    RowDelegate,
    RowList,
    colour,
    format_range,
    high,
    mark,
    pixmap,
    px,
    t,
)
from xpert_studio.workflow.views.finding import Found, HitKind

# How a found place looks: the task, what kind of place, and the words with what was found.

_SIGN: Final = 18


class FoundDelegate(RowDelegate):
    """Draws one place."""

    def height(self, index: Index) -> int:
        """As high as the words need at the list's width."""
        width = self._view.viewport().width()
        words = _snippet(index.data(ROW_ROLE), self.body(), width - _left() - px(PAD))
        lines = high(self.body()) + px(TIGHT) + int(words.boundingRect().height())
        return lines + 2 * px(PAD)

    def draw(self, painter: QPainter, rect: QRect, row: Found, index: Index) -> None:
        """Draws a sign of its kind, its title, and the words around."""
        more = px(PAD) - px(GAP)
        inner = rect.adjusted(0, more, 0, -more)
        painter.drawPixmap(inner.topLeft(), pixmap(PICTURES[row.hit.kind], "muted", _SIGN))
        inner.setLeft(inner.left() + _left() - px(PAD))
        head = QRect(inner.left(), inner.top(), inner.width(), high(self.body()))
        self._draw_head(painter, head, row.title, where(row))
        painter.setPen(colour("text"))
        words = _snippet(row, self.body(), inner.width())
        words.draw(painter, QPointF(inner.left(), head.bottom() + px(TIGHT)))

    def _draw_head(self, painter: QPainter, rect: QRect, title: str, where: str) -> None:
        bold, small = self.strong(), self.small()
        taken = QFontMetrics(small).horizontalAdvance(where) + px(GAP)
        room = max(rect.width() - taken, rect.width() // 2)
        shown = QFontMetrics(bold).elidedText(title, Qt.TextElideMode.ElideRight, room)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(bold)
        painter.setPen(colour("text"))
        painter.drawText(rect, int(middle | Qt.AlignmentFlag.AlignLeft), shown)
        after = QFontMetrics(bold).horizontalAdvance(shown) + px(GAP)
        rest = rect.adjusted(after, 0, 0, 0)
        painter.setFont(small)
        painter.setPen(colour("muted"))
        where = QFontMetrics(small).elidedText(where, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, int(middle | Qt.AlignmentFlag.AlignLeft), where)


def _left() -> int:
    return px(PAD) + px(_SIGN) + px(GAP)


def _snippet(found: Found, font: QFont, width: int) -> QTextLayout:
    """The words around a place, laid out, with what was found marked and bold."""
    layout = QTextLayout(found.hit.snippet, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(_marked(found.hit.snippet, found.hit.spans))
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, px(80)))
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return layout


def _marked(text: str, spans: Sequence[tuple[int, int]]) -> list[QTextLayout.FormatRange]:
    style = QTextCharFormat()
    style.setBackground(colour("mark_strong"))
    style.setForeground(colour("text"))
    style.setFontWeight(QFont.Weight.DemiBold)
    return [
        format_range(text, start, end, style)
        for start, end in spans
        if 0 <= start < end <= len(text)
    ]


KINDS: Final = {
    HitKind.TASK: mark("Briefs"),
    HitKind.CHECKPOINT: mark("Checkpoints"),
    HitKind.RESPONSE: mark("Responses"),
    HitKind.RATIONALE: mark("Rationales"),
    HitKind.REMARK: mark("Remarks"),
}
PICTURES: Final = {
    HitKind.TASK: "file-text",
    HitKind.CHECKPOINT: "list-checks",
    HitKind.RESPONSE: "message-square",
    HitKind.RATIONALE: "gavel",
    HitKind.REMARK: "message-square-warning",
}
_BRIEF: Final = {
    "title": mark("Title"),
    "prompt": mark("Brief"),
    "context": mark("Work context"),
    "materials": mark("Background materials"),
    "deliverables": mark("Required deliverables"),
    "reference_answer": mark("Reference answer"),
}


def where(found: Found) -> str:
    """What kind of place something was found in, in words."""
    hit = found.hit
    match hit.kind:
        case HitKind.TASK:
            return t(_BRIEF.get(hit.field, "Brief"))
        case HitKind.CHECKPOINT:
            return t("Note on a checkpoint") if hit.field == "notes" else t("Checkpoint")
        case HitKind.RESPONSE:
            return t("Response {label}", label=found.label)
        case HitKind.RATIONALE if hit.field == "note":
            return t("Note on a judgment of response {label}", label=found.label)
        case HitKind.RATIONALE:
            return t("Rationale on response {label}", label=found.label)
        case _:
            return t("Reply to a remark") if hit.field == "replies" else t("Remark")


def place_of(found: Found) -> Place:
    """Where something that was found is looked at."""
    hit = found.hit
    match hit.kind:
        case HitKind.TASK:
            return Place("task", task_id=hit.task_id, tab="brief", item=hit.field)
        case HitKind.CHECKPOINT:
            return Place("task", task_id=hit.task_id, tab="rubric", item=hit.key[-1])
        case HitKind.REMARK:
            return Place("task", task_id=hit.task_id, tab="review", item=hit.key[0])
        case _:
            return Place("task", task_id=hit.task_id, tab="responses", item=hit.key[0])


class FoundList(RowList[Found]):
    """The places found, the best first."""

    def key(self, row: Found) -> object:
        """Where it is."""
        return row.hit.key, row.hit.field

    def said(self, row: Found, place: int, role: int) -> Any:
        """What is known of a place."""
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.title}. {where(row)}. {row.hit.snippet}"
        return None
