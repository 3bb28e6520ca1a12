"""Who in this project are you: asked when a project is opened that has people in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from xpert_studio.desktop.look import px
from xpert_studio.desktop.names import ROLES, domain_name
from xpert_studio.desktop.parts import Sheet, field
from xpert_studio.desktop.wording import listed, short, t
from xpert_studio.records import Person

_FILTERED_FROM = 9


class Who(Sheet):
    """A list of the project's people; the person chooses themselves."""

    def __init__(
        self, parent: QWidget, people: Sequence[Person], current: str, then: Callable[[str], object]
    ) -> None:
        super().__init__(
            parent,
            t("Who are you in this project?"),
            t(
                "What you do is written down under this name. If yours is missing, a lead adds you on the People page."
            ),
            t("Work as this person"),
        )
        self._people = list(people)
        self.list = QListWidget()
        self.list.setMinimumHeight(px(280))
        self.list.setMinimumWidth(px(520))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setWordWrap(True)
        self.filter = field(hint=t("Filter by name"))
        self.filter.textChanged.connect(self._fill)
        if len(people) >= _FILTERED_FROM:
            self.add("", self.filter)
        self.add("", self.list)
        self.list.setAccessibleName(t("People"))
        self.list.itemActivated.connect(lambda _: self.accept())
        self.list.itemDoubleClicked.connect(lambda _: self.accept())
        self.accepted.connect(lambda: then(self.chosen))
        self._fill("", current)
        self.list.setFocus()

    @property
    def chosen(self) -> str:
        """The id of the person who is marked."""
        chosen = self.list.selectedItems()
        return str(chosen[0].data(Qt.ItemDataRole.UserRole)) if chosen else ""

    def _fill(self, words: str, current: str = "") -> None:
        self.list.clear()
        for person in self._people:
            if words.casefold() not in f"{person.called} {person.id}".casefold():
                continue
            roles = listed(t(ROLES[role]) for role in person.roles) or t("no role")
            domains = listed(domain_name(name) for name in person.domains)
            item = QListWidgetItem(
                f"{short(person.called)}\n{roles}{' · ' if domains else ''}{domains}"
            )
            item.setData(Qt.ItemDataRole.UserRole, person.id)
            self.list.addItem(item)
            if person.id == current:
                self.list.setCurrentItem(item)
        if self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self.act.setEnabled(self.list.count() > 0)
