"""Takes a bundle in: all of it or nothing, every problem listed at once.

Rows are validated as they are read and written in one transaction, which is rolled back if
anything at all is wrong. What is there already with the same content is skipped; what is there
with other content is a problem, never overwritten.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import IO, Any, Final

from xpert_studio.core.exchange.attachments import take_attachments, take_renderings
from xpert_studio.core.exchange.bundle_checks import decide_again
from xpert_studio.core.exchange.bundle_format import (
    ATTACHMENTS,
    MANIFEST,
    RESPONSES,
    ROW_FILES,
    VERSIONS,
    RowFile,
    mend_row,
)
from xpert_studio.core.exchange.door import Door, importing
from xpert_studio.core.exchange.formats.taken import is_readable
from xpert_studio.core.exchange.lines import (
    SHOWN_TEXTS,
    hash_matches,
    hidden_words,
    hides_something,
    read_records,
    unknown_words,
)
from xpert_studio.core.exchange.manifest import read_manifest, take_manifest
from xpert_studio.core.exchange.pack_rows import is_sound, mend_record, read_packs, record_files
from xpert_studio.core.exchange.problems import ImportReport, Problems, shown
from xpert_studio.core.exchange.provenance import KNOWN as ORIGINS
from xpert_studio.core.exchange.references import References
from xpert_studio.core.exchange.sources import (
    SingleFile,
    Source,
    UnreadableError,
    hash_of,
    open_source,
)
from xpert_studio.core.exchange.unknown_files import keep_unknown
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    CHECKS,
    Checkpoint,
    Comparison,
    Judgment,
    KeptRendering,
    PackRecord,
    RaterKind,
    Record,
    Verdict,
    grouped,
    is_misleading_id,
)
from xpert_studio.core.resources import SAMPLE, SAMPLE_WORK, sample_project_path
from xpert_studio.core.store import (
    ProjectFile,
    Transaction,
    judgments,
    packs_used,
    responses,
    settings,
    staleness,
    tasks,
)
from xpert_studio.core.store.bulk_import import ImportOutcome
from xpert_studio.core.used_packs import UsedPack, remember
from xpert_studio.core.workflow.blinding import fix_blind_labels

_CLOCK_SKEW: Final = timedelta(days=1)
_NAMING: Final = ("id", "expert_id", "author_id", "reviewer_id", "adjudicator_id", "rater_id")
"""Fields that can name what no other row does."""

_TIMES: Final = ("created_at", "judged_at", "compared_at")
_NUMBERS: Final = ("position", "revision", "latency_ms")
_MAX_NUMBER: Final = 2**53
Progress = Callable[[str, int], None]
ABSTENTIONS_UNCOUNTED: Final = Message(
    "There are abstentions, and this project has none: they count as no answer. A lead can say how "
    "they count: 'xpert-studio people policy --abstentions left-out'."
)


def import_bundle(
    project: ProjectFile,
    source: Path,
    *,
    now: datetime,
    actor_id: str | None = None,
    on_progress: Progress = lambda _file, _rows: None,
) -> ImportReport:
    """Imports a bundle.

    Args:
        project: Open for writing.
        source: A folder or a ``.zip``.
        now: The time.
        actor_id: Who imports, see ``door.importing``.
        on_progress: Told the file and the rows read so far, every few thousand rows.

    Returns:
        What was added, what was there, and warnings.

    Raises:
        NotFoundError: There is nothing at ``source``.
        InputRefusedError: Something is wrong with it; nothing was taken in.
    """
    problems = Problems()
    with open_source(source, problems) as opened:
        problems.refuse_if_any(source.name)
        return _carried_out(
            project,
            source,
            opened,
            problems,
            _Import.run,
            now=now,
            actor_id=actor_id,
            on_progress=on_progress,
        )


def import_responses(
    project: ProjectFile, source: Path, *, now: datetime, actor_id: str | None = None
) -> ImportReport:
    """Imports the responses of a bundle by themselves, for tasks of the project.

    Args:
        project: Open for writing.
        source: A ``.jsonl`` file.
        now: The time.
        actor_id: Who imports, see ``door.importing``.

    Raises:
        InputRefusedError: Something is wrong with it, such as a task that is not in the project;
            nothing was taken in.
    """
    problems = Problems()
    if not is_readable(source, problems):
        problems.refuse_if_any(source.name)
    return _carried_out(
        project,
        source,
        SingleFile(source),
        problems,
        _Import.run_responses,
        now=now,
        actor_id=actor_id,
    )


def _carried_out(
    project: ProjectFile,
    path: Path,
    source: Source,
    problems: Problems,
    run: Callable[[_Import], None],
    *,
    now: datetime,
    actor_id: str | None,
    on_progress: Progress = lambda _file, _rows: None,
) -> ImportReport:
    report = ImportReport(str(path))
    with importing(project, path, problems, report, now=now, actor_id=actor_id) as (tx, door):
        run(_Import(tx, door, source, problems, report, now, on_progress))
    return report


class _Import:
    """One import, file by file, inside one transaction."""

    def __init__(
        self,
        tx: Transaction,
        door: Door,
        source: Source,
        problems: Problems,
        report: ImportReport,
        now: datetime,
        on_progress: Progress,
    ) -> None:
        self._tx = tx
        self._source = source
        self._problems = problems
        self._report = report
        self._latest = now + _CLOCK_SKEW
        self._on_progress = on_progress
        self._fresh = not tasks.count_by_domain(tx)
        self._door, self._intake = door, door.intake
        self._references = References(self._intake, problems)
        self._packs: tuple[UsedPack, ...] = ()
        self._attachments: dict[str, set[str]] = {}
        self._notices: dict[str, list[int]] = {}
        self._rests = False
        self._unscored = 0
        self._by_program: list[Verdict] = []
        self._renderings: list[KeptRendering] = []

    def _notice(self, text: str, row: int) -> None:
        """Notes something odd; told once, with the rows it was seen in."""
        self._notices.setdefault(text, []).append(row)

    def _tell_notices(self) -> None:
        may_abstain = settings.project_info(self._tx).policies.may_abstain
        if not may_abstain and judgments.any_abstention(self._tx):
            self._report.warn(ABSTENTIONS_UNCOUNTED)
        if self._unscored:
            self._report.warn(
                Message(
                    "Checkpoints of weight 0, which are not scored: {unscored:,}.",
                    unscored=self._unscored,
                )
            )
        for lacking in packs_used.lacking(self._tx) if self._packs else ():
            self._report.warn(lacking)
        for text, rows in self._notices.items():
            self._report.warn(Message("{text} (row {rows}).", text=text, rows=joined(rows, most=1)))
        if self._report.added.get(RESPONSES.label):
            for names in _alike_systems(self._tx):
                self._report.warn(
                    Message(
                        "The systems {names} differ only in the case of letters or in spaces, and "
                        "count as different ones.",
                        names=joined(map(shown, names)),
                    )
                )

    def run(self) -> None:
        names = set(self._source.names)
        manifest = read_manifest(self._source, self._problems) if MANIFEST in names else {}
        if "packet" in manifest:
            self._problems.add(
                MANIFEST,
                "",
                "packet",
                "says that this is a packet of an earlier version.",
                "Ask its sender for a new assignment, or to submit again.",
            )
        elif "tasks.jsonl" not in names:
            self._problems.add(
                "tasks.jsonl", "", "", "is missing.", "A bundle has at least a tasks.jsonl."
            )
        if self._problems:
            return  # of another format or version: its rows would only raise a storm of problems
        self._check_files(manifest)
        self._packs = read_packs(manifest, MANIFEST, self._problems)
        remember(self._packs)
        self._references.packs = (*self._packs, *settings.used_packs(self._tx))
        if not self._fresh:
            fix_blind_labels(self._tx)
        version = manifest.get("format_version", VERSIONS[-1])
        for file in _row_files(names, version):
            self._take_rows(file)
        self._intake.flush()
        # Checks look at attached files, too.
        take_attachments(self._tx, self._source, self._attachments, self._problems, self._report)
        self._take_held()
        if self._by_program and not self._problems:
            decide_again(self._tx, self._by_program, self._intake.verdict, self._report)
            self._intake.flush()
        if self._rests:
            staleness.refresh_all(self._tx)
        take_manifest(self._tx, manifest, self._problems, self._report, fresh=self._fresh)
        rows = {file.name for file in _row_files(names, version)}
        keep_unknown(self._tx, self._source, manifest, rows, self._problems, self._report)
        packs_used.note(self._tx, self._packs)
        self._tell_notices()

    def run_responses(self) -> None:
        """Takes the one file of the source as responses, for tasks that are there."""
        (name,) = self._source.names
        fix_blind_labels(self._tx)
        self._take_rows(replace(RESPONSES, name=name))
        self._intake.flush()
        told = self._report.added, self._report.unchanged
        if not self._problems and not any(counts[RESPONSES.label] for counts in told):
            self._problems.add(
                name, "", "", "holds no response.", "Choose a file with a response a line."
            )
        take_attachments(self._tx, self._source, self._attachments, self._problems, self._report)
        self._tell_notices()

    def _check_files(self, manifest: dict[str, Any]) -> None:
        """Compares the files with what the manifest says of them."""
        for entry in manifest.get("files", []):
            if not isinstance(entry, dict) or not isinstance(entry.get("path"), str):
                continue
            path, stated = entry["path"], entry.get("sha256")
            if path not in self._source.names:
                self._problems.add(
                    path, "", "", "is named by the manifest but not there.", "Get a whole copy."
                )
            elif isinstance(stated, str) and hash_of(self._source, path, Problems()) != stated:
                self._problems.add(
                    path,
                    "",
                    "",
                    "is not the file the manifest describes (its SHA-256 differs).",
                    "Get a fresh copy, or leave the manifest out if it was changed on purpose.",
                )

    def _take_rows(self, file: RowFile) -> None:
        seen: dict[Any, int] = {}
        key_of = attrgetter(*file.keys)
        add = self._hold if file.kind is KeptRendering else self._door.adder(file.kind)
        outcomes = Counter[ImportOutcome]()
        fields = file.kind.model_fields
        texts, times, numbers, naming = (
            [name for name in names if name in fields]
            for names in (SHOWN_TEXTS, _TIMES, _NUMBERS, _NAMING)
        )
        holds_files = not fields.keys().isdisjoint({"attachments", "pictures"})
        rests = "rated_hash" in fields

        of_pack = file.kind is PackRecord
        sound = partial(is_sound, notice=self._notice, problems=self._problems, intake=self._intake)

        def on_unknown(row: int, key: str) -> None:
            if key in ORIGINS:
                return
            self._notice(unknown_words(file.name, file.kind, key), row)

        with self._opened(file.name) as stream:
            for row, record, beside in read_records(
                stream,
                file.name,
                file.kind,
                self._problems,
                hashed=file.hashed,
                mend=mend_record(file) if of_pack else mend_row,
                on_unknown=on_unknown,
            ):
                if row % 5000 == 0:
                    self._on_progress(file.name, row)
                if not (
                    self._is_new_row(file, record, row, seen.setdefault(key_of(record), row))
                    and hash_matches(file.name, row, record, beside, self._problems)
                    and (not numbers or self._numbers_fit(file, record, row, numbers))
                    and self._references.are_there(file, record, row, says_met="met" in beside)
                    and not self._is_claim(record)
                    and (not of_pack or sound(file, record, row))
                ):
                    continue
                self._look_at_texts(file, record, row, texts)
                self._look_at_times(file, record, row, times)
                for path, sha256 in _files_of(record) if holds_files else ():
                    self._attachments.setdefault(path, set()).add(sha256)
                self._rests |= rests and record.rated_hash is not None
                outcome = add(record)
                outcomes[outcome] += 1
                self._look_at_outcome(outcome, file, record, row, naming)
        new, same = outcomes[ImportOutcome.NEW], outcomes[ImportOutcome.SAME]
        self._report.count(file.label, added=new, unchanged=same)

    def _hold(self, record: KeptRendering) -> ImportOutcome:
        """Keeps a rendering until the files are there: its pictures are looked at first."""
        self._renderings.append(record)
        return ImportOutcome.LEFT_OUT

    def _take_held(self) -> None:
        paths = {sha256: path for path, hashes in self._attachments.items() for sha256 in hashes}
        add = self._door.adder(KeptRendering)
        take_renderings(self._tx, self._renderings, paths, add, self._report)

    def _is_claim(self, record: Record) -> bool:
        """Whether a row says what this program decides; such a row needs its response first."""
        if not isinstance(record, Verdict) or record.judge_id != CHECKS:
            return False
        self._by_program.append(record)
        self._rests = True
        return True

    def _opened(self, name: str) -> IO[bytes]:
        try:
            return self._source.open(name)
        except UnreadableError as error:
            self._problems.add(
                name, "", "", Message("{error}.", error=error), "Get a fresh copy of the file."
            )
            return io.BytesIO()

    def _is_new_row(self, file: RowFile, record: Record, row: int, first: int) -> bool:
        if first == row:
            return True
        self._problems.add(
            file.name,
            Message("row {row}", row=row),
            ", ".join(file.keys),
            Message(
                "{file} is in row {first} too.", file=shown(_name_of(file, record)), first=first
            ),
            "Keep one of the two.",
        )
        return False

    def _numbers_fit(self, file: RowFile, record: Record, row: int, fields: list[str]) -> bool:
        too_large = [
            name
            for name in fields
            if isinstance(value := getattr(record, name), int | float) and value > _MAX_NUMBER
        ]
        for field in too_large:
            self._problems.add(
                file.name,
                Message("row {row}", row=row),
                field,
                "is too large a number.",
                "At most 2 to the 53rd.",
            )
        return not too_large

    def _look_at_texts(self, file: RowFile, record: Record, row: int, fields: list[str]) -> None:
        for field in fields:
            if hides_something(getattr(record, field)):
                self._notice(hidden_words(file.name, field), row)

    def _look_at_times(self, file: RowFile, record: Record, row: int, fields: list[str]) -> None:
        for field in fields:
            moment = getattr(record, field)
            if moment is not None and moment > self._latest:
                self._notice(
                    Message("{file}, {field}: lies in the future", file=file.name, field=field), row
                )

    def _look_at_outcome(
        self, outcome: ImportOutcome, file: RowFile, record: Record, row: int, naming: list[str]
    ) -> None:
        """Refuses other content, and new ids that would be taken for folders or options."""
        if file.kind is Checkpoint and getattr(record, "weight", None) == 0:
            self._unscored += 1
        if outcome is ImportOutcome.DIFFERENT:
            self._say_different(file, record, row)
        expert = _expert_of(record) if outcome is ImportOutcome.NEW else None
        if expert is not None and self._intake.lacks_person(expert):
            self._notice(
                Message(
                    "{file}: {expert} is not among the people of the project",
                    file=file.name,
                    expert=shown(expert),
                ),
                row,
            )
        for field in naming if outcome is ImportOutcome.NEW else ():
            name = getattr(record, field)
            if name is not None and is_misleading_id(name):
                self._problems.add(
                    file.name,
                    Message("row {row}", row=row),
                    field,
                    Message(
                        "{name} is only dots, or begins with '-': no id of a new record.",
                        name=shown(name),
                    ),
                    "Rename it in every file that names it.",
                )

    def _say_different(self, file: RowFile, record: Record, row: int) -> None:
        name = shown(_name_of(file, record))
        self._problems.add(
            file.name,
            Message("row {row}", row=row),
            ", ".join(file.keys),
            Message("the project has another {name}; nothing is ever overwritten.", name=name),
            "Import into a new project, or give the new one another ID.",
        )


def _row_files(names: Collection[str], version: int) -> list[RowFile]:
    """The files of rows among those of a bundle, in the order of reading."""
    files = [
        replace(file, name=name)
        for file in ROW_FILES
        for name in file.names_in(version)
        if name in names
    ]
    return files + (record_files(names) if version > 1 else [])


def _files_of(record: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any record with files
    """Path and SHA-256 of the files that a row names."""
    if isinstance(record, KeptRendering):
        for picture in record.pictures:
            yield f"{ATTACHMENTS}{picture.sha256}.png", picture.sha256
        return
    for item in record.attachments:
        yield item.path, item.sha256


def _alike_systems(tx: Transaction) -> list[list[str]]:
    """Names of systems that differ only in the case of letters or in spaces."""
    names = sorted(responses.count_by_model(tx))
    alike = grouped(("".join(name.split()).casefold(), name) for name in names)
    return [same for same in alike.values() if len(same) > 1]


def _expert_of(record: Record) -> str | None:
    """The expert whose judgment or comparison a row is."""
    if isinstance(record, Comparison):
        return record.rater_id if record.rater is RaterKind.EXPERT else None
    return record.expert_id if isinstance(record, Judgment) else None


def _name_of(file: RowFile, record: Record) -> str:
    return " / ".join(str(getattr(record, name)) for name in file.keys)


def import_sample(project: ProjectFile, *, now: datetime) -> None:
    """Fills an empty project with the sample, and with work for every role of ``LOOK_AROUND``.

    That work is its own bundle: while responses wait there to be judged blind, results are
    closed to a person who does not say who they are, which the sample by itself is open to.
    """
    for name in (SAMPLE, SAMPLE_WORK):
        import_bundle(project, sample_project_path(name), now=now)
