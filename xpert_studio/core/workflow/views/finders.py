"""Ways to search a project beside keywords, which packs bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.packs import Registry
from xpert_studio.core.store import Transaction
from xpert_studio.core.store.search import Hit
from xpert_studio.core.store.search_sources import HitKind


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is searched for.

    Attributes:
        text: A few words, or a whole case.
        kinds: Of places; as the finder chooses where there are none.
        top: So many of each kind, at most.
        by: How it is found, by a name of the finder; its best that is there where empty.
        base_url: Of a server that is asked.
        unasked: So many texts, at most, are prepared for a better way that is not named.
        dry_run: Nothing is sent; the notes say what it would take.
        on_progress: Is told what is done, and of how much.
    """

    text: str
    kinds: Sequence[HitKind] = ()
    top: int = 5
    by: str = ""
    base_url: str | None = None
    unasked: int = 2_000
    dry_run: bool = False
    on_progress: Callable[[int, int], None] | None = None


@dataclass(frozen=True, slots=True)
class Alike:
    """What was found.

    Attributes:
        hits: By kind, the best of each first; ``score`` is the likeness, at most 1.
        by: The name of how it was found.
        said: The same for people; a text to be translated.
        notes: What it does not find here, in sentences.
        cost: In US dollars; None where that is not known.
        better: The name of a way that finds more, for which texts have to be prepared first.
    """

    hits: tuple[Hit, ...]
    by: str
    said: str
    notes: tuple[str, ...] = ()
    cost: float | None = 0.0
    better: str = ""


@dataclass(frozen=True, slots=True)
class OtherFinder:
    """A way to search.

    Attributes:
        id: Its own.
        title: What stands above what it finds; a text to be translated.
        find: Searches for a person, whose id may be empty, and shows them no more than they may
            see; refuses what costs money to all but leads.
        systems: The section of the systems on the tasks that are found, asked for as ``like``.
    """

    id: str
    title: str
    find: Callable[[Transaction, str, Wanted], Alike]
    systems: str = ""


FINDERS: Final[Registry[OtherFinder]] = Registry("finders")
