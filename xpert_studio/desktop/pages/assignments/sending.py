"""The form that sends an assignment: purpose, person, tasks or responses, message, file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.errors import XpertError
from xpert_studio.core.exchange.assignment_files import ASSIGNMENT, SUFFIXES
from xpert_studio.core.exchange.assignment_transfer import assignment_to_file
from xpert_studio.core.records import ROLES, Person, Role
from xpert_studio.core.records.assignments import PURPOSES, Purpose, Scope
from xpert_studio.core.wording import explained, listed, mark, number, t, tn, translated
from xpert_studio.core.workflow.assignments.choosing import (
    Candidate,
    Sending,
    candidates,
    scope_of,
)
from xpert_studio.core.workflow.assignments.named_people import NEEDED
from xpert_studio.core.workflow.views.assignments import AssignmentPreview, preview_assignment
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.pages.assignments.files import WrittenAssignment, ask_for_file
from xpert_studio.desktop.pages.assignments.words import CONTENTS, MEANINGS
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.form import Form, FormField, Values
from xpert_studio.desktop.widgets.labels import button, card, label, retone
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import later, wire
from xpert_studio.report.counted_parts import counted

_LOOK_MS: Final = 250
_READABLE: Final = 720
_LIST: Final = 270


@dataclass(frozen=True, slots=True)
class _Choice:
    """A candidate as it is ticked."""

    id: str
    title: str
    domain: str


class SendForm(QWidget):
    """Purposes at the left, the rest of the form at the right.

    Args:
        shell: The window around it.
        sent: Gets what was written.
    """

    def __init__(self, shell: Shell, sent: Callable[[WrittenAssignment], object]) -> None:
        super().__init__()
        self._shell, self._sent = shell, sent
        self.session = shell.session
        self._found: Mapping[str, tuple[Candidate, ...]] = {}
        self._offered: tuple[str, ...] = ()
        self._is_writing = False
        self._wanted = ""
        self.purposes = EntryView(t("Purpose"), wraps=True)
        self.purposes.show_entries(
            [Entry(one.value, t(PURPOSES[one]), (t(what),)) for one, what in MEANINGS.items()]
        )
        self.people = button(
            t("People"), lambda: shell.go(Place("people")), kind="link", picture="users"
        )
        self.form = Form(self._fields())
        self.holds = label("", "muted")
        self.counts = label("")
        self.warnings = label("", "warn")
        self.act = button(t("Save assignment…"), self.write, kind="primary", picture="package")
        self.lacks = label("", "muted")
        self._soon = later(self, _LOOK_MS, self._look_ahead)
        contents = column(
            label(t("Contents"), "heading"),
            self.holds,
            self.counts,
            self.warnings,
            row(self.act, self.lacks, gap=PAD, grow=1),
            pad=SPACE,
            gap=GAP,
        )
        form = box(
            column(
                card(column(self.form, row(self.people, 1), pad=SPACE, gap=GAP)),
                card(contents),
                1,
                gap=SPACE,
            )
        )
        form.setMaximumWidth(px(_READABLE))
        self.purposes.setFixedWidth(px(_LIST))
        row(
            self.purposes,
            scrolled(box(row(form, 1, grow=(_READABLE,)))),
            on=self,
            gap=SPACE,
            grow=1,
        )
        wire(
            (self.purposes.looked_at, lambda _: self._choose_purpose()),
            (self.form.changed, self._entered),
        )
        self.setFocusProxy(self.purposes)

    def _fields(self) -> Iterator[FormField]:
        about, baseline, message = fields_for(
            Sending,
            "recipient",
            "baseline_only",
            "message",
            recipient={
                "key": "person",
                "kind": inputs.choice(least=260),
                "needed": mark("Choose a person."),
                "seen": lambda _: bool(self._people()),
            },
            baseline_only={"key": "baseline", "seen": lambda _: self.purpose is Purpose.JUDGE},
            message={
                "kind": inputs.long_text(
                    mark("Shown to the person when they open the assignment."), high=60
                )
            },
        )
        yield from (about, baseline)
        yield FormField(
            key="chosen",
            title=mark("Scope"),
            kind=inputs.chosen_tasks(self._ticked_words),
            seen=lambda _: bool(self._offered),
            fault=self._too_few,
        )
        yield message

    def _too_few(self, values: Values) -> str:
        needs = self.purpose is not Purpose.WRITE and not values["chosen"]
        return t("Select at least one.") if needs else ""

    def _entered(self, key: str) -> None:
        if key == "person":
            # Who was chosen by hand stays chosen, also where they have no pending work.
            self._wanted = self.person_id
        if key in ("person", "baseline"):
            self._offer()
        elif key == "chosen":
            self._changed()

    @property
    def purpose(self) -> Purpose:
        """What for."""
        return Purpose(self.purposes.key or Purpose.JUDGE.value)

    @property
    def person_id(self) -> str:
        """For whom; empty for none."""
        return str(self.form.inputs["person"].read() or "")

    @property
    def scope(self) -> Scope:
        """What about."""
        ticked = self.form.inputs["chosen"].read()
        found = self._found.get(self.person_id, ())
        return scope_of([one for one in found if _key(one) in ticked and self._is_offered(one)])

    def prefer(self, item: str) -> None:
        """Begins with a purpose, and a person where one is named: ``judge`` or ``judge/maria``."""
        purpose, _, self._wanted = item.partition("/")
        if purpose in set(MEANINGS):
            self.purposes.look_at(purpose)

    def refresh(self) -> None:
        """Looks again who there is, and their pending work."""
        self._fill_people()
        self._fetch()

    def _choose_purpose(self) -> None:
        self._found, self._offered = {}, ()
        self.refresh()

    def _people(self) -> list[Person]:
        """Who has a role that the purpose takes."""
        needed = NEEDED[self.purpose]
        return [
            person
            for person in self.session.project_state.people
            if person.id != self.session.person_id and needed.intersection(person.roles)
        ]

    def _fill_people(self) -> None:
        self._name_people()
        if self._wanted in [person.id for person in self._people()]:
            self.form.show_values({"person": self._wanted})
        self.holds.setText(t(CONTENTS[self.purpose]))

    def _called(self, person: Person) -> str:
        found = self._found.get(person.id)
        return person.called if found is None else f"{person.called} ({number(len(found))})"

    def _fetch(self) -> None:
        """Finds out everybody's pending work: first for the one that is chosen."""
        purpose, ctx = self.purpose, self.session.ctx
        ids = [person.id for person in self._people()]
        first = self.person_id

        def take(found: Mapping[str, tuple[Candidate, ...]]) -> None:
            self._found = {**self._found, **found}
            self._name_people()
            if self.person_id != self._wanted and not self._found.get(self.person_id):
                self._go_to_somebody()
            self._offer()

        if first:
            self.session.fetch(
                lambda: {first: candidates(ctx, first, purpose)}, take, owner=self, slot="first"
            )
        self.session.fetch(
            lambda: {one: candidates(ctx, one, purpose) for one in ids if one != first},
            take,
            owner=self,
            slot="others",
        )
        self._say_standing()

    def _name_people(self) -> None:
        self.form.offer(person=[(self._called(person), person.id) for person in self._people()])

    def _go_to_somebody(self) -> None:
        """Of those who have pending work, the first, if no person was chosen by hand."""
        waiting = next((person for person in self._people() if self._found.get(person.id)), None)
        if waiting is not None and not self._offered:
            self.form.show_values({"person": waiting.id})

    def _offer(self) -> None:
        """Offers the pending work of the person; all of it is ticked when it is offered first."""
        choices = [
            _Choice(_key(one), self._title(one), one.task.domain or "")
            for one in self._found.get(self.person_id, ())
            if self._is_offered(one)
        ]
        ids = tuple(choice.id for choice in choices)
        if ids != self._offered:
            self._offered = ids
            self.form.offer(chosen=choices)
            self.form.show_values({"chosen": ids})
        self._changed()

    def _title(self, candidate: Candidate) -> str:
        """The response by its letter, whose form it is, and the task, which may be long."""
        expert = self.session.project_state.called(candidate.expert_id)
        label = t("Response {label}", label=candidate.label) if candidate.label else ""
        return " · ".join(filter(None, (label, expert, candidate.task.name)))

    def _is_offered(self, candidate: Candidate) -> bool:
        only = self.purpose is Purpose.JUDGE and self.form.inputs["baseline"].read()
        return candidate.is_baseline or not only

    def _ticked_words(self, count: int) -> str:
        if self.purpose is Purpose.JUDGE:
            return tn("{n} response selected", "{n} responses selected", count)
        if self.purpose is Purpose.ADJUDICATE:
            return tn("{n} form selected", "{n} forms selected", count)
        return tn("{n} task selected", "{n} tasks selected", count)

    def _changed(self) -> None:
        self._say_standing()
        self.counts.setText("")
        self.warnings.hide()
        self._soon.start()

    @property
    def why_not(self) -> str:
        """Why it cannot be written yet; empty where it can."""
        if self.session.project.read_only:
            return t("The project is open for reading only, so nothing can be changed here.")
        if not self.person_id:
            return self._nobody() or t("Choose a person.")
        if self.person_id not in self._found:
            return t("Computing…")
        if self.purpose is not Purpose.WRITE and not self._offered:
            return t("They have no such work.")
        return next(iter(self.form.gaps().values()), "")

    def _nobody(self) -> str:
        """Who is missing, where no other person can get it; else empty."""
        if self._people():
            return ""
        roles = listed(t(ROLES[role]) for role in Role if role in NEEDED[self.purpose])
        return t(
            "No other person has a role for this ({roles}). Add one under People.", roles=roles
        )

    def _say_standing(self, *, is_writing: bool | None = None) -> None:
        self._is_writing = self._is_writing if is_writing is None else is_writing
        why_not = self.why_not
        self.act.setEnabled(not why_not and not self._is_writing)
        self.lacks.setText(t("Writing…") if self._is_writing else why_not)
        found = self._found.get(self.person_id)
        if found:
            about = t("All of their open work is selected. Deselect what they should not get.")
        elif found is None:
            about = t("Computing…") if self.person_id else ""
        elif self.purpose is Purpose.WRITE:
            about = t("They have no tasks yet. They can write new ones.")
        else:
            about = t(
                "They have no such work. It depends on their roles and domains, and on "
                "the stages of the tasks."
            )
        self.form.help("person", about)

    def _look_ahead(self) -> None:
        ctx, purpose, person_id = self.session.ctx, self.purpose, self.person_id
        if self.why_not or not self.isVisible():
            return
        self.session.fetch(
            partial(preview_assignment, ctx, purpose, person_id, self.scope),
            self._show_preview,
            self._not_seen,
            owner=self,
            slot="preview",
        )

    def _show_preview(self, preview: AssignmentPreview) -> None:
        files = tn("{n} file", "{n} files", preview.files) if preview.files else ""
        retone(self.counts, "kind", "")
        self.counts.setText(" · ".join(filter(None, (counted(preview.counts), files))))
        self.warnings.say("\n".join(translated(warning) for warning in preview.warnings))

    def _not_seen(self, error: BaseException) -> None:
        if isinstance(error, XpertError):
            retone(self.counts, "kind", "bad")
            self.counts.setText(explained(error))
        else:
            self._shell.tell(error)

    def write(self) -> None:
        """Asks where it goes, and writes it."""
        ctx, purpose, person_id = self.session.ctx, self.purpose, self.person_id
        scope, message = self.scope, self.form.values()["message"]
        whom = self.session.project_state.called(person_id)
        target = ask_for_file(self, self._shell, SUFFIXES[ASSIGNMENT], t(PURPOSES[purpose]), whom)
        if target is None:
            return
        self._say_standing(is_writing=True)

        def work() -> WrittenAssignment:
            path, content = assignment_to_file(
                ctx, target, purpose, person_id, scope, message=message, replace=True
            )
            return WrittenAssignment(path, whom, content.warnings)

        self.session.perform(work, self._written, self._not_written)

    def _written(self, written: WrittenAssignment) -> None:
        self.form.show_values({"message": ""})
        self._wanted = ""
        self._say_standing(is_writing=False)
        self._sent(written)

    def _not_written(self, error: BaseException) -> None:
        self._say_standing(is_writing=False)
        self._shell.tell(error)


def _key(candidate: Candidate) -> str:
    return "\n".join((candidate.task.id, candidate.response_id, candidate.expert_id))
