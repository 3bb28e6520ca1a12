"""Has a model propose cases from a brief: variants of it, and the same scenario at other levels."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any, Final

from xpert_studio.api import Message
from xpert_studio.api.drafters import Task
from xpert_studio.core.generation.asking import ModelChoice, brief_of
from xpert_studio.core.generation.draft import language_of
from xpert_studio.core.generation.structured import (
    CallEstimate,
    ask_and_read,
    clean_line,
    clean_text,
    entries_of,
    estimate_call,
)
from xpert_studio.core.judge.attached import BytesOf, pictures
from xpert_studio.core.judge.providers.base import ChatRequest
from xpert_studio.core.messages import counted
from xpert_studio.core.records import Difficulty, Usage
from xpert_studio.core.resources import resource_json, resource_text
from xpert_studio.packs.variants.records import CASE_TEXTS, HardPattern, VariantKind

KINDS: Final = ("trap", "transfer", "numeric", "analyst", *(one.value for one in Difficulty))
"""What can be proposed: variants, and levels of difficulty."""
LONGEST: Final = 20_000
"""Longer texts, in characters, are no brief."""
_LONGEST_LINE: Final = 400
_MOST: Final = 12
_TOKENS_A_CASE: Final = 1_100
_SAME: Final = 95.0
"""From this likeness on a case is nearly the brief itself (rapidfuzz's ``ratio``, 0 to 100)."""


@dataclass(frozen=True, slots=True)
class CaseRequest:
    """What is asked for.

    Attributes:
        kinds: Of ``KINDS``, one case each.
        patterns: What may make them hard.
        bytes_of: Gives an attachment's bytes by its SHA-256.
    """

    task: Task
    choice: ModelChoice
    kinds: tuple[str, ...]
    patterns: tuple[HardPattern, ...]
    bytes_of: BytesOf


@dataclass(frozen=True, slots=True)
class DraftedCase:
    """A case as it could be read, before it is kept; see ``ProposedCase``."""

    variant: VariantKind
    difficulty: Difficulty | None
    patterns: tuple[HardPattern, ...]
    title: str
    change: str
    context: str
    materials: str
    deliverables: str
    reference_answer: str
    cautions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftedCases:
    """What came of a request.

    Attributes:
        notes: What a person should know of the rest.
        cost: None is unknown.
    """

    cases: tuple[DraftedCase, ...]
    notes: tuple[str, ...]
    usage: Usage
    cost: float | None


def said_of(part: str, language: str) -> Mapping[str, str]:
    """What the kinds, or the patterns, of cases mean, by their names.

    Args:
        part: ``kinds`` or ``patterns``.
        language: ``en`` or ``zh``.
    """
    data = resource_json("generation", "cases", "kinds.json")[part]
    return {name: words[language] for name, words in data.items()}


def estimate_cases(request: CaseRequest) -> CallEstimate:
    """Estimated from the lengths of the texts, for one call; a second one may be needed."""
    tokens = _TOKENS_A_CASE * len(request.kinds)
    return estimate_call(request.choice, _chat_request(request), tokens)


async def draft_cases(request: CaseRequest) -> DraftedCases:
    """Asks the model, a second time where the first answer cannot be used.

    Raises:
        ProviderError: The call failed.
        JudgeError: There is no key.
        UnusableReplyError: No reply could be used.
    """

    def read(reply: str) -> tuple[tuple[DraftedCase, ...], tuple[str, ...]] | None:
        cases, notes = read_cases(reply, request.task, request.kinds)
        return (cases, notes) if cases else None

    done = await ask_and_read(
        request.choice,
        _chat_request(request),
        read,
        lambda problem: Message(
            "{choice} gave no case that could be read: {problem}.",
            choice=request.choice.name,
            problem=problem,
        ),
        "Try again, or choose another model.",
    )
    cases, notes = done.read
    return DraftedCases(cases, notes, done.usage, done.cost)


def _chat_request(request: CaseRequest) -> ChatRequest:
    language = language_of(request.task)
    kinds, patterns = said_of("kinds", language), said_of("patterns", language)
    brief = brief_of(request.task, request.bytes_of)
    system = Template(resource_text("generation", "cases", f"system.{language}.md"))
    user = Template(resource_text("generation", "draft", f"user.{language}.md"))
    return ChatRequest(
        system=system.substitute(
            kinds=_named(kinds, request.kinds),
            patterns=_named(patterns, [pattern.value for pattern in request.patterns]),
        ),
        prefix=user.substitute(prompt=brief.text, reference=request.task.reference_answer or "–"),
        suffix="",
        images=pictures(brief.files),
        schema_name="cases",
        schema=_schema(request.kinds),
        parameters=request.choice.parameters,
    )


def _named(said: Mapping[str, str], names: Collection[str]) -> str:
    return "\n".join(f"- {name}: {said[name]}" for name in names) or "–"


def _schema(kinds: Sequence[str]) -> dict[str, Any]:
    text = {"type": "string"}
    properties: dict[str, Any] = {
        "kind": {"type": "string", "enum": list(kinds)},
        "patterns": {
            "type": "array",
            "items": {"type": "string", "enum": [one.value for one in HardPattern]},
        },
        **dict.fromkeys(("title", "change", *CASE_TEXTS), text),
    }
    item = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"cases": {"type": "array", "items": item}},
        "required": ["cases"],
        "additionalProperties": False,
    }


