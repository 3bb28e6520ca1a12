"""A folder in the window: its files as a tree with their sizes, and the one that is looked at."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from xpert_studio.api.pages import GAP, column, label, number, t, text_box, tn, translated
from xpert_studio.core.errors import XpertError
from xpert_studio.packs.workspaces.account import text_in
from xpert_studio.packs.workspaces.archive import unpack
from xpert_studio.packs.workspaces.changes import Changes
from xpert_studio.packs.workspaces.folder import Folder

_TREE, _TEXT = 140, 220
_MOST: Final = 200_000
"""Characters of a file that are shown."""

_PATH: Final = Qt.ItemDataRole.UserRole


def view(data: bytes) -> QWidget:
    """The folder in an archive; what is wrong with it where it cannot be read."""
    try:
        found = unpack(data)
    except XpertError as error:
        return label(translated(error.message), "warn")
    return FolderView(found.written if isinstance(found, Changes) else found)


class FolderView(QWidget):
    """The files of a folder, and the text of one."""

    def __init__(self, folder: Folder) -> None:
        super().__init__()
        self.folder = folder
        self.said = label(tn("{n} file", "{n} files", len(folder.files)), "small")
        self.tree = _Tree()
        self.text = text_box(name=t("Content of the file"), high=_TEXT, is_open=False)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        column(self.said, self.tree, self.text, on=self, gap=GAP)
        self.tree.fill(folder)
        self.tree.currentItemChanged.connect(lambda item: self._look_at(item))
        first = next(iter(folder.files), None)
        if first is not None:
            self.tree.look_at(first)

    def _look_at(self, item: QTreeWidgetItem | None) -> None:
        path = item.data(0, _PATH) if item is not None else None
        file = self.folder.files.get(path or "")
        if file is None:
            self.text.setPlainText("")
            return
        text = text_in(file.content)
        self.text.setPlainText(
            t("This file is no text: {n} bytes.", n=number(len(file.content)))
            if text is None
            else text[:_MOST]
        )


class _Tree(QTreeWidget):
    """Folders and files with their sizes."""

    def __init__(self) -> None:
        super().__init__()
        self._items: dict[str, QTreeWidgetItem] = {}
        self.setAccessibleName(t("Files of the folder"))
        self.setColumnCount(2)
        self.setHeaderLabels([t("File"), t("Bytes")])
        self.setUniformRowHeights(True)
        head = self.header()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A few lines high."""
        return QSize(super().sizeHint().width(), _TREE)

    def fill(self, folder: Folder) -> None:
        """Shows the files of a folder, all open."""
        made = self._items
        for path, file in folder.files.items():
            above = self.invisibleRootItem()
            parts = path.split("/")
            for place, part in enumerate(parts, start=1):
                key = "/".join(parts[:place])
                if key not in made:
                    made[key] = QTreeWidgetItem(above, [part, ""])
                above = made[key]
            above.setText(1, number(len(file.content)))
            above.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
            above.setData(0, _PATH, path)
        self.expandAll()

    def look_at(self, path: str) -> None:
        """Goes to a file or folder."""
        self.setCurrentItem(self._items[path])
