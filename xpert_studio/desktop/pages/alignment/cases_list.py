"""How the list of answers looks, and how one is chosen from it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from xpert_studio.desktop.look import GAP, PAD, TIGHT, colour, pixmap, px
from xpert_studio.desktop.look.measures import type_size
from xpert_studio.desktop.pages.alignment.cases_model import (
    ROW_ROLE,
    CaseList,
    CaseRow,
    met_words,
)
from xpert_studio.desktop.parts.painted_chip import draw_chip
from xpert_studio.desktop.wording import t
from xpert_studio.records import DisagreementKey

Index = QModelIndex | QPersistentModelIndex
_FLAGS: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(
    Qt.TextFlag.TextDontClip
)
_BATCH: Final = 500
_ROOMY: Final = 620
"""Narrower than this, a row does without the state's name."""


class CaseView(QListView):
    """Answers; Enter or a click opens one, several are chosen with Shift and Ctrl.

    Signals:
        opened: Somebody wants to see one: its ``DisagreementKey``.
    """

    opened = Signal(object)

    def __init__(self, model: CaseList, name: str, *, several: bool = False) -> None:
        super().__init__()
        self.cases = model
        self.setModel(model)
        self.setItemDelegate(_Delegate(self))
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        # Thousands are laid out a few at a time.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        mode = QAbstractItemView.SelectionMode
        self.setSelectionMode(mode.ExtendedSelection if several else mode.SingleSelection)
        self.clicked.connect(self._clicked)

    @property
    def chosen(self) -> list[DisagreementKey]:
        """The answers that are chosen, in the order of the list."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return [key for row in rows if (key := self.cases.key_at(row)) is not None]

    def go_to(self, row: int) -> None:
        """Makes an answer the current one."""
        if 0 <= row < self.cases.rowCount():
            self.setCurrentIndex(self.cases.index(row))
            self.scrollTo(self.cases.index(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter opens the current one."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        if len(self.selectedIndexes()) <= 1:  # with several chosen, one is only added or taken away
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        key = self.cases.key_at(index.row()) if index.isValid() else None
        if key is not None:
            self.opened.emit(key)


class _Delegate(QStyledItemDelegate):
    """Draws one: the checkpoint, where it stands, what both sides say, what was found."""

    def __init__(self, view: CaseView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """All are alike, so that long lists scroll smoothly."""
        high = QFontMetrics(self._view.font()).height() + QFontMetrics(self._small()).height()
        return QSize(self._view.viewport().width(), high + px(TIGHT) + 2 * px(GAP) + px(2))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draws the ground, a line below, and the words."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, CaseRow):
            return
        rect: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), px(3), rect.height()), colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colour("hover"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(px(PAD), px(GAP), -px(PAD), -px(GAP))
        sides = self._draw_sides(painter, inner, row)
        left = inner.adjusted(0, 0, -sides - px(PAD), 0)
        if row.state and rect.width() >= px(_ROOMY):
            left.setRight(left.right() - self._draw_state(painter, left, row) - px(GAP))
        bold = QFont(self._view.font())
        bold.setWeight(QFont.Weight.DemiBold)
        below = self._draw(painter, left, row.text, bold, "text")
        left.setTop(below)
        self._draw(painter, left, row.where, self._small(), "muted")
        painter.restore()

    def _draw_sides(self, painter: QPainter, rect: QRect, row: CaseRow) -> int:
        """What experts and judge say, at the right end; how wide that is."""
        small = QFontMetrics(self._small())
        lines = (
            (t("Experts: {said}", said=met_words(row.expert)), row.expert),
            (t("Judge: {said}", said=met_words(row.judge)), row.judge),
        )
        # As wide as the widest they can be, so that rows stand in columns.
        names = (t("Experts: {said}", said=t("not met")), t("Judge: {said}", said=t("not met")))
        wide = max(small.horizontalAdvance(name) for name in names) + px(22)
        painter.setFont(self._small())
        step = rect.height() // 2
        for place, (words, met) in enumerate(lines):
            top = rect.top() + place * step
            left = rect.right() - wide
            picture = pixmap("circle-check" if met else "circle-x", "good" if met else "bad", 16)
            painter.drawPixmap(left, top + (step - px(16)) // 2, picture)
            painter.setPen(colour("good" if met else "bad"))
            painter.drawText(QRect(left + px(22), top, wide - px(22), step), _FLAGS, words)
        return wide

    def _draw_state(self, painter: QPainter, rect: QRect, row: CaseRow) -> int:
        font = QFont(self._view.font())
        font.setPixelSize(px(12))
        font.setWeight(QFont.Weight.DemiBold)
        wide = QFontMetrics(font).horizontalAdvance(row.state) + px(18)
        painter.save()
        top = rect.center().y() - px(10)
        draw_chip(painter, rect.right() - wide, top, row.state, row.tone, room=wide)
        painter.restore()
        return wide

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
