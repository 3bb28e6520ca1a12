"""Commands that answer a question do so on one screen; ``--full`` says all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.imported import imported_sample
from tests.sampling import some
from xpert_studio.cli.output import Output
from xpert_studio.cli.sections import _instead
from xpert_studio.core.packs import in_order
from xpert_studio.core.store import ProjectFile
from xpert_studio.report.section import View
from xpert_studio.report.sections.registry import SECTIONS
from xpert_studio.report.shown_blocks import shortened

LINES, WIDTH = 25, 100
COMMANDS = {
    "leaderboard": ("leaderboard", "{p}"),
    "align": ("align", "{p}"),
    "compare": ("compare", "figures", "{p}"),
    "attack": ("attack", "{p}"),
    "info": ("info", "{p}"),
}


@pytest.fixture
def sample(tmp_path):
    return imported_sample(tmp_path / "p.xpert").name


def lines_on_a_screen(text: str) -> int:
    return sum(max(1, -(-len(line) // WIDTH)) for line in text.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_it_answers_on_one_screen(xpert, sample, name):
    words = [word.format(p=sample) for word in COMMANDS[name]]
    said = xpert(*words, "--as", "lead-moreau")
    assert said.code in {0, 1}
    assert lines_on_a_screen(said.out) <= LINES, said.out
    if name != "info":
        assert "Next: " in said.out
        full = xpert(*words, "--full", "--as", "lead-moreau").out
        assert len(full.splitlines()) > len(said.out.splitlines())


def test_every_section_is_shown(sample, tmp_path, capsys):
    with ProjectFile.open(tmp_path / sample) as project:
        view = View.on(project, "lead-moreau")
        for section in in_order(SECTIONS).values():
            made = section.blocks(view) or _instead(section)
            Output(as_json=False).section(made, Path(sample), full=not shortened(made.blocks))
            assert capsys.readouterr().out.strip(), section.id


def test_sections_are_listed_and_asked_for_by_id(xpert, sample):
    listed = xpert("sections", "--json").json
    assert [one["id"] for one in listed] == list(in_order(SECTIONS))
    for one in some(listed, 6, "sections"):
        said = xpert("sections", sample, one["id"], "--as", "lead-moreau")
        assert said.code == 0, one
        assert said.out.strip()
    raters = xpert("sections", sample, "raters", "--json", "--as", "lead-moreau").json
    assert raters[0]["rows"][0]["System"] == "borealis-1-large"
    assert xpert("sections", sample, "moon", "--as", "lead-moreau").code == 2


ASKED = {
    "judge-at-a-glance": ((), "97.360"),
    "judge-groups": (("by=domain",), "Domain: Law"),
    "judge-beside-another": (("beside=scripted-judge-strict",), "scripted-judge-strict, zero-shot"),
    "system": (("system=drift-0",), "Rank"),
    "spreads": (("system=drift-0",), "Median"),
    "pair": (("first=drift-0", "second=aurora-2"), "drift-0 scores"),
    "heatmap": (("by=tier",), "Essential"),
}


@pytest.mark.parametrize("section", ASKED)
def test_a_section_is_asked_for_what_it_knows(xpert, sample, section):
    asked, said = ASKED[section]
    words = [word for one in asked for word in ("--ask", one)]
    found = xpert("sections", sample, section, *words, "--full", "--as", "lead-moreau")
    assert found.code == 0
    assert said in found.out
    wrong = xpert("sections", sample, section, "--ask", "moon=1", "--as", "lead-moreau")
    assert wrong.code == 2
    assert "not for moon" in wrong.err


def test_systems_stand_against_nothing_unknown(xpert, sample):
    said = xpert("sections", sample, "heatmap", "--ask", "by=moon", "--as", "lead-moreau")
    assert said.code == 2
    assert "domain, category, tier, dimension" in said.err


def test_the_board_says_how_far_its_judge_can_be_trusted(xpert, sample):
    said = xpert("leaderboard", sample, "--judge", "scripted-judge", "--as", "lead-moreau").out
    assert "This judge against the experts: κ within checkpoints 0.79" in said
    assert "evidence incomplete" in said


def test_a_case_is_asked_for_by_name(xpert, sample):
    judge = ("--judge", "scripted-judge-strict", "--as", "lead-moreau", "--json")
    listed = xpert("disagreements", sample, *judge).json
    case = listed["disagreements"][0]["case"]
    found = xpert("sections", sample, "case", "--ask", f"case={case}", *judge).json
    assert f"{found['response']}/{found['checkpoint']}" == case
    assert found["differs"]


def test_the_whole_says_what_to_do_next_too(xpert, sample):
    said = xpert("align", sample, "--full", "--as", "lead-moreau").out
    assert said.count("Next: ") == 1
    assert "--certify" in said.partition("Next: ")[2]
