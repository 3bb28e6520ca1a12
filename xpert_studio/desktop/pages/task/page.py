"""The workspace of a task: its parts as tabs below its head."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from xpert_studio.core.records import Change, Stage
from xpert_studio.core.workflow.views import TaskView, task_view
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.importing.taking import import_place
from xpert_studio.desktop.pages.late import make_part
from xpert_studio.desktop.pages.task.head import TABS, TaskHead
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.desktop.pages.task.steps import Steps
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import opening_state
from xpert_studio.desktop.widgets.fields import turn_to
from xpert_studio.desktop.widgets.layouts import column, stacked

_FIRST_TABS: Final = {
    Stage.RUBRIC: "rubric",
    Stage.REVIEW: "review",
    Stage.SPOT_CHECK: "review",
    Stage.READY: "responses",
}
"""The part that a stage suggests, where it is not the brief."""


class TaskPage(Page):
    """One task."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.view: TaskView | None = None
        self._is_arriving = False
        self.steps = Steps(shell, self._go_to_gap, self._finish)
        self.head = TaskHead(shell, self.steps)
        self.tabs = self.head.tabs
        self.opening = opening_state()
        self.stack = stacked(self.opening)
        self._panels: dict[str, Panel] = {}
        self.tabs.currentChanged.connect(self._turn_to)
        column(self.head, self.stack, on=self, pad=(WIDE, GAP, WIDE, GAP), gap=GAP)
        shell.book.add(
            self,
            *(
                Action(f"task.{name}", title, partial(self.open_tab, name), f"Alt+{n}")
                for n, (name, title) in enumerate(TABS, start=1)
            ),
            *self.steps.actions(),
        )

    @property
    def tab(self) -> str:
        """The part that is shown."""
        return TABS[self.tabs.currentIndex()][0]

    def panel(self, name: str) -> Panel:
        """A part of the workspace, made when it is asked for first; there is a view by then."""
        if name not in self._panels:
            module = "history" if name == "history" else f"task.{name}"
            made = self._panels[name] = make_part(f"{module}.panel", "Panel", self.shell)
            made.scrolled.connect(self.head.fold)
            self.stack.addWidget(made)
        return self._panels[name]

    def open_tab(self, name: str) -> None:
        """Shows a part."""
        self.tabs.setCurrentIndex([tab for tab, _ in TABS].index(name))
        if self.view is not None:
            self.panel(name).take_focus()

    def is_opened_from(self, place: Place) -> bool:
        """A response that a list has led to; the rest of a task is where one works."""
        return place.tab == "responses" and bool(place.item)

    def show_place(self, place: Place) -> None:
        """Shows a task, and the part that is named or that its stage suggests."""
        if place.task_id != self.place.task_id:
            self.view = self.steps.view = None  # no action is for the task before
            self.stack.setCurrentWidget(self.opening)
            self.opening.setFocus()
        super().show_place(place)
        self._is_arriving = True
        if place.tab:
            self._select(place.tab)

    def refresh(self) -> None:
        """Fetches the task with all that belongs to it."""
        task_id, ctx = self.place.task_id, self.session.ctx

        def failed(error: BaseException) -> None:
            self.shell.tell(error)
            if self.shell.place.page == "task" and self.place.task_id == task_id:
                self.shell.go(Place("tasks"))

        self.session.fetch(
            lambda: task_view(ctx, task_id), self._show, failed, owner=self, slot="task"
        )

    def concerns(self, change: Change) -> bool:
        """What was done to this task, or to the project's rules."""
        return change.task_id in {self.place.task_id, None}

    def leave(self) -> None:
        """Saves what is being written."""
        for panel in self._panels.values():
            panel.leave()

    def take_file(self, path: Path) -> bool:
        """Shows a rubric table that was dropped here, where the rubric may be written on."""
        view = self.view
        if view is None or not view.may("edit_rubric"):
            return False
        if self.tab == "rubric":  # it goes below the current line
            return bool(self.panel("rubric").take_file(path))
        self.shell.go(import_place(path, view.task.id, len(view.rubric)))
        return True

    @property
    def attaches(self) -> bool:
        """While the brief is shown and may be changed."""
        may = self.view is not None and self.view.may("change_brief")
        return may and self.tab == "brief" and not self.session.project.read_only

    def attach(self, path: Path) -> None:
        """Attaches a document to the brief."""
        self.panel("brief").attach(path)

    def _show(self, view: TaskView) -> None:
        self.view = view
        self.steps.view = view
        self.head.show_view(view)
        arrives, self._is_arriving = self._is_arriving, False
        if arrives and not self.place.tab:
            self._select(_FIRST_TABS.get(view.task.standing, "brief"))
        panel = self._show_part(view)
        if arrives:
            panel.take_focus()
            if self.place.item:
                panel.show_item(self.place.item)

    def _go_to_gap(self) -> None:
        """A brief that was not submitted is shown where something is missing."""
        self.open_tab("brief")
        if self.view is not None:
            self.panel("brief").go_to_gap()

    def _finish(self) -> bool:
        """Saves what is being written; goes to what cannot be saved, and returns whether all was."""
        self.leave()
        rubric = self._panels.get("rubric")
        if rubric is None or not rubric.has_unsaved:
            return True
        self.open_tab("rubric")
        rubric.go_to_unsaved()
        return not rubric.has_unsaved

    def _select(self, name: str) -> None:
        if name in dict(TABS):
            turn_to(self.tabs, name)
            self.head.folds.show()

    def _show_part(self, view: TaskView) -> Panel:
        """Shows the part whose tab it is; the menus are told that its actions are there now."""
        panel = self.panel(self.tab)
        self.stack.setCurrentWidget(panel)
        if self.isVisible():
            self.shell.refine(self.place)
        panel.show_view(view)
        return panel

    def _turn_to(self) -> None:
        current = self.stack.currentWidget()
        if isinstance(current, Panel):
            current.leave()
        self.place = Place("task", task_id=self.place.task_id, tab=self.tab)
        self.shell.refine(self.place)
        self.head.folds.show()
        if self.view is not None:
            self._show_part(self.view)
        self.fall_behind()
