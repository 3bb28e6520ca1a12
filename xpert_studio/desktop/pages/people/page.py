"""The page of people: the list, and beside it the person who is looked at."""

from __future__ import annotations

from typing import Any

from xpert_studio.core.records import Person, Role
from xpert_studio.core.wording import mark, number, t
from xpert_studio.core.workflow import add_person, change_person, qualify
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.core.workflow.views.people_seen import seen_person
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.available import known_fields, offer_row_menu
from xpert_studio.desktop.look import GAP, SPACE, WIDE, px
from xpert_studio.desktop.pages.base import ProjectStatePage
from xpert_studio.desktop.pages.people.new_person import NewPerson
from xpert_studio.desktop.pages.people.person import PersonDetail
from xpert_studio.desktop.pages.people.words import (
    person_entry,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.entries import EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import filter_field
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked, wide
from xpert_studio.desktop.widgets.side_splitter import split
from xpert_studio.report.part_names import domain_name


class PeoplePage(ProjectStatePage):
    """Who takes part, as what, and who was admitted by whom."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.list = EntryView(t("People"), lines=2, even=False)
        self.list.looked_at.connect(self._look_at)
        offer_row_menu(self.list, shell, selection=lambda: {"person_id": self.list.key})
        self.words = filter_field(
            t("Filter: a name, role or domain"), lambda: self._look(), name=t("Filter the people")
        )
        self.count = label("", "muted", wrap=False)
        shell.book.add(
            self,
            Action.of(
                add_person,
                "people.add",
                lambda: NewPerson(shell, self.project_state).open(),
                "Ctrl+N",
                "user-plus",
                self.session.why_not(add_person),
                asks=True,
            ),
            Action(
                "people.filter", mark("Filter the people"), self.words.setFocus, "Ctrl+F", "filter"
            ),
        )
        self.add = shell.book.button("people.add", kind="primary")
        self.why = label("", "warn")
        self.detail = PersonDetail(self._change, self._qualify)
        self._lay_out()
        self.setFocusProxy(self.list)

    def _lay_out(self) -> None:
        self.empty = EmptyState("users", "", "", button(t("Show everybody"), self.words.clear))
        self.empty.say(t("Nobody answers this filter"), t("Fewer words leave more."))
        self.stack = stacked(self.detail, self.empty)
        left = box(column(self.words, self.list, gap=GAP))
        left.setMinimumWidth(px(170))
        column(
            row(label(t("People"), "title", wrap=False), self.count, 1, self.add),
            self.why,
            wide(split(left, self.stack, sizes=(280, 700), shares=(0, 1))),
            on=self,
            pad=WIDE,
            gap=SPACE,
        )

    def show_place(self, place: Place) -> None:
        """Shows everybody, and the person who is named."""
        super().show_place(place)
        if place.item and place.item not in self.list.keys:
            self.words.clear()
        self._look(place.item)

    def leave(self) -> None:
        """Saves what is being written."""
        self.detail.form.finish()

    def show_project_state(self, project_state: ProjectState) -> None:
        """Shows everybody as they are now, the same person marked."""
        self.count.setText(number(len(project_state.people)))
        self.why.say(self.why_not)
        self.add.setVisible(not self.why_not)
        self._look(self.place.item)

    def _look(self, person_id: str = "") -> None:
        """Shows whom the filter leaves, and selects a person; oneself where that person is not there."""
        entries, wanted = map(person_entry, self.project_state.people), self.words.text()
        left = [entry for entry in entries if entry.has(wanted) or wanted in entry.key]
        is_there = (person_id or self.list.key) in {entry.key for entry in left}
        self.list.show_entries(left, person_id if is_there else self.session.person_id)
        self.stack.setCurrentWidget(self.detail if left else self.empty)
        self._show(self.list.key)

    def _look_at(self, person_id: str) -> None:
        if person_id and person_id != self.place.item:
            self.place = Place("people", item=person_id)
            if self.isVisible():
                self.shell.refine(self.place)
        self._show(person_id)

    def _show(self, person_id: str) -> None:
        person = self.project_state.person(person_id)
        if person is not None:
            viewer = self.project_state.person(self.session.person_id)
            self.detail.show_person(
                seen_person(person, viewer, self.project_state.info.policies),
                self.project_state,
                self.why_not,
                is_me=person_id == self.session.person_id,
                may_decide=self.session.has_role(Role.LEAD, Role.SENIOR),
            )

    def _change(self, person_id: str, fields: dict[str, Any]) -> None:
        self.save(change_person, person_id, **fields)

    def _qualify(self, person: Person) -> None:
        """Asks for a decision; of several domains one is named, unless an exemption is for all."""
        own = [(domain_name(domain), domain) for domain in person.domains]
        domains = [(t("choose"), None), *own] if len(own) > 1 else own
        CommandDialog(
            self.window(),
            self.session,
            qualify,
            {"person_id": person.id},
            asked=("outcome", "domain", "comments", "exemption"),
            own={**known_fields(self.session), "domain": {"kind": inputs.choice(lambda: domains)}},
            over=self.detail,
        ).open()
