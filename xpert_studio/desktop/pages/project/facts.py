"""What a project is: its name, age, licence, canary, file and people."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel

from xpert_studio.core.records import ProjectInfo
from xpert_studio.core.wording import moment, t, tn
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.project.forms import ask_to_describe
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import column, grid, row


class FactsCard(Card):
    """The facts, each to be marked and copied."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._info: ProjectInfo | None = None
        self.change = button(
            t("Change…"), self.ask, picture="pencil", name=t("Change what describes the project")
        )
        self._grid = grid(SPACE, GAP, grow=(0, 1))
        self.facts = {
            key: self._fact(name)
            for key, name in (
                ("name", t("Name")),
                ("created", t("Created")),
                ("licence", t("Licence")),
                ("citation", t("How to cite it")),
                ("canary", t("Canary")),
                ("file", t("File")),
            )
        }
        self.facts["canary"].setToolTip(
            t("Stands in every bundle, so that training data that holds it can be found.")
        )
        self.people = button("", lambda: shell.go(Place("people")), kind="link")
        self._put(t("People"), row(self.people, 1))
        column(
            row(label(t("The project"), "heading", wrap=False), 1, self.change),
            self._grid,
            on=self,
            pad=SPACE,
            gap=PAD,
        )

    def show_project_state(self, project_state: ProjectState, *, is_open: bool) -> None:
        """Shows the facts as they are now.

        Args:
            project_state: Rules and people.
            is_open: Whether name, licence and citation can be changed here.
        """
        info = self._info = project_state.info
        self.change.setVisible(is_open)
        for key, text in (
            ("name", info.name),
            ("created", moment(info.created_at)),
            ("licence", info.licence or t("none named")),
            ("citation", info.citation or t("made of name and year")),
            ("canary", info.canary or t("none")),
            ("file", str(self._shell.session.path)),
        ):
            self.facts[key].setText(text)
        self.people.setText(tn("{n} person", "{n} people", len(project_state.people)))

    def ask(self) -> None:
        """Asks for name, licence and citation."""
        if self._info is not None:
            ask_to_describe(self._shell, self._info)

    def _fact(self, name: str) -> QLabel:
        made = label("")
        made.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        made.setAccessibleName(name)
        self._put(name, row(made))
        return made

    def _put(self, name: str, fact: QHBoxLayout) -> None:
        at = self._grid.rowCount()
        caption = label(name, "muted", wrap=False)
        caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(caption, at, 0)
        self._grid.addLayout(fact, at, 1)
