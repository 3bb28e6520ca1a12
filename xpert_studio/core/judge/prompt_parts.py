"""Assembles the parts of a prompt, the same for the run, its estimate and its preview."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.core.judge.attached import Shown, numbered_pictures, pictures
from xpert_studio.core.judge.comparing import PairCall, pair_images, pair_own_part, pair_shared_part
from xpert_studio.core.judge.prompt import (
    Templates,
    candidate_suffix,
    load_templates,
    prompt_language,
    shared_prefix,
    templates_for,
)
from xpert_studio.core.judge.providers.base import Image
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.records import Checkpoint, GradingPolicy, JudgeSettings


def shared_part(
    ask: JudgeCall, settings: JudgeSettings, policy: GradingPolicy
) -> tuple[Templates, str]:
    """The templates an ask is put in, and everything before its candidate.

    Args:
        ask: The call.
        settings: How the judge is asked.
        policy: The project's grading policy.
    """
    language = prompt_language(settings.prompt_language, ask.task)
    if isinstance(ask, PairCall):
        return pair_shared_part(ask, settings.prompt_version, language, policy)
    templates = templates_for(load_templates(settings.prompt_version, language), ask.chunk)
    return templates, shared_prefix(
        templates,
        policy,
        ask.task,
        ask.chunk,
        ask.anchors,
        ask.files,
        show_weights=settings.show_weights,
        show_reference=settings.show_reference,
        may_abstain=ask.may_abstain,
        failures=ask.failures,
    )


def own_part(
    ask: JudgeCall, templates: Templates, points: Sequence[Checkpoint], code: str, more: str = ""
) -> tuple[str, str]:
    """The candidate and the question about it: before its images, and after them.

    Args:
        ask: The call.
        templates: Those of ``shared_part``.
        points: The checkpoints that are asked.
        code: From ``fresh_code``.
        more: What is asked besides, at the end.
    """
    if isinstance(ask, PairCall):
        return pair_own_part(ask, templates, code)
    before, after = candidate_suffix(
        templates,
        ask.response.text,
        asked=[point.id for point in points],
        code=code,
        files=ask.files.response,
        checked=ask.checked,
    )
    return before, after + more


def pictures_shared(ask: JudgeCall) -> tuple[Shown, ...]:
    """The attachments shown as images with all candidates of a task: its own and the anchors'."""
    anchors = (file for files in ask.files.anchors for file in files)
    return tuple(file for file in (*ask.files.task, *anchors) if file.is_picture)


def pictures_of_candidate(ask: JudgeCall) -> tuple[Shown, ...]:
    """The attachments of the candidate that are shown as images."""
    second = ask.against_files if isinstance(ask, PairCall) else ()
    return tuple(file for file in (*ask.files.response, *second) if file.is_picture)


def shared_images(ask: JudgeCall, templates: Templates) -> tuple[Image, ...]:
    """The images of ``pictures_shared``, each with its label."""
    words = templates.words
    anchors = [
        image
        for number, files in enumerate(ask.files.anchors, start=1)
        for image in numbered_pictures(files, words, of=f"{words['example']} {number}, ")
    ]
    return (*pictures(ask.files.task, words), *anchors)


def candidate_images(ask: JudgeCall, templates: Templates) -> tuple[Image, ...]:
    """The images of ``pictures_of_candidate``, each with its label."""
    if isinstance(ask, PairCall):
        return pair_images(ask, templates)
    return numbered_pictures(ask.files.response, templates.words)
