"""What is on the pictures of a page, and what is said of it."""

from __future__ import annotations

import io
import subprocess
from contextlib import contextmanager

import pytest
from PIL import Image

from tests.packs.web_pages.browsers import left_over, need_browser, page
from tests.sampling import some
from tests.waiting import wait_until
from xpert_studio.core.doctor.probe import State
from xpert_studio.core.documents.document import GapReason
from xpert_studio.core.documents.media_types import FOLDER, HTML
from xpert_studio.core.documents.rendering import Renderer
from xpert_studio.core.packs import find
from xpert_studio.packs.web_pages import rendering
from xpert_studio.packs.web_pages.browser import finding
from xpert_studio.packs.web_pages.browser.site import one_page, site_in
from xpert_studio.packs.web_pages.probes import PROBES
from xpert_studio.packs.web_pages.rendering import FOLDERS, PAGE, drawn
from xpert_studio.packs.workspaces.archive import pack_changes, pack_folder
from xpert_studio.packs.workspaces.changes import Changes
from xpert_studio.packs.workspaces.folder import Folder, FolderFile

RED, GREEN, BLUE = (255, 0, 0), (0, 128, 0), (0, 0, 255)
FILL = "html, body { margin: 0; height: 100% }"


@pytest.fixture(scope="module", autouse=True)
def browser():
    need_browser()
    yield
    wait_until(lambda: left_over() == [], "a browser lives on")


def pixel(picture, x=5, y=5):
    image = Image.open(io.BytesIO(picture.data))
    assert (image.format, image.size) == ("PNG", (960, 600))
    return image.convert("RGB").getpixel((x, y))


def seen(body, head=""):
    made = PAGE(page(body, f"<style>{FILL}</style>{head}"))
    assert made.failure is None
    assert len(made.pictures) == 3
    return made


def test_the_renderers_are_found_by_kind_of_file():
    assert find("renderers", HTML) is PAGE
    assert find("renderers", FOLDER) is FOLDERS
    for one in (PAGE, FOLDERS):
        made: Renderer = one
        assert made.missing() is None
        assert made.version.startswith("Chrom")


def test_a_page_is_looked_at_scrolled_and_pressed():
    body = (
        "<div style='height: 540px; background: red'><button onclick=\"this.parentElement.style"
        ".background = 'green'\" style='margin: 50px'>x</button></div>"
        "<div style='height: 2000px; background: blue'></div>"
    )
    made = seen(body)
    assert [pixel(one) for one in made.pictures] == [RED, BLUE, GREEN]
    assert made.facts["pressed"] == 1
    assert [str(one.label) for one in made.pictures] == [
        "after loading",
        "after scrolling",
        "after pressing its controls",
    ]


CONTROLS = {
    "role": "<div role=button onclick='go()'>x</div>",
    "pointer": "<div id=d style='cursor: pointer; width: 50px'>x</div>"
    "<script>d.addEventListener('click', () => go())</script>",
    "checkbox": "<input type=checkbox onchange='go()'>",
    "summary": "<details ontoggle='go()'><summary>x</summary>y</details>",
    "link": "<a href='#there' onclick='go()'>x</a>",
    "below": "<div style='height: 3000px'></div><button onclick='scrollTo(0, 0); go()'>x</button>",
    "submit": "<form onsubmit='go(); return false'><input type=submit></form>",
    "second": "<button>a</button><button onclick='go()'>b</button>",
    "asked": "<button onclick=\"if (confirm('?') && prompt('?', 'yes') === 'yes') go()\">x</button>",
    "after a reload": "<button onclick='location.reload()'>a</button>"
    "<button onclick='go()'>b</button>",
}


@pytest.mark.parametrize("way", some([*CONTROLS], 5))
def test_what_can_be_pressed_is_pressed(way):
    script = "<script>function go() { document.body.style.background = 'green' }</script>"
    made = seen(f"<div style='height: 20px'></div>{script}{CONTROLS[way]}")
    assert pixel(made.pictures[0]) == (255, 255, 255)
    assert pixel(made.pictures[2]) == GREEN


