"""A page in a browser: it is served its own files and nothing else.

Everything that it asks of a person or of the computer is answered or refused.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from xpert_studio.core.resources import resource_text
from xpert_studio.packs.web_pages.browser.pipe import Pipe, RefusedError, Stop, StoppedError
from xpert_studio.packs.web_pages.browser.site import HOST, Site

WIDTH, HEIGHT = 960, 600
MOST_PRESSED: Final = 12
_SCROLLED: Final = 540
"""Points of a page that a second picture is below the first: a tenth of it is on both."""

_MOST_KEPT: Final = 50
_LONGEST: Final = 300
_LOADED: Final = 0.5
_SETTLED: Final = 0.25
_AT_MOST: Final = 2.0
_EVERY: Final = 0.05
_MIDDLE: Final = {"x": WIDTH // 2, "y": HEIGHT // 2}


@dataclass
class Observed:
    """What was observed of a page.

    Attributes:
        errors: Of its scripts, each once, the first ones.
        count: How many there were.
        missing: Files that it names and that are not there.
        refused: By host, how often something was asked for elsewhere.
        dialogs: How many it showed.
        windows: How many it tried to open.
        pressed: How many controls were pressed.
        high: How high its content is, in points.
    """

    errors: list[str] = field(default_factory=list)
    count: int = 0
    missing: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    dialogs: int = 0
    windows: int = 0
    pressed: int = 0
    high: int = 0


class Visit:
    """A look at one page.

    Args:
        site: The page.
        pipe: The debugger of the browser; it is told what takes that which happens.
        is_for_pictures: Whether nobody looks at the browser itself: it has the size of pictures,
            random numbers are the same each time, and what the page asks a person is answered.
    """

    def __init__(self, site: Site, pipe: Pipe, *, is_for_pictures: bool = True) -> None:
        self.site, self.observed, self._is_for_pictures = site, Observed(), is_for_pictures
        self._handlers: dict[str, Callable[[dict[str, Any]], None]] = {
            "Fetch.requestPaused": self._request,
            "Page.javascriptDialogOpening": self._dialog,
            "Page.loadEventFired": self._loaded,
            "Page.frameStoppedLoading": self._stopped,
            "Runtime.exceptionThrown": self._thrown,
            "Runtime.consoleAPICalled": self._logged,
            "Target.targetCreated": self._created,
            "Target.targetDestroyed": self._destroyed,
            "Inspector.targetCrashed": self._crashed,
            "Target.targetCrashed": self._crashed,
        }
        self._target = self._session = ""
        self._is_served = self._is_loaded = False
        self._pipe, pipe.happened = pipe, self._happened

    def open(self) -> None:
        """Opens the page and waits until it is loaded."""
        pipe = self._pipe
        pipe.call("Browser.setDownloadBehavior", behavior="deny")
        context = pipe.call("Target.createBrowserContext")["browserContextId"]
        pipe.call("Browser.setDownloadBehavior", behavior="deny", browserContextId=context)
        pipe.call("Target.setDiscoverTargets", discover=True)
        pipe.call("Fetch.enable", patterns=[{"urlPattern": "*"}])
        self._target = pipe.call(
            "Target.createTarget",
            url="about:blank",
            browserContextId=context,
            width=WIDTH,
            height=HEIGHT,
        )["targetId"]
        found = pipe.call("Target.attachToTarget", targetId=self._target, flatten=True)
        self._session = found["sessionId"]
        for domain in ("Page", "Runtime", "Inspector"):
            self._call(f"{domain}.enable")
        self._call("Page.setInterceptFileChooserDialog", enabled=True)
        if self._is_for_pictures:
            self._fix()
        pipe.send("Page.navigate", self._session, url=self.site.address)
        pipe.wait(lambda: self._is_loaded)

    def _fix(self) -> None:
        """Makes it look alike each time."""
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=WIDTH,
            height=HEIGHT,
            deviceScaleFactor=1,
            mobile=False,
        )
        self._call("Emulation.setFocusEmulationEnabled", enabled=True)
        seeded = resource_text("web_pages", "seeded.js")
        self._call("Page.addScriptToEvaluateOnNewDocument", source=seeded)

    def load(self) -> None:
        """Opens the page and waits until it stands still, at most for some seconds."""
        self.open()
        self._settle(_LOADED)

    def stay(self) -> None:
        """Serves the page until its window is closed, or the browser ends."""
        try:
            self._pipe.wait(lambda: False)
        except StoppedError as error:
            if error.why not in {Stop.CLOSED, Stop.BROWSER}:
                raise

    def picture(self) -> bytes:
        """What is in sight, as PNG."""
        with suppress(RefusedError):
            size = self._call("Page.getLayoutMetrics")["cssContentSize"]
            self.observed.high = max(self.observed.high, int(size["height"]))
        return base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])

    def scroll(self) -> None:
        """Turns the wheel over the middle, by almost a screen."""
        self._call(
            "Input.dispatchMouseEvent", type="mouseWheel", deltaX=0, deltaY=_SCROLLED, **_MIDDLE
        )
        self._settle()

    def press(self) -> None:
        """Presses each control that is there once, from the top of the page."""
        self._evaluate("scrollTo({left: 0, top: 0, behavior: 'instant'})")
        self._settle(_EVERY)
        listing = resource_text("web_pages", "controls.js").replace("MOST)", f"{MOST_PRESSED})")
        world = self._world()
        count = self._evaluate(listing, world)
        for number in range(count if isinstance(count, int) else 0):
            place = self._evaluate(f"placeOf({number})", world)
            if place == "gone":  # the page was loaded again
                world = self._world()
                self._evaluate(listing, world)
                place = self._evaluate(f"placeOf({number})", world)
            if isinstance(place, dict):
                self._click(place)
        self._settle()

    def _click(self, place: dict[str, float]) -> None:
        self._mouse("mouseMoved", place)
        self._mouse("mousePressed", place, button="left", clickCount=1)
        self._mouse("mouseReleased", place, button="left", clickCount=1)
        self.observed.pressed += 1
        self._settle(_EVERY)

    def _mouse(self, kind: str, place: dict[str, float], **more: object) -> None:
        self._call("Input.dispatchMouseEvent", type=kind, **place, **more)

    def _call(self, method: str, **given: object) -> dict[str, Any]:
        return self._pipe.call(method, self._session, **given)

    def _world(self) -> int:
        """A world that shares the page's elements and none of its scripts."""
        made = self._call("Page.createIsolatedWorld", frameId=self._target, worldName="pictures")
        return int(made["executionContextId"])

    def _evaluate(self, script: str, world: int = 0) -> object:
        """What a script of ours gives in a world; "gone" where the world is no more."""
        try:
            found = self._call(
                "Runtime.evaluate",
                expression=script,
                contextId=world or self._world(),
                returnByValue=True,
            )
        except RefusedError:
            return "gone"
        return found.get("result", {}).get("value")

    def _settle(self, least: float = _SETTLED) -> None:
        """Waits until nothing moves that will stand still."""
        self._pipe.wait(lambda: False, least)
        moving = resource_text("web_pages", "moving.js")
        world, waited = self._world(), least
        while self._evaluate(moving, world) not in (0, None, "gone") and waited < _AT_MOST:
            self._pipe.wait(lambda: False, _EVERY)
            waited += _EVERY

    def _happened(self, name: str, said: dict[str, Any], _session: str) -> None:
        if handler := self._handlers.get(name):
            handler(said)

    def _request(self, said: dict[str, Any]) -> None:
        request, asked = said["request"], said["requestId"]
        found = self.site.at(request["url"]) if request["method"] in {"GET", "HEAD"} else None
        if found is not None:
            self._answer(asked, 200, *found)
            self._is_served = True
            return
        self._note(request["url"])
        if said.get("resourceType") == "Document":
            self._answer(asked, 204)  # whoever goes there stays where they are
        else:
            self._pipe.send("Fetch.failRequest", requestId=asked, errorReason="NameNotResolved")

    def _answer(self, asked: str, code: int, content: bytes = b"", kind: str = "") -> None:
        self._pipe.send(
            "Fetch.fulfillRequest",
            requestId=asked,
            responseCode=code,
            responseHeaders=[{"name": "Content-Type", "value": kind}] if kind else [],
            body=base64.b64encode(content).decode(),
        )

    def _note(self, address: str) -> None:
        try:
            parts = urlsplit(address)
        except ValueError:
            return
        if parts.netloc != HOST:
            name = (parts.netloc or parts.scheme)[:_LONGEST]
            if name in self.observed.refused or len(self.observed.refused) < _MOST_KEPT:
                self.observed.refused[name] += 1
        elif parts.path != "/favicon.ico" and len(self.observed.missing) < _MOST_KEPT:
            path = parts.path[:_LONGEST]
            if path not in self.observed.missing:
                self.observed.missing.append(path)

    def _dialog(self, said: dict[str, Any]) -> None:
        self.observed.dialogs += 1
        if not self._is_for_pictures:
            return
        self._pipe.send(
            "Page.handleJavaScriptDialog",
            self._session,
            accept=True,
            promptText=str(said.get("defaultPrompt", "")),
        )

    def _loaded(self, _said: dict[str, Any]) -> None:
        self._is_loaded = True

    def _stopped(self, said: dict[str, Any]) -> None:
        """A page that asks for another while it loads is loaded no further."""
        self._is_loaded |= self._is_served and said["frameId"] == self._target

    def _thrown(self, said: dict[str, Any]) -> None:
        details = said.get("exceptionDetails", {})
        thrown = details.get("exception", {})
        self._error(str(thrown.get("description") or thrown.get("value") or details.get("text")))

    def _logged(self, said: dict[str, Any]) -> None:
        if said.get("type") in {"error", "assert"}:
            parts = (one.get("value", one.get("description", "")) for one in said.get("args", ()))
            self._error(" ".join(map(str, parts)))

    def _error(self, text: str) -> None:
        text = text[:_LONGEST].split("\n    at ")[0]
        self.observed.count += 1
        if text not in self.observed.errors and len(self.observed.errors) < _MOST_KEPT:
            self.observed.errors.append(text)

    def _created(self, said: dict[str, Any]) -> None:
        info = said["targetInfo"]
        if self._session and info["type"] == "page" and info["targetId"] != self._target:
            self.observed.windows += 1
            self._pipe.send("Target.closeTarget", targetId=info["targetId"])

    def _destroyed(self, said: dict[str, Any]) -> None:
        if said["targetId"] == self._target:
            raise StoppedError(Stop.CLOSED)

    def _crashed(self, said: dict[str, Any]) -> None:
        """Of the page itself, or of a process that is named, which may be another's."""
        if said.get("targetId", self._target) == self._target:
            raise StoppedError(Stop.CRASH)
