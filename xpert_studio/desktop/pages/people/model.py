"""The list of people as a model, and how a person looks in it."""

from __future__ import annotations

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
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from xpert_studio.desktop.look import colour, px
from xpert_studio.desktop.look.measures import type_size
from xpert_studio.desktop.names import ROLES, domain_name
from xpert_studio.desktop.parts.bounds import hint
from xpert_studio.desktop.wording import listed, mark, short, t
from xpert_studio.records import Person

Index = QModelIndex | QPersistentModelIndex
PERSON_ROLE: Final = Qt.ItemDataRole.UserRole
STATES: Final = {
    True: (mark("Qualified"), "good"),
    False: (mark("Not admitted"), "bad"),
    None: (mark("Not decided"), "optional"),
}
"""What is known of a person's qualification, in words and as a tone."""
_NOTHING: Final = QModelIndex()
_LINE: Final = 22


def passed(person: Person) -> bool | None:
    """Whether somebody is admitted; None while nothing is decided."""
    return person.qualification.passed if person.qualification else None


def roles_of(person: Person) -> str:
    """A person's roles in words."""
    return listed(t(ROLES[role]) for role in person.roles) or t("no role")


def domains_of(person: Person) -> str:
    """A person's domains in words."""
    return listed(domain_name(name) for name in person.domains) or t("no domain")


class PeopleList(QAbstractListModel):
    """The people whose name, id, roles or domains hold all the words of a filter."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Person, ...] = ()
        self._shown: list[Person] = []
        self._words: list[str] = []

    def show_people(self, people: Sequence[Person]) -> None:
        """Shows these people."""
        self._all = tuple(people)
        self._fill()

    def look_for(self, words: str) -> None:
        """Shows the people that a filter leaves."""
        self._words = words.casefold().split()
        self._fill()

    def person_at(self, place: int) -> Person | None:
        """The person in a row."""
        return self._shown[place] if 0 <= place < len(self._shown) else None

    def place_of(self, person_id: str) -> int:
        """The row of a person; -1 where the filter leaves them out."""
        return next((at for at, item in enumerate(self._shown) if item.id == person_id), -1)

    def rowCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """How many people the filter leaves."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The person, and what a screen reader says of them."""
        person = self.person_at(index.row()) if index.isValid() else None
        if person is None:
            return None
        if role == PERSON_ROLE:
            return person
        if role == Qt.ItemDataRole.DisplayRole:
            return short(person.called, 120)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            state = t(STATES[passed(person)][0])
            said = f"{person.called}\n{roles_of(person)}\n{domains_of(person)}\n{state}"
            return hint(said) if role == Qt.ItemDataRole.ToolTipRole else said
        return None

    def _fill(self) -> None:
        wanted = [person for person in self._all if self._is_wanted(person)]
        if wanted == self._shown:
            return
        if [item.id for item in wanted] == [item.id for item in self._shown]:
            self._shown = wanted
            self.dataChanged.emit(self.index(0), self.index(len(wanted) - 1))
            return
        self.beginResetModel()
        self._shown = wanted
        self.endResetModel()

    def _is_wanted(self, person: Person) -> bool:
        state = t(STATES[passed(person)][0])
        said = f"{person.called} {person.id} {roles_of(person)} {domains_of(person)} {state}"
        return all(word in said.casefold() for word in self._words)


class PersonDelegate(QStyledItemDelegate):
    """Draws the name, the roles with the state of the qualification, and the domains."""

    def sizeHint(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Three lines."""
        return QSize(px(180), px(3 * _LINE + 16))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draws the ground and the words."""
        person = index.data(PERSON_ROLE)
        if not isinstance(person, Person):
            return
        painter.save()
        rect: QRect = option.rect
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour("selection"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colour("hover"))
        painter.setPen(colour("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(px(12), px(8), -px(12), -px(8))
        first = QRect(inner.left(), inner.top(), inner.width(), px(_LINE))
        second, third = (first.translated(0, line * px(_LINE)) for line in (1, 2))
        self._words(painter, first, person.called, strong=True)
        used = self._chip(painter, second, person)
        self._words(painter, second.adjusted(0, 0, -used, 0), roles_of(person))
        self._words(painter, third, domains_of(person))
        painter.restore()

    def _words(self, painter: QPainter, rect: QRect, text: str, *, strong: bool = False) -> None:
        font = QFont(painter.font())
        font.setPixelSize(type_size("body" if strong else "small"))
        font.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(colour("text" if strong else "muted"))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

    def _chip(self, painter: QPainter, rect: QRect, person: Person) -> int:
        """Draws the state at the right end; returns how much room it took."""
        words, tone = STATES[passed(person)]
        font = QFont(painter.font())
        font.setPixelSize(type_size("small"))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        width = QFontMetrics(font).horizontalAdvance(t(words)) + px(16)
        ground = QRect(rect.right() - width, rect.center().y() - px(10), width, px(21))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(f"{tone}_soft"))
        painter.drawRoundedRect(ground, px(4), px(4))
        painter.setPen(colour(tone))
        painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, t(words))
        return width + px(8)
