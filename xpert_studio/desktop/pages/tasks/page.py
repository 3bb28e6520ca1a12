"""The page of tasks: a table to find them in, what is sampled of them, and what they are made of."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, QSignalBlocker
from PySide6.QtWidgets import (
    QInputDialog,
    QMenu,
)

from xpert_studio.core.records import Role
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import create_brief
from xpert_studio.core.workflow.views.finding import FoundPlace
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.available import offer_row_menu
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.importing.taking import ask_for_rubric
from xpert_studio.desktop.pages.tasks.bulk import BulkActions
from xpert_studio.desktop.pages.tasks.figures import TaskFigures
from xpert_studio.desktop.pages.tasks.filters import Filters, read_item
from xpert_studio.desktop.pages.tasks.new_task import NewTask
from xpert_studio.desktop.pages.tasks.samples import Samples
from xpert_studio.desktop.pages.tasks.table import TaskTable
from xpert_studio.desktop.places import FIGURES, SAMPLES, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState, Explorer
from xpert_studio.desktop.widgets.fields import menu_button, tab_bar
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import column, row, stacked
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.wiring import show_if, wire

_PLACES = 2000


class TasksPage(Page):
    """All tasks that a filter leaves."""

    rests_on = frozenset({"task", "checkpoint", "response"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.model = TaskTable(self.session, self)
        self.filters = Filters(self.session, lambda: self._show_sorted(*self.model.order))
        self.table = GridView(self.model, t("Tasks"), stretched="title", high=36)
        wire(
            (self.table.opened, lambda *_: self.open_index(self.table.currentIndex())),
            (self.table.sorted_by, self._show_sorted),
        )
        self.bulk = BulkActions(shell, self.model, self.table)
        self.views = menu_button(t("Views"), self._fill_views, picture="bookmark")
        self.empty = EmptyState(
            "list-checks",
            t("No task here"),
            "",
            button(t("Show all tasks"), self.filters.clear),
            button(t("Import a rubric…"), lambda: ask_for_rubric(shell), picture="import"),
        )
        self._declare()
        offer_row_menu(self.table, shell, selection=self._selected)
        self.new = shell.book.button("task.new", kind="primary")
        self.explorer = Explorer(
            self.table, *self.filters.all, below=(self.bulk,), empty=self.empty
        )
        is_lead = self.session.has_role(Role.LEAD)
        shown = [("", t("All tasks")), (SAMPLES, t("Gold samples")), (FIGURES, t("Figures"))]
        ways = [(words, tab) for tab, words in shown if tab != SAMPLES or is_lead]
        self.tabs = tab_bar(
            ways, self._turn, name=t("Views of the tasks"), kind="side", scrolls=False
        )
        self.stack = stacked(self.explorer)
        self._parts: dict[str, Page] = {}
        column(
            row(label(t("Tasks"), "title", wrap=False), self.tabs, 1, self.views, self.new),
            self.stack,
            on=self,
            pad=WIDE,
            gap=SPACE,
        )

    def _turn(self, at: int) -> None:
        tab = self.tabs.tabData(at)
        if tab != self.place.tab:
            self.shell.go(Place("tasks", tab=tab))

    def part(self, tab: str) -> Page:
        """A view beside the table, made when it is asked for first."""
        if tab not in self._parts:
            self._parts[tab] = Samples(self.shell) if tab == SAMPLES else TaskFigures(self.shell)
            self.stack.addWidget(self._parts[tab])
        return self._parts[tab]

    def _show_part(self, place: Place) -> bool:
        """Shows the view that a place names; whether it is another one than the table."""
        tabs = [self.tabs.tabData(n) for n in range(self.tabs.count())]
        tab = place.tab if place.tab in tabs else ""
        with QSignalBlocker(self.tabs):
            self.tabs.setCurrentIndex(tabs.index(tab))
        show_if(not tab, self.views)
        show_if(not tab and self.session.has_role(Role.AUTHOR), self.new)
        self.stack.setCurrentWidget(self.part(tab) if tab else self.explorer)
        if tab:
            self.part(tab).show_place(place)
            self.part(tab).setFocus()
        return bool(tab)

    def _declare(self) -> None:
        self.shell.book.add(
            self,
            Action.of(
                create_brief,
                "task.new",
                lambda: NewTask(self.shell).open(),
                "Ctrl+N",
                "plus",
                self.session.why_not(create_brief),
                asks=True,
            ),
            Action(
                "task.filter",
                mark("Filter the tasks"),
                self.filters.words.setFocus,
                "Ctrl+F",
                "filter",
            ),
            Action("task.save_view", mark("Save this view…"), self.save_view, "", "bookmark"),
        )

    def show_place(self, place: Place) -> None:
        """Shows all tasks, those of a filter, or a form for a new one."""
        super().show_place(place)
        if self._show_part(place):
            return
        if place.item == "new":
            self.shell.book.run_id("task.new")
        elif place.item:
            self.filters.show_plain(read_item(place.item))
        self.table.setFocus()

    def refresh(self) -> None:
        """Shows what the filter leaves now, the same task marked."""
        if self.stack.currentWidget() is not self.explorer:
            return  # the view that is shown keeps up by itself
        place, at = self.table.currentIndex().row(), self.table.verticalScrollBar().value()
        marked = self.model.row_at(place)
        self.filters.refill()

        def shown() -> None:
            self._shown()
            if marked is not None:
                self.table.go_to(place)
            self.table.verticalScrollBar().setValue(at)

        self.model.look_for(self.model.wanted, shown)

    def _show_sorted(self, sort: str, descending: bool) -> None:
        wanted = self.filters.wanted(sort, descending=descending)
        words = self.filters.searched
        if not words:
            self.model.look_for(wanted, self._shown)
            return
        session = self.session

        def found(places: tuple[FoundPlace, ...]) -> None:
            ids = tuple(dict.fromkeys(place.hit.task_id for place in places))
            self.model.look_for(replace(wanted, words="", ids=ids), self._shown)

        session.fetch(
            lambda: session.finder.find(session.ctx, words, limit=_PLACES),
            found,
            owner=self,
            slot="texts",
        )

    def _shown(self) -> None:
        rows, total = self.model.rowCount(), self.model.total
        self.explorer.shown(total)
        if not rows:
            filtered = (t("No task matches this filter"), t("Remove words or filters to see more."))
            none = (t("There is no task in this project yet."), t("Begin with “Create task”."))
            self.empty.say(*(filtered if total else none))
        if not self.table.currentIndex().isValid():
            self.table.go_to(0)

    def open_index(self, index: QModelIndex) -> None:
        """Opens the task in a row."""
        row = self.model.row_at(index.row())
        if row is not None:
            self.shell.go(Place("task", task_id=row.id))

    def _selected(self) -> dict[str, str]:
        task = self.model.row_at(self.table.currentIndex().row())
        return {"task_id": task.id} if task else {}

    def save_view(self) -> None:
        """Keeps the filter under a name."""
        name, fine = QInputDialog.getText(self, t("Save this view…"), t("Name"))
        if fine and name.strip():
            self.shell.prefs.task_views[name.strip()] = self.filters.plain()
            self.shell.prefs.save()
            self.shell.say(t("The view “{name}” is saved.", name=name.strip()), "good")

    def _fill_views(self, menu: QMenu) -> None:
        built_in: tuple[tuple[str, dict[str, Any]], ...] = (
            (t("All tasks"), {}),
            (t("My tasks"), {"author": [self.session.person_id]}),
            (t("Being written"), {"stage": ["brief", "returned", "rubric"]}),
            (t("Waiting for others"), {"stage": ["submitted", "review", "spot_check", "approved"]}),
            (t("Ready to be judged"), {"stage": ["ready"]}),
        )
        saved = self.shell.prefs.task_views
        for views in (built_in, sorted(saved.items())):
            for name, kept in views:
                menu.addAction(menu_words(name), partial(self.filters.show_plain, kept))
            menu.addSeparator()
        menu.addAction(self.shell.book.q_action("task.save_view"))
        if saved:
            drop = menu.addMenu(t("Delete a view"))
            for name in sorted(saved):
                drop.addAction(menu_words(name), partial(self._forget_view, name))

    def _forget_view(self, name: str) -> None:
        self.shell.prefs.task_views.pop(name, None)
        self.shell.prefs.save()
