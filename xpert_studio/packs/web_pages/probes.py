"""What pictures of web pages need of the computer: tried with a page."""

from __future__ import annotations

from typing import Final

from xpert_studio.api import Message, mark
from xpert_studio.api.probes import Found, Need, Probe, State
from xpert_studio.packs.web_pages.browser.finding import VARIABLE, NoBrowserError


def _draws() -> Found:
    """Whether a page is drawn, and by what it is cut off."""
    from xpert_studio.packs.web_pages.rendering import PAGE, need_browser

    try:
        need_browser()
    except NoBrowserError as error:
        return Found(State.MISSING, detail=error.message, remedy=error.remedy)
    made = PAGE(b"<!doctype html><title>Test</title><p>A page.</p>")
    if made.failure is not None:
        return Found(
            State.MISSING,
            detail=made.failure,
            remedy=Message(
                "Name another Chromium with {variable}; bubblewrap cannot start one that was "
                "installed as a snap.",
                variable=VARIABLE,
            ),
        )
    by = made.facts["isolation"]
    return Found(State.FOUND, f"{PAGE.version.rpartition(',')[0]}, {by}")


PROBES: Final = (
    Probe(
        "web_pages",
        "Chromium",
        mark("pictures of web pages"),
        Need.OPTIONAL,
        mark("Web pages are shown as their text, to people and to judges."),
        _draws,
        ("Chromium", "bwrap", "choom"),
        "sandbox",
    ),
)
