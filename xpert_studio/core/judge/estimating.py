"""Estimates a run of a language model, and shows its prompts, before anything is sent.

Tokens are estimated by a stated rule.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.judge.image_rules import ImageRule, rule_of
from xpert_studio.core.judge.judge_regions import asked_regions
from xpert_studio.core.judge.planning import Plan
from xpert_studio.core.judge.pricing import Price, cost_of
from xpert_studio.core.judge.prompt_parts import (
    own_part,
    pictures_of_candidate,
    pictures_shared,
    shared_part,
)
from xpert_studio.core.judge.request_room import picture_tokens
from xpert_studio.core.judge.token_counts import reply_tokens, text_tokens
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.records import Attachment, JudgeSettings, Usage


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
    rule = rule_of(plan.judge.provider, plan.judge.model)
    texts: dict[tuple[str, str, int], int] = {}
    input_tokens = cached = output_tokens = 0
    for ask in plan.asks:
        seen = ask.prefix_id in texts
        if not seen:
            texts[ask.prefix_id] = _prefix_text_tokens(ask, plan, settings)
        shared, own = image_tokens_of(ask, rule)
        prefix = texts[ask.prefix_id] + shared
        input_tokens += prefix + text_tokens(ask.material) + own + 60
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


def _prefix_text_tokens(ask: JudgeCall, plan: Plan, settings: JudgeSettings) -> int:
    templates, text = shared_part(ask, settings, plan.policy)
    return text_tokens(templates.system) + text_tokens(text)


def image_tokens_of(ask: JudgeCall, rule: ImageRule) -> tuple[int, int]:
    """About how many tokens the images of a request are: those that are shared, the candidate's."""
    parts = pictures_shared(ask), pictures_of_candidate(ask)
    count = sum(len(file.pictures) for files in parts for file in files)
    shared, own = (picture_tokens(files, rule, of=count) for files in parts)
    return shared, own


def expected_seconds(
    estimate: Estimate,
    seconds_a_call: float | None,
    *,
    at_once: int,
    requests_per_minute: float | None = None,
    tokens_per_minute: float | None = None,
) -> float | None:
    """How long a run will probably take.

    Args:
        estimate: What it will take besides.
        seconds_a_call: How long the model took of late; None is unknown.
        at_once: Calls at once.
        requests_per_minute: A limit that may be slower than the model.
        tokens_per_minute: Another one.

    Returns:
        Seconds; None where the model's pace is unknown.
    """
    if not estimate.calls:
        return 0.0
    if seconds_a_call is None:
        return None
    # The last calls of a run do not fill the line: whole rounds count.
    paces = [math.ceil(estimate.calls / at_once) * seconds_a_call]
    if requests_per_minute:
        paces.append(estimate.calls / requests_per_minute * 60)
    if tokens_per_minute:
        paces.append((estimate.input_tokens + estimate.output_tokens) / tokens_per_minute * 60)
    return max(paces)


SAMPLE_CODE: Final = "(a random code, new for every call)"


@dataclass(frozen=True, slots=True)
class PromptPreview:
    """The prompt of one ask.

    Attributes:
        system, prefix: What all candidates of the task share: a provider's cache may serve it.
        images: Shown between the two, and part of what is shared.
        suffix: The candidate, and the question about it.
        own_images: Images of the candidate, shown before its closing marker.
        shared_tokens, own_tokens: About how many tokens the two parts are.
    """

    system: str
    prefix: str
    images: tuple[Attachment, ...]
    suffix: str
    own_images: tuple[Attachment, ...]
    shared_tokens: int
    own_tokens: int


def preview_prompt(plan: Plan, ask: JudgeCall) -> PromptPreview:
    """The prompt of one ask, letter for letter but for the random code around the candidate."""
    rule = rule_of(plan.judge.provider, plan.judge.model)
    templates, prefix = shared_part(ask, plan.judge.settings or JudgeSettings(), plan.policy)
    settings = plan.judge.settings or JudgeSettings()
    more = asked_regions(ask, settings, templates, rule).text(templates.words)
    suffix = "".join(own_part(ask, templates, ask.asked, SAMPLE_CODE, more))
    images, own = (
        tuple(file.item for file in files)
        for files in (pictures_shared(ask), pictures_of_candidate(ask))
    )
    shared, of_candidate = image_tokens_of(ask, rule)
    return PromptPreview(
        system=templates.system,
        prefix=prefix,
        images=images,
        suffix=suffix,
        own_images=own,
        shared_tokens=text_tokens(templates.system) + text_tokens(prefix) + shared,
        own_tokens=text_tokens(suffix) + of_candidate,
    )
