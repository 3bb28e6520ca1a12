"""What waits: responses by task, begun ones first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QListView, QWidget

from xpert_studio.core.wording import short, t
from xpert_studio.core.workflow.waiting import WaitingForm
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.widgets.entries import Entry, EntryDelegate, EntryRows, dress_list
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import column, stacked
from xpert_studio.desktop.widgets.selecting import select_only
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.part_names import domain_name

_FEW: Final = 100


class QueueModel(EntryRows[WaitingForm]):
    """Forms that wait; thousands cost no more than those that are seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._named: dict[str, str] = {}

    def show(self, forms: Sequence[WaitingForm], named: dict[str, str]) -> None:
        """Shows forms; nothing moves where they are the same as before.

        Thousands are not compared one by one: the person who gives them gives the very same ones again
        (see ``latest_waiting``).
        """
        few = len(forms) <= _FEW
        is_same = forms is self._rows or (few and tuple(forms) == tuple(self._rows))
        if not is_same or named != self._named:
            self._named = named
            self.show_rows(forms)

    def entry(self, row: WaitingForm) -> Entry:
        """Task and response, and below them domain, expert, and whether it was begun."""
        parts = [domain_name(row.task.domain)]
        if row.expert_id:
            name = self._named.get(row.expert_id, row.expert_id)
            parts.append(t("judged by {name}", name=short(name)))
        if row.is_open:
            parts.append(t("started"))
        elif row.is_asked_for:
            parts.append(t("asked for"))
        return Entry(
            "",
            short(row.task.name),
            (" · ".join(filter(None, parts)),),
            chip=t("Response {letter}", letter=row.label),
            tone="optional",
            picture="play" if row.is_open else "scale",
        )


class Queue(QWidget):
    """A list; Enter opens.

    Signals:
        chosen: A form was chosen; the ``WaitingForm``.
    """

    chosen = Signal(object)

    def __init__(self, title: str, text: str, empty: EmptyState) -> None:
        super().__init__()
        self.model = QueueModel(self)
        self.list = QListView()
        dress_list(self.list, self.model, EntryDelegate(self.list), title, even=False)
        # Thousands are laid out a few at a time.
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        wire((self.list.activated, self._take), (self.list.clicked, self._take))
        self.stack = stacked(self.list, empty)
        column(
            label(title, "title"), label(text, "muted"), self.stack, on=self, pad=WIDE, gap=SPACE
        )

    def show_forms(self, forms: Sequence[WaitingForm], named: dict[str, str]) -> None:
        """Shows forms.

        Args:
            forms: In the order in which they should be taken up.
            named: Names of experts by id, for forms to confirm.
        """
        at = self.list.currentIndex().row()
        self.model.show(forms, named)
        select_only(self.list, self.model.index(max(0, min(at, len(forms) - 1)), 0))
        self.stack.setCurrentIndex(0 if forms else 1)

    def _take(self, index: QModelIndex) -> None:
        form = self.model.row_at(index.row())
        if form is not None:
            self.chosen.emit(form)
