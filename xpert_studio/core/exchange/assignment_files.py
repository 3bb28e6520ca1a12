"""Assignments and submissions as files: a zip of a manifest, one file of rows, and attachments.

All of a file is as it was written, or nothing of it is believed. What a person sends is hostile
input: every row is validated, and what it may do is decided when it is taken in.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.core.documents import MAX_BYTES
from xpert_studio.core.errors import ExchangeRefusedError
from xpert_studio.core.exchange.bundle_format import ATTACHMENTS, MANIFEST
from xpert_studio.core.exchange.lines import numbered_lines, parse_object
from xpert_studio.core.exchange.pack_rows import read_packs
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.sources import Source, content_of, hash_of, open_source
from xpert_studio.core.messages import Message
from xpert_studio.core.records import ProjectInfo, Record, bytes_hash, content_hash
from xpert_studio.core.records.assignments import (
    FORMAT_VERSION,
    Assignment,
    Part,
    Submission,
)
from xpert_studio.core.store.earlier_names import present_fields, present_kind
from xpert_studio.core.store.entities import ENTITIES
from xpert_studio.core.workflow.assignments.content import (
    AssignmentContent,
    Files,
    SubmissionContent,
)

ASSIGNMENT: Final = "xpert-assignment"
SUBMISSION: Final = "xpert-submission"
SUFFIXES: Final = {ASSIGNMENT: ".xassignment", SUBMISSION: ".xsubmission"}
ROWS: Final = "rows.jsonl"
MAX_ROWS: Final = 500_000
HASH: Final = "hash"
_FRESH: Final = Message("Ask its sender to make the file again.")
_OTHER_COMMAND: Final = {
    ASSIGNMENT: Message("Open it with 'xpert-studio assignment open'."),
    SUBMISSION: Message("Import it into its project with 'xpert-studio assignment import'."),
}


def kind_of_file(path: Path) -> str | None:
    """``ASSIGNMENT`` or ``SUBMISSION``, whether sound or not; None for anything else."""
    if not path.is_file():
        return None
    with open_source(path, Problems()) as source:
        found = _read_manifest(source, Problems()) if MANIFEST in source.names else {}
    return next((kind for kind in SUFFIXES if found.get("format") == kind), None)


def read_assignment(path: Path) -> AssignmentContent:
    """Reads an assignment.

    Raises:
        NotFoundError: There is nothing at ``path``.
        InputRefusedError: It is none, of a newer version, damaged, or was changed on its way.
        ExchangeRefusedError: It was made by an earlier version.
    """
    with _opened(path, ASSIGNMENT) as found:
        assignment = found.header(Assignment, "assignment")
        info = found.header(ProjectInfo, "project")
        records = tuple(found.records())
        packs = read_packs(found.manifest, MANIFEST, found.problems)
        found.problems.refuse_if_any(path.name)
        return AssignmentContent(assignment, info, records, found.files(), packs)


def read_submission(path: Path) -> SubmissionContent:
    """Reads a submission; as ``read_assignment``."""
    with _opened(path, SUBMISSION) as found:
        submission = found.header(Submission, "submission")
        parts = tuple(found.parsed(Part, row, place) for place, row in found.rows())
        found.problems.refuse_if_any(path.name)
        return SubmissionContent(submission, parts, found.files())


def read_witness(path: Path) -> tuple[str | None, str | None]:
    """The assignment that a file is, or answers, and what it says of the log; None for nothing.

    Raises:
        InputRefusedError: It is neither an assignment nor a submission, or not sound.
    """
    if kind_of_file(path) == SUBMISSION:
        submission = read_submission(path).submission
        return submission.assignment_id, submission.witness
    assignment = read_assignment(path).assignment
    return assignment.id, assignment.witness


@contextmanager
def _opened(path: Path, kind: str) -> Iterator[_File]:
    """An exchange file whose manifest and hashes are sound."""
    problems = Problems()
    with open_source(path, problems) as source:
        problems.refuse_if_any(path.name)
        manifest = _read_manifest(source, problems)
        _refuse_earlier(path, manifest)
        _check_format(manifest, kind, problems)
        problems.refuse_if_any(path.name)
        _check_files(source, manifest, problems)
        problems.refuse_if_any(path.name)
        yield _File(path, source, manifest, problems)


def _read_manifest(source: Source, problems: Problems) -> dict[str, Any]:
    if MANIFEST not in source.names:
        problems.add(MANIFEST, "", "", "is missing.", _FRESH)
        return {}
    data = content_of(source, MANIFEST, problems, most=MAX_BYTES, remedy=_FRESH)
    return {} if data is None else parse_object(data, MANIFEST, "", problems) or {}


def _refuse_earlier(path: Path, manifest: dict[str, Any]) -> None:
    """Says what to do with a packet of an earlier version."""
    packet = manifest.get("packet")
    if not isinstance(packet, dict):
        return
    is_answer = packet.get("purpose") == "answers"
    raise ExchangeRefusedError(
        Message("{path} is a packet of an earlier version.", path=path.name),
        remedy="Its sender opens their project with this version and submits again; nothing that "
        "they did is lost."
        if is_answer
        else "Ask its sender for a new assignment.",
    )


def _check_format(manifest: dict[str, Any], kind: str, problems: Problems) -> None:
    if manifest.get("format") != kind:
        found = manifest.get("format")
        problems.add(
            MANIFEST,
            "",
            "format",
            Message("is {found}, not {kind!r}.", found=shown(found), kind=kind),
            _OTHER_COMMAND.get(str(found), _FRESH),
        )
    version = manifest.get("format_version")
    if not isinstance(version, int) or version < 1:
        problems.add(
            MANIFEST,
            "",
            "format_version",
            Message("is {version}, not a number from 1.", version=shown(version)),
            _FRESH,
        )
    elif version > FORMAT_VERSION:
        problems.add(
            MANIFEST,
            "",
            "format_version",
            Message(
                "is {version}; this program knows versions up to {format_version}.",
                version=version,
                format_version=FORMAT_VERSION,
            ),
            "Update Xpert Studio.",
        )
    said = {name: value for name, value in manifest.items() if name != HASH}
    if manifest.get(HASH) != content_hash(said):
        problems.add(MANIFEST, "", HASH, "is not the hash of the manifest: it was changed.", _FRESH)


def _check_files(source: Source, manifest: dict[str, Any], problems: Problems) -> None:
    """Every file is the one that was sent, and there is no other."""
    listed = manifest.get("files")
    stated = {
        entry["path"]: str(entry.get("sha256"))
        for entry in (listed if isinstance(listed, list) else ())
        if isinstance(entry, dict) and isinstance(entry.get("path"), str)
    }
    for name in sorted({*stated, *source.names} - {MANIFEST}):
        if name not in source.names:
            problems.add(name, "", "", "is named by the manifest but not there.", _FRESH)
        elif name not in stated or (name != ROWS and not name.startswith(ATTACHMENTS)):
            problems.add(name, "", "", "is not named by the manifest: it was added.", _FRESH)
        elif hash_of(source, name, problems, _FRESH) not in {stated[name], ""}:
            problems.add(name, "", "sha256", "was changed or damaged on its way.", _FRESH)


@dataclass(frozen=True, slots=True)
class _File:
    """A sound exchange file: what its manifest says, and its rows."""

    path: Path
    source: Source
    manifest: dict[str, Any]
    problems: Problems

    def header(self, kind: type[Any], name: str) -> Any:  # noqa: ANN401 - of that kind
        """What the manifest says of the whole."""
        found = self.parsed(kind, self.manifest.get(name), MANIFEST)
        self.problems.refuse_if_any(self.path.name)
        return found

    def parsed(self, kind: type[Any], value: object, place: str) -> Any:  # noqa: ANN401
        """A record of plain data; None after noting what is wrong."""
        try:
            return kind.model_validate(value, strict=False)
        except (ValidationError, OverflowError, RecursionError) as error:
            if isinstance(error, ValidationError):
                self.problems.add_validation(ROWS, place, error)
            else:
                self.problems.add(ROWS, place, "", "cannot be read.", _FRESH)
        return None

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The rows with their places."""
        if ROWS not in self.source.names:
            return
        with self.source.open(ROWS) as stream:
            for number, line in numbered_lines(stream, ROWS, self.problems):
                if number > MAX_ROWS:
                    self.problems.add(
                        ROWS,
                        "",
                        "",
                        Message("has more than {max_rows:,} rows.", max_rows=MAX_ROWS),
                        _FRESH,
                    )
                    return
                row = parse_object(
                    line, ROWS, Message("row {number}", number=number), self.problems
                )
                if row is not None:
                    yield f"row {number}", row

    def records(self) -> Iterator[Record]:
        """The records of an assignment."""
        for place, row in self.rows():
            entity = ENTITIES.get(present_kind(str(row.get("kind"))))
            if entity is None:
                self.problems.add(
                    ROWS,
                    place,
                    "kind",
                    Message("{kind} is not known.", kind=shown(row.get("kind"))),
                    _FRESH,
                )
                continue
            fields = row.get("record")
            if isinstance(fields, dict):
                fields = present_fields(entity.kind, fields)
            record = self.parsed(entity.record, fields, place)
            if record is not None:
                yield record
        self.problems.refuse_if_any(self.path.name)

    def files(self) -> Files:
        """The attachments by their hashes."""
        names = {
            name.removeprefix(ATTACHMENTS): name
            for name in self.source.names
            if name.startswith(ATTACHMENTS)
        }
        stated = {entry["path"]: entry["sha256"] for entry in self.manifest["files"]}
        names = {stated[name]: name for name in names.values()}
        return Files(frozenset(names), FilesOf(self.path, names).read)


