"""Which packs from outside a project uses, and for what; also where they are not installed.

A project keeps a row of it, a bundle names them in its manifest. What the projects say that were
opened is remembered here, by what packs bring, so that whatever is missed can name its pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from xpert_studio.core.messages import Message
from xpert_studio.core.pack_manifest import Pack
from xpert_studio.core.packs import brought, entries, packs

USED: Final = ("instruments", "checks", "providers")
"""What of packs records name: by it they cannot be read, or asked again, without the pack."""

_Name = Annotated[str, Field(max_length=200)]
_Names = Annotated[tuple[_Name, ...], Field(max_length=1000)]


class UsedPack(BaseModel):
    """What a project uses of one pack.

    Attributes:
        id: Of the pack; empty where it is not known which one brings it.
        title: For people, as the pack calls itself.
        version: The newest that the project was changed with.
        instruments, checks, providers: What it brings that the project uses, by id.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: _Name
    title: _Name = ""
    version: _Name = ""
    instruments: _Names = ()
    checks: _Names = ()
    providers: _Names = ()

    def brings(self) -> Iterable[tuple[str, str]]:
        """Kind and id of each of these."""
        return ((kind, name) for kind in USED for name in getattr(self, kind))

    def only(self, wanted: Iterable[tuple[str, str]]) -> UsedPack:
        """The same with those of them that are wanted."""
        kept = frozenset(wanted)
        return self.model_copy(
            update={
                kind: tuple(name for name in getattr(self, kind) if (kind, name) in kept)
                for kind in USED
            }
        )

    def plain(self) -> dict[str, Any]:
        """For the project file and for manifests; what is empty is left out."""
        return self.model_dump(mode="json", exclude_defaults=True) | {"id": self.id}

    @property
    def name(self) -> str:
        """How people are told of it."""
        return f"{self.title} ({self.id})" if self.title else self.id


LISTED: Final = TypeAdapter(Annotated[tuple[UsedPack, ...], Field(max_length=1000)])
"""Reads what a project file or a manifest lists."""

_missed: Final[dict[tuple[str, str], UsedPack]] = {}
"""By kind and id, which pack brought it, as the projects say that this process has opened.

It is only told to people, so it does no harm that two projects may call different packs by it.
"""


@cache
def _brought() -> Mapping[tuple[str, str], Pack]:
    """By kind and id, the pack from outside that brings it; what the program has itself stands."""
    found: dict[tuple[str, str], Pack] = {}
    for pack in packs():
        for kind in USED:
            for name in getattr(pack, kind):
                for one in brought(pack, kind, name) if pack.origin else ():
                    found.setdefault((kind, one.id), pack)
        # A judge that asks no model has the place of a provider in its record.
        for name in pack.judges if pack.origin else ():
            found.setdefault(("providers", name), pack)
    return found


def packs_from_outside(wanted: Iterable[tuple[str, str]]) -> list[Pack]:
    """The packs from outside that bring something of what is wanted, by kind and id."""
    return list(dict.fromkeys(_brought()[place] for place in wanted if place in _brought()))


def any_outside() -> bool:
    """Whether a pack from outside is installed; without one there is nothing to note."""
    return any(pack.origin for pack in packs())


def used_of(wanted: Iterable[tuple[str, str]], known: Iterable[UsedPack] = ()) -> list[UsedPack]:
    """The packs from outside that bring what is wanted, in the order of their ids.

    Args:
        wanted: Kinds and ids.
        known: What was noted of packs before: it says who brought what is not installed, and stays
            where it is of a newer version.
    """
    noted = {place: pack for pack in known for place in pack.brings()}
    found: dict[str, UsedPack] = {}
    for kind, name in sorted(set(wanted)):
        here = _brought().get((kind, name))
        pack = _as_used(here) if here else noted.get((kind, name))
        if pack is None:
            continue
        before = found.get(pack.id) or pack.only(())
        newest = max(before, pack, *(one for one in known if one.id == pack.id), key=_age)
        names = {*getattr(before, kind), name}
        update = {kind: tuple(sorted(names)), "version": newest.version, "title": newest.title}
        found[pack.id] = before.model_copy(update=update)
    return [found[id_] for id_ in sorted(found)]


def merged(one: Iterable[UsedPack], other: Iterable[UsedPack]) -> list[UsedPack]:
    """What two lists say together."""
    both = [*one, *other]
    return used_of((place for pack in both for place in pack.brings()), both)


def _age(pack: UsedPack) -> tuple[int, ...]:
    return tuple(int(part[:9]) for part in re.findall(r"\d+", pack.version))


def remember(found: Iterable[UsedPack]) -> None:
    """Notes what a project or a bundle says of the packs it uses."""
    for pack in found:
        _missed.update(dict.fromkeys(pack.brings(), pack))


def remembered() -> frozenset[UsedPack]:
    """What has been noted: what is said of whatever is missed follows from it."""
    return frozenset(_missed.values())


def are_lacking(listed: Iterable[UsedPack], wanted: Iterable[tuple[str, str]]) -> bool:
    """Whether a listed pack brings something wanted that is not here, or only an earlier version.

    Args:
        listed: As a bundle names them.
        wanted: Kinds and ids.
    """
    places = set(wanted)
    return any(
        not is_here(*place) or _is_older(place, pack)
        for pack in listed
        for place in places.intersection(pack.brings())
    )


@cache
def is_here(kind: str, name: str) -> bool:
    """Whether the program or an installed pack brings it."""
    return any(entry.id == name for entry in entries(kind))


def _as_used(pack: Pack) -> UsedPack:
    return UsedPack(id=pack.id, title=pack.title[:200], version=pack.version[:200])


def _is_older(place: tuple[str, str], noted: UsedPack) -> bool:
    """Whether the pack that brings something here is an earlier version than the one noted."""
    here = _brought().get(place)
    return here is not None and here.id == noted.id and _age(_as_used(here)) < _age(noted)


def pack_missed(kind: str, name: str) -> str:
    """The pack that brought something, where it is not installed; empty where that is not known."""
    noted = _missed.get((kind, name))
    is_there = noted is None or any(pack.id == noted.id for pack in packs())
    return "" if noted is None or is_there else noted.name


def needed(kind: str, name: str) -> str | None:
    """What is needed for what nothing brings here, and a pack brought: "needs …"; else None."""
    noted = _missed.get((kind, name))
    if noted is None or not noted.id or is_here(kind, name):
        return None
    if any(pack.id == noted.id for pack in packs()):
        return _newer(noted)
    return Message("needs the pack {pack}, which is not installed.", pack=noted.name)


def newer_needed(kind: str, name: str) -> str | None:
    """Which version is needed where the one that is here is earlier: "needs …"; else None."""
    noted = _missed.get((kind, name))
    return _newer(noted) if noted is not None and _is_older((kind, name), noted) else None


def _newer(noted: UsedPack) -> Message:
    here = next(pack for pack in packs() if pack.id == noted.id)
    return Message(
        "needs version {version} of the pack {pack}; version {here} is installed.",
        pack=noted.name,
        version=noted.version,
        here=here.version,
    )
