"""Questions before a project is open: where a new one is saved, and who of its people one is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.core.records import ROLES, Mode, Person, Role
from xpert_studio.core.resources import LOOK_AROUND
from xpert_studio.core.store import SUFFIX
from xpert_studio.core.wording import LANGUAGES, in_a_row, listed, mark, moment, short, spoken, t
from xpert_studio.core.workflow.assignments.content import AssignmentContent
from xpert_studio.desktop.look import px
from xpert_studio.desktop.names import MODES
from xpert_studio.desktop.opening import free_path
from xpert_studio.desktop.pages.assignments.words import CONTENTS, asked_for
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.fields import field
from xpert_studio.desktop.widgets.form import FormField
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.part_names import domain_name

# A new, empty project: what it is called, how one works in it, and where it lies.

_FIELDS: Final = (
    FormField(
        key="name", title=mark("Name"), needed=mark("Name the project."),
        kind=inputs.text(mark("e.g. Commercial leases 2026")),
    ),
    FormField(
        key="mode", title=mark("How do you work?"), kind=inputs.ways(MODES),
        needed=mark("Choose how you work."),
    ),
    FormField(key="folder", title=mark("Folder"), kind=inputs.FOLDER),
    FormField(
        key="language", title=mark("Grading policy language"),
        kind=inputs.choice(lambda: [(name, code) for code, name in LANGUAGES.items()]),
    ),
)  # fmt: skip


class NewProject(ActionDialog):
    """The form; ``mode`` is how one works, where that is known."""

    def __init__(
        self,
        parent: QWidget,
        make: Callable[[Path, str, str, Mode], object],
        mode: Mode | None = None,
    ) -> None:
        super().__init__(
            parent, t("New project"),
            t("A project is one file. It starts with XpertBench's domains, dimensions and limits; you can change them."),
            t("Create"), asked=_FIELDS,
        )  # fmt: skip
        self.form.show_values({"folder": _documents(), "language": spoken(), "mode": mode})

        def create() -> None:
            name, chosen, folder, language = self.form.values().values()
            make(free_path(folder, name), name, language, chosen)

        self.accepted.connect(create)


def _documents() -> Path:
    from platformdirs import user_documents_path

    folder = user_documents_path()
    return folder if folder.is_dir() else Path.home()


# The project that is made of an assignment: where it is saved.


class NewFromAssignment(ActionDialog):
    """Says who assigns what, and makes a project of it on a button.

    Args:
        parent: Over which window.
        path: The assignment's file; the project is offered beside it.
        content: The assignment.
        make: Makes the project at a path.
    """

    def __init__(
        self,
        parent: QWidget,
        path: Path,
        content: AssignmentContent,
        make: Callable[[Path], object],
    ) -> None:
        assignment, name = content.assignment, short(content.info.name, 60)
        called = {
            person.id: person.called for person in content.records if isinstance(person, Person)
        }
        sender, person = (
            called.get(one, one) for one in (assignment.made_by, assignment.person_id)
        )
        asked = asked_for(assignment)
        about = [
            t("An assignment from the project {project}, for {name}.", project=name, name=person),
            t("Work offline in a project of your own; submit when you are done."),
            t(CONTENTS[assignment.purpose]),
        ]
        super().__init__(
            parent, t("Assigned by {name}: {asked}", name=sender, asked=asked),
            in_a_row(about), t("Create project"), asked=(_SAVE_AS,),
        )  # fmt: skip
        self.setMinimumWidth(px(560))
        if assignment.message:
            self.fields.insertWidget(0, label(f"“{assignment.message}”"))
        folder = path.parent if path.parent.is_dir() else Path.home()
        self.form.show_values({"path": free_path(folder, f"{name} – {asked}")})
        sent = t("sent {when}", when=moment(assignment.made_at))
        self.fields.addWidget(label(f"{sent} · {path.name}", "small"))
        self.accepted.connect(lambda: make(_with_suffix(self.form.values()["path"])))


def _with_suffix(path: Path) -> Path:
    return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)


def _fault(path: Path) -> str:
    """What is wrong with a path; empty where there is no path yet."""
    if not path.name or not path.parent.is_dir():
        return inputs.no_folder(path.parent)
    target = _with_suffix(path)
    said = t("{file} exists already. Choose another name.", file=target.name)
    return said if target.exists() else ""


_SAVE_AS: Final = FormField(
    key="path", title=mark("Save as"),
    kind=inputs.path(
        lambda parent, title, before: QFileDialog.getSaveFileName(
            parent, title, before, t("Projects (*.xpert)")
        )[0],
        _fault,
    ),
)  # fmt: skip


# Who in this project are you: asked when a project is opened that has people in it.

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
