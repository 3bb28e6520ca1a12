"""Packs: folders that bring instruments, checks, figures, formats and more, each by one door.

The program's own lie in ``xpert_studio.packs``; others are installed beside it and name themselves
by an entry point of the group ``xpert_studio.packs``. A pack's manifest says what it brings and
where that lies (``pack_manifest``); it is imported when it is used. A pack is code, and comes with
no project.
"""

from __future__ import annotations

import json
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from threading import Lock
from traceback import walk_tb
from typing import Any, Final, TextIO, TypeVar

from xpert_studio import __version__
from xpert_studio.core.errors import XpertError
from xpert_studio.core.messages import Message
from xpert_studio.core.pack_files import GROUP, find_added
from xpert_studio.core.pack_manifest import (
    IDENTIFIED,
    KINDS,
    NAMED,
    SHARED,
    Pack,
    is_entry,
    place_in,
    wrong_in,
)
from xpert_studio.core.processes import is_frozen
from xpert_studio.core.wording import add_texts

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Unusable:
    """A pack, or an entry of one, that cannot be used.

    Attributes:
        name: Of the entry point, or the pack and the entry.
        origin: The distribution that it came with.
        problem: What is wrong with it.
    """

    name: str
    origin: str
    problem: Message


_unusable: Final[dict[tuple[str, str], Unusable]] = {}
_reserved: Final[dict[str, frozenset[str]]] = {}
"""By kind, the ids that the core and the front ends have themselves."""
_FAILS: Final = (Exception, SystemExit)
"""What code of others may end with; a person who stops the program is none of it."""


def unusable() -> tuple[Unusable, ...]:
    """What of others' packs cannot be used; all that they bring is imported."""
    for pack in packs():
        for kind in KINDS if pack.origin else ():
            for name in getattr(pack, kind):
                if brought(pack, kind, name):
                    _need_new(pack, kind, name)
    return tuple(_unusable.values())


def _need_new(pack: Pack, kind: str, name: str) -> None:
    """Tells of each entry that is not used, as the program or an earlier pack has one of its id."""
    before = packs()[: packs().index(pack)]
    ids: list[str] = []
    known = set(_reserved.get(kind, ()))
    if kind in NAMED:
        known |= {id_ for other in before for id_ in getattr(other, kind)}
        ids = [name]
    elif kind in IDENTIFIED - SHARED:
        known |= {entry.id for entry in entries(kind, of=lambda other: other in before)}
        ids = [one.id for one in brought(pack, kind, name)]
    for id_ in known.intersection(ids):
        leave_out(pack, id_, Message("There is {id!r} already.", id=id_))


@cache
def packs() -> tuple[Pack, ...]:
    """All packs there are, the program's own first; of others', those that can be used."""
    from xpert_studio import packs as own

    find_added()
    found = {name: _own(name) for name in _own_names(own.__path__)}
    points = sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value))
    waiting: dict[str, Pack] = {}
    for one in filter(None, map(_installed, points)):
        if _is_new(one, found | waiting):
            waiting[one.id] = one
    while ready := [one for one in waiting.values() if found.keys() >= set(one.needs)]:
        for pack in ready:
            found[pack.id] = waiting.pop(pack.id)
            _add_texts(pack)
    for pack in waiting.values():
        missing = next(name for name in pack.needs if name not in found)
        _note(pack.id, pack.origin, Message("It needs the pack {pack!r}.", pack=missing))
    return tuple(sorted(found.values(), key=lambda one: (bool(one.origin), one.order, one.id)))


def _own_names(folders: Iterable[str]) -> list[str]:
    """The packs that come with the program; a frozen one has a list, made when it was built."""
    if is_frozen():
        listed = files("xpert_studio").joinpath("_frozen", "packs.json")
        return [str(name) for name in json.loads(listed.read_text(encoding="utf-8"))]
    return [name for _, name, _ in pkgutil.iter_modules(folders)]


def _own(name: str) -> Pack:
    module = import_module(f"{GROUP}.{name}")
    pack: Pack = module.PACK
    return replace(pack, package=module.__name__)


