"""Takes in a file like HealthBench's meta-evaluation: what physicians said of single criteria.

One object a line: ``prompt`` (messages), ``completion``, ``rubric`` (one criterion),
``binary_labels`` with ``anonymized_physician_ids`` beside them, and ``category``. Lines of the same
prompt make a task, of the same criterion a checkpoint, of the same completion a response; each
label is a judgment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.core.exchange.formats.content import (
    prompt_text,
    same_or_transcript,
    stored_prompts,
)
from xpert_studio.core.exchange.formats.ids import id_like
from xpert_studio.core.exchange.formats.reading import RowReading
from xpert_studio.core.exchange.formats.taken import UNKNOWN_SYSTEM, Placed, Taken
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.provenance import ChatMessage
from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Checkpoint,
    Judgment,
    JudgmentStatus,
    NonBlank,
    Response,
    Task,
    Text,
    content_hash,
)
from xpert_studio.core.store import ProjectFile

WEIGHT: Final = 1
"""Of every checkpoint: the file gives criteria no points, so all count alike."""


class _Line(BaseModel):
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


def import_meta_eval(
    project: ProjectFile, source: Path, *, now: datetime, actor_id: str | None = None
) -> ImportReport:
    """Imports a file like HealthBench's meta-evaluation.

    Labels count as confirmed: the person who published them has no other place to confirm them.

    Args:
        project: Open for writing.
        source: A ``.jsonl`` file.
        now: The time.
        actor_id: Who imports, for the history.

    Raises:
        InputRefusedError: Something is wrong with it; nothing was taken in.
    """
    reading = _Lines(source.name, Problems(), stored_prompts(project))
    return reading.take_in(project, source, now=now, actor_id=actor_id)


class _Lines(RowReading):
    """The lines of a file being read; what several of them say is taken once."""

    def __init__(self, name: str, problems: Problems, stored: Mapping[str, str]) -> None:
        super().__init__(name, problems)
        self._stored = stored
        self._tasks: dict[str, Placed] = {}
        self._points: dict[tuple[str, str], Placed] = {}
        self._responses: dict[str, Placed] = {}
        self._judgments: dict[tuple[str, str, str], tuple[Placed, bool]] = {}
        self._sizes: Counter[str] = Counter()
        self._canaries: set[str | None] = set()

    def take(self, place: str, value: dict[str, Any]) -> None:
        """Takes one line."""
        line = self.made(place, _Line.model_validate, value)
        if line is None:
            return
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
        self._canaries.add(line.canary)
        task = self._task(place, line)
        if task is None:
            return
        point = self._checkpoint(place, task.id, line)
        response = self._response(place, task.id, line)
        if response is None:
            return
        for said, physician in zip(line.binary_labels, line.anonymized_physician_ids, strict=True):
            self._judgment(place, response, point, id_like(physician), met=said)

    def _task(self, place: str, line: _Line) -> Task | None:
        print_ = content_hash(prompt_text(line.prompt))
        task_id = id_like(line.prompt_id) if line.prompt_id else f"task-{print_[:12]}"
        prompt = same_or_transcript(line.prompt, self._stored.get(task_id))
        known = self._tasks.get(task_id)
        if known is None:
            task = self.record(place, Task, {"id": task_id, "prompt": prompt})
            if task is not None:
                self._tasks[task_id] = Placed(task, place)
            return task
        if isinstance(known.record, Task) and known.record.full_prompt == prompt:
            return known.record
        self.problem(
            place,
            "prompt_id",
            Message(
                "{task_id} has another prompt in {place}.",
                task_id=shown(task_id),
                place=known.place,
            ),
            "Give the other prompt another ID.",
        )
        return None

    def _checkpoint(self, place: str, task_id: str, line: _Line) -> str:
        point_id = f"c-{content_hash(line.rubric)[:12]}"
        if (task_id, point_id) not in self._points:
            position = self._sizes[task_id]
            self._sizes[task_id] += 1
            point = Checkpoint(
                task_id=task_id,
                id=point_id,
                text=line.rubric,
                weight=WEIGHT,
                position=position,
                dimension=line.category or None,
            )
            self._points[task_id, point_id] = Placed(point, place)
        return point_id

    def _response(self, place: str, task_id: str, line: _Line) -> str | None:
        print_ = content_hash([task_id, line.completion])[:12]
        response_id = id_like(line.completion_id) if line.completion_id else f"response-{print_}"
        response = Response(
            id=response_id, task_id=task_id, model=UNKNOWN_SYSTEM, text=line.completion
        )
        known = self._responses.setdefault(response_id, Placed(response, place))
        if known.record == response:
            return response_id
        self.problem(
            place,
            "completion_id",
            Message(
                "{response_id} is another completion in {place}.",
                response_id=shown(response_id),
                place=known.place,
            ),
            "Give one of the two another ID.",
        )
        return None

    def _judgment(
        self, place: str, response_id: str, point_id: str, physician: str, *, met: bool
    ) -> None:
        key = response_id, point_id, physician
        known = self._judgments.get(key)
        if known is None:
            judgment = Judgment(
                response_id=response_id,
                checkpoint_id=point_id,
                expert_id=physician,
                value=int(met),
                status=JudgmentStatus.CONFIRMED,
            )
            self._judgments[key] = Placed(judgment, place), met
        elif known[1] != met:
            self.problem(
                place,
                "binary_labels",
                Message(
                    "{physician} says the opposite in {place}.",
                    physician=shown(physician),
                    place=known[0].place,
                ),
                "Keep one of the two.",
            )

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        groups = (self._tasks.values(), self._points.values(), self._responses.values())
        taken = Taken(records=[item for group in groups for item in group])
        taken.records += (item for item, _ in self._judgments.values())
        if len(self._canaries) == 1:
            taken.canary = next(iter(self._canaries))
        taken.notes.append(
            Message(
                "The file gives criteria no points: each weighs {weight}. It does not name "
                "systems: every response came in as of “{unknown_system}”.",
                weight=WEIGHT,
                unknown_system=UNKNOWN_SYSTEM,
            )
        )
        return taken
