"""The page of blind comparison: the tasks with pairs to compare, and one pair."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt

from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import (
    Preference,
    ToCompare,
    tasks_to_compare,
    withdraw_comparison,
)
from xpert_studio.desktop.actions import Action
from xpert_studio.desktop.look import GAP, PAD, SPACE, WIDE
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.pages.comparing.pair import PairWidget
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import box, column, stacked
from xpert_studio.report.part_names import domain_name


class ComparingPage(Page):
    """The tasks, or the pairs of one."""

    rests_on = frozenset({"comparison", "response", "task", "person", "project", "checkpoint"})

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.list = EntryView(t("Tasks with pairs to compare"), one_click=True)
        self.list.opened.connect(self._choose)
        empty = EmptyState(
            "columns-2",
            t("Nothing to compare"),
            t(
                "Pairs appear once a task has two responses. Experts compare responses to tasks of their own domains."
            ),
        )
        self.waiting = stacked(self.list, empty)
        queue = box(
            column(
                label(t("Comparing"), "title"),
                label(t("Which of two responses is better? Blind: systems are hidden."), "muted"),
                self.waiting,
                pad=WIDE,
                gap=SPACE,
            )
        )
        self.pair = PairWidget(shell, self._ended)
        self.pair.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.stack = stacked(queue, box(column(self.pair, gap=GAP, pad=(SPACE, PAD, SPACE, PAD))))
        column(self.stack, on=self)
        shell.book.add(self, *self._actions())

    def _actions(self) -> list[Action]:
        pair, no_pair = self.pair, self._why_no_pair
        first, second, tie = (
            partial(pair.decide, said)
            for said in (Preference.FIRST, Preference.SECOND, Preference.TIE)
        )
        return [
            Action("comparing.first", mark("First better"), first,
                   "1 Left", "arrow-left", "", no_pair),
            Action("comparing.second", mark("Second better"), second,
                   "2 Right", "arrow-right", "", no_pair),
            Action("comparing.tie", mark("Tie"), tie, "0 T", "", "", no_pair),
            Action("comparing.next", mark("Next pair"), lambda: pair.step(1), "J"),
            Action("comparing.previous", mark("Previous pair"), lambda: pair.step(-1), "K"),
            Action("comparing.open", mark("Next pair that is not compared"), pair.go_on, "Ctrl+Return"),
            Action("comparing.rationale", mark("Write the rationale"), pair.write_rationale, "R",
                   "pencil", "", no_pair),
            Action("comparing.together", mark("Scroll together"), pair.together.toggle, "S", "columns-2"),
            Action("comparing.undo", mark("Undo the last decision"), self.session.undo, "U", "undo-2",
                   refused=self.session.why_no_undo),
            Action("comparing.leave", mark("All tasks"), pair.close_form, "Alt+Up", "chevron-left"),
            Action.of(withdraw_comparison, "comparing.withdraw", self._withdraw, "", "x", no_pair),
        ]  # fmt: skip

    def _why_no_pair(self) -> str | None:
        if self.stack.currentIndex() == 0:
            return t("Open a task first.")
        return None if self.pair.is_open else t("The project is open for reading only.")

    def _withdraw(self) -> None:
        view = self.pair.view
        if view is not None:
            first, second = (item.response_id for item in view.shown)
            self.pair.problem.do(withdraw_comparison, first, second)

    def show_place(self, place: Place) -> None:
        """Shows the tasks, or the pairs of one."""
        super().show_place(place)
        self.stack.setCurrentIndex(1 if place.task_id else 0)
        (self.pair if place.task_id else self.list).setFocus()

    def takes_window(self, place: Place) -> bool:
        """Pairs have the window for themselves."""
        return bool(place.task_id)

    def refresh(self) -> None:
        """Fetches what is shown."""
        ctx, task_id = self.session.ctx, self.place.task_id

        def show(found: tuple[ToCompare, ...]) -> None:
            if self.place.task_id != task_id:
                return
            if not task_id:
                self._show_tasks(found)
            elif found:
                self.pair.show_work(found[0])
            else:
                self.shell.go(Place("comparing"))

        def failed(error: BaseException) -> None:
            self.shell.go(Place("comparing"))
            self.shell.tell(error)

        self.session.fetch(
            lambda: tasks_to_compare(ctx, task_id or None),
            show,
            failed if task_id else None,
            owner=self,
            slot="work",
        )

    def leave(self) -> None:
        """Saves what is being written."""
        self.pair.leave()

    def _show_tasks(self, found: tuple[ToCompare, ...]) -> None:
        entries = [
            Entry(
                item.task.id,
                item.task.name,
                (" · ".join(filter(None, (domain_name(item.task.domain), _done(item)))),),
                chip=t("Done") if item.done == len(item.pairs) else "",
                tone="good",
                picture="columns-2",
            )
            for item in sorted(found, key=lambda item: item.done == len(item.pairs))
        ]
        self.list.show_entries(entries)
        self.waiting.setCurrentIndex(0 if entries else 1)

    def _choose(self, task_id: str) -> None:
        self.shell.go(Place("comparing", task_id=task_id))

    def _ended(self) -> None:
        """All pairs of the task are compared: to the next task, or back to all of them."""
        ctx, here = self.session.ctx, self.place.task_id

        def go(found: tuple[ToCompare, ...]) -> None:
            if self.place.task_id != here:
                return
            others = (
                item.task.id
                for item in found
                if item.task.id != here and item.done < len(item.pairs)
            )
            self.shell.go(Place("comparing", task_id=next(others, "")))
            self.shell.say(t("All pairs compared."), "good", act=t("Undo"), run=self.session.undo)

        self.session.fetch(lambda: tasks_to_compare(ctx), go, owner=self, slot="next")


def _done(item: ToCompare) -> str:
    return t("{n} of {total} pairs compared", n=item.done, total=len(item.pairs))
