"""A file of another tool that is taken in: as a whole, or row by row by the model of its rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel

from xpert_studio.core.exchange.formats.incoming.entry import Terms
from xpert_studio.core.exchange.formats.reading import Reading, left_out, rows_of
from xpert_studio.core.exchange.formats.taken import Taken, take_in
from xpert_studio.core.exchange.problems import ImportReport, Problems, shown
from xpert_studio.core.messages import Message
from xpert_studio.core.store import ProjectFile

Row = TypeVar("Row", bound=BaseModel)


class FileReading(Reading, ABC):
    """A file that is taken in: all of it or nothing.

    Args:
        source: The file.
        project: Open for writing.
        terms: Who imports, and when.

    Attributes:
        about: What a person is told first of all.
        notes: What a person is told of what was counted; see ``told_of``.
        nothing: What is wrong with a file that holds nothing, and what to do.
        canaries: Those of the rows.
    """

    about: Sequence[str] = ()
    notes: ClassVar[Mapping[str, Message]] = {}
    nothing: ClassVar[tuple[str, str]] = (
        Message("holds nothing to import."),
        Message("Choose another file."),
    )

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source.name, Problems())
        self.source, self.project, self.terms = source, project, terms
        self.canaries: set[str | None] = set()

    @abstractmethod
    def read(self) -> None:
        """Reads the file into ``found``, and notes what is wrong with it."""

    def finished(self) -> Taken:
        """What was read, with all there is to tell."""
        notes = [*self.about, *self.told_of(self.notes), *left_out(self.unknown)]
        return Taken(records=self.found.in_order(), canary=self.canary, notes=notes)

    @property
    def canary(self) -> str | None:
        """The canary that all rows have; None where some have another."""
        return next(iter(self.canaries)) if len(self.canaries) == 1 else None

    def taken(self) -> Taken:
        """What the file holds; what is wrong with it is noted."""
        self.read()
        taken = self.finished()
        if not self.problems and not taken.records and self.holds_nothing:
            self.problem("", "", *self.nothing)
        return taken

    @property
    def holds_nothing(self) -> bool:
        """Whether a file of which no record comes is to be refused."""
        return True

    def take_in(self) -> ImportReport:
        """Writes what the file holds into the project.

        Raises:
            InputRefusedError: Something is wrong with it, or it holds nothing; nothing was taken
                in.
        """
        taken, terms = self.taken(), self.terms
        return take_in(
            self.project, self.source, taken, self.problems, now=terms.now, actor_id=terms.actor_id
        )


class RowReading(FileReading, Generic[Row]):
    """A file of rows; each is taken by itself.

    Attributes:
        model: What a row is; keys that it does not know are kept beside it, and counted.
        aside: Keys that need no word.
    """

    model: type[Row]
    aside: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._first: dict[str, str] = {}

    def objects(self) -> Iterable[tuple[str, dict[str, Any]]]:
        """The rows as they stand, with their places: one a line, of a JSON list or Parquet."""
        return rows_of(self, self.source)

    def read(self) -> None:
        """Takes every row."""
        for place, value in self.objects():
            row = self.made(place, self.model.model_validate, value)
            if row is not None:
                self.unknown.update(key for key in row.model_extra or () if key not in self.aside)
                self.take(place, row)

    @abstractmethod
    def take(self, place: str, row: Row) -> None:
        """Takes one row, or notes what is wrong with it."""

    def is_first(self, place: str, task_id: str, field: str, said: str) -> bool:
        """Whether no row before is the same task; else that is noted as a problem.

        Args:
            place: Where the row stands.
            task_id: The id that its task has here.
            field: The key that says it, for the message.
            said: What it says there.
        """
        first = self._first.setdefault(task_id, place)
        if first != place:
            told = Message("{task_id} is in {first} too.", task_id=shown(said), first=first)
            self.problem(place, field, told, "Keep one of the two.")
        return first == place
