"""The program's one entry: a command runs on the terminal, anything else opens the window.

xpert-studio                      the window, where you left off
xpert-studio clinic.xpert         the window on that project, bundle, assignment or submission
xpert-studio --sample             the window on the sample project
xpert-studio COMMAND ...          the command line; xpert-studio --help lists the commands
xpert-studio --worker MODULE ...  a process of the program itself, where it is frozen into one file
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

from xpert_studio.processes import MODULES, WORKER
from xpert_studio.streams import ready_streams


def run() -> None:
    """Runs the window or the command line."""
    ready_streams()
    arguments = sys.argv[1:]
    if arguments[:1] == [WORKER] and arguments[1:2] and arguments[1] in MODULES:
        del sys.argv[1:3]  # the module reads what follows
        sys.exit(import_module(arguments[1]).main())
    if not _is_for_window(arguments):
        from xpert_studio.cli.main import run as run_command

        run_command()
        return
    if _has_no_screen():
        sys.exit(
            "There is no display to show the window on.\n"
            "The command line works without one: xpert-studio --help"
        )
    # Before Qt: its import hook reads the source of whatever is imported after it.
    import xpert_studio.workflow.views  # noqa: F401

    try:
        from xpert_studio.desktop.running import main
    except ImportError as error:
        sys.exit(_why_no_window(error))
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


def _has_no_screen() -> bool:
    """Whether this is a Linux without X or Wayland, and nobody has said where else to draw."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform.startswith("linux") and not any(os.environ.get(name) for name in named)


def _why_no_window(error: ImportError) -> str:
    return (
        f"The window cannot be shown: {error}.\n"
        "On Debian or Ubuntu type: sudo apt-get install -y libegl1 libgl1 libxkbcommon0 "
        "libdbus-1-3 libfontconfig1\n"
        "The command line works without it: xpert-studio --help"
    )


if __name__ == "__main__":
    run()
