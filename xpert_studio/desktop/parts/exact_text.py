"""What stands in a field, as it was written: Qt's own reading makes spaces of no-break spaces.

A text that was only looked at must not come back as another one; and in French, or in a text from
Word, no-break spaces are part of what was written.
"""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtGui import QTextDocument

_BREAKS: Final = re.compile("\r\n|[\r\u2028\u2029\ufdd0\ufdd1]")


def exact_text(document: QTextDocument) -> str:
    """The text of a document, every kind of line break as a plain one."""
    return with_plain_breaks(document.toRawText())


def with_plain_breaks(text: str) -> str:
    """A text as it comes back from a field that shows it; Qt drops a byte order mark."""
    return _BREAKS.sub("\n", text.removeprefix("\ufeff"))
