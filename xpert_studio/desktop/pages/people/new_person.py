"""Adds a person to the project: name, id, roles and domains."""

from __future__ import annotations

from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import add_person
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.desktop.look import px
from xpert_studio.desktop.opening import person_id_for
from xpert_studio.desktop.pages.people.words import (
    DOMAIN_PICKS,
    ROLE_PICKS,
    known_domains,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.form import FormField, Values


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
            ROLE_PICKS,
            DOMAIN_PICKS,
        )  # fmt: skip
        super().__init__(
            shell.window,
            t("Add person"),
            t("The ID appears in exports and cannot be changed later."),
            t("Add"),
            asked=asked,
        )
        self.setMinimumWidth(px(600))
        self.form.offer(domains=known_domains(project_state.info.taxonomy.domains))
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
