"""The process that carries out a run: ``python -m xpert_studio.worker``.

Reads one JSON request on standard input, ``{"project": PATH, "score": {...}}``, and writes one JSON
result on standard output: ``{"state": ..., "problem": null, "certificate_problem": null,
"not_begun": []}``, where a problem has ``message`` and ``remedy``: the first of a judge that failed
where others did not, and ``not_begun`` names the judges that a run which ended early left out. Keys
of providers come through the environment. The exit code is 0 where a run began, however it ended:
how it ended is in the project.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.judge.redaction import redact
from xpert_studio.core.judge.request import request_from_json
from xpert_studio.core.judge.run_control import end_on_signals
from xpert_studio.core.messages import Message
from xpert_studio.core.packs import failed_in, pack_in
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.streams import keep_output, output
from xpert_studio.report.whole_runs import JudgeEnd, carry_out_all, prepare_all

MAX_REQUEST = 64 * 1024 * 1024


def main() -> int:
    """Carries the run out; gives the exit code."""
    keep_output()  # packs may print
    try:
        ended, left = _carried_out(sys.stdin.buffer.read(MAX_REQUEST))
    except XpertError as error:
        return _say(1, problem=_plain(error))
    except KeyboardInterrupt:
        return 0
    except Exception as error:  # noqa: BLE001 - the outermost layer of a process
        # The kind of error only: messages of libraries may quote a project's content.
        kind, pack = type(error).__name__, pack_in(error)
        found = XpertError(Message("Something went wrong inside the program ({kind}).", kind=kind))
        return _say(1, problem=_plain(failed_in(pack, kind) if pack else found))
    runs = [end.ended for end in ended if end.ended is not None]
    failed = [_plain(end.problem) for end in ended if end.problem is not None]
    uncertified = [_plain(run.problem) for run in runs if run.problem is not None]
    problem, certificate = (next(iter(one), None) for one in (failed, uncertified))
    if not runs:
        return _say(1, problem=problem)
    state = runs[-1].run.state.value
    return _say(0, state=state, problem=problem, certificate_problem=certificate, not_begun=left)


def _carried_out(data: bytes) -> tuple[list[JudgeEnd], list[str]]:
    """How each judge ended, and the names of those that were not begun."""
    try:
        told = json.loads(data)
        path, request = Path(told["project"]), request_from_json(told["score"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UsageError("The request cannot be read: it is not JSON of a run.") from error
    with ProjectFile.open(path) as project:
        prepared = prepare_all(project, request, clock=_now)
        ended = carry_out_all(project, prepared, clock=_now, on_start=end_on_signals)
    return ended, [judge.model or judge.id for judge in prepared.not_begun(ended)]


def _now() -> datetime:
    return datetime.now(UTC)


def _plain(error: XpertError) -> dict[str, str]:
    return {"message": redact(error.message), "remedy": redact(error.remedy)}


def _say(code: int, **told: object) -> int:
    output().write(json.dumps(told) + "\n")
    output().flush()
    return code


if __name__ == "__main__":
    sys.exit(main())
