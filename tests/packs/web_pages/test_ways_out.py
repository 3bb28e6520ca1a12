"""A page tries every way to reach this computer or a network; nothing listens in vain."""

from __future__ import annotations

import selectors
import socket
import threading
from collections import Counter
from contextlib import closing

import pytest

from tests.packs.web_pages.browsers import need_browser, page
from tests.waiting import wait_until
from xpert_studio.packs.web_pages.browser.isolation import Isolation
from xpert_studio.packs.web_pages.browser.site import one_page
from xpert_studio.packs.web_pages.browser.visit import Visit
from xpert_studio.packs.web_pages.rendering import drawn

MARKUP = {
    "img": '<img src="http://AT/img">',
    "srcset": '<img srcset="http://AT/srcset 2x">',
    "css": '<style>h1 { background: url("http://AT/css") }</style><h1>x</h1>',
    "css import": '<style>@import "http://AT/import.css";</style>',
    "stylesheet": '<link rel=stylesheet href="http://AT/style.css">',
    "script": '<script src="http://AT/script.js"></script>',
    "font": '<style>@font-face { font-family: f; src: url("http://AT/f.woff2") }'
    "p { font-family: f }</style><p>text</p>",
    "video": '<video src="http://AT/video.mp4" autoplay muted></video>',
    "audio": '<audio src="http://AT/audio.mp3" preload=auto></audio>',
    "track": '<video><track default src="http://AT/track.vtt"></video>',
    "object": '<object data="http://AT/object"></object>',
    "embed": '<embed src="http://AT/embed.svg">',
    "iframe": '<iframe src="http://AT/iframe"></iframe>',
    "nested": "<iframe srcdoc=\"<img src='http://AT/nested'>\"></iframe>",
    "prefetch": '<link rel=prefetch href="http://AT/prefetch">',
    "preload": '<link rel=preload as=script href="http://AT/preload">',
    "prerender": '<link rel=prerender href="http://AT/prerender">',
    "preconnect": '<link rel=preconnect href="http://AT">',
    "dns": '<link rel=dns-prefetch href="//dns.AT">',
    "manifest": '<link rel=manifest href="http://AT/manifest.json">',
    "speculation": '<script type=speculationrules>{"prefetch": [{"source": "list", '
    '"urls": ["http://AT/speculation"]}]}</script>',
    "ping": '<a href="#p" ping="http://AT/ping">ping</a>',
    "form": '<form method=post action="http://AT/form"><button>send</button></form>',
    "link": "<button onclick=\"location='http://AT/link'\">go</button>",
    "file": '<iframe src="file:///etc/passwd"></iframe><img src="file://AT/share">',
    "scheme": '<iframe src="xpert:AT"></iframe><button onclick="location=\'mailto:a@AT\'">m'
    "</button>",
}
SCRIPTS = {
    "fetch": "fetch('http://AT/fetch', {mode: 'no-cors'})",
    "keepalive": "fetch('http://AT/keep', {method: 'post', keepalive: true, mode: 'no-cors'})",
    "xhr": "let x = new XMLHttpRequest(); x.open('GET', 'http://AT/xhr'); x.send()",
    "socket": "new WebSocket('ws://AT/socket')",
    "events": "new EventSource('http://AT/events')",
    "beacon": "navigator.sendBeacon('http://AT/beacon', 'x')",
    "transport": "new WebTransport('https://AT/transport')",
    "stun": "let c = new RTCPeerConnection({iceServers: [{urls: 'stun:AT'}]}); "
    "c.createDataChannel('d'); c.createOffer().then(o => c.setLocalDescription(o))",
    "turn": "let c = new RTCPeerConnection({iceServers: [{urls: ['turn:AT?transport=tcp', "
    "'turn:AT?transport=udp'], username: 'u', credential: 'c'}]}); c.createDataChannel('d'); "
    "c.createOffer().then(o => c.setLocalDescription(o))",
    "window": "window.open('http://AT/window')",
    "worker": "new Worker(URL.createObjectURL(new Blob(["
    "\"importScripts('http://AT/worker.js')\"])))",
    "worker fetch": "new Worker(URL.createObjectURL(new Blob(["
    "\"fetch('http://AT/worker', {mode: 'no-cors'})\"])))",
    "shared worker": "new SharedWorker(URL.createObjectURL(new Blob(["
    "\"fetch('http://AT/shared', {mode: 'no-cors'})\"])))",
    "service worker": "navigator.serviceWorker.register('http://AT/sw.js')",
    "import": "import('http://AT/module.js')",
    "image": "new Image().src = 'http://AT/image'",
    "worklet": "CSS.paintWorklet && CSS.paintWorklet.addModule('http://AT/worklet.js')",
    "location": "setTimeout(() => location.href = 'http://AT/location', 300)",
    "parent": "setTimeout(() => top.location.replace('http://AT/replace'), 320)",
    "print": "setTimeout(() => print(), 340)",
}


