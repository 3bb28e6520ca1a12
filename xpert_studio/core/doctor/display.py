"""Whether the window can be shown here: found out before Qt starts, which would abort the process.

Qt tries its platforms (X, Wayland, others) in order. One of them will do if its plugin is there,
the linker finds every library of it, and the display accepts a connection.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from xpert_studio.core.errors import IncompleteError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.processes import is_frozen
from xpert_studio.core.system_packages import how_to_install

PLATFORM: Final = "QT_QPA_PLATFORM"
_WAYLAND: Final = "WAYLAND_DISPLAY"
_PLACES: Final = {"QT_QPA_PLATFORM_PLUGIN_PATH": "", "QT_PLUGIN_PATH": "platforms"}
"""Variables with folders in which Qt looks for plugins, and where in such a folder."""

_LINKER: Final = "ldd"
_NOT_FOUND: Final = re.compile(
    r"^\s*(\S+) => not found|Error loading shared library ([^\s:]+): No such file", re.MULTILINE
)
"""What the linkers of glibc and of musl say of a library that is not there."""

_TRIAL: Final = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"


class NoWindowError(IncompleteError):
    """The window cannot be shown here.

    Attributes:
        libraries: Libraries that the linker does not find.
        is_headless: Whether the session names no display at all, as on a server.
    """

    def __init__(
        self,
        missing: Iterable[str],
        *,
        remedy: str,
        libraries: Iterable[str] = (),
        is_headless: bool = False,
    ) -> None:
        super().__init__(Message("The window cannot be shown here."), tuple(missing), remedy=remedy)
        self.libraries = tuple(libraries)
        self.is_headless = is_headless


def usable_platform() -> str:
    """The platform that shows the window; empty where that is not in question, as on macOS.

    Raises:
        NoWindowError: There is none.
    """
    if not sys.platform.startswith("linux"):
        return ""
    if not names_display():
        raise NoWindowError(
            [Message("There is no display to show the window on.")],
            remedy=Message("Start it in a desktop session, or over 'ssh -X'."),
            is_headless=True,
        )
    missing: list[str] = []
    libraries: list[str] = []
    for platform in platforms(os.environ):
        lacking = _unusable(platform)
        if lacking is None:
            return platform
        missing.append(lacking.message)
        libraries += lacking.libraries
    remedy = (
        how_to_install(dict.fromkeys(libraries))
        if libraries
        else Message(
            "Check DISPLAY, WAYLAND_DISPLAY and QT_QPA_PLATFORM, and that you may use that display."
        )
    )
    raise NoWindowError(missing, remedy=remedy, libraries=dict.fromkeys(libraries))


def names_display() -> bool:
    """Whether the session names a display, as those of servers do not."""
    named = ("DISPLAY", _WAYLAND, PLATFORM)
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in named)


def platforms(environment: Mapping[str, str]) -> list[str]:
    """The platforms that Qt tries, in its order."""
    if named := environment.get(PLATFORM):
        return [part.partition(":")[0] for part in named.split(";")]
    return [*(["wayland"] if environment.get(_WAYLAND) else []), "xcb"]


@dataclass(frozen=True, slots=True)
class _Lacking:
    message: Message
    libraries: tuple[str, ...] = ()


def _unusable(platform: str) -> _Lacking | None:
    """Why Qt cannot use a platform; None where it can."""
    found = find_spec("PySide6")
    places = found.submodule_search_locations if found else None
    if not places:
        return _Lacking(Message("PySide6 is not installed."))
    own = Path(places[0], "Qt", "plugins", "platforms")
    widgets = list(Path(places[0]).glob("QtWidgets*.so"))
    name = f"libq{platform.casefold().partition('-')[0]}.so"
    plugins = [path for folder in (*_folders(), own) if (path := folder / name).is_file()]
    if not plugins and own.is_dir():  # a distribution has its plugins elsewhere, with all they need
        return _Lacking(Message("Qt has no platform {platform}.", platform=platform))
    needed = [[*widgets, plugin] for plugin in plugins] or [widgets]
    lacking = min(map(missing_libraries, needed), key=len)
    if lacking:
        return _Lacking(
            Message(
                "{platform}: libraries of the system are missing: {libraries}.",
                platform=platform,
                libraries=joined(lacking),
            ),
            tuple(lacking),
        )
    # Without a linker to ask, only Qt itself can tell.
    asked = _ANSWERS.get(platform.casefold(), _starts) if shutil.which(_LINKER) else _starts
    if not asked():
        return _Lacking(
            Message("{platform}: the display accepts no connection.", platform=platform)
        )
    return None


def _folders() -> list[Path]:
    return [
        Path(folder, inside)
        for name, inside in _PLACES.items()
        for folder in os.environ.get(name, "").split(os.pathsep)
        if folder
    ]


def missing_libraries(files: Iterable[Path]) -> list[str]:
    """Names of the libraries that files need, themselves or through others, and that are not there.

    Args:
        files: Shared objects. Where there is no linker to ask, none are known.
    """
    linker, given = shutil.which(_LINKER), [str(file) for file in files]
    if linker is None or not given:
        return []
    done = subprocess.run(  # noqa: S603 - the system's, on files of Qt
        [linker, *given],
        capture_output=True,
        text=True,
        errors="replace",
        env=os.environ | {"LC_ALL": "C"},
        check=False,
    )
    found = (one or other for one, other in _NOT_FOUND.findall(done.stdout + done.stderr))
    return sorted(set(found))


def _x_answers() -> bool:
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    answers = not xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return answers


def _wayland_answers() -> bool:
    wayland = ctypes.CDLL("libwayland-client.so.0")
    wayland.wl_display_connect.restype = ctypes.c_void_p
    connection = wayland.wl_display_connect(None)
    if connection:
        wayland.wl_display_disconnect(ctypes.c_void_p(connection))
    return bool(connection)


def _starts() -> bool:
    """Whether Qt starts in another process, for platforms that cannot be asked otherwise."""
    if is_frozen():
        return True
    command = [sys.executable, "-P", "-c", _TRIAL]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603


_ANSWERS: Final[Mapping[str, Callable[[], bool]]] = {
    "xcb": _x_answers,
    "wayland": _wayland_answers,
    "wayland-egl": _wayland_answers,
    "offscreen": lambda: True,
    "minimal": lambda: True,
}