def test_what_cannot_be_pressed_or_leaves_the_page_is_not():
    script = "<script>function go() { document.body.style.background = 'green' }</script>"
    body = (
        "<button disabled onclick='go()'>a</button><button hidden onclick='go()'>b</button>"
        "<button style='opacity: 0' onclick='go()'>c</button>"
        "<a href='https://example.com/' onclick='go()'>d</a>"
        "<div style='position: relative'><button onclick='go()'>e</button>"
        "<div style='position: absolute; inset: 0; background: #eee'></div></div>"
    )
    made = seen(script + body)
    assert made.facts["pressed"] == 0
    assert pixel(made.pictures[2], 5, 300) == (255, 255, 255)


def test_at_most_twelve_are_pressed_each_once():
    made = seen(
        "<b id=n style='position: fixed'></b>"
        + "<button onclick='n.textContent += 1'>x</button>" * 30
    )
    assert made.facts["pressed"] == 12


def test_a_page_cannot_change_how_it_is_looked_at():
    body = (
        "<script>document.querySelectorAll = () => []; Element.prototype.matches = () => false;"
        "getComputedStyle = () => ({}); document.getAnimations = () => { throw 1 };</script>"
        "<button onclick=\"document.body.style.background = 'green'\">x</button>"
    )
    assert pixel(seen(body).pictures[2], 500) == GREEN


def test_a_static_page_is_the_same_bytes_each_time():
    body = (
        "<h1 style='font-family: serif'>Heading 你好</h1><p style='box-shadow: 0 0 9px #456'>Text"
        "<svg width=90 height=90><circle cx=40 cy=40 r=30 fill=teal /></svg>"
        "<script>document.write(Math.random(), Array.from({length: 40}, Math.random))</script>"
    )
    one, other = seen(body), seen(body)
    assert [p.data for p in one.pictures] == [p.data for p in other.pictures]


def test_the_caret_of_a_field_is_on_no_picture_as_it_blinks():
    body = (
        "<input id=i autofocus style='caret-color: red; font-size: 90px; height: 100px'>"
        "<script>setInterval(() => i.setSelectionRange(0, 0), 40)</script>"  # keeps it in sight
    )
    (drawn_first, *_) = seen(body).pictures
    colours = Image.open(io.BytesIO(drawn_first.data)).convert("RGB").getcolors(1 << 20)
    assert RED not in [one for _, one in colours]


def test_animations_that_end_are_waited_for():
    head = (
        "<style>@keyframes k { to { background: green } } "
        "body { background: red; animation: k 1.2s forwards }</style>"
    )
    assert pixel(seen("", head).pictures[0]) == GREEN


def test_scripts_have_storage_workers_and_a_canvas():
    body = (
        "<canvas id=c width=960 height=600></canvas><script>localStorage.x = 'green';"
        "const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));"
        "w.onmessage = () => { const g = c.getContext('webgl'); if (!g) return;"
        "g.clearColor(0, 128 / 255, 0, 1); g.clear(g.COLOR_BUFFER_BIT);"
        "document.body.append(localStorage.x) }</script>"
    )
    assert pixel(seen(body).pictures[0]) == GREEN


def test_what_a_page_lacks_and_what_fails_in_it_is_said():
    body = (
        "<img src=a.png><script src='https://cdn.example.com/x.js'></script>"
        "<script>console.error('broken', 7); missing()</script>"
    )
    made = seen(body)
    assert made.facts["missing"] == ["/a.png"]
    assert made.facts["refused"] == {"cdn.example.com": 1}
    assert made.facts["console_errors"] == 2
    assert made.facts["errors"] == ["broken 7", "ReferenceError: missing is not defined"]
    assert {gap.what for gap in made.gaps} == {GapReason.REMOTE, GapReason.MISSING}
    assert seen("<p>x</p>").gaps == ()


