"""Asks what a new project is called and where it lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.desktop.opening import free_path
from xpert_studio.desktop.parts import Sheet, box, button, field, picker, row
from xpert_studio.desktop.wording import LANGUAGES, spoken, t


class NewProject(Sheet):
    """A name, a folder, and the language of the grading policy it starts with."""

    def __init__(self, parent: QWidget, make: Callable[[Path, str, str], object]) -> None:
        super().__init__(
            parent,
            t("New project"),
            t(
                "A project is one file. It starts with XpertBench's domains, dimensions and limits; you can change them."
            ),
            t("Create"),
        )
        self.name = field(hint=t("Such as: Commercial leases 2026"))
        self.folder = field(str(_documents()), name=t("Folder"))
        languages = [(name, code) for code, name in LANGUAGES.items()]
        self.language = picker(t("Language of the grading policy"), languages, chosen=spoken())
        self.add(t("Name"), self.name)
        choose = button(t("Choose …"), self._choose)
        self.add(t("Folder"), box(row(self.folder, choose)))
        self.add(t("Language of the grading policy"), self.language)
        self.need(self.name)
        self._make = make
        self.name.setFocus()

    def accept(self) -> None:
        """Makes it, if the folder is there."""
        name = self.name.text().strip()
        folder = Path(self.folder.text().strip()).expanduser()
        if not name:
            return
        if not folder.is_dir():
            self.complain(t("There is no folder {path}.", path=folder))
            return
        super().accept()
        self._make(free_path(folder, name), name, str(self.language.currentData()))

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, t("Folder"), self.folder.text())
        if folder:
            self.folder.setText(folder)


def _documents() -> Path:
    from platformdirs import user_documents_path

    folder = user_documents_path()
    return folder if folder.is_dir() else Path.home()
