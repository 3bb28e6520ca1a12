"""What packs show where a verdict or the judgments on a checkpoint are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QMenu, QWidget

from xpert_studio.core.packs import entries
from xpert_studio.core.records import DisagreementKey
from xpert_studio.desktop.shell import Shell, ShellWidget


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision that is on the screen.

    Attributes:
        judge_id: Whose verdict it is; empty for a judgment.
        expert_id: Whose judgment it is; empty for a verdict.
        name: Who decided, in words.
    """

    response_id: str
    checkpoint_id: str
    judge_id: str = ""
    expert_id: str = ""
    name: str = ""


class CasePart(ShellWidget):
    """Something about the decisions that are shown; it hides where it has nothing to say."""

    def show_decisions(self, decisions: Sequence[ShownDecision]) -> None:
        """Other decisions are shown, or the same after a change of the project."""

    @staticmethod
    def fill_menu(shell: Shell, menu: QMenu, decisions: Sequence[ShownDecision]) -> None:
        """Puts what can be done with decisions into the menu of their row."""

    @staticmethod
    def add_keys(
        shell: Shell, view: QWidget, decisions: Callable[[], Sequence[ShownDecision]]
    ) -> None:
        """Gives a list keys that do the same with the decisions of its current row."""


def decision_of(key: DisagreementKey) -> ShownDecision:
    """A judge's verdict, by what it is on."""
    return ShownDecision(key.response_id, key.checkpoint_id, judge_id=key.judge_id)


def case_parts(shell: Shell) -> list[CasePart]:
    """What all packs show there."""
    return [make(shell) for make in entries("case_parts")]


def add_case_keys(
    shell: Shell, view: QWidget, decisions: Callable[[], Sequence[ShownDecision]]
) -> None:
    """Gives a list of decisions the keys of packs, which work while it has the focus."""
    for make in entries("case_parts"):
        make.add_keys(shell, view, decisions)


def fill_case_menu(shell: Shell, menu: QMenu, *decisions: ShownDecision) -> None:
    """Puts what packs can do with decisions into a menu."""
    for make in entries("case_parts"):
        make.fill_menu(shell, menu, decisions)
