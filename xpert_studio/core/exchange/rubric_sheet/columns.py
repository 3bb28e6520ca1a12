"""Which dimension a tag means, and what instruments are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from xpert_studio.core.messages import Message
from xpert_studio.core.names import folded
from xpert_studio.core.records.vocabulary import DIMENSIONS
from xpert_studio.core.resources import resource_json

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


EXPECTED: Final = Message(
    "Criterion, Points, Importance, Tag (评分标准, 分值, 重要性, 标签), in any order"
)
