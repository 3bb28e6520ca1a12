"""The view of the tasks in which a lead samples gold subsets and looks at them."""

from __future__ import annotations

from functools import partial

from xpert_studio.core.records import Change
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import draw_subset, remove_subset
from xpert_studio.core.workflow.views import (
    GoldSubsets,
    ProjectState,
    read_gold_subsets,
)
from xpert_studio.desktop.available import offer_row_menu
from xpert_studio.desktop.look import SPACE
from xpert_studio.desktop.pages.base import ProjectStatePage
from xpert_studio.desktop.pages.tasks.draw import DrawCard
from xpert_studio.desktop.pages.tasks.subsets import SubsetsCard
from xpert_studio.desktop.places import SAMPLES, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.layouts import box, column, wide
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.desktop.widgets.side_splitter import SideSplitter


class Samples(ProjectStatePage):
    """Drawing at the left, what was drawn at the right."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.draw = DrawCard(self._open_task, self._draw)
        self.subsets = SubsetsCard(
            self.session.project_state.called,
            self._open_task,
            lambda name: shell.go(Place("publish", item=f"subset/{name}")),
            self._remove,
            self._remember,
        )
        offer_row_menu(self.subsets.list, shell, selection=lambda: {"name": self.subsets.list.key})
        self.split = SideSplitter(
            self.draw, box(column(self.subsets, pad=(SPACE, 0, 0, 0))), room=900
        )
        scrolled_column(wide(self.split), on=self)
        self.setFocusProxy(self.draw.form.inputs["size"].widget)

    def show_project_state(self, project_state: ProjectState) -> None:
        """Fetches what can be drawn, and what was."""
        self.session.fetch(
            partial(read_gold_subsets, self.session.project), self._show, owner=self, slot="gold"
        )

    def _show(self, held: GoldSubsets) -> None:
        self.draw.show_gold(held, self.why_not)
        self.subsets.show_gold(held, is_open=not self.why_not, name=self.place.item)

    def _remember(self, name: str) -> None:
        if name and name != self.place.item:
            self.place = Place("tasks", tab=SAMPLES, item=name)
            if self.isVisible():
                self.shell.refine(self.place)

    def _open_task(self, task_id: str) -> None:
        if task_id:
            self.shell.go(Place("task", task_id=task_id, tab="rubric"))

    def _draw(self, size: int, seed: int, name: str) -> None:

        def done(change: Change) -> None:
            self.place = Place("tasks", tab=SAMPLES, item=name)
            self.draw.names_anew = True
            self._tell(
                t("Drew {name}.", name=name) if change else t("The same sample exists already."),
                change,
            )

        self.session.perform(
            partial(draw_subset, self.session.ctx, size=size, seed=seed, name=name),
            done,
            self.refuse,
        )

    def _remove(self, name: str) -> None:
        self.session.perform(
            partial(remove_subset, self.session.ctx, name),
            lambda change: self._tell(t("Removed {name}.", name=name), change),
            self.refuse,
        )

    def _tell(self, text: str, change: Change) -> None:
        if change:
            self.shell.say(
                text, "good", act=t("Undo"), run=lambda: self.session.undo(change_id=change.id)
            )
        else:
            self.shell.say(text)
