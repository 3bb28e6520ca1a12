"""Checks that run the folder that a response ends as: a file of it, or tests of what it defines.

Files are run, and tests are kept from what they test, as the pack ``code`` does it with code in a
text: its kinds get a program that unpacks the folder.
"""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from functools import partial
from typing import Any, Final

from pydantic import Field, field_validator

from xpert_studio.api.checks import (
    LINES,
    CannotCheckError,
    CheckKind,
    Completed,
    Message,
    Outcome,
    Parameters,
    Program,
    Subject,
)
from xpert_studio.core.resources import resource_text
from xpert_studio.packs.checks.kinds import KINDS as KNOWN
from xpert_studio.packs.code.kinds import Runs, undecided
from xpert_studio.packs.workspaces.folder import Folder, named
from xpert_studio.packs.workspaces.looking import FileOf, folders_of

_MOST: Final = 16 * 1024 * 1024
_FOLDER: Final = "folder.json"
_TAKING: Final = "```python\nfrom folder import *\n```"
"""A response in which the tests find what the file of the folder defines."""

_STARTS: Final = {"python": "folder.py", "javascript": "folder.mjs"}


class FileRuns(Runs, FileOf):
    """A file that runs; the other fields are those of ``code_runs``."""


class Tests(FileOf):
    """Tests of a Python file; the other fields are those of ``code_passes``."""

    tests: str = Field(
        max_length=200_000,
        title="Tests",
        description="Python that fails where the file is wrong. It calls what the file defines by "
        "name, and gets no other file of the folder.",
        json_schema_extra=LINES,
    )
    seconds: int = Field(
        default=10, ge=1, le=60, title="Seconds", description="Computing time it may take."
    )

    @field_validator("tests")
    @classmethod
    def _can_be_run(cls, tests: str) -> str:
        KNOWN["code_passes"].parameters.model_validate({"tests": tests})
        return tests


def _like(kind: str, given: FileOf) -> Parameters:
    """The parameters of a kind that decides on code in a text."""
    return KNOWN[kind].parameters.model_validate(given.model_dump(exclude={"path"}))


def _to_run(subject: Subject, given: FileRuns) -> Program | Outcome:
    folder = _with(subject, given)
    if isinstance(folder, Outcome):
        return folder
    main = _STARTS[given.language]
    return Program(
        given.language,
        main,
        {main: resource_text("sandbox", main).encode(), _FOLDER: _packed(folder, given.path)},
        given.input.encode("utf-8", "replace"),
        seconds=given.seconds,
    )


def _to_test(subject: Subject, given: Tests) -> Program | Outcome:
    folder = _with(subject, given)
    if isinstance(folder, Outcome):
        return folder
    kind = KNOWN["code_passes"]
    program: Any = kind.program
    made: Program = program(Subject(_TAKING, prompt=subject.prompt), _like(kind.id, given))
    beside = {
        "folder.py": resource_text("sandbox", "folder.py").encode(),
        _FOLDER: _packed(folder, given.path),
    }
    return replace(made, files={**made.files, **beside})


def _with(subject: Subject, given: FileOf) -> Folder | Outcome:
    """The folder that is run; an outcome where it has no such file.

    Raises:
        CannotCheckError: It is too large for the sandbox.
    """
    found = folders_of(subject)
    if isinstance(found, Outcome):
        return found
    if given.path not in found.end.files:
        return Outcome(False, Message("The folder has no {files}.", files=named(given.path)))
    if found.end.size > _MOST:
        raise CannotCheckError(
            Message(
                "The folder has {n:,} bytes; at most {most:,} are run.",
                n=found.end.size,
                most=_MOST,
            ),
            Message("Have the response judged, or leave the check out for this task."),
        )
    return found.end


def _packed(folder: Folder, path: str) -> bytes:
    files = {
        name: base64.b64encode(file.content).decode("ascii") for name, file in folder.files.items()
    }
    return json.dumps({"path": path, "files": files}).encode()


def _read(kind: str, program: Program, completed: Completed, given: FileOf) -> Outcome:
    reading: Any = KNOWN[kind].reading
    outcome: Outcome = reading(program, completed, _like(kind, given))
    return outcome


KINDS: Final = (
    CheckKind(
        "folder_runs",
        "File runs",
        FileRuns,
        undecided,
        program=_to_run,
        reading=partial(_read, "code_runs"),
    ),
    CheckKind(
        "folder_passes",
        "File passes tests",
        Tests,
        undecided,
        program=_to_test,
        reading=partial(_read, "code_passes"),
        within=lambda _: (KNOWN["code_passes"],),
    ),
)
