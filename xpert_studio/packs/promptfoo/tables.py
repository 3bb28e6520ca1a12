"""Reads promptfoo's tables of tests: a row is a test, columns are variables and assertions."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from typing import Any, Final

from xpert_studio.api.formats import FaultError, Message, shown
from xpert_studio.core.exchange.tables.separated import strict_csv
from xpert_studio.packs.promptfoo.types import (
    CHECKS,
    GRADED,
    NOT_MAPPED,
    NotMappedError,
    separated,
)

_EXPECTED: Final = "__expected"
_ASSERTION: Final = re.compile(
    r"(not-)?([a-z][a-z0-9-]{0,60})(?:\(([0-9]{1,9}(?:\.[0-9]{1,9})?)\))?(?::(.*))?", re.DOTALL
)
_KNOWN: Final = frozenset(CHECKS) | GRADED | NOT_MAPPED.keys()
_GRADE: Final = ("grade:", "llm-rubric:")
_CODE: Final = ("javascript:", "fn:", "eval:")
_LISTS: Final = frozenset({"contains-all", "contains-any", "icontains-all", "icontains-any"})
_THRESHOLDS: Final = frozenset(
    {"answer-relevance", "classifier", "context-faithfulness", "context-recall",
     "context-relevance", "cost", "latency", "levenshtein", "perplexity-score", "perplexity",
     "rouge-n", "similar", "starts-with"}
)  # fmt: skip
_USUAL: Final = 0.75
"""The threshold of those types in a table, where a cell names none."""
_LIMIT: Final = re.compile(r"__config:__expected([0-9]{0,6}):threshold")
_OWN: Final = ("description", "providerOutput")
_OPTIONS: Final = ("prefix", "suffix")
"""What a column gives that is called so after two lines: of the test, and of its options."""


def tests_of(text: str) -> list[dict[str, Any]]:
    """The tests of a table with commas between its cells, as a configuration would have them.

    Raises:
        FaultError: It cannot be read as a table.
    """
    try:
        rows = list(strict_csv(text))
    except csv.Error as error:
        raise FaultError(
            Message("names a table that cannot be read: {error}.", error=error),
            Message("Save it anew as CSV with commas, or as YAML or JSON."),
        ) from error
    header = [cell.strip() for cell in rows[0]] if rows else []
    doubled = next((name for name in header if header.count(name) > 1), None)
    if not header or doubled is not None:
        raise FaultError(
            Message("names a table whose column {name} is there twice.", name=shown(doubled))
            if header
            else Message("names a table that is empty."),
            Message("Give the table a first row that names each column once."),
        )
    filled = [
        (number, row)
        for number, row in enumerate(rows[1:], start=2)
        if any(cell.strip() for cell in row)
    ]
    for number, row in filled:
        if len(row) != len(header):
            raise FaultError(
                Message(
                    "names a table whose row {number:,} has {n:,} cells; {columns:,} expected.",
                    number=number,
                    n=len(row),
                    columns=len(header),
                ),
                Message("Put cells that hold commas in quotes."),
            )
    return [_test(dict(zip(header, row, strict=True))) for _, row in filled]


def _test(row: Mapping[str, str]) -> dict[str, Any]:
    metric = {"metric": row["__metric"]} if row.get("__metric") else {}
    cells = [cell.strip() for name, cell in row.items() if name.startswith(_EXPECTED)]
    asked = [assertion_of_cell(cell) | metric for cell in cells if cell]
    for name, cell in row.items():
        place = _LIMIT.fullmatch(name)
        if place and cell.strip() and 0 < int(place[1] or 1) <= len(asked):
            asked[int(place[1] or 1) - 1]["threshold"] = _number(cell)
    return {
        "vars": {name: cell for name, cell in row.items() if not name.startswith("__")},
        "options": {key: row[f"__{key}"] for key in _OPTIONS if row.get(f"__{key}")},
        "assert": asked,
        "threshold": _number(row.get("__threshold", "")),
        **{key: row[f"__{key}"] for key in _OWN if row.get(f"__{key}")},
    }


def assertion_of_cell(text: str) -> dict[str, Any]:
    """The assertion that a cell is: ``type(threshold): value``, or the text to be equal to."""
    if text.startswith(_GRADE):
        return {"type": "llm-rubric", "value": text.partition(":")[2]}
    if text.startswith(_CODE):
        return {"type": "javascript", "value": text.partition(":")[2].strip()}
    mark = _ASSERTION.fullmatch(text)
    if mark is None or mark[2] not in _KNOWN:
        return {"type": "equals", "value": text}
    negated, kind, threshold, value = mark.groups()
    made: dict[str, Any] = {"type": f"{negated or ''}{kind}"}
    if kind in _LISTS and value:
        try:
            return made | {"value": separated(value)}
        except NotMappedError:
            return made | {"value": value}
    if kind in _THRESHOLDS:
        made["threshold"] = _USUAL if threshold is None else _number(threshold)
    return made if value is None else made | {"value": value.strip()}


def _number(text: str) -> float | str | None:
    """A number; the text where it is none, which is named where it is used."""
    try:
        value = float(text)
    except ValueError:
        return text.strip() or None
    return int(value) if value.is_integer() and abs(value) < 1e15 else value
