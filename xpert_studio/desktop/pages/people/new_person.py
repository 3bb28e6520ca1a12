"""Adds a person to the project: name, id, roles and domains."""

from __future__ import annotations

from typing import Any

from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import add_person
from xpert_studio.core.workflow.people import namesake_of
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.desktop.look import px
from xpert_studio.desktop.opening import person_id_for
from xpert_studio.desktop.pages.people.words import namesake_fault, picks
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.command_dialog import CommandDialog
from xpert_studio.desktop.widgets.form import Values


class NewPerson(CommandDialog):
    """The form."""

    def __init__(self, shell: Shell, project_state: ProjectState) -> None:
        self._people = project_state.people
        self._taken = {person.id for person in self._people}
        self._proposed = ""
        name = {
            "needed": mark("Enter a name."),
            "kind": inputs.text(mark("As colleagues know them")),
            "fault": lambda values: namesake_fault(self._people, values),
        }
        own: dict[str, dict[str, Any]] = {
            "name": name,
            "person_id": {"needed": mark("Enter an ID."), "fault": self._fault},
            "namesake": {"seen": self._is_taken},
            **picks(project_state.info.taxonomy.domains),
        }
        super().__init__(
            shell.window,
            shell.session,
            add_person,
            {},
            lambda _: shell.go(Place("people", item=self.form.values()["person_id"])),
            asked=("name", "namesake", "person_id", "roles", "domains"),
            text=t("The ID appears in exports and cannot be changed later."),
            act=t("Add"),
            own=own,
        )
        self.setMinimumWidth(px(600))
        self.form.changed.connect(self._propose_id)

    def _is_taken(self, values: Values) -> bool:
        return namesake_of(self._people, values["name"] or "") is not None

    def _fault(self, values: Values) -> str:
        return t("ID already in use.") if values["person_id"] in self._taken else ""

    def _propose_id(self, key: str) -> None:
        values = self.form.values()
        if key == "name" and values["person_id"] == self._proposed:
            self._proposed = person_id_for(values["name"], self._taken) if values["name"] else ""
            self.form.show_values({"person_id": self._proposed})