_AHEAD: Final = 16 * 1024 * 1024
"""Bytes that are read while the file is open: each opening goes through the names of all files."""


class FilesOf:
    """Reads attachments by their hashes, fastest in the order of the hashes.

    Args:
        path: The exchange file, which is open only while something is read.
        names: Its attachments by their hashes.
    """

    def __init__(self, path: Path, names: dict[str, str]) -> None:
        self._path = path
        self._names = names
        self._order = sorted(names)
        self._ready: dict[str, bytes] = {}

    def read(self, sha256: str) -> bytes:
        """One file.

        Raises:
            ExchangeRefusedError: The exchange file is gone, or was changed.
        """
        if sha256 not in self._ready:
            self._ready = self._read_from(sha256)
        if sha256 not in self._ready:
            raise ExchangeRefusedError(
                Message(
                    "{path} was removed or changed while it was being imported.",
                    path=self._path.name,
                ),
                remedy="Put it back, and import it again.",
            )
        return self._ready.pop(sha256)

    def _read_from(self, sha256: str) -> dict[str, bytes]:
        """The file and those after it, as far as they are what they were."""
        found: dict[str, bytes] = {}
        if not self._path.exists():
            return found
        left = _AHEAD
        with open_source(self._path, Problems()) as source:
            there = set(source.names)
            for wanted in self._order[bisect_left(self._order, sha256) :]:
                name = self._names[wanted]
                data = (
                    content_of(source, name, Problems(), most=MAX_BYTES) if name in there else b""
                )
                if data is not None and bytes_hash(data) == wanted:
                    found[wanted] = data
                left -= len(data or b"")
                if left <= 0:
                    break
        return found
