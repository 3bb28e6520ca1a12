"""The head of a task's workspace: what it is, where it stands, what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu

from xpert_studio.core.records import DIFFICULTIES, STAGES, Stage
from xpert_studio.core.wording import mark, t, tn
from xpert_studio.core.workflow.views import ProjectState, TaskView
from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.names import STAGE_MEANINGS, STAGE_TONES, language_name
from xpert_studio.desktop.pages import pages
from xpert_studio.desktop.pages.task.steps import Steps
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.widgets.fields import menu_button, tab_bar
from xpert_studio.desktop.widgets.labels import button, chip, label, retone
from xpert_studio.desktop.widgets.layouts import box, column, put_in, row
from xpert_studio.report.part_names import domain_name

WAITS: Final = {
    Stage.SUBMITTED: (
        mark("Waits for a decision on the brief. Who can decide: {names}."),
        mark(
            "Nobody in this project can decide on this brief: it takes a lead, or a "
            "senior expert of its domain, who did not write it. Add one on the "
            "People page, or make this a solo project on the Project page."
        ),
    ),
    Stage.REVIEW: (
        mark("Waits for a review of the rubric. Who can review it: {names}."),
        mark(
            "Nobody in this project can review this rubric: it takes a reviewer of "
            "its domain who did not write it. Add one on the People page, or make "
            "this a solo project on the Project page."
        ),
    ),
    Stage.APPROVED: (mark("Awaiting spot-check sampling. Who can sample: {names}."), ""),
    Stage.SPOT_CHECK: (
        mark("Waits for a spot check. Who can do it: {names}."),
        mark(
            "Nobody in this project can do this spot check: it takes a senior expert "
            "of its domain who neither wrote nor reviewed it. Add one on the People "
            "page, or make this a solo project on the Project page."
        ),
    ),
}
"""What is pending at a stage: with those who can do it, and where no person can."""


def _waits(view: TaskView) -> str:
    """Who has to act on the task; empty where it is the person, or is ready."""
    told = WAITS.get(view.task.standing)
    if told is None or view.person in view.waits_for:
        return ""
    names = ", ".join(person.called for person in view.waits_for)
    return t(told[0], names=names) if names else t(told[1])


TABS: Final = (
    ("brief", mark("Brief")),
    ("rubric", mark("Rubric")),
    ("review", mark("Review")),
    ("responses", mark("Responses")),
    ("history", mark("History")),
)
_LEADS_TO: Final = {
    "task.review": "review",
    "task.spot_check": "review",
    "task.respond": "responses",
}
"""Steps that only show a part: they are not offered on it."""


class TaskHead(ShellWidget):
    """Title, chips, and the buttons for the next step."""

    def __init__(self, shell: Shell, steps: Steps) -> None:
        super().__init__(shell)
        self._steps = steps
        self.title = label("", "lead_title").bound(120, 1)
        self.stage = chip("", "optional")
        self.facts = label("", "muted")
        self.stale = label("", "warn")
        self.waits = label("", "muted")
        self.buttons = QHBoxLayout()
        self._shown: list[str] = []
        self.tabs = tab_bar(
            [(t(title), name) for name, title in TABS],
            lambda _: self._show_steps(),
            name=t("Parts of the task"),
        )
        self.more = menu_button(t("More"), self._fill_menu, picture="ellipsis", kind="quiet")
        to_tasks = partial(shell.go, Place("tasks"))
        about = row(
            button(t("Tasks"), to_tasks, kind="link", picture="chevron-left"),
            self.title,
            self.stage,
            gap=GAP,
            grow=1,
        )
        self.folds = box(column(about, self.facts, self.waits, self.stale, gap=0))
        column(
            self.folds,
            row(self.tabs, self.buttons, self.more, gap=GAP, grow=0),
            steps.problem,
            on=self,
            gap=TIGHT,
        )

    def fold(self, at: int, most: int) -> None:
        """Makes room while the page is scrolled down, unless that would show all there is.

        Args:
            at: How far it is scrolled, in pixels.
            most: How far it can be.
        """
        if at == 0:
            self.folds.show()
        elif most > self.folds.height():
            self.folds.hide()

    def show_view(self, view: TaskView) -> None:
        """Shows a task."""
        task = view.task
        self._steps.problem.concern(view.task.id)
        self.title.setText(task.name)
        self.stage.setText(t(STAGES[task.standing]))
        self.stage.setToolTip(t(STAGE_MEANINGS[task.standing]))
        retone(self.stage, "chip", STAGE_TONES[task.standing])
        author = self.session.project_state.called(task.author_id)
        facts = (
            domain_name(task.domain),
            task.category,
            t(DIFFICULTIES[task.difficulty]) if task.difficulty else "",
            language_name(task.language),
            t("by {name}", name=author) if author else "",
            *_made_by(view, self.session.project_state),
        )
        self.facts.setText(" · ".join(filter(None, facts)))
        self.waits.say(_waits(view))
        stale = view.stale
        self.stale.say(
            t(
                "{judged} and {scored} on a text that has been edited since.",
                judged=tn("{n} judgment rests", "{n} judgments rest", stale.judgments),
                scored=tn("{n} verdict", "{n} verdicts", stale.verdicts),
            )
            if stale
            else ""
        )
        self._show_steps()

    def _show_steps(self) -> None:
        """The buttons stay while the steps are the same: one of them may have the focus."""
        here = TABS[max(self.tabs.currentIndex(), 0)][0]
        steps = [step for step in self._steps.next() if _LEADS_TO.get(step.id) != here]
        if [step.id for step in steps] == self._shown:
            return
        held = QApplication.focusWidget()
        has_focus = held is not None and self.buttons.indexOf(held) >= 0
        self._shown = [step.id for step in steps]
        made = [
            button(
                step.label,
                partial(self.shell.book.run, step),
                kind="" if place else "primary",
                hint=t(step.hint),
            )
            for place, step in enumerate(steps)
        ]
        put_in(self.buttons, made)
        if has_focus:
            # The step that had it has been taken; from the parts of the task the arrow keys lead on.
            (made[0] if made else self.tabs).setFocus()

    def _fill_menu(self, menu: QMenu) -> None:
        self.shell.book.fill(menu, self._steps.others())
        task_id = self._steps.view.task.id if self._steps.view else ""
        for entry in pages():
            if entry.of_task and task_id and self.session.has_role(*entry.roles):
                there = Place(entry.id, task_id=task_id)
                menu.addAction(t(entry.of_task), partial(self.shell.go, there))


def _made_by(view: TaskView, project_state: ProjectState) -> Iterator[str]:
    """Who contributed the brief and who wrote the rubric, where that is not its author now."""
    task = view.task
    rubric = view.revisions[0].frozen_by if view.revisions else None
    if task.first_author and task.first_author != task.author_id:
        yield t("contributed by {name}", name=project_state.called(task.first_author))
    if rubric and rubric != task.author_id:
        yield t("rubric by {name}", name=project_state.called(rubric))
