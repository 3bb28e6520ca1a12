"""Records of packs in bundles: a file for each kind, ``pack.<pack>.<kind>.jsonl``.

A row is kept whatever is known of its pack. Where the kind is known in that version, it has to be
as the kind says. Manifests name the packs of which there are records, and those from outside that
other records need; bundles of projects without either stay as they are, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from xpert_studio.core.exchange.bundle_format import RECORD_FILE, ContradictionError, RowFile
from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.messages import Message
from xpert_studio.core.records import PackRecord, ProjectInfo
from xpert_studio.core.records.pack_records import Content
from xpert_studio.core.records.record_kinds import ReadRecord, kind_of, pack_named, reading_of
from xpert_studio.core.store import Transaction, log, pack_records, settings
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.packs_used import packs_of
from xpert_studio.core.used_packs import LISTED, UsedPack

PACKS: Final = "packs"
"""The key of manifests."""


def manifest_packs(
    tx: Transaction, needed: Iterable[tuple[str, str]], versions: Mapping[str, str]
) -> dict[str, Any]:
    """The part of a manifest that names packs; empty where none is needed.

    Args:
        tx: The transaction.
        needed: By kind and id, what the written records need, see ``needed_by``.
        versions: Of packs of which there are records, by id.
    """
    found = {pack.id: pack for pack in packs_of(tx, needed)}
    for name, version in versions.items():
        found.setdefault(name, UsedPack(id=name, version=version))
    ordered = sorted(found.values(), key=lambda pack: (not pack.id, pack.id))
    return {PACKS: [pack.plain() for pack in ordered]} if ordered else {}


def read_packs(manifest: dict[str, Any], file: str, problems: Problems) -> tuple[UsedPack, ...]:
    """The packs that a manifest names; nothing, and a problem noted, where it cannot be read."""
    try:
        return LISTED.validate_python(manifest.get(PACKS) or (), strict=False)
    except ValidationError as error:
        problems.add_validation(file, PACKS, error)
        return ()


_SHORT = Annotated[str, StringConstraints(max_length=128)]
_VERSIONS: Final = TypeAdapter(Annotated[dict[_SHORT, _SHORT], Field(max_length=1000)])


def record_file(pack: str, kind: str) -> RowFile:
    """The file of a kind of records."""
    label = f"pack.{pack}.{kind}"
    return RowFile(f"{label}.jsonl", PackRecord, label, ("id",), hashed=True, since=2)


def record_files(names: Iterable[str]) -> list[RowFile]:
    """Those of some names that are files of records of packs, in their order."""
    found = (RECORD_FILE.fullmatch(name) for name in sorted(names))
    return [record_file(*one.groups()) for one in found if one]


def kinds_there(tx: Transaction) -> list[RowFile]:
    """The files of the kinds of which a project has records that bundles may hold."""
    return [record_file(*one) for one in pack_records.count_by_kind(tx) if not _stays(*one)]


def _stays(pack: str, kind: str) -> bool:
    known, _ = kind_of(pack, kind)
    return known is not None and known.stays


def mend_record(file: RowFile) -> Callable[[dict[str, Any]], None]:
    """What gives rows of a file the pack and the kind that its name says."""
    _, pack, kind = file.label.split(".")

    def mend(value: dict[str, Any]) -> None:
        for key, said in (("pack", pack), ("kind", kind)):
            if value.setdefault(key, said) != said:
                raise ContradictionError(key=key, other=file.name)
        for key in ("task_id", "response_id"):
            if key in value and value[key] is None:
                del value[key]
        if "hash" in value:
            raise ContradictionError(key="hash", other="content_hash")

    return mend


Notice = Callable[[str, int], None]
"""Takes a text, and the row in which it was seen."""


def is_sound(
    file: RowFile,
    record: PackRecord,
    row: int,
    *,
    notice: Notice,
    problems: Problems,
    intake: Intake,
) -> bool:
    """Whether a record is as its kind says, or cannot be read here and is kept.

    Args:
        file: Where the row is.
        record: The row.
        row: Its number.
        notice: Takes what there is to know of it.
        problems: Takes what is wrong.
        intake: Knows which checkpoints there are.
    """
    reading = reading_of(record)
    place = Message("row {row}", row=row)
    if reading.kind is not None and reading.kind.stays:
        text = "Records of this kind stay in the project in which they were made."
        problems.add(file.name, place, "", text, "Leave the file out of the bundle.")
        return False
    if reading.problem is None:
        for field in _lost_checkpoints(reading, intake):
            lost = Message(
                "{file}: {field} is a checkpoint that the task does not have; the record is "
                "kept, and no figure counts it",
                file=file.name,
                field=field,
            )
            notice(lost, row)
        return True
    if reading.kind is None or record.version > reading.kind.version:
        kept = Message(
            "{file}: kept unchanged; such records cannot be edited here. {problem}",
            file=file.name,
            problem=reading.problem,
        )
        notice(kept, row)
        return True
    remedy = Message("Correct it as the pack {pack} wants it.", pack=record.pack)
    problems.add(file.name, place, "content", reading.problem, remedy)
    return False


def _lost_checkpoints(reading: ReadRecord, intake: Intake) -> Iterator[str]:
    """The fields of a record that name a checkpoint which is not there."""
    record, kind = reading.record, reading.kind
    for field in kind.checkpoints if kind else ():
        named = reading.content[field]
        if not isinstance(named, str) or not named:
            continue
        if record.response_id is not None:
            is_there = intake.has_checkpoint_for(record.response_id, named)
        else:
            is_there = intake.has_checkpoint(record.task_id or "", named)
        if not is_there:
            yield field


def public_content(record: PackRecord, pseudonym: Callable[[str], str]) -> dict[str, Any] | None:
    """What of a record goes into a public bundle; None where it stays in.

    Only fields that its kind calls public go out. Of a record that cannot be read here nobody knows
    what is public.

    Args:
        record: The record.
        pseudonym: The name that stands for a person's.
    """
    reading = reading_of(record)
    kind = reading.kind
    if reading.problem is not None or kind is None or not kind.public:
        return None
    whole = reading.content
    content: Content = {name: value for name, value in whole.items() if name in kind.public}
    author = kind.author_of(content)
    if author is not None:
        content[kind.by] = pseudonym(author)
    return {"content": content, "version": kind.version}


def pack_versions(
    tx: Transaction, info: ProjectInfo, used: Iterable[str], *, public: bool
) -> dict[str, str]:
    """The version of each pack of which a bundle holds records, by id.

    Args:
        tx: The project.
        info: What it says of itself; with what earlier bundles said of packs.
        used: The ids of the packs.
        public: Whether what earlier bundles said of other packs stays in.
    """
    said = kept_packs(info)
    said = {pack.id: pack.version for pack in settings.used_packs(tx)} | said
    wanted = {*used, *(() if public else kept_packs(info))}
    return {name: _version_of(tx, name, said) for name in sorted(wanted)}


def _version_of(tx: Transaction, pack_id: str, said: dict[str, str]) -> str:
    """As it is installed; else as a bundle said, or as it was when records were written."""
    pack = pack_named(pack_id)
    if pack is not None:
        return pack.version
    if pack_id in said:
        return said[pack_id]
    rows = (row.parameters for row in reversed(log.rows_of_pack(tx, pack_id)))
    told = (str(row.get("pack_version", "")) for row in rows if row.get("pack") == pack_id)
    return next(filter(None, told), "")


def kept_packs(info: ProjectInfo) -> dict[str, str]:
    """What imported bundles said of packs of which they held records alone: versions by id."""
    try:
        return _VERSIONS.validate_python(info.extra.get(PACKS) or {}, strict=True)
    except ValidationError:
        return {}
