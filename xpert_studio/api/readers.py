"""Readers of attached files, which run in a process with limits: what files hold is hostile.

- A ``Reader`` gives the text of a file, at most ``MAX_CHARS``, and notes in ``Findings`` each
  ``Gap``: a ``GapReason`` and where, a ``Message``, or ``WHOLE``. A file of which nothing can be
  shown is a ``NotReadError``.
- Text: ``decoded`` of bytes, ``without_blanks``; ``table`` of ``Cell``s as Markdown; ``raised``,
  ``lowered``, ``struck`` and ``grouped`` letters. ``in_signs`` and ``sign_of`` give what a font of
  symbols shows, ``LOST`` where that is not known.
- Colours, to tell what cannot be seen: ``Colour``, ``colour_of`` a code, ``fill_of`` a shape,
  ``theme_colours``; ``WHITE``, and ``UNKNOWN`` of a picture.
"""

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
