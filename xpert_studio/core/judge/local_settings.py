"""Settings of a project that stay on this computer: what may be run there, and by what.

A project may come from others, and what it says is never run. The settings are a JSON file a
project in the person's configuration folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar, Self

from pydantic import BaseModel, ConfigDict

from xpert_studio.core.atomic_files import not_written, write_whole
from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge.key_check import need_no_keys
from xpert_studio.core.language import config_folder
from xpert_studio.core.messages import Message


class LocalSettings(BaseModel):
    """Of one project; a subclass says the fields, each with a default.

    Attributes:
        folder: The folder of the files.
        set_by: The command that sets them.
        project_id: As ``store.settings.project_id`` has it: the same in all copies of a project.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    folder: ClassVar[str]
    set_by: ClassVar[str]
    project_id: str

    @classmethod
    def file(cls, project_id: str) -> Path:
        """Where they are; an id of a project of others may be no file name."""
        name = hashlib.sha256(project_id.encode("utf-8", "surrogatepass")).hexdigest()
        return config_folder() / cls.folder / f"{name}.json"

    @classmethod
    def read(cls, project_id: str) -> Self:
        """The settings of a project; empty ones where there are none.

        Raises:
            UsageError: The file is there and cannot be read.
        """
        file = cls.file(project_id)
        try:
            return cls.model_validate(json.loads(file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return cls(project_id=project_id)
        except (OSError, ValueError, RecursionError) as error:
            raise UsageError(
                Message("The settings of this project in {file} cannot be read.", file=file),
                remedy=Message(
                    "Correct the file, or delete it and set them again with '{command}'.",
                    command=cls.set_by,
                ),
            ) from error

    def write(self) -> None:
        """Keeps them.

        Raises:
            XpertError: They could not be written.
            UsageError: There is a key among them.
        """
        need_no_keys(*_texts(self.model_dump(exclude={"project_id"})))
        file = self.file(self.project_id)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise not_written(file, error) from error
        write_whole(file, json.dumps(self.model_dump(mode="json"), indent=1))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
