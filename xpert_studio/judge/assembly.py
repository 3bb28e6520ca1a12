"""Assembles the shared part of a prompt, the same for the run, its estimate and its preview."""

from __future__ import annotations

from xpert_studio.judge.prompt import Templates, load_templates, prompt_language, shared_prefix
from xpert_studio.judge.work import Ask
from xpert_studio.records import Attachment, GradingPolicy, JudgeSettings, Task


def shared_part(ask: Ask, settings: JudgeSettings, policy: GradingPolicy) -> tuple[Templates, str]:
    """The templates an ask is put in, and everything before its candidate.

    Args:
        ask: What is asked.
        settings: How the judge is asked.
        policy: The project's grading policy.
    """
    language = prompt_language(settings.prompt_language, ask.task)
    templates = load_templates(settings.prompt_version, language)
    text = shared_prefix(
        templates, policy, ask.task, ask.chunk, ask.anchors, show_weights=settings.show_weights
    )
    return templates, text


def images_shown(task: Task) -> tuple[Attachment, ...]:
    """The attachments of a task that a model is shown as images."""
    return tuple(
        item
        for item in task.attachments
        if item.media_type.startswith("image/") and item.media_type != "image/svg+xml"
    )
