"""By what promptfoo's files are told: configurations, results, and the rows of these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def looks_like_config(value: Mapping[str, Any]) -> bool:
    """Whether an object is a configuration of promptfoo."""
    return "prompts" in value and not value.keys().isdisjoint(
        {"tests", "providers", "targets", "defaultTest", "scenarios"}
    )


def rows_of(value: Mapping[str, Any]) -> list[Any] | None:
    """The results in what promptfoo writes after an evaluation; None where a file is none.

    A table, as its page saves it, has a row a test, in which each prompt and provider has a cell
    with its result.
    """
    results = value.get("results")
    found = results.get("results") if isinstance(results, dict) else None
    if isinstance(found, list):
        return found
    table = results.get("table") if isinstance(results, dict) else value
    body = mapping(table).get("body")
    if not isinstance(body, list) or not isinstance(mapping(table).get("head"), dict):
        return None
    return [cell for row in body for cell in _cells(mapping(row))]


def _cells(row: Mapping[str, Any]) -> list[Any]:
    cells = row.get("outputs")
    return [
        {"testCase": row.get("test"), "response": {"output": cell.get("text")}, **cell}
        for cell in (cells if isinstance(cells, list) else ())
        if isinstance(cell, dict)
    ]


def looks_like_result(value: Mapping[str, Any]) -> bool:
    """Whether an object is one result, as promptfoo writes them one a line."""
    return {"prompt", "provider", "vars"} <= value.keys() and not value.keys().isdisjoint(
        {"testCase", "gradingResult", "promptIdx"}
    )


def mapping(value: object) -> dict[str, Any]:
    """An object; an empty one in place of any other value."""
    return value if isinstance(value, dict) else {}
