"""What the page says while there is nothing to show."""

from __future__ import annotations

from xpert_studio.desktop.kit import EmptyState, Place, Shell, button, t
from xpert_studio.report.look import Look


class Blank(EmptyState):
    """Why there is nothing, and what to do next."""

    def __init__(self, shell: Shell) -> None:
        runs = button(
            t("Compose a run"), lambda: shell.go(Place("runs", tab="new")), kind="primary"
        )
        confirm = button(t("Confirm judgments"), lambda: shell.go(Place("meta")))
        super().__init__("target", t("Counting …"), "", runs, confirm)
        self.to_runs, self.to_confirm = runs, confirm
        self._offer()

    def say_blind(self) -> None:
        """To those who may not know."""
        self.say(
            t("Judging is blind"),
            t("How judges follow the experts is shown to leads and senior experts only, so that nobody who judges knows what others decided."),
        )  # fmt: skip
        self._offer()

    def say_nothing(self, look: Look) -> None:
        """Shown where no judge can be compared with experts."""
        if look.analysis.judges:
            self.say(
                t("No confirmed judgments on what the judges have scored"),
                t("A judge is compared with gold: judgments that a senior expert has confirmed. Confirm sheets, or score the responses they are on."),
            )  # fmt: skip
            self._offer(runs=True, confirm=True)
            return
        self.say(
            t("Nothing has been scored yet"),
            t("Score the responses that experts have judged; how well the judge follows them shows here at once."),
        )  # fmt: skip
        self._offer(runs=True)

    def _offer(self, *, runs: bool = False, confirm: bool = False) -> None:
        self.to_runs.setVisible(runs)
        self.to_confirm.setVisible(confirm)
