"""The people of a project: the list, and beside it the person who is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import ROLES, Person, Qualification
from xpert_studio.core.wording import listed, mark, moment, number, t
from xpert_studio.core.workflow import add_person, change_person, qualify
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, SPACE, TIGHT, WIDE, px
from xpert_studio.desktop.names import offered_roles
from xpert_studio.desktop.opening import person_id_for
from xpert_studio.desktop.pages.base import ProjectStatePage
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import filter_field
from xpert_studio.desktop.widgets.form import Form, FormField, Values
from xpert_studio.desktop.widgets.labels import Card, button, card, chip, label, retone
from xpert_studio.desktop.widgets.layouts import box, column, row, split, stacked, wide
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.wiring import show_if
from xpert_studio.report.part_names import domain_name

# What is said of a person in a list: roles, domains, and whether they are admitted.

STATES: Final = {
    True: (mark("Qualified"), "good"),
    False: (mark("Not admitted"), "bad"),
    None: (mark("Not decided"), "optional"),
}
"""What is known of a person's qualification, in words and as a tone."""


def state_of(person: Person) -> tuple[str, str]:
    """Whether a person is admitted: in words, and as a tone."""
    words, tone = STATES[person.qualification.passed if person.qualification else None]
    return t(words), tone


def person_entry(person: Person) -> Entry:
    """A person: name, roles, domains, and whether they are admitted."""
    roles = listed(t(ROLES[role]) for role in person.roles) or t("no role")
    domains = listed(domain_name(name) for name in person.domains) or t("no domain")
    return Entry(person.id, person.called, (roles, domains), *state_of(person))


# How a person qualified: examination, trial, and the decision with who made it and when.


_ASKED: Final = (
    FormField(
        key="examination", title=mark("Examination"), kind=inputs.text(mark("Exam and result"))
    ),
    FormField(
        key="trial",
        title=mark("Trial"),
        kind=inputs.text(mark("Which trial task, with what result")),
    ),
)


