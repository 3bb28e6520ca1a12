"""The process that carries out a run: ``python -m xpert_studio.worker``.

Reads one JSON request on standard input, ``{"project": PATH, "score": {...}}``, and writes one JSON
result on standard output: ``{"state": ..., "problem": null, "certificate_problem": null}``, where a
problem has ``message`` and ``remedy``. The key of the provider comes through the environment. The
exit code is 0 where the run began, however it ended: how it ended is in the project.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from xpert_studio.errors import UsageError, XpertError
from xpert_studio.judge.redaction import redact
from xpert_studio.judge.request import request_from_json
from xpert_studio.judge.run_control import end_on_signals
from xpert_studio.judge.scoring import prepare
from xpert_studio.report.whole_runs import WholeRun, carry_out
from xpert_studio.store import ProjectFile

MAX_REQUEST = 64 * 1024 * 1024


def main() -> int:
    """Carries the run out; gives the exit code."""
    try:
        ended = _carried_out(sys.stdin.buffer.read(MAX_REQUEST))
    except XpertError as error:
        return _say(1, problem=_plain(error))
    except KeyboardInterrupt:
        return 0
    except Exception as error:  # noqa: BLE001 - the outermost layer of a process
        # The kind of error only: messages of libraries may quote a project's content.
        found = XpertError(f"Something went wrong inside the program ({type(error).__name__}).")
        return _say(1, problem=_plain(found))
    certificate = _plain(ended.problem) if ended.problem else None
    return _say(0, state=ended.run.state.value, certificate_problem=certificate)


def _carried_out(data: bytes) -> WholeRun:
    try:
        told = json.loads(data)
        path, request = Path(told["project"]), request_from_json(told["score"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UsageError("The request cannot be read: it is not JSON of a run.") from error
    with ProjectFile.open(path) as project:
        return carry_out(
            project,
            prepare(project, request),
            clock=lambda: datetime.now(UTC),
            on_start=end_on_signals,
        )


def _plain(error: XpertError) -> dict[str, str]:
    return {"message": redact(error.message), "remedy": redact(error.remedy)}


def _say(code: int, **told: object) -> int:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
    return code


if __name__ == "__main__":
    sys.exit(main())
