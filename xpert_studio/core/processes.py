"""How the program starts its own processes, from source and where it is frozen into one file."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import Final

WORKER: Final = "--worker"
"""The first argument of a frozen program that is to be one of its processes; see ``start``."""

RUN: Final = "xpert_studio.worker"
DOCUMENT: Final = "xpert_studio.core.documents.worker"
PAGES: Final = "xpert_studio.core.documents.page_worker"
CHECK: Final = "xpert_studio.core.judge.check_worker"
TYPESETTER: Final = "xpert_studio.core.typesetting"
MODULES: Final = frozenset({RUN, DOCUMENT, PAGES, CHECK, TYPESETTER})


def is_frozen() -> bool:
    """Whether the program is one file that holds its interpreter."""
    return bool(getattr(sys, "frozen", False))


def program(module: str) -> list[str]:
    """The command that runs a module of the program as a process.

    Args:
        module: One of ``MODULES``.
    """
    return [sys.executable, WORKER, module] if is_frozen() else [sys.executable, "-P", "-m", module]


def environment() -> dict[str, str]:
    """The environment of such a process: wherever it starts, it finds the same package."""
    found = dict(os.environ)
    if not is_frozen():
        home = str(Path(__file__).resolve().parents[2])
        known = found.get("PYTHONPATH", "")
        found["PYTHONPATH"] = os.pathsep.join([home, *([known] if known else [])])
    return found


def use_garbage_collector() -> None:
    """Looks for garbage again, where ``start`` left that off, but not among what is imported."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


FREEZES = True
"""Whether objects made before a run are left out of the search for garbage while it lasts."""


@contextmanager
def kept_from_the_search_for_garbage() -> Iterator[None]:
    """To look through all that is planned, again and again, takes a tenth of the time of a run."""
    if not FREEZES:
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def own_name() -> str:
    """How the program is called here: after ``make run`` it is not on the path."""
    name = "xpert-studio"
    return name if shutil.which(name) else quote(sys.argv[0])


_HARMLESS: Final = frozenset({
    "PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "PYTHONPATH", "PYTHONHOME",
    "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "TYPST_FONT_PATHS", "XDG_CACHE_HOME",
    "XDG_DATA_HOME", "SYSTEMROOT", "WINDIR", "USERPROFILE", "LOCALAPPDATA", "APPDATA",
    "XPERT_STUDIO_CONFIG",
})  # fmt: skip
_HARMLESS_STARTS: Final = ("LC_", "_PYI_")


def reading_environment() -> dict[str, str]:
    """The environment of a process that reads or sets what others wrote, without any secret.

    Variables that are not known to be harmless are left out: whatever holds a key is named anyhow.
    """
    return {
        name: value
        for name, value in environment().items()
        if name.upper() in _HARMLESS or name.upper().startswith(_HARMLESS_STARTS)
    }
