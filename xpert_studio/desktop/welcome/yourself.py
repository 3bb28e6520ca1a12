"""Who are you: name, roles and domains, asked once and kept on this machine."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Role
from xpert_studio.core.records.vocabulary import DOMAINS
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow.people import PersonFields
from xpert_studio.desktop.look import PAD
from xpert_studio.desktop.names import offered_roles
from xpert_studio.desktop.prefs import Prefs
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import (
    column,
    row,
)
from xpert_studio.desktop.widgets.wiring import ENTER, on_keys
from xpert_studio.report.part_names import domain_name

_FIELDS: Final = fields_for(
    PersonFields,
    "name",
    "roles",
    "domains",
    name={
        "title": mark("Your name"),
        "kind": inputs.text(mark("Full name")),
        "needed": mark("Enter your name."),
    },
    roles={"title": mark("Your roles"), "kind": inputs.boxes(offered_roles)},
    domains={
        "title": mark("Your domains"),
        "kind": inputs.boxes(lambda: [(name, domain_name(name), "") for name in DOMAINS]),
    },
)


class Yourself(QWidget):
    """The form; ``done`` once it has a name."""

    done = Signal()

    def __init__(self, prefs: Prefs) -> None:
        super().__init__()
        self._prefs = prefs
        self.form = Form(_FIELDS)
        self.go_on = button(t("Continue"), self._take, kind="primary")
        column(
            label(t("Tell us who you are"), "heading"),
            label(t("Stored only on this computer until you join or create a project."), "muted"),
            self.form,
            row(self.go_on, 1),
            1,
            on=self,
            gap=PAD,
        )
        on_keys(self.name, ENTER, self._take)
        self.fill()

    @property
    def name(self) -> QWidget:
        """Where the name is written."""
        return self.form.inputs["name"].widget

    def fill(self) -> None:
        """Shows what is known."""
        known = self._prefs
        roles = known.roles if known.name else [*known.roles, Role.AUTHOR.value]
        self.form.show_values({"name": known.name, "roles": roles, "domains": known.domains})

    def _take(self) -> None:
        if self.form.check():
            for key, value in self.form.values().items():
                setattr(self._prefs, key, list(value) if key != "name" else value)
            self.done.emit()
