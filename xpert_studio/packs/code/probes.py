"""What checks that run code need of the computer."""

from __future__ import annotations

from functools import partial
from typing import Final

from xpert_studio.api import mark
from xpert_studio.api.probes import Found, Need, Probe, State
from xpert_studio.core.instruments.deciding import Language


def _runs(language: Language) -> Found:
    """Whether code can be run, cut off: tried with an empty program."""
    from xpert_studio.packs.code.sandbox import why_not  # which other systems cannot import

    error = why_not(language)
    if error is None:
        return Found(State.FOUND)
    return Found(State.MISSING, detail=error.message, remedy=error.remedy)


PROBES: Final = (
    Probe(
        "sandbox",
        mark("Bubblewrap"),
        mark("checks that run Python code of responses"),
        Need.OPTIONAL,
        mark("Checkpoints that run code stay unscored; all others are scored."),
        partial(_runs, "python"),
        ("bwrap", "prlimit", "choom", "python3"),
        "keyring",
    ),
    Probe(
        "node",
        "Node.js",
        mark("checks that run JavaScript of responses"),
        Need.OPTIONAL,
        mark("Checkpoints that run JavaScript stay unscored."),
        partial(_runs, "javascript"),
        ("node",),
        "sandbox",
    ),
)
