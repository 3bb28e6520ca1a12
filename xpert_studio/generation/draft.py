"""Drafts a rubric with a model: structured output, checked line by line, tied to its sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import Template
from typing import Any, Final

from xpert_studio.errors import JudgeError
from xpert_studio.generation.asking import ModelChoice, ask, brief_of, connect
from xpert_studio.generation.draft_reading import read_draft
from xpert_studio.generation.outline import Suggestion
from xpert_studio.generation.sentences import is_chinese
from xpert_studio.judge.attached import BytesOf, pictures
from xpert_studio.judge.estimates import IMAGE_TOKENS, text_tokens
from xpert_studio.judge.pricing import cost_of, price_of
from xpert_studio.judge.providers.base import ChatReply, ChatRequest, Finish
from xpert_studio.records import Policies, Task, Taxonomy, Tier, Usage
from xpert_studio.resources import resource_text
from xpert_studio.workflow.dimensions import description_of

TOKENS_A_LINE: Final = 110
_ASKS: Final = 2


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """What a draft is made of.

    Attributes:
        task: The brief, with its reference answer.
        choice: Which model to ask.
        policies: Give the number of lines and the weights of tiers.
        taxonomy: The project's; the model chooses among its dimensions.
        bytes_of: Gives an attachment's bytes by its SHA-256.
    """

    task: Task
    choice: ModelChoice
    policies: Policies
    taxonomy: Taxonomy
    bytes_of: BytesOf


@dataclass(frozen=True, slots=True)
class Draft:
    """What a model proposed.

    Attributes:
        suggestions: The lines, in its order.
        notes: What a person should know: lines left out, sources not found.
        usage: The tokens of all calls.
        cost: In the price list's currency; None is unknown.
    """

    suggestions: tuple[Suggestion, ...]
    notes: tuple[str, ...]
    usage: Usage
    cost: float | None


@dataclass(frozen=True, slots=True)
class DraftEstimate:
    """What a draft is expected to take; ``cost`` None is unknown."""

    input_tokens: int
    output_tokens: int
    cost: float | None


def estimate_draft(request: DraftRequest) -> DraftEstimate:
    """Estimated from the lengths of the texts, for one call; a second one may be needed."""
    asked = _chat_request(request)
    texts = text_tokens(asked.system) + text_tokens(asked.prefix) + text_tokens(asked.suffix)
    tokens = texts + len(asked.images) * IMAGE_TOKENS
    middle = (request.policies.min_checkpoints + request.policies.max_checkpoints) // 2
    output = middle * TOKENS_A_LINE
    usage = Usage(input_tokens=tokens, cached_tokens=0, output_tokens=output)
    price = price_of(request.choice.provider, request.choice.model)
    return DraftEstimate(tokens, output, cost_of(usage, price, calls=1))


async def draft_rubric(request: DraftRequest) -> Draft:
    """Asks the model, a second time where the first answer cannot be used.

    Raises:
        ProviderError: The call failed.
        JudgeError: There is no key, or no answer could be used.
    """
    provider = connect(request.choice)
    asked = _chat_request(request)
    brief = brief_of(request.task, request.bytes_of)
    # Sources are looked up in attached documents as well.
    shown = request.task.model_copy(update={"prompt": brief.text})
    replies: list[ChatReply] = []
    bill = request.choice.new_bill()
    problem = ""
    try:
        for _ in range(_ASKS):
            reply = await ask(provider, asked, bill, max_retries=request.choice.max_retries)
            replies.append(reply)
            found = read_draft(
                reply.text,
                shown,
                policies=request.policies,
                dimensions=request.taxonomy.dimensions,
            )
            if found.suggestions:
                usage = _summed([reply.usage for reply in replies])
                return Draft(found.suggestions, found.notes, usage, bill.cost)
            problem = _why(reply)
    finally:
        await provider.close()
    raise JudgeError(
        f"{request.choice.name} gave no rubric that could be read: {problem}.",
        remedy="Try again, choose another model, or use the outline drafter.",
    )


def _why(reply: ChatReply) -> str:
    words = {
        Finish.LENGTH: "it was cut off",
        Finish.REFUSAL: "it was refused",
        Finish.FILTERED: "it was filtered",
    }
    return words.get(reply.finish, "it was not in the form that was asked for")


def _summed(usages: Sequence[Usage]) -> Usage:
    """Tokens of several calls; unknown where one of them is."""

    def total(name: str) -> int | None:
        counts = [getattr(usage, name) for usage in usages]
        return None if any(count is None for count in counts) else sum(counts)

    return Usage(
        input_tokens=total("input_tokens"),
        cached_tokens=total("cached_tokens"),
        output_tokens=total("output_tokens"),
    )


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
    return ChatRequest(
        system=system.substitute(fields),
        prefix=user.substitute(prompt=brief.text, reference=task.reference_answer or "–"),
        suffix=resource_text("generation", "draft", f"ask.{language}.md"),
        images=pictures(brief.files, request.bytes_of),
        schema_name="rubric",
        schema=_schema(request.taxonomy.dimensions),
        parameters=request.choice.parameters,
    )


def _described(taxonomy: Taxonomy, language: str) -> str:
    """The dimensions as a list: each name, and what it means where that is known."""
    meanings = {name: description_of(taxonomy, name, language) for name in taxonomy.dimensions}
    return "\n".join(
        f"- {name}: {said}" if said else f"- {name}" for name, said in meanings.items()
    )


def _schema(dimensions: Sequence[str]) -> dict[str, Any]:
    item = {
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
    return {
        "type": "object",
        "properties": {"checkpoints": {"type": "array", "items": item}},
        "required": ["checkpoints"],
        "additionalProperties": False,
    }
