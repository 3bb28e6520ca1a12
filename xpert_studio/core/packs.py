"""Packs: folders that bring instruments, checks, figures, formats and more, each by one door.

The program's own lie in ``xpert_studio.packs``; others are installed beside it and name themselves
by an entry point of the group ``xpert_studio.packs``. A pack's manifest says what it brings and
where that lies; it is imported when it is used. A pack is code, and comes with no project.
"""

from __future__ import annotations

import json
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from threading import Lock
from traceback import walk_tb
from typing import Any, Final, TextIO, TypeVar

from xpert_studio import __version__
from xpert_studio.core.errors import XpertError
from xpert_studio.core.extras import EXTRAS
from xpert_studio.core.messages import Message
from xpert_studio.core.pack_files import GROUP, find_added
from xpert_studio.core.processes import is_frozen
from xpert_studio.core.wording import add_texts

Entry = TypeVar("Entry")
Places = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Offer:
    """An entry that is listed before it is imported.

    Attributes:
        place: As of any entry.
        text: What is said of it in a list: of a command its help.
        after: The entry after which it is listed; empty for the end.
    """

    place: str
    text: str
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pack:
    """What a pack brings, by kind: ids, each with its place as ``module:attribute``.

    Places are relative to the pack's folder. At a place is one entry, which has the id as ``id``,
    or a tuple of several, which stand in the manifest together under any name.

    Attributes:
        id: As its folder is called.
        title: For people.
        order: In lists, lower ones come first.
        needs: Ids of packs that it imports.
        extras: Of the program, that it needs, see ``core.extras``.
        instruments: How checkpoints are answered, see ``core.instruments.base.Instrument``.
        checks: Kinds of checks, see ``packs.checks.kinds.kind.CheckKind``.
        rules: Of the linter, see ``core.lint.linter.Rule``.
        met_by: Which attacks meet checkpoints, for the linter, see
            ``core.workflow.linting.GatherMetBy``.
        pages: Of the window, see ``desktop.pages.PageEntry``.
        editors: Of the settings of an instrument, by its id, see
            ``desktop.pages.task.rubric.settings_editor.SettingsEditor``.
        sections: Of reports and commands, see ``report.section.Section``.
        boards: Sections that ``leaderboard`` shows where they are asked for, by a word of ``--by``
            or, as ``--recipe NAME|FILE``, by an option of their own; each with its help.
        board_columns: Of leaderboards, see ``report.board_columns.BoardColumn``.
        imports: Files of other tools, see ``core.exchange.formats.incoming.entry.ImportFormat``.
        exports: To other tools, see ``core.exchange.formats.registry.ForeignFormat``.
        metrics: Figures, see ``core.metrics.metric.Metric``.
        providers: Of language models, see ``core.judge.providers.registry.ProviderEntry``.
        answering: How a command answers tasks of a kind, see
            ``core.generation.commanded.Answering``.
        drafters: Of rubrics, without a model, see ``core.generation.suggested.Drafter``.
        carriers: How calls of runs reach a provider otherwise than one by one, see
            ``core.judge.carrying.Carrier``; ``batch`` is that of ``score --batch``, ``cluster`` of
            ``--cluster``, see ``core.judge.providers.factory.Sender``.
        judges: That ask no model, by provider, see ``core.judge.local_backend.Fit``.
        readers: Of attached files, by media type, see ``core.documents.document.Reader``.
        renderers: Of attached files as pictures, by media type, see
            ``core.documents.rendering.Renderer``.
        viewers: Of attached files in the window, by media type: functions of their bytes that give
            a widget.
        openers: Of attached files, by media type: functions of their bytes that open them as they
            are used, cut off, and return once a person has closed them.
        line_parts: What stands below a decision on the form where experts judge: functions of the
            window, see ``desktop.pages.judging.line_part.LinePart``.
        notes: What is said of checkpoints of responses in a word or two, beside their values:
            functions of a transaction, a person’s id and ids of responses, which give words by
            response and checkpoint.
        case_parts: What stands where a verdict or judgments are shown: functions of the window, see
            ``desktop.pages.case_part.CasePart``.
        queues: Of work that waits for people, see ``core.workflow.pack_work.WorkQueue``.
        runners: Of code of responses, see ``core.instruments.deciding.Runner``.
        probes: Of what the program needs of a computer, see ``core.doctor.probe.Probe``.
        records: Kinds of records that it keeps, see ``core.records.record_kinds.RecordKind``; their
            ids are the pack's, another may have the same. The pack's id is then one of lower case.
        changes: Commands that people carry out on a project, with a row in the log, by their name
            (``pack.verb``), see ``core.workflow.commands.command``.
        steps: What the window does at a click on an action of a section, see
            ``core.workflow.steps.Step``.
        asked_for: Which responses experts are asked to judge first: functions that take a
            transaction and give ids of responses.
        failure_types: Types of failures that judges may name: functions that take a transaction
            and give a tuple of ``core.judge.failure_kinds.FailureKind``.
        apart: Forms that count nowhere, such as those of trial tasks: functions that take a
            transaction, a person and the policies, see ``core.workflow.apart.Apart``.
        evidence: What a decision on a person's qualification rests on, see
            ``core.workflow.people.Evidence``.
        finders: Ways to search beside keywords, see ``core.workflow.views.finders.OtherFinder``.
        commands: Of the command line, by their first word: a function of which typer makes a
            command, or a typer of several. ``GROUP WORD`` is a function for a group of the core.
        texts: Files with its texts in other languages: by language, as in ``zh``, a JSON file of
            ``{"text": "translation"}`` beside the manifest.
        version: The pack's own.
        package: Where it lies; filled in where it is found.
        origin: The distribution that it came with; empty for the program's own.
    """

    id: str
    title: str
    order: int = 1000
    needs: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    instruments: Places = field(default_factory=dict)
    checks: Places = field(default_factory=dict)
    rules: Places = field(default_factory=dict)
    met_by: Places = field(default_factory=dict)
    pages: Places = field(default_factory=dict)
    editors: Places = field(default_factory=dict)
    sections: Places = field(default_factory=dict)
    boards: Mapping[str, Offer] = field(default_factory=dict)
    board_columns: Places = field(default_factory=dict)
    imports: Places = field(default_factory=dict)
    exports: Places = field(default_factory=dict)
    metrics: Places = field(default_factory=dict)
    providers: Places = field(default_factory=dict)
    answering: Places = field(default_factory=dict)
    drafters: Places = field(default_factory=dict)
    carriers: Places = field(default_factory=dict)
    judges: Places = field(default_factory=dict)
    readers: Places = field(default_factory=dict)
    renderers: Places = field(default_factory=dict)
    viewers: Places = field(default_factory=dict)
    openers: Places = field(default_factory=dict)
    line_parts: Places = field(default_factory=dict)
    notes: Places = field(default_factory=dict)
    case_parts: Places = field(default_factory=dict)
    queues: Places = field(default_factory=dict)
    runners: Places = field(default_factory=dict)
    probes: Places = field(default_factory=dict)
    records: Places = field(default_factory=dict)
    changes: Places = field(default_factory=dict)
    steps: Places = field(default_factory=dict)
    asked_for: Places = field(default_factory=dict)
    failure_types: Places = field(default_factory=dict)
    apart: Places = field(default_factory=dict)
    evidence: Places = field(default_factory=dict)
    finders: Places = field(default_factory=dict)
    commands: Mapping[str, Offer] = field(default_factory=dict)
    texts: Mapping[str, str] | None = None
    version: str = __version__
    package: str = ""
    origin: str = ""


