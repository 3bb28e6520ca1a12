"""Starts a run as a process of its own: the program itself, on the command line.

It outlives whoever asked for it, and stalls nobody. What it decides is in the project file, where
everybody watches it; only what keeps it from beginning comes back from here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from xpert_studio.errors import JudgeError, XpertError
from xpert_studio.judge.command_line import arguments_of, read_names
from xpert_studio.judge.keys import find_key
from xpert_studio.judge.providers.registry import PROVIDERS
from xpert_studio.judge.redaction import redact
from xpert_studio.judge.request import ScoreRequest

_LONGEST_ARGUMENT: Final = 8_000
_FILED: Final = frozenset({"--tasks", "--responses"})
"""Options whose names, ids without line breaks, may stand in a file where they are many."""

_ENDED_WELL: Final = frozenset({0, 130})
"""Done, interrupted: how it ended is in the project."""

_PARTLY: Final = 4
"""How it ended is in the project, but for a certificate that could not be written."""

_SAID: Final = 600


class Launch:
    """A process that carries out a run.

    Attributes:
        process: Its number.
        request: What it was asked for.
    """

    def __init__(
        self, request: ScoreRequest, process: subprocess.Popen[bytes], files: Path
    ) -> None:
        self.request = request
        self.process = process.pid
        self._process = process
        self._files = files
        self._ended: XpertError | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has ended; then what it left behind is taken away."""
        if self._process.poll() is None:
            return False
        self._tidy()
        return True

    @property
    def problem(self) -> XpertError | None:
        """Why it could not carry the run out or certify the alignment; else None."""
        return self._ended

    def _tidy(self) -> None:
        if not self._files.exists():
            return
        code = self._process.returncode
        if code == _PARTLY:
            self._ended = _uncertified(self._files / "said.json")
        elif code not in _ENDED_WELL and code >= 0:
            self._ended = _read_problem(self._files / "said.json", self._files / "noted.txt")
        for path in self._files.iterdir():
            with suppress(OSError):
                path.unlink()
        with suppress(OSError):
            self._files.rmdir()


def launch(project: Path, request: ScoreRequest, folder: Path) -> Launch:
    """Starts a run.

    Args:
        project: The project file.
        request: What to run. Its key, or the one found for its provider, goes through the
            environment of the process: never among its arguments, never into a file.
        folder: Where the process may leave what it says; a folder of its own is made there.

    Raises:
        JudgeError: The key is missing, or the process could not be started.
    """
    files = folder / uuid.uuid4().hex
    try:
        files.mkdir(parents=True)
        arguments = _filed(arguments_of(request), files)
        with (files / "said.json").open("wb") as said, (files / "noted.txt").open("wb") as noted:
            process = subprocess.Popen(  # noqa: S603 - the program itself, no shell
                [*_program(), "score", str(project), *arguments, "--json"],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=noted,
                env=_environment(request),
                **_apart(),
            )
    except OSError as error:
        raise JudgeError(
            f"The run could not be started: {error.strerror or error}.",
            remedy="Start it on the command line: 'xpert-studio score --help'.",
        ) from error
    return Launch(request, process, files)


def _program() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-P", "-m", "xpert_studio.cli.main"]


def _environment(request: ScoreRequest) -> dict[str, str]:
    found = dict(os.environ)
    if not getattr(sys, "frozen", False):
        # Wherever the program was started from, its process finds the same package.
        home = str(Path(__file__).resolve().parents[2])
        known = found.get("PYTHONPATH", "")
        found["PYTHONPATH"] = os.pathsep.join([home, *([known] if known else [])])
    entry = PROVIDERS.get(request.provider)
    if entry is not None:
        key = request.api_key or find_key(entry.id, required=False)
        if key:
            found[entry.key_variable] = key
    return found


def _apart() -> dict[str, Any]:
    """In a session of its own, so that it ends with no window or terminal."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return {"creationflags": flags}
    return {"start_new_session": True}


def _filed(arguments: Sequence[str], folder: Path) -> list[str]:
    """Arguments with lists that no system would take put into files."""
    found = list(arguments)
    for place, option in enumerate(found[:-1]):
        value = found[place + 1]
        if option in _FILED and len(value) > _LONGEST_ARGUMENT:
            path = folder / f"{option.removeprefix('--')}.txt"
            path.write_text("\n".join(read_names(value)), encoding="utf-8")
            found[place + 1] = f"@{path}"
    return found


def _uncertified(said: Path) -> XpertError | None:
    """Why a process whose run has ended could not write the certificate; None where it did."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        told = json.loads(said.read_text(encoding="utf-8"))["certificate_problem"]
        return XpertError(
            f"The verdicts are saved, but the alignment was not certified: {told['message']}",
            remedy="Run the judge again to certify it; known verdicts are not asked again.",
        )
    return None


def _read_problem(said: Path, noted: Path) -> XpertError:
    """What a process said of why it ended."""
    with suppress(OSError, ValueError):
        told = json.loads(said.read_text(encoding="utf-8"))
        if isinstance(told, dict) and isinstance(told.get("message"), str) and "error" in told:
            return XpertError(told["message"], remedy=str(told.get("remedy") or ""))
    last = ""
    with suppress(OSError):
        last = redact(noted.read_text(encoding="utf-8", errors="replace").strip()[-_SAID:])
    return XpertError(
        "The process that carried out the run ended at once.",
        remedy=last or "Try the same on the command line.",
    )
