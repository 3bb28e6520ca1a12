"""Which Chromium draws web pages: the one that is set, or one of the system's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from xpert_studio.api import Message
from xpert_studio.core.system_packages import how_to_install

VARIABLE: Final = "XPERT_STUDIO_BROWSER"
"""The Chromium or Chrome that renders web pages; default: the one of the system."""

_NAMES: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
_PLACES: Final = (
    "/usr/lib/chromium/chromium",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
_VERSION: Final = re.compile(r"(Chromium|Chrome)\S* (\d+(?:\.\d+)+)")


class NoBrowserError(Exception):
    """Pages cannot be drawn here.

    Args:
        message: Why.
        remedy: What to do about it.
    """

    def __init__(self, message: Message, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def browser() -> Path:
    """The program.

    Raises:
        NoBrowserError: There is none, or none where the setting says.
    """
    if named := os.environ.get(VARIABLE, "").strip():
        path = Path(named).expanduser()
        if not os.access(path, os.X_OK) or path.is_dir():
            raise NoBrowserError(
                Message("{variable} names no program: {path}.", variable=VARIABLE, path=path),
                Message("Correct it, or remove it."),
            )
        return path.resolve()
    # What the system's command starts, with options of its own, comes first.
    found = next((path for path in _PLACES if Path(path).exists()), None)
    found = found or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        raise NoBrowserError(
            Message("There is no Chromium that could render web pages."),
            how_to_install(["Chromium"]),
        )
    return Path(found).resolve()


def version_of(program: Path) -> str:
    """What it calls itself: "Chromium 156.0.8078.108"; empty where it does not say."""
    return _version(program, program.stat().st_mtime_ns)


@cache
def _version(program: Path, _changed: int) -> str:
    try:
        said = subprocess.run(  # noqa: S603 - the browser, which only says its version
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = _VERSION.search(said.stdout.decode("utf-8", "replace"))
    return f"{found[1]} {found[2]}" if found else ""
