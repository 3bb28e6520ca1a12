"""Asks where to save the project that is made of an assignment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.desktop.kit import (
    ActionDialog,
    FormField,
    in_a_row,
    inputs,
    label,
    mark,
    moment,
    px,
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
        super().__init__(parent, title, in_a_row(about), t("Create project"), asked=(_SAVE_AS,))
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
    is_taken = target.exists()
    return t("{file} exists already. Choose another name.", file=target.name) if is_taken else ""


_SAVE_AS: Final = FormField(
    key="path", title=mark("Save as"),
    kind=inputs.path(
        lambda parent, title, before: QFileDialog.getSaveFileName(
            parent, title, before, t("Projects (*.xpert)")
        )[0],
        _fault,
    ),
)  # fmt: skip
