"""Takes in a file like HealthBench's: tasks with their rubrics, one a line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from xpert_studio.core.exchange.formats.content import (
    prompt_text,
    same_or_transcript,
    stored_prompts,
)
from xpert_studio.core.exchange.formats.ids import free_id, id_like
from xpert_studio.core.exchange.formats.reading import Reading, rows_of
from xpert_studio.core.exchange.formats.taken import Placed, Taken, is_empty, take_in
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.provenance import (
    HEALTHBENCH,
    MORE,
    HealthBenchCriterion,
    HealthBenchTask,
    plain,
)
from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint, Task, content_hash
from xpert_studio.core.store import ProjectFile
from xpert_studio.packs.healthbench.exporting import (
    Criterion,
    Row,
    answer_in,
    checkpoint_text,
    criteria,
    criterion_fields,
    task_fields,
    task_row,
    unknown_in,
)
from xpert_studio.packs.healthbench.names import Renaming


def import_healthbench(
    project: ProjectFile, source: Path, *, now: datetime, actor_id: str | None = None
) -> ImportReport:
    """Imports a file like HealthBench's.

    Criteria with negative points come in as checkpoints that a response meets by avoiding the
    fault. That is reported, and what was read is kept for the way back.

    Args:
        project: Open for writing.
        source: A ``.jsonl``, ``.json`` or ``.parquet`` file; see ``healthbench_names`` for what it
            may call things.
        now: The time.
        actor_id: Who imports, for the history.

    Raises:
        InputRefusedError: Something is wrong with it; nothing was taken in.
    """
    problems = Problems()
    reading, renaming = _Lines(source.name, problems, stored_prompts(project)), Renaming()
    for place, value in rows_of(reading, source):
        reading.take(place, renaming.row(value))
    if not reading.found and not problems:
        problems.add(source.name, "", "", "holds no task.", "Choose a file with a task a line.")
    taken = reading.finished(None if is_empty(project) else project.info().canary or "")
    taken.notes[:0] = renaming.notes()
    return take_in(project, source, taken, problems, now=now, actor_id=actor_id)


class _Lines(Reading):
    """The lines of a file being read; collects records, and what is to be told of them."""

    def __init__(self, name: str, problems: Problems, stored: Mapping[str, str]) -> None:
        super().__init__(name, problems)
        self._stored = stored
        self._places: dict[str, str] = {}
        self._canaries: set[str | None] = set()
        self._unknown: Counter[str] = Counter()
        self.found: list[tuple[str, Task, list[Checkpoint], Row]] = []

    def take(self, place: str, value: dict[str, Any]) -> None:
        """Takes one line."""
        row = self.made(place, Row.read, value)
        task = self._task(place, row) if row else None
        rubric = self._rubric(place, task.id, row.rubrics) if row and task else None
        if row is None or task is None or not rubric:
            return
        self._canaries.add(row.own_canary)
        self._unknown.update(unknown_in(row))
        self.found.append((place, task, rubric, row))

    def _task(self, place: str, row: Row) -> Task | None:
        task_id = self._task_id(row)
        first = self._places.setdefault(task_id, place)
        if first != place:
            self.problem(
                place,
                "prompt_id",
                Message("{task_id} is in {first} too.", task_id=shown(task_id), first=first),
                "Keep one of the two.",
            )
            return None
        ideal = row.ideal_completions_data
        fields = {
            "id": task_id,
            "prompt": same_or_transcript(row.said, self._stored.get(task_id)),
            "reference_answer": ideal.ideal_completion if ideal else None,
            **task_fields(row.example_tags or ()),
        }
        return self.made(place, Task.model_validate, fields)

    def _task_id(self, row: Row) -> str:
        if row.prompt_id is None:
            self.told["unnamed"] += 1
            prompt = prompt_text(row.said)
            task_id = f"task-{content_hash(prompt)[:12]}"
            if task_id not in self._places:
                return task_id
            # The same prompt with another rubric is another task.
            rubric = [item.told() for item in row.rubrics]
            return f"task-{content_hash([prompt, json.dumps(rubric)])[:12]}"
        known = id_like(row.prompt_id)
        self.told["renamed"] += known != row.prompt_id
        return known

    def _rubric(self, place: str, task_id: str, came: Sequence[Criterion]) -> list[Checkpoint]:
        ids: set[str] = set()
        found = []
        for position, item in enumerate(came):
            weight = self.weight(item.points)
            self.told["unanswered"] += answer_in(item.tags or ()) is None
            try:
                found.append(_checkpoint(task_id, position, item, weight, ids))
            except ValidationError as error:
                self.problems.add_validation(
                    self.name,
                    Message("{place}, rubrics.{position}", place=place, position=position),
                    error,
                )
        return found

    def finished(self, project_canary: str | None) -> Taken:
        """What was read, with all there is to tell.

        Args:
            project_canary: The project's own canary; None where it will take the file's over.
        """
        alike = len(self._canaries) == 1
        taken = Taken(canary=next(iter(self._canaries)) if alike else None)
        own = taken.canary if project_canary is None else project_canary
        for place, task, rubric, row in self.found:
            taken.records.append(Placed(_with_origin(task, row, own), place))
            taken.records += (Placed(point, place) for point in rubric)
        taken.notes += _notes(self.told)
        for key, times in self._unknown.items():
            taken.notes.append(
                Message(
                    "The key {key} is not known; it was kept, and goes into private bundles only "
                    "(found so many times: {times:,}).",
                    key=shown(key),
                    times=times,
                )
            )
        return taken


def _notes(told: Counter[str]) -> list[str]:
    notes = {
        "penalties": (
            Message(
                "Criteria with negative points: {penalties:,}. Each became a checkpoint that a "
                "response meets by avoiding the fault. Within a task, scores order responses "
                "as before; the scores themselves differ from the source's own.",
                penalties=told["penalties"],
            )
        ),
        "unscored": Message(
            "Criteria with 0 points, which are not scored: {unscored:,}.", unscored=told["unscored"]
        ),
        "unanswered": Message(
            "Criteria whose tags name an instrument or settings that this program cannot read: "
            "{unanswered:,}. They are met or not met, as a judge decides.",
            unanswered=told["unanswered"],
        ),
        "unnamed": Message(
            "Tasks without a prompt_id, which got an id: {unnamed:,}.", unnamed=told["unnamed"]
        ),
        "renamed": (
            Message(
                "Tasks whose prompt_id is no id here, and was changed: {renamed:,}. Exports to "
                "this format give the original back.",
                renamed=told["renamed"],
            )
        ),
    }
    return [note for name, note in notes.items() if told[name]]


def _checkpoint(
    task_id: str, position: int, came: Criterion, weight: float, ids: set[str]
) -> Checkpoint:
    origin = HealthBenchCriterion.model_validate(came.told())
    fields = criterion_fields(came.tags or ())
    point = Checkpoint(
        task_id=task_id,
        id=free_id(fields["id"] or f"c{position + 1}", ids),
        text=checkpoint_text(origin),
        weight=weight,
        tier=fields["tier"],
        dimension=fields["dimension"],
        instrument="graded" if came.described_scale else fields["instrument"],
        settings=came.described_scale or fields["settings"],
        position=position,
    )
    kept = {} if _same(criteria([point])[0], came.told()) else plain(origin)
    kept |= {MORE: came.model_extra} if came.model_extra else {}
    return point.model_copy(update={"extra": {HEALTHBENCH: kept}}) if kept else point


def _with_origin(task: Task, row: Row, canary: str | None) -> Task:
    """The task with what it cannot say itself of the row it was."""
    told = row.told()
    again = task_row(task, (), canary=canary)
    kept = {
        name: told[name]
        for name in HealthBenchTask.model_fields
        if name in told and not _same(again[name], told[name])
        if name != "canary" or row.own_canary
    }
    more = row.unknown()
    kept |= {MORE: more} if more else {}
    return task.model_copy(update={"extra": {HEALTHBENCH: kept}}) if kept else task


def _same(one: object, other: object) -> bool:
    """Whether two values are the same as JSON, where 1 and 1.0 differ."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
