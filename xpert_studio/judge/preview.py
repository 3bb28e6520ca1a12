"""Shows exactly what a judge would be asked, before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xpert_studio.judge.assembly import (
    own_part,
    pictures_of_candidate,
    pictures_shared,
    shared_part,
)
from xpert_studio.judge.estimating import IMAGE_TOKENS, text_tokens
from xpert_studio.judge.planning import Plan
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


def preview_prompt(plan: Plan, ask: Ask) -> Preview:
    """The prompt of one ask, letter for letter but for the random code around the candidate."""
    templates, prefix = shared_part(ask, plan.judge.settings or JudgeSettings(), plan.policy)
    suffix = "".join(own_part(ask, templates, ask.asked, SAMPLE_CODE))
    images, own = (
        tuple(file.item for file in files)
        for files in (pictures_shared(ask), pictures_of_candidate(ask))
    )
    return Preview(
        system=templates.system,
        prefix=prefix,
        images=images,
        suffix=suffix,
        own_images=own,
        shared_tokens=text_tokens(templates.system)
        + text_tokens(prefix)
        + IMAGE_TOKENS * len(images),
        own_tokens=text_tokens(suffix) + IMAGE_TOKENS * len(own),
    )
