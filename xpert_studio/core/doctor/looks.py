"""How each probe looks. Facts are made of versions, sizes and known words only: see ``Found``."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sqlite3
import tempfile
import webbrowser
from collections.abc import Iterable
from contextlib import closing, suppress
from importlib import metadata
from pathlib import Path
from typing import Final

from xpert_studio import __version__
from xpert_studio.core.doctor.display import NoWindowError, names_display, usable_platform
from xpert_studio.core.doctor.probe import Found, State
from xpert_studio.core.extras import EXTRAS
from xpert_studio.core.language import config_folder, preference
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.system_packages import distribution, known_distributions, known_things
from xpert_studio.core.typesetting import PDF, set_as_pdf

ROOM_NEEDED: Final = 500_000_000
"""Bytes: room for a project with attachments, its backups and a report."""

_GIGABYTE: Final = 1e9
_VERSION: Final = re.compile(r"\d+(?:\.\d+){0,3}")
_PLATFORMS: Final = ("xcb", "wayland", "wayland-egl", "offscreen", "minimal", "vnc", "eglfs")
_KEYRINGS: Final = ("SecretService", "libsecret", "kwallet", "macOS", "Windows", "chainer")
_CHINESE: Final = '#set document(title: "中文")\n中文'
"""A page for the typesetter, which says whether a font has all of its characters."""


def program() -> Found:
    """The program's version."""
    return Found(State.FOUND, _number(__version__))


def system() -> Found:
    """Which system, which version of it, and which kind of processor."""
    known = next((name for name in distribution() if name in known_distributions()), "")
    version = ""
    with suppress(OSError):
        version = _number(platform.freedesktop_os_release().get("VERSION_ID", ""))
    kernel = (platform.system(), _number(platform.release()), platform.machine())
    return Found(State.FOUND, " ".join(part for part in (known, version, *kernel) if part))


def python() -> Found:
    """Python's version."""
    return Found(State.FOUND, _number(platform.python_version()))


def sqlite() -> Found:
    """SQLite's version, and whether it can search."""
    version = _number(sqlite3.sqlite_version)
    try:
        with closing(sqlite3.connect(":memory:")) as tried:
            tried.execute("CREATE VIRTUAL TABLE tried USING fts5(text, tokenize='trigram')")
    except sqlite3.Error:
        return Found(
            State.MISSING,
            f"{version} without full-text search",
            Message("SQLite {version} has no full-text search by trigrams.", version=version),
            Message("Install a Python whose SQLite is 3.34 or newer and has FTS5."),
        )
    return Found(State.FOUND, version)


def settings() -> Found:
    """Whether the folder of settings can be written to."""
    return _room(
        [config_folder()],
        Message("Make it writable, or name another folder in XPERT_STUDIO_CONFIG."),
    )


def projects() -> Found:
    """Whether the folder offered for new projects, and those of recent ones, can be written to."""
    from platformdirs import user_documents_path

    recent = preference("recent")
    names = recent if isinstance(recent, list) else []
    opened = {Path(name).parent for name in names if isinstance(name, str)}
    return _room(
        [user_documents_path(), *(folder for folder in opened if os.access(folder, os.F_OK))],
        Message("Make it writable, or keep projects in another folder."),
    )


def _room(folders: Iterable[Path], remedy: str) -> Found:
    """The first of several folders that cannot be written to, or has the least room."""
    free: list[tuple[int, Path]] = []
    for folder in folders:
        place = next(one for one in (folder, *folder.parents) if os.access(one, os.F_OK))
        try:
            with tempfile.TemporaryFile(dir=place):
                pass
        except OSError:
            detail = Message("{folder} cannot be written to.", folder=place)
            return Found(State.MISSING, "cannot be written to", detail, remedy)
        free.append((shutil.disk_usage(place).free, place))
    least, place = min(free)
    fact = f"{least / _GIGABYTE:.1f} GB free"
    detail = Message("{folder}: {size} GB free", folder=place, size=f"{least / _GIGABYTE:.1f}")
    if least < ROOM_NEEDED:
        return Found(State.MISSING, fact, detail, Message("Free some room on that disk."))
    return Found(State.FOUND, fact, detail)


def qt() -> Found:
    """Qt's version."""
    try:
        import PySide6
    except ImportError:
        return Found(State.MISSING, remedy=Message("Install the program again."))
    return Found(State.FOUND, _number(PySide6.__version__))


def shown() -> Found:
    """What shows the window."""
    try:
        chosen = usable_platform()
    except NoWindowError as error:
        detail = joined(error.missing)
        if error.is_headless:
            return Found(State.UNUSED, "no display", detail)
        known = [name for name in error.libraries if name in known_things()]
        fact = f"libraries missing: {' '.join(known)}" if known else "no connection"
        return Found(State.MISSING, fact, detail, error.remedy)
    return Found(State.FOUND, chosen if chosen in _PLATFORMS else platform.system())


def chinese_fonts() -> Found:
    """Whether some font has Chinese characters: a page of them is set, and read by nobody."""
    if not EXTRAS[PDF].is_there:
        return Found(State.UNUSED, "not looked for", Message("Only the typesetter can tell."))
    _, has_all = set_as_pdf(_CHINESE, "{}", 0)
    return Found(State.FOUND if has_all else State.MISSING)


def extra(id_: str) -> Found:
    """Whether an extra is installed, and which version of its package."""
    wanted = EXTRAS[id_]
    if not wanted.is_there:
        return Found(State.MISSING, remedy=wanted.how_to_install)
    return Found(State.FOUND, _number(metadata.version(wanted.module)))


def keyring() -> Found:
    """Which keyring keeps keys; those that fail, or take all and keep nothing, are none."""
    from keyring import get_keyring

    ring = get_keyring()
    name = type(ring).__module__.rpartition(".")[2]
    fact = name if name in _KEYRINGS else "other"
    return Found(State.FOUND, fact) if ring.priority >= 1 else Found(State.MISSING)


def browser() -> Found:
    """Whether there is a browser, as Python finds it."""
    if not names_display():
        return Found(State.UNUSED)
    try:
        webbrowser.get()
    except webbrowser.Error:
        return Found(State.MISSING)
    return Found(State.FOUND)


def office() -> Found:
    """Whether LibreOffice is there; other systems open files with what they have."""
    if platform.system() != "Linux" or not names_display():
        return Found(State.UNUSED)
    is_there = any(shutil.which(name) for name in ("soffice", "libreoffice"))
    return Found(State.FOUND if is_there else State.MISSING)


def _number(text: str) -> str:
    """The version that a text begins with; of what was put after it, nothing."""
    found = _VERSION.match(text)
    return found[0] if found else ""
