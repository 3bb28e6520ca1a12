"""What was done with records of packs is a sentence in the history, by the kind of the records."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from tests.cli.conftest import xpert
from tests.packs.norming.test_norming import EXPERTS, FIRST, judged, point_of, prepared
from tests.packs.qualification.conftest import SECRETS, answered, examined_studio, tried
from xpert_studio.core.packs import packs
from xpert_studio.core.records import LogEntry
from xpert_studio.core.records.record_kinds import record_kinds
from xpert_studio.core.wording import speak
from xpert_studio.core.workflow import undo
from xpert_studio.core.workflow.views.seen_history import read_history
from xpert_studio.desktop.pages.history.words import details_of, line_of
from xpert_studio.packs.norming.sessions import comment, reveal
from xpert_studio.report.deeds import deed

__all__ = ["xpert"]
OWN = [
    pytest.param(pack.id, kind, id=f"{pack.id}.{kind.id}")
    for pack in packs()
    if pack.package.startswith("xpert_studio.packs.")
    for kind in record_kinds(pack).values()
]


def entry(command, pack, kind, n):
    details = {"pack": pack, "kind": kind, "records": n}
    return LogEntry(at=datetime(2026, 1, 1, tzinfo=UTC), command=command, details=details)


@pytest.fixture(params=["en", "zh"])
def language(request):
    speak(request.param)
    yield request.param
    speak("en")


@pytest.mark.parametrize(("pack", "kind"), OWN)
def test_every_kind_of_records_brings_its_sentence(pack, kind, language):
    assert kind.counted is not None, "a kind of records needs `counted`; see docs/packs.md"
    for command in ("pack.put", "pack.remove"):
        said = [deed(entry(command, pack, kind.id, n)) for n in (1, 3)]
        assert f"{pack}.{kind.id}" not in " ".join(said)
        assert "{" not in " ".join(said)
        is_counted = "1" in said[0]
        assert not is_counted or ("3" in said[1] and said[0] != said[1])


def test_a_kind_that_is_not_known_here_is_counted_by_its_pack(language):
    assert "lab" in deed(entry("pack.put", "lab", "star", 2))


def test_norming_tells_what_was_done_and_not_what_was_decided(tmp_path, xpert):
    studio, responses = prepared(tmp_path / "exam.xpert")
    for who in EXPERTS:
        judged(studio, responses, FIRST, who)
    reveal(studio.omar, "n1")
    comment(studio.maria, "n1", responses[0], point_of(studio), "Clause nine says otherwise.")
    undo(studio.maria)
    for person in ("lena", "omar", "wei", "kim"):
        history = read_history(studio.ctx(person))
        told = " ".join(deed(step.event) for step in history.steps)
        assert "started a norming session" in told
        assert "undid a change: commented in a norming session" in told
        assert "Clause nine" not in told
    studio.project.close()
    for person in ("wei", "kim", "lena"):
        said = xpert("history", "exam.xpert", "--as", person)
        assert "revealed the first round of a norming session" in said.out
        assert not re.search(r"norming\.|\(1\)", said.out)
        assert "Clause nine" not in said.out + xpert(
            "history", "exam.xpert", "--as", person, "--json"
        ).out  # fmt: skip


@pytest.mark.parametrize("person", ["rae", "wei", "lena"])
def test_an_examination_tells_no_key_no_answer_and_no_id_of_records(tmp_path, xpert, person):
    studio = examined_studio(tmp_path / "exam.xpert")
    answered(studio)
    tried(studio)
    studio.project.close()
    said = xpert("history", "exam.xpert", "--as", person, "--limit", "0")
    assert "answered a question of an examination" in said.out
    assert "qualification." not in said.out
    told = said.out + xpert("history", "exam.xpert", "--as", person, "--json", "--limit", "0").out
    for secret in (*SECRETS, "Month 30", "Six months' notice", "It says so plainly."):
        assert secret not in told


def test_the_window_says_the_same_sentence(tmp_path):
    from xpert_studio.core.workflow.views.project_state import look_around

    studio = examined_studio(tmp_path / "exam.xpert")
    state = look_around(studio.project)
    steps = [s for s in read_history(studio.omar).steps if "pack" in s.event.details]
    assert steps
    for step in steps:
        said = " ".join((line_of(step.event, state), *details_of(step.event, state)))
        assert deed(step.event) in said
        assert "qualification." not in said
    studio.project.close()
