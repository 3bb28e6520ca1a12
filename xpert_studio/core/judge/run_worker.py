"""Starts a run as its own process, which gets its request as JSON.

It outlives the window or terminal that started it, and stalls no other process. Its verdicts are in
the project file, where every process sees them; only what keeps it from beginning comes back.
"""

from __future__ import annotations

import json
import subprocess
import sys
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from xpert_studio.core.errors import JudgeError, XpertError
from xpert_studio.core.judge.keys import find_key
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.judge.redaction import redact
from xpert_studio.core.judge.request import ScoreRequest, request_to_json
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.processes import RUN, environment, program

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
        if code == 0:
            self._ended = _left_open(self._files / "said.json")
        elif code > 0:
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
            environment of the process: never into its request, never into a file.
        folder: Where the process may leave what it says; its own folder is made there.

    Raises:
        JudgeError: The key is missing, or the process could not be started.
    """
    files = folder / uuid.uuid4().hex
    try:
        files.mkdir(parents=True)
        told = {"project": str(project), "score": request_to_json(request)}
        with (files / "said.json").open("wb") as said, (files / "noted.txt").open("wb") as noted:
            process = subprocess.Popen(  # noqa: S603 - the program itself, no shell
                program(RUN),
                stdin=subprocess.PIPE,
                stdout=said,
                stderr=noted,
                env=_environment(request),
                **_apart(),
            )
        _tell(process, json.dumps(told).encode())
    except OSError as error:
        raise JudgeError(
            Message("The run could not be started: {error}.", error=error.strerror or error),
            remedy="Start it on the command line: 'xpert-studio score --help'.",
        ) from error
    return Launch(request, process, files)


def _tell(process: subprocess.Popen[bytes], request: bytes) -> None:
    """Gives a process its request; one that ended at once says why by itself."""
    assert process.stdin is not None  # noqa: S101 - it was asked for
    with suppress(OSError), process.stdin:
        process.stdin.write(request)


def _environment(request: ScoreRequest) -> dict[str, str]:
    found = environment()
    for one in request.each():
        entry = PROVIDERS.get(one.provider)
        key = one.api_key or find_key(entry.id, required=False) if entry is not None else None
        if entry is not None and key:
            found[entry.key_variable] = key
    return found


def _apart() -> dict[str, Any]:
    """In its own session, so that it ends with no window or terminal."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


def _left_open(said: Path) -> XpertError | None:
    """What a process whose run has ended could not do besides; None where there is nothing."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        told = json.loads(said.read_text(encoding="utf-8"))
        failed, uncertified = told.get("problem"), told.get("certificate_problem")
        if told.get("not_begun") and not failed:
            return XpertError(
                Message(
                    "Not started, as the run of the judge before ended early: {judges}.",
                    judges=joined(map(str, told["not_begun"])),
                ),
                remedy="Start a new run with them.",
            )
        if failed:
            return XpertError(
                Message("One of the judges failed: {message}", message=failed["message"]),
                remedy=str(failed["remedy"]),
            )
        return XpertError(
            Message(
                "The verdicts are saved, but the alignment was not certified: {message}",
                message=uncertified["message"],
            ),
            remedy="Run the judge again to certify it; known verdicts are not asked again.",
        )
    return None


def _read_problem(said: Path, noted: Path) -> XpertError:
    """What a process said of why it ended."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        told = json.loads(said.read_text(encoding="utf-8"))["problem"]
        return XpertError(str(told["message"]), remedy=str(told["remedy"]))
    last = ""
    with suppress(OSError):
        last = redact(noted.read_text(encoding="utf-8", errors="replace").strip()[-_SAID:])
    return XpertError(
        "The process that carried out the run ended at once.",
        remedy=last or Message("Try the same on the command line."),
    )
