"""What stands in place of a verdict that is not shown: why, and what to do."""

from __future__ import annotations

from PySide6.QtCore import Signal

from xpert_studio.desktop.kit import (
    EmptyState,
    Place,
    Shell,
    ShellWidget,
    button,
    column,
    explained,
    t,
)
from xpert_studio.desktop.unblinding import ask_to_unblind
from xpert_studio.errors import XpertError
from xpert_studio.records import Role
from xpert_studio.workflow.pending import Pending
from xpert_studio.workflow.views.verdicts import VerdictView


class Wall(ShellWidget):
    """Why there is nothing to see.

    Signals:
        opened: A lead has chosen to look all the same.
    """

    opened = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._view: VerdictView | None = None
        self.judge = button(t("Judge it first"), self._judge, kind="primary", picture="scale")
        self.confirm = button(
            t("Confirm its sheets first"), self._confirm, kind="primary", picture="badge-check"
        )
        self.look = button(t("Unblind …"), self.ask_to_look, picture="eye")
        self.runs = button(t("All runs"), lambda: shell.go(Place("runs")), picture="activity")
        self.empty = EmptyState("eye-off", "", "", self.judge, self.confirm, self.look, self.runs)
        column(self.empty, on=self)

    def say_nothing_chosen(self) -> None:
        """Says where verdicts are to be found."""
        self._offer()
        self.empty.say(
            t("No verdict is open"),
            t("Verdicts are opened from what came of a run."),
        )

    def say_refused(self, error: XpertError) -> None:
        """Says why somebody may not see it."""
        self._offer()
        self.empty.say(t("This verdict cannot be shown"), explained(error))

    def show_view(self, view: VerdictView) -> None:
        """Says why the verdicts on a response are hidden, or that there are none."""
        self._view = view
        may_look = self.session.has_role(Role.LEAD) and not self.session.project.read_only
        if view.pending is Pending.JUDGE:
            self._offer(judge=True, look=may_look)
            self.empty.say(
                t("You may still judge this response"),
                t(
                    "Judging is blind: the judge’s verdicts are shown once you have handed your sheet in."
                ),
            )
        elif view.pending is Pending.CONFIRM:
            self._offer(confirm=True, look=may_look)
            self.empty.say(
                t("A sheet on this response waits for you"),
                t("The judge’s verdicts are shown once you have confirmed or overridden it."),
            )
        else:
            self._offer()
            self.empty.say(t("No judge has judged this response"), t("Start a run that covers it."))

    def _offer(self, *, judge: bool = False, confirm: bool = False, look: bool = False) -> None:
        self.judge.setVisible(judge)
        self.confirm.setVisible(confirm)
        self.look.setVisible(look)
        self.runs.setVisible(not judge and not confirm)

    def _judge(self) -> None:
        if self._view is not None:
            self.shell.go(Place("judging", task_id=self._view.task.id, item=self._view.response_id))

    def _confirm(self) -> None:
        self.shell.go(Place("meta"))

    def ask_to_look(self) -> None:
        """Says what it means to look, and looks."""
        view = self._view
        if view is not None:
            ask_to_unblind(self.window(), self.shell, (view.response_id,), self.opened.emit)
