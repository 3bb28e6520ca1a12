"""Who in this project are you: asked when a project is opened that has people in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.kit import (
    ROLES,
    ActionDialog,
    Entry,
    EntryView,
    domain_name,
    field,
    listed,
    px,
    short,
    t,
    wire,
)
from xpert_studio.records import Person, Role
from xpert_studio.resources import LOOK_AROUND

_FILTERED_FROM = 9


class Who(ActionDialog):
    """A list of the project's people; the person chooses themselves.

    In the sample project those come first who have work waiting, one of each role.
    """

    def __init__(
        self, parent: QWidget, people: Sequence[Person], current: str, then: Callable[[str], object]
    ) -> None:
        super().__init__(
            parent,
            t("Who are you in this project?"),
            t(
                "Your work is recorded under this name. If yours is missing, a lead adds you on the People page."
            ),
            t("Continue as this person"),
        )
        by_id = {person.id: person for person in people}
        is_sample = by_id.keys() >= set(LOOK_AROUND.values())
        self._roles = {one: Role(role) for role, one in LOOK_AROUND.items() if is_sample}
        first = [by_id.pop(one) for one in self._roles]
        self._people = [*first, *by_id.values()]
        self.list = EntryView(t("People"), even=False)
        self.list.setMinimumHeight(px(280))
        self.list.setMinimumWidth(px(520))
        self.filter = field(hint=t("Filter by name or role"))
        self.filter.textChanged.connect(self._fill)
        if len(people) >= _FILTERED_FROM:
            self.add("", self.filter)
        self.add("", self.list)
        wire(
            (self.list.opened, lambda _: self.accept()),
            (self.accepted, lambda: then(self.chosen)),
        )
        self._fill("", current)
        self.list.setFocus()

    @property
    def chosen(self) -> str:
        """The id of the person who is marked."""
        return self.list.key

    def _fill(self, words: str, current: str = "") -> None:
        wanted = words.casefold()
        entries = [(person, self._entry(person)) for person in self._people]
        self.list.show_entries(
            [
                entry
                for person, entry in entries
                if wanted
                in " ".join((person.id, person.called, entry.title, *entry.lines)).casefold()
            ],
            current,
        )
        self.act.setEnabled(bool(self.list.key))

    def _entry(self, person: Person) -> Entry:
        roles = listed(t(ROLES[role]) for role in person.roles) or t("no role")
        domains = listed(domain_name(name) for name in person.domains)
        head = short(person.called)
        if (role := self._roles.get(person.id)) is not None:
            head = t("{role}: {name}", role=t(ROLES[role]), name=head)
        return Entry(person.id, head, (" · ".join(filter(None, (roles, domains))),))
