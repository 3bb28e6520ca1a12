"""Asks what the project says of itself to those who get its data."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from xpert_studio.desktop.kit import ActionDialog, t, text_box
from xpert_studio.exchange.licences import licence_names
from xpert_studio.records import ProjectInfo


class LicenceField(QComboBox):
    """A licence: one that catalogues know, or any other by its name."""

    def __init__(self, licence: str | None) -> None:
        super().__init__()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setAccessibleName(t("Licence"))
        self.addItems(list(licence_names()))
        self.setCurrentIndex(-1)
        self.setEditText(licence or "")
        words = self.lineEdit()
        if words is not None:
            words.setPlaceholderText(t("Such as CC-BY-4.0"))


class DescribeProject(ActionDialog):
    """The form.

    Signals:
        described: What was entered, as ``describe_project`` takes it.
    """

    described = Signal(object)

    def __init__(self, parent: QWidget, info: ProjectInfo) -> None:
        super().__init__(
            parent,
            t("Name, licence and citation"),
            t("They stand in every bundle, its dataset card and its metadata."),
            t("Save"),
        )
        self.title = QLineEdit(info.name)
        self.licence = LicenceField(info.licence)
        self.citation = text_box(info.citation or "", high=110)
        self.add(t("Name"), self.title)
        self.add(
            t("Licence"),
            self.licence,
            t("Without one, recipients of a public bundle may not use it."),
        )
        self.add(
            t("How to cite it"),
            self.citation,
            t("Text or BibTeX; where it is empty, one is made of name and year."),
        )
        self.title.textChanged.connect(lambda text: self.act.setEnabled(bool(text.strip())))
        self.accepted.connect(self._tell)

    def _tell(self) -> None:
        self.described.emit(
            {
                "name": self.title.text(),
                "licence": self.licence.currentText(),
                "citation": self.citation.toPlainText(),
            }
        )
