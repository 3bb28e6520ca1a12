"""How commands are run in folders of tasks: settings of this computer only.

A project may come from others: what it says is never run, nor what such a command may see. The
settings are a JSON file a project in the person's configuration folder.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from xpert_studio.core.atomic_files import not_written, write_whole
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.judge.key_check import need_no_keys
from xpert_studio.core.language import config_folder
from xpert_studio.core.messages import Message
from xpert_studio.core.records.base import NonBlank
from xpert_studio.packs.workspaces.running import Terms

_FOLDER: Final = "workspaces"
MOST_SECONDS: Final = 24 * 3600
MOST_MEGABYTES: Final = 65_536
MOST_ROOM: Final = 4_096


class HowRun(BaseModel):
    """How a system changes folders; see ``running.Terms``.

    Attributes:
        command: Its words; empty where they are given each time.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    command: Annotated[
        tuple[NonBlank, ...],
        Asks(
            "The command: it reads the prompt and changes the folder it begins in.",
            is_command=True,
        ),
    ] = ()
    see: Annotated[
        tuple[NonBlank, ...],
        Asks("A file or folder that it may read; repeatable.", form="PATH"),
    ] = ()
    network: Annotated[bool, Asks("Whether it may use the network.")] = False
    seconds: Annotated[int, Field(ge=1, le=MOST_SECONDS), Asks("It may take so long.")] = 600
    megabytes: Annotated[int, Field(ge=16, le=MOST_MEGABYTES), Asks("Memory of its processes.")] = (
        2048
    )
    room: Annotated[int, Field(ge=1, le=MOST_ROOM), Asks("Megabytes of files it may write.")] = 256

    @property
    def terms(self) -> Terms:
        """On which terms it is run."""
        return Terms(self.seconds, self.megabytes, self.room, self.see, self.network)


class LocalSettings(BaseModel):
    """Of one project.

    Attributes:
        project_id: Which.
        systems: By name.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    project_id: str
    systems: dict[str, HowRun] = Field(default_factory=dict)


def read_local(project_id: str) -> LocalSettings:
    """The settings of a project; empty ones where there are none.

    Raises:
        UsageError: The file is there and cannot be read.
    """
    file = _file(project_id)
    try:
        return LocalSettings.model_validate_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return LocalSettings(project_id=project_id)
    except (OSError, UnicodeError, ValidationError) as error:
        raise UsageError(
            Message("The settings of workspaces in {file} cannot be read.", file=file),
            remedy="Correct the file, or delete it and set them again with 'workspace local'.",
        ) from error


def write_local(settings: LocalSettings) -> None:
    """Keeps the settings of a project.

    Raises:
        XpertError: They could not be written.
        UsageError: There is a key among them.
    """
    for one in settings.systems.values():
        need_no_keys(*one.command, *one.see)
    file = _file(settings.project_id)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(file, error) from error
    write_whole(file, settings.model_dump_json(indent=1))


def _file(project_id: str) -> Path:
    name = hashlib.sha256(project_id.encode("utf-8", "surrogatepass")).hexdigest()
    return config_folder() / _FOLDER / f"{name}.json"
