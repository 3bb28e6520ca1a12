"""The page of tasks: a table to find them in, and what can be done with several at once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import (
    QInputDialog,
    QMenu,
)

from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import create_brief
from xpert_studio.core.workflow.views.finding import Found
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.available import offer_row_menu
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.tasks.bulk import BulkActions
from xpert_studio.desktop.pages.tasks.filters import Filters, read_item
from xpert_studio.desktop.pages.tasks.new_task import NewTask
from xpert_studio.desktop.pages.tasks.table import TaskTable
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState, Explorer
from xpert_studio.desktop.widgets.fields import menu_button
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.wiring import wire

_PLACES = 2000


class TasksPage(Page):
    """All tasks that a filter leaves."""

    rests_on = frozenset({"task", "checkpoint", "response"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.model = TaskTable(self.session, self)
        self.filters = Filters(self.session, self._look)
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
        )
        self._declare()
        offer_row_menu(self.table, shell, selection=self._selected)
        self.new = shell.book.button("task.new", kind="primary")
        self.explorer = Explorer(
            self.table, *self.filters.all, below=(self.bulk,), empty=self.empty
        )
        column(
            row(label(t("Tasks"), "title", wrap=False), 1, self.views, self.new),
            self.explorer,
            on=self,
            pad=WIDE,
            gap=SPACE,
        )

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
        if place.item == "new":
            self.shell.book.run_id("task.new")
        elif place.item:
            self.filters.show_plain(read_item(place.item))
        self.table.setFocus()

    def refresh(self) -> None:
        """Shows what the filter leaves now, the same task marked."""
        place, at = self.table.currentIndex().row(), self.table.verticalScrollBar().value()
        marked = self.model.row_at(place)
        self.filters.refill()

        def shown() -> None:
            self._shown()
            if marked is not None:
                self.table.go_to(place)
            self.table.verticalScrollBar().setValue(at)

        self.model.look_for(self.model.wanted, shown)

    def _look(self) -> None:
        self._show_sorted(*self.model.order)

    def _show_sorted(self, sort: str, descending: bool) -> None:
        wanted = self.filters.wanted(sort, descending=descending)
        words = self.filters.searched
        if not words:
            self.model.look_for(wanted, self._shown)
            return
        session = self.session

        def found(places: tuple[Found, ...]) -> None:
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
