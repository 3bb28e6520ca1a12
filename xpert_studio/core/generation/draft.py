"""Drafts a rubric with a model: structured output, checked line by line, tied to its sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from string import Template
from typing import Any, Final

from xpert_studio.core.generation.asking import ModelChoice, brief_of
from xpert_studio.core.generation.structured import (
    CallEstimate,
    ask_and_read,
    clean_line,
    entries_of,
    estimate_call,
)
from xpert_studio.core.generation.suggested import SuggestedCheckpoint, is_chinese
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.judge.attached import BytesOf, pictures
from xpert_studio.core.judge.evidence import Haystack, look_up
from xpert_studio.core.judge.providers.base import ChatRequest
from xpert_studio.core.messages import Message, counted
from xpert_studio.core.records import (
    TIERS,
    Policies,
    SourcePart,
    Task,
    Taxonomy,
    Tier,
    Usage,
)
from xpert_studio.core.records.vocabulary import DIMENSIONS
from xpert_studio.core.resources import resource_text
from xpert_studio.core.workflow.policies import description_of

_LONGEST: Final = 2_000
_THRESHOLD: Final = 85
_SHORTEST: Final = 4
"""A source of fewer letters and digits names no sentence."""
_BAND_SCHEMA: Final = {
    "type": "object",
    "properties": {
        "low": {"type": "integer"},
        "high": {"type": "integer"},
        "text": {"type": "string"},
    },
    "required": ["low", "high", "text"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class ReadDraft:
    """What could be used of a reply, and what a person should know of the rest."""

    suggestions: tuple[SuggestedCheckpoint, ...]
    notes: tuple[str, ...]


def read_draft(
    reply: str,
    task: Task,
    *,
    policies: Policies,
    dimensions: Sequence[str],
    may_grade: bool = False,
) -> ReadDraft:
    """The checkpoints of a reply.

    Args:
        reply: The model's text; hostile.
        task: Whose prompt and reference answer sources are looked up in.
        policies: Give the most lines, and weights where the reply has none that can be.
        dimensions: Others are left out of the line.
        may_grade: Whether graded checkpoints were asked for.
    """
    entries = entries_of(reply, "checkpoints", "rubric", "criteria", "items")
    known = DIMENSIONS.reader(dimensions)
    haystacks = {
        SourcePart.PROMPT: Haystack(task.full_prompt),
        SourcePart.REFERENCE_ANSWER: Haystack(task.reference_answer or ""),
    }
    made: list[SuggestedCheckpoint] = []
    seen: set[str] = set()
    unusable = doubled = 0
    for entry in entries:
        suggestion = _suggestion(entry, policies, known, haystacks, may_grade=may_grade)
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
    kept: Sequence[SuggestedCheckpoint], made: int, unusable: int, doubled: int, policies: Policies
) -> tuple[str, ...]:
    notes = []
    if unusable:
        notes.append(
            counted(
                "{n} checkpoint could not be read and was dropped.",
                "{n} checkpoints could not be read and were dropped.",
                unusable,
            )
        )
    if doubled:
        notes.append(
            counted("{n} checkpoint was a duplicate.", "{n} checkpoints were duplicates.", doubled)
        )
    if made > len(kept):
        notes.append(
            Message(
                "{made} checkpoints beyond {max_checkpoints} were dropped.",
                made=made - len(kept),
                max_checkpoints=policies.max_checkpoints,
            )
        )
    if kept and len(kept) < policies.min_checkpoints:
        notes.append(
            Message(
                "Only {kept} checkpoints; {min_checkpoints} were requested.",
                kept=len(kept),
                min_checkpoints=policies.min_checkpoints,
            )
        )
    loose = sum(1 for item in kept if item.source is None)
    if loose:
        notes.append(
            counted(
                "{n} checkpoint cites no sentence of the brief or reference answer: "
                "check it with care.",
                "{n} checkpoints cite no sentence of the brief or reference answer: "
                "check them with care.",
                loose,
            )
        )
    return tuple(notes)


def _suggestion(
    entry: Any,  # noqa: ANN401 - whatever a model wrote
    policies: Policies,
    known: Callable[[str], str | None],
    haystacks: dict[SourcePart, Haystack],
    *,
    may_grade: bool,
) -> SuggestedCheckpoint | None:
    if not isinstance(entry, dict):
        return None
    text = clean_line(entry.get("text") or entry.get("criterion") or entry.get("requirement"))
    if not text or len(text) > _LONGEST:
        return None
    tier = TIERS.find(clean_line(entry.get("tier") or entry.get("importance")))
    if tier is None:
        return None
    weight = entry.get("weight", entry.get("points"))
    if isinstance(weight, float) and weight.is_integer():
        weight = int(weight)
    if isinstance(weight, bool) or not isinstance(weight, int) or not 1 <= weight <= 10:
        weight = policies.default_weights.get(tier, Policies().default_weights[tier])
    part, source = _source(entry, haystacks)
    made = SuggestedCheckpoint(
        text, tier, weight, known(clean_line(entry.get("dimension"))), part, source
    )
    for instrument in INSTRUMENTS.values() if may_grade else ():
        if instrument.draft_key and (written := entry.get(instrument.draft_key)):
            settings = instrument.drafted(_cleaned(written))
            if settings is None:
                return None
            return replace(made, instrument=instrument.id, settings=settings)
    return made


def _source(
    entry: dict[str, Any], haystacks: dict[SourcePart, Haystack]
) -> tuple[SourcePart | None, str | None]:
    """The sentence a line names, verbatim, and where it stands; in either part, if it does."""
    quote = clean_line(entry.get("source"))
    if len(re.findall(r"\w", quote)) < _SHORTEST:
        return None, None
    named = clean_line(entry.get("source_part"))
    for part in sorted(haystacks, key=lambda part: part.value != named):
        (found,) = look_up([quote[:_LONGEST]], haystacks[part], threshold=_THRESHOLD)
        if found.verified and found.start is not None and found.end is not None:
            return part, _whole_words(haystacks[part].text, found.start, found.end)
    return None, None


def _whole_words(text: str, start: int, end: int) -> str:
    """A passage of a text, with the rest of the words that it begins and ends in."""
    begun = re.search(r"[A-Za-z0-9]*\Z", text[:start])
    ended = re.match(r"[A-Za-z0-9]*", text[end:]) if text[end - 1 : end].isalnum() else None
    first = begun.start() if begun is not None and text[start : start + 1].isalnum() else start
    return text[first : end + (ended.end() if ended is not None else 0)]


TOKENS_A_LINE: Final = 110


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two responses to a task: what only the better one does, a rubric has to tell."""

    better: str
    weaker: str


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """What a draft is made of.

    Attributes:
        task: The brief, with its reference answer.
        choice: Which model to ask.
        policies: Give the number of lines and the weights of tiers.
        taxonomy: The project's; the model chooses among its dimensions.
        bytes_of: Gives an attachment's bytes by its SHA-256.
        may_grade: Whether the model may propose graded checkpoints.
        contrast: A better and a weaker response, sent along without a name; None for none.
    """

    task: Task
    choice: ModelChoice
    policies: Policies
    taxonomy: Taxonomy
    bytes_of: BytesOf
    may_grade: bool = False
    contrast: Contrast | None = None


