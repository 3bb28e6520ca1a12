"""Several experts' forms on one response side by side, with how far they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QTableView,
)

from xpert_studio.core.records import Checkpoint, Decision, Judgment, RatingState
from xpert_studio.core.wording import mark, percent, t
from xpert_studio.core.workflow.views import JudgedForm, shared_agreement, side_by_side
from xpert_studio.desktop.look import colour, icon, px
from xpert_studio.desktop.names import apart, value_look
from xpert_studio.desktop.pages.judging.frame import Frame
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Index
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import check_box
from xpert_studio.desktop.widgets.grid import HeadedTable
from xpert_studio.desktop.widgets.grid_view import dress_table
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, row, stacked
from xpert_studio.desktop.widgets.shown_text import clipped, hint
from xpert_studio.desktop.widgets.wiring import show_if

_FIXED: Final = (mark("#"), mark("Checkpoint"))
_NOTHING: Final = QModelIndex()


class BesideTable(HeadedTable[int]):
    """A row a checkpoint, a column an expert."""

    _forms: tuple[JudgedForm, ...] = ()

    def __init__(self, parent: QObject) -> None:
        super().__init__(_FIXED, len(_FIXED), parent)

    def show(self, forms: Sequence[JudgedForm], *, only_differing: bool) -> None:
        """Shows forms on the same response."""
        self._forms, self._words = tuple(forms), len(_FIXED) + len(forms)
        lines = range(len(forms[0].lines) if forms else 0)
        self.show_rows([n for n in lines if not only_differing or self.differs(n)])

    def differs(self, line: int) -> bool:
        """Whether not all experts decided a line in the same way."""
        return len(set(self._decisions(line))) > 1

    def _decisions(self, line: int) -> list[Decision]:
        judged = [form.lines[line].judgment for form in self._forms]
        return [judgment.final for judgment in judged if judgment is not None]

    def columnCount(self, parent: Index = _NOTHING) -> int:  # noqa: N802 - Qt's name
        """Number, checkpoint, and the experts."""
        return 0 if parent.isValid() else len(_FIXED) + len(self._forms)

    def head(self, section: int) -> str:
        """What a column is called."""
        if section < len(_FIXED):
            return super().head(section)
        return self._forms[section - len(_FIXED)].expert.called

    def said(self, row: int, index: Index, role: int) -> Any:
        """What stands in a cell."""
        point = self._forms[0].lines[row].checkpoint
        if role == Qt.ItemDataRole.BackgroundRole:
            return colour("warn_soft") if self.differs(row) else None
        if index.column() < len(_FIXED):
            values = [v for v in self._decisions(row) if not isinstance(v, RatingState)]
            told = "\n".join(filter(None, [point.text, apart(values, point)]))
            text = str(row + 1) if index.column() == 0 else told
            return text if role == Qt.ItemDataRole.DisplayRole else None
        return _said(self._forms[index.column() - len(_FIXED)].lines[row].judgment, point, role)


def _said(judgment: Judgment | None, point: Checkpoint, role: int) -> Any:
    if judgment is None:
        return "–" if role == Qt.ItemDataRole.DisplayRole else None
    look = value_look(judgment.final, point)
    if role == Qt.ItemDataRole.DecorationRole:
        return icon(look.picture, look.tone, 16)
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
        said = f"{look.word}\n{judgment.reason or ''}".strip()
        return clipped(said, 1000, 12) if role == Qt.ItemDataRole.DisplayRole else hint(said)
    return None


class SideBySide(Frame):
    """The table, and the agreement of every two experts."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.model = BesideTable(self)
        self.agreement = label("", "muted")
        self.only = check_box(t("Disagreements only"), self._show)
        self.table = QTableView()
        dress_table(self.table, self.model, t("Forms side by side"))
        self.table.setWordWrap(True)
        self.table.setShowGrid(True)
        self.empty = EmptyState(
            "columns-2",
            t("Fewer than two forms to compare"),
            t("Two experts' forms on the same response, side by side."),
        )
        self.stack = stacked(self.table, self.empty)
        self._response_id = ""
        self.one = button(
            t("One form"),
            lambda: self.shell.go(replace(self.shell.place, tab="")),
            picture="badge-check",
        )
        self.lay_out(
            t("Judging queue (Alt+Up)"),
            self.stack,
            self.one,
            above=box(row(self.agreement, self.only, grow=0)),
        )
        show_if(False, self.progress, self.done)

    def shows(self, place: Place) -> bool:
        """Whether the forms on a response are on the screen."""
        return self._response_id == place.item

    def fetch(self, place: Place) -> None:
        """Fetches the forms on a response."""

        def show(forms: Sequence[JudgedForm]) -> None:
            self._response_id = place.item
            self.one.setVisible(bool(place.expert_id))
            self.show_forms(forms)
            self.came.emit()

        self.session.fetch(
            partial(side_by_side, self.session.ctx, place.item),
            show,
            self.fail,
            owner=self,
            slot="beside",
        )

    def take_focus(self) -> None:
        """Gives the focus to the table, or to what is said in its place."""
        self.table.resizeRowsToContents()  # at the width that it has once it is seen
        (self.table if self.stack.currentIndex() == 0 else self.empty).setFocus()

    def show_forms(self, forms: Sequence[JudgedForm]) -> None:
        """Shows the forms on a response."""
        self._forms = tuple(forms)
        if forms:
            self.title.show_name(
                forms[0].task.name,
                lambda name: t("{task} · Response {letter}", task=name, letter=forms[0].label),
            )
        self.agreement.setText("\n".join(_agree(*pair) for pair in combinations(forms, 2)))
        self._show()

    def _show(self) -> None:
        self.model.show(self._forms, only_differing=self.only.isChecked())
        self.stack.setCurrentIndex(0 if len(self._forms) > 1 else 1)
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        head.resizeSection(0, px(40))
        self.table.resizeRowsToContents()


def _agree(first: JudgedForm, second: JudgedForm) -> str:
    agreed, both = shared_agreement(first, second)
    return t(
        "{one} and {other} agree on {n} of {total} ({part})",
        one=first.expert.called,
        other=second.expert.called,
        n=agreed,
        total=both,
        part=percent(agreed / both if both else None),
    )
