"""Who in this project are you: asked when a project is opened that has people in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import ROLES, Person, Role
from xpert_studio.core.resources import LOOK_AROUND
from xpert_studio.core.wording import listed, short, t
from xpert_studio.desktop.look import px
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.fields import field
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.part_names import domain_name

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
                "Your work is recorded under this name. If yours is missing, a lead adds "
                "you on the People page."
            ),
            t("Continue as this person"),
        )
        by_id = {person.id: person for person in people}
        is_sample = by_id.keys() >= set(LOOK_AROUND.values())
        self._roles = {one: Role(role) for role, one in LOOK_AROUND.items() if is_sample}
        self._people = [*(by_id.pop(one) for one in self._roles), *by_id.values()]
        self.list = EntryView(t("People"), even=False)
        self.list.setMinimumSize(px(520), px(280))
        self.filter = field(hint=t("Filter by name or role"))
        if len(people) >= _FILTERED_FROM:
            self.add("", self.filter)
        self.add("", self.list)
        wire(
            (self.filter.textChanged, self._fill),
            (self.list.opened, lambda _: self.accept()),
            (self.accepted, lambda: then(self.list.key)),
        )
        self._fill("", current)
        self.list.setFocus()

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
        name, role = short(person.called), self._roles.get(person.id)
        head = t("{role}: {name}", role=t(ROLES[role]), name=name) if role else name
        return Entry(person.id, head, (" · ".join(filter(None, (roles, domains))),))
