"""Asks a lead whether they want to see what is hidden from them until they have judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import listed, t, tn
from xpert_studio.core.workflow.blinding import Blinding
from xpert_studio.core.workflow.unblinding import unblind
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.report.part_names import domain_name


def ask_to_unblind(
    parent: QWidget, shell: Shell, response_ids: Sequence[str], then: Callable[[], None]
) -> None:
    """Says what unblinding means, and does it where the person agrees.

    Args:
        parent: The window to ask in.
        shell: The session of the person.
        response_ids: The responses.
        then: Called after they were unblinded.
    """
    session = shell.session
    ActionDialog(
        parent,
        tn("Unblind {n} response?", "Unblind {n} responses?", len(response_ids)),
        t(
            "You will see systems, judgments of others and verdicts before you have "
            "judged. The history records it, and judgments that you make on these "
            "responses afterwards are marked as unblinded. This cannot be undone."
        ),
        t("Unblind"),
    ).ask(lambda: session.perform(lambda: unblind(session.ctx, response_ids), lambda _: then()))


def examined_words(hidden: Blinding) -> str:
    """Says why a person who is examined sees no results."""
    return t(
        "You are examined in {domains}; until it is decided, results are hidden from you.",
        domains=listed(map(domain_name, hidden.examined)),
    )


def withheld_words(count: int) -> str:
    """Says how many are left out, on responses that the person still has a say on."""
    return tn(
        "{n} more is on a response that you still have to judge or confirm, and not shown.",
        "{n} more are on responses that you still have to judge or confirm, and not shown.",
        count,
    )


def hidden_words(hidden: Blinding, for_leads: str) -> tuple[str, str]:
    """Why results are hidden from a person, as a title, and what to do.

    Args:
        hidden: What is kept from them.
        for_leads: Why they are, where only leads see them.
    """
    if hidden.examined:
        return t("Results are hidden"), examined_words(hidden)
    if not hidden.sees_results:
        return t("Results are for leads"), for_leads
    return (
        tn("{n} response to judge blind", "{n} responses to judge blind", len(hidden.to_judge)),
        t(
            "Results name systems, so they are hidden until you have judged. As a "
            "lead you may unblind yourself: it is recorded, and your later judgments "
            "are marked."
        ),
    )
