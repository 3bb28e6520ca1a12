"""Shows exactly what a judge would be asked, before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xpert_studio.judge.assembly import images_shown, shared_part
from xpert_studio.judge.estimates import IMAGE_TOKENS, text_tokens
from xpert_studio.judge.planning import Plan
from xpert_studio.judge.prompt import candidate_suffix
from xpert_studio.judge.work import Ask
from xpert_studio.records import Attachment, JudgeSettings

SAMPLE_CODE: Final = "(a random code, new for every call)"


@dataclass(frozen=True, slots=True)
class Preview:
    """The prompt of one ask.

    Attributes:
        system, prefix: What all candidates of the task share: a provider's cache may serve it.
        images: Shown between the two, and part of what is shared.
        suffix: The candidate, and what is asked about it.
        shared_tokens, own_tokens: About how many tokens the two parts are.
    """

    system: str
    prefix: str
    images: tuple[Attachment, ...]
    suffix: str
    shared_tokens: int
    own_tokens: int


def preview_prompt(plan: Plan, ask: Ask) -> Preview:
    """The prompt of one ask, letter for letter but for the random code around the candidate."""
    settings = plan.judge.settings or JudgeSettings()
    templates, prefix = shared_part(ask, settings, plan.policy)
    images = images_shown(ask.task)
    asked = [point.id for point in ask.asked]
    suffix = candidate_suffix(templates, ask.response.text, asked, SAMPLE_CODE)
    shared = text_tokens(templates.system) + text_tokens(prefix) + IMAGE_TOKENS * len(images)
    return Preview(templates.system, prefix, images, suffix, shared, text_tokens(suffix))
