"""Judge or system: a frozen set asked with every evaluation says how much of a change is whose."""

from __future__ import annotations

import pytest

from tests.loopback import LoopbackServer
from tests.packs.datasheet.projects import JUDGE, LEAD, Mind, gold_project, truth

TASKS = 16
POINTS = 4


@pytest.fixture
def mind():
    return Mind()


@pytest.fixture
def server(mind):
    with LoopbackServer(answer=mind.answer) as made:
        yield made


@pytest.fixture
def project(xpert, tmp_path):
    path = tmp_path / "p.xpert"
    gold_project(path, tasks=TASKS, points=POINTS).close()
    names = ",".join(f"t{n}" for n in range(TASKS))
    words = ("suite", "define", path, "core", "--capability", f"All={names}", "--judge", JUDGE)
    assert xpert(*words, "--pass", "0.5", *LEAD).code == 0
    return path


@pytest.fixture
def run(xpert, project, server, tmp_path):
    """Runs the suite on a revision whose responses lack some facts."""

    def run(revision: str, *more: object, lacking: int = 0):
        folder = tmp_path / revision
        folder.mkdir()
        for t in range(TASKS):
            facts = " ".join(f"fact-{c}" for c in range(lacking, POINTS) if truth(t, 0, c))
            (folder / f"t{t}.txt").write_text(f"Case {t} by agent: {facts}. Revision {revision}.")
        words = ("suite", "run", project, "core", "--system", "agent", "--from", folder)
        url = ("--judge-url", server.openai_url)
        return xpert(*words, "--revision", revision, *url, *more, *LEAD)

    return run


def looked(xpert, project):
    return xpert("sections", project, "suite-evaluation", "--json", *LEAD).json


def test_a_milder_judge_is_told_from_a_better_system(xpert, project, run, mind):
    first = run("r1", "--frozen", "12")
    assert (first.code, "asked again about 12 frozen forms" in first.out) == (0, True), first.err
    mind.generous = True
    assert run("r2", "--frozen", "12").code == 0
    found = looked(xpert, project)
    part = found["judge_part"]
    assert (part["forms"], part["clusters"]) == (12, 12)
    assert part["judge_changed"] is True
    # The system says the same facts as before: all of its change is of the judge.
    assert part["judge_change"] > 0.1
    assert part["judge_change"] == pytest.approx(part["score_change"], abs=0.15)
    said = xpert("sections", project, "suite-evaluation", *LEAD).out
    assert "So part of the change is the judge’s." in said
    assert "on 12 frozen responses of 12 clusters the judge moved by +" in said


def test_a_worse_system_before_the_same_judge_is_the_systems(xpert, project, run):
    run("r1", "--frozen", "12")
    run("r2", "--frozen", "12", lacking=2)
    part = looked(xpert, project)["judge_part"]
    assert (part["judge_change"], part["judge_changed"]) == (0.0, False)
    assert part["score_change"] < -0.2
    said = xpert("sections", project, "suite-evaluation", *LEAD).out
    assert "no part of the change is shown to be the judge’s" in said


def test_where_it_was_not_asked_the_page_says_how_to_know(xpert, project, run):
    run("r1")
    run("r2", lacking=4)
    found = looked(xpert, project)
    assert (found["answer"], found["judge_part"]) == ("regressed", None)
    assert "--frozen 20" in xpert("sections", project, "suite-evaluation", *LEAD).out


def test_a_set_asked_only_with_one_of_two_says_nothing(xpert, project, run):
    run("r1", "--frozen", "8")
    run("r2")
    assert looked(xpert, project)["judge_part"] is None


def test_without_gold_the_evaluation_stands_and_says_what_is_missing(xpert, tmp_path, server):
    path = tmp_path / "none.xpert"
    gold_project(path, tasks=2, points=2, gold=False).close()
    words = ("suite", "define", path, "core", "--capability", "All=t0,t1", "--judge", JUDGE)
    assert xpert(*words, *LEAD).code == 0
    words = ("suite", "run", path, "core", "--system", "s0", "--frozen", "4")
    said = xpert(*words, "--judge-url", server.openai_url, *LEAD)
    assert said.code == 0, said.err
    assert "There is no gold form" in said.out
    assert len(xpert("suite", "show", path, "core", "--json", *LEAD).json["evaluations"]) == 1
