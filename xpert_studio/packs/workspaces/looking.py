"""What checks look at: the folder that a task begins with and the one that a response ends as."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from typing import Final

from pydantic import Field, field_validator

from xpert_studio.api.checks import CannotCheckError, Message, Outcome, Parameters, Subject, joined
from xpert_studio.core.documents.media_types import FOLDER
from xpert_studio.core.errors import XpertError
from xpert_studio.core.instruments.deciding import SubjectFile
from xpert_studio.packs.workspaces.archive import unpack_changes, unpack_folder
from xpert_studio.packs.workspaces.changes import Changes, end_of
from xpert_studio.packs.workspaces.folder import EMPTY, Folder, named, path_problem

_PATTERN: Final = (
    "Paths in the folder, such as src/app.py; * stands for any letters, also over folders."
)


class Paths(Parameters):
    """Which files a check is about."""

    paths: tuple[str, ...] = Field(
        min_length=1, max_length=100, title="Files", description=_PATTERN
    )

    @field_validator("paths")
    @classmethod
    def _can_be_files(cls, paths: tuple[str, ...]) -> tuple[str, ...]:
        for path in paths:
            need_path(path.replace("*", "x").replace("?", "x"))
        return paths


class FileOf(Parameters):
    """Which file a check is about."""

    path: str = Field(
        title="File", description="Its path in the folder, such as src/app.py.", max_length=240
    )

    @field_validator("path")
    @classmethod
    def _can_be_a_file(cls, path: str) -> str:
        return need_path(path)


def need_path(path: str) -> str:
    """A path that a file of a folder can have.

    Raises:
        ValueError: No file can.
    """
    problem = path_problem(path)
    if problem is not None:
        raise ValueError(problem)
    return path


def matching(pattern: str, folder: Folder) -> list[str]:
    """The paths of a folder that a pattern names."""
    if pattern in folder.files:
        return [pattern]
    return [path for path in folder.files if fnmatchcase(path, pattern)]


@dataclass(frozen=True)
class Both:
    """The two folders of a response.

    Attributes:
        start: What it begins with.
        changes: What was changed.
    """

    start: Folder
    changes: Changes

    @cached_property
    def end(self) -> Folder:
        """What it ends as.

        Raises:
            CannotCheckError: It was made in another starting folder.
        """
        try:
            return end_of(self.start, self.changes)
        except XpertError as error:
            raise CannotCheckError(error.message, error.remedy) from error

    @property
    def touched(self) -> set[str]:
        """Paths of files that were added, changed or removed."""
        return {*self.changes.written.files, *self.changes.removed}


def folders_of(subject: Subject) -> Both | Outcome:
    """The folders; where the response is a text, that it meets no such check.

    Raises:
        CannotCheckError: The files are not available, damaged, or of another starting folder.
    """
    if subject.files is None or subject.task_files is None:
        raise CannotCheckError(
            Message("The files of the response are not available here."),
            Message("Decide it in its project: 'xpert-studio score PROJECT --checks'."),
        )
    made, given = _archive(subject.files), _archive(subject.task_files)
    if made is None:
        return Outcome(False, Message("The response is a text: it has no changed files."))
    try:
        found = Both(EMPTY if given is None else _start(given.read()), _changes(made.read()))
    except XpertError as error:
        raise CannotCheckError(error.message, error.remedy) from error
    _ = found.end  # made in this starting folder, or nothing can be said
    return found


_start: Final = lru_cache(maxsize=4)(unpack_folder)
_changes: Final = lru_cache(maxsize=4)(unpack_changes)


def _archive(files: tuple[SubjectFile, ...]) -> SubjectFile | None:
    return next((file for file in files if file.media_type == FOLDER), None)


def listed(paths: list[str]) -> str:
    """Some paths for a sentence."""
    return joined([named(path) for path in paths], most=5)
