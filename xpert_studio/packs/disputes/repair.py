"""Mending a disputed checkpoint: the words that disputes quote, and what a model proposes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from xpert_studio.api.drafters import Task
from xpert_studio.api.instruments import Checkpoint, UsageError
from xpert_studio.core.generation.asking import ModelChoice, ask, connect
from xpert_studio.core.generation.draft import language_of
from xpert_studio.core.instruments import parts_of, word_for
from xpert_studio.core.judge.json_reply import candidates
from xpert_studio.core.judge.providers.base import ChatRequest
from xpert_studio.core.records import Decision
from xpert_studio.core.resources import resource_text
from xpert_studio.packs.disputes.records import OUTCOMES, Repair, Stance
from xpert_studio.packs.disputes.seen import SeenDispute

_QUOTED: Final = re.compile(
    r"[\"“”„«»]([^\"“”„«»]{2,200})[\"“”„«»]|[「『]([^」』]{2,200})[」』]|(?<!\w)['‘]([^'’]{3,200})['’](?!\w)"
)
_LONGEST: Final = 2_000
_MOST: Final = 40
"""Disputes that a model reads."""


@dataclass(frozen=True, slots=True)
class DisputedWords:
    """Words of a checkpoint that disputes quote.

    Attributes:
        start, end: Where they stand in its text.
        disputes: How many disputes quote them.
    """

    start: int
    end: int
    disputes: int


def disputed_words(text: str, reasons: Iterable[str]) -> tuple[DisputedWords, ...]:
    """The words of a text that reasons quote, those that most quote first.

    Args:
        text: Of the checkpoint.
        reasons: Of disputes; what stands in quotation marks and in the text counts, once a reason.
    """
    counts: dict[tuple[int, int], int] = {}
    folded = text.casefold()
    for reason in reasons:
        quoted = {next(filter(None, one)).strip().casefold() for one in _QUOTED.findall(reason)}
        for words in quoted:
            start = folded.find(words) if words else -1
            if start >= 0:
                place = start, start + len(words)
                counts[place] = counts.get(place, 0) + 1
    found = (DisputedWords(*place, count) for place, count in counts.items())
    return tuple(sorted(found, key=lambda one: (-one.disputes, one.start)))


def most_disputed(disputes: Iterable[SeenDispute]) -> list[tuple[Checkpoint, list[SeenDispute]]]:
    """The checkpoints with disputes: those with most upheld first, then with most in all."""
    by_point: dict[tuple[str, str], tuple[Checkpoint, list[SeenDispute]]] = {}
    for one in disputes:
        if one.value.says is Stance.DISPUTE and one.checkpoint is not None:
            place = one.task.id, one.checkpoint.id
            by_point.setdefault(place, (one.checkpoint, []))[1].append(one)

    def order(item: tuple[Checkpoint, list[SeenDispute]]) -> tuple[int, int, str]:
        return -sum(one.is_upheld for one in item[1]), -len(item[1]), item[0].id

    return sorted(by_point.values(), key=order)


async def propose_repair(
    task: Task,
    point: Checkpoint,
    policy: str,
    disputes: Sequence[SeenDispute],
    choice: ModelChoice,
    *,
    now: datetime,
) -> tuple[Repair, float | None]:
    """Asks a model for a wording, or a sentence for the grading policy, that ends disputes.

    Args:
        task: Of the checkpoint.
        point: The checkpoint that is disputed.
        policy: The grading policy.
        disputes: Of the checkpoint; no name of a person, judge or system is sent.
        choice: Which model.
        now: The time.

    Returns:
        What it proposes, and what it cost; None is unknown.

    Raises:
        ProviderError: The call failed.
        JudgeError: There is no key.
        UsageError: The reply holds nothing usable.
    """
    provider = connect(choice)
    language = language_of(task)
    line = "\n".join([point.text, *(f"   {part.words()}" for part in parts_of(point))])
    said = "\n\n".join("\n".join(_parts(dispute)) for dispute in disputes[:_MOST])
    request = ChatRequest(
        system=resource_text("generation", "repair", f"system.{language}.md"),
        prefix="".join(f"<<<\n{part}\n>>>\n\n" for part in (task.full_prompt, policy or "–", line)),
        suffix=f"<<<\n{said}\n>>>\n",
        schema_name="repair",
        schema=_SCHEMA,
        parameters=choice.parameters,
    )
    bill = choice.new_bill()
    try:
        reply = await ask(provider, request, bill, max_retries=choice.max_retries)
    finally:
        await provider.close()
    made = Repair(
        checkpoint=point.id,
        text=point.text,
        **read_repair(reply.text),
        drafter=choice.name,
        disputes=len(disputes[:_MOST]),
        at=now,
    )
    return made, bill.cost


def _parts(dispute: SeenDispute) -> Iterator[str]:
    on = dispute.on
    if on is not None:
        if on.judgment is not None:
            value: Decision | None = on.judgment.final
            why = on.judgment.reason
        else:
            value, why = on.verdicts[0].decision, on.verdicts[0].rationale
        side = "judge" if dispute.value.judge else "expert"
        yield f"- decided ({side}): {word_for(value, on.checkpoint)}"
        yield f"  because: {why or '–'}"
    yield f"  disputed: {dispute.value.reason}"
    if dispute.resolution is not None:
        yield f"  found: {OUTCOMES[dispute.resolution.outcome]}. {dispute.resolution.reason}"


_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("wording", "policy", "why")},
    "required": ["wording", "policy", "why"],
    "additionalProperties": False,
}


def read_repair(reply: str) -> dict[str, str]:
    """The texts of a reply: wording, policy and why; an empty one where nothing is proposed.

    Raises:
        UsageError: It holds no such object.
    """
    for value in candidates(reply):
        if isinstance(value, dict) and {"wording", "policy"} & value.keys():
            return {name: _text(value.get(name)) for name in ("wording", "policy", "why")}
    raise UsageError(
        "The model's reply holds no proposal.", remedy="Ask again, or ask another model."
    )


def _text(value: object) -> str:
    return " ".join(value.split())[:_LONGEST] if isinstance(value, str) else ""
