"""Checks as promptfoo's deterministic assertions, where one decides the same.

Where none does, the check is left out and named: an assertion that is only similar would give other
verdicts than the benchmark's own.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from xpert_studio.exchange.formats.content import Content
from xpert_studio.instruments import instrument_of, is_by_program, problem_of
from xpert_studio.instruments.check import kind_of, parameters_of
from xpert_studio.instruments.checks import KINDS
from xpert_studio.instruments.checks.reading import HAN_CHARACTER
from xpert_studio.messages import Message, joined
from xpert_studio.records import Checkpoint, Task

Plain = dict[str, Any]
"""Parameters of a check, or an assertion with its type, value and threshold."""

_ONLY_RE2: Final = re.compile(r"\(\?[^:]|\\[AzQEpPCaHhNRXGKk]|\\x\{|\[\[:|\\[1-9]")
_NEWER: Final = re.compile(
    r'"(?:prefixItems|unevaluated\w+|dependent\w+|(?:min|max)Contains|\$(?:dynamic|recursive)\w+'
    r'|format)"\s*:'
)
"""What draft 7 and later ones read in different ways."""
_SPECIAL: Final = re.compile(r"[\\^$.|?*+()\[\]{}/-]")


def assertion_of(point: Checkpoint, task: Task) -> Plain | None:
    """The assertion that decides a checkpoint as its check does; None where there is none.

    Args:
        point: A checkpoint that a program decides.
        task: Its task.
    """
    if point.instrument != "check" or problem_of(point) is not None:
        return None
    kind = kind_of(point).id
    given = parameters_of(point).model_dump(mode="json")
    if kind == "word_count" and HAN_CHARACTER.search(task.full_prompt):
        return None  # promptfoo counts what is between white space: a sentence would be one word
    write = _WRITTEN.get(kind)
    return write(given) if write else None


def losses_of_checks(content: Content) -> tuple[str, ...]:
    """What is left out of an export or decided in another way, a sentence each."""
    lost: Counter[str] = Counter()
    empty = words = 0
    for task in content.tasks:
        checks = [point for point in content.rubrics[task.id] if is_by_program(point)]
        missing = [point for point in checks if assertion_of(point, task) is None]
        lost.update(_title(point) for point in missing)
        empty += len(missing) == len(content.rubrics[task.id])
        words += sum(
            point.settings.get("check") == "word_count" for point in checks if point not in missing
        )
    titles = (
        Message("{title} ({n:,})", title=Message(title), n=n) for title, n in lost.most_common()
    )
    said = (
        Message(
            "Checks that no assertion of promptfoo is equal to, and were left out: {kinds}.",
            kinds=joined(titles),
        ),
        Message("Tasks without any other checkpoint, and were left out: {n:,}.", n=empty),
        Message(
            "Checks of the number of words: {n:,}. promptfoo takes for a word what is between "
            "white space, so it may count a few more or less.",
            n=words,
        ),
    )
    return tuple(text for text, count in zip(said, (lost, empty, words), strict=True) if count)


def _title(point: Checkpoint) -> str:
    kind = KINDS.get(str(point.settings.get("check")))
    return kind.title if kind else instrument_of(point).title


def _signed(given: Plain, kind: str, **parts: object) -> Plain:
    return {"type": f"not-{kind}" if given.get("negated") else kind, **parts}


def _contains(given: Plain, kind: str) -> Plain:
    name = kind if given["case_sensitive"] else f"i{kind}"
    if kind != "contains-any" and len(given["texts"]) == 1:
        name = name.removesuffix("-all")
        return _signed(given, name, value=given["texts"][0])
    return _signed(given, name, value=given["texts"])


def _contains_none(given: Plain) -> Plain:
    return _contains({**given, "negated": True}, "contains-any")


def _starts_with(given: Plain) -> Plain | None:
    if not given["case_sensitive"]:
        return None
    return _signed(given, "regex", value=rf"^\s*{_escaped(given['text'])}")


def _ends_with(given: Plain) -> Plain | None:
    if not given["case_sensitive"]:
        return None
    text = given["text"].rstrip() or given["text"]
    return _signed(given, "regex", value=rf"{_escaped(text)}\s*$")


def _escaped(text: str) -> str:
    """A text as a regular expression of JavaScript."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def _regex(given: Plain) -> Plain | None:
    pattern = given["pattern"]
    if not given["case_sensitive"] or _ONLY_RE2.search(pattern):
        return None
    return _signed(given, "regex", value=rf"^\s*(?:{pattern})\s*$" if given["whole"] else pattern)


def _equals(given: Plain) -> Plain | None:
    return _signed(given, "equals", value=given["text"]) if given["as_written"] else None


def _similarity(given: Plain) -> Plain | None:
    if not given["as_written"] or given["at_least"] is not None:
        return None
    most = given["at_most_edits"]
    return _signed(given, "levenshtein", value=given["text"], threshold=most)


def _json(given: Plain) -> Plain | None:
    if given["fence_allowed"] or given["anywhere"]:
        return None
    if "json_schema" not in given:
        return _signed(given, "is-json")
    text = given["json_schema"]
    return _signed(given, "is-json", value=text) if _is_alike(text) else None


def _is_alike(schema: str) -> bool:
    """Whether a schema means the same in promptfoo, which takes every one for draft 7."""
    found = json.loads(schema)
    if not isinstance(found, dict) or not found:
        return False
    draft = found.get("$schema")
    return "draft-07" in str(draft) if draft else not _NEWER.search(schema)


def _xml(given: Plain) -> Plain | None:
    if given["fence_allowed"] or given["anywhere"] or given["elements"]:
        return None
    return _signed(given, "is-xml")


def _word_count(given: Plain) -> Plain | None:
    low, high, exactly = given["at_least"], given["at_most"], given["exactly"]
    if exactly is not None:
        is_alone = low is None and high is None
        return {"type": "word-count", "value": exactly} if is_alone else None
    bounds = {name: bound for name, bound in (("min", low), ("max", high)) if bound is not None}
    return {"type": "word-count", "value": bounds}


_WRITTEN: Final[Mapping[str, Callable[[Plain], Plain | None]]] = {
    "contains_all": lambda given: _contains(given, "contains-all"),
    "contains_any": lambda given: _contains(given, "contains-any"),
    "contains_none": _contains_none,
    "starts_with": _starts_with,
    "ends_with": _ends_with,
    "regex": _regex,
    "equals": _equals,
    "similarity": _similarity,
    "json_valid": _json,
    "json_schema": _json,
    "xml_valid": _xml,
    "word_count": _word_count,
}
"""By kind of check, what writes its assertion; None where its parameters have no equal."""
