"""From what experts write in the tag column to the dimensions of a project."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from xpert_studio.resources import resource_json

_JOINING: Final = re.compile(r"\band\b|[&＆+/、，,·・\s_-]+")
_LIKE: Final = 60.0
_MOST: Final = 3


def _key(text: str) -> str:
    return _JOINING.sub("", unicodedata.normalize("NFKC", text).casefold())


@cache
def _chinese() -> Mapping[str, str]:
    listed = resource_json("taxonomy.json")["dimensions"]
    return {_key(item["zh"]): item["name"] for item in listed}


@cache
def _synonyms() -> Mapping[str, str]:
    found: dict[str, str] = resource_json("rubric_sheet.json")["tags"]
    return {_key(tag): dimension for tag, dimension in found.items()}


class Tags:
    """Resolves tags.

    Args:
        dimensions: The project's.
        mapped: What the person said unknown tags mean.
    """

    def __init__(self, dimensions: Sequence[str], mapped: Mapping[str, str]) -> None:
        self._known = {_key(name): name for name in dimensions}
        for zh, name in _chinese().items():
            if _key(name) in self._known:
                self._known.setdefault(zh, self._known[_key(name)])
        self._mapped = {_key(tag): dimension for tag, dimension in mapped.items()}
        self._dimensions = tuple(dimensions)

    def dimension(self, tag: str) -> str | None:
        """The dimension a tag names, or None where nobody has said so."""
        key = _key(tag)
        mapped = self._mapped.get(key)
        if mapped is not None:
            return self._known.get(_key(mapped), mapped)
        return self._known.get(key)

    def suggestions(self, tag: str) -> tuple[str, ...]:
        """Dimensions that a tag may mean, the likeliest first."""
        from rapidfuzz import fuzz

        synonym = self._known.get(_key(_synonyms().get(_key(tag), "")))
        scored = sorted(
            ((fuzz.WRatio(tag.casefold(), name.casefold()), name) for name in self._dimensions),
            reverse=True,
        )
        alike = [name for score, name in scored if score >= _LIKE]
        return tuple(dict.fromkeys([*([synonym] if synonym else []), *alike]))[:_MOST]
