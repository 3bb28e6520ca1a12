"""The outline drafter: a rubric proposed from the deliverables and the reference answer, offline.

It reads sentences and turns each into a checkpoint: what has to be delivered is provided, what
the reference answer says is stated, and, where that is not enough, what the materials give is
taken into account. It invents nothing; every suggestion quotes the sentence it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from xpert_studio.core.generation.suggested import SuggestedCheckpoint, is_chinese
from xpert_studio.core.records import Policies, SourcePart, Task, Tier
from xpert_studio.core.records.vocabulary import DIMENSIONS
from xpert_studio.core.resources import resource_json

_BULLET: Final = re.compile(
    r"^\s*(?:[-*•·▪–—]|\(?\d{1,2}[.)、．]|\(?[a-zA-Z][.)]|[（(]?[一二三四五六七八九十]{1,3}[)）、．.])\s*"
)
_HEADING: Final = re.compile(r"^\s*#{1,6}\s+|[:：]\s*$")
_END: Final = re.compile(r"(?<=[。！？；])|(?<=[.!?;])\s+(?=[A-Z0-9\"“(\u4e00-\u9fff])")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|approx|no|nos|art|sec|para|fig|dr|mr|mrs|ms|prof|st|cf|al|inc|ltd)"
    r"|\b[A-Z])\.$",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """The sentences and list items of a text in order, headings and empty lines left out.

    They have no bullet and no white space around them.
    """
    found: list[str] = []
    for line in text.splitlines():
        body = _BULLET.sub("", line).strip().strip("*_").strip()
        if not body or _HEADING.search(line):
            continue
        found += _parts(body)
    return [item for item in found if len(item) > 2]


def _parts(line: str) -> list[str]:
    parts: list[str] = []
    for piece in _END.split(line):
        if parts and _ABBREVIATION.search(parts[-1]):
            parts[-1] += f" {piece}"
        elif piece.strip():
            parts.append(piece.strip())
    return [part.rstrip(";；") for part in parts]


_NUMBER: Final = re.compile(r"\d|[一二三四五六七八九十百千万]{2,}|百分之")
_PLAIN: Final = re.compile(r"[\W_]+")


def outline_draft(
    task: Task, *, policies: Policies, dimensions: Sequence[str]
) -> list[SuggestedCheckpoint]:
    """Suggests checkpoints for a task, most important first within each source.

    Args:
        task: With deliverables (or a whole prompt) and a reference answer.
        policies: Give the most and least lines, and the weights of tiers.
        dimensions: The project's; a suggestion has one of them, or none.

    Returns:
        At most ``policies.max_checkpoints``; fewer than ``min_checkpoints`` where the brief does
        not hold enough.
    """
    common = _common_words(task)
    made = [
        _delivered(item, dimensions, common)
        for item in sentences(task.deliverables or task.prompt or "")
    ]
    made += [
        _stated(item, place, dimensions, common)
        for place, item in enumerate(sentences(task.reference_answer or ""))
    ]
    unique = _unique(made)
    if len(unique) < policies.min_checkpoints:
        given = [
            _considered(item, dimensions, common)
            for item in sentences(task.materials or "")
            if _NUMBER.search(item)
        ]
        unique = _unique([*unique, *given])
    weights = policies.default_weights
    return [
        replace(item, weight=weights.get(item.tier, Policies().default_weights[item.tier]))
        for item in unique[: policies.max_checkpoints]
    ]


def _common_words(task: Task) -> frozenset[str]:
    """Words that the task writes small somewhere: no names, so they lose a sentence's capital."""
    text = " ".join(filter(None, (task.full_prompt, task.reference_answer, task.title)))
    return frozenset(re.findall(r"\b[a-z][a-z’'-]+\b", text)) | frozenset(_words("en")["small"])


