"""Names of what is listed, such as tiers, stages and domains: shown in one language, read in all.

An entry has an id, which projects and programs hold. What a person types, or a sheet's cell says,
may be the id or any name of it in any language of the program; case, width, spaces and hyphens do
not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Self, TypeVar, cast

from xpert_studio.core.messages import Name
from xpert_studio.core.wording import CATALOGUES, LANGUAGES, spoken, translated

Id = TypeVar("Id", bound=str)
LISTS: Final[dict[str, Names[Any]]] = {}
"""Every list by what its entries are."""
_JOINING: Final = re.compile(r"\band\b|[&＆+/、，,·・\s_-]+")
_NO_NAMES: Final[Mapping[str, Iterable[str]]] = MappingProxyType({})


def folded(text: str) -> str:
    """A name as it is compared: without case, width, and what joins its words."""
    return _JOINING.sub("", unicodedata.normalize("NFKC", text).casefold())


class Names(dict[Id, str]):
    """The entries of a list: their English titles by their ids.

    Args:
        kind: What an entry is, such as ``tier``; the key in ``LISTS``.
        titles: The English titles by id. The catalogue has their translations.
        also: Further names by id, in any language.
        chinese: The Chinese titles, where they are no texts of the catalogue.
    """

    def __init__(
        self,
        kind: str,
        titles: Mapping[Id, str],
        *,
        also: Mapping[Any, Iterable[str]] = _NO_NAMES,
        chinese: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(titles)
        self.kind = kind
        self._also, self._chinese = also, chinese
        LISTS[kind] = self

    def title(self, id_: str, language: str = "") -> str:
        """The title of an entry; a text that is no id stays as it is.

        Args:
            id_: The id.
            language: ``en`` or ``zh``; empty for the language of this process.
        """
        language = language or spoken()
        english = cast("dict[str, str]", self).get(id_)
        if english is None or language not in CATALOGUES:
            return str(id_ if english is None else english)
        return translated(english, language) if self._chinese is None else self._chinese[id_]

    def message(self, id_: str) -> str:
        """An entry in a message: its id, which may be typed, and its title in other languages."""
        if id_ not in self:
            return id_
        return Name(str(id_), **{language: self.title(id_, language) for language in CATALOGUES})

    def word(self, id_: str) -> str:
        """An entry as a command line says it: its id in English, else its title."""
        return translated(self.message(id_))

    def find(self, text: str) -> Id | None:
        """The entry that a text names in any language; None where it names none."""
        return self._by_name.get(folded(text))

    def reader(self, own: Iterable[str]) -> Callable[[str], str | None]:
        """Reads the names of a project, which may be those of this list or others.

        Args:
            own: The project's, as it writes them: its own spelling comes first.

        Returns:
            What gives the project's name that a text means, or None where it means none of them.
        """
        kept = list(own)
        spelt = {folded(name): name for name in reversed(kept)}
        meant = {id_: name for name in reversed(kept) if (id_ := self.find(name)) is not None}

        def read(text: str) -> str | None:
            id_ = self.find(text)
            return spelt.get(folded(text)) or (None if id_ is None else meant.get(id_))

        return read

    @cached_property
    def _by_name(self) -> Mapping[str, Id]:
        found: dict[str, Id] = {}
        for id_, english in self.items():
            # The command line says the ids of enumerations too, which the catalogue has as well.
            said = (self.title(id_, language) for language in LANGUAGES)
            ids = (translated(str(id_), language) for language in CATALOGUES)
            for name in (str(id_), english, *said, *ids, *self._also.get(id_, ())):
                found.setdefault(folded(name), id_)
        return found


class Listed(StrEnum):
    """A word of a list in ``LISTS``, of the kind that the class is called."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """A word by any of its names."""
        known = LISTS.get(cls.__name__)
        return known.find(value) if known is not None and isinstance(value, str) else None
