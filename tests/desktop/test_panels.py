"""Panels in the window, on the sample: who counts on the board, every vote in a case."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desktop.hands import Hands
from tests.desktop.views_help import footnotes
from tests.judge.projects import now
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.records import Panel
from xpert_studio.core.resources import SAMPLE, sample_project_path
from xpert_studio.core.store import judges
from xpert_studio.core.workflow import new_project
from xpert_studio.desktop.widgets.decision_card import DecisionCard

LEAD = "lead-moreau"


@pytest.fixture
def opened(hands: Hands, tmp_path: Path) -> tuple[Hands, str]:
    """The sample, opened by its lead, and the id of its panel."""
    path = tmp_path / "s.xpert"
    source = sample_project_path(SAMPLE)
    made = new_project(
        path, name="Sample", now=now(), fill=lambda it: import_bundle(it, source, now=now())
    )
    with made.reading() as tx:
        found = (judge.id for judge in judges.all_judges(tx) if Panel.of(judge))
        panel = next(name for name in found if name.startswith("panel:majority"))
    made.close()
    hands.open(path, LEAD)
    return hands, panel


def test_the_board_of_a_panel_names_its_judges_and_who_is_excluded_where(opened):
    hands, panel = opened
    hands.go("results", judge_id=panel)
    hands.settle()
    section = hands.page.seen
    assert hands.page.head.rater.currentText() == "Panel of 3 judges, majority"
    grid = section.asked.blocks.tables[0].grid
    systems, judges = (
        next(n for n, one in enumerate(grid.columns) if one.head == head)
        for head in ("System", "Judges")
    )
    said = {
        grid.cell(row, systems).text.removesuffix(" (baseline)"): grid.cell(row, judges)
        for row in range(grid.rowCount())
    }
    assert said["aurora-2"].text == "3 of 3"
    assert said["drift-0"].text == "2 of 3"
    assert "scripted-judge-lenient, zero-shot: excluded, 9 verdicts missing" in said["drift-0"].hint
    about = footnotes(section)
    assert "scripted-judge-lenient, zero-shot is excluded" in about
    assert "drift-0" in about
    hands.go("results", tab="explore", item="show=verdicts", judge_id=panel)
    hands.settle()
    verdicts = hands.page.seen
    assert verdicts.stack.currentWidget() is verdicts.empty
    assert verdicts.empty.title.text() == "A panel has no verdicts"


def test_how_its_judges_agree_stands_on_the_alignment_page(opened):
    hands, panel = opened
    hands.go("alignment", tab="figures", judge_id=panel)
    part = hands.page.tabs.figures
    hands.until(lambda: hands.reads("Panel by rule majority: scripted-judge"))
    hands.settle()
    seats, whole, pairs = part.parts[2].blocks.tables[:3]
    assert (whole.accessibleName(), pairs.accessibleName()) == ("Agreement", "Pairs")
    assert [column.head for column in whole.grid.columns][:2] == ["Checkpoints", "Tasks"]
    named = [[pairs.grid.cell(row, at).text for at in (0, 1)] for row in range(3)]
    assert named[0] == ["scripted-judge, zero-shot", "scripted-judge-lenient, zero-shot"]
    assert "drift-0" in [seats.grid.cell(row, 0).text for row in range(seats.grid.rowCount())]
    chosen = hands.page.head.judge
    assert chosen.currentText() == "Panel of 3 judges, majority"
    chosen.setCurrentIndex(chosen.findText("scripted-judge, zero-shot"))
    chosen.activated.emit(chosen.currentIndex())
    hands.settle()
    assert not hands.reads("Panel by rule majority")


def test_a_case_of_a_panel_shows_every_vote_and_what_they_come_to(opened):
    hands, panel = opened
    hands.go("alignment", judge_id=panel, tab="overview")
    part = hands.page.tabs.overview
    hands.until(lambda: part.model.rowCount() > 0)
    part.list.opened.emit(0, "text")
    case = hands.page.case
    hands.until(lambda: case.view is not None)
    hands.settle()
    votes = [side.judge.id for side in case.view.verdicts]
    assert votes == ["scripted-judge", "scripted-judge-lenient", "scripted-judge-strict"]
    met = sum(side.verdict.value == 1 for side in case.view.verdicts)
    word = "met" if met >= 2 else "not met"
    assert case.panel.text().startswith(f"The panel (majority) says: {word}.")
    assert len([one for one in hands.seen(DecisionCard) if one.isVisible()]) >= 3 + 1
    assert not any(button.isEnabled() for button in case.buttons.values())
    assert case.problem.text() == (
        "A panel has no verdicts. Resolve the disagreement on its judges."
    )


def test_a_panel_is_removed_where_it_is_looked_at_and_comes_back_by_undo(opened):
    hands, panel = opened
    book = hands.window.book
    hands.go("alignment", judge_id="scripted-judge")
    book.run_id("alignment.remove_panel")
    assert hands.notice == "Choose a panel first."
    hands.go("alignment", judge_id=panel, tab="overview")
    assert hands.page.head.judge.findData(panel) >= 0
    book.run_id("alignment.remove_panel")
    hands.settle()
    assert hands.page.head.judge.findData(panel) < 0
    assert hands.page.judge_id != panel
    hands.click("Undo")
    hands.settle()
    assert hands.page.head.judge.findData(panel) >= 0
