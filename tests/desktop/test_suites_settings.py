"""How suites run on this computer, in the window's settings: what is set up, and a test of it."""

from __future__ import annotations

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.cli.conftest import xpert
from tests.packs.suites.histories import bench
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.settings import project_id
from xpert_studio.packs.suites.local import LocalSettings

__all__ = ["xpert"]


@pytest.fixture
def file(xpert, config, tmp_path):
    return bench(xpert, tmp_path, 2)


def local(file):
    with ProjectFile.open(file, read_only=True) as project, project.reading() as tx:
        return LocalSettings.read(project_id(tx))


@pytest.fixture
def posted():
    """What an address on this computer is sent."""
    found: list[object] = []

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self):
            found.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Taking)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    found.insert(0, f"http://127.0.0.1:{server.server_port}/told")
    yield found
    server.shutdown()
    server.server_close()


def enter(hands, key, text):
    field = hands.page.form.inputs[key].widget
    field.setFocus()
    field.clear()
    hands.type(text)
    field.editingFinished.emit()
    hands.settle()


def test_a_command_and_an_address_are_set_up_and_tested(hands, file, tmp_path, posted):
    hands.open(file, "mei")
    hands.go("settings")
    assert [hands.window.tabs.tabText(n) for n in range(hands.window.tabs.count())] == [
        "This program", "Suites",
    ]  # fmt: skip
    hands.go("suite-settings")
    assert "Nothing is set up" in hands.page.state.text()
    assert not hands.page.test.isEnabled()
    told = tmp_path / "told.json"
    hook = tmp_path / "hook.py"
    hook.write_text("import sys; open(sys.argv[1], 'w').write(sys.stdin.read())")
    enter(hands, "hook", f"{sys.executable} {hook} {told}")
    enter(hands, "webhook", posted[0])
    assert local(file).hook == (sys.executable, str(hook), str(told))
    assert hands.page.state.text() == f"Set up: a command, {posted[0]}"
    hands.click("Send a test")
    hands.settle()
    assert hands.page.outcome.text() == "It was taken."
    assert json.loads(told.read_text()) == posted[1] == {"test": True, "regressions": []}


def test_what_fails_is_said_and_nothing_wrong_is_kept(hands, file):
    hands.open(file, "mei")
    hands.go("suite-settings")
    enter(hands, "webhook", "ftp://there")
    assert "Address cannot be 'ftp://there'." in hands.page.form.error("webhook")
    assert local(file).webhook == ""
    enter(hands, "webhook", "")
    enter(hands, "hook", f"{sys.executable} -c 'raise SystemExit(7)'")
    hands.click("Send a test")
    hands.settle()
    assert hands.page.outcome.text() == "The hook for regressions ended with code 7."
    assert hands.page.outcome.property("kind") == "bad"
    enter(hands, "hook", "python 'half")
    assert hands.page.form.error("hook") == "Close its quotation marks."
    assert local(file).hook[-1] == "raise SystemExit(7)"


def test_how_systems_are_run_is_listed_and_forgotten(hands, xpert, file):
    assert xpert("suite", "local", file, "--system", "agent", "--command", "python a.py").code == 0
    hands.open(file, "mei")
    hands.go("suite-settings")
    assert hands.reads("python a.py")
    hands.click("Forget")
    hands.click(hands.dialog.act)
    hands.settle()
    assert local(file).systems == {}
    assert not hands.reads("python a.py")


def test_the_command_line_sends_a_test_too(xpert, file, posted):
    none = xpert("suite", "local", file, "--test")
    assert (none.code, "Neither a command nor an address" in none.err) == (2, True)
    said = xpert("suite", "local", file, "--webhook", posted[0], "--test", "--json")
    assert (said.code, said.json["test"]) == (0, "sent")
    assert posted[1] == {"test": True, "regressions": []}
    failed = xpert("suite", "local", file, "--webhook", "http://127.0.0.1:9/", "--test")
    assert (failed.code, "webhook for regressions failed" in failed.err) == (1, True)
