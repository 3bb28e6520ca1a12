"""The project that is made of an assignment: where it is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Person
from xpert_studio.core.store import project_path
from xpert_studio.core.wording import in_a_row, moment, short, t
from xpert_studio.core.workflow.assignments.content import AssignmentContent
from xpert_studio.desktop.look import px
from xpert_studio.desktop.opening import free_path
from xpert_studio.desktop.pages.assignments.words import CONTENTS, asked_for
from xpert_studio.desktop.welcome.save_as import SAVE_AS
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.labels import label


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
            parent,
            t("Assigned by {name}: {asked}", name=sender, asked=asked),
            in_a_row(about),
            t("Create project"),
            asked=(SAVE_AS,),
        )
        self.setMinimumWidth(px(560))
        if assignment.message:
            self.fields.insertWidget(0, label(f"“{assignment.message}”"))
        folder = path.parent if path.parent.is_dir() else Path.home()
        self.form.show_values({"path": free_path(folder, f"{name} – {asked}")})
        sent = t("sent {when}", when=moment(assignment.made_at))
        self.fields.addWidget(label(f"{sent} · {path.name}", "small"))
        self.accepted.connect(lambda: make(project_path(self.form.values()["path"])))
