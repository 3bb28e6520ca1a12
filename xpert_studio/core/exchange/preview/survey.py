"""Looks at what an export would write: its files, and what of every record goes out or stays."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from xpert_studio.core.exchange.formats.parquet_rows import parquet_count, parquet_rows
from xpert_studio.core.exchange.preview.forecast import (
    ExpectedFile,
    FieldFate,
    RowsFate,
    TextFinding,
)
from xpert_studio.core.exchange.targets import WrittenFile, WrittenFiles
from xpert_studio.core.judge.redaction import holds_key
from xpert_studio.core.records import Judge, Judgment, PackRecord, Person, Record, Verdict
from xpert_studio.core.records.tasks import BRIEF_TEXTS

PERSON: Final = "person"
E_MAIL: Final = "e-mail"
KEY: Final = "key"

_E_MAIL: Final = re.compile(r"(?<![\w.+-])[\w.+-]++@[A-Za-z0-9](?:[\w-]*\.)+[A-Za-z]{2,}")
_SHORTEST_WORD: Final = 4
"""Shorter parts of a name, and shorter ids, are too often just words."""

_SHORTEST_CHINESE: Final = 2


class TextWatch:
    """Finds people of the project, e-mail addresses and keys in a text.

    Args:
        people: Everybody in the project.
    """

    def __init__(self, people: Iterable[Person]) -> None:
        names = sorted({name for person in people for name in _names(person)}, key=len)
        patterns = [re.escape(name) for name in reversed(names)]
        # Names alone are found fast; whether they stand alone is looked at afterwards.
        self._people = re.compile("|".join(patterns)) if patterns else None

    def found_in(self, text: str) -> Iterator[str]:
        """What is found in a text, each once: ``person``, ``e-mail``, ``key``."""
        if self._people is not None and any(map(_stands_alone, self._people.finditer(text))):
            yield PERSON
        if "@" in text and _E_MAIL.search(text):
            yield E_MAIL
        if holds_key(text):
            yield KEY


def _names(person: Person) -> Iterator[str]:
    """What a person may be called: the name, its longer words, and the id where it is no number."""
    for whole in (person.name or "", person.id):
        if _is_telling(whole):
            yield whole
    words = re.split(r"[\s,.·]+", person.name or "")
    yield from (word for word in words if _is_telling(word) and word[:1].isupper())


def _is_telling(name: str) -> bool:
    if name.isascii():
        return len(name) >= _SHORTEST_WORD and any(char.isalpha() for char in name)
    return len(name) >= _SHORTEST_CHINESE


def _stands_alone(found: re.Match[str]) -> bool:
    """Whether a name is no part of a longer word; Chinese has no spaces to stand between."""
    start, end, text = found.start(), found.end(), found.string
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    return not (_joined(before, text[start]) or _joined(text[end - 1], after))


def _joined(one: str, other: str) -> bool:
    return one.isascii() and other.isascii() and one.isalnum() and other.isalnum()


_PER_MEMBER = 100
"""About what a zip says of each member, besides twice its name."""


class Measured:
    """A target that writes nothing.

    Args:
        rows: How many rows of each file are kept as a sample.
        packing: Whether the size of a zip is to be known.
    """

    def __init__(self, *, rows: int, packing: bool) -> None:
        self.written = WrittenFiles()
        self.sample: dict[str, tuple[Any, ...]] = {}
        self._rows = rows
        self._packed = 0 if packing else None

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        """Measures a file line by line."""
        digest, size, count = hashlib.sha256(), 0, 0
        packer = zlib.compressobj(wbits=-15)
        packed, kept = 0, []
        for line in lines:
            data = line.encode("utf-8")
            digest.update(data)
            size += len(data)
            if self._packed is not None:
                packed += len(packer.compress(data))
            if count < self._rows:
                kept.append(json.loads(line))
            count += 1
        if count:
            self.written[name] = WrittenFile(digest.hexdigest(), size, count)
            self.sample[name] = tuple(kept)
            self._pack(name, packed + len(packer.flush()))
        return count

    def put(self, name: str, data: bytes) -> None:
        """Measures a whole file."""
        self.written[name] = WrittenFile(hashlib.sha256(data).hexdigest(), len(data))
        if self._packed is not None:
            self._pack(name, len(zlib.compress(data)))

    def _pack(self, name: str, size: int) -> None:
        if self._packed is not None:
            self._packed += size + _PER_MEMBER + 2 * len(name.encode("utf-8"))

    @property
    def packed(self) -> int | None:
        """About how large the zip would be; None if not requested."""
        return self._packed

    @property
    def files(self) -> tuple[ExpectedFile, ...]:
        """The files, in the order of writing."""
        return tuple(
            ExpectedFile(path, file.size, file.rows) for path, file in self.written.items()
        )


def measure_written(place: Path, *, rows: int) -> tuple[list[ExpectedFile], dict[str, Any]]:
    """The files that a foreign format wrote, with the first rows of those that have any.

    Args:
        place: A file, or a folder.
        rows: How many rows of each file are shown.
    """
    files, sample = [], {}
    paths = sorted(place.rglob("*")) if place.is_dir() else [place]
    for path in (item for item in paths if item.is_file()):
        name = path.relative_to(place).as_posix() if place.is_dir() else path.name
        shown, count = _first_rows(path, rows)
        files.append(ExpectedFile(name, path.stat().st_size, count))
        if shown:
            sample[name] = tuple(shown)
    return files, sample


def _first_rows(path: Path, rows: int) -> tuple[list[Any], int | None]:
    if path.suffix == ".jsonl":
        with path.open("rb") as stream:
            lines = list(stream)
        return [json.loads(line) for line in lines[:rows]], len(lines)
    if path.suffix == ".json":
        value = json.loads(path.read_text(encoding="utf-8"))
        listed = value.get("items") if isinstance(value, dict) else value
        if isinstance(listed, list):
            return listed[:rows], len(listed)
    if path.suffix == ".parquet":
        return list(islice(parquet_rows(path), rows)), parquet_count(path)
    return [], None


_OUT, _VEILED, _STAYS = range(3)
_FREE_TEXTS: Final = frozenset(
    {*BRIEF_TEXTS, "family", "category", "text", "rationale", "source", "model"}
)
"""What people write freely; the rest are names of things, numbers and times."""


class Survey:
    """Counts what becomes of records and fields, and watches the texts that go out.

    Args:
        watch: Looks at texts that go out; None where the export is not public.
    """

    def __init__(self, watch: TextWatch | None) -> None:
        self._watch = watch
        self._rows: dict[str, list[int]] = {}
        self._fields: dict[str, dict[str, list[int]]] = {}
        self._found: dict[tuple[str, str, str], list[Any]] = {}

    def see(
        self,
        kind: str,
        record: Record,
        published: Record | None,
        carried: Collection[str] | None = None,
    ) -> None:
        """Notes what becomes of a record.

        Args:
            kind: What its kind is called.
            record: As it stands in the project.
            published: As it goes out, None where it stays.
            carried: The fields that the format has a place for; None is all.
        """
        rows = self._rows.setdefault(kind, [0, 0])
        rows[published is None] += 1
        kept = published.__dict__ if published is not None else {}
        fields = self._fields.setdefault(kind, {})
        for name, value in record.__dict__.items():
            if not value and (value is None or isinstance(value, str | tuple | dict)):
                continue
            fates = fields.get(name)
            if fates is None:
                fates = fields[name] = [0, 0, 0]
            if carried is not None and name not in carried:
                fates[_STAYS] += 1
            else:
                fates[_fate(value, kept.get(name))] += 1
        if published is not None and self._watch is not None:
            self._watch_texts(self._watch, kind, published, carried)

    def _watch_texts(
        self, watch: TextWatch, kind: str, record: Record, carried: Collection[str] | None
    ) -> None:
        for name, text in _texts(record):
            if carried is not None and name not in carried:
                continue
            for what in watch.found_in(text):
                found = self._found.setdefault((what, kind, name), [0, _name_of(record)])
                found[0] += 1

    @property
    def rows(self) -> tuple[RowsFate, ...]:
        """What becomes of the records, by kind."""
        return tuple(RowsFate(kind, out, stay) for kind, (out, stay) in self._rows.items())

    @property
    def fields(self) -> tuple[FieldFate, ...]:
        """What becomes of their fields."""
        return tuple(
            FieldFate(kind, name, *fates)
            for kind, fields in self._fields.items()
            for name, fates in fields.items()
        )

    @property
    def findings(self) -> tuple[TextFinding, ...]:
        """Texts to look at."""
        return tuple(
            TextFinding(what, kind, name, count, first)
            for (what, kind, name), (count, first) in self._found.items()
        )


def _fate(value: object, published: object) -> int:
    if published is value:
        return _OUT
    if published is None or (not published and isinstance(published, str | tuple | dict)):
        return _STAYS
    return _OUT if published == value else _VEILED


def _texts(record: Record) -> Iterable[tuple[str, str]]:
    for name, value in record.__dict__.items():
        if name in _FREE_TEXTS and isinstance(value, str):
            yield name, value
        elif name == "tags":
            yield from ((name, tag) for tag in value)
        elif name == "attachments":
            yield from ((name, f"{item.path}\n{item.caption or ''}") for item in value)
    if isinstance(record, Judgment | Verdict):
        yield from (("evidence", item.quote) for item in record.evidence)
    if isinstance(record, PackRecord):
        yield "content", json.dumps(record.content, ensure_ascii=False)
    if isinstance(record, Judge):
        yield "parameters", json.dumps(record.parameters, ensure_ascii=False)


def _name_of(record: Record) -> str:
    """What a person finds a record by."""
    keys = ("task_id", "response_id", "checkpoint_id", "id")
    parts = [str(record.__dict__[key]) for key in keys if record.__dict__.get(key)]
    return " / ".join(parts)
