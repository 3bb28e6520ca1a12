"""Which dimension a tag means, and what instruments are called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from xpert_studio.exchange.tables.cells import plain
from xpert_studio.instruments import INSTRUMENTS
from xpert_studio.messages import Message
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
        """The dimension a tag names, or None where it is not given."""
        key = _key(tag)
        mapped = self._mapped.get(key)
        return self._known.get(_key(mapped), mapped) if mapped is not None else self._known.get(key)

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


EXPECTED: Final = Message(
    "Criterion, Points, Importance, Tag (评分标准, 分值, 重要性, 标签), in any order"
)


def instrument_names() -> dict[str, str]:
    """Instruments by all that a cell may call them."""
    listed: Mapping[str, Sequence[str]] = resource_json("rubric_sheet.json")["instruments"]
    return {
        plain(name): instrument.id
        for instrument in INSTRUMENTS.values()
        for name in (instrument.id, instrument.title, *listed.get(instrument.id, ()))
    }
