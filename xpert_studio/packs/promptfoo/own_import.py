"""Reads an export of ours to promptfoo back in: the tasks and responses that its code gives.

The code is never run. Where it is what we wrote, letter by letter, it gives what the files beside
it hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import TypeAdapter

from xpert_studio.api.formats import (
    FaultError,
    Maybe,
    Message,
    Placed,
    Reading,
    Response,
    Sound,
    Taken,
    Within,
    content_hash,
    free_id,
)
from xpert_studio.packs.promptfoo.files import FILE, ConfigFolder
from xpert_studio.packs.promptfoo.own import (
    PROJECT,
    RESPONSES,
    STORED,
    TASK_FIELDS,
    TASKS,
    is_own_code,
)
from xpert_studio.packs.promptfoo.parts import OwnProject, OwnSystem, OwnTask, StoredProvider
from xpert_studio.packs.promptfoo.tasks import KnownTask

_TASKS: Final = TypeAdapter(Maybe[list[Maybe[OwnTask]]])
_SYSTEMS: Final = TypeAdapter(Maybe[list[Maybe[OwnSystem]]])
_PROVIDERS: Final = TypeAdapter(Sound[StoredProvider])
_PROJECT: Final = TypeAdapter(Within[OwnProject])
_NOTES: Final = {
    "attached": Message(
        "Tasks with attached files, which did not come in: {n:,}. Attach them again."
    ),
}


class OwnExport:
    """The files of an export.

    Args:
        reading: Takes what is wrong with them.
        folder: Where they lie.
    """

    def __init__(self, reading: Reading, folder: ConfigFolder) -> None:
        self._reading = reading
        self._folder = folder
        self._tasks = _TASKS.validate_python(self._value(TASKS)) or []
        self._ids: dict[str, str] = {}

    def _value(self, name: str) -> Any:  # noqa: ANN401 - any JSON value
        return self._folder.value(self._folder.paths(f"{FILE}{name}")[0])

    def task(self, number: str) -> dict[str, Any]:
        """The fields of the task that a test means by its number, from 1.

        Raises:
            FaultError: There is none of that number.
        """
        place = int(number) - 1 if number.isdecimal() and len(number) < 9 else -1
        entry = self._tasks[place] if 0 <= place < len(self._tasks) else None
        if entry is None:
            raise FaultError(
                Message("names no task of {file}.", file=TASKS),
                Message("Export the project again."),
            )
        self._ids[number] = entry.id
        self._reading.told["attached"] += bool(entry.attached or entry.images)
        # An export of an earlier version has the prompt alone.
        said = {"prompt": entry.prompt} if entry.task is None else entry.task
        return {name: value for name, value in said.items() if name in TASK_FIELDS} | {
            "id": entry.id
        }

    def finish(self, taken: Taken, providers: object, known: Mapping[str, KnownTask]) -> None:
        """Adds what the whole is called, and the stored responses that the providers give.

        Args:
            taken: Takes it.
            providers: Of the configuration.
            known: The tasks that were read, by id.
        """
        with self._reading.noting("", "providers"):
            if (self._folder.path / PROJECT).is_file():  # not of an export of an earlier version
                said = _PROJECT.validate_python(self._value(PROJECT))
                for name, value in said.model_dump(exclude_none=True).items():
                    setattr(taken, name, value)
            taken.records += self._responses(providers, known)
        taken.notes += self._reading.told_of(_NOTES)

    def _responses(self, providers: object, known: Mapping[str, KnownTask]) -> Iterator[Placed]:
        wanted = [provider.number for provider in _PROVIDERS.validate_python(providers)]
        if not wanted or not is_own_code(self._folder.path, STORED):
            return
        systems, ids = _SYSTEMS.validate_python(self._value(RESPONSES)) or [], set[str]()
        for number in wanted:
            system = systems[number - 1] if 0 < number <= len(systems) else None
            if system is None:
                raise FaultError(
                    Message("names no system of {file}.", file=RESPONSES),
                    Message("Export the project again."),
                )
            for task, text in system.responses.items():
                task_id, model = self._ids.get(task), system.model
                if task_id not in known:
                    continue
                print_ = content_hash([task_id, model, text])[:12]
                fields = {
                    "id": free_id(system.ids.get(task) or f"response-{print_}", ids),
                    "task_id": task_id,
                    "model": model,
                    "text": text,
                }
                place = Message("response of {system} to {task}", system=str(model), task=task_id)
                record = self._reading.record(place, Response, fields)
                if record is not None:
                    yield Placed(record, place)
