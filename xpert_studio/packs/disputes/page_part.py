"""Disputing what is on the screen: two buttons and a key below the decisions on a checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

from xpert_studio.api.changes import Command
from xpert_studio.api.pages import (
    GAP,
    TIGHT,
    CasePart,
    CommandDialog,
    Shell,
    ShownDecision,
    column,
    in_a_row,
    label,
    menu_button,
    row,
    show_if,
    t,
)
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.desktop.widgets.shown_text import menu_words
from xpert_studio.packs.disputes.changes import add, support
from xpert_studio.packs.disputes.records import OUTCOMES, Stance
from xpert_studio.packs.disputes.seen import SeenDispute, said_words, seen_disputes
from xpert_studio.packs.disputes.targets import DisputeTarget, Eyes, all_decided

DISPUTE_KEY: Final = "Ctrl+D"
SUPPORT_KEY: Final = "Ctrl+Shift+D"
_MOST: Final = 3
_LETTERS: Final = 160


class DisputePart(CasePart):
    """Says what was said of the decisions, and lets a person dispute or support one."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.said = label("", "small").bound(1500, 6)
        self.dispute = menu_button(
            t("Dispute ({key})", key=DISPUTE_KEY),
            partial(self._fill, add),
            picture="message-square-warning",
            kind="quiet",
        )
        self.support = menu_button(
            t("Support"), partial(self._fill, support), picture="check", kind="quiet"
        )
        self._shown: tuple[ShownDecision, ...] = ()
        self._open: list[ShownDecision] = []
        self._keys = [
            QShortcut(QKeySequence(keys), self, partial(self._by_key, made, command))
            for keys, made, command in (
                (DISPUTE_KEY, self.dispute, add),
                (SUPPORT_KEY, self.support, support),
            )
        ]
        self.support.setToolTip(SUPPORT_KEY)
        column(row(self.dispute, self.support, 1, gap=GAP), self.said, on=self, gap=TIGHT)
        self.hide()

    def show_decisions(self, decisions: Sequence[ShownDecision]) -> None:
        """Reads what was said of them, and which the person may dispute."""
        if self._shown != tuple(decisions):
            self._show((), [])
        self._shown = shown = tuple(decisions)
        ctx, project = self.session.ctx, self.session.project

        def read() -> tuple[tuple[SeenDispute, ...], list[ShownDecision]]:
            at = {(one.response_id, one.checkpoint_id) for one in shown}
            with project.reading() as tx:
                said = [
                    dispute
                    for dispute in seen_disputes(tx, ctx.person_id)
                    if (dispute.response_id, dispute.value.checkpoint) in at
                ]
                eyes = Eyes(tx, person_of(tx, ctx.person_id))
                known = all_decided(tx, {_target(one) for one in shown})
                may = [
                    one
                    for one in shown
                    if (on := known.get(_target(one))) is not None
                    and rights.refusal(lambda on=on: eyes.need_sight(on)) is None  # type: ignore[misc]
                ]
                return tuple(said), may

        if shown and not self.session.project.read_only:
            self.session.fetch(
                read,
                lambda found: self._show(*found) if self._shown == shown else None,
                owner=self,
                slot="disputes",
            )

    def _show(self, said: Sequence[SeenDispute], may: list[ShownDecision]) -> None:
        self._open = may
        self.said.say("\n".join(map(self._words, said[-_MOST:])))
        show_if(said or may, self)
        show_if(may, self.dispute, self.support)

    def _words(self, dispute: SeenDispute) -> str:
        called = self.session.project_state.called
        name = next(
            (it.name for it in self._shown if dispute.whose in {it.judge_id, it.expert_id}), ""
        )
        words = said_words(dispute, called(dispute.value.person), name or dispute.whose, _LETTERS)
        state = OUTCOMES.title(dispute.resolution.outcome) if dispute.resolution else ""
        if dispute.value.says is Stance.DISPUTE and not state:
            state = t("Not resolved")
        return in_a_row([words, *(f"({it})" for it in (state, dispute.changed_words) if it)])

    def _fill(self, command: Command[Any], menu: QMenu) -> None:
        for place, one in enumerate(self._open, start=1):
            menu.addAction(f"&{place}  {_whose(one)}", partial(say, self.shell, command, one))

    def _by_key(self, made: Any, command: Command[Any]) -> None:
        """Asks at once where one decision can be meant; else which one."""
        if not self.isVisible() or not self._open:
            return
        if len(self._open) == 1:
            say(self.shell, command, self._open[0])
        else:
            made.menu().popup(made.mapToGlobal(made.rect().bottomLeft()))

    @staticmethod
    def fill_menu(shell: Shell, menu: QMenu, decisions: Sequence[ShownDecision]) -> None:
        """Puts disputing and supporting into the menu of a row."""
        if shell.session.project.read_only:
            return
        menu.addSeparator()
        for command in (add, support):
            words = f"{t(command.words.title)}…"
            into = menu if len(decisions) == 1 else menu.addMenu(words)
            for decision in decisions:
                said = words if into is menu else _whose(decision)
                into.addAction(said, partial(say, shell, command, decision))

    @staticmethod
    def add_keys(
        shell: Shell, view: QWidget, decisions: Callable[[], Sequence[ShownDecision]]
    ) -> None:
        """Disputes or supports the first decision of the current row."""

        def take(command: Command[Any]) -> None:
            found = decisions()
            if found and not shell.session.project.read_only:
                say(shell, command, found[0])

        for keys, command in ((DISPUTE_KEY, add), (SUPPORT_KEY, support)):
            made = QShortcut(QKeySequence(keys), view, partial(take, command))
            made.setContext(Qt.ShortcutContext.WidgetShortcut)


def _target(shown_decision: ShownDecision) -> DisputeTarget:
    return DisputeTarget(
        shown_decision.response_id,
        shown_decision.checkpoint_id,
        shown_decision.judge_id,
        shown_decision.expert_id,
    )


def _whose(shown_decision: ShownDecision) -> str:
    name = menu_words(shown_decision.name or shown_decision.judge_id or shown_decision.expert_id)
    return (
        t("Verdict of {name}", name=name)
        if shown_decision.judge_id
        else t("Judgment of {name}", name=name)
    )


def say(shell: Shell, command: Command[Any], shown_decision: ShownDecision) -> None:
    """Asks why, and disputes or supports a decision."""

    def done(_: object) -> None:
        shell.say(
            t("Disputed. An adjudicator decides on it.")
            if command is add
            else t("Your support is recorded."),
            "good",
            act=t("Undo"),
            run=shell.session.undo,
        )

    given = {
        "response_id": shown_decision.response_id,
        "checkpoint_id": shown_decision.checkpoint_id,
        "judge_id": shown_decision.judge_id,
        "expert_id": shown_decision.expert_id,
    }
    CommandDialog(
        shell.window,
        shell.session,
        command,
        given,
        done,
        asked=("reason",),
        title=f"{t(command.words.title)}: {_whose(shown_decision)}",
        act=t(command.words.title),
        own={"reason": {"needed": ""}} if command is support else None,
    ).open()
