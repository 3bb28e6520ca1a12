"""Assertions of promptfoo as checkpoints: a check where an equal kind exists, else words or none.

What each type means is as promptfoo's documentation has it. Types that run code, call an address
or compare several outputs are refused by name; nothing in a configuration is ever carried out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.instruments.checks import KINDS
from xpert_studio.messages import Message

Parameters = dict[str, Any]
Read = Callable[[Any, Mapping[str, Any]], Parameters]
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Assertion:
    """What an assertion becomes.

    Attributes:
        text: The checkpoint, in words.
        check: Its kind of check; empty where a judge decides it.
        parameters: Of the check.
    """

    text: str
    check: str = ""
    parameters: Mapping[str, Any] | None = None


class RefusedAssertionError(Exception):
    """An assertion that has no checkpoint.

    Args:
        message: Why.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class _Mapped:
    """How one type is taken in.

    Attributes:
        kind: The check.
        words: The checkpoint in words; ``{value}`` is the assertion's value.
        read: The parameters of a value and the whole assertion.
        opposite: The kind that decides its ``not-`` form, where that is another one.
    """

    kind: str
    words: str
    read: Read
    opposite: str = ""


def _text(value: object) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    raise RefusedAssertionError(Message("its value is no text."))


def _texts(value: object) -> list[str]:
    given = value.split(",") if isinstance(value, str) else value
    if not isinstance(given, list) or not given:
        raise RefusedAssertionError(Message("its value is no list of texts."))
    return [_text(item).strip() for item in given]


