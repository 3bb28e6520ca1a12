"""``media render`` and ``media list``: by the real command, alone and before a run."""

from __future__ import annotations

import json

import pytest

from tests.documents_made import SCANNED, pdf
from tests.loopback import LoopbackServer
from tests.program import carried_out
from tests.workflow.studio import Studio
from xpert_studio.core.documents.document import GapReason
from xpert_studio.core.messages import Message
from xpert_studio.core.workflow import NewFile, NewResponse, add_responses, media


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    studio = Studio(tmp_path / "p.xpert")
    studio.ready()
    new = [
        NewResponse("t1", "aurora", "See it.", files=(NewFile("aurora.pdf", pdf(SCANNED, "x")),)),
        NewResponse("t1", "borealis", "And it.", files=(NewFile("b.pdf", b"%PDF-1.4 junk"),)),
    ]
    add_responses(studio.lena, new)
    studio.project.close()
    return "p.xpert"


def listed(*words: str):
    return json.loads(carried_out("media", "list", "p.xpert", "--json", *words).out)


def test_pictures_are_made_listed_and_made_again(project):
    before = listed("--as", "lena")
    assert {row["problem"] for row in before} == {"no pictures were made yet"}
    made = carried_out("media", "render", "p.xpert", "--as", "lena", "--json")
    assert made.code == 4  # one of them is damaged
    told = json.loads(made.out)
    assert sorted(len(one["pictures"]) for one in told["rendered"]) == [0, 2]
    rows = {row["file"]: row for row in listed("--as", "lena")}
    assert (rows["aurora.pdf"]["pictures"], rows["aurora.pdf"]["pages"]) == (2, 2)
    assert rows["b.pdf"]["problem"] == GapReason.UNREADABLE.value
    assert rows["b.pdf"]["rendering"]["failure"] == GapReason.UNREADABLE.value
    labels = [one["label"] for one in rows["aurora.pdf"]["rendering"]["pictures"]]
    assert labels == ["page 1", "page 2"]
    again = carried_out("media", "render", "p.xpert", "--as", "lena")
    assert (again.code, "Made pictures of 0 files" in again.out) == (0, True)
    all_again = carried_out("media", "render", "p.xpert", "--again", "--as", "lena", "--json")
    assert len(json.loads(all_again.out)["rendered"]) == 2
    said = carried_out("history", "p.xpert", "--as", "lena").out
    assert "made pictures of files" in said


def test_of_one_response_alone(project):
    made = carried_out(
        "media", "render", "p.xpert", "--response", "t1:aurora", "--as", "lena", "--json"
    )
    assert (made.code, len(json.loads(made.out)["rendered"])) == (0, 1)
    assert {row["file"]: row["pictures"] for row in listed("--as", "lena")} == {
        "aurora.pdf": 2, "b.pdf": 0,
    }  # fmt: skip
    assert [row["pictures"] for row in listed("--response", "t1:aurora", "--as", "lena")] == [2]
    assert carried_out("media", "render", "p.xpert", "--task", "no", "--as", "lena").code == 2


def test_who_judges_sees_no_name(project):
    carried_out("media", "render", "p.xpert", "--as", "lena")
    said = (
        json.dumps(listed("--as", "maria"))
        + carried_out("media", "list", "p.xpert", "--as", "maria").out
    )
    assert "aurora" not in said.casefold()
    assert "borealis" not in said.casefold()


def test_what_is_missing_here_is_said_with_the_remedy(project, monkeypatch):
    class Absent:
        id, version = "pdf", "1"

        def missing(self):
            return Message("LibreOffice is missing.")

    monkeypatch.setattr(media, "renderer_of", lambda _: Absent())
    from xpert_studio.core.workflow.views import media as view

    monkeypatch.setattr(view, "renderer_of", lambda _: Absent())
    made = carried_out("media", "render", "p.xpert", "--as", "lena")
    assert (made.code, made.err.count("LibreOffice is missing.")) == (0, 1)
    assert {row["problem"] for row in listed("--as", "lena")} == {"LibreOffice is missing."}


def test_a_run_makes_what_it_needs_and_a_dry_run_makes_nothing(project, monkeypatch):
    with LoopbackServer() as server:
        words = ("score", "p.xpert", "--judge", "compatible:local", "--base-url",
                 server.openai_url, "--mode", "zero-shot", "--as", "lena")  # fmt: skip
        monkeypatch.setenv("XPERT_STUDIO_COMPATIBLE_KEY", "sk-test")
        carried_out(*words, "--dry-run")
        assert all(row["pictures"] == 0 for row in listed("--as", "lena"))
        done = carried_out(*words)
        assert done.code in {0, 4}, done.err
        assert max(len(request.images) for request in server.requests) == 2
    assert {row["file"]: row["pictures"] for row in listed("--as", "lena")}["aurora.pdf"] == 2
