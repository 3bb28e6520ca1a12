"""A menu at a row of a list, by the right mouse button or the menu key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QMenu


def offer_menu(view: QAbstractItemView, fill: Callable[[QMenu, int], object]) -> None:
    """Offers a menu at each row; there is none where nothing is put into it.

    Args:
        view: Whose rows.
        fill: Puts entries for a row into it, by the row's number on the screen.
    """

    def ask(at: QPoint) -> None:
        index = view.currentIndex()  # where the right button was pressed, or where the keys are
        if not index.isValid():
            return
        menu = QMenu(view, toolTipsVisible=True)
        menu.aboutToHide.connect(menu.deleteLater)
        fill(menu, index.row())
        if not menu.isEmpty():
            menu.popup(view.viewport().mapToGlobal(at))

    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(ask)
