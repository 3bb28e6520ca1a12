"""Which of two responses is better, as a judge is asked it: the call and its prompt.

Each pair is asked in both orders. Both responses stand between markers that they cannot forge, as
the candidate of a verdict does.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from string import Template
from typing import Any, Final

from xpert_studio.core.judge.attached import (
    Shown,
    candidate_text,
    fence,
    numbered_pictures,
)
from xpert_studio.core.judge.prompt import (
    LANGUAGES,
    Templates,
    attachments_hash,
    load_templates,
    task_text,
)
from xpert_studio.core.judge.providers.base import Image
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.records import (
    Checkpoint,
    GradingPolicy,
    Judge,
    JudgeSettings,
    Response,
    content_hash,
)
from xpert_studio.core.resources import resource_text

PAIR: Final = Checkpoint(task_id="-", id="pair", text="-", weight=1)
"""Stands in a call for what is decided: there is one thing, and it is no checkpoint."""
_FOLDER: Final = "comparison"
_PARTS: Final = ("system.md", "prefix.md", "suffix.md", "words.json")
VALUES: Final = {"first": 1, "second": -1, "tie": 0}
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "rationale": {"type": "string"},
        "better": {"type": "string", "enum": list(VALUES)},
    },
    "required": ["rationale", "better"],
    "additionalProperties": False,
}
"""JSON schema of the reply; the reason comes before the decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCall(JudgeCall):
    """Two responses in the order in which they are shown; ``response`` is the first.

    Attributes:
        against: The second.
        against_files: Its attachments; ``files.response`` are those of the first.
        compared_hash: Of what is compared, whichever order.
    """

    against: Response
    against_files: tuple[Shown, ...] = ()
    compared_hash: str

    @property
    def material(self) -> str:
        """All text of both responses."""
        files = (*self.files.response, *self.against_files)
        documents = (file.text for file in files if file.text)
        return "\n\n".join([self.response.text, self.against.text, *documents])

    @property
    def prefix_id(self) -> tuple[str, str, int]:
        """Same for all pairs of a task."""
        return self.task.id, PAIR.id, 0


@cache
def comparison_hash(version: str) -> str:
    """Hash of the templates in all languages: part of what identifies a judge that compares."""
    return content_hash(
        {
            f"{lang}/{part}": resource_text("prompts", version, lang, _FOLDER, part)
            for lang in LANGUAGES
            for part in _PARTS
        }
    )


@cache
def _templates(version: str, language: str) -> Templates:
    system, prefix, suffix, words = (
        resource_text("prompts", version, language, _FOLDER, part) for part in _PARTS
    )
    common = load_templates(version, language)
    return Templates(
        version,
        language,
        system.strip(),
        Template(prefix),
        common.anchor,
        Template(suffix),
        {**common.words, **json.loads(words)},
    )


def pair_key(
    judge: Judge, policy: GradingPolicy, prompt_hash: str, *shown: Response, pages: str = ""
) -> str:
    """Hash of all that a comparison depends on, the order included.

    Args:
        judge: Who compares.
        policy: The project's grading policy.
        prompt_hash: ``Task.prompt_hash``.
        shown: Both responses in the order in which they are shown.
        pages: What keys hold of pictures of attached files (``pages_key``); empty for none.
    """
    parts = [judge.content_hash, policy.content_hash, prompt_hash]
    version = (judge.settings or JudgeSettings()).prompt_version
    for response in shown:
        parts.append(response.content_hash)
        if response.attachments:
            parts.append(attachments_hash(version, (), response.attachments))
    parts += [pages] if pages else []
    return hashlib.sha256("\n".join(["comparison", *parts]).encode()).hexdigest()


def pair_shared_part(
    ask: PairCall, version: str, language: str, policy: GradingPolicy
) -> tuple[Templates, str]:
    """The templates a pair is put in, and everything before its responses."""
    templates = _templates(version, language)
    text = task_text(ask.task, templates.words, ask.files.task)
    opening, closing = fence("TASK", text)
    return templates, templates.prefix.substitute(
        policy=policy.text.strip() or templates.words["no_rule"],
        task_open=opening,
        task=text,
        task_close=closing,
    )


def pair_own_part(ask: PairCall, templates: Templates, code: str) -> tuple[str, str]:
    """Both responses between their markers: what comes before their images, and after them."""
    before, _, after = templates.suffix.template.partition("$second")
    second = candidate_text(ask.against.text, ask.against_files, templates.words)
    opening = Template(before).substitute(
        code=code, first=candidate_text(ask.response.text, ask.files.response, templates.words)
    )
    return opening + second, Template(after).substitute(code=code)


def pair_images(ask: PairCall, templates: Templates) -> tuple[Image, ...]:
    """The images of both responses, each labelled with which one it belongs to."""
    sides = ((1, ask.files.response), (2, ask.against_files))
    words = templates.words
    return tuple(
        image
        for number, files in sides
        for image in numbered_pictures(files, words, of=f"{words['response']} {number}, ")
    )
