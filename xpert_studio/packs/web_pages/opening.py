"""Opens a page in a browser with a window, cut off as it is where pictures are made of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from xpert_studio.api.instruments import Message, UsageError
from xpert_studio.core.documents import cleaned
from xpert_studio.core.errors import XpertError
from xpert_studio.packs.code.sandbox.command import in_memory
from xpert_studio.packs.web_pages.browser.finding import NoBrowserError
from xpert_studio.packs.web_pages.browser.isolation import Screen, started
from xpert_studio.packs.web_pages.browser.pipe import StoppedError
from xpert_studio.packs.web_pages.browser.site import Site
from xpert_studio.packs.web_pages.browser.visit import Visit
from xpert_studio.packs.web_pages.rendering import (
    FOLDERS,
    PAGE,
    PageRenderer,
    debugger_of,
    failure_of,
    need_browser,
)

_WITHOUT_END: Final = 1e9
_RUN: Final = "/tmp/screen"  # noqa: S108 - inside the sandbox
_X11: Final = "/tmp/.X11-unix"  # noqa: S108 - where X servers listen


def open_file(data: bytes) -> None:
    """Opens a page that is one file; see ``open_page``."""
    _open(live_site(PAGE, data))


def open_folder(data: bytes) -> None:
    """Opens the page in a folder; see ``open_page``."""
    _open(live_site(FOLDERS, data))


def live_site(renderer: PageRenderer, data: bytes) -> Site | Message:
    """The page in a file as a person opens it: whoever made it is in no title and no comment."""
    return renderer.site_of(cleaned(data) or data)


def _open(site: Site | Message) -> None:
    if isinstance(site, Message):
        raise UsageError(site, remedy="Choose a response with a page.")
    open_page(site)


def open_page(site: Site) -> None:
    """Opens a page, and waits until its window is closed.

    Raises:
        UsageError: There is no display, or no browser that can be cut off.
        XpertError: The browser ended otherwise.
    """
    try:
        program, by = need_browser()
        with (
            screen_of(os.environ) as screen,
            started(program, by, ("--window-size=1200,800",), screen=screen) as process,
            debugger_of(process, _WITHOUT_END) as pipe,
        ):
            visit = Visit(site, pipe, is_for_pictures=False)
            visit.open()
            visit.stay()
    except NoBrowserError as error:
        raise UsageError(error.message, remedy=error.remedy) from error
    except StoppedError as error:
        raise XpertError(failure_of(error), remedy="Type 'xpert-studio doctor'.") from error


@contextmanager
def screen_of(environment: Mapping[str, str]) -> Iterator[Screen]:
    """The screen of the person, from inside of what cuts the browser off.

    Args:
        environment: The variables of this process.

    Raises:
        UsageError: There is none.
    """
    if sys.platform == "darwin":
        yield Screen()
        return
    found = _wayland(environment)
    if found is not None:
        yield found
        return
    number = environment.get("DISPLAY", "").removeprefix("unix").partition(".")[0]
    door = Path(_X11, f"X{number.removeprefix(':')}")
    if not number.startswith(":") or not door.exists():
        raise UsageError(
            "There is no display to open the page on.",
            remedy="Open it on a computer with a screen, or look at its pictures.",
        )
    kept = Path(environment.get("XAUTHORITY") or Path.home() / ".Xauthority")
    cookie = in_memory(kept.read_bytes() if kept.is_file() else b"")
    try:
        yield Screen(
            {"DISPLAY": number, "XAUTHORITY": f"{_RUN}/cookie"},
            (
                "--dir",
                _RUN,
                "--ro-bind",
                str(door),
                str(door),
                "--file",
                str(cookie),
                f"{_RUN}/cookie",
            ),
            (cookie,),
            ("--ozone-platform=x11",),
        )
    finally:
        os.close(cookie)


def _wayland(environment: Mapping[str, str]) -> Screen | None:
    name = environment.get("WAYLAND_DISPLAY", "")
    door = Path(environment.get("XDG_RUNTIME_DIR") or "/nonexistent", name)
    if not name or not door.is_socket():
        return None
    return Screen(
        {"WAYLAND_DISPLAY": "wayland", "XDG_RUNTIME_DIR": _RUN},
        ("--dir", _RUN, "--ro-bind", str(door), f"{_RUN}/wayland"),
        options=("--ozone-platform=wayland",),
    )