@dataclass(frozen=True, slots=True)
class ModelDraft:
    """What a model proposed.

    Attributes:
        suggestions: The lines, in its order.
        notes: What a person should know: lines left out, sources not found.
        usage: The tokens of all calls.
        cost: In the price list's currency; None is unknown.
    """

    suggestions: tuple[SuggestedCheckpoint, ...]
    notes: tuple[str, ...]
    usage: Usage
    cost: float | None


def estimate_draft(request: DraftRequest) -> CallEstimate:
    """Estimated from the lengths of the texts, for one call; a second one may be needed."""
    middle = (request.policies.min_checkpoints + request.policies.max_checkpoints) // 2
    return estimate_call(request.choice, _chat_request(request), middle * TOKENS_A_LINE)


async def draft_rubric(request: DraftRequest) -> ModelDraft:
    """Asks the model, a second time where the first answer cannot be used.

    Raises:
        ProviderError: The call failed.
        JudgeError: There is no key.
        UnusableReplyError: No reply could be used.
    """
    # Sources are looked up in attached documents as well.
    shown = request.task.model_copy(
        update={"prompt": brief_of(request.task, request.bytes_of).text}
    )

    def read(reply: str) -> ReadDraft | None:
        found = read_draft(
            reply,
            shown,
            policies=request.policies,
            dimensions=request.taxonomy.dimensions,
            may_grade=request.may_grade,
        )
        return found if found.suggestions else None

    done = await ask_and_read(
        request.choice,
        _chat_request(request),
        read,
        lambda problem: Message(
            "{choice} gave no rubric that could be read: {problem}.",
            choice=request.choice.name,
            problem=problem,
        ),
        "Try again, choose another model, or use the outline drafter.",
    )
    return ModelDraft(done.read.suggestions, done.read.notes, done.usage, done.cost)


