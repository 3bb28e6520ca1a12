"""Checks that run the code of a response: it runs, prints what it should, passes tests.

Nothing is run here: a kind says what is to be run and what the result means. Tests run in another
process than the code, which gets to see only what they hand over (``resources/sandbox/peer.py``).
"""

from __future__ import annotations

import ast
import json
import re
import secrets
from typing import Final

from pydantic import Field, model_validator

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
from xpert_studio.core.instruments.deciding import Language, Stop
from xpert_studio.core.resources import resource_text
from xpert_studio.packs.code.found import code_in

_LONGEST: Final = 200_000
_SHOWN: Final = 160
_TITLES: Final = {"python": "Python", "javascript": "JavaScript"}
_ENDINGS: Final = {"python": "py", "javascript": "js"}
_BESIDE: Final = {
    "py": ("run_tests.py", "peer.py", "remote.py", "crossing.py", "line_up.py", "solve.py"),
    "js": ("run_tests.js", "peer.js", "solve.js"),
}
"""The files of ours that run tests."""

_OPTIONS: Final = {
    "python": (),
    "javascript": ("--disallow-code-generation-from-strings",),
}
"""What keeps texts of the response's code from being run where the tests are."""

_DEFINED: Final = re.compile(r"^(?:async[ \t]+)?(?:def|function)[ \t]+(\w+)", re.MULTILINE)
_MODULE: Final = re.compile(r"^(?:import[ \t]+[\w{*\"']|export[ \t])", re.MULTILINE)
"""What makes a JavaScript file a module, which Node.js tells by the file's name."""

_EXPORT: Final = re.compile(
    r"^export[ \t]+(?:default[ \t]+)?(?=(?:async|function|class|const|let|var)\b)", re.MULTILINE
)

_EXPORTED: Final = re.compile(
    r"^export[ \t]+(?:default[ \t]+\w+|\{[^{}]*\})[ \t]*;?[ \t]*$", re.MULTILINE
)
"""Exports of what stands elsewhere: tests call it by its name."""


class Running(Parameters):
    """How code is run."""

    language: Language = Field(default="python", title="Language")
    seconds: int = Field(
        default=10, ge=1, le=60, title="Seconds", description="Computing time it may take."
    )


class Runs(Running):
    """What code that runs gets and gives."""

    input: str = Field(
        default="",
        max_length=_LONGEST,
        title="Input",
        description="Read on standard input.",
        json_schema_extra=LINES,
    )
    output: str | None = Field(
        default=None,
        max_length=_LONGEST,
        title="Expected output",
        description="Spaces at the ends of lines and empty lines at the end do not count.",
        json_schema_extra=LINES,
    )


class Passes(Running):
    """The tests that code has to pass."""

    tests: str = Field(
        max_length=_LONGEST,
        title="Tests",
        description="Code that fails where the response's code is wrong. It calls its functions by "
        "name. Functions named test_…, classes named Test… and unittest classes are run.",
        json_schema_extra=LINES,
    )
    entry_point: str = Field(
        default="",
        max_length=200,
        title="Entry point",
        description="The function that tests of the form check(candidate) are called with. Without "
        "it, it is the last function that the task's prompt defines.",
    )

    @model_validator(mode="after")
    def _can_be_read(self) -> Passes:
        if not self.tests.strip():
            raise ValueError("there are no tests")
        if self.language == "python":
            try:
                ast.parse(self.tests)
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                raise ValueError("the tests are no Python") from error
        return self


def _to_run(subject: Subject, parameters: Runs) -> Program | Outcome:
    code = code_in(subject.text, parameters.language)
    if not code.strip():
        return _no_code(parameters)
    is_module = parameters.language == "javascript" and _MODULE.search(code)
    main = f"main.{'mjs' if is_module else _ENDINGS[parameters.language]}"
    stdin = _encoded(parameters.input)
    return Program(
        parameters.language, main, {main: _encoded(code)}, stdin, seconds=parameters.seconds
    )


def _to_test(subject: Subject, parameters: Passes) -> Program | Outcome:
    code = code_in(subject.text, parameters.language)
    if not code.strip():
        return _no_code(parameters)
    if parameters.language == "javascript":
        code = _EXPORT.sub("", _EXPORTED.sub("", code))
    ending = _ENDINGS[parameters.language]
    main = f"run_tests.{ending}"
    files = {name: _encoded(resource_text("sandbox", name)) for name in _BESIDE[ending]}
    files[f"solution.{ending}"] = _encoded(code)
    proof = secrets.token_hex(32)
    given = {"tests": parameters.tests, "entry": _entries(subject, parameters), "proof": proof}
    return Program(
        parameters.language,
        main,
        files,
        json.dumps(given).encode(),
        proof,
        _OPTIONS[parameters.language],
        seconds=parameters.seconds,
    )


def _entries(subject: Subject, parameters: Passes) -> list[str]:
    """The functions that the tests may be meant for, the likeliest first."""
    if parameters.entry_point:
        return [parameters.entry_point]
    return _DEFINED.findall(subject.prompt)[::-1]


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _no_code(parameters: Running) -> Outcome:
    language = _TITLES[parameters.language]
    return Outcome(False, Message("The response has no {language} code.", language=language))


