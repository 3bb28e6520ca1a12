"""Responses side by side: who sees which of them, in which order, and what was decided on each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import begin, xpert
from tests.workflow.blinded import IDS, PENDING, SYSTEMS, VERDICT, blinded_studio
from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio

__all__ = ["begin", "xpert"]
LENA, OMAR = ("--as", "lena"), ("--as", "omar")
SAMPLE = Path(__file__).resolve().parents[2] / "sample_projects" / "four_professions"


@pytest.fixture
def blinded(tmp_path, monkeypatch):
    studio = blinded_studio(tmp_path / "p.xpert")
    studio.project.close()
    monkeypatch.chdir(tmp_path)
    return studio


def compared(xpert, *words, person=LENA, task="t1"):
    done = xpert("response", "compare", "p.xpert", task, *words, "--json", *person)
    assert done.code == 0, done
    return done.json


@pytest.mark.parametrize("person", [*PENDING, "", "unknown"])
def test_who_still_judges_the_task_is_refused(xpert, blinded, person):
    named = ("--as", person) if person else ()
    done = xpert("response", "compare", "p.xpert", "t1", *named)
    assert done.code != 0 and "judge" in done.err
    assert not any(word in done.out + done.err for word in (*SYSTEMS, "Answer", VERDICT))


def test_a_lead_sees_systems_and_values_and_an_adjudicator_letters(xpert, blinded):
    data = compared(xpert)
    assert {it["system"] for it in data["responses"]} == {*SYSTEMS}
    assert data["rater"] == "experts" and data["raters"] == ["experts", "j1"]
    by_judge = compared(xpert, "--judge", "j1")
    values = [it["checkpoints"] for it in by_judge["responses"]]
    assert all(
        mark["met"] is False and mark["reason"] == VERDICT for it in values for mark in it.values()
    )
    blind = compared(xpert, person=OMAR)
    assert {it["system"] for it in blind["responses"]} == {None}
    assert not any(word in json.dumps(blind) for word in (*SYSTEMS, *IDS))
    assert all(it["score"] is None for it in blind["responses"])
    named = [it["response"].partition(":")[2] for it in blind["responses"]]
    one = compared(xpert, "--systems", named[1], person=OMAR)
    assert [it["response"] for it in one["responses"]] == [f"t1:{named[1]}"]
    refused = xpert("response", "compare", "p.xpert", "t1", "--systems", SYSTEMS[0], *OMAR)
    assert refused.code != 0, "the name of a hidden system names nothing"


def test_an_expert_who_has_judged_sees_the_texts_and_no_decision(xpert, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    studio = Studio(tmp_path / "p.xpert")
    for one in studio.answered("t1", ("aurora", "borealis")):
        studio.judged(one, "maria")
    studio.project.close()
    data = compared(xpert, person=("--as", "maria"))
    assert len(data["responses"]) == 2 and data["rater"] is None
    assert all(set(it["checkpoints"].values()) == {None} for it in data["responses"])
    assert all(it["system"] is None for it in data["responses"])


def test_the_experts_marks_are_their_confirmed_judgments_as_in_results(
    xpert, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    studio = Studio(tmp_path / "p.xpert")
    (first, second) = studio.answered("t1", ("aurora", "borealis"))
    studio.judged(first, "maria")
    studio.judged(second, "maria", met=False)
    confirm(studio.omar, first, "maria")
    studio.project.close()
    data = compared(xpert)
    marks = [
        (it["score"], {(mark or {}).get("met") for mark in it["checkpoints"].values()})
        for it in data["responses"]
    ]
    assert data["rater"] == "experts" and marks == [(1.0, {True}), (None, {None})]


def test_the_best_come_first_with_quotes_and_failures(xpert, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lead = ("--as", "lead-moreau")
    assert xpert("import", "p.xpert", SAMPLE, "--new", *lead).code == 0
    lin = ("--as", "expert-lin")
    before = compared(xpert, person=lead, task="law-lease-break")
    scores = [it["score"] for it in before["responses"]]
    known = [score for score in scores if score is not None]
    assert known == sorted(known, reverse=True) and scores[: len(known)] == known
    letters = compared(xpert, "--by", "letter", person=lead, task="law-lease-break")
    names = [it["response"] for it in letters["responses"]]
    assert names == sorted(names)
    mini = next(it for it in before["responses"] if it["system"] == "cirrus-mini")
    failed = next(id_ for id_, mark in mini["checkpoints"].items() if mark.get("met") is False)
    assert any(mark["quotes"] for mark in mini["checkpoints"].values())
    done = xpert("failure", "tag", "p.xpert", "law-lease-break:cirrus-mini", failed, "style", *lin)
    assert done.code == 0, done
    (one,) = compared(xpert, "--systems", "cirrus-mini", person=lead, task="law-lease-break")[
        "responses"
    ]
    assert one["checkpoints"][failed]["notes"] == ["Wrong calculation", "Style"]
    said = xpert("response", "compare", "p.xpert", "law-lease-break", *lead).out
    assert "aurora-2" in said and "Style" in said
    page = xpert("sections", "p.xpert", "responses", "--ask", "task=law-lease-break", *lead)
    assert page.code == 0 and "cirrus-mini" in page.out


def test_what_is_not_there_is_refused_with_its_remedy(xpert, blinded):
    for words, said in (
        (("--systems", "nobody"), "There are: "),
        (("--systems", f"{SYSTEMS[0]},{SYSTEMS[0]}"), "named twice"),
        (("--by", "colour"), "Order them by: rank, letter"),
        (("--judge", "j9"), "Those who did: experts, j1"),
        (("--level", "hard"), "no level hard"),
        (("--turn", "2"), "have no turns"),
    ):
        done = xpert("response", "compare", "p.xpert", "t1", *words, *LENA)
        assert done.code != 0 and said in " ".join(done.err.split()), (words, done)
    assert xpert("response", "compare", "p.xpert", "t9", *LENA).code != 0
