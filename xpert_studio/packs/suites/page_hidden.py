"""What stands in the place of evaluations for a person who must not see results yet."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.api.pages import EmptyState, Place, Shell, button, t, tn
from xpert_studio.core.workflow.blinding import Blinding
from xpert_studio.desktop.unblinding import ask_to_unblind, examined_words


class HiddenResults(EmptyState):
    """Says why evaluations are hidden, and what to do.

    Args:
        shell: The window around it.
        then: Called once the person has unblinded themselves.
    """

    def __init__(self, shell: Shell, then: Callable[[], None]) -> None:
        self.hidden = Blinding()
        self.to_judging = button(
            t("Judge them"), lambda: shell.go(Place("judging")), kind="primary", picture="scale"
        )
        self.to_unblind = button(
            t("Unblind…"),
            lambda: ask_to_unblind(self.window(), shell, self.hidden.to_judge, then),
            picture="eye",
        )
        super().__init__("eye-off", "", "", self.to_judging, self.to_unblind)

    def say_hidden(self, hidden: Blinding) -> None:
        """Shows what is hidden from the person."""
        self.hidden = hidden
        count = len(hidden.to_judge)
        if hidden.examined:
            judging = [self.to_judging] if count else []
            self.say(t("Results are hidden"), examined_words(hidden), judging)
            return
        if not hidden.sees_results:
            self.say(
                t("Results are for leads"),
                t("Leads see how systems do on suites."),
                [self.to_judging] if count else [],
            )
            return
        self.say(
            tn("{n} response to judge blind", "{n} responses to judge blind", count),
            t(
                "Results name systems, so they are hidden until you have judged. As a "
                "lead you may unblind yourself: it is recorded, and your later judgments "
                "are marked."
            ),
            [self.to_judging, self.to_unblind],
        )
