"""Takes in a file like HealthBench's meta-evaluation: what physicians said of single criteria.

One object a line: ``prompt`` (messages), ``completion``, ``rubric`` (one criterion),
``binary_labels`` with ``anonymized_physician_ids`` beside them, and ``category``. Lines of the same
prompt make a task, of the same criterion a checkpoint, of the same completion a response; each
label is a judgment.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api.formats import (
    UNKNOWN_SYSTEM,
    ChatMessage,
    Checkpoint,
    Judgment,
    JudgmentStatus,
    Message,
    NonBlank,
    ProjectFile,
    Response,
    RowReading,
    Task,
    Terms,
    Text,
    content_hash,
    id_like,
    prompt_text,
)
from xpert_studio.core.exchange.formats.content import same_or_transcript, stored_prompts

WEIGHT: Final = 1
"""Of every checkpoint: the file gives criteria no points, so all count alike."""


class _MetaLine(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")

    prompt: Annotated[list[ChatMessage], Field(min_length=1)]
    completion: Text
    rubric: NonBlank
    binary_labels: Annotated[list[bool], Field(min_length=1)]
    anonymized_physician_ids: list[NonBlank]
    category: Text | None = None
    prompt_id: NonBlank | None = None
    completion_id: NonBlank | None = None
    canary: Text | None = None


class Labels(RowReading[_MetaLine]):
    """Labels count as confirmed: who published them has no other place to confirm them."""

    model = _MetaLine
    about = (
        Message(
            "The file gives criteria no points: each weighs {weight}. It does not name "
            "systems: every response came in as of “{unknown_system}”.",
            weight=WEIGHT,
            unknown_system=UNKNOWN_SYSTEM,
        ),
    )

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._stored = stored_prompts(project)

    def take(self, place: str, line: _MetaLine) -> None:
        """Takes one line."""
        if len(line.binary_labels) != len(line.anonymized_physician_ids):
            self.problem(
                place,
                "binary_labels",
                Message(
                    "has {binary_labels} values for {anonymized_physician_ids} physicians.",
                    binary_labels=len(line.binary_labels),
                    anonymized_physician_ids=len(line.anonymized_physician_ids),
                ),
                "Give one label a physician, in their order.",
            )
            return
        self.canaries.add(line.canary)
        task = self._task(place, line)
        if task is None:
            return
        point_id = self._checkpoint(place, task.id, line)
        response_id = self._response(place, task.id, line)
        if response_id is None:
            return
        for said, physician in zip(line.binary_labels, line.anonymized_physician_ids, strict=True):
            self._judgment(place, response_id, point_id, id_like(physician), met=said)

    def _task(self, place: str, line: _MetaLine) -> Task | None:
        print_ = content_hash(prompt_text(line.prompt))
        task_id = id_like(line.prompt_id) if line.prompt_id else f"task-{print_[:12]}"
        prompt = same_or_transcript(line.prompt, self._stored.get(task_id))
        task = self.record(place, Task, {"id": task_id, "prompt": prompt})
        agrees = task is not None and self.agrees(place, task, "prompt_id", task_id)
        return task if agrees else None

    def _checkpoint(self, place: str, task_id: str, line: _MetaLine) -> str:
        point = Checkpoint(
            task_id=task_id,
            id=f"c-{content_hash(line.rubric)[:12]}",
            text=line.rubric,
            weight=WEIGHT,
            position=self.found.size(task_id),
            dimension=line.category or None,
        )
        self.found.add(point, place)
        return point.id

    def _response(self, place: str, task_id: str, line: _MetaLine) -> str | None:
        print_ = content_hash([task_id, line.completion])[:12]
        response_id = id_like(line.completion_id) if line.completion_id else f"response-{print_}"
        response = Response(
            id=response_id, task_id=task_id, model=UNKNOWN_SYSTEM, text=line.completion
        )
        agrees = self.agrees(place, response, "completion_id", response_id)
        return response_id if agrees else None

    def _judgment(
        self, place: str, response_id: str, point_id: str, physician: str, *, met: bool
    ) -> None:
        judgment = Judgment(
            response_id=response_id,
            checkpoint_id=point_id,
            expert_id=physician,
            value=int(met),
            status=JudgmentStatus.CONFIRMED,
        )
        self.agrees(place, judgment, "binary_labels", physician)
