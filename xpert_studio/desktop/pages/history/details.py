"""All that is known of a step, and the buttons that undo it or do it again."""

from __future__ import annotations

from PySide6.QtCore import Signal

from xpert_studio.desktop.kit import (
    GAP,
    SPACE,
    Card,
    Place,
    Shell,
    box,
    button,
    column,
    label,
    moment,
    px,
    row,
    scrolled,
    short,
    t,
)
from xpert_studio.desktop.pages.history.model import HistoryList, Row
from xpert_studio.desktop.pages.history.words import (
    details_of,
    from_to,
    line_of,
    state_sentence,
)
from xpert_studio.records import ChangeState
from xpert_studio.workflow.views import Step


class Details(Card):
    """The chosen row.

    Signals:
        unfold: The steps a row stands for should be listed, or no longer.
    """

    unfold = Signal()

    def __init__(self, shell: Shell, model: HistoryList, *, names_tasks: bool) -> None:
        super().__init__()
        self._shell = shell
        self._model = model
        self._names_tasks = names_tasks
        self._row: Row | None = None
        self.title = label("", "heading")
        self.when = label("", "small")
        self.task = button("", self._open_task, kind="link")
        self.facts = label("")
        self.state = label("", "muted")
        self.undo = button(t("Undo this"), self._undo, picture="undo-2")
        self.redo = button(t("Do again"), self._redo, picture="redo-2")
        self.unfolds = button("", self.unfold.emit)
        inside = box(column(
            self.title, row(self.undo, self.redo, self.unfolds, 1), self.when, row(self.task, 1),
            self.facts, self.state, 1,
            pad=SPACE, gap=GAP,
        ))  # fmt: skip
        column(scrolled(inside), on=self, pad=1)
        self.setMinimumHeight(px(56))
        self.show_row(None)

    def show_row(self, chosen: Row | None) -> None:
        """Shows what a row stands for."""
        self._row = chosen
        if chosen is None:
            self.hide()
            return
        self.show()
        event, house = chosen.step.event, self._shell.session.house
        self.title.setText(line_of(event, house))
        task_id = event.task_id if self._names_tasks else None
        self.task.setVisible(bool(task_id))
        self.task.setText(short(self._model.title_of(chosen.step), 44))
        if chosen.count > 1:
            self._show_several(chosen)
        else:
            self._show_one(chosen.step)

    def _show_several(self, chosen: Row) -> None:
        newest, oldest = chosen.steps[0].event.at, chosen.steps[-1].event.at
        self.when.setText(f"{moment(oldest)} – {moment(newest)}")
        self._say_facts([t("{n} times", n=chosen.count)])
        self.state.setText(t("Each of these steps can be looked at, and undone, by itself."))
        self.undo.hide()
        self.redo.hide()
        self.unfolds.show()
        self.unfolds.setText(t("Fold them") if chosen.is_open else t("Show each of them"))

    def _show_one(self, step: Step) -> None:
        event, house = step.event, self._shell.session.house
        self.when.setText(f"{event.at.astimezone():%Y-%m-%d %H:%M:%S}")
        if self._model.is_told_whole(step):
            lines = [from_to(event, house), *details_of(event, house), _reason(event.reason)]
            self._say_facts(lines)
        else:
            self._say_facts([t("What was decided is not shown to those who may still judge.")])
        self.state.setText(state_sentence(step))
        self.undo.setVisible(step.change_id is not None and step.state is ChangeState.DONE)
        self.redo.setVisible(step.change_id is not None and step.state is ChangeState.UNDONE)
        self.unfolds.hide()

    def _say_facts(self, lines: list[str]) -> None:
        text = "\n".join(line for line in lines if line)
        self.facts.say(text)

    def _undo(self) -> None:
        if self._row is not None:
            self._shell.session.undo(change_id=self._row.step.change_id)

    def _redo(self) -> None:
        if self._row is not None:
            self._shell.session.redo(change_id=self._row.step.change_id)

    def _open_task(self) -> None:
        if self._row is not None and self._row.step.event.task_id:
            self._shell.go(Place("task", task_id=self._row.step.event.task_id))


def _reason(reason: str | None) -> str:
    return t("Reason: {reason}", reason=reason) if reason else ""
