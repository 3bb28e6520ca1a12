"""Takes the errors of the program itself that nothing else takes, so that no data is lost."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import TracebackType


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
