"""Pages of which no picture could be made, as was kept when that was tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Final

from xpert_studio.api import Message
from xpert_studio.core.documents.media_types import FOLDER, HTML
from xpert_studio.core.messages import joined
from xpert_studio.core.records import Part, Recipe
from xpert_studio.core.store import ProjectFile, renderings, responses

SCREENSHOT_FAILED: Final = "screenshot_failed"
"""The fallback of a part that is judged by pictures of web pages."""


@dataclass(frozen=True, slots=True)
class Screenshots:
    """What is kept of pages without pictures.

    Attributes:
        failed: By system and task, why there is none.
        asked: By part, the tasks whose rubric has a checkpoint of it.
    """

    failed: Mapping[tuple[str, str], Message] = field(default_factory=dict)
    asked: Mapping[str, Set[str]] = field(default_factory=dict)

    def mark(self, part: Part, system: str, task: str) -> str:
        """How a task is marked that lacks a part; empty where its rubric has no such part.

        Args:
            part: One with a fallback.
            system: Whose response it is.
            task: The task.
        """
        if part.fallback != SCREENSHOT_FAILED or (system, task) in self.failed:
            return part.fallback
        is_asked = task in self.asked.get(part.name, ())
        return Message("without {part}", part=part.name) if is_asked else ""

    def judged_unseen(self, system: str, judged: Iterable[str], lacking: Set[str]) -> int:
        """On how many tasks every part was judged though there is no picture.

        Args:
            system: Whose responses.
            judged: The tasks on which it has a value.
            lacking: Those of them that lack a part.
        """
        return sum((system, task) in self.failed and task not in lacking for task in judged)

    def notes(self, titles: Mapping[str, str]) -> tuple[Message, ...]:
        """The pages that have no picture, with the reason.

        Args:
            titles: Of tasks, by id.
        """
        said = [
            Message("{system}, {task}: {why}", system=system, task=titles.get(task, task), why=why)
            for (system, task), why in self.failed.items()
        ]
        named = joined([text.rstrip(".") for text in said], most=5)
        return (Message("no picture of pages ({pages})", pages=named),) if said else ()


def failed_pictures(project: ProjectFile, recipe: Recipe) -> dict[tuple[str, str], Message]:
    """By system and task, why there is no picture of a page that was answered with.

    Nothing is rendered. Empty for recipes without a part that is judged by pictures.
    """
    if not any(part.fallback == SCREENSHOT_FAILED for part in recipe.parts):
        return {}
    with project.reading() as tx:
        kept = renderings.all_renderings(tx)
        failed = {sha256: one.failure for sha256, one in kept.items() if one.failure}
        if not failed:
            return {}
        return {
            (response.model, response.task_id): why.message
            for response in responses.all_responses(tx)
            for item in response.attachments
            if item.media_type in {HTML, FOLDER} and (why := failed.get(item.sha256))
        }
