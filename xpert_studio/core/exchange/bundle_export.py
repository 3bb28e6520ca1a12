"""Writes a project as a bundle, private or public; equal content gives equal bytes.

The version of the format is the oldest that can hold all of it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from xpert_studio import __version__
from xpert_studio.core.atomic_files import need_free
from xpert_studio.core.exchange.attachments import names_in_bundle
from xpert_studio.core.exchange.bundle_card import bundle_layout, bundle_tables, media_types_of
from xpert_studio.core.exchange.bundle_format import (
    ATTACHMENTS,
    CARD,
    CROISSANT,
    FORMAT,
    MANIFEST,
    RECORD_FILE,
    ROW_FILES,
    RowFile,
)
from xpert_studio.core.exchange.bundle_options import BundleOptions, bundle_publisher, check_options
from xpert_studio.core.exchange.bundle_rows import row_line, time_text, whole_row
from xpert_studio.core.exchange.card import dataset_card
from xpert_studio.core.exchange.card_metadata import CardFacts, HeldOut, read_facts
from xpert_studio.core.exchange.composition import Composition
from xpert_studio.core.exchange.croissant import croissant
from xpert_studio.core.exchange.file_names import UnknownNames
from xpert_studio.core.exchange.held_out import held_out_parts, published_taxonomy
from xpert_studio.core.exchange.manifest import board_parts
from xpert_studio.core.exchange.pack_rows import PACKS, kinds_there, manifest_packs, pack_versions
from xpert_studio.core.exchange.problems import ExportReport, shown
from xpert_studio.core.exchange.publishing import NOT_KEPT, pseudonym_secret
from xpert_studio.core.exchange.scope import (
    ExportScope,
    Selection,
    unready_tasks,
    wanted_tasks,
)
from xpert_studio.core.exchange.targets import (
    CheckedTarget,
    ExportTarget,
    Watch,
    WatchedTarget,
    listed,
    open_target,
    unwatched,
)
from xpert_studio.core.judge.key_check import KeyCheck
from xpert_studio.core.messages import Message, counted, joined
from xpert_studio.core.records import (
    Comment,
    PackRecord,
    Rating,
    Record,
    Response,
    Review,
    RubricRevision,
    SpotCheck,
    Task,
    Visibility,
    content_hash,
)
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    comparisons,
    entities,
    files,
    judges,
    judgments,
    pack_records,
    people,
    renderings,
    responses,
    settings,
    systems,
    tasks,
    verdicts,
    verify,
)
from xpert_studio.core.store.packs_used import needed_by
from xpert_studio.core.workflow.self_decided import self_decided


def version_needed(tx: Transaction) -> int:
    """2 for what version 1 does not know.

    That is decisions on own work, reasons of a checklist, system prompts, families, comparisons,
    abstentions, records of packs, of systems and of renderings, and checkpoints that are not plain.
    """
    has_news = (
        any(
            task.system_prompt or task.family or (task.checklist and task.checklist.reason)
            for task in tasks.all_tasks(tx)
        )
        or comparisons.without_lost(tx)
        or judgments.any_abstention(tx)
        or kinds_there(tx)
        or systems.described(tx)
        or renderings.all_renderings(tx)
        or self_decided(tx)
        or not tasks.all_plain(tx)
    )
    return 2 if has_news else 1


OnRecord = Callable[[str, Record, Record | None], None]
"""Told of a record: its kind, as it stands in the project, and as it goes out (None: it stays)."""


def untold(_kind: str, _record: Record, _published: Record | None) -> None:
    """For the person who need not know of every record."""


def export_bundle(
    project: ProjectFile,
    target: Path,
    *,
    visibility: Visibility,
    now: datetime,
    scope: ExportScope = ExportScope(),
    held_out: frozenset[str] = frozenset(),
    without_reference_answers: bool = False,
    without_rubrics: bool = False,
    all_stages: bool = False,
    replace: bool = False,
    allow_possible_keys: bool = False,
    watch: Watch = unwatched,
) -> ExportReport:
    """Writes a bundle.

    Args:
        project: The project.
        target: A folder, or a ``.zip``.
        visibility: As in ``BundleOptions``, and so the next six.
        now: The time, which manifest and metadata carry; nothing else depends on it.
        scope: Which part of the project.
        held_out: Held-out tasks.
        without_reference_answers: Leave out their reference answers, of a private bundle.
        without_rubrics: Leave out their rubrics, and what was judged by them.
        all_stages: Whether a public bundle holds tasks that are not ready, too.
        replace: Whether a bundle that is there may be replaced.
        allow_possible_keys: Whether a public bundle may hold what only looks like an API key.
        watch: Receives how many rows are written; stops everything by raising.

    Raises:
        NotFoundError: A task or subset does not exist, or a held-out task is not in the scope.
        UsageError: The target exists, the options contradict each other, no task is left, or a
            public bundle would hold an API key.
        PossibleKeysError: It would hold something that looks like one, and that is not allowed.
        XpertError: It could not be written, or reads back differently from what was written.
    """
    options = BundleOptions(
        visibility, scope, held_out, without_reference_answers, without_rubrics, all_stages
    )
    need_free(target, replace=replace)
    with project.reading() as tx:
        check_options(tx, options)
    secret, kept = pseudonym_secret(project) if options.is_public else ("", True)
    with project.reading() as tx, open_target(target, replace=replace) as plain:
        verify(tx)
        check = KeyCheck(allow_possible=allow_possible_keys, public=options.is_public)
        out = CheckedTarget(WatchedTarget(plain, watch), check)
        written = write_bundle(tx, out, options, secret=secret, lasting=kept, now=now)
        possible_keys = check.settle()
    warnings = (*(() if kept else (NOT_KEPT,)), *written.warnings)
    return ExportReport(str(target), written.rows, written.content_hash, warnings, possible_keys)


@dataclass(frozen=True, slots=True)
class WrittenBundle:
    """Rows by kind of record, attachments too; the hash of the data files; what to know."""

    rows: dict[str, int]
    content_hash: str
    warnings: tuple[str, ...] = ()


def write_bundle(
    tx: Transaction,
    out: ExportTarget,
    options: BundleOptions,
    *,
    secret: str,
    lasting: bool,
    now: datetime,
    on_record: OnRecord = untold,
) -> WrittenBundle:
    """Writes all files of a bundle.

    Args:
        tx: The transaction.
        out: Where they go.
        options: What goes into the bundle; checked.
        secret: Keys the pseudonyms.
        lasting: Whether they will be the same in the next bundle.
        now: The time.
        on_record: Told of every record, whether it goes out or stays.
    """
    writing = _Writing(tx, out, options, secret, on_record)
    written = writing.data()
    rows, whole = writing.counted, written.content_hash
    facts = writing.facts(lasting=lasting, content_hash=whole)
    out.put(CARD, dataset_card(facts, bundle_layout(rows, writing.version)).encode("utf-8"))
    kinds = media_types_of(out.written, writing.media_types)
    tables = bundle_tables(writing.keys, writing.version)
    out.put(CROISSANT, croissant(facts, out.written, kinds, tables, now=now))
    named = {file.label: file.count_in(writing.version) for file in ROW_FILES}
    counts = {named.get(label, label): count for label, count in rows.items()}
    out.put(MANIFEST, _manifest(out, facts, counts, now, writing.manifest_parts()))
    return written


def records_of(tx: Transaction, label: str) -> Iterable[Record]:
    """All records of one kind, by its label in the format, in the order they came in."""
    readers: dict[str, Any] = {
        "people": people.all_people,
        "tasks": tasks.all_tasks,
        "checkpoints": tasks.placed_checkpoints,
        "revisions": lambda tx: entities.find_all(tx, RubricRevision),
        "reviews": lambda tx: entities.find_all(tx, Review),
        "comments": lambda tx: entities.find_all(tx, Comment),
        "spot checks": lambda tx: entities.find_all(tx, SpotCheck),
        "responses": responses.all_responses,
        "judgments": judgments.all_judgments,
        "judges": judges.all_judges,
        "verdicts": verdicts.all_verdicts,
        "comparisons": comparisons.without_lost,
        "systems": lambda tx: systems.described(tx).values(),
        "renderings": lambda tx: renderings.all_renderings(tx).values(),
    }
    if label not in readers:
        _, pack, kind = label.split(".")
        return pack_records.records_in(tx, (pack, kind))
    found: Iterable[Record] = readers[label](tx)
    return found


class _Writing:
    """One bundle being written; counts what goes into it on the way."""

    def __init__(
        self,
        tx: Transaction,
        out: ExportTarget,
        options: BundleOptions,
        secret: str,
        on_record: OnRecord = untold,
    ) -> None:
        self._on_record = on_record
        self._tx = tx
        self._out = out
        self._options = options
        self._selection = Selection(tx, wanted_tasks(tx, options.exported))
        self._publisher = bundle_publisher(tx, options, self._selection, secret)
        self._composition = Composition()
        self._needed: set[tuple[str, str]] = set()
        self.version = version_needed(tx)
        self._others = tasks.other_checkpoints(tx)
        self._task_of = (
            {item.id: item.task_id for item in responses.outlines(tx)} if self._others else {}
        )
        self.keys: dict[str, set[str]] = {}
        self.media_types: dict[str, str] = {}
        self._kept_in: Counter[str] = Counter()
        self._files = (*ROW_FILES, *kinds_there(tx))
        self.counted: dict[str, int] = {}

    def data(self) -> WrittenBundle:
        """Writes rows, attachments, and what a private bundle brought along."""
        self.counted = self.rows()
        attached = self.attachments()
        unwritten = []
        if not self._options.is_public and self._options.scope.is_whole:
            names = UnknownNames()
            for path, data in files.extra_files(self._tx):
                if names.why_not(path) and not self._is_of_no_kind(path):
                    unwritten.append(path)
                else:
                    names.take(path)
                    self._out.put(path, data)
        counts = self.counted | ({"attachments": attached} if attached else {})
        return WrittenBundle(counts, _content_hash(self._out), self._warnings(unwritten))

    def _is_of_no_kind(self, path: str) -> bool:
        """Whether an earlier version kept a file of records of a pack as one that it knew not."""
        return RECORD_FILE.fullmatch(path) is not None and path not in self._out.written

    def _warnings(self, unwritten: Sequence[str]) -> tuple[str, ...]:
        warnings = [
            Message(
                "{path} was not written: a bundle cannot hold an unknown file of that name.",
                path=shown(path),
            )
            for path in unwritten
        ]
        unready = len(unready_tasks(self._tx, self._options.exported))
        if unready:
            warnings.append(
                counted(
                    "Excluded: 1 task that is not ready to be judged; export all stages to include "
                    "it.",
                    "Excluded: {n:,} tasks that are not ready to be judged; export all stages to "
                    "include them.",
                    unready,
                )
            )
        if self._kept_in:
            warnings.append(
                Message(
                    "Records of packs that were left out, since nothing says that they belong into "
                    "this bundle: {kinds}.",
                    kinds=joined(f"{kind} {n:,}" for kind, n in self._kept_in.items()),
                )
            )
        return tuple(warnings)

    def rows(self) -> dict[str, int]:
        """Writes the row files; returns rows by kind of record."""
        rows = {}
        for file in self._files:
            count = self._out.put_lines(file.name_in(self.version), self._lines(file))
            if count:
                rows[file.label] = count
        return rows

    def _lines(self, file: RowFile) -> Iterator[str]:
        keys = self.keys.setdefault(file.label, set())
        for record in records_of(self._tx, file.label):
            chosen = self._selection.holds(record)
            published = self._publisher.published(record) if chosen else None
            self._on_record(file.label, record, published)
            if isinstance(record, PackRecord) and published is None:
                self._kept_in[f"{record.pack}.{record.kind}"] += 1
            if published is not None:
                self._composition.see(published)
                self._needed.update(needed_by(published))
                says_met = not (self._others and self._is_other(record))
                row = whole_row(
                    published, hashed=file.hashed, version=self.version, says_met=says_met
                )
                keys.update(row)
                yield row_line(row)

    def _is_other(self, record: Record) -> bool:
        """Whether it is a rating of a checkpoint that is not met or not met."""
        return (
            isinstance(record, Rating)
            and (self._task_of[record.response_id], record.checkpoint_id) in self._others
        )

    def attachments(self) -> int:
        """Writes attached files and their pictures under the names that rows give, else their hash.

        It is unknown what a file holds that no row names, so it stays out of a public bundle, and
        out of one that is a part of the project.
        """
        held = list(self._holders())
        attached = [item for holder in held for item in holder.attachments]
        self.media_types = {item.sha256: item.media_type for item in attached}
        names = names_in_bundle((item.path, item.sha256) for item in attached)
        for rendering in filter(
            self._selection.holds, renderings.all_renderings(self._tx).values()
        ):
            for picture in rendering.pictures:
                names.setdefault(picture.sha256, f"{ATTACHMENTS}{picture.sha256}.png")
                self.media_types.setdefault(picture.sha256, "image/png")
        named_only = self._options.is_public or not self._options.scope.is_whole
        count = 0
        for sha256 in files.blob_sizes(self._tx):
            if named_only and sha256 not in names:
                continue
            self._out.put(names.get(sha256, ATTACHMENTS + sha256), files.get_blob(self._tx, sha256))
            count += 1
        return count

    def _holders(self) -> Iterator[Task | Response]:
        everybody: Iterable[Task | Response] = chain(
            tasks.all_tasks(self._tx), responses.all_responses(self._tx)
        )
        return (item for item in everybody if item.attachments and self._selection.holds(item))

    def facts(self, *, lasting: bool, content_hash: str) -> CardFacts:
        """What card and metadata say of the bundle."""
        options = self._options
        return read_facts(
            self._tx,
            self._composition,
            self._selection,
            info=settings.project_info(self._tx),
            visibility=options.visibility,
            scope=options.exported,
            held_out=HeldOut(
                len(options.held_out),
                options.is_public,
                options.without_reference_answers,
                options.without_rubrics,
            ),
            lasting=lasting,
            content_hash=content_hash,
        )

    def manifest_parts(self) -> dict[str, Any]:
        """The vocabulary, and what the manifest says of tasks that are not in the bundle."""
        info = settings.project_info(self._tx)
        taxonomy, beside = info.taxonomy, {k: v for k, v in info.extra.items() if k != PACKS}
        if self._options.is_public:
            beside = held_out_parts(self._tx, self._options.held_out, self._selection, info.extra)
            taxonomy = published_taxonomy(self._tx, self._selection, taxonomy)
        used = {record_of.split(".")[1] for record_of in self.counted if "." in record_of}
        versions = pack_versions(self._tx, info, used, public=self._options.is_public)
        mode = {"mode": info.policies.mode.value} if info.policies.is_solo else {}
        return {
            "format_version": self.version,
            "taxonomy": taxonomy.model_dump(mode="json"),
            **mode,
            **board_parts(info, self._composition.systems, public=self._options.is_public),
            **manifest_packs(self._tx, self._needed, versions),
            **beside,
        }


def _content_hash(out: ExportTarget) -> str:
    """Over the files that hold data: neither what describes them nor the time changes it."""
    return content_hash(
        [{"path": path, "sha256": file.sha256} for path, file in sorted(out.written.items())]
    )


def _manifest(
    out: ExportTarget,
    facts: CardFacts,
    counts: dict[str, int],
    now: datetime,
    parts: dict[str, Any],
) -> bytes:
    info = facts.info
    manifest = {
        "format": FORMAT,
        "format_version": parts.pop("format_version"),
        "name": info.name,
        "created_at": time_text(now),
        "generator": f"xpert-studio {__version__}",
        "licence": info.licence,
        "citation": info.citation,
        "visibility": facts.visibility.value,
        "canary": info.canary,
        "counts": counts,
        "files": listed(out.written),
        "grading_policy": info.grading_policy.model_dump(mode="json"),
        "content_hash": facts.content_hash,
        **parts,
    }
    present = {key: value for key, value in manifest.items() if value is not None}
    return (json.dumps(present, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
