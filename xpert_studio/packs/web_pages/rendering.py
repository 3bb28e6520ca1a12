"""Pictures of web pages, as a person first sees them, scrolls, and presses what can be pressed."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from pydantic import JsonValue

from xpert_studio.api.readers import WHOLE, Gap, GapReason, Message
from xpert_studio.api.renderers import Picture, Rendering
from xpert_studio.core.documents.media_types import FOLDER, HTML
from xpert_studio.core.errors import XpertError
from xpert_studio.packs.code.sandbox.watch import Watch
from xpert_studio.packs.web_pages.browser.finding import NoBrowserError, browser, version_of
from xpert_studio.packs.web_pages.browser.isolation import ROOM, Isolation, isolation, started
from xpert_studio.packs.web_pages.browser.pipe import Pipe, RefusedError, Stop, StoppedError
from xpert_studio.packs.web_pages.browser.site import Site, one_page, site_in
from xpert_studio.packs.web_pages.browser.visit import HEIGHT, Observed, Visit
from xpert_studio.packs.workspaces.archive import unpack
from xpert_studio.packs.workspaces.changes import Changes

SECONDS: Final = 30
"""A page may take, once the browser has begun."""
_TO_BEGIN: Final = 60
MEGABYTES: Final = 2_048
_VERSION: Final = 2
"""Of what is done with a page: another one makes other pictures."""

_FAILURES: Final = {
    Stop.TIME: Message("The page did not come to rest within {seconds} seconds.", seconds=SECONDS),
    Stop.MEMORY: Message("The page used more than {n} MB of memory.", n=MEGABYTES),
    Stop.CRASH: Message("The page crashed the browser."),
    Stop.CLOSED: Message("The page closed itself."),
    Stop.BROWSER: Message("The browser ended."),
}


def need_browser() -> tuple[Path, Isolation]:
    """The browser, and what cuts it off.

    Raises:
        NoBrowserError: One of both is missing.
    """
    return browser(), isolation()


def debugger_of(process: subprocess.Popen[bytes], seconds: float) -> closing[Pipe]:
    """The debugger of a browser, for a time, or until the browser takes too much memory."""
    watch = Watch(process.pid, ROOM, MEGABYTES)
    return closing(Pipe(process, seconds, lambda: watch.over(None) is not None))


def failure_of(stopped: StoppedError) -> Message:
    """Why a page could not be drawn, for people."""
    if stopped.why is Stop.BROWSER and stopped.said:
        return Message("The browser ended: {why}", why=stopped.said[-300:])
    return _FAILURES[stopped.why]


class PageRenderer:
    """Draws pages of one kind of file.

    Args:
        id: Its name, kept with the pictures.
        site_of: The page in a file's bytes, or why there is none.
    """

    def __init__(self, id: str, site_of: Callable[[bytes], Site | Message]) -> None:  # noqa: A002
        self.id, self.site_of = id, site_of

    @property
    def version(self) -> str:
        """The browser's, and that of what is done with a page."""
        try:
            return f"{version_of(browser())}, {_VERSION}"
        except (NoBrowserError, OSError):
            return str(_VERSION)

    def missing(self) -> Message | None:
        """What pages cannot be drawn without, with the remedy."""
        try:
            need_browser()
        except NoBrowserError as error:
            return Message("{why} {remedy}", why=error.message, remedy=error.remedy)
        return None

    def __call__(self, data: bytes) -> Rendering:
        """Pictures of the page in a file; see ``core.documents.rendering.Renderer``."""
        site = self.site_of(data)
        return Rendering(failure=site) if isinstance(site, Message) else drawn(site)


def drawn(site: Site, by: Isolation | None = None) -> Rendering:
    """Pictures of a page: when it is loaded, after scrolling, after pressing its controls.

    Args:
        site: The page.
        by: What cuts it off; None for what does so on this computer.
    """
    try:
        program, ours = need_browser()
        for is_guarded in (True, False):
            look = _Look(site, program, by or ours, is_guarded=is_guarded)
            rendering = look.rendering()
            if not look.lacks_sandbox:
                break
    except NoBrowserError as error:
        return Rendering(failure=Message("{why}", why=error.message))
    return rendering


class _Look:
    """One browser, for one page.

    Attributes:
        lacks_sandbox: Whether the browser did not begin, as it cannot cut off its own processes.
    """

    def __init__(self, site: Site, program: Path, by: Isolation, *, is_guarded: bool) -> None:
        self.site, self.program, self.by, self.is_guarded = site, program, by, is_guarded
        self.lacks_sandbox = False
        self._began = time.monotonic()
        self._pictures: list[Picture] = []
        self._seconds: list[float] = []
        self._observed = Observed()
        self._browser = ""

    def rendering(self) -> Rendering:
        stopped: StoppedError | None = None
        try:
            self._take()
        except (RefusedError, KeyError) as error:  # a call that the browser does not take
            stopped = StoppedError(Stop.BROWSER, str(error))
        except StoppedError as error:
            stopped = error
            self.lacks_sandbox = not self._browser and "sandbox" in error.said
        return Rendering(
            tuple(self._pictures),
            tuple(self._gaps(stopped)),
            None if self._pictures or stopped is None else failure_of(stopped),
            self._facts(stopped),
        )

    def _take(self) -> None:
        with (
            started(self.program, self.by, is_guarded=self.is_guarded) as process,
            debugger_of(process, _TO_BEGIN) as pipe,
        ):
            visit = Visit(self.site, pipe)
            self._observed = visit.observed
            self._browser = str(pipe.call("Browser.getVersion")["product"])
            pipe.end_in(SECONDS)
            self._go_through(visit)

    def _go_through(self, visit: Visit) -> None:
        steps: tuple[tuple[Callable[[], None], Message], ...] = (
            (visit.load, Message("after loading")),
            (visit.scroll, Message("after scrolling")),
            (visit.press, Message("after pressing its controls")),
        )
        for step, label in steps:
            step()
            self._pictures.append(Picture(visit.picture(), label))
            self._seconds.append(round(time.monotonic() - self._began, 2))

    def _gaps(self, stopped: StoppedError | None) -> Iterator[Gap]:
        seen = self._observed
        if not self._pictures:
            return
        if stopped is not None or seen.high > 2 * HEIGHT:
            yield Gap(WHOLE, GapReason.SHORTENED)
        if seen.refused:
            yield Gap(WHOLE, GapReason.REMOTE)
        if seen.missing:
            yield Gap(WHOLE, GapReason.MISSING)

    def _facts(self, stopped: StoppedError | None) -> dict[str, JsonValue]:
        seen = self._observed
        return {
            "browser": self._browser,
            "isolation": self.by.value,
            "own_sandbox": self.is_guarded,
            "seconds": [*self._seconds],
            "stopped": stopped.why.value if stopped else None,
            "height": seen.high,
            "pressed": seen.pressed,
            "console_errors": seen.count,
            "errors": [*seen.errors],
            "refused": dict(seen.refused),
            "missing": [*seen.missing],
            "dialogs": seen.dialogs,
            "windows": seen.windows,
        }


def _site_of_folder(data: bytes) -> Site | Message:
    try:
        found = unpack(data)
    except XpertError as error:
        return Message("{why}", why=error.message)
    folder = found.written if isinstance(found, Changes) else found
    site = site_in({path: file.content for path, file in folder.files.items()})
    return site or Message("There is no index.html in the folder.")


PAGE: Final = PageRenderer(HTML, one_page)
FOLDERS: Final = PageRenderer(FOLDER, _site_of_folder)
