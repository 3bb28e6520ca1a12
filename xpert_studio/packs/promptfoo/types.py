"""promptfoo's assertions as our checks: what kind with what parameters each type is.

The tables hold all types that promptfoo 0.123 knows. A type that runs code, asks a service or has
no equal here is named with the reason, and never run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.api import Message
from xpert_studio.api.formats import avoiding
from xpert_studio.core.exchange.formats.points import is_chinese
from xpert_studio.core.exchange.formats.yaml_reading import YamlFaultError, read_yaml
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.promptfoo.templates import plain_value

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
"""What promptfoo takes a JSON schema for that does not say."""
_EDITS: Final = 5


class NotMappedError(Exception):
    """An assertion that nothing here is equal to; the argument is the reason."""


@dataclass(frozen=True, slots=True)
class GivenAssertion:
    """An assertion as it is read.

    Attributes:
        base: Its type without ``not-``.
        negated: Whether it is to fail.
        value: Its value, templates filled in.
        threshold: Its threshold, a finite number; None without one.
    """

    base: str
    negated: bool
    value: Any
    threshold: float | None = None


Mapped = tuple[str, dict[str, Any]]
"""The id of a kind of check, and its parameters."""


def check_of(given: GivenAssertion) -> Mapped:
    """The check that an assertion is.

    Raises:
        NotMappedError: None is equal to it.
    """
    mapping = CHECKS.get(given.base)
    if mapping is None:
        raise NotMappedError(_why_not(given.base))
    kind, parameters = mapping(given)
    try:
        KINDS[kind].parameters.model_validate_json(json.dumps(parameters))
    except ValidationError as error:
        detail = error.errors()[0]
        why = detail.get("ctx", {}).get("error") or detail["msg"]
        raise NotMappedError(Message("The check cannot take its value: {why}.", why=why)) from error
    return kind, parameters


def _text(given: GivenAssertion) -> str:
    if isinstance(given.value, str | int | float) and not isinstance(given.value, bool):
        text = plain_value(given.value)
        if text:
            return text
    raise NotMappedError(Message("Its value is no text."))


def _texts(given: GivenAssertion) -> list[str]:
    value = given.value
    found = separated(value) if isinstance(value, str) else value
    if not isinstance(found, list) or not found:
        raise NotMappedError(Message("Its value is no list of texts."))
    if any(isinstance(item, dict | list | bool) or item is None for item in found):
        raise NotMappedError(Message("Its value is no list of texts."))
    return [plain_value(item) for item in found]


_BETWEEN: Final = re.compile(r"[\s,]*+")
_SEPARATED: Final = re.compile(r'(?:"((?:[^"]|"")*+)"\s*+(?=,|\Z)|([^,"][^,]*+))[\s,]*+')


def separated(text: str) -> list[str]:
    """The texts of a list that is written with commas; quotes hold together, and are doubled.

    Raises:
        NotMappedError: Something follows a quoted text other than a comma.
    """
    found = list[str]()
    place = _BETWEEN.match(text).end()  # type: ignore[union-attr]
    while place < len(text):
        field = _SEPARATED.match(text, place)
        if field is None:
            raise NotMappedError(Message("Its value is no list of texts."))
        quoted, plain = field.groups()
        found.append(quoted.replace('""', '"') if quoted is not None else plain.strip())
        place = field.end()
    return found


def _negatable(given: GivenAssertion, **parameters: object) -> dict[str, Any]:
    return parameters | ({"negated": True} if given.negated else {})


def _contains(given: GivenAssertion) -> Mapped:
    is_one, is_any = given.base.endswith("contains"), given.base.endswith("-any")
    texts = [_text(given)] if is_one else _texts(given)
    parameters: dict[str, Any] = {"texts": texts, "case_sensitive": given.base[0] == "c"}
    if given.negated and (is_one or is_any):
        return "contains_none", parameters
    return (
        ("contains_any", parameters)
        if is_any
        else ("contains_all", _negatable(given, **parameters))
    )


def _equals(given: GivenAssertion) -> Mapped:
    if isinstance(given.value, dict | list):
        return "json_schema", _schema(given, {"const": given.value}, anywhere=False)
    if given.value is None:
        raise NotMappedError(Message("Its value is no text."))
    return "equals", _negatable(given, text=plain_value(given.value), as_written=True)


_CODE_POINT: Final = re.compile(r"\\u([0-9a-fA-F]{4})")


def _regex(given: GivenAssertion) -> Mapped:
    pattern = _CODE_POINT.sub(r"\\x{\1}", _text(given))
    return "regex", _negatable(given, pattern=pattern)


def _json(given: GivenAssertion) -> Mapped:
    anywhere = given.base == "contains-json"
    if given.value in (None, "", {}):
        return "json_valid", _negatable(given, fence_allowed=False, anywhere=anywhere)
    schema = given.value
    if isinstance(schema, str):
        try:
            schema = read_yaml(schema)
        except YamlFaultError as error:
            raise NotMappedError(Message("Its schema cannot be read.")) from error
    if not isinstance(schema, dict):
        raise NotMappedError(Message("Its schema cannot be read."))
    return "json_schema", _schema(given, schema, anywhere=anywhere)


def _schema(given: GivenAssertion, schema: Mapping[str, Any], *, anywhere: bool) -> dict[str, Any]:
    text = json.dumps({"$schema": DRAFT, **schema}, ensure_ascii=False)
    return _negatable(given, fence_allowed=False, anywhere=anywhere, json_schema=text)


def _xml(given: GivenAssertion) -> Mapped:
    if given.value not in (None, "", [], {}):
        # promptfoo asks for elements by their place in the tree, our check only whether one is.
        raise NotMappedError(Message("It asks where in the tree an element is, not only whether."))
    anywhere = given.base.startswith("contains")
    return "xml_valid", _negatable(given, fence_allowed=False, anywhere=anywhere)


def _overlap(kind: str, default: float, given: GivenAssertion) -> Mapped:
    several = given.base != "rouge-n" and isinstance(given.value, list)
    texts = _texts(given) if several else [_text(given)]
    least = default if given.threshold is None else given.threshold
    return kind, _negatable(given, texts=texts, at_least=least)


def _levenshtein(given: GivenAssertion) -> Mapped:
    most = _EDITS if given.threshold is None else int(given.threshold)
    return "similarity", _negatable(given, text=_text(given), at_most_edits=most, as_written=True)


def _word_count(given: GivenAssertion) -> Mapped:
    value = given.value
    try:
        if isinstance(value, dict):
            bounds = {name: int(value[end]) for name, end in _ENDS if value.get(end) is not None}
        else:
            bounds = {"exactly": int(_text(given))}
    except (ValueError, TypeError, OverflowError) as error:
        raise NotMappedError(Message("Its value is no number of words.")) from error
    return "word_count", _outside(bounds) if given.negated else bounds


_ENDS: Final = (("at_least", "min"), ("at_most", "max"))


def _outside(bounds: dict[str, int]) -> dict[str, Any]:
    """What is not within bounds, where that is one range."""
    if bounds.keys() == {"at_most"}:
        return {"at_least": bounds["at_most"] + 1}
    if bounds.keys() == {"at_least"} and bounds["at_least"] > 0:
        return {"at_most": bounds["at_least"] - 1}
    raise NotMappedError(Message("The check has no opposite."))


def _limit(kind: str, scale: float, given: GivenAssertion) -> Mapped:
    if given.negated:
        raise NotMappedError(Message("The check has no opposite."))
    if given.threshold is None:
        raise NotMappedError(Message("It has no threshold."))
    return kind, {"at_most": given.threshold / scale}


CHECKS: Final[Mapping[str, Callable[[GivenAssertion], Mapped]]] = {
    "equals": _equals,
    **dict.fromkeys(("contains", "contains-all", "contains-any"), _contains),
    **dict.fromkeys(("icontains", "icontains-all", "icontains-any"), _contains),
    "starts-with": lambda given: (
        "starts_with",
        _negatable(given, text=_text(given), case_sensitive=True),
    ),
    "regex": _regex,
    **dict.fromkeys(("is-json", "contains-json"), _json),
    **dict.fromkeys(("is-xml", "contains-xml"), _xml),
    "is-html": lambda given: ("html_valid", _negatable(given, fence_allowed=False)),
    "contains-html": lambda given: ("contains_html", _negatable(given)),
    "bleu": partial(_overlap, "bleu", 0.5),
    "gleu": partial(_overlap, "gleu", 0.5),
    "rouge-n": partial(_overlap, "rouge_1", 0.75),
    "levenshtein": _levenshtein,
    "word-count": _word_count,
    "finish-reason": lambda given: ("finish_reason", _negatable(given, one_of=[_text(given)])),
    "latency": partial(_limit, "latency_seconds", 1000),
    "cost": partial(_limit, "cost", 1),
    "is-refusal": lambda given: ("refusal", {"expected": not given.negated}),
}
"""Deterministic types, each with what makes our check of it."""

NOT_MAPPED: Final[Mapping[str, Message]] = {
    kind: why
    for kinds, why in (
        (
            ("javascript", "python", "ruby"),
            Message("It runs code, and code of a file is never run."),
        ),
        (
            ("webhook", "moderation", "guardrails", "promptfoo:redteam:*"),
            Message("It asks a service."),
        ),
        (
            ("similar", "similar:cosine", "similar:dot", "similar:euclidean"),
            Message("It compares meanings by embeddings."),
        ),
        (("classifier",), Message("It asks a classifier.")),
        (
            ("select-best", "max-score", "select-*"),
            Message("It compares the outputs of several models."),
        ),
        (
            (
                "is-valid-openai-tools-call",
                "is-valid-openai-function-call",
                "is-valid-function-call",
                "tool-call-f1",
                "skill-used",
            ),
            Message("It looks at calls of tools, and responses are texts here."),
        ),
        (
            ("trajectory:*", "trace-*"),
            Message("It looks at the steps of an agent, and responses are texts here."),
        ),
        (
            ("context-recall", "context-relevance"),
            Message("It grades the retrieved context, not the response."),
        ),
        (("perplexity", "perplexity-score"), Message("It needs the probabilities of tokens.")),
        (
            ("is-sql", "contains-sql"),
            Message("It parses SQL in the dialect of a database, which no check here does."),
        ),
        (
            ("meteor",),
            Message("It goes by stems and synonyms of English words, which no check here does."),
        ),
        (("human",), Message("A person decides it in promptfoo.")),
    )
    for kind in kinds
}
"""Types that are not taken in, and why; one with a star stands for all that begin so."""


def _why_not(base: str) -> Message:
    found = (why for kind, why in NOT_MAPPED.items() if fnmatchcase(base, kind))
    return next(found, Message("Its type is not known."))


_LABELS: Final = {
    "factuality": ("Agrees with these facts: ", "与下列事实一致："),
    "answer-relevance": (
        "Answers what the prompt asks, and keeps to it.",
        "回答了提示所问的内容，且不偏题。",
    ),
    "conversation-relevance": ("Fits the conversation so far.", "与此前的对话相符。"),
    "context-faithfulness": (
        "Says nothing that this context does not support: ",
        "所述内容均有以下上下文支持：",
    ),
}
_BY_VALUE: Final = frozenset(
    {"llm-rubric", "agent-rubric", "search-rubric", "model-graded-closedqa", "g-eval", "pi"}
)
GRADED: Final = frozenset({*_BY_VALUE, *_LABELS, "model-graded-factuality"})
"""Types that a model decides."""


def graded_texts(given: GivenAssertion, context: str | None) -> list[str]:
    """What checkpoints ask for that a model decides; several where the assertion has a list.

    Args:
        given: An assertion whose type is in ``GRADED``.
        context: The test's variable of that name.

    Raises:
        NotMappedError: It says nothing that could be asked for.
    """
    base = given.base.removeprefix("model-graded-") if "factuality" in given.base else given.base
    if base in _BY_VALUE:
        texts = _texts(given) if isinstance(given.value, list) else [_text(given)]
        texts = [text.strip() for text in texts if text.strip()]
    else:
        told = _told(base, given, context)
        english, chinese = _LABELS[base]
        texts = [f"{chinese if is_chinese(told) else english}{told}"]
    if not texts:
        raise NotMappedError(Message("Its value is no text."))
    return [avoiding(text) for text in texts] if given.negated else texts


def _told(base: str, given: GivenAssertion, context: str | None) -> str:
    if base == "factuality":
        return _text(given)
    if base != "context-faithfulness":
        return ""
    if not context:
        raise NotMappedError(Message("The test has no variable named context."))
    return context
