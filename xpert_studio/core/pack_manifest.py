"""What a manifest says: what a pack brings, by kind, and whether it is well written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from xpert_studio import __version__
from xpert_studio.core.extras import EXTRAS

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


KINDS: Final = tuple(item.name for item in fields(Pack) if item.default_factory is dict)
"""Of what packs can bring."""
_PLACE: Final = re.compile(r"\w+(?:\.\w+)*:\w+")

IDENTIFIED: Final = frozenset({
    "instruments", "checks", "rules", "pages", "editors", "sections", "boards", "board_columns",
    "imports", "exports", "metrics", "providers", "carriers", "probes", "records", "steps",
    "answering", "renderers", "queues", "finders",
})  # fmt: skip
"""Kinds of entries that have an ``id``; others are called."""
_OFFERED: Final = frozenset({"boards", "commands"})
"""Kinds of which a help is read before they are imported."""
_TYPED: Final = frozenset({"judges", "drafters"})
"""Kinds whose names people type where ``PROVIDER:MODEL`` may stand too."""
SHARED: Final = frozenset({"boards", "metrics", "records"})
"""Of these, kinds of which two packs may have one of the same id."""
NAMED: Final = frozenset({"judges", "drafters", "commands", "openers", "viewers"})
"""Kinds that are called, by the name in the manifest; of two of a name the first is."""
RECORD_NAME: Final = r"[a-z][a-z0-9_]{0,63}"
"""Of packs that bring records, and of kinds of records: names of files on every system."""


def wrong_in(pack: Pack) -> str:
    """The first field of a manifest that is not of its type; empty where all are."""
    given: Any = pack  # whatever its author wrote
    sound: dict[str, bool] = {
        "id": isinstance(given.id, str) and given.id.isidentifier(),
        "title": isinstance(given.title, str) and bool(given.title),
        "order": isinstance(given.order, int),
        "needs": isinstance(given.needs, tuple)
        and all(isinstance(need, str) for need in given.needs),
        "extras": isinstance(given.extras, tuple) and EXTRAS.keys() >= set(given.extras),
        "texts": given.texts is None or _is_mapping(given.texts, str),
    }
    for kind in KINDS:
        named = getattr(pack, kind)
        is_sound = _is_mapping(named, Offer if kind in _OFFERED else str)
        sound[kind] = is_sound and all(_PLACE.fullmatch(place_in(item)) for item in named.values())
        if sound[kind] and kind in _TYPED:
            sound[kind] = all(re.fullmatch(r"[a-z][a-z0-9_.-]*", name) for name in named)
    if sound["id"] and given.records and not re.fullmatch(RECORD_NAME, given.id):
        sound["id"] = False
    return next((name for name, is_sound in sound.items() if not is_sound), "")


def _is_mapping(given: object, of: type) -> bool:
    return isinstance(given, Mapping) and all(
        isinstance(key, str) and isinstance(value, of) for key, value in given.items()
    )


def place_in(named: str | Offer) -> str:
    """The place that an entry of a manifest names, as ``module:attribute``."""
    return named.place if isinstance(named, Offer) else named


def is_entry(brought: object, kind: str) -> bool:
    """Whether what lies at a place is an entry of a kind: has an id, or can be called."""
    if kind in IDENTIFIED:
        return isinstance(getattr(brought, "id", None), str) and not isinstance(brought, Pack)
    return callable(brought)
