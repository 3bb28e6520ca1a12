"""The program's one entry: a command runs on the terminal, anything else opens the window.

xpert-studio                      the window, where you left off
xpert-studio clinic.xpert         the window on that project, bundle, assignment or submission
xpert-studio --sample             the window on the sample project
xpert-studio COMMAND ...          the command line; xpert-studio --help lists the commands
xpert-studio --worker MODULE ...  a process of the program itself, where it is frozen into one file
"""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

from xpert_studio.core.errors import XpertError
from xpert_studio.core.language import language_of
from xpert_studio.core.messages import Message
from xpert_studio.core.processes import MODULES, WORKER, own_name, use_garbage_collector
from xpert_studio.core.streams import ready_streams
from xpert_studio.core.wording import explained, speak, t

NO_WINDOW: Final = 2
"""The exit code where the window cannot be shown; ``make run`` then runs the sample."""


def run() -> None:
    """Runs the window or the command line."""
    # Nothing that modules make as they are imported is garbage: looking for it takes a sixth of a
    # short command. Whatever is imported here calls ``use_garbage_collector``.
    gc.disable()
    ready_streams()
    arguments = sys.argv[1:]
    if arguments[:1] == [WORKER] and arguments[1:2] and arguments[1] in MODULES:
        del sys.argv[1:3]  # the module reads what follows
        module = import_module(arguments[1])
        use_garbage_collector()
        sys.exit(module.main())
    if not _is_for_window(arguments):
        from xpert_studio.cli.main import run as run_command

        run_command()
        return
    from xpert_studio.core.doctor.display import NoWindowError, usable_platform

    try:
        usable_platform()
    except NoWindowError as error:
        sys.exit(_without_window(error))
    # Before Qt: its import hook reads the source of whatever is imported after it.
    import xpert_studio.core.workflow.views  # noqa: F401

    try:
        from xpert_studio.desktop.running import main
    except ImportError as error:
        again = Message("Install the program again.")
        sys.exit(_without_window(NoWindowError([str(error)], remedy=again)))
    use_garbage_collector()
    paths = [Path(item) for item in arguments if not item.startswith("-")]
    sys.exit(main(paths, sample="--sample" in arguments))


def _is_for_window(arguments: list[str]) -> bool:
    if not arguments or arguments == ["--sample"]:
        return True
    first = arguments[0]
    if first.startswith("-") or len(arguments) > 1:
        return False
    # A command is one word; a file has a suffix or is there.
    return Path(first).suffix.casefold() in {
        ".xpert",
        ".xassignment",
        ".xsubmission",
        ".xpacket",
        ".zip",
    } or (Path(first, "manifest.json").is_file())


def _without_window(error: XpertError) -> int:
    """Says why there is no window and what there is instead; gives the exit code."""
    speak(language_of(""))
    said = (
        explained(error),
        t("The command line works without the window: {program} --help", program=own_name()),
        t(
            "To run the sample on the terminal instead: {program} sample out",
            program=own_name(),
        ),
        t("To check this computer: {program} doctor", program=own_name()),
    )
    sys.stderr.write("\n".join(said) + "\n")
    return NO_WINDOW


if __name__ == "__main__":
    run()
