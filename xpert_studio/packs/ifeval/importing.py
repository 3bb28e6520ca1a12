"""Takes in IFEval's JSON lines: tasks with their instructions, and responses to them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from xpert_studio.core.exchange.formats.ids import id_like
from xpert_studio.core.exchange.formats.reading import RowReading, left_out
from xpert_studio.core.exchange.formats.taken import UNKNOWN_SYSTEM, Placed, Taken
from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.provenance import IFEVAL, IfevalTask, plain
from xpert_studio.core.exchange.reports import ImportReport
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Checkpoint, NonBlank, Response, Task, Text, content_hash
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.packs.checks.kinds.ifeval import INSTRUCTIONS, PREFIX
from xpert_studio.packs.ifeval.exporting import is_number, key_of

WEIGHT: Final = 1
"""Of every checkpoint: IFEval counts all instructions alike."""

Key = int | NonBlank


class _Row(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")

    key: Key
    prompt: NonBlank
    instruction_id_list: Annotated[list[str], Field(min_length=1)]
    kwargs: list[dict[str, Any] | None] | None


class _Answer(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")

    response: Text
    key: Key | None = None
    prompt: Text | None = None
    model: NonBlank | None = None


def import_ifeval(
    project: ProjectFile, source: Path, *, now: datetime, actor_id: str | None = None
) -> ImportReport:
    """Imports tasks with their instructions; each becomes a checkpoint that a program decides.

    Args:
        project: Open for writing.
        source: A ``.jsonl`` file.
        now: The time.
        actor_id: Who imports, for the history.

    Raises:
        InputRefusedError: Something is wrong with it; nothing was taken in.
    """
    reading = _Lines(source.name, Problems())
    return reading.take_in(project, source, now=now, actor_id=actor_id)


class _Lines(RowReading):
    """The lines of a file being read."""

    def take(self, place: str, value: dict[str, Any]) -> None:
        """Takes one line."""
        row = self.made(place, _Row.model_validate, value)
        if row is None:
            return
        self.unknown.update(list(row.model_extra or ()))
        task = self._task(place, row)
        several = [None] * len(row.instruction_id_list) if row.kwargs is None else row.kwargs
        if len(several) != len(row.instruction_id_list):
            self.problem(
                place,
                "kwargs",
                Message(
                    "has {kwargs} entries for {instructions} instructions.",
                    kwargs=len(several),
                    instructions=len(row.instruction_id_list),
                ),
                "Give one object for each instruction, {} for one without parameters.",
            )
            return
        pairs = zip(row.instruction_id_list, several, strict=True)
        rubric = [
            self._checkpoint(place, task, position, name, given or {})
            for position, (name, given) in enumerate(pairs)
        ]
        if task is not None:
            self.records += (Placed(item, place) for item in (task, *rubric) if item is not None)

    def _task(self, place: str, row: _Row) -> Task | None:
        task_id = id_like(str(row.key))
        if not self.is_first(place, task_id, "key", task_id):
            return None
        task = Task(id=task_id, prompt=row.prompt)
        if key_of(task) == row.key:
            return task
        return task.model_copy(update={"extra": {IFEVAL: plain(IfevalTask(key=row.key))}})

    def _checkpoint(
        self, place: str, task: Task | None, position: int, name: str, given: dict[str, Any]
    ) -> Checkpoint | None:
        known = INSTRUCTIONS.get(name)
        if known is None:
            self.problem(
                place,
                f"instruction_id_list.{position}",
                Message("{name} is no instruction of IFEval.", name=shown(name)),
                Message("Choose one of {names}.", names=joined(INSTRUCTIONS)),
            )
            return None
        present = {key: value for key, value in given.items() if value is not None}
        try:
            parameters = known.parameters.model_validate(present)
        except ValidationError as error:
            self.problems.add_validation(
                self.name,
                Message("{place}, kwargs.{position}", place=place, position=position),
                error,
            )
            return None
        settings: dict[str, Any] = {"check": PREFIX + name}
        return Checkpoint(
            task_id=task.id if task else "x",
            id=f"c{position + 1}",
            text=known.requirement_with(parameters),
            weight=WEIGHT,
            position=position,
            instrument="check",
            settings=settings | ({"parameters": present} if present else {}),
        )

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        if not self.records and not self.problems:
            self.problem("", "", "holds no task.", "Choose a file with a task a line.")
        return Taken(records=self.records, notes=left_out(self.unknown))


def import_ifeval_responses(
    project: ProjectFile, source: Path, *, now: datetime, actor_id: str | None = None
) -> ImportReport:
    """Imports responses to tasks of the project, found by key or by prompt.

    Args:
        project: Open for writing.
        source: A ``.jsonl`` file.
        now: The time.
        actor_id: Who imports, for the history.

    Raises:
        InputRefusedError: Something is wrong with it, such as a task that is not in the project;
            nothing was taken in.
    """
    with project.reading() as tx:
        known = tasks.all_tasks(tx)
    reading = _Answers(source.name, Problems(), known)
    return reading.take_in(project, source, now=now, actor_id=actor_id)


class _Answers(RowReading):
    """The lines of a file of responses being read."""

    def __init__(self, name: str, problems: Problems, known: list[Task]) -> None:
        super().__init__(name, problems)
        self._by_key = {key_of(task): task.id for task in known}
        self._by_prompt: dict[str, list[str]] = {}
        for task in known:
            self._by_prompt.setdefault(task.full_prompt, []).append(task.id)
        self._ids: set[str] = set()

    def take(self, place: str, value: dict[str, Any]) -> None:
        """Takes one line."""
        row = self.made(place, _Answer.model_validate, value)
        task_id = self._task_of(place, row) if row else None
        if row is None or task_id is None:
            return
        self.unknown.update(list(row.model_extra or ()))
        self.told["unnamed"] += row.model is None
        model = row.model or UNKNOWN_SYSTEM
        print_ = content_hash([task_id, str(model), row.response])[:12]
        response = Response(
            id=f"response-{print_}", task_id=task_id, model=model, text=row.response
        )
        if response.id not in self._ids:
            self._ids.add(response.id)
            self.records.append(Placed(response, place))

    def _task_of(self, place: str, row: _Answer) -> str | None:
        if row.key is not None:
            text = str(row.key)
            found = self._by_key.get(row.key) or self._by_key.get(
                int(text) if is_number(text) else text
            )
            field, value = "key", text
            those = [found] if found else []
        else:
            field, value = "prompt", row.prompt or ""
            those = self._by_prompt.get(value, [])
        if len(those) == 1:
            return those[0]
        self.problem(
            place,
            field,
            Message("{value} is of no task in the project.", value=shown(value))
            if not those
            else Message("{value} is of several tasks in the project.", value=shown(value)),
            "Import the tasks first, and name each by its key.",
        )
        return None

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        if not self.records and not self.problems:
            self.problem("", "", "holds no response.", "Choose a file with a response a line.")
        notes = left_out(self.unknown)
        if self.told["unnamed"]:
            notes.append(
                Message(
                    "Responses without a model, which came in as of “{unknown_system}”: {n:,}.",
                    n=self.told["unnamed"],
                    unknown_system=UNKNOWN_SYSTEM,
                )
            )
        return Taken(records=self.records, notes=notes)
