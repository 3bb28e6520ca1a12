"""Reads promptfoo's tables of tests: a row is a test, columns are variables and assertions."""

from __future__ import annotations

import csv
import re
from typing import Any, Final

from xpert_studio.api.formats import Message, shown
from xpert_studio.core.exchange.tables.separated import strict_csv
from xpert_studio.packs.promptfoo.files import ReferenceFaultError
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
_OWN: Final = {
    "__prefix": ("options", "prefix"),
    "__suffix": ("options", "suffix"),
    "__description": ("description",),
    "__providerOutput": ("providerOutput",),
}


def tests_of(text: str) -> list[dict[str, Any]]:
    """The tests of a table with commas between its cells, as a configuration would have them.

    Raises:
        ReferenceFaultError: It cannot be read as a table.
    """
    try:
        rows = list(strict_csv(text))
    except csv.Error as error:
        raise ReferenceFaultError(
            Message("names a table that cannot be read: {error}.", error=error),
            Message("Save it anew as CSV with commas, or as YAML or JSON."),
        ) from error
    header = [cell.strip() for cell in rows[0]] if rows else []
    doubled = next((name for name in header if header.count(name) > 1), None)
    if not header or doubled is not None:
        raise ReferenceFaultError(
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
            raise ReferenceFaultError(
                Message(
                    "names a table whose row {number:,} has {n:,} cells; {columns:,} expected.",
                    number=number,
                    n=len(row),
                    columns=len(header),
                ),
                Message("Put cells that hold commas in quotes."),
            )
    return [_test(dict(zip(header, row, strict=True))) for _, row in filled]


def _test(row: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {"vars": {}, "options": {}}
    asked: list[dict[str, Any]] = []
    for name, cell in row.items():
        if name.startswith(_EXPECTED):
            asked += [assertion_of_cell(cell.strip())] if cell.strip() else []
        elif name == "__threshold":
            found["threshold"] = _number(cell)
        elif name in _OWN and cell:
            *path, last = _OWN[name]
            (found[path[0]] if path else found)[last] = cell
        elif not name.startswith("__"):
            found["vars"][name] = cell
    for assertion in asked:
        if row.get("__metric"):
            assertion["metric"] = row["__metric"]
    for name, cell in row.items():
        place = re.fullmatch(r"__config:__expected([0-9]{0,6}):threshold", name)
        if place and 0 < (number := int(place[1] or 1)) <= len(asked) and cell.strip():
            asked[number - 1]["threshold"] = _number(cell)
    return {**found, "assert": asked}


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
