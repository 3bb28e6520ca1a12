"""The checkpoints of a form as the list beside the response: number, text, decision."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from xpert_studio.core.instruments import Choice, instrument_of
from xpert_studio.core.records import BINARY, Checkpoint
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import colour, pixmap, px, tint
from xpert_studio.desktop.names import choice_of, is_named, rated_look
from xpert_studio.desktop.pages.judging.form_table import NUMBER, TEXT, VERDICT, FormRow, FormTable
from xpert_studio.desktop.widgets.entries import ROW_ROLE, Index
from xpert_studio.desktop.widgets.grid_view import dress_table

_ROW: Final = 32
_PICTURE: Final = 44
_BAR: Final = 14
"""Room for the scroll bar of a long list."""
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


class FormLines(QTableView):
    """The lines as a narrow strip of numbers and decisions; the current one is marked.

    Args:
        model: The lines.
        takes_letters: Whether letters choose values too; digits do everywhere.

    Signals:
        chosen: A key of the checkpoint's instrument was pressed; the value.
        typed: A digit was pressed, where the value is typed.
        proposed: A key was pressed for one of several values that can be typed; the value.
    """

    chosen = Signal(object)
    typed = Signal(str)
    proposed = Signal(object)

    def __init__(self, model: FormTable, *, takes_letters: bool) -> None:
        super().__init__()
        self._takes_letters = takes_letters
        dress_table(self, model, t("Checkpoints"), least=30)
        self.setItemDelegate(_Delegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = self.horizontalHeader()
        head.hide()
        for column, width in ((NUMBER, 38), (VERDICT, _PICTURE)):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            head.resizeSection(column, px(width))
        self.hideColumn(TEXT)
        self.verticalHeader().setDefaultSectionSize(px(_ROW))
        self.setFixedWidth(px(38 + _PICTURE + _BAR))

    @property
    def current(self) -> FormRow | None:
        """The current checkpoint."""
        row = self.currentIndex().data(ROW_ROLE)
        return row if isinstance(row, FormRow) else None

    def go_to(self, place: int) -> None:
        """Makes a checkpoint current."""
        model = self.model()
        if 0 <= place < model.rowCount():
            shown = model.index(place, NUMBER)
            self.setCurrentIndex(shown)
            self.scrollTo(shown)

    def event(self, event: QEvent) -> bool:
        """Keys of other instruments come before the shortcuts of met and not met."""
        line = self.current
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.modifiers() in (Qt.KeyboardModifier.NoModifier, _KEYPAD)
            and line is not None
            and (line.checkpoint.instrument != BINARY or line.may_abstain)
            and (self._choice(event.text(), line) or is_typed(event.text(), line))
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Keys that choose a value decide; all others move."""
        line = self.current
        choice = self._choice(event.text(), line) if line else None
        if choice is not None and line is not None:
            (self.chosen if is_final(choice, line.checkpoint) else self.proposed).emit(
                choice.decision
            )
        elif line is not None and is_typed(event.text(), line):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _choice(self, key: str, line: FormRow) -> Choice | None:
        is_taken = self._takes_letters or key.isdecimal()
        if not key or not is_taken:
            return None
        return choice_of(key.lower(), line.checkpoint, may_abstain=line.may_abstain)

    def step(self, by: int) -> None:
        """Moves on by so many lines."""
        self.go_to(self.currentIndex().row() + by)


def is_final(choice: Choice, point: Checkpoint) -> bool:
    """Whether a choice decides, and does not begin a value that is typed."""
    return choice.state.is_abstention or instrument_of(point).has_keys(point)


def is_typed(text: str, line: FormRow) -> bool:
    """Whether a key begins a value that is typed."""
    point = line.checkpoint
    return (text.isdecimal() or text == "-") and not instrument_of(point).has_keys(point)


class _Delegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paints one cell."""
        painter.save()
        rect: QRect = option.rect
        row: FormRow = index.data(ROW_ROLE)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
            if index.column() == NUMBER:
                painter.fillRect(
                    QRect(rect.left(), rect.top(), px(4), rect.height()), colour("accent")
                )
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(px(6), px(8), -px(6), -px(8))
        if index.column() == NUMBER:
            if row.evidence:
                painter.fillRect(inner.adjusted(px(6), -px(4), px(3), px(4)), tint(index.row() + 1))
            painter.setPen(colour("text" if row.evidence else "muted"))
            way = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(rect.adjusted(0, 0, -px(6), 0), way, str(index.data()))
        else:
            self._verdict(painter, inner, row)
        painter.restore()

    def _verdict(self, painter: QPainter, rect: QRect, row: FormRow) -> None:
        """The decision in the room of a picture: a pencil where its rationale is missing."""
        look = rated_look(row.value, row.checkpoint)
        is_begun = row.value is not None and not row.is_done and not row.is_locked
        value = row.number
        if value is not None and not is_begun and not is_named(row.checkpoint):
            font = QFont(painter.font())
            font.setPixelSize(px(12))
            font.setWeight(QFont.Weight.DemiBold)
            painter.setFont(font)
            painter.setPen(colour(look.tone))
            text = instrument_of(row.checkpoint).cell(value)
            painter.drawText(rect, Qt.AlignmentFlag.AlignLeft, str(text))
            return
        tone = "warn" if is_begun else "muted" if row.value is None else look.tone
        painter.drawPixmap(
            rect.left(), rect.top(), pixmap("pencil" if is_begun else look.picture, tone, 18)
        )
        if row.is_locked:
            painter.drawPixmap(
                rect.left() + px(19), rect.top() + px(4), pixmap("lock", "muted", 12)
            )
