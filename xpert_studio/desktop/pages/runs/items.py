"""The verdicts or calls of a run: a table with filters, its columns, and how rows are fetched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, QSignalBlocker
from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import RatingState
from xpert_studio.core.store.run_items import CallItem, Facets, ItemFilter, VerdictItem
from xpert_studio.core.wording import (
    figure,
    listed,
    mark,
    moment,
    money,
    number,
    short,
    t,
    tn,
    translated,
)
from xpert_studio.core.workflow.views.runs import Items, call_items, list_items, verdict_items
from xpert_studio.desktop.look import GAP
from xpert_studio.desktop.names import VERDICT_STATES, Look, flag_name, value_look
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.unblinding import withheld_words
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import Picker, filter_field
from xpert_studio.desktop.widgets.grid import Column, GridCell, PagedTable
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import Flow, box, column, row, stacked
from xpert_studio.desktop.widgets.selecting import select_only
from xpert_studio.desktop.widgets.wiring import show_if, wire

# The table's model: it holds the order, and fetches rows as they are looked at.

Item = VerdictItem | CallItem


class ItemTable(PagedTable[Item]):
    """The verdicts or calls that a filter leaves.

    Attributes:
        wanted: The filter; None before one was asked for.
        withheld: How many are left out, on responses the person still has a say on.
    """

    def __init__(
        self, session: Session, parent: QObject | None = None, *, calls: bool = False
    ) -> None:
        columns: Sequence[Column[Any]] = CALL_COLUMNS if calls else VERDICT_COLUMNS
        super().__init__(session, columns, parent)
        self.wanted: ItemFilter | None = None
        self.withheld = 0
        self._is_calls = calls

    def look_for(self, wanted: ItemFilter, then: Callable[[], object] | None = None) -> None:
        """Shows what another filter leaves; where the rows are the same, nothing moves."""
        self.wanted, self.order = wanted, (wanted.sort, wanted.descending)
        ctx, calls = self.session.ctx, self._is_calls

        def show(found: Items) -> None:
            self.withheld = found.withheld
            if found.keys[: len(self._rows)] == self._rows and self._rows:
                self.grow(found.keys)
            else:
                self.show_rows(found.keys)
            if then is not None:
                then()

        self.session.fetch(
            lambda: list_items(ctx, wanted, calls=calls), show, owner=self, slot="keys"
        )

    def reader(self) -> Callable[[Sequence[int]], Mapping[int, Item]]:
        """What reads verdicts or calls."""
        read: Callable[..., Mapping[int, Item]] = call_items if self._is_calls else verdict_items
        return partial(read, self.session.ctx)


def look_of(item: Item) -> Look:
    """Met or not met; what is wrong where it is neither."""
    if isinstance(item, VerdictItem) and item.state is RatingState.OK:
        return value_look(item.value, item.asked)
    look = VERDICT_STATES[item.state]
    return look._replace(word=t(look.word))


def _state(item: Item) -> GridCell:
    look = look_of(item)
    return GridCell(look.word, tone=look.tone, picture=look.picture)


def _notes(item: VerdictItem) -> str:
    notes = (
        translated(item.problem),
        *map(flag_name, item.flags),
        t("asked again since") if item.is_replaced else "",
        t("text edited since") if item.is_stale else "",
        t("trial {n}", n=item.trial) if item.trial > 1 else "",
    )
    return listed(filter(None, notes))


def _tokens(count: int | None) -> str:
    return "–" if count is None else number(count)


VERDICT_COLUMNS: Final[Sequence[Column[VerdictItem]]] = (
    Column(lambda item: GridCell(item.task_title), mark("Task"), "task", 130),
    Column(lambda item: item.model or t("hidden"), mark("System"), width=110, room=520),
    Column(lambda item: item.checkpoint, mark("Checkpoint"), width=110),
    Column(_state, mark("Verdict"), width=112),
    Column(_notes, mark("Problem or marks"), width=140),
    Column(
        lambda item: moment(item.judged_at) if item.judged_at else "",
        mark("When"),
        "order",
        112,
        room=900,
    ),
    Column(lambda item: figure(item.seconds), mark("Seconds"), "seconds", 78, 980, is_figure=True),
    Column(lambda item: money(item.cost), mark("Cost"), "cost", 96, 1060, is_figure=True),
)
CALL_COLUMNS: Final[Sequence[Column[CallItem]]] = (
    Column(lambda item: GridCell(item.task_title), mark("Task"), "task", 120),
    Column(lambda item: item.model or t("hidden"), mark("System"), width=110, room=560),
    Column(lambda item: number(len(item.asked)), mark("Asked"), "", 66, 900, is_figure=True),
    Column(_state, mark("Outcome"), width=104),
    Column(lambda item: translated(item.problem or ""), mark("Problem"), width=130, room=640),
    Column(lambda item: number(item.attempts), mark("Tries"), "", 60, 1000, is_figure=True),
    Column(lambda item: _tokens(item.usage.input_tokens), mark("Input"), "", 76, 860, is_figure=True),
    Column(lambda item: _tokens(item.usage.cached_tokens), mark("From cache"), "", 94, 1100, is_figure=True),
    Column(lambda item: _tokens(item.usage.output_tokens), mark("Output"), "", 76, 940, is_figure=True),
    Column(lambda item: moment(item.started_at), mark("When"), "order", 112, room=1200),
    Column(lambda item: figure(item.seconds), mark("Seconds"), "seconds", 78, is_figure=True),
    Column(lambda item: money(item.cost), mark("Cost"), "cost", 96, 500, is_figure=True),
)  # fmt: skip


# The table with its filters; opening an item shows it.

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
        self.again = button(t("Re-score"), self._ask_again, picture="repeat")
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
            on=self, gap=GAP,
        )  # fmt: skip
        show_if(not self._is_calls, self.flags, self.again)
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

    # Showing.

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
            tn("{n} call", "{n} calls", rows) if self._is_calls
            else tn("{n} verdict", "{n} verdicts", rows)
        )  # fmt: skip
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

    # Acting.

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
        self.again.setEnabled(bool(count))
        self.again.setText(tn("Re-score {n} response", "Re-score {n} responses", count)
                           if count else t("Re-score"))  # fmt: skip

    def _ask_again(self) -> None:
        ids = tuple(dict.fromkeys(item.response_id for item in self._problems))
        if ids and self._asks_again is not None:
            self._asks_again(ids)

    def _open(self, index: QModelIndex) -> None:
        item = self.model.row_at(index.row())
        if item is not None:
            self._opens(item)
