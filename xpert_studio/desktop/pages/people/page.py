"""The people of a project: the list, and beside it the person who is looked at."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex
from PySide6.QtWidgets import QListView, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    SPACE,
    TIGHT,
    WIDE,
    Action,
    EmptyState,
    Place,
    Sheet,
    Shell,
    box,
    button,
    column,
    dress_list,
    explained,
    field,
    label,
    mark,
    number,
    px,
    row,
    scrolled,
    split,
    stacked,
    t,
    wide,
)
from xpert_studio.desktop.opening import person_id_for
from xpert_studio.desktop.pages.house_page import HousePage
from xpert_studio.desktop.pages.people.boxes import domain_boxes, role_boxes
from xpert_studio.desktop.pages.people.detail import PersonDetail
from xpert_studio.desktop.pages.people.model import PeopleList, PersonDelegate
from xpert_studio.records import Person, Role
from xpert_studio.workflow import add_person, change_person, qualify
from xpert_studio.workflow.views import House

# Adds somebody to the project: name, id, roles and domains.


class NewPerson(Sheet):
    """The form."""

    def __init__(self, shell: Shell, house: House) -> None:
        super().__init__(
            shell.window,
            t("Add person"),
            t("Everything but the id can be changed later. The id stands in bundles and reports."),
            t("Add"),
        )
        self._shell = shell
        self._taken = {person.id for person in house.people}
        self.name, self.id = field(hint=t("As colleagues know them")), field()
        self.add(t("Name"), self.name)
        self.add(t("Id"), self.id)
        self.roles = role_boxes()
        self.domains = domain_boxes(house.info.taxonomy.domains)
        self.fields.addWidget(self._choices())
        self.name.textChanged.connect(self._propose_id)
        self.id.textChanged.connect(lambda _: self._check())
        self._check()
        self.name.setFocus()

    def _choices(self) -> QWidget:
        """Roles and domains beside each other; they scroll where the window is low."""
        sides = row(
            box(column(label(t("Roles"), "label"), self.roles, 1, gap=TIGHT)),
            box(column(label(t("Domains"), "label"), self.domains, 1, gap=TIGHT)),
            gap=SPACE,
        )
        inside = box(sides)
        made = scrolled(inside)
        hint = inside.sizeHint()
        made.setMinimumWidth(max(hint.width() + px(16), px(560)))
        made.setMinimumHeight(px(260))
        return made

    def accept(self) -> None:
        """Adds them, and goes there; what is refused is said here."""
        session = self._shell.session
        name, person_id = self.name.text().strip(), self.id.text().strip()
        roles = tuple(Role(role) for role in self.roles.chosen)
        domains = self.domains.chosen
        self.act.setEnabled(False)

        def done(_: object) -> None:
            super(NewPerson, self).accept()
            self._shell.go(Place("people", item=person_id))

        def refused(error: BaseException) -> None:
            self.act.setEnabled(True)
            self.complain(explained(error))

        session.perform(
            lambda: add_person(session.desk, person_id, name=name, roles=roles, domains=domains),
            done,
            refused,
        )

    def _propose_id(self, name: str) -> None:
        if not self.id.isModified():
            self.id.setText(person_id_for(name, self._taken) if name.strip() else "")
        self._check()

    def _check(self) -> None:
        is_taken = self.id.text().strip() in self._taken
        self.complain(t("Somebody in this project has that id.") if is_taken else "")
        named = bool(self.name.text().strip() and self.id.text().strip())
        self.act.setEnabled(named and not is_taken)


class PeoplePage(HousePage):
    """Who takes part, as what, and who was admitted by whom."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.model = PeopleList(self)
        self.list = self._make_list()
        hint = t("Filter: a name, role or domain")
        self.words = field(name=t("Filter the people"), hint=hint)
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self._look)
        self.count = label("", "muted", wrap=False)
        self.add = button(t("Add person"), self.add_person, kind="primary", picture="user-plus")
        self.why = label("", "warn")
        self.detail = PersonDetail()
        self.detail.changed.connect(self._change)
        self.detail.qualification.decided.connect(self._qualify)
        self._lay_out()
        self.setFocusProxy(self.list)
        shell.book.add(
            self,
            Action.of(add_person, "people.add", self.add_person, "Ctrl+N", "user-plus",
                      lambda: self.why_not or None, asks=True),
            Action("people.filter", mark("Filter the people"), self.words.setFocus, "Ctrl+F",
                   "filter", in_menu=False),
        )  # fmt: skip

    def _make_list(self) -> QListView:
        made = QListView()
        dress_list(made, self.model, PersonDelegate(made), t("People"), even=False)
        made.selectionModel().currentChanged.connect(self._chosen)
        return made

    def _lay_out(self) -> None:
        self.empty = EmptyState("users", "", "", button(t("Show everybody"), self.words.clear))
        self.empty.say(t("Nobody answers this filter"), t("Fewer words leave more."))
        self.stack = stacked(self.detail, self.empty)
        left = box(column(self.words, self.list, gap=GAP))
        left.setMinimumWidth(px(170))
        self.stack.setMinimumWidth(px(340))
        both = split(left, self.stack, sizes=(280, 700), shares=(0, 1))
        column(
            row(label(t("People"), "title", wrap=False), self.count, 1, self.add),
            self.why,
            wide(both),
            on=self, pad=WIDE, gap=SPACE,
        )  # fmt: skip
        self.why.hide()

    # Places.

    def show_place(self, place: Place) -> None:
        """Shows everybody, and the person who is named."""
        super().show_place(place)
        if place.item and self.model.place_of(place.item) < 0:
            self.words.clear()
        self._mark()

    def leave(self) -> None:
        """Saves what is being written."""
        self.detail.finish()

    def show_house(self, house: House) -> None:
        """Shows everybody as they are now, the same person marked."""
        self.count.setText(number(len(house.people)))
        self.why.say(self.why_not)
        self.add.setVisible(not self.why_not)
        self.model.show_people(house.people)
        self._mark()

    def _look(self, words: str) -> None:
        self.model.look_for(words)
        self._mark()

    def _mark(self) -> None:
        """Marks the person of this place, or somebody where they are not in the list."""
        if not self.model.rowCount():
            self.stack.setCurrentWidget(self.empty if self.house.people else self.detail)
            return
        at = self.model.place_of(self.place.item)
        if at < 0:
            at = max(0, self.model.place_of(self.session.person_id))
        index = self.model.index(at)
        if index == self.list.currentIndex():
            self._show(self.model.row_at(at))
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.selectionModel().setCurrentIndex(index, flags)

    def _chosen(self, index: QModelIndex) -> None:
        person = self.model.row_at(index.row())
        if person is None:
            return
        if person.id != self.place.item:
            self.place = Place("people", item=person.id)
            if self.isVisible():
                self.shell.refine(self.place)
        self._show(person)

    def _show(self, person: Person | None) -> None:
        if person is None:
            return
        self.stack.setCurrentWidget(self.detail)
        is_me = person.id == self.session.person_id
        self.detail.show_person(person, self.house, self.why_not, is_me=is_me)

    # What leads do.

    def add_person(self) -> None:
        """Asks who is added, as what."""
        if self.why_not:
            self.shell.say(self.why_not, "warn")
            return
        NewPerson(self.shell, self.house).open()

    def _change(self, person_id: str, fields: dict[str, Any]) -> None:
        self.save(change_person, person_id, **fields)

    def _qualify(self, person_id: str, outcome: str, examination: str, trial: str) -> None:
        desk = self.session.desk
        self.session.perform(
            lambda: qualify(
                desk, person_id, outcome, examination=examination or None, trial=trial or None
            ),
            lambda _: self.detail.qualification.recorded(person_id),
            self.refuse,
        )
