"""What readers of foreign files share: noting problems, and making records of plain data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from xpert_studio.core.encodings import text_of
from xpert_studio.core.exchange.formats.parquet_rows import PARQUET, parquet_rows
from xpert_studio.core.exchange.formats.row_keys import rows_in
from xpert_studio.core.exchange.formats.taken import (
    UNKNOWN_SYSTEM,
    AnyFound,
    Kind,
    Records,
    open_lines,
    read_whole,
)
from xpert_studio.core.exchange.formats.yaml_reading import read_yaml
from xpert_studio.core.exchange.lines import parse_object, strict_json, unread
from xpert_studio.core.exchange.problems import FaultError, Problems, shown
from xpert_studio.core.messages import Message
from xpert_studio.core.records import AnyRecord

BOM: Final = b"\xef\xbb\xbf"
YAML: Final = (".yaml", ".yml")
Made = TypeVar("Made")


class Reading:
    """One file being read.

    Args:
        name: The file's name, for messages.
        problems: Takes what is wrong with it.

    Attributes:
        told: What a person will be told of, counted.
        unknown: Keys that are not known, with how often they occur.
        found: What was made of it so far.
    """

    def __init__(self, name: str, problems: Problems) -> None:
        self.name = name
        self.problems = problems
        self.told: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.found = Records()

    def problem(self, place: str, field: str, message: str, remedy: str) -> None:
        """Notes a problem."""
        self.problems.add(self.name, place, field, message, remedy)

    def rows(self, source: Path) -> Iterator[tuple[str, dict[str, Any]]]:
        """The objects of a file with one a line, with their places; notes what is none."""
        for number, line in open_lines(source, self.problems):
            place = Message("row {number}", number=number)
            value = parse_object(line, self.name, place, self.problems)
            if value is not None:
                yield place, value

    def noting(self, place: str, field: str = "") -> _Noting:
        """Within it, something that cannot be used is noted as a problem, and ends it.

        Args:
            place: Where it stands.
            field: Where, unless the error says it.
        """
        return _Noting(self, place, field)

    def made(self, place: str, make: Callable[[Any], Made], value: object) -> Made | None:
        """What is made of a value; None after noting what is wrong with it."""
        with self.noting(place):
            return make(value)
        return None

    def weight(self, points: float) -> float:
        """The weight of a criterion: the size of its points."""
        self.told["penalties"] += points < 0
        self.told["unscored"] += points == 0
        return abs(points)

    def told_of(self, notes: Mapping[str, Message]) -> list[str]:
        """Messages on what was counted.

        Args:
            notes: The messages by what they are about, without values; ``{n}`` is how often, and
                ``{unknown_system}`` what a system is called that the file does not name.
        """
        return [
            Message(note.template, n=n, unknown_system=UNKNOWN_SYSTEM)
            for name, note in notes.items()
            if (n := self.told[name])
        ]

    def record(
        self, place: str, kind: type[AnyRecord], fields: Mapping[str, Any]
    ) -> AnyRecord | None:
        """A record from plain data; None after noting what is wrong with it."""
        return self.made(place, lambda said: record_of(kind, said), fields)

    def once(
        self, place: str, kind: type[Kind], fields: Mapping[str, Any], *name: str
    ) -> Kind | None:
        """The record with a name, made of plain data where none is known yet.

        Args:
            place: Where it stands.
            kind: Its kind.
            fields: What it is made of.
            name: What names it, where it is not its ``id``.
        """
        known = self.found.get(kind, *(name or (fields["id"],)))
        made = self.record(place, kind, fields) if known is None else None
        if made is not None:
            self.found.add(made, place)
        return known or made

    def agrees(
        self, place: str, record: AnyFound, field: str, said: object, *, alone: bool = False
    ) -> bool:
        """Adds a record; whether no other one stands under its name, which is noted.

        Args:
            place: Where it stands.
            record: The record.
            field: The key that names it, for the message.
            said: What the file says there.
            alone: Whether the same again is wrong too.
        """
        known = self.found.add(record, place)
        agrees = known.record is record if alone else known.record == record
        if not agrees:
            told = Message("{said} is in {place} too.", said=shown(said), place=known.place)
            self.problem(place, field, told, "Keep one of the two, or give one another ID.")
        return agrees

    def whole(self, source: Path, name: str = "") -> dict[str, Any] | None:
        """The object that a file of JSON or YAML holds, {} for another value of YAML.

        Args:
            source: The file.
            name: What it is called in messages, where that is not its name.

        Returns:
            None after noting why it cannot be read.
        """
        data, name = read_whole(source, self.problems), name or source.name
        if data is None:
            return None
        if source.suffix.lower() not in YAML:
            return parse_object(data.removeprefix(BOM), name, "", self.problems)
        with Reading(name, self.problems).noting(""):
            value = read_yaml(text_of(data, name))
            return value if isinstance(value, dict) else {}
        return None


def record_of(kind: type[AnyRecord], fields: Mapping[str, Any]) -> AnyRecord:
    """A record from plain data.

    Raises:
        ValidationError: It is none.
    """
    present = {key: value for key, value in fields.items() if value is not None}
    return kind.model_validate_json(json.dumps(present, ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class _Noting:
    reading: Reading
    place: str
    field: str

    def __enter__(self) -> None:
        """Begins."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if isinstance(error, FaultError):
            field = error.field or self.field
            self.reading.problem(self.place, field, error.message, error.remedy)
        if isinstance(error, ValidationError):
            self.reading.problems.add_validation(self.reading.name, self.place, error)
        return isinstance(error, FaultError | ValidationError)


_ENTRY: Final = Message("entry {number}")


def rows_of(
    reading: Reading,
    source: Path,
    called: Message = _ENTRY,
    *,
    by_line: bool | None = None,
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a file, one a line, or of a JSON list or Parquet; notes what is none.

    Args:
        reading: The file being read.
        source: It; of a ``.json`` that holds one object with a list of them, these.
        called: What an entry of a list is called in messages.
        by_line: Whether it has one a line; as its ending says where None.
    """
    if source.suffix.lower() == PARQUET:
        with reading.noting(""):
            rows = list(parquet_rows(source))
            for number, found in enumerate(rows, start=1):
                yield Message("row {number}", number=number), found
        return
    is_list = source.suffix.lower() == ".json" if by_line is None else not by_line
    if not is_list:
        yield from reading.rows(source)
        return
    data = read_whole(source, reading.problems)
    if data is None:
        return
    try:
        value = strict_json(data.removeprefix(BOM))
    except (ValueError, RecursionError) as error:
        reading.problem("", "", *unread(error, Message("Save it as JSON in UTF-8.")))
        return
    for number, row in enumerate(rows_in(value) or [], start=1):
        place = Message(called.template, number=number)
        if isinstance(row, dict):
            yield place, row
        else:
            told = Message("is {value}, not an object.", value=shown(row))
            reading.problem(place, "", told, "Write a list of objects.")


def left_out(unknown: Counter[str]) -> list[str]:
    """What a person is told of keys that are not known."""
    return [
        Message(
            "The key {key} is not known and was left out (found so many times: {times:,}).",
            key=shown(key),
            times=times,
        )
        for key, times in unknown.items()
    ]


def kept_beside(unknown: Iterable[str]) -> list[str]:
    """What a person is told of keys that are not known and were kept, each as often as it is."""
    return [
        Message(
            "The key {key} is not known; it was kept, and goes into private bundles only (found so "
            "many times: {times:,}).",
            key=shown(key),
            times=times,
        )
        for key, times in Counter(unknown).items()
    ]
