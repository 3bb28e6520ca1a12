"""What stands in the place of evaluations for a person who must not see results yet."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.api.pages import EmptyState, Place, Shell, button, t
from xpert_studio.core.workflow.blinding import Blinding
from xpert_studio.desktop.unblinding import ask_to_unblind, hidden_words


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
        judging = [self.to_judging] if hidden.to_judge else []
        own = [self.to_unblind] if hidden.sees_results and not hidden.examined else []
        for_leads = t("Leads see how systems do on suites.")
        self.say(*hidden_words(hidden, for_leads), [*judging, *own])
