"""Reads a model's draft: every line checked, every source looked up, the rest left out and said."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.generation.outline import Suggestion
from xpert_studio.judge.evidence import Haystack, look_up
from xpert_studio.judge.json_reply import candidates, complete_entries
from xpert_studio.records import Policies, SourcePart, Task, Tier

_LONGEST: Final = 2_000
_THRESHOLD: Final = 85
_TIERS: Final = {tier.value.casefold(): tier for tier in Tier}


@dataclass(frozen=True, slots=True)
class ReadDraft:
    """What could be used of a reply, and what a person should know of the rest."""

    suggestions: tuple[Suggestion, ...]
    notes: tuple[str, ...]


def read_draft(
    reply: str, task: Task, *, policies: Policies, dimensions: Sequence[str]
) -> ReadDraft:
    """The checkpoints of a reply.

    Args:
        reply: The model's text; hostile.
        task: Whose prompt and reference answer sources are looked up in.
        policies: Give the most lines, and weights where the reply has none that can be.
        dimensions: Others are left out of the line.
    """
    entries = _entries(reply)
    known = {name.casefold(): name for name in dimensions}
    haystacks = {
        SourcePart.PROMPT: Haystack(task.full_prompt),
        SourcePart.REFERENCE_ANSWER: Haystack(task.reference_answer or ""),
    }
    made: list[Suggestion] = []
    seen: set[str] = set()
    unusable = doubled = 0
    for entry in entries:
        suggestion = _suggestion(entry, policies, known, haystacks)
        if suggestion is None:
            unusable += 1
            continue
        plain = " ".join(suggestion.text.casefold().split())
        if plain in seen:
            doubled += 1
            continue
        seen.add(plain)
        made.append(suggestion)
    kept = made[: policies.max_checkpoints]
    return ReadDraft(tuple(kept), _notes(kept, len(made), unusable, doubled, policies))


def _notes(
    kept: Sequence[Suggestion], made: int, unusable: int, doubled: int, policies: Policies
) -> tuple[str, ...]:
    notes = []
    if unusable:
        notes.append(f"{unusable} lines could not be read and were left out.")
    if doubled:
        notes.append(f"{doubled} lines were there twice.")
    if made > len(kept):
        notes.append(f"{made - len(kept)} lines beyond {policies.max_checkpoints} were left out.")
    if kept and len(kept) < policies.min_checkpoints:
        notes.append(f"Only {len(kept)} lines; {policies.min_checkpoints} are asked for.")
    loose = sum(1 for item in kept if item.source is None)
    if loose:
        notes.append(
            f"{loose} lines name no sentence that stands in the brief or reference answer: look "
            "at them twice."
        )
    return tuple(notes)


def _entries(reply: str) -> list[Any]:
    for value in candidates(reply):
        if isinstance(value, dict):
            for name in ("checkpoints", "rubric", "criteria", "items"):
                if isinstance(value.get(name), list):
                    found: list[Any] = value[name]
                    return found
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return value
    return complete_entries(reply)


def _suggestion(
    entry: Any,  # noqa: ANN401 - whatever a model wrote
    policies: Policies,
    known: dict[str, str],
    haystacks: dict[SourcePart, Haystack],
) -> Suggestion | None:
    if not isinstance(entry, dict):
        return None
    text = _clean(entry.get("text") or entry.get("criterion") or entry.get("requirement"))
    if not text or len(text) > _LONGEST:
        return None
    tier = _TIERS.get(_clean(entry.get("tier") or entry.get("importance")).casefold())
    if tier is None:
        return None
    weight = entry.get("weight", entry.get("points"))
    if isinstance(weight, float) and weight.is_integer():
        weight = int(weight)
    if isinstance(weight, bool) or not isinstance(weight, int) or not 1 <= weight <= 10:
        weight = policies.default_weights.get(tier, Policies().default_weights[tier])
    part, source = _source(entry, haystacks)
    dimension = known.get(_clean(entry.get("dimension")).casefold())
    return Suggestion(text, tier, weight, dimension, part, source)


def _source(
    entry: dict[str, Any], haystacks: dict[SourcePart, Haystack]
) -> tuple[SourcePart | None, str | None]:
    """The sentence a line names, verbatim, and where it stands; in either part, if it does."""
    quote = _clean(entry.get("source"))
    if not quote:
        return None, None
    named = _clean(entry.get("source_part"))
    order = sorted(haystacks, key=lambda part: part.value != named)
    for part in order:
        (found,) = look_up([quote[:_LONGEST]], haystacks[part], threshold=_THRESHOLD)
        if found.verified and found.start is not None:
            return part, haystacks[part].text[found.start : found.end]
    return None, None


def _clean(value: Any) -> str:  # noqa: ANN401 - whatever a model wrote
    """A model's text in one line, without what a person cannot see."""
    if not isinstance(value, str):
        return ""
    shown = "".join(
        char if unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co"} else " "
        for char in value
    )
    return " ".join(shown.split())
