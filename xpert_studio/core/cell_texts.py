"""Texts in cells of spreadsheets, written so that none becomes a formula; names of columns.

A cell that would begin with ``=``, ``+``, ``-`` or ``@`` (after white space too), a tab, a line
end or an apostrophe gets an apostrophe before it; reading takes one off again. So every text comes
back as it was.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell

MAX_CELL: Final = 32_767
"""Longest text a cell of Excel holds."""

_BEGINS_FORMULA: Final = ("=", "+", "-", "@")
_BEGINS_OTHERWISE: Final = ("\t", "\r", "\n", "'")
_TO_ESCAPE: Final = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED: Final = re.compile("_x(?![dD][89a-fA-F])([0-9A-Fa-f]{4})_")


def guarded(text: str) -> str:
    """A text as a cell may hold it without becoming a formula."""
    return f"'{text}" if _is_dangerous(text) else text


def unguarded(text: str) -> str:
    """The text that ``guarded`` was given."""
    return text[1:] if text.startswith("'") and _is_dangerous(text[1:]) else text


def _is_dangerous(text: str) -> bool:
    return text.startswith(_BEGINS_OTHERWISE) or text.lstrip().startswith(_BEGINS_FORMULA)


def escaped(text: str) -> str:
    """A text as a workbook spells it: what XML cannot hold, or would change, as ``_xHHHH_``."""
    return _TO_ESCAPE.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def unescaped(value: Any) -> Any:  # noqa: ANN401 - any cell
    """What a cell says that spells characters as ``_xHHHH_``."""
    if not isinstance(value, str) or "_x" not in value:
        return value
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), value)


def cell_text(text: str) -> str:
    """A text as a cell of a workbook holds it."""
    return escaped(guarded(text))


def put_value(cell: Cell | MergedCell, value: Any) -> None:  # noqa: ANN401 - what a cell can hold
    """Puts a value into a cell of a workbook; a text never becomes a formula.

    Args:
        cell: The cell.
        value: A text of at most ``MAX_CELL`` characters as ``cell_text`` gives it, a number, a
            time, or None.
    """
    if isinstance(value, str):
        cell.value = cell_text(value) or None
        cell.data_type = "s" if value else "n"
    else:
        cell.value = value


def column_letters(place: int) -> str:
    """The letters of a spreadsheet's column: A for 0."""
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