def read_cases(
    reply: str, task: Task, wanted: Sequence[str]
) -> tuple[tuple[DraftedCase, ...], tuple[str, ...]]:
    """The cases of a reply, and what a person should know of the rest.

    Args:
        reply: The model's text; hostile.
        task: Whose brief they are made from.
        wanted: The kinds that were asked for.
    """
    entries = entries_of(reply, "cases", "tasks", "variants", "items")
    made: dict[str, DraftedCase] = {}
    for entry in entries[:_MOST]:
        found = _case(entry, task, wanted)
        if found is not None:
            made.setdefault(_plain(found.deliverables + found.materials), found)
    left = len(entries) - len(made)
    notes = []
    if left:
        notes.append(
            counted(
                "{n} case could not be read, or came twice.",
                "{n} cases could not be read, or came twice.",
                left,
            )
        )
    if made and task.attachments:
        notes.append(Message("Attachments of the brief are not copied into proposed cases."))
    return tuple(made.values()), tuple(notes)


def _case(entry: Any, task: Task, wanted: Sequence[str]) -> DraftedCase | None:  # noqa: ANN401
    if not isinstance(entry, dict):
        return None
    texts = {name: clean_text(entry.get(name)) for name in CASE_TEXTS}
    if not texts["deliverables"] or any(len(text) > LONGEST for text in texts.values()):
        return None
    said = clean_line(entry.get("kind") or entry.get("variant"))[:_LONGEST_LINE]
    named = said.casefold()
    level = named if named in {one.value for one in Difficulty} else None
    known = {one.value for one in VariantKind}
    variant = VariantKind.BASE if level else VariantKind(named if named in known else "own")
    patterns, unheard = _patterns(entry.get("patterns"))
    title = clean_line(entry.get("title"))[:_LONGEST_LINE] or texts["deliverables"][:60]
    return DraftedCase(
        variant,
        Difficulty(level) if level else task.difficulty,
        patterns,
        title,
        clean_line(entry.get("change"))[:_LONGEST_LINE],
        **texts,
        cautions=tuple(_cautions(texts, task, said, named in wanted, unheard)),
    )


def _patterns(written: Any) -> tuple[tuple[HardPattern, ...], int]:  # noqa: ANN401
    """The patterns that are known, each once, and how many were written that are not."""
    names = [clean_line(one).casefold() for one in written] if isinstance(written, list) else []
    known = {one.value: one for one in HardPattern}
    found = tuple(dict.fromkeys(known[name] for name in names if name in known))
    return found, sum(name not in known for name in names)


def _cautions(
    texts: Mapping[str, str], task: Task, said: str, was_asked: bool, unheard: int
) -> list[Message]:
    from rapidfuzz import fuzz

    found = []
    if not was_asked:
        found.append(Message("Its kind was not asked for: {kind!r}.", kind=said))
    if unheard:
        found.append(
            counted(
                "It names {n} pattern that is not known.",
                "It names {n} patterns that are not known.",
                unheard,
            )
        )
    if not texts["reference_answer"]:
        found.append(Message("It has no reference answer."))
    if not (texts["context"] or texts["materials"]):
        found.append(Message("It has neither context nor materials."))
    whole = "\n\n".join(filter(None, (texts[name] for name in CASE_TEXTS[:3])))
    if fuzz.ratio(_plain(whole), _plain(task.full_prompt)) >= _SAME:
        found.append(Message("It is nearly the brief itself."))
    if said.casefold() == VariantKind.NUMERIC.value and not any(
        char.isdigit() for char in texts["materials"] + texts["context"]
    ):
        found.append(Message("Its materials have no figure to calculate with."))
    return found


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