class QualificationCard(Card):
    """The card.

    What is written in its fields belongs to the decision and is recorded with it; until then it
    is kept for each person.

    Args:
        decide: Gets on whom, ``passed`` or ``failed``, and examination and trial by their names.
    """

    def __init__(self, decide: Callable[[str, str, dict[str, str]], object]) -> None:
        super().__init__()
        self._record = decide
        self.state = chip("", "optional")
        self.about = label("", "muted")
        self.form = Form(_ASKED)
        self.why = label("", "muted")
        self.unsaved = label(t("Not recorded yet: decide to record it."), "warn")
        self.pass_ = button(t("Passed"), lambda: self._decide("passed"), picture="circle-check")
        self.fail = button(t("Not passed"), lambda: self._decide("failed"), picture="circle-x")
        self._person: Person | None = None
        self._drafts: dict[str, dict[str, str]] = {}
        column(
            row(label(t("Qualification"), "heading", wrap=False), self.state, 1),
            self.about, self.form, row(self.pass_, self.fail, 1), self.unsaved, self.why,
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip
        self.form.changed.connect(lambda _: self._written())

    def show_person(
        self, person: Person, project_state: ProjectState, why_not: str, own: str
    ) -> None:
        """Shows a person's qualification.

        Args:
            person: Whose.
            project_state: For the names of those who decided.
            why_not: Why the person at work decides on no person; empty where they may.
            own: Why they do not decide on this person; empty where they may.
        """
        is_closed = bool(why_not or own)
        held, self._person = person.qualification or Qualification(), person
        words, tone = state_of(person)
        retone(self.state, "chip", tone)
        self.state.setText(words)
        self.about.setText(_decided(held, project_state))
        kept = {"examination": held.examination or "", "trial": held.trial or ""}
        written = self._drafts.get(person.id, kept)
        if self.form.values() != written:
            self.form.show_values(written)
        self.form.set_open(is_open=not is_closed)
        show_if(not is_closed, self.pass_, self.fail)
        self.unsaved.setVisible(not is_closed and written != kept)
        self.why.say("" if why_not else own)

    def recorded(self, person_id: str) -> None:
        """A decision on a person is recorded, and what was written with it."""
        self._drafts.pop(person_id, None)

    def _written(self) -> None:
        if self._person is not None:
            self._drafts[self._person.id] = self.form.values()
            self.unsaved.show()

    def _decide(self, outcome: str) -> None:
        if self._person is not None:
            self._record(self._person.id, outcome, self.form.values())


def _decided(held: Qualification, project_state: ProjectState) -> str:
    if held.outcome is None:
        if project_state.info.policies.qualification_required:
            return t("Not yet qualified: cannot write, review or judge.")
        return t("Nobody has decided yet. This project does not ask for it.")
    who = project_state.called(held.decided_by)
    if who and held.decided_at:
        return t("Decided by {name}, {when}.", name=who, when=moment(held.decided_at))
    return t("Decider and date unknown.") if not who else t("Decided by {name}.", name=who)


_ROLES: Final = FormField(
    key="roles", title=mark("Roles"), kind=inputs.boxes(offered_roles, is_listed=True)
)
_DOMAINS: Final = FormField(key="domains", title=mark("Domains"), kind=inputs.boxes())
_PERSON: Final = (
    FormField(key="name", title=mark("Name"), kind=inputs.text()),
    _ROLES,
    _DOMAINS,
    FormField(
        key="credentials", title=mark("Credentials"),
        kind=inputs.writing(
            mark("What makes this person an expert: training, posts, years"), lines=2
        ),
    ),
)  # fmt: skip


def _domains(names: Iterable[str]) -> list[tuple[str, str, str]]:
    return [(name, domain_name(name), "") for name in names]


class PersonDetail(QWidget):
    """One person; each field is saved as soon as it is left or ticked.

    Args:
        change: Gets the person's id, and what was changed, as ``change_person`` takes it.
        decide: Gets a decision on a person's qualification; see ``QualificationCard``.
    """

    def __init__(
        self,
        change: Callable[[str, dict[str, Any]], object],
        decide: Callable[[str, str, dict[str, str]], object],
    ) -> None:
        super().__init__()
        self._change = change
        self.person: Person | None = None
        self._may = False
        self.heading, self.id = label("", "title"), label("", "small")
        self.form = Form(_PERSON)
        self.form.left.connect(self._save)
        self.qualification = QualificationCard(decide)
        scrolled_column(
            column(self.heading, self.id, gap=TIGHT), card(column(self.form, pad=SPACE)),
            self.qualification, 1, gap=SPACE, pad=(SPACE, 0, GAP, SPACE), on=self,
        )  # fmt: skip

    def show_person(
        self, person: Person, project_state: ProjectState, why_not: str, *, is_me: bool
    ) -> None:
        """Shows a person.

        Args:
            person: Whom.
            project_state: Rules and other people.
            why_not: Why nothing can be changed; empty where it can.
            is_me: Whether they are at work here themselves.
        """
        is_other = self.person is None or self.person.id != person.id
        if is_other:
            self.form.finish()  # what was written belongs to the person who was shown
        self.person, self._may = person, not why_not
        self.heading.setText(person.called)
        self.id.setText(t("Id: {id}", id=person.id))
        domains = (*project_state.info.taxonomy.domains, *person.domains)
        self.form.offer(domains=_domains(dict.fromkeys(domains)))
        self.form.show_values(
            {one.key: getattr(person, one.key) for one in _PERSON}, spares_written=not is_other
        )
        self.form.set_open(is_open=self._may)
        own = t("Nobody decides on their own qualification; it takes another lead.")
        self.qualification.show_person(person, project_state, why_not, own if is_me else "")

    def _save(self, key: str) -> None:
        if self.person is not None and self._may and self.form.is_written(key):
            self._change(self.person.id, {key: self.form.take(key) or _NOTHING.get(key)})


_NOTHING: Final[dict[str, tuple[str, ...]]] = {"roles": (), "domains": ()}
"""What fields hold that are empty, where that is not None."""


# Adds a person to the project: name, id, roles and domains.


class NewPerson(ActionDialog):
    """The form."""

    def __init__(self, shell: Shell, project_state: ProjectState) -> None:
        self._shell = shell
        self._taken = {person.id for person in project_state.people}
        self._proposed = ""
        asked = (
            FormField(
                key="name", title=mark("Name"), needed=mark("Enter a name."),
                kind=inputs.text(mark("As colleagues know them")),
            ),
            FormField(
                key="person_id", title=mark("Id"), kind=inputs.text(), fault=self._fault,
                needed=mark("Enter an ID."),
            ),
            _ROLES,
            _DOMAINS,
        )  # fmt: skip
        super().__init__(
            shell.window, t("Add person"),
            t("The ID appears in exports and cannot be changed later."), t("Add"), asked=asked,
        )  # fmt: skip
        self.setMinimumWidth(px(600))
        self.form.offer(domains=_domains(project_state.info.taxonomy.domains))
        self.form.changed.connect(self._propose_id)

    def _fault(self, values: Values) -> str:
        return t("ID already in use.") if values["person_id"] in self._taken else ""

    def _propose_id(self, key: str) -> None:
        values = self.form.values()
        if key == "name" and values["person_id"] == self._proposed:
            self._proposed = person_id_for(values["name"], self._taken) if values["name"] else ""
            self.form.show_values({"person_id": self._proposed})

    def accept(self) -> None:
        """Adds them, and goes there; what is refused is said here."""
        session, values = self._shell.session, self.form.values()
        if self.form.check():
            self.carry_out(
                session,
                lambda: add_person(session.ctx, **values),
                lambda _: self._shell.go(Place("people", item=values["person_id"])),
            )


class PeoplePage(ProjectStatePage):
    """Who takes part, as what, and who was admitted by whom."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.list = EntryView(t("People"), lines=2, even=False)
        self.list.looked_at.connect(self._look_at)
        self.words = filter_field(
            t("Filter: a name, role or domain"), lambda: self._look(), name=t("Filter the people")
        )
        self.count = label("", "muted", wrap=False)
        self.add = button(t("Add person"), self.add_person, kind="primary", picture="user-plus")
        self.why = label("", "warn")
        self.detail = PersonDetail(self._change, self._qualify)
        self._lay_out()
        self.setFocusProxy(self.list)
        shell.book.add(
            self,
            Action.of(add_person, "people.add", self.add_person, "Ctrl+N", "user-plus",
                      lambda: self.why_not or None, asks=True),
            Action("people.filter", mark("Filter the people"), self.words.setFocus, "Ctrl+F",
                   "filter"),
        )  # fmt: skip

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
            on=self, pad=WIDE, gap=SPACE,
        )  # fmt: skip

    # Places.

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
            self.detail.show_person(
                person, self.project_state, self.why_not, is_me=person_id == self.session.person_id
            )

    # What leads do.

    def add_person(self) -> None:
        """Asks who is added, as what."""
        if self.why_not:
            self.shell.say(self.why_not, "warn")
        else:
            NewPerson(self.shell, self.project_state).open()

    def _change(self, person_id: str, fields: dict[str, Any]) -> None:
        self.save(change_person, person_id, **fields)

    def _qualify(self, person_id: str, outcome: str, written: dict[str, str]) -> None:
        ctx, known = self.session.ctx, {name: text or None for name, text in written.items()}
        self.session.perform(
            lambda: qualify(ctx, person_id, outcome, **known),
            lambda _: self.detail.qualification.recorded(person_id),
            self.refuse,
        )
