"""How the list of answers looks, and how one is chosen from it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QRect, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
)

from xpert_studio.desktop.kit import (
    GAP,
    LEFT,
    PAD,
    Index,
    RowDelegate,
    colour,
    draw_chip,
    dress_list,
    on_enter,
    pixmap,
    px,
    t,
)
from xpert_studio.desktop.pages.alignment.cases_model import (
    CaseList,
    CaseRow,
)
from xpert_studio.records import DisagreementKey

_BATCH: Final = 500
_ROOMY: Final = 620
"""Narrower than this, a row does without the state's name."""


class CaseView(QListView):
    """Answers; Enter or a click opens one, several are chosen with Shift and Ctrl.

    Signals:
        opened: The user wants to see one: its ``DisagreementKey``.
    """

    opened = Signal(object)

    def __init__(self, model: CaseList, name: str, *, several: bool = False) -> None:
        super().__init__()
        self.cases = model
        dress_list(self, model, _Delegate(self), name)
        # Thousands are laid out a few at a time.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)
        mode = QAbstractItemView.SelectionMode
        self.setSelectionMode(mode.ExtendedSelection if several else mode.SingleSelection)
        self.clicked.connect(self._clicked)
        on_enter(self, self._open)

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

    def _clicked(self, index: QModelIndex) -> None:
        if len(self.selectedIndexes()) <= 1:  # with several chosen, one is only added or taken away
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        key = self.cases.key_at(index.row()) if index.isValid() else None
        if key is not None:
            self.opened.emit(key)


class _Delegate(RowDelegate):
    """Paints one: the checkpoint, where it stands, what both sides say, what was found."""

    def height(self, index: Index) -> int:
        """All are alike, so that thousands scroll smoothly."""
        return super().height(index) + px(2)

    def draw(self, painter: QPainter, rect: QRect, row: CaseRow, index: Index) -> None:
        """Paints the words to the left of both answers."""
        room = rect.width() + 2 * px(PAD)
        sides = self._draw_sides(painter, rect, row)
        left = rect.adjusted(0, 0, -sides - px(PAD), 0)
        if row.state and room >= px(_ROOMY):
            left.setRight(left.right() - self._draw_state(painter, left, row) - px(GAP))
        left.setTop(self.words(painter, left, row.text, self.strong(), "text"))
        self.words(painter, left, row.where, self.small(), "muted")

    def _draw_sides(self, painter: QPainter, rect: QRect, row: CaseRow) -> int:
        """What experts and judge say, at the right end; how wide that is."""
        small = QFontMetrics(self.small())
        lines = (
            (t("Experts: {said}", said=row.expert.word), row.expert),
            (t("Judge: {said}", said=row.judge.word), row.judge),
        )
        # As wide as the binary words at least, so that most rows stand in columns.
        names = (t("Experts: {said}", said=t("not met")), t("Judge: {said}", said=t("not met")))
        told = (*names, *(words for words, _ in lines))
        wide = max(small.horizontalAdvance(name) for name in told) + px(22)
        painter.setFont(self.small())
        step = rect.height() // 2
        for place, (words, look) in enumerate(lines):
            top = rect.top() + place * step
            left = rect.right() - wide
            picture = pixmap(look.picture, look.tone, 16)
            painter.drawPixmap(left, top + (step - px(16)) // 2, picture)
            painter.setPen(colour(look.tone))
            painter.drawText(QRect(left + px(22), top, wide - px(22), step), LEFT, words)
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
