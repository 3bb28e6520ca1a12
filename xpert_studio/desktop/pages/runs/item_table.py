"""The verdicts or calls of a run as a model: it holds the order, and fetches rows as they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject

from xpert_studio.core.store.run_items import CallItem, ItemFilter, VerdictItem
from xpert_studio.core.wording import (
    figure,
    listed,
    mark,
    moment,
    money,
    number,
    t,
    translated,
)
from xpert_studio.core.workflow.views.runs import Items, call_items, list_items, verdict_items
from xpert_studio.desktop.names import VERDICT_STATES, Look, flag_name, verdict_look
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.widgets.grid import GridCell
from xpert_studio.desktop.widgets.paged_table import PagedColumn, PagedTable

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
        columns: Sequence[PagedColumn[Any]] = CALL_COLUMNS if calls else VERDICT_COLUMNS
        super().__init__(session, columns, parent)
        self.wanted: ItemFilter | None = None
        self.withheld = 0
        self._is_calls = calls

    def look_for(self, wanted: ItemFilter, then: Callable[[], object] | None = None) -> None:
        """Shows what another filter leaves; where the rows are the same, nothing moves."""
        self.wanted, self.order = wanted, (wanted.sort, wanted.descending)

        def show(items: Items) -> None:
            self.withheld = items.withheld
            if items.keys[: len(self._rows)] == self._rows and self._rows:
                self.grow(items.keys)
            else:
                self.show_rows(items.keys)
            if then is not None:
                then()

        self.session.fetch(
            partial(list_items, self.session.ctx, wanted, calls=self._is_calls),
            show,
            owner=self,
            slot="keys",
        )

    def reader(self) -> Callable[[Sequence[int]], Mapping[int, Item]]:
        """What reads verdicts or calls."""
        read: Callable[..., Mapping[int, Item]] = call_items if self._is_calls else verdict_items
        return partial(read, self.session.ctx)


def _cell(look: Look) -> GridCell:
    return GridCell(t(look.word), tone=look.tone, picture=look.picture)


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


VERDICT_COLUMNS: Final[Sequence[PagedColumn[VerdictItem]]] = (
    PagedColumn(lambda item: GridCell(item.task_title), mark("Task"), "task", 130),
    PagedColumn(lambda item: item.model or t("hidden"), mark("System"), width=110, room=520),
    PagedColumn(lambda item: item.checkpoint, mark("Checkpoint"), width=110),
    PagedColumn(
        lambda item: _cell(verdict_look(item.state, item.value, item.asked)),
        mark("Verdict"),
        width=112,
    ),
    PagedColumn(_notes, mark("Problem or marks"), width=140),
    PagedColumn(
        lambda item: moment(item.judged_at) if item.judged_at else "",
        mark("When"),
        "order",
        112,
        room=900,
    ),
    PagedColumn(
        lambda item: figure(item.seconds), mark("Seconds"), "seconds", 78, 980, is_figure=True
    ),
    PagedColumn(lambda item: money(item.cost), mark("Cost"), "cost", 96, 1060, is_figure=True),
)
CALL_COLUMNS: Final[Sequence[PagedColumn[CallItem]]] = (
    PagedColumn(lambda item: GridCell(item.task_title), mark("Task"), "task", 120),
    PagedColumn(lambda item: item.model or t("hidden"), mark("System"), width=110, room=560),
    PagedColumn(lambda item: number(len(item.asked)), mark("Asked"), "", 66, 900, is_figure=True),
    PagedColumn(lambda item: _cell(VERDICT_STATES[item.state]), mark("Outcome"), width=104),
    PagedColumn(lambda item: translated(item.problem or ""), mark("Problem"), width=130, room=640),
    PagedColumn(lambda item: number(item.attempts), mark("Tries"), "", 60, 1000, is_figure=True),
    PagedColumn(
        lambda item: _tokens(item.usage.input_tokens), mark("Input"), "", 76, 860, is_figure=True
    ),
    PagedColumn(
        lambda item: _tokens(item.usage.cached_tokens),
        mark("From cache"),
        "",
        94,
        1100,
        is_figure=True,
    ),
    PagedColumn(
        lambda item: _tokens(item.usage.output_tokens), mark("Output"), "", 76, 940, is_figure=True
    ),
    PagedColumn(lambda item: moment(item.started_at), mark("When"), "order", 112, room=1200),
    PagedColumn(lambda item: figure(item.seconds), mark("Seconds"), "seconds", 78, is_figure=True),
    PagedColumn(lambda item: money(item.cost), mark("Cost"), "cost", 96, 500, is_figure=True),
)
