"""Readers of attached files, which run in a process with limits: what files hold is hostile."""

from xpert_studio.core.documents.colours import (
    UNKNOWN,
    WHITE,
    Colour,
    colour_of,
    fill_of,
    theme_colours,
)
from xpert_studio.core.documents.document import (
    MAX_CHARS,
    WHOLE,
    Findings,
    Gap,
    GapReason,
    NotReadError,
    Reader,
)
from xpert_studio.core.documents.markup import (
    Cell,
    grouped,
    lowered,
    raised,
    struck,
    table,
    without_blanks,
)
from xpert_studio.core.documents.plain_text import decoded
from xpert_studio.core.documents.symbols import LOST, in_signs, sign_of
from xpert_studio.core.messages import Message

__all__ = [
    "LOST",
    "MAX_CHARS",
    "UNKNOWN",
    "WHITE",
    "WHOLE",
    "Cell",
    "Colour",
    "Findings",
    "Gap",
    "GapReason",
    "Message",
    "NotReadError",
    "Reader",
    "colour_of",
    "decoded",
    "fill_of",
    "grouped",
    "in_signs",
    "lowered",
    "raised",
    "sign_of",
    "struck",
    "table",
    "theme_colours",
    "without_blanks",
]
