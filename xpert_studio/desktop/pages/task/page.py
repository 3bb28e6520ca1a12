"""The workspace of a task: its head, and its parts as tabs."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QStackedWidget

from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.making import make_part
from xpert_studio.desktop.pages.task.head import Head
from xpert_studio.desktop.pages.task.panel import Panel
from xpert_studio.desktop.pages.task.steps import Steps
from xpert_studio.desktop.parts import column, tab_bar
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import mark, t
from xpert_studio.records import Change, Stage
from xpert_studio.workflow.views import TaskView, task_view

TABS: Final = (
    ("brief", mark("Brief")),
    ("rubric", mark("Rubric")),
    ("review", mark("Review")),
    ("responses", mark("Responses")),
    ("history", mark("History")),
)


class TaskPage(Page):
    """One task."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.view: TaskView | None = None
        self._is_arriving = False
        self.steps = Steps(shell, self._go_to_gap, self._finish_rubric)
        self.head = Head(shell, self.steps)
        self.head.step_gone.connect(self._focus_next)
        parts = [(t(title), name) for name, title in TABS]
        self.tabs = tab_bar(parts, name=t("Parts of the task"))
        self.stack = QStackedWidget()
        self._panels: dict[str, Panel] = {}
        self.tabs.currentChanged.connect(self._turn_to)
        column(self.head, self.tabs, self.stack, on=self, pad=WIDE, gap=SPACE)
        layout = self.layout()
        if layout is not None:
            margins = layout.contentsMargins()
            layout.setContentsMargins(margins.left(), SPACE, margins.right(), SPACE)
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
        """A part of the workspace, made when it is asked for first."""
        if name not in self._panels:
            module = "history" if name == "history" else f"task.{name}"
            made: Panel = make_part(f"{module}.panel", "Panel", self.shell)
            self._panels[name] = made
            self.stack.addWidget(made)
        return self._panels[name]

    def open_tab(self, name: str) -> None:
        """Shows a part."""
        self.tabs.setCurrentIndex([tab for tab, _ in TABS].index(name))
        self.panel(name).take_focus()

    def show_place(self, place: Place) -> None:
        """Shows a task, and the part that is named or that its stage suggests."""
        if self.view is not None and place.task_id != self.place.task_id:
            self.view = None
        super().show_place(place)
        self._is_arriving = True
        if place.tab:
            self._select(place.tab)

    def refresh(self) -> None:
        """Fetches the task with all that belongs to it."""
        task_id, desk = self.place.task_id, self.session.desk
        self.session.fetch(lambda: task_view(desk, task_id), self._show, owner=self, slot="task")

    def concerns(self, change: Change) -> bool:
        """What was done to this task, or to the project's rules."""
        return change.task_id in {self.place.task_id, None}

    def leave(self) -> None:
        """Saves what is being written."""
        for panel in self._panels.values():
            panel.leave()

    def _show(self, view: TaskView) -> None:
        self.view = view
        self.steps.view = view
        self.head.show_view(view)
        arrives, self._is_arriving = self._is_arriving, False
        if arrives and not self.place.tab:
            self._select(_tab_for(view))
        panel = self.panel(self.tab)
        self.stack.setCurrentWidget(panel)
        panel.show_view(view)
        if arrives:
            panel.take_focus()
            if self.place.item:
                panel.show_item(self.place.item)

    def _focus_next(self) -> None:
        """The next step, or else the parts of the task: from there the arrow keys lead on."""
        if not self.head.focus_step():
            self.tabs.setFocus()

    def _go_to_gap(self) -> None:
        """A brief that was not submitted is shown where something is missing."""
        self.open_tab("brief")
        self.panel("brief").go_to_gap()

    def _finish_rubric(self) -> bool:
        """Saves what is being written; goes to what cannot be saved, and returns whether all was."""
        self.leave()
        rubric = self._panels.get("rubric")
        if rubric is None or not rubric.has_unsaved:
            return True
        self.open_tab("rubric")
        rubric.go_to_unsaved()
        return not rubric.has_unsaved

    def _select(self, name: str) -> None:
        names = [tab for tab, _ in TABS]
        if name not in names:
            return
        with QSignalBlocker(self.tabs):
            self.tabs.setCurrentIndex(names.index(name))
        self.stack.setCurrentWidget(self.panel(name))

    def _turn_to(self) -> None:
        current = self.stack.currentWidget()
        if isinstance(current, Panel):
            current.leave()
        panel = self.panel(self.tab)
        self.stack.setCurrentWidget(panel)
        self.place = Place("task", task_id=self.place.task_id, tab=self.tab)
        self.shell.refine(self.place)
        if self.view is not None:
            panel.show_view(self.view)
        self.fall_behind()


def _tab_for(view: TaskView) -> str:
    stage = view.task.standing
    if stage is Stage.RUBRIC:
        return "rubric"
    if stage in {Stage.REVIEW, Stage.SPOT_CHECK}:
        return "review"
    return "responses" if stage is Stage.READY else "brief"
