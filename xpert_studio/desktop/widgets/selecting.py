"""Selecting rows by code."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex
from PySide6.QtWidgets import QAbstractItemView


def select_only(view: QAbstractItemView, index: QModelIndex) -> None:
    """Makes an index the current one, and selects it and nothing else.

    Qt's ``setCurrentIndex`` of a view reads the keyboard: while Ctrl is held, as with an action's
    keys, it adds the row to the selection or takes it away.
    """
    flags = QItemSelectionModel.SelectionFlag
    whole = {
        QAbstractItemView.SelectionBehavior.SelectRows: flags.Rows,
        QAbstractItemView.SelectionBehavior.SelectColumns: flags.Columns,
    }
    also = whole.get(view.selectionBehavior(), flags.NoUpdate)
    view.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | also)
