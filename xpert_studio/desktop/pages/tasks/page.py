"""The page of tasks: a table to find them in, and what can be done with several at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtWidgets import (
    QInputDialog,
    QMenu,
    QTableView,
)

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import DIFFICULTIES, STAGES, Change, Role
from xpert_studio.core.wording import explained, mark, number, spoken, t, tn
from xpert_studio.core.workflow import CommandContext, create_brief, discard, hand_over
from xpert_studio.core.workflow.views import Listed, TaskFilter, TaskRow, list_tasks, rows_of
from xpert_studio.core.workflow.views.finding import Found
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, PAD, SPACE, WIDE
from xpert_studio.desktop.names import STAGE_TONES
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.task.steps import export_rubrics
from xpert_studio.desktop.pages.tasks.filters import Filters, read_item
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asking import ActionDialog, ask_reason
from xpert_studio.desktop.widgets.explorer import EmptyState, Explorer
from xpert_studio.desktop.widgets.fields import menu_button
from xpert_studio.desktop.widgets.form import FormField
from xpert_studio.desktop.widgets.grid import Column, GridCell, PagedTable
from xpert_studio.desktop.widgets.grid_view import GridView
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.desktop.widgets.wiring import wire
from xpert_studio.report.part_names import domain_name

# The table of tasks as a model: it holds the order, and fetches rows as they are looked at.


class TaskTable(PagedTable[TaskRow]):
    """Tasks that a filter leaves."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(session, _columns(session.project_state.called), parent)
        self.wanted = TaskFilter()
        self.order = (self.wanted.sort, self.wanted.descending)
        self.total = 0

    def look_for(self, wanted: TaskFilter, then: Callable[[], object]) -> None:
        """Shows the tasks that another filter leaves."""
        self.wanted, self.order = wanted, (wanted.sort, wanted.descending)

        def show(listed: Listed) -> None:
            self.total = listed.total
            self.show_rows(listed.keys)
            then()

        project = self.session.project
        self.session.fetch(lambda: list_tasks(project, wanted), show, owner=self, slot="keys")

    def reader(self) -> Callable[[Sequence[int]], Mapping[int, TaskRow]]:
        """What reads tasks."""
        return partial(rows_of, self.session.project)

    def tasks_in(self, places: Sequence[int]) -> list[TaskRow]:
        """The tasks in some rows, those left out that have not come yet."""
        return [row for place in places if (row := self.row_at(place)) is not None]


def _columns(called: Callable[[str | None], str]) -> list[Column[TaskRow]]:
    return [
        Column(lambda task: GridCell(task.title, is_strong=True), mark("Task"), "title", 120),
        Column(
            lambda task: GridCell(t(STAGES[task.stage]), tone=STAGE_TONES[task.stage], is_chip=True),
            mark("Stage"), "stage", 104,
        ),
        Column(lambda task: domain_name(task.domain), mark("Domain"), "domain", 150, room=520),
        Column(lambda task: task.category, mark("Category"), "category", 120, room=1120),
        Column(lambda task: t(DIFFICULTIES[task.difficulty]) if task.difficulty else "", mark("Difficulty"), "difficulty", 84, room=740),
        Column(lambda task: called(task.author_id), mark("Author"), "author", 124, room=640),
        Column(
            lambda task: number(task.checkpoints), mark("Checkpoints"), width=100, room=980,
            is_figure=True,
        ),
        Column(
            lambda task: number(task.responses), mark("Responses"), width=92, room=980,
            is_figure=True,
        ),
    ]  # fmt: skip


# What can be done with several tasks at once.

Verb = Callable[[CommandContext, str], Change]


