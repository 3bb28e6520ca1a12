"""The lines of a document's text, each as deep as it lies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from xpert_studio.core.exchange.tables.cells import LISTED, PROSE, STRONG, Cell, Row, Sheet

BOLD: Final = "\ue000"
PLAIN: Final = "\ue001"
"""Put around what is bold in a paragraph."""
_BULLET: Final = re.compile(r"^[・•●○◦▪‣·]\s*")
_MARKED: Final = re.compile(r"^(?:[■◆▼★◎]|【.+】)")
_BOLD_PART: Final = re.compile(f"{BOLD}[^{PLAIN}]*{PLAIN}")
_SIGNS: Final = re.compile(f"[{BOLD}{PLAIN}]")
_MOST: Final = 20_000


class TextLines:
    """Takes the lines of a document in their order."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, Cell]] = []
        self._block = 0

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, text: str, depth: int, *, is_bold: bool = False) -> None:
        """A heading, or a line of a document that has no paragraphs."""
        self._block += 1
        self._rows.append((self._block, Cell(text, is_bold=is_bold, depth=depth)))

    def insert(self, place: int, cell: Cell) -> None:
        """A line of a list before those that lie within it; it stays the cell of its list."""
        self._block += 1
        self._rows.insert(place, (self._block, cell))

    def paragraph(self, text: str) -> None:
        """The lines of a paragraph; what stands out, or has a bullet, lies at another depth."""
        self._block += 1
        for line in text.splitlines():
            rest = _SIGNS.sub("", _BOLD_PART.sub("", line))
            said = " ".join(_SIGNS.sub("", line).split())
            is_bold = not re.search(r"\w", rest)
            if not said:
                continue
            depth = STRONG if is_bold or _MARKED.match(said) else PROSE
            if _BULLET.match(said):
                said, depth = _BULLET.sub("", said), LISTED + 1
            self._rows.append((self._block, Cell(said, is_bold=is_bold, depth=depth)))

    def sheet(self) -> Sequence[Sheet]:
        """All lines, for who looks for a rubric in them; none where there is no text."""
        rows = [Row(block, [cell]) for block, cell in self._rows[:_MOST]]
        return [Sheet("", rows, is_text=True)] if rows else []
