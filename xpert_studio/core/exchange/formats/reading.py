"""What readers of foreign files share: noting problems, and making records of plain data."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from xpert_studio.core.exchange.formats.parquet_rows import PARQUET, ParquetError, parquet_rows
from xpert_studio.core.exchange.formats.row_keys import rows_in
from xpert_studio.core.exchange.formats.taken import (
    Placed,
    Taken,
    open_lines,
    read_whole,
    take_in,
)
from xpert_studio.core.exchange.lines import parse_object, strict_json, unread
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Record
from xpert_studio.core.store import ProjectFile

BOM: Final = b"\xef\xbb\xbf"
AnyRecord = TypeVar("AnyRecord", bound=Record)
Made = TypeVar("Made")


class Reading:
    """One file being read.

    Args:
        name: The file's name, for messages.
        problems: Takes what is wrong with it.

    Attributes:
        told: What a person will be told of, counted.
    """

    def __init__(self, name: str, problems: Problems) -> None:
        self.name = name
        self.problems = problems
        self.told: Counter[str] = Counter()

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

    def made(self, place: str, make: Callable[[Any], Made], value: object) -> Made | None:
        """What is made of a value; None after noting what is wrong with it."""
        try:
            return make(value)
        except ValidationError as error:
            self.problems.add_validation(self.name, place, error)
            return None

    def weight(self, points: float) -> float:
        """The weight of a criterion: the size of its points."""
        self.told["penalties"] += points < 0
        self.told["unscored"] += points == 0
        return abs(points)

    def told_of(self, notes: Mapping[str, Message]) -> list[str]:
        """Messages on what was counted.

        Args:
            notes: The messages by what they are about, without values; ``{n}`` is how often.
        """
        return [
            Message(note.template, n=n) for name, note in notes.items() if (n := self.told[name])
        ]

    def record(
        self, place: str, kind: type[AnyRecord], fields: Mapping[str, Any]
    ) -> AnyRecord | None:
        """A record from plain data; None after noting what is wrong with it."""
        present = {key: value for key, value in fields.items() if value is not None}
        return self.made(place, kind.model_validate_json, json.dumps(present, ensure_ascii=False))


def rows_of(reading: Reading, source: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a file, one a line, or of a JSON list or Parquet; notes what is none.

    Args:
        reading: The file being read.
        source: It; of a ``.json`` that holds one object with a list of them, these.
    """
    if source.suffix.lower() == PARQUET:
        try:
            rows = [
                (Message("row {number}", number=n), row)
                for n, row in enumerate(parquet_rows(source), start=1)
            ]
        except ParquetError as error:
            reading.problem("", "", error.message, error.remedy)
            return
        yield from rows
        return
    if source.suffix.lower() != ".json":
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
        place = Message("entry {number}", number=number)
        if isinstance(row, dict):
            yield place, row
        else:
            told = Message("is {value}, not an object.", value=shown(row))
            reading.problem(place, "", told, "Write a list of objects.")


class RowReading(Reading, ABC):
    """A file of objects, one a line, being read; each is taken by itself.

    Attributes:
        unknown: Keys that are not known, with how often they occur.
        records: What was made of the objects so far, in their order.
    """

    def __init__(self, name: str, problems: Problems) -> None:
        super().__init__(name, problems)
        self.unknown: Counter[str] = Counter()
        self.records: list[Placed] = []
        self._seen: dict[str, str] = {}

    def is_first(self, place: str, task_id: str, field: str, said: str) -> bool:
        """Whether no object before is the same task; else that is noted as a problem.

        Args:
            place: Where the object stands.
            task_id: The id that its task has here.
            field: The key that says it, for the message.
            said: What it says there.
        """
        first = self._seen.setdefault(task_id, place)
        if first != place:
            told = Message("{task_id} is in {first} too.", task_id=shown(said), first=first)
            self.problem(place, field, told, "Keep one of the two.")
        return first == place

    @abstractmethod
    def take(self, place: str, value: dict[str, Any]) -> None:
        """Takes one object, or notes what is wrong with it."""

    @abstractmethod
    def finished(self) -> Taken:
        """What was read, with all there is to tell."""

    def take_in(
        self, project: ProjectFile, source: Path, *, now: datetime, actor_id: str | None
    ) -> ImportReport:
        """Reads a file and writes what it holds into a project.

        Raises:
            InputRefusedError: Something is wrong with it; nothing was taken in.
        """
        for place, value in self.rows(source):
            self.take(place, value)
        return take_in(project, source, self.finished(), self.problems, now=now, actor_id=actor_id)


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
