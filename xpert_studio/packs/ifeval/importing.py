"""Takes in IFEval's JSON lines: tasks with their instructions, and responses to them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from xpert_studio.api import Message
from xpert_studio.api.checks import joined
from xpert_studio.api.instruments import Checkpoint
from xpert_studio.core.exchange.formats.file_reading import RowReading
from xpert_studio.core.exchange.formats.ids import id_like
from xpert_studio.core.exchange.formats.incoming import Terms
from xpert_studio.core.exchange.formats.taken import UNKNOWN_SYSTEM
from xpert_studio.core.exchange.problems import shown
from xpert_studio.core.exchange.provenance import IFEVAL, IfevalTask, plain
from xpert_studio.core.records import NonBlank, Response, Task, Text, content_hash, grouped
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


class Tasks(RowReading[_Row]):
    """Tasks with their instructions; each becomes a checkpoint that a program decides."""

    model = _Row
    nothing = Message("holds no task."), Message("Choose a file with a task a line.")

    def take(self, place: str, row: _Row) -> None:
        """Takes one line."""
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
        for item in (task, *rubric) if task is not None else ():
            if item is not None:
                self.found.add(item, place)

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


class Answers(RowReading[_Answer]):
    """Responses to tasks of the project, found by key or by prompt."""

    model = _Answer
    nothing = Message("holds no response."), Message("Choose a file with a response a line.")
    notes: ClassVar = {
        "unnamed": Message(
            "Responses without a model, which came in as of “{unknown_system}”: {n:,}."
        )
    }

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        with project.reading() as tx:
            known = tasks.all_tasks(tx)
        self._by_key = {key_of(task): task.id for task in known}
        self._by_prompt = grouped((task.full_prompt, task.id) for task in known)

    def take(self, place: str, row: _Answer) -> None:
        """Takes one line."""
        task_id = self._task_of(place, row)
        if task_id is None:
            return
        self.told["unnamed"] += row.model is None
        model = row.model or UNKNOWN_SYSTEM
        print_ = content_hash([task_id, str(model), row.response])[:12]
        response = Response(
            id=f"response-{print_}", task_id=task_id, model=model, text=row.response
        )
        self.found.add(response, place)

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
