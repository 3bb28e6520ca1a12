"""Evaluations are kept from those who still judge, in every command, file and record."""

from __future__ import annotations

import json

import pytest

from tests.packs.suites.histories import evaluation
from tests.workflow.blinded import IDS, PENDING, SYSTEMS, blinded_studio
from xpert_studio.core.records import PackRecord
from xpert_studio.core.store import entities
from xpert_studio.packs.suites.records import RESULT

SECRET = "zq-revision-77"
COMMANDS = {
    "suite show": ("p.xpert", "core"),
    "suite list": ("p.xpert",),
    "suite compare": ("p.xpert",),
    "suite gate": ("p.xpert", "--no-regression"),
    "sections": ("p.xpert", "suite-trend"),
    "info": ("p.xpert", "--list-records"),
    "history": ("p.xpert", "--limit", "0"),
    "search": ("p.xpert", SECRET),
}


@pytest.fixture
def studio(xpert, tmp_path):
    studio = blinded_studio(tmp_path / "p.xpert")
    words = ("suite", "define", "p.xpert", "core", "--capability", "All=t1", "--as", "lena")
    assert xpert(*words).code == 0
    with studio.project.writing() as tx:
        for day, (id_, system) in enumerate(zip(IDS, SYSTEMS, strict=True)):
            (result,) = evaluation({"t1": True}, day, system=system, revision=SECRET).results
            record = PackRecord(
                pack="suites", kind="result", id=f"x{day}", response_id=id_,
                content=RESULT.written(result),
            )  # fmt: skip
            entities.put(tx, record)
    yield studio
    studio.project.close()


@pytest.mark.parametrize("person", [*PENDING, "", "unknown-person"])
def test_no_command_tells_of_evaluations_to_those_who_judge(xpert, studio, person):
    for name, words in COMMANDS.items():
        for more in ((), ("--json",)):
            said = xpert(*name.split(), *words, "--as", person, *more)
            told = said.out + said.err
            hidden = [word for word in (*SYSTEMS, *IDS) if word in told]
            assert not hidden, (name, person, hidden)
            assert SECRET not in told or name == "search", (name, person)
            assert "Traceback" not in told
    shown = xpert("suite", "show", "p.xpert", "core", "--as", person, "--json").json
    assert shown["evaluations"] is None


def test_a_lead_with_nothing_to_judge_sees_them(xpert, studio):
    told = xpert("suite", "show", "p.xpert", "core", "--as", "lena", "--json").json
    assert [one["system"] for one in told["evaluations"]] == list(SYSTEMS)
    assert SYSTEMS[0] in xpert("suite", "compare", "p.xpert", "--as", "lena").out


def test_a_suite_of_checks_needs_one(xpert, studio):
    words = ("suite", "run", "p.xpert", "--system", "agent", "--command", "cat", "--as", "lena")
    said = xpert(*words)
    assert (said.code, "No checkpoint of the suite core is decided" in said.err) == (2, True)


def test_a_lead_who_still_judges_runs_a_suite_and_is_shown_nothing(xpert, studio, tmp_path):
    words = ("suite", "define", "p.xpert", "core", "--capability", "All=t1", "--as", "lena")
    assert xpert(*words, "--judge", "baseline").code == 0
    (tmp_path / "t1.txt").write_text("Leave at month 30.")
    words = ("suite", "run", "p.xpert", "--system", "agent", "--from", tmp_path, "--as", "leo")
    said = xpert(*words, "--json")
    assert said.code in {0, 4}, said.err
    found = json.loads(said.out)
    assert found["evaluations"] is None
    assert "shown to leads who have judged" in said.err


def test_public_bundles_hold_no_evaluation(xpert, studio, tmp_path):
    words = ("export", "p.xpert", "out", "--public", "--as", "lena")
    assert xpert(*words).code == 0
    text = "".join(file.read_text(errors="replace") for file in (tmp_path / "out").glob("*.jsonl"))
    assert SECRET not in text and "pack.suites" not in text
