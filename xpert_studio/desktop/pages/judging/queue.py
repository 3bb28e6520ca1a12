"""What waits: responses to judge, forms to confirm, pairs to compare and work of packs, in one list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QListView, QWidget

from xpert_studio.core.wording import short, t
from xpert_studio.core.workflow import ToCompare
from xpert_studio.core.workflow.pack_work import QUEUES, Piece
from xpert_studio.core.workflow.waiting import WaitingForm
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.next_steps import form_place, piece_place
from xpert_studio.desktop.places import PAIRS, Place
from xpert_studio.desktop.widgets.entries import Entry, EntryDelegate, EntryRows, dress_list
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import column, stacked
from xpert_studio.desktop.widgets.selecting import select_only
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.part_names import domain_name

Work = WaitingForm | ToCompare | Piece
_FEW: Final = 100


def place_of(work: Work) -> Place:
    """Where a piece of work is done."""
    if isinstance(work, ToCompare):
        return Place("judging", task_id=work.task.id, tab=PAIRS)
    if isinstance(work, Piece):
        return piece_place(work)
    return form_place(work)


class QueueModel(EntryRows[Work]):
    """Work that waits; thousands cost no more than those that are seen.

    Args:
        called: A person's name by id.
    """

    def __init__(self, called: Callable[[str | None], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._called = called
        self._parts: tuple[Sequence[Work], ...] = ()

    def show(self, *parts: Sequence[Work]) -> None:
        """Shows parts of a queue one after the other; nothing moves where they are the same as before.

        Thousands are not compared one by one: who gives them gives the very same ones again (see
        ``latest_waiting``).
        """
        before, self._parts = self._parts, parts
        if len(before) != len(parts) or not all(map(_is_same, before, parts)):
            self.show_rows([one for part in parts for one in part])

    def entry(self, row: Work) -> Entry:
        """The task, and below it what is to be done, its domain, and how far it is."""
        parts, picture, chip, is_done = self._said(row)
        tone = "good" if is_done else "optional"
        said = " · ".join(filter(None, parts))
        name = row.name if isinstance(row, Piece) else row.task.name
        return Entry("", short(name), (said,), chip=chip, tone=tone, picture=picture)

    def _said(self, row: Work) -> tuple[list[str], str, str, bool]:
        domain = domain_name(row.task.domain) if row.task else ""
        if isinstance(row, ToCompare):
            is_done = row.done == len(row.pairs)
            compared = t("{n} of {total} pairs compared", n=row.done, total=len(row.pairs))
            return (
                [t("Compare"), domain, compared],
                "columns-2",
                t("Done") if is_done else "",
                is_done,
            )
        chip = t("Response {letter}", letter=row.label) if row.label else ""
        if isinstance(row, Piece):
            queue = QUEUES[row.queue]
            return [t(queue.verb), domain, row.note], queue.picture, chip, False
        if row.expert_id:
            judged = t("judged by {name}", name=short(self._called(row.expert_id)))
            return [t("Confirm"), domain, judged], "badge-check", chip, False
        return [t("Judge"), domain, row.state], "play" if row.is_open else "scale", chip, False


def _is_same(before: Sequence[Work], now: Sequence[Work]) -> bool:
    return before is now or (len(now) <= _FEW and tuple(before) == tuple(now))


class QueueList(QWidget):
    """The list; Enter opens.

    Args:
        called: A person's name by id.
        empty: What is shown where nothing waits.

    Signals:
        chosen: A piece of work was chosen; its place.
    """

    chosen = Signal(object)

    def __init__(self, called: Callable[[str | None], str], empty: EmptyState) -> None:
        super().__init__()
        self.model = QueueModel(called, self)
        self.list = QListView()
        dress_list(self.list, self.model, EntryDelegate(self.list), t("Judging"), even=False)
        # Thousands are laid out a few at a time.
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        wire((self.list.activated, self._take), (self.list.clicked, self._take))
        self.stack = stacked(self.list, empty)
        column(
            label(t("Judging"), "title"),
            label(t("Blind: systems and other judgments are hidden."), "muted"),
            self.stack,
            on=self,
            pad=WIDE,
            gap=SPACE,
        )

    def show_work(self, *parts: Sequence[Work]) -> None:
        """Shows parts of a queue, in the order in which they should be taken up."""
        at, count = self.list.currentIndex().row(), sum(map(len, parts))
        self.model.show(*parts)
        select_only(self.list, self.model.index(max(0, min(at, count - 1)), 0))
        self.stack.setCurrentIndex(0 if count else 1)

    @property
    def chosen_place(self) -> Place | None:
        """Where the piece of work is done that is chosen."""
        work = self.model.row_at(self.list.currentIndex().row())
        return None if work is None else place_of(work)

    def step(self, by: int) -> None:
        """Chooses the piece of work so many further on."""
        at = self.model.index(self.list.currentIndex().row() + by, 0)
        if at.isValid():
            select_only(self.list, at)

    def open_chosen(self) -> None:
        """Opens the piece of work that is chosen."""
        self._take(self.list.currentIndex())

    def _take(self, index: QModelIndex) -> None:
        if (work := self.model.row_at(index.row())) is not None:
            self.chosen.emit(place_of(work))
