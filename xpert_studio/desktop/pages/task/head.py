"""The head of a task's workspace: what it is, where it stands, what comes next."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu

from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.names import (
    DIFFICULTIES,
    STAGE_MEANINGS,
    STAGE_TONES,
    STAGES,
    domain_name,
    language_name,
)
from xpert_studio.desktop.pages.task.steps import Steps
from xpert_studio.desktop.parts import button, chip, clear, column, label, retone, row
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.wording import mark, t, tn
from xpert_studio.records import Stage
from xpert_studio.workflow.views import TaskView

WAITS: Final = {
    Stage.SUBMITTED: (
        mark("Waits for a decision on the brief. Who can decide: {names}."),
        mark(
            "Nobody in this project can decide on this brief: it takes a lead, or a senior expert of its domain, who did not write it. Add one on the People page, or make this a solo project on the Project page."
        ),
    ),
    Stage.REVIEW: (
        mark("Waits for a review of the rubric. Who can review it: {names}."),
        mark(
            "Nobody in this project can review this rubric: it takes a reviewer of its domain who did not write it. Add one on the People page, or make this a solo project on the Project page."
        ),
    ),
    Stage.APPROVED: (mark("Waits for the draw of spot checks. Who can draw: {names}."), ""),
    Stage.SPOT_CHECK: (
        mark("Waits for a spot check. Who can do it: {names}."),
        mark(
            "Nobody in this project can do this spot check: it takes a senior expert of its domain who neither wrote nor reviewed it. Add one on the People page, or make this a solo project on the Project page."
        ),
    ),
}
"""What a task waits for at a stage: with those who can do it, and where nobody can."""


def _waits(view: TaskView) -> str:
    """For whom the task waits; empty where it waits for the person, or is ready."""
    told = WAITS.get(view.task.standing)
    if told is None or view.person in view.waits_for:
        return ""
    names = ", ".join(person.called for person in view.waits_for)
    return t(told[0], names=names) if names else t(told[1])


class Head(ShellWidget):
    """Title, chips, and the buttons for the next step.

    Signals:
        step_gone: A step that had the focus has been taken: the focus belongs elsewhere.
    """

    step_gone = Signal()

    def __init__(self, shell: Shell, steps: Steps) -> None:
        super().__init__(shell)
        self._steps = steps
        self.title = label("", "lead_title").bound(120, 2)
        self.stage = chip("", "optional")
        self.facts = label("", "muted")
        self.stale = label("", "warn")
        self.waits = label("", "muted")
        self.buttons = QHBoxLayout()
        self._shown: list[str] = []
        self.more = button(t("More"), picture="ellipsis", kind="quiet")
        self._menu = QMenu(self.more)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.more.setMenu(self._menu)
        to_tasks = button(
            t("Tasks"), lambda: shell.go(Place("tasks")), kind="link", picture="chevron-left"
        )
        top = row(self.title, self.buttons, self.more, gap=GAP, grow=0)
        about = row(to_tasks, self.stage, self.facts, gap=GAP, grow=2)
        column(
            top,
            about,
            self.waits,
            self.stale,
            steps.problem,
            on=self, gap=TIGHT,
        )  # fmt: skip

    def show_view(self, view: TaskView) -> None:
        """Shows a task."""
        task = view.task
        self._steps.problem.concern(view.task.id)
        self.title.setText(task.name)
        self.stage.setText(t(STAGES[task.standing]))
        self.stage.setToolTip(t(STAGE_MEANINGS[task.standing]))
        retone(self.stage, "chip", STAGE_TONES[task.standing])
        author = self.session.house.called(task.author_id)
        facts = [
            domain_name(task.domain),
            task.category or "",
            t(DIFFICULTIES[task.difficulty]) if task.difficulty else "",
            language_name(task.language),
            t("by {name}", name=author) if author else "",
        ]
        self.facts.setText(" · ".join(fact for fact in facts if fact))
        self.waits.say(_waits(view))
        stale = view.stale
        self.stale.setVisible(bool(stale))
        if stale:
            judged = tn("{n} judgment rests", "{n} judgments rest", stale.judgments)
            scored = tn("{n} verdict", "{n} verdicts", stale.verdicts)
            self.stale.setText(
                t(
                    "{judged} and {scored} on a text that has been edited since.",
                    judged=judged,
                    scored=scored,
                )
            )
        self._show_steps()

    def _show_steps(self) -> None:
        """The buttons stay while the steps are the same: one of them may have the focus."""
        steps = self._steps.next()
        if [step.id for step in steps] == self._shown:
            return
        held = QApplication.focusWidget()
        has_focus = held is not None and self.buttons.indexOf(held) >= 0
        self._shown = [step.id for step in steps]
        clear(self.buttons)
        for step in steps:
            made = button(
                step.label, partial(self.shell.book.run, step),
                kind="primary" if step is steps[0] else "", hint=t(step.hint),
            )  # fmt: skip
            self.buttons.addWidget(made)
        if has_focus:
            self.step_gone.emit()

    def focus_step(self) -> bool:
        """Puts the focus on the next step; whether there is one."""
        first = self.buttons.itemAt(0)
        made = first.widget() if first is not None else None
        if made is not None:
            made.setFocus()
        return made is not None

    def _fill_menu(self) -> None:
        self._menu.clear()
        for action in self._steps.others():
            why = action.refused() if action.refused else None
            made = self._menu.addAction(action.label, partial(self.shell.book.run, action))
            if why:
                made.setEnabled(False)
                made.setToolTip(why)
        self._menu.setToolTipsVisible(True)
