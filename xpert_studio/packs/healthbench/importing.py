"""Takes in a file like HealthBench's: tasks with their rubrics, one a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    PLAIN,
    Checkpoint,
    Message,
    Placed,
    ProjectFile,
    RowReading,
    Taken,
    Task,
    Terms,
    content_hash,
    free_id,
    id_like,
    is_empty,
    kept_beside,
    prompt_text,
    rows_of,
)
from xpert_studio.core.exchange.formats.content import same_or_transcript, stored_prompts
from xpert_studio.core.exchange.formats.criteria import asked_by
from xpert_studio.core.exchange.provenance import (
    HEALTHBENCH,
    MORE,
    HealthBenchCriterion,
    HealthBenchTask,
    plain,
)
from xpert_studio.packs.healthbench.exporting import (
    CriterionRow,
    Row,
    answer_in,
    criteria,
    criterion_fields,
    task_fields,
    task_row,
    unknown_in,
)
from xpert_studio.packs.healthbench.names import Renaming

_NOTES: Final = {
    "penalties": Message(
        "Criteria with negative points: {n:,}. Each became a checkpoint that a response meets by "
        "avoiding the fault. Within a task, scores order responses as before; the scores "
        "themselves differ from the source's own."
    ),
    "unscored": Message("Criteria with 0 points, which are not scored: {n:,}."),
    "unanswered": Message(
        "Criteria whose tags name an instrument or settings that this program cannot read: {n:,}. "
        "They are met or not met, as a judge decides."
    ),
    "unnamed": Message("Tasks without a prompt_id, which got an id: {n:,}."),
    "renamed": Message(
        "Tasks whose prompt_id is no id here, and was changed: {n:,}. Exports to this format give "
        "the original back."
    ),
}


class HealthBenchTasks(RowReading[Row]):
    """Tasks with their rubrics, also under other names; see ``names`` for these.

    Criteria with negative points come in as checkpoints that a response meets by avoiding the
    fault. That is reported, and what was read is kept for the way back.
    """

    model = Row
    nothing = Message("holds no task."), Message("Choose a file with a task a line.")
    notes = _NOTES

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._stored = stored_prompts(project)
        self._rows: list[tuple[str, Task, list[Checkpoint], Row]] = []
        self._renaming = Renaming()

    def objects(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The rows under HealthBench's names."""
        yield from (
            (place, self._renaming.row(value)) for place, value in rows_of(self, self.source)
        )

    def take(self, place: str, row: Row) -> None:
        """Takes one line."""
        task = self._task(place, row)
        rubric = self._rubric(place, task.id, row.rubrics) if task else None
        if task is None or not rubric:
            return
        self.canaries.add(row.own_canary)
        self._rows.append((place, task, rubric, row))

    def _task(self, place: str, row: Row) -> Task | None:
        task_id = self._task_id(row)
        if not self.is_first(place, task_id, "prompt_id", task_id):
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
            if task_id not in self._first:
                return task_id
            # The same prompt with another rubric is another task.
            rubric = [item.told() for item in row.rubrics]
            return f"task-{content_hash([prompt, json.dumps(rubric)])[:12]}"
        known = id_like(row.prompt_id)
        self.told["renamed"] += known != row.prompt_id
        return known

    def _rubric(self, place: str, task_id: str, came: Sequence[CriterionRow]) -> list[Checkpoint]:
        ids: set[str] = set()
        found = []
        for position, item in enumerate(came):
            weight = self.weight(item.points)
            self.told["unanswered"] += answer_in(item.tags or ()) is None
            where = Message("{place}, rubrics.{position}", place=place, position=position)
            with self.noting(where):
                found.append(_checkpoint(task_id, position, item, weight, ids))
        return found

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        taken = Taken(canary=self.canary)
        project_canary = None if is_empty(self.project) else self.project.info().canary or ""
        own = taken.canary if project_canary is None else project_canary
        for place, task, rubric, row in self._rows:
            taken.records.append(Placed(_with_origin(task, row, own), place))
            taken.records += (Placed(point, place) for point in rubric)
        taken.notes = [*self._renaming.notes(), *self.told_of(self.notes)]
        taken.notes += kept_beside(key for row in self._rows for key in unknown_in(row[3]))
        return taken


def _checkpoint(
    task_id: str, position: int, came: CriterionRow, weight: float, ids: set[str]
) -> Checkpoint:
    origin = HealthBenchCriterion.model_validate(came.told())
    fields = criterion_fields(came.tags or ())
    point = Checkpoint(
        task_id=task_id,
        id=free_id(fields["id"] or f"c{position + 1}", ids),
        text=asked_by(origin, answer_in(origin.tags or ()) or PLAIN),
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