def hostile(places: list[str]) -> bytes:
    """A page that tries each way to each place, with and without encryption."""
    body = "".join(_to(one, places) for one in MARKUP.values())
    tried = "".join(
        _to(f"try {{ (() => {{ {one} }})() }} catch (e) {{ }}\n", places)
        for one in SCRIPTS.values()
    )
    refresh = f'<meta http-equiv=refresh content="1; url=http://{places[0]}/refresh">'
    return page(f"{body}<script>{tried}</script>", refresh)


def _to(way: str, places: list[str]) -> str:
    plain = "".join(way.replace("AT", at) for at in places)
    return plain + plain.replace("http://", "https://").replace("ws://", "wss://")


class Listeners:
    """TCP and UDP ports of every address of this computer, and what came to them."""

    def __init__(self) -> None:
        self.came: Counter[str] = Counter()
        self.places: list[str] = []
        self._selector, self._ends = selectors.DefaultSelector(), threading.Event()
        for family, address in _addresses():
            stream = socket.socket(family, socket.SOCK_STREAM)
            stream.bind((address, 0))
            stream.listen()
            port = stream.getsockname()[1]
            packets = socket.socket(family, socket.SOCK_DGRAM)
            packets.bind((address, port))
            for one in (stream, packets):
                self._selector.register(one, selectors.EVENT_READ)
            self.places.append(f"[{address}]:{port}" if ":" in address else f"{address}:{port}")
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while not self._ends.is_set():
            for key, _ in self._selector.select(0.05):
                if key.fileobj.type == socket.SOCK_STREAM:
                    with closing(key.fileobj.accept()[0]) as one:
                        self.came[f"tcp {one.getsockname()}"] += 1
                else:
                    key.fileobj.recv(4096)
                    self.came[f"udp {key.fileobj.getsockname()}"] += 1

    def close(self) -> None:
        self._ends.set()
        self._thread.join()
        for key in [*self._selector.get_map().values()]:
            key.fileobj.close()
        self._selector.close()


def _addresses() -> list[tuple[socket.AddressFamily, str]]:
    found = [(socket.AF_INET, "127.0.0.1")]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("198.51.100.1", 9))  # nothing is sent: only which address would be used
            found.append((socket.AF_INET, asked.getsockname()[0]))
        except OSError:
            pass
    if socket.has_ipv6:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as tried:
            try:
                tried.bind(("::1", 0))
                found.append((socket.AF_INET6, "::1"))
            except OSError:
                pass
    return found


@pytest.fixture
def listeners():
    need_browser()
    made = Listeners()
    yield made
    made.close()


def test_there_are_more_than_twenty_ways():
    assert len(MARKUP) + len(SCRIPTS) + 1 > 40


@pytest.mark.parametrize("by", Isolation)
def test_nothing_is_reached(listeners, by):
    made = drawn(one_page(hostile(listeners.places)), by)
    assert made.failure is None
    assert len(made.pictures) == 3
    assert made.facts["isolation"] == by.value
    assert made.facts["refused"]
    assert made.facts["pressed"] > 2
    _still_listening(listeners)


@pytest.mark.parametrize("by", Isolation)
def test_nothing_is_reached_where_no_request_is_intercepted(listeners, by, monkeypatch):
    """The isolation holds by itself: requests are let through, to a network that is not there."""
    let_through = []

    def request(self, said):
        if self.site.at(said["request"]["url"]):
            content, kind = self.site.at(said["request"]["url"])
            self._answer(said["requestId"], 200, content, kind)
        else:
            let_through.append(said["request"]["url"])
            self._pipe.send("Fetch.continueRequest", requestId=said["requestId"])

    monkeypatch.setattr(Visit, "_request", request)
    drawn(one_page(hostile(listeners.places)), by)
    assert len(let_through) > 20
    _still_listening(listeners)


def _still_listening(listeners: Listeners) -> None:
    assert listeners.came == {}
    for at in listeners.places:
        host, _, port = at.rpartition(":")
        with closing(socket.create_connection((host.strip("[]"), int(port)))):
            pass
    wait_until(lambda: len(listeners.came) == len(listeners.places), "nothing was listening")