def _number(value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise RefusedAssertionError(Message("its value is no number.")) from None


def _threshold(assertion: Mapping[str, Any], usual: float | None = None) -> float:
    value = assertion.get("threshold", usual)
    if value is None:
        raise RefusedAssertionError(Message("it has no threshold."))
    return _number(value)


def _one(*, case: bool) -> Read:
    return lambda value, _: {"texts": [_text(value)], "case_sensitive": case}


def _many(*, case: bool) -> Read:
    return lambda value, _: {"texts": _texts(value), "case_sensitive": case}


def _json(value: object, *, anywhere: bool) -> Parameters:
    where: Parameters = {"anywhere": anywhere, "fence_allowed": False}
    return where if value is None else {**where, "json_schema": _schema(value)}


def _schema(value: object) -> str:
    if isinstance(value, str) and not value.lstrip().startswith("{"):
        raise RefusedAssertionError(Message("its schema is in another file."))
    return value if isinstance(value, str) else json.dumps(value)


def _equal(value: object, _: Mapping[str, Any]) -> Parameters:
    text = json.dumps(value) if isinstance(value, dict | list) else _text(value)
    return {"text": text, "as_written": True}


def _count(value: object, _: Mapping[str, Any]) -> Parameters:
    if isinstance(value, dict):
        names = {"min": "at_least", "max": "at_most"}
        return {names[key]: int(_number(value[key])) for key in names if key in value}
    return {"exactly": int(_number(value))}


def _reasons(value: object, _: Mapping[str, Any]) -> Parameters:
    wanted = _text(value)
    same = {"stop": ["stop", "end_turn", "STOP"], "length": ["length", "max_tokens", "MAX_TOKENS"]}
    return {"one_of": same.get(wanted, [wanted])}


MAPPED: Final[dict[str, _Mapped]] = {
    "equals": _Mapped("equals", "Is exactly: {value}", _equal),
    "contains": _Mapped("contains_all", "Contains: {value}", _one(case=True), "contains_none"),
    "icontains": _Mapped("contains_all", "Contains: {value}", _one(case=False), "contains_none"),
    "contains-all": _Mapped("contains_all", "Contains all of: {value}", _many(case=True)),
    "icontains-all": _Mapped("contains_all", "Contains all of: {value}", _many(case=False)),
    "contains-any": _Mapped(
        "contains_any", "Contains one of: {value}", _many(case=True), "contains_none"
    ),
    "icontains-any": _Mapped(
        "contains_any", "Contains one of: {value}", _many(case=False), "contains_none"
    ),
    "starts-with": _Mapped(  # our own kind passes over white space before the text
        "regex", "Starts with: {value}",
        lambda value, _: {"pattern": rf"\A{re.escape(_text(value))}"},
    ),
    "regex": _Mapped("regex", "Matches: {value}", lambda value, _: {"pattern": _text(value)}),
    "is-json": _Mapped("json_valid", "Is JSON.", lambda value, _: _json(value, anywhere=False)),
    "contains-json": _Mapped(
        "json_valid", "Contains JSON.", lambda value, _: _json(value, anywhere=True)
    ),
    "is-xml": _Mapped(
        "xml_valid", "Is XML.", lambda value, _: _elements(value) | {"fence_allowed": False}
    ),
    "contains-xml": _Mapped(
        "xml_valid", "Contains XML.", lambda value, _: _elements(value) | {"anywhere": True}
    ),
    "is-html": _Mapped("html_valid", "Is HTML.", lambda _, __: {"fence_allowed": False}),
    "contains-html": _Mapped("html_valid", "Contains HTML.", lambda _, __: {"anywhere": True}),
    "levenshtein": _Mapped(
        "similarity", "Is nearly: {value}",
        lambda value, item: {
            "text": _text(value), "at_most_edits": int(_threshold(item, 5)), "as_written": True,
        },
    ),
    "latency": _Mapped(
        "latency_seconds", "Takes little time.",
        lambda _, item: {"at_most": _threshold(item) / 1000},
    ),
    "cost": _Mapped("cost", "Costs little.", lambda _, item: {"at_most": _threshold(item)}),
    "word-count": _Mapped("word_count", "Number of words: {value}", _count),
    "finish-reason": _Mapped("finish_reason", "Ended with: {value}", _reasons),
    "is-refusal": _Mapped("refusal", "Is a refusal.", lambda _, __: {"expected": True}),
}  # fmt: skip
"""By type, without ``not-``."""
JUDGED: Final = frozenset({
    "llm-rubric", "model-graded-closedqa", "factuality", "model-graded-factuality", "g-eval",
    "answer-relevance", "search-rubric", "agent-rubric",
})  # fmt: skip
"""Types that a model decides by words; they become checkpoints that are met or not met."""


def _elements(value: object) -> Parameters:
    names = value.get("requiredElements") if isinstance(value, dict) else None
    return {"elements": [str(name) for name in names]} if isinstance(names, list) else {}


def read_assertion(assertion: Mapping[str, Any]) -> Assertion:
    """What an assertion becomes.

    Args:
        assertion: As the configuration has it, its variables filled in.

    Raises:
        RefusedAssertionError: It becomes nothing; it says why.
    """
    name, value = str(assertion.get("type", "")), assertion.get("value")
    plain = name.removeprefix("not-")
    is_negated = plain != name
    if isinstance(value, str) and value.startswith(("file://", "package:", "http://", "https://")):
        raise RefusedAssertionError(Message("its value is in another file, which is not opened."))
    if plain in JUDGED:
        return Assertion(_judged(value, is_negated=is_negated))
    found = MAPPED.get(plain)
    if found is None:
        raise RefusedAssertionError(Message("no check decides this type."))
    parameters = found.read(value, assertion)
    kind = "json_schema" if "json_schema" in parameters else found.kind
    if is_negated and found.opposite:
        kind = found.opposite
    elif is_negated and plain == "is-refusal":
        parameters["expected"] = False
    elif is_negated and "negated" in KINDS[kind].parameters.model_fields:
        parameters["negated"] = True
    elif is_negated:
        raise RefusedAssertionError(Message("no check decides its opposite."))
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    words = found.words.format(value=shown[:_LONGEST])
    return Assertion(f"Not: {words}" if is_negated else words, kind, parameters)


def _judged(value: object, *, is_negated: bool) -> str:
    parts = value if isinstance(value, list) else [value]
    text = "\n".join(_text(part) for part in parts).strip()
    if not text:
        raise RefusedAssertionError(Message("it has no words to judge by."))
    return f"Not: {text}" if is_negated else text
