"""A stranger's provider of a protocol of its own: the program scores by it as by any other."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.packs.lab_project import lab_into, program

KEY = "lab-key-0123456789abcdef"


class Host(ThreadingHTTPServer):
    """A server of the lab's protocol: it tires once, and knows no setting called warmth."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Asked)
        self.bodies: list[dict] = []
        self.keys: set[str] = set()
        self.tired = True
        self.refuses_key = False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v3"


class _Asked(BaseHTTPRequestHandler):
    server: Host

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        host = self.server
        host.bodies.append(body)
        host.keys.add(self.headers["X-Lab-Key"])
        if self.path != "/v3/ask":
            self._say(404, {"problem": "no such place"})
        elif host.refuses_key:
            self._say(401, {"message": f"unknown key {KEY}"})
        elif host.tired:
            host.tired = False
            self._say(429, {"message": "too fast"}, **{"Retry-After": "0"})
        elif "warmth" in body:
            self._say(400, {"message": "unknown field warmth"})
        else:
            ids = body["shape"]["properties"]["verdicts"]["items"]["properties"]["id"]["enum"]
            met = [
                {"id": one, "evidence": [], "rationale": "So it says.", "met": True} for one in ids
            ]
            said = json.dumps({"verdicts": met})
            spent = {"read": 100, "written": 20}
            self._say(200, {"said": said, "end": "done", "of": body["of"], "spent": spent})

    def _say(self, status: int, answer: dict, **headers: str) -> None:
        data = json.dumps(answer).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def host():
    made = Host()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture
def score(tmp_path, monkeypatch, host):
    monkeypatch.setenv("LAB_HOST_KEY", KEY)
    folder = lab_into(tmp_path)

    def call(*words, site=True):
        asked = ("score", "p.xpert", "--judge", "lab-host:host-1", "--base-url", host.url)
        there = folder / "site" if site else ""
        return program(*asked, *words, "--as", "lena", "--json", site=there, home=folder)

    return call


def test_it_judges_by_its_own_protocol(score, host):
    done = score("--temperature", "0.5", "--tasks", "t3")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert (told["state"], told["ok"], told["invalid"]) == ("done", 6, 0)
    assert host.keys == {KEY}
    assert {body["of"] for body in host.bodies} == {"host-1"}
    last = host.bodies[-1]
    assert "warmth" not in last and any(body.get("warmth") == 0.5 for body in host.bodies)
    assert last["rules"] and "Names the rent that is due." in json.dumps(last["parts"])
    calls = len(host.bodies)
    again = json.loads(score("--temperature", "0.5", "--tasks", "t3").stdout)
    assert (again["calls"], again["known"], len(host.bodies)) == (0, 6, calls)


def test_what_it_says_in_an_error_is_told_without_the_key(score, host):
    host.refuses_key = True
    done = score("--tasks", "t3")
    assert done.returncode != 0
    assert "did not accept the API key" in done.stdout + done.stderr
    assert KEY not in done.stdout + done.stderr


def test_a_judge_of_it_needs_the_pack(score):
    done = score("--tasks", "t3", site=False)
    assert done.returncode == 2
    assert "There is no provider 'lab-host'." in json.loads(done.stdout)["message"]