def _ran(program: Program, completed: Completed, parameters: Runs) -> Outcome:
    failed = _failure(program, completed)
    if failed is not None:
        return Outcome(False, failed)
    if parameters.output is None:
        return Outcome(True, Message("The code runs without error."))
    different = _difference(completed.output, parameters.output)
    if different is not None:
        return Outcome(False, different)
    return Outcome(True, Message("The code prints what was expected."))


def _passed(program: Program, completed: Completed, _parameters: Passes) -> Outcome:
    """What the tests came to.

    Raises:
        CannotCheckError: They decide nothing, whatever the response.
    """
    proof, _, said = completed.output.rstrip("\n").rpartition("\n")[2].partition(" ")
    word, _, detail = said.partition(" ")
    if proof == program.proof and word in _UNDECIDED and completed.exit_code == 0:
        message, remedy = _UNDECIDED[word]
        raise CannotCheckError(Message(message.template, what=_shown(detail)), remedy)
    failed = _failure(program, completed)
    if failed is None and (proof, word) != (program.proof, "passed"):
        failed = Message("The code ended the program before the tests were done.")
    if failed is not None:
        return Outcome(False, failed)
    return Outcome(True, _RELYING if detail == "own" else Message("The code passes the tests."))


_RELYING: Final = Message(
    "The code passes the tests, in part by what its own objects say of each other."
)


_UNDECIDED: Final = {
    "nothing": (
        Message("The tests assert nothing."),
        Message("Let them assert what the code has to give, such as: assert add(1, 2) == 3."),
    ),
    "entry": (
        Message("The tests define check(candidate) and do not call it."),
        Message("Name the entry point, or let the tests call it, such as: check(add)."),
    ),
    "skipped": (
        Message("The tests skip a part of themselves: {what}"),
        Message("Let them run all they have; a part that cannot run decides nothing."),
    ),
    "script": (
        Message("The tests run text as code, which may be the response's."),
        Message("Let them call its functions, or start its file in another process."),
    ),
    "missing": (
        Message("The tests need the module {what}, which is not installed."),
        Message("Install it for the system's Python or Node.js, or write the tests without it."),
    ),
    "wants": (
        Message("The test {what} needs arguments that nothing gives it."),
        Message("Write it without fixtures and parameters: values stand in the test."),
    ),
}
"""Why tests decide nothing, and what to do, by the word that ``resources/sandbox`` has for it."""


_STOPPED: Final = {
    Stop.TIME: Message("The code did not end within {n:,} s."),
    Stop.MEMORY: Message("The code needs more than {n:,} MB of memory."),
    Stop.OUTPUT: Message("The code prints more than {n:,} kB."),
    Stop.FILES: Message("The code makes more than {n:,} files."),
}


def _failure(program: Program, completed: Completed) -> str | None:
    """Why a program did not end well; None where it did."""
    if completed.stopped is not None:
        return Message(_STOPPED[completed.stopped].template, n=completed.limit)
    if completed.exit_code == 0:
        return None
    lines = [line for line in completed.error.splitlines() if line.strip()]
    # Node.js names the error above the places where it happened, and its own version last.
    if program.language == "javascript":
        lines = [line for line in lines if re.match(r"\s*(?:Uncaught )?\w*Error\b", line)] or lines
        lines = lines[:1]
    if not lines:
        return Message("The code failed with exit code {code}.", code=completed.exit_code)
    return Message("The code failed: {why}", why=_shown(lines[-1]))


def _difference(found: str, expected: str) -> str | None:
    """Where an output differs from what was expected; None where it does not."""
    ours, theirs = _lines(found), _lines(expected)
    for number, (line, wanted) in enumerate(zip(ours, theirs, strict=False), 1):
        if line != wanted:
            return Message(
                "Line {number} of the output is {found!r}; {expected!r} was expected.",
                number=number,
                found=_shown(line),
                expected=_shown(wanted),
            )
    if len(ours) == len(theirs):
        return None
    return Message(
        "The output has {found:,} lines; {expected:,} were expected.",
        found=len(ours),
        expected=len(theirs),
    )


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().split("\n")]


def _shown(text: str) -> str:
    plain = "".join(char if char.isprintable() else " " for char in text[: 4 * _SHOWN]).strip()
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"


def undecided(_subject: Subject, _parameters: Parameters) -> Outcome:
    """What a check that runs code comes to where that is not allowed: nothing.

    Raises:
        CannotCheckError: Always.
    """
    raise CannotCheckError(
        Message("This check runs the code of the response, which is not allowed here."),
        Message("Allow it for this project: the code then runs cut off from your files."),
    )


KINDS: Final = (
    CheckKind("code_runs", "Code runs", Runs, undecided, 2, program=_to_run, reading=_ran),
    CheckKind(
        "code_passes", "Code passes tests", Passes, undecided, 4, program=_to_test, reading=_passed
    ),
)
