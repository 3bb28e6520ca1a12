"""Checks as assertions that promptfoo decides in the same way; others have none.

A kind is here only where both programs give the same verdict, which a test runs. promptfoo compares
characters as they are written; here forms of the same character (NFC) are one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from xpert_studio.exchange.formats.promptfoo_texts import literal
from xpert_studio.instruments.check import kind_of, parameters_of
from xpert_studio.instruments.checks.json_texts import Json
from xpert_studio.instruments.checks.kind import Parameters
from xpert_studio.instruments.checks.repetition import Similarity
from xpert_studio.instruments.checks.texts import Contains, Equals
from xpert_studio.records import Checkpoint

Written = dict[str, Any] | None


def _contains(name: str) -> Callable[[Parameters], Written]:
    def write(parameters: Parameters) -> Written:
        given = cast("Contains", parameters)
        negated = "not-" if name.startswith("not-") else ""
        letters = "" if given.case_sensitive else "i"
        plain = name.removeprefix("not-")
        return {
            "type": f"{negated}{letters}{plain}",
            "value": [literal(text) for text in given.texts],
        }

    return write


def _equals(parameters: Parameters) -> Written:
    given = cast("Equals", parameters)
    return {"type": "equals", "value": literal(given.text)} if given.as_written else None


def _similar(parameters: Parameters) -> Written:
    given = cast("Similarity", parameters)
    if not given.as_written or given.at_most_edits is None or given.at_least is not None:
        return None
    return {
        "type": "levenshtein", "value": literal(given.text), "threshold": given.at_most_edits
    }  # fmt: skip


def _json(parameters: Parameters) -> Written:
    """Not ``contains-json``: promptfoo also takes what is nearly JSON there."""
    given = cast("Json", parameters)
    return None if given.anywhere or given.fence_allowed else {"type": "is-json"}


_SAME: Final[Mapping[str, Callable[[Parameters], Written]]] = {
    "contains_all": _contains("contains-all"),
    "contains_any": _contains("contains-any"),
    "contains_none": _contains("not-contains-any"),
    "equals": _equals,
    "similarity": _similar,
    "json_valid": _json,
}
"""By kind; each gives None for parameters that promptfoo has nothing like."""


def assertion_of(point: Checkpoint) -> Written:
    """The ``type``, ``value`` and ``threshold`` of an assertion that decides a check as here.

    Args:
        point: A checkpoint of any instrument.

    Returns:
        None where promptfoo has no such assertion.
    """
    write = _SAME.get(kind_of(point).id) if point.instrument == "check" else None
    if write is None:
        return None
    parameters = parameters_of(point)
    made = write(parameters)
    if made and getattr(parameters, "negated", False):
        made["type"] = f"not-{made['type']}"
    return made
