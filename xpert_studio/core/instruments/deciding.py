"""What a program decides a checkpoint by: the response, the outcome, and code that it wants run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NoReturn, TypeAlias

from xpert_studio.core.messages import Message
from xpert_studio.core.packs import entries

Language: TypeAlias = Literal["python", "javascript"]


@dataclass(frozen=True, slots=True)
class SubjectFile:
    """A file that is attached to a task or a response.

    Attributes:
        media_type: What its content is.
        read: Gives its bytes.
    """

    media_type: str
    read: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a check looks at.

    Attributes:
        text: The response.
        prompt: The task's prompt; some checks compare with it.
        materials: The background materials of the task, where it has them apart.
        finish_reason: Why the model stopped, as the provider says it; None where not known.
        input_tokens, output_tokens: Of the call that made the response; None where not known.
        seconds: Until the response was complete; None where not known.
        cost: In US dollars; None where not known.
        task_files, files: What is attached to the task, and to the response; None where that is not
            available. Checks of packs from outside, which run in another process, do not get it.
    """

    text: str
    prompt: str = ""
    materials: str = ""
    finish_reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float | None = None
    cost: float | None = None
    task_files: tuple[SubjectFile, ...] | None = None
    files: tuple[SubjectFile, ...] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check decided.

    Attributes:
        passed: Whether the response meets the checkpoint.
        reason: Why, in one sentence: what was found, and what was expected. A ``Message``.
    """

    passed: bool
    reason: str


class CannotCheckError(Exception):
    """A check cannot decide: what it needs is missing. The rating is then ``error``.

    Args:
        message: What is missing.
        remedy: What to do about it.
    """

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message, remedy)
        self.message, self.remedy = message, remedy


class Stop(StrEnum):
    """Which limit a program went over, for which it was ended; or that a person had it end."""

    TIME = "time"
    MEMORY = "memory"
    OUTPUT = "output"
    FILES = "files"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Program:
    """Code to be run in a sandbox.

    Attributes:
        language: What it is written in.
        main: The name of the file that is run.
        files: The content of each file in its working folder, by name.
        stdin: What it can read on standard input.
        proof: What the last line of the output is, where the program did all it had to; empty
            where that is not asked.
        options: What its interpreter is started with.
        seconds: So long a process of it may compute.
        megabytes: So much memory all its processes may have together.
    """

    language: Language
    main: str
    files: Mapping[str, bytes] = field(hash=False)
    stdin: bytes = b""
    proof: str = ""
    options: tuple[str, ...] = ()
    seconds: int = 10
    megabytes: int = 512


@dataclass(frozen=True, slots=True)
class Completed:
    """What became of a program.

    Attributes:
        exit_code: As a shell has it: 128 and the signal where a signal ended it; None where it went
            over a limit and was ended.
        output: What it printed, up to the limit; bytes that are no UTF-8 are replaced.
        error: What it printed on standard error, likewise.
        stopped: Over which limit it went.
        limit: That limit, in the unit of the limit: seconds, MB, kB, files; 0 for none.
    """

    exit_code: int | None
    output: str = ""
    error: str = ""
    stopped: Stop | None = None
    limit: int = 0


Runner: TypeAlias = Callable[[Program], Completed]
"""Runs a program in a sandbox; raises ``CannotCheckError`` where there is none."""


def sandbox() -> Runner:
    """What runs code of responses: of those that packs bring, the first that can; ours first."""
    known: tuple[Runner, ...] = entries("runners") or (_no_sandbox,)

    def run(program: Program) -> Completed:
        refused: list[CannotCheckError] = []
        for runner in known:
            try:
                return runner(program)
            except CannotCheckError as error:
                refused.append(error)
        raise refused[0]

    return run


def _no_sandbox(_: Program) -> NoReturn:
    raise CannotCheckError(
        Message("No pack is there that runs code."), Message("See 'xpert-studio packs'.")
    )
