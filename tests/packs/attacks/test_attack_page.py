"""Attack baselines in the window: the form of the request, what it would take, and its start."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desktop.conftest import config, hands, qtbot
from tests.desktop.hands import Hands
from tests.desktop.sample_places import scored_sample
from xpert_studio.core.records import AttackResult
from xpert_studio.core.store import ProjectFile, entities

__all__ = ["config", "hands", "qtbot"]
LEAD, TASK = "lead-moreau", "law-lease-break"


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return scored_sample(tmp_path)


def results(path: Path) -> list[AttackResult]:
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return entities.find_all(tx, AttackResult)


def at_form(hands: Hands, sample: Path, person: str = LEAD):
    hands.open(sample, person)
    hands.go("attack")
    return hands.page


def test_a_judge_decides_attacks_from_the_window(hands: Hands, sample: Path) -> None:
    page = at_form(hands, sample)
    hands.click("Start the attack")
    assert page.form.error("judge") == "Which model is to judge?"
    page.form.show_values({"judge": "baseline", "tasks": [TASK]})
    hands.click("Estimate")
    hands.settle()
    assert "verdicts, free." in page.said.text()
    assert not results(sample), "an estimate asks nobody"
    hands.click("Start the attack")
    hands.settle()
    assert "has decided" in page.said.text()
    assert {one.task_id for one in results(sample)} == {TASK}
    hands.click("Start the attack")
    hands.settle()
    assert "known already" in page.said.text()
    hands.click("What attacks score")
    hands.settle()
    assert hands.window.place.page == "results" and hands.reads("Attack baselines")


def test_what_names_no_judge_is_refused_in_place(hands: Hands, sample: Path) -> None:
    page = at_form(hands, sample)
    page.form.show_values({"judge": "nobody:knows"})
    hands.click("Start the attack")
    hands.settle()
    assert "nobody" in page.problem.text() and not page.said.text()
    assert not results(sample)


def test_only_leads_start_one(hands: Hands, sample: Path) -> None:
    page = at_form(hands, sample, "expert-amara")
    page.form.show_values({"judge": "baseline"})
    hands.key("Ctrl+Return")
    assert "only leads" in hands.notice
    assert not results(sample)
