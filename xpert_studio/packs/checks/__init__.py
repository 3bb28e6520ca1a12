"""Checkpoints that a program decides, with the kinds of checks that need no code to be run."""

from xpert_studio.api import Offer, Pack, mark

_FILES = (
    "counts", "lengths", "texts", "patterns", "repetition", "overlap", "json_texts", "markup",
    "html_signs", "tables", "markdown", "numbers", "dates", "languages", "phrases", "facts",
    "behaviour", "traps", "ifeval",
)  # fmt: skip

PACK = Pack(
    id="checks",
    title=mark("Checks by program"),
    order=20,
    instruments={"check": "instrument:CHECK"},
    checks={name: f"kinds.{name}:KINDS" for name in _FILES}
    | {"constraints": "kinds.combined:KIND"},
    commands={
        "checks": Offer(
            "command:app",
            mark("Kinds of checks that a program decides, and what one decides on a text."),
            after="rubric",
        )
    },
    editors={"check": "page_settings:CheckForm"},
)
