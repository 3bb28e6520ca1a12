"""A browser that opens a site from its folder, as a person does: with no network and no server."""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.packs.web_pages.browsers import need_browser
from tests.waiting import wait_until
from xpert_studio.packs.web_pages.browser.finding import browser
from xpert_studio.packs.web_pages.browser.isolation import Isolation, Screen, isolation, started
from xpert_studio.packs.web_pages.browser.pipe import Pipe, StoppedError

SECONDS = 120
KEYS = {"Tab": 9, "Enter": 13, " ": 32}


class Reader:
    """One page of a site in a browser.

    Attributes:
        asked: Every address that was asked for.
        errors: Of scripts and of the policy of the page.
    """

    def __init__(self, process, folder: Path) -> None:
        self.folder, self.asked, self.errors = folder, [], []
        self.pipe = Pipe(process, SECONDS, lambda: False, self._happened)
        self._session = ""

    def begin(self) -> None:
        target = self.pipe.call("Target.createTarget", url="about:blank")["targetId"]
        found = self.pipe.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = found["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.resize(1280, 900)

    def _happened(self, name: str, said: dict[str, Any], _session: str) -> None:
        if name == "Network.requestWillBeSent":
            self.asked.append(said["request"]["url"])
        elif name == "Runtime.exceptionThrown":
            self.errors.append(str(said["exceptionDetails"]))
        elif name == "Log.entryAdded" and said["entry"]["level"] == "error":
            self.errors.append(said["entry"]["text"])

    def call(self, method: str, **given: object) -> dict[str, Any]:
        return self.pipe.call(method, self._session, **given)

    def resize(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip

    def prefer(self, scheme: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def run(self, script: str) -> Any:
        """What a script in the page gives, a promise awaited."""
        found = self.call(
            "Runtime.evaluate",
            expression=script,
            awaitPromise=True,
            returnByValue=True,
            userGesture=True,
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def go(self, place: str = "#/") -> None:
        """Opens a page of the site, and waits until it is there."""
        address = f"file://{self.folder}/index.html"
        if self.run("location.href").startswith(address):
            self.run(f"location.hash = {json.dumps(place)}; 0")
        else:
            self.call("Page.navigate", url=address + place)
        self.wait(
            "document.readyState === 'complete' && document.querySelector('main h1')"
            " && !document.querySelector('main').hasAttribute('aria-busy')"
            f" && location.hash === {json.dumps(place)}"
        )

    def wait(self, script: str) -> None:
        def is_so() -> bool:
            try:
                return bool(self.run(f"Boolean({script})"))
            except (AssertionError, StoppedError):
                return False

        wait_until(is_so, script)

    def text(self, selector: str = "main") -> str:
        return self.run(f"document.querySelector({json.dumps(selector)}).innerText")

    def texts(self, selector: str) -> list[str]:
        return self.run(
            f"[...document.querySelectorAll({json.dumps(selector)})].map((one) => one.innerText)"
        )

    def click(self, selector: str) -> None:
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def press(self, key: str) -> None:
        """A key of the keyboard, down and up."""
        known = {"key": key, "windowsVirtualKeyCode": KEYS.get(key, 0)}
        text = {"Enter": "\r", " ": " "}.get(key)
        more = {"text": text} if text else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **known, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", **known)

    def write(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def picture(self, *, whole: bool = False) -> bytes:
        made = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(made["data"])


@contextmanager
def reading(folder: Path) -> Iterator[Reader]:
    """A browser that sees the folder of a site, and nothing else of this computer."""
    need_browser()
    by, inside = isolation(), Path("/tmp/site")
    with ExitStack() as stack:
        # The browser runs as nobody, who may not look into folders of tests.
        seen = Path(stack.enter_context(tempfile.TemporaryDirectory()), "site")
        shutil.copytree(folder, seen)
        seen.parent.chmod(0o755)
        screen = Screen(seen=("--ro-bind", str(seen), str(inside)))
        guarded = started(browser(), by, is_guarded=False, screen=screen)
        process = stack.enter_context(guarded)
        reader = Reader(process, seen if by is Isolation.FLAGS else inside)
        try:
            reader.begin()
            yield reader
        finally:
            reader.pipe.close()