def _is_new(pack: Pack, known: Mapping[str, Pack]) -> bool:
    if pack.id in known:
        said = Message(
            "There is a pack {pack!r} already, of {origin}.",
            pack=pack.id,
            origin=known[pack.id].origin or "Xpert Studio",
        )
        _note(pack.id, pack.origin, said)
    return pack.id not in known


class _PrintsApart:
    """While any thread is in it, what is printed goes to standard error.

    ``redirect_stdout`` in two threads at once would leave it there: the second takes the first's
    for the program's own, and gives that back last.
    """

    def __init__(self) -> None:
        self._lock, self._inside = Lock(), 0
        self._own: TextIO | None = None

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            if self._inside == 1:
                self._own, sys.stdout = sys.stdout, sys.stderr

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside and self._own is not None:
                sys.stdout, self._own = self._own, None


_PRINTS_APART: Final = _PrintsApart()


def _load(point: EntryPoint) -> Any:  # noqa: ANN401 - whatever lies there
    """What code of others has at a place; what it prints is no output of the program."""
    with _PRINTS_APART:
        return point.load()


def _installed(point: EntryPoint) -> Pack | None:
    """A pack from outside; None, and told by ``unusable``, where its manifest cannot be read."""
    origin = point.dist.name if point.dist is not None else point.value
    try:
        pack = _load(point)
    except _FAILS as error:
        _note(point.name, origin, _unread(error))
        return None
    if not isinstance(pack, Pack):
        _note(point.name, origin, Message("It has no manifest: {found}.", found=repr(pack)))
        return None
    wrong = wrong_in(pack)
    if wrong:
        _note(point.name, origin, Message("Its manifest has a wrong {field!r}.", field=wrong))
        return None
    version = point.dist.version if point.dist is not None else pack.version
    return replace(pack, package=point.module, origin=origin, version=version)


def _unread(error: BaseException) -> Message:
    """Why a manifest cannot be read: it takes what the door does not have, or fails by itself."""
    taken = str(getattr(error, "name", None) or "") if isinstance(error, ImportError) else ""
    is_misfit = isinstance(error, TypeError) and str(error).startswith(("Pack.", "Offer."))
    if is_misfit or taken.partition(".")[0] == "xpert_studio":
        return Message(
            "It is made for another version of Xpert Studio than {version}: {error}.",
            version=__version__,
            error=repr(error),
        )
    return Message("It fails: {error}", error=repr(error))


def _add_texts(pack: Pack) -> None:
    for language, name in (pack.texts or {}).items():
        try:
            found = json.loads(files(pack.package).joinpath(name).read_text(encoding="utf-8"))
            refused = add_texts(language, found)
        except (*_FAILS,) as error:
            _note_failure(f"{pack.id}: {name}", pack, error)
            continue
        for text in refused:
            problem = Message("The translation of {text!r} has other values.", text=text)
            _note(f"{pack.id}: {text}", pack.origin, problem)


def _note(name: str, origin: str, problem: Message) -> None:
    _unusable[name, origin] = Unusable(name, origin, problem)


def reserve(kind: str, ids: Iterable[str]) -> None:
    """Has ``unusable`` tell of packs that bring a kind under one of these ids, which stays ours."""
    _reserved[kind] = _reserved.get(kind, frozenset()) | frozenset(ids)


def leave_out(pack: Pack, name: str, problem: Message) -> None:
    """Has ``unusable`` tell of an entry of a pack that is not used."""
    _note(f"{pack.id}: {name}", pack.origin, problem)


def _note_failure(name: str, pack: Pack, error: BaseException) -> None:
    _note(name, pack.origin, Message("It fails: {error}", error=repr(error)))


@cache
def brought(pack: Pack, kind: str, name: str) -> tuple[Any, ...]:
    """What lies at a place of a pack; nothing, and told by ``unusable``, where others' fails."""
    place = EntryPoint(name, f"{pack.package}.{place_in(getattr(pack, kind)[name])}", kind)
    try:
        found = _load(place) if pack.origin else place.load()
        made = found if isinstance(found, tuple) else (found,)
        if pack.origin and not all(is_entry(one, kind) for one in made):
            raise TypeError(place.value)
    except _FAILS as error:
        if not pack.origin:
            raise
        _note_failure(f"{pack.id}: {name}", pack, error)
        return ()
    return made


