"""Estimates a run of a language model before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.judge.assembly import shared_part
from xpert_studio.judge.estimates import IMAGE_TOKENS, reply_tokens, text_tokens
from xpert_studio.judge.planning import Plan
from xpert_studio.judge.pricing import Price, cost_of
from xpert_studio.judge.work import Ask
from xpert_studio.records import JudgeSettings, Usage


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run is expected to take. ``cost`` is None where the price is unknown.

    ``cached_tokens`` are those of the input that a provider's prompt cache should serve.
    """

    calls: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: float | None


def estimate_chat(plan: Plan, price: Price | None) -> Estimate:
    """One call an ask, each prompt at the length of its texts; no ask repeated.

    Args:
        plan: What is to be asked.
        price: None leaves the cost unknown.
    """
    settings = plan.judge.settings or JudgeSettings()
    prefixes: dict[tuple[str, str, int], int] = {}
    input_tokens = cached = output_tokens = 0
    for ask in plan.asks:
        seen = ask.prefix_id in prefixes
        if not seen:
            prefixes[ask.prefix_id] = _prefix_tokens(ask, plan, settings)
        prefix = prefixes[ask.prefix_id]
        input_tokens += prefix + text_tokens(ask.response.text) + 60
        cached += prefix if seen else 0
        output_tokens += reply_tokens(len(ask.asked))
    usage = Usage(input_tokens=input_tokens, cached_tokens=cached, output_tokens=output_tokens)
    return Estimate(
        len(plan.asks),
        input_tokens,
        cached,
        output_tokens,
        cost_of(usage, price, calls=len(plan.asks)),
    )


def _prefix_tokens(ask: Ask, plan: Plan, settings: JudgeSettings) -> int:
    templates, text = shared_part(ask, settings, plan.policy)
    images = sum(1 for item in ask.task.attachments if item.media_type.startswith("image/"))
    return text_tokens(templates.system) + text_tokens(text) + images * IMAGE_TOKENS