class BulkActions(Card):
    """A bar that is there while more than one task is selected."""

    def __init__(self, shell: Shell, model: TaskTable, table: QTableView) -> None:
        super().__init__("sunken")
        self._shell, self._model, self._table = shell, model, table
        self.words = label("", wrap=False)
        self.author = menu_button(t("Hand over to…"), self._fill_authors, picture="user-check")
        row(
            self.words, 1,
            self.author,
            button(
                t("Export the rubrics…"),
                lambda: export_rubrics(shell, [one.id for one in self.selected()], "rubrics.xlsx"),
                picture="download",
            ),
            button(t("Discard…"), self._discard, kind="danger", picture="trash-2"),
            on=self, pad=PAD, gap=GAP,
        )  # fmt: skip
        wire(
            (table.selectionModel().selectionChanged, lambda *_: self._show()),
            (model.modelReset, self.hide),
        )
        self.hide()

    def selected(self) -> list[TaskRow]:
        """The tasks that are selected."""
        rows = self._table.selectionModel().selectedRows()
        return self._model.tasks_in([index.row() for index in rows])

    def _show(self) -> None:
        count = len(self._table.selectionModel().selectedRows())
        self.words.setText(tn("{n} task selected", "{n} tasks selected", count))
        self.setVisible(count > 1)

    def _discard(self) -> None:
        rows = self.selected()
        ask_reason(
            self,
            title=tn("Discard {n} task", "Discard {n} tasks", len(rows)),
            text=t("Their authors will read the reason."),
            act=t("Discard"),
            danger=True,
            then=lambda reason: self._each(
                rows, lambda ctx, task_id: discard(ctx, task_id, reason=reason), t("Discarded")
            ),
        )

    def _fill_authors(self, menu: QMenu) -> None:
        for person in self._shell.session.project_state.people:
            menu.addAction(menu_words(person.called), partial(self._hand_over, person.id))

    def _hand_over(self, author_id: str) -> None:
        self._each(
            self.selected(),
            lambda ctx, task_id: hand_over(ctx, task_id, author_id),
            t("Handed over"),
        )

    def _each(self, rows: Sequence[TaskRow], verb: Verb, done: str) -> None:
        """Does a verb to each task; what is refused is reported, the others are done."""
        session = self._shell.session

        def work() -> list[tuple[str, XpertError]]:
            refused = []
            for row_ in rows:
                try:
                    verb(session.ctx, row_.id)
                except XpertError as error:
                    refused.append((row_.title, error))
            return refused

        def told(refused: list[tuple[str, XpertError]]) -> None:
            session.changed_outside.emit()
            text = tn(
                "{done}: {n} task.", "{done}: {n} tasks.", len(rows) - len(refused), done=done
            )
            if refused:
                text += " " + tn(
                    "{n} was refused: {why}", "{n} were refused. The first because: {why}", len(refused),
                    why=explained(refused[0][1]),
                )  # fmt: skip
            self._shell.say(text, "warn" if refused else "good", stays=bool(refused))

        session.perform(work, told)


# Begins a task: a title and a domain are enough; the rest is written in its workspace.


class NewTask(ActionDialog):
    """The form."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        person = shell.session.person
        own = person.domains if person else ()
        domains = [
            (domain_name(one), one)
            for one in own or shell.session.project_state.info.taxonomy.domains
        ]
        # Where there are several, the first would be a guess that is soon overlooked.
        offers = domains if len(domains) == 1 else [(t("Choose…"), ""), *domains]
        asked = (
            FormField(
                key="title", title=mark("Title"), needed=mark("Name the task."),
                kind=inputs.text(mark("Such as: Ending a commercial lease early")),
            ),
            FormField(
                key="domain", title=mark("Domain"), needed=mark("Choose the domain of the task."),
                kind=inputs.choice(lambda: offers),
            ),
            FormField(
                key="language", title=mark("Language of the task"),
                kind=inputs.choice(lambda: [(t("English"), "en"), (t("Chinese"), "zh")]),
            ),
        )  # fmt: skip
        super().__init__(
            shell.window, t("Create task"),
            t("A realistic task from your own practice. You can change everything later."),
            t("Get started"), asked=asked,
        )  # fmt: skip
        self.form.show_values({"language": spoken()})

    def accept(self) -> None:
        """Begins it, and goes there; what is refused is said here."""
        session = self._shell.session
        if self.form.check():
            self.carry_out(
                session,
                lambda: create_brief(session.ctx, **self.form.values()),
                lambda done: self._shell.go(Place("task", task_id=done.task_id or "", tab="brief")),
            )


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
        self.new = button(t("Create task"), self.new_task, kind="primary", picture="plus")
        self.views = menu_button(t("Views"), self._fill_views, picture="bookmark")
        self.empty = EmptyState(
            "list-checks", t("No task here"), "",
            button(t("Show all tasks"), self.filters.clear),
        )  # fmt: skip
        self.explorer = Explorer(
            self.table, *self.filters.all, below=(self.bulk,), empty=self.empty
        )
        column(
            row(label(t("Tasks"), "title", wrap=False), 1, self.views, self.new), self.explorer,
            on=self, pad=WIDE, gap=SPACE,
        )  # fmt: skip
        shell.book.add(
            self,
            Action.of(create_brief, "task.new", self.new_task, "Ctrl+N", "plus", self._why_no_new,
                      asks=True),
            Action("task.filter", mark("Filter the tasks"), self.filters.words.setFocus, "Ctrl+F",
                   "filter"),
            Action("task.save_view", mark("Save this view…"), self.save_view, "", "bookmark"),
        )  # fmt: skip

    # Places.

    def show_place(self, place: Place) -> None:
        """Shows all tasks, those of a filter, or a form for a new one."""
        super().show_place(place)
        if place.item == "new":
            self.new_task()
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

    # Actions.

    def open_index(self, index: QModelIndex) -> None:
        """Opens the task in a row."""
        row = self.model.row_at(index.row())
        if row is not None:
            self.shell.go(Place("task", task_id=row.id))

    def new_task(self) -> None:
        """Asks for a title and domain, and begins a task."""
        if why := self._why_no_new():
            self.shell.say(why, "warn")
        else:
            NewTask(self.shell).open()

    def _why_no_new(self) -> str | None:
        said = t("Only authors write tasks. A lead can give you that role on the People page.")
        return None if self.session.has_role(Role.AUTHOR) else said

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
