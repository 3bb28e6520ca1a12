"""The list of people as a model, and how a person looks in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QObject,
    QRect,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter

from xpert_studio.desktop.kit import (
    GAP,
    ROLES,
    ROW_ROLE,
    TIGHT,
    Index,
    RowDelegate,
    RowList,
    domain_name,
    draw_chip,
    hint,
    listed,
    mark,
    px,
    short,
    strong,
    t,
)
from xpert_studio.records import Person

STATES: Final = {
    True: (mark("Qualified"), "good"),
    False: (mark("Not admitted"), "bad"),
    None: (mark("Not decided"), "optional"),
}
"""What is known of a person's qualification, in words and as a tone."""


def passed(person: Person) -> bool | None:
    """Whether a person is admitted; None while nothing is decided."""
    return person.qualification.passed if person.qualification else None


def roles_of(person: Person) -> str:
    """A person's roles in words."""
    return listed(t(ROLES[role]) for role in person.roles) or t("no role")


def domains_of(person: Person) -> str:
    """A person's domains in words."""
    return listed(domain_name(name) for name in person.domains) or t("no domain")


class PeopleList(RowList[Person]):
    """The people whose name, id, roles or domains hold all the words of a filter."""

    keeps_places = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: Sequence[Person] = ()
        self._words: list[str] = []

    def show_people(self, people: Sequence[Person]) -> None:
        """Shows these people."""
        self._all = people
        self._fill()

    def look_for(self, words: str) -> None:
        """Shows the people that a filter leaves."""
        self._words = words.casefold().split()
        self._fill()

    def key(self, row: Person) -> object:
        """Their id."""
        return row.id

    def said(self, row: Person, place: int, role: int) -> Any:
        """What a screen reader says of them."""
        if role == Qt.ItemDataRole.DisplayRole:
            return short(row.called, 120)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            state = t(STATES[passed(row)][0])
            said = f"{row.called}\n{roles_of(row)}\n{domains_of(row)}\n{state}"
            return hint(said) if role == Qt.ItemDataRole.ToolTipRole else said
        return None

    def _fill(self) -> None:
        self.show_rows([person for person in self._all if self._is_wanted(person)])

    def _is_wanted(self, person: Person) -> bool:
        state = t(STATES[passed(person)][0])
        said = f"{person.called} {person.id} {roles_of(person)} {domains_of(person)} {state}"
        return all(word in said.casefold() for word in self._words)


class PersonDelegate(RowDelegate):
    """Paints the name, the roles with the state of the qualification, and the domains."""

    has_bar = False

    def height(self, index: Index) -> int:
        """Three lines."""
        person: Person = index.data(ROW_ROLE)
        below = (roles_of(person), domains_of(person))
        lines = [self.line_height(self.small(), text) for text in below]
        return self.line_height(self.strong(), person.called) + sum(lines) + 2 * px(TIGHT + GAP)

    def draw(self, painter: QPainter, rect: QRect, row: Person, index: Index) -> None:
        """Paints the words, and the state at the end of the second line."""
        rect.setTop(self.words(painter, rect, row.called, self.strong(), "text"))
        used = self._chip(painter, rect, row)
        beside = rect.adjusted(0, 0, -used, 0)
        rect.setTop(self.words(painter, beside, roles_of(row), self.small(), "muted"))
        self.words(painter, rect, domains_of(row), self.small(), "muted")

    def _chip(self, painter: QPainter, rect: QRect, person: Person) -> int:
        """Paints the state at the right end; returns how much room it took."""
        words, tone = STATES[passed(person)]
        width = QFontMetrics(strong(self.small())).horizontalAdvance(t(words)) + px(16)
        top = rect.top() + (self.line_height(self.small(), roles_of(person)) - px(21)) // 2
        draw_chip(painter, rect.right() - width, top, t(words), tone, room=width)
        return width + px(GAP)
