"""How Chromium is started so that nothing of a page leaves, and nothing of this computer comes in.

On Linux it runs in bubblewrap: without a network (its own network namespace is empty), without any
folder of this computer but the system's programs, libraries and fonts, and with its files in
memory. Elsewhere it has a proxy that refuses everything, and no resolver; the same options stand
beside bubblewrap. What it is started with ends with it, and it ends with us.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from xpert_studio.api import Message
from xpert_studio.core.messages import joined
from xpert_studio.core.system_packages import how_to_install
from xpert_studio.packs.code.sandbox.command import as_nobody, cut_off, found_tools, system_seen
from xpert_studio.packs.code.sandbox.running import end
from xpert_studio.packs.web_pages.browser.finding import NoBrowserError

ROOM: Final = 512 * 1024 * 1024
"""Bytes of files that a browser can write, in memory."""

_HOME: Final = "/tmp/home"  # noqa: S108 - inside the sandbox
_SEEN: Final = ("/etc/fonts", "/etc/alternatives", "/etc/chromium.d", "/var/cache/fontconfig")
_ENVIRONMENT: Final = {
    "PATH": "/usr/bin:/bin",
    "HOME": _HOME,
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    # An address that names no bus: the browser does not look for one.
    "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    "DBUS_SYSTEM_BUS_ADDRESS": "disabled:",
}
_PATIENCE: Final = 10

_NOWHERE: Final = (
    # Addresses of this computer go through the proxy too.
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # as older ones call it
    "--disable-blink-features=WebTransport",
    "--disable-quic",
    "--dns-prefetch-disable",
    "--no-pings",
)
"""Options by which a browser reaches nothing."""

_WITHOUT: Final = (
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "DialMediaRouteProvider",
    "MediaRouter",
    "OptimizationHints",
    "Translate",
    "OmniboxAimPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
)
"""What calls home; and pages of the browser itself that take time to start."""

_QUIET: Final = (
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    f"--disable-features={','.join(_WITHOUT)}",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    "--deny-permission-prompts",
    "--disable-dev-shm-usage",
    "--lang=en-US",
)

_PIPED: Final = (
    "--block-new-web-contents",
    "--no-startup-window",
    "--remote-debugging-pipe",
)
"""Options of the debugger, which listens on descriptors 3 and 4, and opens the one page there is.

The pipe has no address: no other program, and no page, can reach it.
"""

FOR_PICTURES: Final = (
    "--headless",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--disable-smooth-scrolling",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-print-preview",
)
"""Options for pictures that do not depend on the screen."""

_PIPE: Final = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
"""What a shell does so that standard input and output become the descriptors of the debugger."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Where a browser shows a window, from inside of bubblewrap.

    Attributes:
        environment: Its variables.
        seen: Options that show it the door to the screen.
        passed: Descriptors these name.
        options: Of the browser.
    """

    environment: Mapping[str, str] = field(default_factory=dict)
    seen: tuple[str, ...] = ()
    passed: tuple[int, ...] = ()
    options: tuple[str, ...] = ()


class Isolation(StrEnum):
    """By what a page is cut off."""

    BUBBLEWRAP = "bubblewrap"
    FLAGS = "flags"


def isolation() -> Isolation:
    """By what pages are cut off on this computer.

    Raises:
        NoBrowserError: By nothing.
    """
    if sys.platform == "darwin":
        return Isolation.FLAGS
    if sys.platform != "linux":
        raise NoBrowserError(
            Message("Web pages are rendered on Linux and macOS only."),
            Message("Render the pages of this project there, or on Windows inside WSL 2."),
        )
    _tools, missing = found_tools()
    if missing:
        raise NoBrowserError(
            Message("What cuts web pages off is missing: {programs}.", programs=joined(missing)),
            how_to_install(missing),
        )
    return Isolation.BUBBLEWRAP


@contextmanager
def started(
    program: Path,
    by: Isolation,
    options: Sequence[str] = FOR_PICTURES,
    *,
    is_guarded: bool = True,
    screen: Screen | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """A browser whose debugger is its standard input and output; it has ended afterwards.

    Args:
        program: The browser.
        by: What cuts it off.
        options: For this use of it.
        is_guarded: Whether it cuts off its own processes too, which not every kernel lets it do
            inside of bubblewrap.
        screen: Where it shows a window; None for nowhere.

    Raises:
        NoBrowserError: It cannot be started.
    """
    screen = screen or Screen()
    asked = [*options, *screen.options, *(() if is_guarded else ("--no-sandbox",))]
    with _command(program, by, asked, screen) as (words, environment):
        try:
            process = subprocess.Popen(  # noqa: S603 - the browser, by words of our own
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                cwd="/",
                pass_fds=[*screen.passed],
                start_new_session=by is Isolation.FLAGS,
                **(as_nobody() if by is Isolation.BUBBLEWRAP else {}),
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise NoBrowserError(
                Message("The browser could not be started: {why}", why=str(error)),
                Message("Type 'xpert-studio doctor'."),
            ) from error
        try:
            yield process
        finally:
            _end(process, by)


def _end(process: subprocess.Popen[bytes], by: Isolation) -> None:
    if by is Isolation.FLAGS:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
    else:
        end(process)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_PATIENCE)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()


@contextmanager
def _command(
    program: Path, by: Isolation, options: Sequence[str], screen: Screen
) -> Iterator[tuple[list[str], Mapping[str, str]]]:
    """The words that start it, and its environment."""
    # A port that is taken and where nothing listens: what goes to it is refused.
    with socket.socket() as dead, ExitStack() as stack:
        dead.bind(("127.0.0.1", 0))
        proxy = f"--proxy-server=http://127.0.0.1:{dead.getsockname()[1]}"
        home = _HOME
        if by is Isolation.FLAGS:
            made = tempfile.TemporaryDirectory(prefix="xpert-page-", ignore_cleanup_errors=True)
            home = stack.enter_context(made)
        own = (f"--user-data-dir={home}/profile", proxy, *_NOWHERE, *_QUIET, *_PIPED, *options)
        words = ["/bin/sh", "-c", _PIPE, "sh", str(program), *own]
        if by is Isolation.FLAGS:
            yield words, {**os.environ, "HOME": home, "TZ": "UTC"}
        else:
            yield [*_wrapped(program, words, screen)], {}


def _wrapped(program: Path, words: Sequence[str], screen: Screen) -> Iterator[str]:
    tools, _missing = found_tools()
    yield from (tools.choom, "-n", "1000", "--", tools.bubblewrap)
    yield from cut_off({**_ENVIRONMENT, **screen.environment})
    yield from system_seen()
    for device in ("/dev/random", "/dev/zero"):
        yield from ("--dev-bind", device, device)
    for path in _SEEN:
        yield from ("--ro-bind-try", path, path)
    yield from ("--proc", "/proc")
    yield from ("--size", str(ROOM), "--tmpfs", "/tmp", "--dir", _HOME)  # noqa: S108
    yield from screen.seen
    yield from _shown(program)
    yield from ("--chdir", _HOME, "--", *words)


def _shown(program: Path) -> Iterator[str]:
    """Options that show a browser which is no part of the system, with the folder it lies in.

    Raises:
        NoBrowserError: That folder holds the person's own.
    """
    folder = program.parent
    if folder.is_relative_to("/usr"):
        return
    if Path.home().resolve().is_relative_to(folder):
        raise NoBrowserError(
            Message("The browser lies among your own files: {path}", path=program),
            Message("Put it into a folder of its own."),
        )
    yield from ("--ro-bind", str(folder), str(folder))
