"""Work on alignment from the command line: certificates, disagreements and what they come of."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from tests.loopback import LoopbackServer, graders
from tests.store.faults import no_room_for_certificates
from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.core.records import Cause
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.core.workflow import override


@pytest.fixture(autouse=True)
def as_lead(monkeypatch):
    """Results name systems, and experts of this project still judge blind."""
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena")


@pytest.fixture
def lease(tmp_path):
    """A project on which a judge that finds all met has something to differ on: two lines of one
    response, which Maria found met and Omar overrode."""
    return _lease_in(tmp_path).path


def _lease_in(folder):
    studio = Studio(folder / "lease.xpert")
    studio.through(_differ)
    return studio.make().project


def _differ(studio):
    answers = studio.answered(models=("aurora", "borealis"))
    with studio.project.reading() as tx:
        first, second, _ = tasks.rubric_of(tx, "t1")
    for response in answers:
        studio.judged(response)
    for point in (first, second):
        override(studio.omar, answers[1], "maria", point.id, note="It is not said.")
    for response in answers:
        confirm(studio.omar, response, "maria")


@pytest.fixture
def scored(begin, tmp_path):
    begin(_score)
    return tmp_path / "lease.xpert"


def _score(xpert):
    with _lease_in(Path.cwd()) as project, LoopbackServer() as server:
        said = xpert(
            "score", project.path, "--judge", "compatible:m", "--base-url", server.openai_url
        )
    assert said.code == 0, said.err
    assert "Alignment kept as a certificate (cert-" in said.out
    assert "evidence incomplete: " in said.out


def cases(xpert, project, *options, person="lena"):
    said = xpert("disagreements", project, "--as", person, *options, "--json")
    assert said.code == 0, said.err
    return said.json


def test_align_tells_of_experts_weak_points_and_certificates(xpert, scored):
    (found,) = xpert("align", scored, "--json").json.values()
    assert found["by"]["expert"]["maria"]["n"] == 6
    assert found["by"]["expert"]["maria"]["specificity"] == 0.0
    assert found["by"]["domain"]["Law"]["p_tied"] == 1.0
    assert found["by"]["tier"]["Important"]["kappa_interval"] is None, "one task says nothing"
    assert found["weakest"] == {
        "by": None, "name": None, "is_sure": False, "compared": 0, "too_small": 3,
    }  # fmt: skip
    assert found["certificate_is_current"] is True
    (certificate,) = found["certificates"]
    assert certificate["figures"]["n"] == 6
    assert certificate["run_id"].startswith("run-")
    said = xpert("align", scored, "--by", "expert").out
    assert "maria" in said
    assert "nothing it is bound to has changed since" in said
    assert "can be compared with the rest: it takes two of a kind" in said


def test_what_was_settled_and_said_anew_names_the_next_step(xpert, scored):
    case = cases(xpert, scored)["disagreements"][0]["case"]
    for cause, following in (
        ("unsaid_policy", f"people grading-policy {scored.name} --text @POLICY"),
        ("expert_error", f"--challenge {case}"),
        ("ambiguous_checkpoint", f"--fix {case}"),
    ):
        settle = ("--resolve", case, "--cause", cause, "--reason", "x")
        said = xpert("disagreements", scored, "--as", "lena", *settle)
        assert (said.code, said.out.splitlines()[0]) == (
            0,
            "Named the cause of disagreements (t1).",
        )
        assert following in said.out
    said = xpert("people", "grading-policy", scored, "--as", "lena", "--text", "Name it.", "--reason", "x")  # fmt: skip
    command = said.out.rpartition("Next: xpert-studio ")[2].split()
    assert command[:3] == ["score", scored.name, "--again"]
    with LoopbackServer() as server:
        again = xpert("score", scored, "--again", command[3], "--base-url", server.openai_url)
    assert again.code == 0, again.err
    assert "Alignment kept as a certificate" in again.out


def test_a_stale_certificate_is_renewed_on_demand(xpert, scored):
    assert xpert("disagreements", scored, "--as", "lena", "--challenge",
                 cases(xpert, scored)["disagreements"][0]["case"], "--reason", "Look again.").code == 0  # fmt: skip
    said = xpert("align", scored).out
    assert "stale, since these have changed: gold judgments, verdicts" in said
    said = xpert("align", scored, "--certify", "--as", "lena")
    assert said.code == 0
    assert "1 verdict without its pair: on the 5 answers that both have" in said.out
    (found,) = xpert("align", scored, "--json").json.values()
    assert [item["made_by"] for item in found["certificates"]] == [None, "lena"]
    assert found["between_last_two"]["only_before"] == 1
    assert xpert("align", scored, "--certify", "--as", "nobody").code == 2
    assert xpert("align", scored, "--by", "moon").code == 2


def test_disagreements_are_listed_settled_and_opened_again(xpert, scored):
    found = cases(xpert, scored)
    assert found["counts"] == {"open": 2, "resolved": 0, "outdated": 0}
    assert [row["cost"] for row in found["disagreements"]] == [7.0, 7.0]
    names = [row["case"] for row in found["disagreements"]]
    assert names[0].startswith("t1:")
    assert "borealis" not in str(found), "names of systems are not needed to find a case"
    settle = ("--resolve", names[0], "--cause", "judge_error", "--reason", "It reads kindly.")
    said = xpert("disagreements", scored, "--as", "lena", *settle)
    assert (said.code, said.out.strip()) == (0, "Named the cause of disagreements (t1).")
    row = cases(xpert, scored, "--state", "resolved")["disagreements"][0]
    assert (row["case"], row["cause"], row["reason"], row["by"]) == (
        names[0], "judge_error", "It reads kindly.", "lena",
    )  # fmt: skip
    assert len(cases(xpert, scored, "--state", "open")["disagreements"]) == 1
    assert cases(xpert, scored, "--caused-by", "expert_error")["total"] == 0
    shown = xpert("disagreements", scored, "--as", "lena", "--show", names[0]).out
    for words in ("Maria: not met", "It is not said.", "The response does this.", "by lena"):
        assert words in shown
    assert xpert("undo", scored, "--as", "lena").code == 0
    assert cases(xpert, scored)["counts"]["open"] == 2
    assert xpert("redo", scored, "--as", "lena").code == 0
    assert xpert("disagreements", scored, "--as", "lena", "--withdraw", names[0]).code == 0
    assert cases(xpert, scored)["counts"]["open"] == 2
    assert "It reads kindly." in xpert("history", scored).out


def test_each_remedy_does_what_it_says(xpert, scored):
    name = cases(xpert, scored)["disagreements"][0]["case"]
    say = ("disagreements", scored, "--as", "lena")
    assert xpert(*say, "--anchor", name, "--reason", "An example.").code == 0
    said = xpert(*say, "--fix", name, "--reason", "By number or in words?")
    assert "open for its author" in said.out
    with ProjectFile.open(scored) as project, project.reading() as tx:
        assert tasks.get_task(tx, "t1").standing.value == "rubric"
    said = xpert(*say, "--challenge", name, "--expert", "wei", "--reason", "So.")
    assert said.code == 2
    assert "Those who have: maria" in said.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--resolve", "t1:A"), "names no case"),
        (("--resolve", "t1:Q/c1", "--cause", "judge_error", "--reason", "x"), "no response"),
        (("--resolve", "t1:A/c1", "--reason", "x"), "name its cause"),
        (("--resolve", "t1:A/c1", "--keep", "t1:A/c1"), "One thing at a time"),
        (("--judge", "nobody"), "no judge nobody"),
        (("--keep", "t1:A/c1"), "no such checkpoint"),
    ],
)
def test_what_cannot_be_is_refused_in_words(xpert, scored, options, words):
    said = xpert("disagreements", scored, "--as", "lena", *options)
    assert said.code != 0
    assert words in said.err


def test_whoever_judges_learns_nothing(xpert, scored):
    said = xpert("disagreements", scored, "--as", "maria")
    assert said.code == 5
    assert "Judging is blind" in said.err
    found = cases(xpert, scored, person="ada")
    assert (found["total"], found["withheld"]) == (0, 2)


def test_without_a_judge_the_way_to_one_is_told(xpert, lease):
    said = xpert("disagreements", lease, "--as", "lena")
    assert said.code == 2
    assert "Score responses" in said.err


def test_flip_rates_name_task_and_checkpoint(xpert, project):
    """Checkpoint ids are unique within a task only, so a rate needs both names."""
    flips = cycle([True, False])

    def decide(request, name):
        return next(flips) if name == "c1" and b"case 1" in request.body else True

    answer = graders.verdicts(decide)
    with LoopbackServer(answer=answer) as server:
        said = xpert("score", project, "--judge", "compatible:m", "--trials", "3",
                     "--concurrency", "1", "--base-url", server.openai_url)  # fmt: skip
    assert said.code == 0, said.err
    (found,) = xpert("align", project, "--json").json.values()
    rates = found["self_agreement"]["flip_rates"]
    assert rates == {
        "t0": {"c0": 0.0, "c1": 0.0, "c2": 0.0},
        "t1": {"c0": 0.0, "c1": 1.0, "c2": 0.0},
    }


def test_a_certificate_that_could_not_be_written_is_made_up_for(xpert, lease):
    with LoopbackServer() as server:
        command = ("score", lease, "--judge", "compatible:m", "--base-url", server.openai_url)
        with no_room_for_certificates():
            said = xpert(*command)
            assert said.code == 4, "partly done"
            assert "was not certified" in said.err
            assert "the disk is full" in said.err
            assert "Run the command again to certify it" in said.err
            told = xpert(*command, "--json")
            assert (told.code, told.json["certificate"]) == (4, None)
            assert told.json["certificate_problem"]["error"] == "DiskError"
            assert told.json["state"] == "done"
        asked = len(server.requests)
        said = xpert(*command)
        assert (said.code, len(server.requests)) == (0, asked), "nothing is asked again"
        assert "Alignment kept as a certificate (cert-" in said.out
        told = xpert(*command, "--json")
    (found,) = xpert("align", lease, "--json").json.values()
    assert found["certificate_is_current"] is True
    (made,) = found["certificates"]
    assert told.json["certificate"] == made["id"], "what is certified is not certified again"
    assert told.json["certificate_problem"] is None


def test_what_could_not_be_certified_on_demand_is_partly_done(xpert, scored):
    case = cases(xpert, scored)["disagreements"][0]["case"]
    xpert("disagreements", scored, "--as", "lena", "--challenge", case, "--reason", "Look again.")
    with no_room_for_certificates():
        said = xpert("align", scored, "--certify", "--full", "--as", "lena")
    assert said.code == 4
    assert "compatible:m:zero_shot" in said.err
    assert "was not certified" in said.err
    assert "stale, since these have changed" in said.out
    assert xpert("align", scored, "--certify", "--as", "lena").code == 0
    (found,) = xpert("align", scored, "--json").json.values()
    assert found["certificate_is_current"] is True


def test_the_name_of_a_cause_in_earlier_versions_is_read(xpert, scored):
    found = cases(xpert, scored, "--caused-by", "expert_slip")
    assert found == cases(xpert, scored, "--caused-by", "expert_error")
    assert Cause("expert_slip") is Cause.EXPERT_ERROR
    (row, *_) = cases(xpert, scored)["disagreements"]
    assert {row["experts_value"], row["judge_value"]} == {True, False}


def test_a_judge_that_is_not_aligned_has_no_cases_of_another(xpert):
    sample = Path(__file__).parents[2] / "sample_projects" / "four_professions"
    lead = "lead-moreau"
    assert xpert("import", "p.xpert", sample, "--new", "--as", lead).code == 0
    assert cases(xpert, "p.xpert", "--judge", "scripted-judge", person=lead)["total"] > 0
    found = cases(xpert, "p.xpert", "--judge", "checks", person=lead)
    assert (found["judge"], found["total"]) == ("checks", 0)


def test_a_trial_that_is_no_number_is_not_found(xpert, scored):
    asked = ("response=t1-aurora", "checkpoint=c1", "trial=z")
    options = [part for one in asked for part in ("--ask", one)]
    said = xpert("sections", scored, "verdict", *options)
    assert said.code == 2 and "went wrong" not in said.err
