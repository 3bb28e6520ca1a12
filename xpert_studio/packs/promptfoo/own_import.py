"""Reads an export of ours to promptfoo back in: the tasks and responses that its code gives.

The code is never run. Where it is what we wrote, letter by letter, it gives what the files beside
it hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from xpert_studio.api.formats import (
    Message,
    Placed,
    Reading,
    Response,
    Taken,
    content_hash,
    free_id,
)
from xpert_studio.packs.promptfoo.files import FILE, ConfigFolder, ReferenceFaultError
from xpert_studio.packs.promptfoo.own import (
    PROJECT,
    RESPONSES,
    STORED,
    TASK_FIELDS,
    TASKS,
    is_own_code,
)
from xpert_studio.packs.promptfoo.tasks import KnownTask

_NUMBER: Final = "number"
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
        self._tasks = self._list(TASKS)
        self._ids: dict[str, str] = {}

    def _value(self, name: str) -> Any:  # noqa: ANN401 - any JSON value
        return self._folder.value(self._folder.paths(f"{FILE}{name}")[0])

    def _list(self, name: str) -> list[Any]:
        found = self._value(name)
        return found if isinstance(found, list) else []

    def task(self, number: str) -> dict[str, Any]:
        """The fields of the task that a test means by its number, from 1.

        Raises:
            ReferenceFaultError: There is none of that number.
        """
        place = int(number) - 1 if number.isdecimal() and len(number) < 9 else -1
        entry = self._tasks[place] if 0 <= place < len(self._tasks) else None
        if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
            raise ReferenceFaultError(
                Message("names no task of {file}.", file=TASKS),
                Message("Export the project again."),
            )
        self._ids[number] = entry["id"]
        self._reading.told["attached"] += bool(entry.get("attached") or entry.get("images"))
        said = entry.get("task")
        if not isinstance(said, dict):  # an export of an earlier version
            said = {"prompt": entry.get("prompt")}
        return {name: said[name] for name in TASK_FIELDS if name in said} | {"id": entry["id"]}

    def finish(self, taken: Taken, providers: object, known: Mapping[str, KnownTask]) -> None:
        """Adds what the whole is called, and the stored responses that the providers give.

        Args:
            taken: Takes it.
            providers: Of the configuration.
            known: The tasks that were read, by id.
        """
        with self._reading.noting("", "providers"):
            self._add_project(taken)
            taken.records += self._responses(providers, known)
        taken.notes += self._reading.told_of(_NOTES)

    def _add_project(self, taken: Taken) -> None:
        if not (self._folder.path / PROJECT).is_file():
            return  # an export of an earlier version
        said = self._value(PROJECT)
        for name in ("name", "licence", "canary", "policy"):
            value = said.get(name) if isinstance(said, dict) else None
            if isinstance(value, str):
                setattr(taken, name, value)

    def _responses(self, providers: object, known: Mapping[str, KnownTask]) -> Iterator[Placed]:
        numbers = (
            [_system_number(item) for item in providers] if isinstance(providers, list) else []
        )
        wanted = [number for number in numbers if number is not None]
        if not wanted or not is_own_code(self._folder.path, STORED):
            return
        systems, ids = self._list(RESPONSES), set[str]()
        for number in wanted:
            system = systems[number - 1] if 0 < number <= len(systems) else None
            if not isinstance(system, dict) or not isinstance(system.get("responses"), dict):
                raise ReferenceFaultError(
                    Message("names no system of {file}.", file=RESPONSES),
                    Message("Export the project again."),
                )
            given = system.get("ids")
            for task, text in system["responses"].items():
                task_id = self._ids.get(task)
                if task_id not in known:
                    continue
                model = system.get("model", system.get("system"))
                print_ = content_hash([task_id, model, text])[:12]
                name = given.get(task) if isinstance(given, dict) else None
                wish = name if isinstance(name, str) else f"response-{print_}"
                fields = {
                    "id": free_id(wish, ids),
                    "task_id": task_id,
                    "model": model,
                    "text": text,
                }
                place = Message("response of {system} to {task}", system=str(model), task=task_id)
                record = self._reading.record(place, Response, fields)
                if record is not None:
                    yield Placed(record, place)


def _system_number(provider: object) -> int | None:
    """The number of the system that a provider stands for; None for any other provider."""
    is_ours = isinstance(provider, dict) and provider.get("id") == f"{FILE}{STORED}"
    config = provider.get("config") if isinstance(provider, dict) and is_ours else None
    number = config.get(_NUMBER) if isinstance(config, dict) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else None
