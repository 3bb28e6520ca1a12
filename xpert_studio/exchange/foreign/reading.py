"""What readers of foreign files share: noting problems, and making records of plain data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from xpert_studio.exchange.foreign.taken import open_lines
from xpert_studio.exchange.lines import parse_object
from xpert_studio.exchange.problems import Problems
from xpert_studio.records import Record

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

    def rows(self, source: Path) -> Iterator[tuple[int, dict[str, Any]]]:
        """The objects of a file with one a line, with their numbers; notes what is none."""
        for number, line in open_lines(source, self.problems):
            value = parse_object(line, self.name, f"row {number}", self.problems)
            if value is not None:
                yield number, value

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

    def record(
        self, place: str, kind: type[AnyRecord], fields: Mapping[str, Any]
    ) -> AnyRecord | None:
        """A record from plain data; None after noting what is wrong with it."""
        present = {key: value for key, value in fields.items() if value is not None}
        return self.made(place, kind.model_validate_json, json.dumps(present, ensure_ascii=False))
