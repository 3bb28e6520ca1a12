"""Checks as assertions that promptfoo decides in the same way; others have none.

A kind is here only where both programs give the same verdict, which a test runs. promptfoo compares
characters as they are written; here forms of the same character (NFC) are one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from xpert_studio.api.formats import Checkpoint, problem_of
from xpert_studio.packs.checks.instrument import kind_of, parameters_of
from xpert_studio.packs.checks.kinds.json_texts import Json, JsonSchema
from xpert_studio.packs.checks.kinds.markup import Markup
from xpert_studio.packs.checks.kinds.overlap import Overlap
from xpert_studio.packs.checks.kinds.patterns import Regex
from xpert_studio.packs.checks.kinds.repetition import Similarity
from xpert_studio.packs.checks.kinds.texts import Contains, Edge, Equals
from xpert_studio.packs.promptfoo.texts import literal

Written = dict[str, Any] | None

_ONLY_RE2: Final = re.compile(
    r"\(\?[^:]|\\[AzQEpPCa0-9]|\\x\{|\[\[:|\[\^?\]|(?:[\^$]|\\[bB])[*+?{]"  # another language
    r"|\([^()]*[*+{][^()]*\)[*+{]"  # what JavaScript may search for ever, and RE2 does not
)
_PART: Final = re.compile(r"\\.|.", re.DOTALL)
_SPACES: Final = r"\t\n\f\r "
"""White space in RE2; in JavaScript there is more."""
_SPECIAL: Final = re.compile(r"[\\^$.|?*+()\[\]{}/-]")
_NEWER: Final = re.compile(
    r'"(?:prefixItems|unevaluated\w+|dependent\w+|(?:min|max)Contains|\$(?:dynamic|recursive)\w+'
    r'|format)"\s*:'
)
"""What draft 7 and later ones read in different ways."""


def _asked(kind: str, value: str | list[str], threshold: float | None = None) -> Written:
    """An assertion whose texts promptfoo takes as they are."""
    texts = literal(value) if isinstance(value, str) else [literal(text) for text in value]
    made = {"type": kind, "value": texts}
    return made if threshold is None else {**made, "threshold": threshold}


def _contains(name: str, given: Contains) -> Written:
    letters = "" if given.case_sensitive else "i"
    return _asked(name.format(letters=letters), list(given.texts))


def _equals(given: Equals) -> Written:
    return _asked("equals", given.text) if given.as_written else None


def _similar(given: Similarity) -> Written:
    if not given.as_written or given.at_most_edits is None or given.at_least is not None:
        return None
    return _asked("levenshtein", given.text, given.at_most_edits)


def _overlap(name: str, given: Overlap) -> Written:
    return _asked(name, list(given.texts), given.at_least)


def _rouge(given: Overlap) -> Written:
    """It is compared with one text only."""
    is_one = len(given.texts) == 1
    return _asked("rouge-n", given.texts[0], given.at_least) if is_one else None


def _whole(kind: str, given: Json | Markup) -> Written:
    """Not ``contains-json``: promptfoo also takes what is nearly JSON there."""
    is_more = given.anywhere or given.fence_allowed
    return None if is_more else {"type": kind}


def _xml(given: Markup) -> Written:
    return None if given.elements else _whole("is-xml", given)


def _json_schema(given: JsonSchema) -> Written:
    is_alike = _whole("is-json", given) is not None and _is_alike(given.json_schema)
    return _asked("is-json", given.json_schema) if is_alike else None


def _is_alike(schema: str) -> bool:
    """Whether a schema means the same in promptfoo, which takes every one for draft 7."""
    found = json.loads(schema)
    if not isinstance(found, dict) or not found:
        return False
    draft = found.get("$schema")
    return "draft-07" in str(draft) if draft else not _NEWER.search(schema)


def _starts_with(given: Edge) -> Written:
    """By a regular expression: white space before the text is ignored, as here."""
    pattern = rf"^\s*{_escaped(given.text)}"
    return _asked("regex", pattern) if given.case_sensitive else None


def _ends_with(given: Edge) -> Written:
    pattern = rf"{_escaped(given.text.rstrip() or given.text)}\s*$"
    return _asked("regex", pattern) if given.case_sensitive else None


def _regex(given: Regex) -> Written:
    pattern = None if _ONLY_RE2.search(given.pattern) else _in_javascript(given.pattern)
    if not given.case_sensitive or pattern is None:
        return None
    return _asked("regex", rf"^\s*(?:{pattern})\s*$" if given.whole else pattern)


def _in_javascript(pattern: str) -> str | None:
    """A pattern with RE2's white space; None where that cannot be written."""
    found, in_class = list[str](), False
    for part in _PART.findall(pattern):
        if part == r"\S" and in_class:
            return None
        spaces = {r"\s": _SPACES if in_class else f"[{_SPACES}]", r"\S": f"[^{_SPACES}]"}
        found.append(spaces.get(part, part))
        in_class = part == "[" or (in_class and part != "]")
    return "".join(found)


def _escaped(text: str) -> str:
    """A text as a regular expression of JavaScript."""
    return _SPECIAL.sub(r"\\\g<0>", text)


_SAME: Final[Mapping[str, Callable[[Any], Written]]] = {
    "contains_all": partial(_contains, "{letters}contains-all"),
    "contains_any": partial(_contains, "{letters}contains-any"),
    "contains_none": partial(_contains, "not-{letters}contains-any"),
    "equals": _equals,
    "similarity": _similar,
    "bleu": partial(_overlap, "bleu"),
    "gleu": partial(_overlap, "gleu"),
    "rouge_1": _rouge,
    "contains_html": lambda _: {"type": "contains-html"},
    "json_valid": partial(_whole, "is-json"),
    "json_schema": _json_schema,
    "xml_valid": _xml,
    "starts_with": _starts_with,
    "ends_with": _ends_with,
    "regex": _regex,
}
"""By kind, from its parameters; each gives None for those that promptfoo has nothing like."""


def assertion_of(point: Checkpoint) -> Written:
    """The ``type``, ``value`` and ``threshold`` of an assertion that decides a check as here.

    Args:
        point: A checkpoint of any instrument.

    Returns:
        None where promptfoo has no such assertion, or the settings cannot be read.
    """
    if point.instrument != "check" or problem_of(point) is not None:
        return None
    write, parameters = _SAME.get(kind_of(point).id), parameters_of(point)
    made = write(parameters) if write else None
    if made and getattr(parameters, "negated", False):
        made["type"] = f"not-{made['type']}"
    return made
