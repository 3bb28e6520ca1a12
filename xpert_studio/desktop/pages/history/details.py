"""All that is known of a step, and the buttons that undo it or do it again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import ChangeState
from xpert_studio.core.wording import explained, moment, short, t
from xpert_studio.core.workflow import turn_refusal
from xpert_studio.core.workflow.views import SeenStep
from xpert_studio.desktop.look import GAP, SPACE, px
from xpert_studio.desktop.pages.history.rows import HistoryRow, HistoryWords
from xpert_studio.desktop.pages.history.words import (
    details_of,
    from_to,
    line_of,
    state_sentence,
)
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import enable_if


class Details(Card):
    """The chosen row.

    Args:
        shell: The window around it.
        unfold: Lists the steps a row stands for, or no longer.
    """

    _step: SeenStep  # the one that is shown; there is one whenever a button is seen

    def __init__(self, shell: Shell, unfold: Callable[[], object]) -> None:
        super().__init__()
        self.title = label("", "heading")
        self.when = label("", "small")
        self.task = button(
            "", lambda: shell.go(Place("task", task_id=self._step.event.task_id or "")), kind="link"
        )
        self.facts = label("")
        self.state = label("", "muted")
        self._session = session = shell.session
        self.undo = button(
            t("Undo this"), lambda: session.undo(change_id=self._step.change_id), picture="undo-2"
        )
        self.redo = button(
            t("Do again"), lambda: session.redo(change_id=self._step.change_id), picture="redo-2"
        )
        self.unfolds = button("", unfold)
        inside = box(
            column(
                self.title,
                row(self.undo, self.redo, self.unfolds, 1),
                self.when,
                row(self.task, 1),
                self.facts,
                self.state,
                1,
                pad=SPACE,
                gap=GAP,
            )
        )
        column(scrolled(inside), on=self, pad=1)
        self.setMinimumHeight(px(56))
        self.hide()

    def show_row(self, chosen: HistoryRow | None, words: HistoryWords) -> None:
        """Shows what a row stands for."""
        self.setVisible(chosen is not None)
        if chosen is None:
            return
        self._step = step = chosen.step
        is_one, event, state = len(chosen.steps) == 1, step.event, words.project_state
        self.title.setText(line_of(event, state))
        self.task.setVisible(words.names_tasks and bool(event.task_id))
        self.task.setText(short(words.title_of(step), 44))
        if not is_one:
            when = f"{moment(chosen.steps[-1].event.at)} – {moment(event.at)}"
            facts = [t("{n} times", n=len(chosen.steps))]
            can = t("Each of these steps can be looked at, and undone, by itself.")
        else:
            when, can = f"{event.at.astimezone():%Y-%m-%d %H:%M:%S}", state_sentence(step)
            facts = [t("What was decided is not shown to those who may still judge.")]
            if words.is_told_whole(step):
                reason = t("Reason: {reason}", reason=event.reason) if event.reason else ""
                facts = [from_to(event, state), *details_of(event, state), reason]
        self.when.setText(when)
        self.facts.say("\n".join(filter(None, facts)))
        self.state.setText(can)
        is_change = is_one and step.change_id is not None
        self.undo.setVisible(is_change and step.state is ChangeState.DONE)
        self.redo.setVisible(is_change and step.state is ChangeState.UNDONE)
        self.unfolds.setVisible(not is_one)
        self.unfolds.setText(t("Fold them") if chosen.is_open else t("Show each of them"))
        enable_if(False, self.undo, self.redo)
        if is_change and step.state in {ChangeState.DONE, ChangeState.UNDONE}:
            self._ask_whether_it_turns(step.change_id or "", back=step.state is ChangeState.DONE)

    def _ask_whether_it_turns(self, change_id: str, *, back: bool) -> None:
        """Lets the change be undone or done again, or says what is in the way."""

        def show(refused: XpertError | None) -> None:
            enable_if(refused is None, self.undo, self.redo)
            if refused is not None:
                self.state.setText(explained(refused))

        self._session.fetch(
            partial(turn_refusal, self._session.ctx, back=back, change_id=change_id),
            show,
            owner=self,
            slot="turns",
        )
