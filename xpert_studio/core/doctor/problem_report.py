"""What is sent along when a problem is reported: facts of this computer, and where it failed.

Only facts of probes, kinds of errors and lines of code go in: no path of a person's files, no name,
no text of a message, which may quote a project.
"""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import xpert_studio
from xpert_studio.core.doctor.probe import ProbeFinding
from xpert_studio.core.doctor.registry import findings
from xpert_studio.core.judge.redaction import redact

_PLACES: Final = (
    Path(xpert_studio.__file__).resolve().parents[1],
    *(Path(sysconfig.get_path(name)) for name in ("purelib", "platlib", "stdlib")),
)
"""Below these lies code whose names are known; the closest to a file counts."""


def problem_report(error: BaseException | None = None) -> str:
    """The facts of this computer, in English; of an error, where it was raised, and its causes."""
    lines = [_fact(finding) for finding in findings()]
    link = error
    while link is not None:
        lines += ["", type(link).__qualname__, *_frames(link)]
        link = link.__cause__ or link.__context__
    return redact("\n".join(lines)) + "\n"


def write_crash_report(
    error: BaseException, *, now: datetime, folder: Path | None = None
) -> Path | None:
    """Writes a report of an error of the program itself.

    Args:
        error: The error.
        now: The time, for the file's name.
        folder: Where to; the system's folder for logs where it is None.

    Returns:
        The report's path; None where it could not be written.
    """
    if folder is None:
        from platformdirs import user_log_path

        folder = user_log_path("xpert-studio")
    path = folder / f"crash-{now:%Y%m%dT%H%M%S%f}.txt"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(problem_report(error), encoding="utf-8")
        return path
    return None


def _fact(finding: ProbeFinding) -> str:
    told = (finding.found.state.value, finding.found.fact)
    return f"{finding.probe.id}: {', '.join(part for part in told if part)}"


def _frames(error: BaseException) -> Iterator[str]:
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {_place(Path(frame.filename))}:{frame.lineno} in {frame.name}"


def _place(file: Path) -> str:
    """A file of code by its place in the folder it was installed to."""
    found = [file.relative_to(place) for place in _PLACES if file.is_relative_to(place)]
    if not found:
        return "elsewhere"
    return min(found, key=lambda path: len(path.parts)).as_posix()
