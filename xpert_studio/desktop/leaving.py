"""The questions before a window is closed."""

from __future__ import annotations

from xpert_studio.core.records import RunRequest
from xpert_studio.core.wording import t, tn
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.labels import button


class Leaving:
    """Asks, when a window is closed while something is not saved or its runs are in progress."""

    def __init__(self, shell: Shell) -> None:
        self._window = shell.window
        self._session = shell.session
        self._is_settled = False

    @property
    def must_ask(self) -> bool:
        """Whether the user has to say what is to become of a run."""
        runs = self._session.runs
        return not self._is_settled and bool(self._session.is_held_up or runs.own or runs.starting)

    def ask(self) -> None:
        """Asks, and closes the window when that is said."""
        if self._session.is_held_up:
            self._ask_unsaved()
        else:
            self._ask_of_runs(len(self._session.runs.own) + len(self._session.runs.starting))

    def _ask_of_runs(self, count: int) -> None:
        dialog = ActionDialog(
            self._window,
            tn("{n} run in progress", "{n} runs in progress", count),
            t(
                "Runs continue without the window and save their verdicts. Stopped, they "
                "finish the calls in flight and can be resumed later."
            ),
            t("Close, keep running"),
        )
        dialog.fields.addWidget(
            button(t("Stop and close"), lambda: self._stop(dialog), picture="square")
        )
        dialog.ask(self._go)
        dialog.act.setFocus()

    def _ask_unsaved(self) -> None:
        dialog = ActionDialog(
            self._window,
            t("Not everything is saved yet"),
            t(
                "A full disk or another program keeps your last steps from being saved. "
                "Closed now, they are lost."
            ),
            t("Close and lose them"),
            danger=True,
        )
        again = button(t("Try again"), lambda: self._try_again(dialog), kind="primary")
        dialog.fields.addWidget(again)
        dialog.ask(self._go)
        again.setFocus()

    def _try_again(self, dialog: ActionDialog) -> None:
        dialog.reject()
        self._session.try_again()

    def _stop(self, dialog: ActionDialog) -> None:
        runs = self._session.runs
        for item in runs.own:
            runs.ask(item.run.id, RunRequest.STOP)
        dialog.accept()

    def _go(self) -> None:
        self._is_settled = True
        self._window.close()