def _delivered(item: str, dimensions: Sequence[str], common: frozenset[str]) -> SuggestedCheckpoint:
    text = item.rstrip(".。!！")
    if is_chinese(text):
        words = _words("zh")
        for prefix in words["drop"]:
            text = text.removeprefix(prefix)
        verb = "" if text.startswith(tuple(words["verbs"])) else words["deliver"]
        made = f"{verb}{text}。"
    else:
        made = _third_person(text, common) + "."
    cue = _dimension(item, dimensions, default="deliver")
    return _suggest(made, Tier.ESSENTIAL, cue, SourcePart.PROMPT, item)


def _stated(
    item: str, place: int, dimensions: Sequence[str], common: frozenset[str]
) -> SuggestedCheckpoint:
    text = item.rstrip(".。!！")
    if is_chinese(text):
        made = f"{_words('zh')['state']}{text}。"
    else:
        made = f"{_words('en')['state']} {_lower_first(text, common)}."
    tier = Tier.IMPORTANT
    if place == 0 or (_NUMBER.search(text) and place < 8):
        tier = Tier.ESSENTIAL
    if _cue(text, "optional"):
        tier = Tier.OPTIONAL
    cue = _dimension(text, dimensions, default="state")
    return _suggest(made, tier, cue, SourcePart.REFERENCE_ANSWER, item)


def _considered(
    item: str, dimensions: Sequence[str], common: frozenset[str]
) -> SuggestedCheckpoint:
    text = item.rstrip(".。!！")
    if is_chinese(text):
        made = f"{_words('zh')['consider']}{text}。"
    else:
        made = f"{_words('en')['consider']} {_lower_first(text, common)}."
    cue = _dimension("", dimensions, default="consider")
    return _suggest(made, Tier.OPTIONAL, cue, SourcePart.PROMPT, item)


def _suggest(
    text: str, tier: Tier, dimension: str | None, part: SourcePart, item: str
) -> SuggestedCheckpoint:
    return SuggestedCheckpoint(text, tier, 1, dimension, part, item)


def _third_person(text: str, common: frozenset[str]) -> str:
    """An imperative as what a response does; anything else as what it provides."""
    words = _words("en")
    lowered = text.removeprefix("Please ").removeprefix("please ")
    for prefix in words["drop"]:
        if lowered.casefold().startswith(prefix):
            lowered = lowered[len(prefix) :]
    first, _, rest = lowered.partition(" ")
    verb = first.casefold()
    if verb in words["verbs"]:
        return f"{_conjugated(verb).capitalize()} {rest}".strip()
    return f"{words['deliver']} {_lower_first(lowered, common)}"


def _conjugated(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def _lower_first(text: str, common: frozenset[str]) -> str:
    """The text without its capital, unless the first word is one that keeps it."""
    first = text.split(" ", 1)[0].strip(",;:")
    return (
        text[0].lower() + text[1:] if first.casefold() in common and not first.isupper() else text
    )


def _dimension(text: str, dimensions: Sequence[str], *, default: str) -> str | None:
    language = "zh" if is_chinese(text) else "en"
    cues: list[dict[str, Any]] = _words(language)["dimensions"]
    wanted = [cue["dimension"] for cue in cues if re.search(cue["pattern"], text, re.IGNORECASE)]
    wanted.append(_words("en")["default_dimensions"][default])
    read = DIMENSIONS.reader(dimensions)
    return next((known for name in wanted if (known := read(name)) is not None), None)


def _cue(text: str, name: str) -> bool:
    language = "zh" if is_chinese(text) else "en"
    return bool(re.search(_words(language)[name], text, re.IGNORECASE))


def _unique(made: Sequence[SuggestedCheckpoint]) -> list[SuggestedCheckpoint]:
    seen: set[str] = set()
    kept = []
    for item in made:
        plain = _PLAIN.sub("", (item.source or item.text).casefold())
        if plain and plain not in seen:
            seen.add(plain)
            kept.append(item)
    return kept


@cache
def _words(language: str) -> dict[str, Any]:
    found: dict[str, Any] = resource_json("generation", f"outline.{language}.json")
    return found