KINDS: Final = tuple(one.name for one in fields(Pack) if one.default_factory is dict)
"""Of what packs can bring."""


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
_PLACE: Final = re.compile(r"\w+(?:\.\w+)*:\w+")
_IDENTIFIED: Final = frozenset({
    "instruments", "checks", "rules", "pages", "editors", "sections", "boards", "board_columns",
    "imports", "exports", "metrics", "providers", "carriers", "probes", "records", "steps",
    "answering", "renderers", "queues", "finders",
})  # fmt: skip
"""Kinds of entries that have an ``id``; others are called."""
_OFFERED: Final = frozenset({"boards", "commands"})
"""Kinds of which a help is read before they are imported."""
_TYPED: Final = frozenset({"judges", "drafters"})
"""Kinds whose names people type where ``PROVIDER:MODEL`` may stand too."""
_SHARED: Final = frozenset({"boards", "metrics", "records"})
"""Of these, kinds of which two packs may have one of the same id."""
_NAMED: Final = frozenset({"judges", "drafters", "commands", "openers", "viewers"})
"""Kinds that are called, by the name in the manifest; of two of a name the first is."""
RECORD_NAME: Final = r"[a-z][a-z0-9_]{0,63}"
"""Of packs that bring records, and of kinds of records: names of files on every system."""


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
    if kind in _NAMED:
        known |= {id_ for other in before for id_ in getattr(other, kind)}
        ids = [name]
    elif kind in _IDENTIFIED - _SHARED:
        known |= {one.id for one in entries(kind, of=lambda other: other in before)}
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
    wrong = _wrong_in(pack)
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


def _wrong_in(pack: Pack) -> str:
    """The first field of a manifest that is not of its type; empty where all are."""
    given: Any = pack  # whatever its author wrote
    sound: dict[str, bool] = {
        "id": isinstance(given.id, str) and given.id.isidentifier(),
        "title": isinstance(given.title, str) and bool(given.title),
        "order": isinstance(given.order, int),
        "needs": isinstance(given.needs, tuple)
        and all(isinstance(one, str) for one in given.needs),
        "extras": isinstance(given.extras, tuple) and EXTRAS.keys() >= set(given.extras),
        "texts": given.texts is None or _is_mapping(given.texts, str),
    }
    for kind in KINDS:
        found = getattr(pack, kind)
        is_sound = _is_mapping(found, Offer if kind in _OFFERED else str)
        sound[kind] = is_sound and all(_PLACE.fullmatch(_place_in(one)) for one in found.values())
        if sound[kind] and kind in _TYPED:
            sound[kind] = all(re.fullmatch(r"[a-z][a-z0-9_.-]*", name) for name in found)
    if sound["id"] and given.records and not re.fullmatch(RECORD_NAME, given.id):
        sound["id"] = False
    return next((name for name, is_sound in sound.items() if not is_sound), "")


def _is_mapping(found: object, of: type) -> bool:
    return isinstance(found, Mapping) and all(
        isinstance(key, str) and isinstance(one, of) for key, one in found.items()
    )


def _place_in(named: str | Offer) -> str:
    return named.place if isinstance(named, Offer) else named


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
    place = EntryPoint(name, f"{pack.package}.{_place_in(getattr(pack, kind)[name])}", kind)
    try:
        found = _load(place) if pack.origin else place.load()
        made = found if isinstance(found, tuple) else (found,)
        if pack.origin and not all(_is_entry(one, kind) for one in made):
            raise TypeError(place.value)
    except _FAILS as error:
        if not pack.origin:
            raise
        _note_failure(f"{pack.id}: {name}", pack, error)
        return ()
    return made


def _is_entry(one: object, kind: str) -> bool:
    if kind in _IDENTIFIED:
        return isinstance(getattr(one, "id", None), str) and not isinstance(one, Pack)
    return callable(one)


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
        named = (id_ in getattr(one, self._kind) for one in packs() if not one.origin)
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
