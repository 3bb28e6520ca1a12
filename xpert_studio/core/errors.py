"""The errors Xpert Studio raises: a message for a person, data for a program.

Every error tells what happened and what to do about it. Only the outermost layer (command line
or window) shows one; nothing in between prints. Library errors never reach a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xpert_studio.core.messages import counted

if TYPE_CHECKING:
    from pydantic import ValidationError


def first_fault(error: ValidationError) -> tuple[str, Any]:
    """The first of what a model's validation found: the place of the field, and its details."""
    found = error.errors(include_url=False)[0]
    return ".".join(map(str, found["loc"])), found


class XpertError(Exception):
    """Base of all errors that are meant for a person.

    Attributes:
        message: What happened, one sentence.
        remedy: What the person can do, one sentence, or empty.
    """

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()


class UsageError(XpertError):
    """The request itself makes no sense (unknown judge, contradicting options)."""


class ReasonNeededError(UsageError):
    """The step is possible, and the person has to give a reason for it."""


class NotFoundError(XpertError):
    """A named item (task, response, judge, run, file) does not exist."""


class ProjectFileError(XpertError):
    """The project file cannot be used as asked."""


class NotAProjectError(ProjectFileError):
    """The file is something else than an Xpert Studio project."""


class NewerProjectError(ProjectFileError):
    """The file was written by a newer version of the program."""


class DamagedProjectError(ProjectFileError):
    """The file's content is damaged."""


class ReadOnlyProjectError(ProjectFileError):
    """A change was asked of a project that is open for reading only."""


class ProjectBusyError(ProjectFileError):
    """Another program holds the project, or a run on it is still going."""


class DiskError(ProjectFileError):
    """The disk is full or failed while the project was written; nothing was lost."""


class StageError(XpertError):
    """A verb is not possible where the task, form or review stands now."""


class NotAllowedError(XpertError):
    """This person may not do that: role, domain, qualification, or an interest of their own."""


class IncompleteError(XpertError):
    """Something has to be done first; ``missing`` lists it, one sentence each."""

    def __init__(self, message: str, missing: Sequence[str] = (), *, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.missing = tuple(missing)


class ConflictError(XpertError):
    """A record is no longer what the person was looking at."""


class ExchangeRefusedError(XpertError):
    """An assignment, submission or copy does not belong here or was altered; it is not imported."""


class JudgeError(XpertError):
    """A judge cannot be set up or has to stop (no key, no such model, no anchor)."""


class UnusableReplyError(JudgeError):
    """A model replied, and nothing of its reply could be used."""


class BudgetError(XpertError):
    """A budget cannot be kept because something it depends on is unknown."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an input.

    Attributes:
        file: The file's name inside what was imported.
        place: Where in the file: ``row 12``, ``cell C4``, or empty for the whole file.
        field: The field or column, or empty.
        message: What is wrong.
        remedy: What to do about it.
    """

    file: str
    place: str
    field: str
    message: str
    remedy: str

    @property
    def kind(self) -> str:
        """File and field, without the places of items in lists."""
        return problem_kind(self.file, self.field)

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.place, self.field) if part)
        return f"{where}: {self.message} {self.remedy}".strip()


def problem_kind(file: str, field: str) -> str:
    """File and field of a problem, without the places of items in lists."""
    name = ".".join(part for part in field.split(".") if not part.isdigit())
    return ", ".join(part for part in (file, name) if part)


class InputRefusedError(XpertError):
    """An input was refused as a whole; nothing of it was taken in.

    Attributes:
        problems: The problems found, in the order of the input (at most a few hundred).
        total: How many problems there were, listed or not.
    """

    def __init__(
        self, source: str, problems: Sequence[Problem], unlisted: Mapping[str, int] | None = None
    ) -> None:
        self.source = source
        self.problems = tuple(problems)
        self._unlisted = Counter(unlisted or {})
        self.total = len(self.problems) + self._unlisted.total()
        super().__init__(
            counted(
                "{source} was refused: 1 problem; nothing was imported.",
                "{source} was refused: {n} problems; nothing was imported.",
                self.total,
                source=source,
            ),
            remedy="Correct what is listed and import again.",
        )

    def beyond(self, listed: int) -> list[tuple[str, int]]:
        """How many problems there are besides the first, by kind (file and field); most first.

        Args:
            listed: How many of ``problems`` are listed one by one.
        """
        kinds = Counter(problem.kind for problem in self.problems[listed:])
        return (kinds + self._unlisted).most_common()
