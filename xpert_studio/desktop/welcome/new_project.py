"""Asks what a new project is called and where it lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QButtonGroup, QFileDialog, QRadioButton, QWidget

from xpert_studio.desktop.kit import (
    GAP,
    LANGUAGES,
    ActionDialog,
    box,
    button,
    column,
    field,
    label,
    menu_words,
    picker,
    row,
    spoken,
    t,
)
from xpert_studio.desktop.names import MODES
from xpert_studio.desktop.opening import free_path
from xpert_studio.records import Mode


class NewProject(ActionDialog):
    """A name, how one works (``mode`` where that is known), a folder, the language of its policy."""

    def __init__(
        self,
        parent: QWidget,
        make: Callable[[Path, str, str, Mode], object],
        mode: Mode | None = None,
    ) -> None:
        super().__init__(
            parent,
            t("New project"),
            t(
                "A project is one file. It starts with XpertBench's domains, dimensions and limits; you can change them."
            ),
            t("Create"),
        )
        self.name = field(hint=t("e.g. Commercial leases 2026"))
        self.folder = field(str(_documents()), name=t("Folder"))
        languages = [(name, code) for code, name in LANGUAGES.items()]
        self.language = picker(t("Grading policy language"), languages, chosen=spoken())
        self.add(t("Name"), self.name)
        self.modes = QButtonGroup(self)
        self.add(t("How do you work?"), self._modes(mode))
        choose = button(t("Choose…"), self._choose)
        self.add(t("Folder"), box(row(self.folder, choose)))
        self.add(t("Grading policy language"), self.language)
        self.name.textChanged.connect(self._check)
        self.modes.idClicked.connect(self._check)
        self._check()
        self._make = make
        self.name.setFocus()

    def _modes(self, chosen: Mode | None) -> QWidget:
        made = QWidget()
        inside = column(on=made, gap=GAP)
        for place, (found, title, meaning) in enumerate(MODES):
            choice = QRadioButton(menu_words(t(title)))
            choice.setAccessibleDescription(t(meaning))
            self.modes.addButton(choice, place)
            choice.setChecked(found is chosen)
            inside.addLayout(column(choice, label(t(meaning), "small")))
        return made

    def _check(self) -> None:
        self.act.setEnabled(bool(self.name.text().strip()) and self.modes.checkedId() >= 0)

    def accept(self) -> None:
        """Makes it, if the folder is there."""
        name = self.name.text().strip()
        folder = Path(self.folder.text().strip()).expanduser()
        if not self.act.isEnabled():
            return
        if not folder.is_dir():
            self.complain(t("There is no folder {path}.", path=folder))
            return
        super().accept()
        mode, _, _ = MODES[self.modes.checkedId()]
        self._make(free_path(folder, name), name, str(self.language.currentData()), mode)

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, t("Folder"), self.folder.text())
        if folder:
            self.folder.setText(folder)


def _documents() -> Path:
    from platformdirs import user_documents_path

    folder = user_documents_path()
    return folder if folder.is_dir() else Path.home()
