"""What stands in place of a verdict that is not shown: why, and what to do."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.core.wording import t
from xpert_studio.core.workflow.pending import Pending
from xpert_studio.core.workflow.views.verdicts import VerdictView
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.unblinding import ask_to_unblind
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import button
from xpert_studio.desktop.widgets.layouts import column


class WithheldNotice(ShellWidget):
    """Why there is nothing to see.

    Args:
        shell: The window around it.
        opened: Called once a lead has chosen to look all the same.
    """

    def __init__(self, shell: Shell, opened: Callable[[], None]) -> None:
        super().__init__(shell)
        self._opened = opened
        self.judge = button(t("Judge it first"), self._judge, kind="primary", picture="scale")
        self.confirm = button(
            t("Confirm its forms first"),
            lambda: self.shell.go(Place("judging")),
            kind="primary",
            picture="badge-check",
        )
        self.look = button(t("Unblind…"), self._ask_to_look, picture="eye")
        self.runs = button(t("All runs"), lambda: shell.go(Place("runs")), picture="activity")
        self.empty = EmptyState("eye-off", "", "", self.judge, self.confirm, self.look, self.runs)
        column(self.empty, on=self)

    def show_view(self, view: VerdictView) -> None:
        """Says why the verdicts on a response are hidden, or that there are none."""
        self._view = view
        looks = [] if self.session.why_no_lead else [self.look]
        title, text, ways = {
            Pending.JUDGE: (
                t("You may still judge this response"),
                t(
                    "Judging is blind: the judge’s verdicts are shown after you have submitted "
                    "your form."
                ),
                [self.judge, *looks],
            ),
            Pending.CONFIRM: (
                t("A form on this response is pending for you"),
                t("The judge’s verdicts are shown once you have confirmed or overridden it."),
                [self.confirm, *looks],
            ),
            None: (
                t("No judge has judged this response"),
                t("Start a run that covers it."),
                [self.runs],
            ),
        }[view.pending]
        self.empty.say(title, text, ways)

    def _judge(self) -> None:
        self.shell.go(Place("judging", task_id=self._view.task.id, item=self._view.response_id))

    def _ask_to_look(self) -> None:
        """Says what it means to look, and looks."""
        ask_to_unblind(self.window(), self.shell, (self._view.response_id,), self._opened)
