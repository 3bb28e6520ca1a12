"""Assembles the parts of a prompt, the same for the run, its estimate and its preview."""

from __future__ import annotations

from collections.abc import Sequence

from xpert_studio.judge.attached import BytesOf, Shown, numbered_pictures, pictures
from xpert_studio.judge.prompt import (
    Templates,
    candidate_suffix,
    load_templates,
    prompt_language,
    shared_prefix,
)
from xpert_studio.judge.providers.base import Image
from xpert_studio.judge.work import Ask
from xpert_studio.records import Checkpoint, GradingPolicy, JudgeSettings


def shared_part(ask: Ask, settings: JudgeSettings, policy: GradingPolicy) -> tuple[Templates, str]:
    """The templates an ask is put in, and everything before its candidate.

    Args:
        ask: What is asked.
        settings: How the judge is asked.
        policy: The project's grading policy.
    """
    templates = load_templates(
        settings.prompt_version, prompt_language(settings.prompt_language, ask.task)
    )
    return templates, shared_prefix(
        templates,
        policy,
        ask.task,
        ask.chunk,
        ask.anchors,
        ask.files,
        show_weights=settings.show_weights,
    )


def own_part(
    ask: Ask, templates: Templates, points: Sequence[Checkpoint], code: str
) -> tuple[str, str]:
    """The candidate and what is asked about it: before its images, and after them."""
    asked = [point.id for point in points]
    return candidate_suffix(templates, ask.response.text, asked, code, ask.files.response)


def pictures_shared(ask: Ask) -> tuple[Shown, ...]:
    """The attachments shown as images with all candidates of a task: its own and the anchors'."""
    anchors = (file for files in ask.files.anchors for file in files)
    return tuple(file for file in (*ask.files.task, *anchors) if file.is_picture)


def pictures_of_candidate(ask: Ask) -> tuple[Shown, ...]:
    """The attachments of the candidate that are shown as images."""
    return tuple(file for file in ask.files.response if file.is_picture)


def shared_images(ask: Ask, templates: Templates, bytes_of: BytesOf) -> tuple[Image, ...]:
    """The images of ``pictures_shared``, each with its label."""
    words = templates.words
    anchors = [
        image
        for number, files in enumerate(ask.files.anchors, start=1)
        for image in numbered_pictures(files, words, bytes_of, of=f"{words['example']} {number}, ")
    ]
    return (*pictures(ask.files.task, bytes_of), *anchors)


def candidate_images(ask: Ask, templates: Templates, bytes_of: BytesOf) -> tuple[Image, ...]:
    """The images of ``pictures_of_candidate``, each with its label."""
    return numbered_pictures(ask.files.response, templates.words, bytes_of)
