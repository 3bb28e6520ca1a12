"""Asks where to save the project that is made of an assignment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.desktop.kit import (
    ActionDialog,
    box,
    button,
    field,
    in_a_row,
    label,
    moment,
    px,
    row,
    short,
    t,
)
from xpert_studio.desktop.opening import free_path
from xpert_studio.desktop.pages.assignments.words import CONTENTS, asked_for
from xpert_studio.records import Person
from xpert_studio.store import SUFFIX
from xpert_studio.workflow.assignments.content import AssignmentContent


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
        sender = called.get(assignment.made_by, assignment.made_by)
        person = called.get(assignment.person_id, assignment.person_id)
        asked = asked_for(assignment)
        about = [
            t("An assignment from the project {project}, for {name}.", project=name, name=person),
            t("Work offline in a project of your own; submit when you are done."),
            t(CONTENTS[assignment.purpose]),
        ]
        title = t("Assigned by {name}: {asked}", name=sender, asked=asked)
        super().__init__(parent, title, in_a_row(about), t("Create project"))
        self.setMinimumWidth(px(560))
        self._make = make
        if assignment.message:
            self.fields.addWidget(label(f"“{assignment.message}”"))
        folder = path.parent if path.parent.is_dir() else Path.home()
        self.path = field(str(free_path(folder, f"{name} – {asked}")), name=t("Save as"))
        self.add(t("Save as"), box(row(self.path, button(t("Choose…"), self._choose))))
        sent = t("sent {when}", when=moment(assignment.made_at))
        self.fields.addWidget(label(f"{sent} · {path.name}", "small"))

    def accept(self) -> None:
        """Makes the project, if nothing is at its path."""
        target = Path(self.path.text().strip()).expanduser()
        if not self.path.text().strip() or not target.parent.is_dir():
            self.complain(t("There is no folder {path}.", path=target.parent))
            return
        if target.suffix != SUFFIX:
            target = target.with_name(target.name + SUFFIX)
        if target.exists():
            self.complain(t("{file} exists already. Choose another name.", file=target.name))
            return
        super().accept()
        self._make(target)

    def _choose(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, t("Save as"), self.path.text(), t("Projects (*.xpert)")
        )
        if name:
            self.path.setText(name)
