"""When the program itself goes wrong: a report that holds no content and no key, and no data lost."""

from __future__ import annotations

import platform
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType

from xpert_studio.judge.redaction import redact


def report(error: BaseException, *, now: datetime, folder: Path | None = None) -> Path | None:
    """Writes what went wrong where, without a word of what the project holds.

    Frames and kinds of errors only: messages of libraries may quote content.

    Returns:
        The report's path; None where it could not be written.
    """
    if folder is None:
        from platformdirs import user_log_path

        folder = user_log_path("xpert-studio")
    import PySide6

    from xpert_studio import __version__

    lines = [
        f"Xpert Studio {__version__}, Python {platform.python_version()}, Qt {PySide6.__version__}",
        platform.platform(),
    ]
    link: BaseException | None = error
    while link is not None:
        lines += [type(link).__qualname__, *traceback.format_tb(link.__traceback__)]
        link = link.__cause__ or link.__context__
    path = folder / f"crash-{now:%Y%m%dT%H%M%S%f}.txt"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(redact("\n".join(lines)), encoding="utf-8")
        return path
    return None


def watch(tell: Callable[[BaseException], None]) -> None:
    """Takes every error that nothing else takes, on any thread."""

    def of_main(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            tell(error)

    def of_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            tell(args.exc_value)

    sys.excepthook = of_main
    threading.excepthook = of_thread
