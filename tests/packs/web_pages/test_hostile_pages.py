"""Pages that never end, take everything, or leave: each is contained, and nothing is left of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packs.web_pages.browsers import is_browser, left_over, need_browser, page
from tests.sampling import some
from tests.waiting import PATIENCE, wait_until
from xpert_studio.core.documents.document import GapReason
from xpert_studio.packs.code.sandbox import watch
from xpert_studio.packs.web_pages import rendering
from xpert_studio.packs.web_pages.browser.site import one_page
from xpert_studio.packs.web_pages.rendering import drawn

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module", autouse=True)
def browser() -> None:
    need_browser()


@pytest.fixture(autouse=True)
def nothing_is_left():
    before = _descriptors()
    yield
    assert _descriptors() <= before
    wait_until(lambda: left_over() == [], "a browser lives on")


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def seen(body: str, head: str = ""):
    """What is drawn of a page."""
    return drawn(one_page(page(body, head)))


ENDLESS = {
    "loop": "<script>for (;;) {}</script>",
    "alerts": "<script>for (;;) alert(1)</script>",
    "reloads": "<script>for (;;) { document.write('<p>x') }</script>",
    "microtasks": "<script>(function f() { Promise.resolve().then(f) })()</script>",
    "console": "<script>for (;;) console.error('x'.repeat(100000))</script>",
}


@pytest.mark.parametrize("way", some([*ENDLESS], 2))
def test_a_page_that_never_ends_is_ended(way, monkeypatch):
    monkeypatch.setattr(rendering, "SECONDS", 5)
    monkeypatch.setattr(rendering, "MEGABYTES", 1_000)
    made = seen(ENDLESS[way])
    assert made.pictures == ()
    assert made.failure
    assert made.facts["stopped"] in {"time", "memory", "crash"}
    if way == "alerts":
        assert made.facts["dialogs"] > 1


def test_what_was_drawn_before_a_press_that_never_ends_is_kept(monkeypatch):
    monkeypatch.setattr(rendering, "SECONDS", 20)
    made = seen("<button onclick='for (;;) {}'>x</button>")
    assert len(made.pictures) == 2
    assert made.failure is None
    assert made.facts["stopped"] == "time"
    assert [gap.what for gap in made.gaps] == [GapReason.SHORTENED]


HOGS = {
    "arrays": "const a = []; for (;;) a.push(new Uint8Array(1 << 24).fill(1))",
    "workers": "for (let i = 0; i < 40; i++) new Worker(URL.createObjectURL(new Blob(["
    "'const a = []; for (;;) a.push(new Uint8Array(1 << 24).fill(1))'])))",
    "canvases": "const a = []; setInterval(() => { const c = document.createElement('canvas'); "
    "c.width = c.height = 4000; c.getContext('2d').fillRect(0, 0, 4000, 4000); a.push(c); "
    "document.body.append(c) }, 1)",
    "storage": "caches.open('x').then(async c => { for (let i = 0; ; i++) "
    "await c.put('/' + i, new Response(new Uint8Array(1 << 24))) })",
}


@pytest.mark.parametrize("way", ["arrays", *some([*HOGS][1:], 1)])
def test_a_page_that_takes_all_memory_is_ended(way, monkeypatch):
    monkeypatch.setattr(rendering, "SECONDS", PATIENCE if way in {"arrays", "workers"} else 12)
    monkeypatch.setattr(rendering, "MEGABYTES", 900)
    most = []
    over = watch.Watch.over

    def measured(self, first):
        found = over(self, first)
        used = sum(map(watch._used, watch.descendants(self.process)))
        most.append(used / 1024)
        return found

    monkeypatch.setattr(watch.Watch, "over", measured)
    made = seen(f"<p>x</p><script>{HOGS[way]}</script>")
    assert made.facts["stopped"] in {"memory", "crash", "time", None}
    if way in {"arrays", "workers"}:
        assert made.facts["stopped"] in {"memory", "crash"}
    assert max(most) < 3_000


def test_a_page_of_any_height_is_looked_at_through_the_same_window():
    made = seen("<div style='height: 300000px; background: linear-gradient(red, blue)'></div>")
    assert len(made.pictures) == 3
    assert made.facts["height"] >= 300_000
    assert [gap.what for gap in made.gaps] == [GapReason.SHORTENED]
    assert max(len(one.data) for one in made.pictures) < 1_000_000


def test_a_page_with_very_many_elements_is_drawn():
    body = (
        "<script>for (let i = 0; i < 100000; i++) { const b = document.createElement('button'); "
        "b.textContent = i; document.body.append(b) }</script>"
    )
    made = seen(body)
    assert len(made.pictures) == 3
    assert made.facts["pressed"] == 12


def test_a_page_that_closes_itself_says_so():
    made = seen("<script>setTimeout(() => close(), 10)</script><p>x")
    assert made.failure or len(made.pictures) == 3
    if made.failure:
        assert made.facts["stopped"] == "closed"


AWAY = (
    "location = 'https://example.com/'",
    "location.replace('http://127.0.0.1/')",
    "document.forms[0].submit()",
    "location = 'file:///etc/passwd'",
    "location = 'chrome://settings'",
    "location = 'about:blank#x'",
)


@pytest.fixture(scope="module")
def still():
    """A page that stays, as it is drawn."""
    return seen("<h1 style='background: red; height: 400px'>x</h1><form></form>")


@pytest.mark.parametrize("way", some(AWAY, 3))
def test_a_page_that_goes_away_stays(way, still):
    body = (
        "<h1 style='background: red; height: 400px'>x</h1><form method=post action='https://e.com/'>"
        f"</form><script>addEventListener('load', () => setTimeout(() => {way}, 100))</script>"
    )
    made = seen(body)
    assert len(made.pictures) == 3
    if "about:" not in way:
        assert made.pictures[0].data == still.pictures[0].data


def test_windows_downloads_and_permissions_come_to_nothing():
    body = (
        "<script>open('about:blank'); open('/x'); Notification.requestPermission();"
        "navigator.geolocation.getCurrentPosition(() => document.body.append('here'), () => 0);"
        "navigator.mediaDevices.getUserMedia({video: true}).then(() => document.body.append('c'),"
        "() => 0); const a = document.createElement('a'); a.download = 'x.txt';"
        "a.href = 'data:text/plain,x'; a.click(); print(); navigator.clipboard.readText()"
        ".then(() => document.body.append('r'), () => 0)</script>"
    )
    made = seen(body)
    assert len(made.pictures) == 3
    assert made.pictures[0].data == seen("").pictures[0].data


def test_a_broken_file_is_a_page_too():
    for data in (b"", b"\x00" * 1000, os.urandom(20_000), b"<html>" * 50_000):
        assert len(drawn(one_page(data)).pictures) == 3


def test_the_browser_ends_with_us():
    code = (
        "from tests.packs.web_pages.browsers import page; from xpert_studio.packs.web_pages.rendering"
        " import PAGE; print(1, flush=True); PAGE(page('<script>for (;;) {}</script>'))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, env=dict(os.environ)
    )
    process.stdout.readline()
    wait_until(lambda: sum(map(is_browser, watch.descendants(process.pid))) > 5, "none began")
    inside = [one for one in watch.descendants(process.pid) if is_browser(one)]
    process.kill()
    process.wait()
    process.stdout.close()
    wait_until(lambda: not any(map(is_browser, inside)), "it lives on")
