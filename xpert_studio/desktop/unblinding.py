"""Asks a lead whether they want to see what is hidden from them until they have judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import t, tn
from xpert_studio.core.workflow.unblinding import unblind
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.asking import ActionDialog


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
            "You will see systems, judgments of others and verdicts before you have judged. The history records it, and judgments that you make on these responses afterwards are marked as unblinded. This cannot be undone."
        ),
        t("Unblind"),
    ).ask(lambda: session.perform(lambda: unblind(session.ctx, response_ids), lambda _: then()))


def withheld_words(count: int) -> str:
    """Says how many are left out, on responses that the person still has a say on."""
    return tn(
        "{n} more is on a response that you still have to judge or confirm, and not shown.",
        "{n} more are on responses that you still have to judge or confirm, and not shown.",
        count,
    )
