"""The process that decides checks of packs from outside: one a line, see ``check_process``.

Its memory is limited where the system can do that. It ends by itself where a check takes longer
than allowed, should nobody be there any more to end it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import Any, Final

from xpert_studio.core.instruments import need_readable, settings_only
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject, sandbox
from xpert_studio.core.judge.checks_backend import not_allowed
from xpert_studio.core.messages import Message
from xpert_studio.core.packs import entries, pack_in
from xpert_studio.core.streams import keep_output, output
from xpert_studio.core.used_packs import USED
from xpert_studio.core.wording import translated

_MAX_MEMORY: Final = 4 * 1024**3
_LATER: Final = 5
"""Seconds that who asked has more to end it."""


def main() -> None:
    """Decides until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asks says when to end
    _limit()
    keep_output()  # what a check prints is no answer
    for line in sys.stdin:
        told = json.dumps(_decided_in_time(line) if line.strip() else _ready())
        output().write(told + "\n")
        output().flush()


def _ready() -> dict[str, Any]:
    """Imports all that packs bring for checks, so that it is not in the time of the first one."""
    for kind in USED:
        entries(kind)
    return {}


def _decided_in_time(line: str) -> dict[str, Any]:
    asked = json.loads(line)
    alarm = threading.Timer(asked["seconds"] + _LATER, os._exit, (1,))
    alarm.daemon = True
    alarm.start()
    try:
        return _decided(asked)
    finally:
        alarm.cancel()


def _decided(asked: dict[str, Any]) -> dict[str, Any]:
    language, run = asked["language"], sandbox() if asked["may_run"] else not_allowed
    point = settings_only(asked["instrument"], json.dumps(asked["settings"]))
    try:
        outcome = need_readable(point).decide(Subject(**asked["subject"]), point, run)
        return {"passed": bool(outcome.passed), "reason": translated(outcome.reason, language)}
    except CannotCheckError as error:
        message, remedy = error.message, error.remedy
    except Exception as error:  # noqa: BLE001 - code of others
        name, told = getattr(pack_in(error), "id", ""), repr(error)[:200]
        message, remedy = Message("The pack {pack} failed ({error}).", pack=name, error=told), ""
    return {"message": translated(message, language), "remedy": translated(remedy, language)}


def _limit() -> None:
    if sys.platform == "win32":
        return
    import resource

    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_MAX_MEMORY, _MAX_MEMORY))


if __name__ == "__main__":
    main()
