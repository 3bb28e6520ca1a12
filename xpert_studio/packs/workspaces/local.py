"""How commands are run in folders of tasks: settings of this computer only.

A project may come from others: what it says is never run, nor what such a command may see. The
settings are a JSON file a project in the person's configuration folder.
"""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.api.instruments import Asks
from xpert_studio.core.judge.local_settings import LocalSettings as Kept
from xpert_studio.core.records.base import NonBlank
from xpert_studio.packs.workspaces.running import CommandTerms

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
    def terms(self) -> CommandTerms:
        """On which terms it is run."""
        return CommandTerms(self.seconds, self.megabytes, self.room, self.see, self.network)


class LocalSettings(Kept):
    """Of one project.

    Attributes:
        systems: By name.
    """

    folder = "workspaces"
    set_by = "workspace local"
    systems: dict[str, HowRun] = Field(default_factory=dict)
