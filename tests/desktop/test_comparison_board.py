"""What comparisons say, in the window: strengths, pairs, position bias, scores beside them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from tests.desktop.hands import Hands
from tests.judge.projects import make_project, now
from tests.report.scored import SYSTEMS, scored_project
from xpert_studio.core.records import (
    Comparison,
    Judge,
    RaterKind,
    RatingState,
    Response,
    Task,
    compared_hash,
    grouped,
)
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.workflow import CommandContext, Preference, record_comparison
from xpert_studio.desktop.pages.results.section import read_where
from xpert_studio.desktop.widgets.blocks_view import ActionButton

BEST = 4
"""So many systems are compared, the later the better."""


def by_experts(project: ProjectFile, tasks: int = 6) -> None:
    ctx = CommandContext(project, "amara", now)
    for task in range(tasks):
        for one, other in combinations(range(BEST), 2):
            record_comparison(ctx, f"t{task}:{one}", f"t{task}:{other}", Preference.SECOND)


def by_judge(project: ProjectFile) -> None:
    """A judge prefers the later of three systems, in both orders."""
    judge = Judge(id="compatible:local:1", provider="compatible", model="local")
    with project.writing() as tx:
        entities.put(tx, judge)
        tasks = {item.id: item for item in entities.find_all(tx, Task)}
        given = grouped((item.task_id, item) for item in entities.find_all(tx, Response))
        for task_id, found in given.items():
            for one, other in combinations(sorted(found, key=lambda item: item.id)[:3], 2):
                for shown_first in (one.id, other.id):
                    entities.put(
                        tx,
                        Comparison(
                            task_id=task_id, first_id=one.id, second_id=other.id,
                            rater=RaterKind.JUDGE, rater_id=judge.id, shown_first=shown_first,
                            value=-1, state=RatingState.OK, compared_at=now(),
                            compared_hash=compared_hash(tasks[task_id], one, other),
                        ),
                    )  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with scored_project(tmp_path / "scored.xpert") as project:
        by_experts(project)
        return project.path


def board(hands: Hands):
    hands.go("results", item="show=pair-comparisons")
    hands.settle()
    return hands.page.seen


def sentences(section) -> str:
    """All that the board says in words."""
    return "\n".join(one.text() for one in section.blocks.findChildren(QLabel))


def shown(section, name: str):
    (view,) = [
        one for one in section.blocks.tables if one.isVisible() and one.accessibleName() == name
    ]
    grid = view.grid
    rows = [
        [grid.cell(row, column).text for column in range(grid.columnCount())]
        for row in range(grid.rowCount())
    ]
    return view, [column.head for column in grid.columns], rows


def test_strengths_pairs_and_scores_stand_on_the_board(hands: Hands, path: Path) -> None:
    hands.open(path, "lena")
    section = board(hands)
    view, heads, rows = shown(section, "Systems compared by the experts")
    assert heads[:5] == ["System", "Comparisons", "Tasks", "Strength", "Tie group"]
    assert [row[0] for row in rows] == list(reversed(SYSTEMS[:BEST]))
    assert rows[0][1:3] == ["18", "6"]
    caption = sentences(section)
    assert "by comparisons of the experts: 36 pairs of 6 tasks" in caption
    assert "All ranked systems can be told apart" in caption
    assert [row[4] for row in rows] == ["A", "B", "C", "D"]
    _, heads, rows = shown(section, "Win rates by pair, by the experts")
    assert heads[:4] == ["System", "Against", "Comparisons", "Tasks"]
    assert len(rows) == 6 and rows[0][:4] == ["drift", "cirrus", "6", "6"]
    assert rows[0][4].startswith("100")
    _, _, rows = shown(section, "Rubric by rubric")
    assert {row[1] for row in rows} == {"judge-a, zero-shot", "judge-b, zero-shot"}
    view.setFocus()
    hands.key("Enter")
    hands.settle()
    assert read_where(hands.window.place.item) == {"system": "drift"}


def test_on_few_tasks_the_board_says_why_no_systems_are_told_apart(
    hands: Hands, tmp_path: Path
) -> None:
    said = "The paired test tells no two systems apart on fewer than 6 tasks"
    for tasks in (5, 6):
        with scored_project(tmp_path / f"{tasks}.xpert") as project:
            by_experts(project, tasks)
            few = project.path
        hands.open(few, "lena")
        section = board(hands)
        _, heads, rows = shown(section, "Systems compared by the experts")
        groups = {row[heads.index("Tie group")] for row in rows}
        assert (groups == {"A"}) == (tasks < 6)
        assert (said in sentences(section)) == (tasks < 6)


def test_the_task_set_holds_for_comparisons_too(hands: Hands, path: Path) -> None:
    hands.open(path, "lena")
    hands.go("results", item="show=pair-comparisons&scope=domain:Law")
    hands.settle()
    section = hands.page.seen
    assert "18 pairs of 3 tasks" in sentences(section)


def test_the_position_bias_of_a_judge_stands_beside_the_experts(hands: Hands, path: Path) -> None:
    with ProjectFile.open(path) as project:
        by_judge(project)
    hands.open(path, "lena")
    section = board(hands)
    _, heads, rows = shown(section, "Position bias")
    assert heads[:4] == ["Rater", "Comparisons", "Pairs", "Asked in both orders"]
    assert [row[0] for row in rows] == ["the experts", "local, zero-shot"]
    assert len(section.blocks.tables) == 8
    assert not hands.reads("compatible:local")


def test_before_anything_is_scored_there_are_comparisons(hands: Hands, tmp_path: Path) -> None:
    with make_project(tmp_path / "p.xpert") as project:
        with project.writing() as tx:  # no gold forms either
            tx.connection.exec_driver_sql("DELETE FROM judgment")
        by_judge(project)
    hands.open(tmp_path / "p.xpert", "tester")
    hands.go("results")
    assert hands.reads("Nothing has been scored yet")
    hands.click("Comparisons of responses")
    hands.settle()
    section = hands.page.seen
    _, _, rows = shown(section, "Systems compared by local, zero-shot")
    assert [row[0] for row in rows] == ["s2", "s1", "s0"]
    assert not hands.page.section("leaderboard").list.isVisible()
    assert not hands.page.tabs.isVisible()
    section.blocks.tables[0].setFocus()
    hands.key("Enter")
    hands.settle()
    assert hands.window.place.tab == "", "nothing is known of a system but this"


def test_without_comparisons_the_board_leads_to_a_judge_that_compares(
    hands: Hands, tmp_path: Path
) -> None:
    scored_project(tmp_path / "scored.xpert").close()
    hands.open(tmp_path / "scored.xpert", "lena")
    board(hands)
    assert hands.reads("No responses have been compared yet")
    hands.click("Have a judge compare…")
    hands.settle()
    assert hands.window.place.page == "runs"


def test_no_table_scrolls_sideways_in_a_narrow_window(hands: Hands, path: Path) -> None:
    with ProjectFile.open(path) as project:
        by_judge(project)
    hands.open(path, "lena")
    hands.window.resize(860, 720)
    section = board(hands)
    hands.until(lambda: len(section.blocks.tables) == 8)
    hands.settle()
    assert not any(one.horizontalScrollBar().isVisible() for one in section.blocks.tables)
    heads = {one.accessibleName(): one for one in section.blocks.tables}
    tasks = heads["Rubric by rubric"]
    seen = [
        column.head for n, column in enumerate(tasks.grid.columns) if not tasks.isColumnHidden(n)
    ]
    assert {"Task", "Scores by", "Remark"} <= set(seen)


def test_who_judges_blind_sees_no_comparisons(hands: Hands, path: Path) -> None:
    hands.open(path, "amara")
    hands.go("results", tab="boards", item="by=pair-comparisons")
    assert hands.reads("Results are for leads")
    assert not any(hands.reads(name) for name in SYSTEMS[:BEST])


def test_a_lead_chooses_the_recipe_of_the_project(hands: Hands, path: Path) -> None:
    hands.open(path, "lena")
    hands.go("results", item="show=recipe&recipe=weighted_score")
    hands.settle()
    section = hands.page.seen
    offered = [one for one in section.blocks.shown if isinstance(one, ActionButton)]
    hands.click(offered[0])
    hands.until(
        lambda: section.asked.pickers["recipe"].itemText(0).startswith("Project: weighted_score")
    )
    assert hands.app.session.project.info().recipe.name == "weighted_score"
    hands.settle()
    assert not [one for one in section.blocks.shown if isinstance(one, ActionButton)]
    hands.key("Ctrl+Z")
    hands.until(lambda: hands.app.session.project.info().recipe is None)