def language_of(task: Task) -> str:
    """The language a draft is written in: the task's own."""
    if task.language:
        return "zh" if task.language.lower().startswith("zh") else "en"
    return "zh" if is_chinese(task.full_prompt) else "en"


def _chat_request(request: DraftRequest) -> ChatRequest:
    task, policies = request.task, request.policies
    brief = brief_of(task, request.bytes_of)
    language = language_of(task)
    weights = ", ".join(f"{tier.value} {policies.default_weights.get(tier, 5)}" for tier in Tier)
    fields = {
        "least": policies.min_checkpoints,
        "most": policies.max_checkpoints,
        "weights": weights,
        "dimensions": _described(request.taxonomy, language),
    }
    system = Template(resource_text("generation", "draft", f"system.{language}.md"))
    user = Template(resource_text("generation", "draft", f"user.{language}.md"))
    graded = (
        resource_text("generation", "draft", f"graded.{language}.md") if request.may_grade else ""
    )
    return ChatRequest(
        system=system.substitute(fields) + graded,
        prefix=user.substitute(prompt=brief.text, reference=task.reference_answer or "–")
        + _contrasted(request.contrast, language),
        suffix=resource_text("generation", "draft", f"ask.{language}.md"),
        images=pictures(brief.files),
        schema_name="rubric",
        schema=_schema(request.taxonomy.dimensions, may_grade=request.may_grade),
        parameters=request.choice.parameters,
    )


def _contrasted(contrast: Contrast | None, language: str) -> str:
    """The two responses as the model reads them; empty without any."""
    if contrast is None:
        return ""
    text = Template(resource_text("generation", "draft", f"contrast.{language}.md"))
    return text.substitute(better=contrast.better, weaker=contrast.weaker)


def _described(taxonomy: Taxonomy, language: str) -> str:
    """The dimensions as a list: each name, and what it means where that is known."""
    meanings = {name: description_of(taxonomy, name, language) for name in taxonomy.dimensions}
    return "\n".join(
        f"- {name}: {said}" if said else f"- {name}" for name, said in meanings.items()
    )


def _schema(dimensions: Sequence[str], *, may_grade: bool) -> dict[str, Any]:
    item: dict[str, Any] = {
        "type": "object",
        "properties": {
            "source_part": {"type": "string", "enum": ["prompt", "reference_answer"]},
            "source": {"type": "string"},
            "text": {"type": "string"},
            "tier": {"type": "string", "enum": [tier.value for tier in Tier]},
            "weight": {"type": "integer"},
            "dimension": {"type": "string", "enum": list(dimensions) or ["Other"]},
        },
        "required": ["source_part", "source", "text", "tier", "weight", "dimension"],
        "additionalProperties": False,
    }
    if may_grade:
        item["properties"]["bands"] = {"type": "array", "items": _BAND_SCHEMA}
        item["required"].append("bands")
    return {
        "type": "object",
        "properties": {"checkpoints": {"type": "array", "items": item}},
        "required": ["checkpoints"],
        "additionalProperties": False,
    }


def _cleaned(value: Any) -> Any:  # noqa: ANN401 - whatever a model wrote
    """A value with all its texts cleaned."""
    if isinstance(value, list):
        return [_cleaned(one) for one in value]
    if isinstance(value, dict):
        return {key: _cleaned(one) for key, one in value.items()}
    return clean_line(value) if isinstance(value, str) else value
