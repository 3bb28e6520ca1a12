"""The page Alignment shows what sections say of the judge that is looked at."""

from __future__ import annotations

from pathlib import Path

from tests.desktop.aligned import JUDGE, aligned_project
from tests.desktop.hands import Hands
from xpert_studio.core.records import Role


def test_the_datasheet_of_the_judge_has_a_tab(hands: Hands, tmp_path: Path) -> None:
    project = aligned_project(tmp_path / "aligned.xpert", 12)
    project.close()
    hands.open(project.path, "lena")
    hands.go("alignment", tab="datasheet")
    hands.settle()
    shown = hands.page.tabs.datasheet
    assert shown.isVisible()
    (rows,) = [rows for name, rows in shown.blocks.plain() if name == f"Datasheet of {JUDGE}"]
    titles = [row[0] for row in rows]
    assert "Youden’s J" in titles and "Verdicts changed by edits of style alone" in titles
    (alone,) = [row[-1] for row in rows if row[0] == "Same in every trial"]
    assert "worked elsewhere" in alone


def test_a_panel_shows_the_datasheets_of_its_judges(hands: Hands) -> None:
    hands.app.open_sample(Role.LEAD)
    hands.settle()
    hands.go("alignment", tab="datasheet")
    hands.settle()
    shown = hands.page.tabs.datasheet
    named = [name for name, _ in shown.blocks.plain()]
    assert sum(name.startswith("Datasheet of ") for name in named) == 3


def test_the_card_of_the_scatter_ends_below_its_chart(hands: Hands) -> None:
    hands.app.open_sample(Role.LEAD)
    hands.settle()
    hands.window.resize(1360, 1400)
    hands.go("alignment")
    hands.settle()
    part = hands.page.tabs.summary
    view = part.scores.view
    assert part.scores.height() < part._beside.height()
    assert part.scores.height() - view.geometry().bottom() < 60
