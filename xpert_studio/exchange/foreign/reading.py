"""What readers of foreign files share: noting problems, and making records of plain data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from xpert_studio.exchange.problems import Problems
from xpert_studio.records import Record

AnyRecord = TypeVar("AnyRecord", bound=Record)


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

    def record(
        self, place: str, kind: type[AnyRecord], fields: Mapping[str, Any]
    ) -> AnyRecord | None:
        """A record from plain data; None after noting what is wrong with it."""
        present = {key: value for key, value in fields.items() if value is not None}
        try:
            return kind.model_validate_json(json.dumps(present, ensure_ascii=False))
        except ValidationError as error:
            self.problems.add_validation(self.name, place, error)
            return None
