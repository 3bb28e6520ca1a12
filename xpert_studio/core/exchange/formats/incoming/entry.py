"""What can be imported is a list of entries; an entry is light, and loads its reader when used.

An entry knows how sure it is that a source is of its kind, and takes the source in. Of all entries
the surest takes it: their order does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Final

from xpert_studio.core.exchange.formats.incoming.candidate import Candidate
from xpert_studio.core.exchange.problems import ImportReport
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import listed, t, translated

FOLDER: Final = "/"
"""Among endings: a folder."""
TAKEN: Final = 0.5
"""How sure an entry has to be to take a source; below it is only a relative."""
CERTAIN: Final = 0.95
"""The source names its tool, or has keys that no other kind has."""
SURE: Final = 0.9
"""It has all the keys of its kind."""
LIKELY: Final = 0.7
"""It has keys that other kinds may have too."""
ALIKE: Final = 0.6
"""It has the shape of its kind under other names."""
PERHAPS: Final = 0.55
"""Nothing speaks against it."""
RELATED: Final = 0.3
"""It is none, but near: the reason says what would make it one."""


class Brings(StrEnum):
    """What an import may bring."""

    TASKS = "tasks"
    RUBRICS = "rubrics"
    RESPONSES = "responses"
    JUDGMENTS = "judgments"
    VERDICTS = "verdicts"
    PEOPLE = "people"


BRINGS: Final[Mapping[Brings, Message]] = {
    Brings.TASKS: Message("tasks"),
    Brings.RUBRICS: Message("rubrics"),
    Brings.RESPONSES: Message("responses"),
    Brings.JUDGMENTS: Message("judgments"),
    Brings.VERDICTS: Message("verdicts"),
    Brings.PEOPLE: Message("people"),
}


@dataclass(frozen=True, slots=True)
class Surety:
    """How sure an entry is that a source is of its kind.

    Attributes:
        sure: From 0 to 1.
        reason: Why, such as what it has or lacks; below ``TAKEN`` the smallest change that would
            make it one.
    """

    sure: float
    reason: str = ""


NOT: Final = Surety(0.0)


Progress = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms something is imported.

    Attributes:
        now: The time.
        actor_id: Who imports, a lead or the founder of the project; empty where nobody is named.
        on_progress: Told the file and the rows read so far; ends the import by raising.
        response_field: The field that holds the response, where an entry asks for one.
    """

    now: datetime
    actor_id: str = ""
    on_progress: Progress = lambda _file, _rows: None
    response_field: str = ""


TakeIn = Callable[[ProjectFile, Path, Terms], ImportReport]


@dataclass(frozen=True, slots=True)
class ImportFormat:
    """A kind of file or folder that can be imported.

    Attributes:
        id: What it is called on the command line.
        title: What people call it.
        what: What is taken in, in one sentence.
        endings: In small letters with their dot; ``FOLDER`` for a folder.
        brings: What may come with it.
        recognise: How sure it is that a source is of its kind; reads no more than it has to.
        take_in: Imports a source: all of it or nothing. Loads what it needs when called.
        response_fields: Of a source, the fields that may hold the response, the likeliest first;
            None where there is nothing to choose.
    """

    id: str
    title: str
    what: str
    endings: tuple[str, ...]
    brings: tuple[Brings, ...]
    recognise: Callable[[Candidate], Surety]
    take_in: TakeIn
    response_fields: Callable[[Path], tuple[str, ...]] | None = None

    @property
    def endings_said(self) -> str:
        """The endings of its files, as they are listed."""
        return listed(t("folder") if ending == FOLDER else ending for ending in self.endings)

    @property
    def brings_said(self) -> str:
        """What comes with it, as it is listed."""
        return listed(translated(BRINGS[part]) for part in self.brings)

    @property
    def needs_tasks(self) -> bool:
        """Whether it brings something for tasks that the project has already."""
        return Brings.TASKS not in self.brings


def read_by(place: str) -> TakeIn:
    """Imports by a reading of the file; its class lies at a place, as ``module:name``."""

    def take(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
        reading = EntryPoint("", place, "").load()(path, project, terms)
        report: ImportReport = reading.take_in()
        return report

    return take


def imported_by(place: str) -> TakeIn:
    """Imports by a function at a place, of project and path, ``now`` and ``actor_id``."""

    def take(project: ProjectFile, path: Path, terms: Terms) -> ImportReport:
        found: Callable[..., ImportReport] = EntryPoint("", place, "").load()
        return found(project, path, now=terms.now, actor_id=terms.actor_id)

    return take


def has_keys(*names: str) -> str:
    """The reason of an entry that knows a source by its keys."""
    return Message("it has {names}", names=", ".join(names))