def find(kind: str, name: str) -> Any:  # noqa: ANN401 - what the kind is made of
    """The entry that stands in a manifest by a name; None where there is none."""
    named = (pack for pack in packs() if name in getattr(pack, kind))
    return next((one for pack in named for one in brought(pack, kind, name)), None)


def entries(kind: str, of: Callable[[Pack], bool] = lambda _: True) -> tuple[Any, ...]:
    """All that packs bring of a kind, in the order of packs and manifests.

    Args:
        kind: One of ``KINDS``.
        of: Which packs.
    """
    return tuple(
        one
        for pack in packs()
        if of(pack)
        for name in getattr(pack, kind)
        for one in brought(pack, kind, name)
    )


def listed_with_packs(kind: str) -> dict[str, str]:
    """By name, what manifests list of a kind, with the title of its pack; imports none of it."""
    return {name: pack.title for pack in reversed(packs()) for name in getattr(pack, kind)}


def pack_in(error: BaseException) -> Pack | None:
    """The pack from outside in which an error arose; None where it arose elsewhere.

    What the program does for an object of a pack's class, such as a reading without its model,
    arose in the pack.
    """
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    for frame in reversed(frames):
        maker = type(frame.f_locals.get("self")).__module__
        for module in (str(frame.f_globals.get("__name__", "")), maker):
            for pack in packs():
                if pack.origin and f"{module}.".startswith(f"{pack.package}."):
                    return pack
    return None


def failed_in(pack: Pack, said: str) -> XpertError:
    """Says that a pack of others failed.

    Args:
        pack: The pack.
        said: What of it.
    """
    return XpertError(
        Message(
            "The pack {pack} of {origin} failed ({error}). What was saved before is safe.",
            pack=pack.id,
            origin=pack.origin,
            error=said[:200],
        ),
        remedy=Message(
            "Tell its author, or remove it: 'xpert-studio packs remove {origin}'.",
            origin=pack.origin,
        ),
    )


Placed = TypeVar("Placed", bound=Any)


def in_order(known: Mapping[str, Placed]) -> dict[str, Placed]:
    """Entries in the order of lists: the core's as they stand, each other after the one it names.

    Args:
        known: By id, the core's first; each has the id that it comes ``after``, perhaps empty.
    """
    order = {id_: place for place, id_ in enumerate(known)}

    def place(id_: str) -> int:
        after = known[id_].after
        return place(after) if after in known and order[after] < order[id_] else order[id_]

    return {id_: known[id_] for id_ in sorted(known, key=place)}


class Registry(Mapping[str, Entry]):
    """Of one kind, what the core and all packs bring, by id; imported when it is used.

    Of two of one id the core's and the program's own packs' stands.

    Args:
        kind: One of ``KINDS``.
        own: The core's, which come first.
    """

    def __init__(self, kind: str, own: Iterable[Any] = ()) -> None:
        self._kind, self._own = kind, tuple(own)
        self._known: dict[str, Entry] = {one.id: one for one in self._own}
        reserve(kind, self._known)

    def __getitem__(self, id_: str) -> Entry:
        known = self.__dict__.get("loaded", self._known)
        return known[id_] if id_ in known else self._alone(id_)

    def _alone(self, id_: str) -> Entry:
        """An entry that an own pack's manifest names, imported alone; else one of all."""
        named = [one for one in packs() if not one.origin and id_ in getattr(one, self._kind)]
        found = [one for pack in named for one in brought(pack, self._kind, id_)]
        if not found or found[0].id != id_:
            return self.loaded[id_]
        return self._known.setdefault(id_, found[0])

    def comes_along(self, id_: str) -> bool:
        """Whether the core, or the manifest of an own pack, has it; imports nothing for it."""
        named = (id_ in getattr(pack, self._kind) for pack in packs() if not pack.origin)
        return id_ in self._known or any(named)

    def __iter__(self) -> Iterator[str]:
        return iter(self.loaded)

    def __len__(self) -> int:
        return len(self.loaded)

    @cached_property
    def loaded(self) -> dict[str, Entry]:
        """All entries, imported."""
        found: dict[str, Entry] = {one.id: one for one in self._own}
        for one in entries(self._kind):
            found.setdefault(one.id, one)
        return found
