"""The verdicts or calls of a run in a table with filters; opening an item shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QSignalBlocker
from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import RatingState
from xpert_studio.core.store.run_items import Facets, ItemFilter, VerdictItem
from xpert_studio.core.wording import (
    number,
    short,
    t,
    tn,
)
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.names import VERDICT_STATES, flag_name
from xpert_studio.desktop.pages.runs.item_table import Item, ItemTable
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.unblinding import withheld_words
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import filter_field
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.picker import Picker
from xpert_studio.desktop.widgets.selecting import select_only
from xpert_studio.desktop.widgets.wiring import show_if, wire

_TYPING_MS = 180
_PROBLEMS = (RatingState.INVALID, RatingState.ERROR)


class ItemsPanel(QWidget):
    """The verdicts, or the calls, of one run.

    Args:
        session: Whose project it is.
        opens: Opens an item.
        ask_again: Asks the responses of these ids again, of verdicts; None for the calls.
    """

    def __init__(
        self,
        session: Session,
        opens: Callable[[Item], object],
        ask_again: Callable[[tuple[str, ...]], object] | None = None,
    ) -> None:
        super().__init__()
        self._run_id = ""
        self._opens, self._asks_again = opens, ask_again
        self._is_calls = calls = ask_again is None
        self.model = ItemTable(session, self, calls=calls)
        hint = (
            t("Filter by task or problem") if calls else t("Filter by task, checkpoint or problem")
        )
        self.words = filter_field(hint, self._look, _TYPING_MS, least=160)
        self.states = Picker(
            t("State"), ((state.value, t(look.word)) for state, look in VERDICT_STATES.items())
        )
        self.models = Picker(t("System"), ())
        self.flags = Picker(t("Mark"), ())
        self.none = button(t("Clear"), self.clear, kind="quiet")
        self.count = label("", "muted", wrap=False)
        self.again = button("", self._ask_again, picture="repeat")
        self.withheld = label("", "muted")
        self.table = self._make_table()
        self.empty = EmptyState("list-checks", "")
        self.stack = stacked(self.table, self.empty)
        self._prepare()

    def _prepare(self) -> None:
        for picker in (self.states, self.models, self.flags):
            picker.changed.connect(self._look)
        column(
            box(Flow(self.words, self.states, self.models, self.flags, self.none)),
            row(self.count, 1, self.again),
            self.withheld,
            self.stack,
            on=self,
            gap=GAP,
        )
        show_if(not self._is_calls, self.flags)
        show_if(False, self.withheld, self.none)
        self.setFocusProxy(self.table)

    def _make_table(self) -> GridView:
        name = t("Calls of the run") if self._is_calls else t("Verdicts of the run")
        made = GridView(
            self.model, name, stretched="task" if self._is_calls else "Checkpoint", high=32
        )
        wire(
            (made.opened, lambda *_: self._open(self.table.currentIndex())),
            (made.sorted_by, self._sort),
            (made.selectionModel().selectionChanged, lambda *_: self._show_again()),
            (self.model.dataChanged, lambda *_: self._show_again()),
        )
        return made

    def show_run(self, run_id: str) -> None:
        """Shows the items of a run; those of another one without its filter."""
        if run_id != self._run_id:
            self._run_id = run_id
            self._reset()
        self._look()

    def offer(self, facets: Facets) -> None:
        """Offers what the items can be filtered by."""
        self.models.fill((name, short(name, 60)) for name in facets.models)
        self.models.setVisible(bool(facets.models))
        self.flags.fill(
            (flag, f"{flag_name(flag)} ({number(count)})") for flag, count in facets.flags.items()
        )

    def show_states(self, states: Sequence[RatingState]) -> None:
        """Shows only items in some states."""
        self._reset()
        self.states.tick(state.value for state in states)
        self._look()

    def clear(self) -> None:
        """Leaves nothing out."""
        self._reset()
        self._look()

    def _reset(self) -> None:
        with QSignalBlocker(self.words):
            self.words.clear()
        for picker in (self.states, self.models, self.flags):
            picker.tick(())

    @property
    def is_filtered(self) -> bool:
        """Whether anything is left out."""
        ticked = self.states.ticked or self.models.ticked or self.flags.ticked
        return bool(self.words.text().strip() or ticked)

    def _look(self) -> None:
        before = self.model.wanted
        wanted = ItemFilter(
            self._run_id,
            words=self.words.text(),
            states=tuple(RatingState(value) for value in self.states.ticked),
            models=self.models.ticked,
            flags=self.flags.ticked,
            sort=before.sort if before else "order",
            descending=before.descending if before else False,
        )
        if self._run_id:
            self.model.look_for(wanted, self._shown)

    def _shown(self) -> None:
        rows = self.model.rowCount()
        self.count.setText(
            tn("{n} call", "{n} calls", rows)
            if self._is_calls
            else tn("{n} verdict", "{n} verdicts", rows)
        )
        self.none.setVisible(self.is_filtered)
        hidden = self.model.withheld
        self.withheld.say(withheld_words(hidden) if hidden else "")
        self.stack.setCurrentWidget(self.table if rows else self.empty)
        if self.is_filtered:
            self.empty.say(
                t("Nothing matches this filter"), t("Remove words or filters to see more.")
            )
        else:
            self.empty.say(t("Nothing yet"), t("Verdicts appear here as they arrive."))
        if rows and not self.table.currentIndex().isValid():
            select_only(self.table, self.model.index(0, 0))
        self._show_again()

    def _sort(self, sort: str, descending: bool) -> None:
        before = self.model.wanted
        if before is not None:
            self.model.look_for(replace(before, sort=sort, descending=descending), self._shown)

    @property
    def selected(self) -> list[Item]:
        """The items in the selected rows, as far as they have come."""
        places = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        found = (self.model.row_at(place) for place in places[:1000])
        return [item for item in found if item is not None]

    @property
    def _problems(self) -> list[VerdictItem]:
        return [
            item
            for item in self.selected
            if isinstance(item, VerdictItem) and item.state in _PROBLEMS and not item.is_replaced
        ]

    def _show_again(self) -> None:
        count = len({item.response_id for item in self._problems})
        show_if(count, self.again)
        self.again.setText(tn("Re-score {n} response", "Re-score {n} responses", count))

    def _ask_again(self) -> None:
        ids = tuple(dict.fromkeys(item.response_id for item in self._problems))
        if ids and self._asks_again is not None:
            self._asks_again(ids)

    def _open(self, index: QModelIndex) -> None:
        item = self.model.row_at(index.row())
        if item is not None:
            self._opens(item)