LETTERS = (
    ("utf-8", ""),
    ("utf-8-sig", ""),
    ("latin-1", "<meta charset=iso-8859-1>"),
    ("utf-16", ""),
    ("latin-1", ""),
)


@pytest.mark.parametrize(("encoding", "head"), some(LETTERS, 3))
def test_letters_are_those_of_the_encoding(encoding, head):
    script = "<p id=p>é</p><script>document.body.style.background = p.textContent === '\\u00e9' ? 'green' : 'red'</script>"
    data = f"<!doctype html>{head}<style>{FILL} p {{ margin: 20px }}</style>{script}".encode(
        encoding
    )
    assert pixel(drawn(one_page(data)).pictures[0]) == GREEN


FILES = {
    "site/index.html": b"<!doctype html><link rel=stylesheet href=css/s.css><script type=module "
    b"src='../js/m.js'></script><p id=p>x</p><a href=other.html>other</a>",
    "site/css/s.css": b"body { background: red } p { color: white }",
    "js/m.js": b"import { colour } from './c.js'; const w = new Worker('/js/w.js'); "
    b"w.onmessage = e => { document.body.style.background = e.data === 5 ? colour : 'blue' }",
    "js/c.js": b"export const colour = 'green'",
    "js/w.js": b"importScripts('v.js'); fetch('/data.json').then(r => r.json())"
    b".then(d => postMessage(d.n + v))",
    "js/v.js": b"const v = 2",
    "data.json": b'{"n": 3}',
    "deep/er/index.html": b"not this one",
}


def folder(files):
    return Folder({path: FolderFile(content) for path, content in files.items()})


def test_a_folder_is_drawn_with_its_files():
    for data in (
        pack_folder(folder(FILES)),
        pack_changes(Changes("0" * 64, "1" * 64, folder(FILES), ())),
    ):
        made = FOLDERS(data)
        assert made.failure is None
        assert pixel(made.pictures[0]) == GREEN
        assert made.facts["missing"] == []
        assert made.facts["errors"] == []


def test_a_folder_without_a_page_and_a_damaged_one_say_so():
    assert "index.html" in FOLDERS(pack_folder(folder({"a.txt": b"x"}))).failure
    assert FOLDERS(b"PK\x03\x04").failure
    assert (
        site_in({"b/index.html": b"", "a/index.html": b"", "Index.HTM": b""}).start == "Index.HTM"
    )


def test_doctor_tries_a_page(monkeypatch):
    (probe,) = PROBES
    found = probe.look()
    assert found.state is State.FOUND
    assert found.fact.startswith("Chrom")
    assert found.fact.endswith(("bubblewrap", "flags"))
    monkeypatch.setenv(finding.VARIABLE, "/nothing/here")
    found = probe.look()
    assert found.state is State.MISSING
    assert "/nothing/here" in found.detail
    assert found.remedy


def test_what_cannot_draw_a_page_is_named(monkeypatch):
    monkeypatch.setenv(finding.VARIABLE, "/usr/bin/env")
    made = PAGE(page("x"))
    assert made.pictures == ()
    assert made.failure
    assert PROBES[0].look().state is State.MISSING
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(finding, "_PLACES", ())
    monkeypatch.delenv(finding.VARIABLE)
    assert "Chromium" in PAGE.missing()
    assert "Chromium" in PAGE(page("x")).failure


@pytest.mark.parametrize(("said", "tried"), [("No usable sandbox!", [True, False]), ("x", [True])])
def test_its_own_sandbox_is_done_without_only_where_the_browser_says_so(said, tried, monkeypatch):
    asked = []

    @contextmanager
    def started(_program, _by, *, is_guarded):
        asked.append(is_guarded)
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        with subprocess.Popen(["/bin/sh", "-c", f"echo '{said}' >&2"], **pipes) as process:
            yield process

    monkeypatch.setattr(rendering, "started", started)
    made = PAGE(page("x"))
    assert asked == tried
    assert said in made.failure
