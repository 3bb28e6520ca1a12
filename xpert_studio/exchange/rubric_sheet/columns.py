"""Which column holds what, by its header or by what it holds; and which dimension a tag means."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from xpert_studio.cell_texts import unguarded
from xpert_studio.instruments import range_name
from xpert_studio.messages import Message
from xpert_studio.names import folded
from xpert_studio.records import TIERS
from xpert_studio.records.vocabulary import DIMENSIONS
from xpert_studio.resources import resource_json

_LIKE: Final = 60.0
_MOST: Final = 3


@cache
def _synonyms() -> Mapping[str, str]:
    found: dict[str, str] = resource_json("rubric_sheet.json")["tags"]
    return {folded(tag): dimension for tag, dimension in found.items()}


class Tags:
    """Resolves tags.

    Args:
        dimensions: The project's.
        mapped: What the person said unknown tags mean.
    """

    def __init__(self, dimensions: Sequence[str], mapped: Mapping[str, str]) -> None:
        self._known = DIMENSIONS.reader(dimensions)
        self._mapped = {folded(tag): dimension for tag, dimension in mapped.items()}
        self._dimensions = tuple(dimensions)

    def dimension(self, tag: str) -> str | None:
        """The dimension a tag names, or None where it is not given."""
        mapped = self._mapped.get(folded(tag))
        return self._known(tag) if mapped is None else self._known(mapped) or mapped

    def suggestions(self, tag: str) -> tuple[str, ...]:
        """Dimensions that a tag may mean, the likeliest first."""
        from rapidfuzz import fuzz

        synonym = self._known(_synonyms().get(folded(tag), ""))
        scored = sorted(
            ((fuzz.WRatio(tag.casefold(), name.casefold()), name) for name in self._dimensions),
            reverse=True,
        )
        alike = [name for score, name in scored if score >= _LIKE]
        return tuple(dict.fromkeys([*([synonym] if synonym else []), *alike]))[:_MOST]


HEADER_ROWS: Final = 20
EXPECTED: Final = Message(
    "Criterion, Points, Importance, Tag (评分标准, 分值, 重要性, 标签), in any order"
)
_BRACKETS: Final = re.compile(r"[(（\[【].*?[)）\]】]|[*:：]")


def plain(value: Any) -> str:  # noqa: ANN401 - any cell
    """A text as it is compared: without width, case and doubled spaces."""
    text = unicodedata.normalize("NFKC", "" if value is None else str(value))
    return " ".join(text.replace("_", " ").replace("-", " ").split()).casefold()


@cache
def _headers() -> Mapping[str, str]:
    found: dict[str, Sequence[str]] = resource_json("rubric_sheet.json")["columns"]
    return {plain(name): column for column, names in found.items() for name in names}


def unread_columns(header: Sequence[Any], columns: Mapping[str, int]) -> tuple[str, ...]:
    """Headings of a header row that name no column, as they are written."""
    places = set(columns.values())
    return tuple(
        str(cell).strip()
        for place, cell in enumerate(header)
        if cell is not None and place not in places and str(cell).strip()
    )


def header_of(cells: Sequence[Any]) -> dict[str, int] | None:
    """The columns a header row names, by their place; None where it is no header.

    Beside a scale, columns may be headed by a range of values, such as "70–89".
    """
    found: dict[str, int] = {}
    for place, cell in enumerate(cells):
        name = _headers().get(plain(_BRACKETS.sub(" ", str(cell)))) if cell is not None else None
        if name and name not in found:
            found[name] = place
    if "scale" in found:
        for place, cell in enumerate(cells):
            band = (
                range_name(unguarded(cell) if isinstance(cell, str) else cell)
                if cell is not None
                else None
            )
            if band is not None:
                found.setdefault(band, place)
    if "criterion" in found and {"points", "importance", "tag"} & found.keys():
        return found
    if "criterion" in found and len([cell for cell in cells if cell is not None]) == 1:
        return found
    return None


def columns_by_content(rows: Sequence[Sequence[Any]]) -> dict[str, int] | None:
    """The columns of a table without a header, where what they hold leaves no doubt.

    One column of points, at most one of tiers, and of the rest the one with the longest texts.
    """
    some = [row for row in rows[:HEADER_ROWS] if sum(cell is not None for cell in row) > 1]
    if not some:
        return None
    width = max(len(row) for row in some)
    columns = [[row[n] if n < len(row) else None for row in some] for n in range(width)]
    points = [n for n, column in enumerate(columns) if all(_is_points(cell) for cell in column)]
    tiers = [n for n, column in enumerate(columns) if all(_is_tier(cell) for cell in column)]
    texts = [
        n
        for n, column in enumerate(columns)
        if n not in points + tiers
        and all(isinstance(cell, str) and cell.strip() for cell in column)
    ]
    if len(points) != 1 or len(tiers) > 1 or not texts:
        return None
    longest = max(texts, key=lambda n: sum(len(str(cell)) for cell in columns[n]))
    found = {"criterion": longest, "points": points[0]}
    if tiers:
        found["importance"] = tiers[0]
    others = [n for n in texts if n != longest]
    if len(others) == 1:
        found["tag"] = others[0]
    return found


def _is_points(cell: Any) -> bool:  # noqa: ANN401 - any cell
    if isinstance(cell, bool) or cell is None:
        return False
    try:
        return 1 <= float(unicodedata.normalize("NFKC", str(cell))) <= 10
    except ValueError:
        return False


def _is_tier(cell: Any) -> bool:  # noqa: ANN401 - any cell
    return isinstance(cell, str) and TIERS.find(cell) is not None
