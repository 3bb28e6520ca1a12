"""What a project is: its name, age, licence, canary, file and people."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel

from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.project.describing import DescribeSheet
from xpert_studio.desktop.parts import Card, button, column, label, row
from xpert_studio.desktop.parts.layouts import grid
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import moment, t, tn
from xpert_studio.records import ProjectInfo
from xpert_studio.workflow.views import House


class FactsCard(Card):
    """The facts, each to be marked and copied.

    Signals:
        described: What a lead says of the project, as ``describe_project`` takes it.
    """

    described = Signal(object)

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._info: ProjectInfo | None = None
        self.change = button(t("Change …"), self.ask, picture="pencil")
        self._path: Path = shell.session.path
        self._grid = grid(SPACE, GAP, grow=(0, 1))
        self.name = self._fact(t("Name"))
        self.created = self._fact(t("Created"))
        self.licence = self._fact(t("Licence"))
        self.citation = self._fact(t("How to cite it"))
        self.canary = self._fact(t("Canary"))
        self.canary.setToolTip(
            t("Stands in every bundle, so that training data that holds it can be found.")
        )
        self.file = self._fact(t("File"))
        self.people = button("", lambda: shell.go(Place("people")), kind="link")
        self._put(t("People"), row(self.people, 1))
        column(
            row(label(t("The project"), "heading", wrap=False), 1, self.change), self._grid,
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip

    def show_house(self, house: House, *, is_open: bool) -> None:
        """Shows the facts as they are now.

        Args:
            house: Rules and people.
            is_open: Whether name, licence and citation can be changed here.
        """
        info = house.info
        self._info = info
        self.change.setVisible(is_open)
        self.name.setText(info.name)
        self.created.setText(moment(info.created_at))
        self.licence.setText(info.licence or t("none named"))
        self.citation.setText(info.citation or t("made of name and year"))
        self.canary.setText(info.canary or t("none"))
        self.file.setText(str(self._path))
        self.people.setText(tn("{n} person", "{n} people", len(house.people)))

    def ask(self) -> None:
        """Asks for name, licence and citation."""
        if self._info is not None:
            sheet = DescribeSheet(self._shell.window, self._info)
            sheet.described.connect(self.described)
            sheet.open()

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
