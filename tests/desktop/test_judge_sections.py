"""The page Alignment shows what sections say of the judge that is looked at."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel

from tests.desktop.aligned import JUDGE, aligned_project
from tests.desktop.hands import Hands
from tests.judge.projects import now
from xpert_studio.core.records import Role
from xpert_studio.report.certificates import certify


def test_the_datasheet_of_the_judge_stands_below_its_figures(hands: Hands, tmp_path: Path) -> None:
    project = aligned_project(tmp_path / "aligned.xpert", 12)
    project.close()
    hands.open(project.path, "lena")
    hands.go("alignment", tab="datasheet")
    hands.settle()
    shown = hands.page.tabs.figures.parts[-1]
    assert shown.isVisible()
    (rows,) = [rows for name, rows in shown.blocks.plain() if name == f"Datasheet of {JUDGE}"]
    titles = [row[0] for row in rows]
    assert "Youden’s J" in titles and "Same in every trial" not in titles
    labels = (one.text() for one in shown.blocks.findChildren(QLabel))
    (alone,) = [text for text in labels if "Same in every trial" in text]
    assert "Verdicts changed by edits of style alone" in alone and "worked elsewhere" in alone


def test_a_panel_shows_the_datasheets_of_its_judges(hands: Hands) -> None:
    hands.app.open_sample(Role.LEAD)
    hands.settle()
    hands.go("alignment", tab="datasheet")
    hands.settle()
    shown = hands.page.tabs.figures.parts[-1]
    named = [name for name, _ in shown.blocks.plain()]
    assert sum(name.startswith("Datasheet of ") for name in named) == 3


def test_the_card_of_the_scatter_ends_below_its_chart(hands: Hands) -> None:
    hands.app.open_sample(Role.LEAD)
    hands.settle()
    hands.window.resize(1360, 1400)
    hands.go("alignment")
    hands.settle()
    cards = hands.page.tabs.summary.blocks.charts
    assert len({card.mapTo(hands.page, QPoint()).x() for card in cards}) == 2, "in two columns"
    assert all(card.height() - card.view.geometry().bottom() < 60 for card in cards)
    hands.window.resize(1000, 1400)
    hands.settle()
    assert len({card.mapTo(hands.page, QPoint()).x() for card in cards}) == 1, "no room for two"


def test_a_row_of_a_comparison_opens_the_other_judge_and_keeps_its_order(hands: Hands) -> None:
    hands.app.open_sample(Role.LEAD)
    hands.settle()
    hands.go("results", tab="compare", item="show=judge-beside-another")
    hands.settle()
    part = hands.page.seen.asked
    (table,) = [one for one in part.blocks.tables if one.accessibleName() == "Judges compared"]
    table.sort("3", descending=True)
    order = table.plain()
    own = part.pickers["judge"].currentData()
    before = part.pickers["beside"].currentData()
    place = next(
        row
        for row in range(table.grid.rowCount())
        for target in (table.targets[table.grid.place(row)],)
        if target and target[1] not in {before, own}
    )
    other = table.targets[table.grid.place(place)][1]
    table.go_to(place)
    table.setFocus()
    hands.key("Enter")
    hands.settle()
    assert part.pickers["beside"].currentData() == other
    assert table.plain() == order
    assert table.currentIndex().row() == place
    assert table.isVisible()


def test_a_certificate_is_chosen_as_what_came_before(hands: Hands, tmp_path: Path) -> None:
    project = aligned_project(tmp_path / "aligned.xpert", 12)
    for days in (1, 2):
        certify(project, JUDGE, now=now() + timedelta(days), tolerance=days / 100)
    project.close()
    hands.open(project.path, "lena")
    hands.go("alignment", tab="time")
    hands.settle()
    (part,) = hands.page.tabs.time.parts
    first, second = part.pickers["first"], part.pickers["second"]
    assert (first.currentIndex(), second.currentIndex()) == (1, 1), "the last but one, the last"
    (table,) = part.blocks.tables
    table.wants.emit(("first", first.itemData(2)))
    hands.settle()
    assert first.currentIndex() == 2
    assert second.currentText() == "now", "what is compared is never the same day"
