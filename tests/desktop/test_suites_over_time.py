"""Suites over time in the window: the picture first, its points open, and what is behind them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from tests.built import built
from tests.desktop.hands import Hands
from tests.packs.suites.histories import evaluation
from tests.workflow.blinded import IDS, SYSTEMS, blinded_studio
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.records import PackRecord, ProjectInfo
from xpert_studio.core.resources import sample_project_path
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.desktop.look import px
from xpert_studio.packs.suites.answers import SuiteAnswer
from xpert_studio.packs.suites.evaluations import evaluations_in
from xpert_studio.packs.suites.records import RESULT

LEAD = "lead-moreau"


def make_desk(folder: Path) -> str:
    from datetime import UTC, datetime

    at = datetime(2026, 6, 1, 9, tzinfo=UTC)
    info = ProjectInfo(name="Desk", created_at=at, canary="xpert-canary-desk")
    with ProjectFile.create(folder / "desk.xpert", info) as project:
        import_bundle(project, sample_project_path("support_desk"), now=at)
    return "desk.xpert"


@pytest.fixture
def desk(tmp_path) -> Path:
    return tmp_path / built("support desk", make_desk).into(tmp_path)


@pytest.fixture
def page(hands: Hands, desk):
    hands.open(desk, LEAD)
    hands.go("suites")
    return hands.page


def ids(path: Path) -> dict[str, str]:
    """Evaluations of the sample by system and revision."""
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        found = evaluations_in(tx)
    return {f"{one.first.system}@{one.first.revision}": one.id for one in found}


def click_mark(view, words: str) -> None:
    """Clicks the mark of a chart that says these words."""
    mark = next(one for one in view.shown.marks if words in one.label)
    place = view.place_of(mark).center()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPointF(place).toPoint())


def words(view) -> list[list[str]]:
    grid = view.grid
    return [
        [grid.cell(row, column).text for column in range(grid.columnCount())]
        for row in range(grid.rowCount())
    ]


def test_it_opens_on_the_newest_evaluation_below_the_picture(hands, page):
    assert page.answer.text() == "Not enough to tell"
    assert page.said.text().startswith("desk@1.5 on main, 2026-05-11, against desk@1.4 on main")
    (card,) = page.picture.charts
    chart = card.view.chart
    assert [said for said, _ in chart.marks] == ["version 2"]
    assert [one.note for one in chart.items[0].items] == ["", "", "−29", "+33", "", ""]
    assert (
        card.mapTo(page, card.rect().topLeft()).y()
        < page.said.mapTo(page, page.said.rect().topLeft()).y()
    ), "the picture comes first"
    assert not page.newest.isVisibleTo(page)


def chosen_marks(view):
    """What stands at the marks that have a disc, as it is painted."""
    before = view.grab().toImage()
    chosen, _ = view.chosen, view.choose(())
    after = view.grab().toImage()
    view.choose(chosen)
    found = []
    for mark in view.shown.marks:
        edge = view.place_of(mark).center().toPoint()
        edge.setX(edge.x() - px(11))
        if before.pixel(edge) != after.pixel(edge):
            found.append(mark.label.partition(":")[0])
    return found


def test_each_point_opens_its_evaluation_and_back_returns(hands, page, desk):
    (card,) = page.picture.charts
    targets = {mark.target for mark in card.view.shown.marks}
    assert targets == {("evaluation", one) for one in ids(desk).values()}
    click_mark(card.view, "desk@1.2, 2026-03-30")
    hands.settle()
    assert page.answer.text() == "Regressed"
    assert chosen_marks(card.view) == ["desk@1.2, 2026-03-30"], "the open one is marked"
    assert page.answer.property("chip") == "bad"
    assert "Pass rate −29.2 points" in page.said.text()
    table = page.details.tables[0]
    assert [row[1] for row in words(table)][:8] == ["Regressed"] * 7 + ["Stable"]
    assert words(table)[0][0].startswith("Answers as data")
    click_mark(card.view, "desk@1.4, 2026-04-27")
    hands.settle()
    assert page.answer.text() == "Not comparable"
    assert "because the suite was defined anew (version 1, now 2)" in page.said.text()
    hands.window.go_back()
    hands.settle()
    assert page.answer.text() == "Regressed"
    hands.click(page.newest)
    hands.settle()
    assert page.answer.text() == "Not enough to tell"


def test_keys_walk_over_the_points_and_enter_opens_one(hands, page):
    (card,) = page.picture.charts
    card.view.setFocus()
    while "desk@1.2" not in (card.view.mark.label if card.view.mark else ""):
        QTest.keyClick(card.view, Qt.Key.Key_Right)
    QTest.keyClick(card.view, Qt.Key.Key_Return)
    hands.settle()
    assert page.answer.text() == "Regressed"


def test_a_task_of_an_evaluation_opens_its_response_with_what_was_decided(hands, page, desk):
    hands.go("suites", tab="trend", item=f"evaluation={ids(desk)['desk@1.2']}")
    table = page.details.tables[0]
    table.go_to(0)
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Return)
    hands.settle()
    place = hands.window.place
    assert (place.page, place.task_id, place.judge_id) == ("verdict", "json-2", "checks")
    with ProjectFile.open(desk, read_only=True) as project, project.reading() as tx:
        (found,) = [one for one in evaluations_in(tx) if one.id == ids(desk)["desk@1.2"]]
    assert place.item == found.tasks["json-2"].responses[0]


def test_one_system_is_chosen_and_keeps_what_was_corrected_over_all(hands, page):
    page.system.setCurrentIndex(page.system.findData("rival-desk"))
    page.system.activated.emit(page.system.currentIndex())
    hands.settle()
    (card,) = page.picture.charts
    assert [one.name for one in card.view.chart.items] == ["rival-desk on main"]
    assert page.answer.text() == "Not comparable"
    assert hands.window.place.item == "suite=core&system=rival-desk"


def test_the_other_views_have_their_picture_and_their_rows_open(hands, page):
    for tab, kind in (("board", "Dots"), ("front", "Front"), ("heatmap", "Matrix"),
                      ("frontier", "Lines")):  # fmt: skip
        hands.go("suites", tab=tab, item="suite=core")
        assert [type(one.view.chart).__name__ for one in page.picture.charts] == [kind], tab
        assert not page.said.isVisible()
    hands.go("suites", tab="board", item="suite=core")
    (card,) = page.picture.charts
    click_mark(card.view, "rival-desk@2")
    hands.settle()
    assert page.tab == "trend"
    assert page.said.text().startswith("rival-desk@2 on main")
    hands.go("suites", tab="frontier", item="suite=core")
    table = page.rest.tables[0]
    table.go_to(0)
    QTest.keyClick(table, Qt.Key.Key_Return)
    hands.settle()
    assert (hands.window.place.page, hands.window.place.tab) == ("task", "responses")


def test_an_evaluation_is_removed_and_undo_brings_it_back(hands, page, desk):
    before = ids(desk)
    hands.go("suites", tab="trend", item=f"evaluation={before['desk@1.5']}")
    hands.click("Remove this evaluation…")
    hands.click(hands.dialog.act)
    hands.settle()
    assert ids(desk).keys() == before.keys() - {"desk@1.5"}
    assert page.said.text().startswith("rival-desk@2 on main")
    hands.window.book.run_id("edit.undo")
    hands.settle()
    assert ids(desk) == before


def test_its_sample_opens_where_the_trend_is(hands, config):
    hands.app.welcome()
    hands.click("Open the sample of suites over time")
    hands.settle()
    assert hands.window.place.page == "suites"
    assert hands.window.session.person_id == LEAD
    (card,) = hands.page.picture.charts
    assert [said for said, _ in card.view.chart.marks] == ["version 2"]
    assert (config / "A support desk over time (sample).xpert").exists()


def test_without_evaluations_it_leads_to_suites(hands, studio):
    hands.open(studio.project.path, "lena")
    hands.go("suites")
    assert hands.reads("No suite has been evaluated yet")
    hands.click("Define and run suites")
    hands.settle()
    assert hands.window.place.page == "suite-runs"


def test_it_is_hidden_from_those_who_judge_and_shown_to_a_lead_who_has(hands, tmp_path):
    studio = blinded_studio(tmp_path / "p.xpert")
    with studio.project.writing() as tx:
        for day, (id_, system) in enumerate(zip(IDS, SYSTEMS, strict=True)):
            (result,) = evaluation({"t1": True}, day, system=system).results
            record = PackRecord(
                pack="suites", kind="result", id=f"x{day}", response_id=id_,
                content=RESULT.written(result),
            )  # fmt: skip
            entities.put(tx, record)
    studio.project.close()
    for person in ("leo", "wei"):
        hands.open(tmp_path / "p.xpert", person)
        for name in ("suites", "suite-runs"):
            hands.go(name)
            assert not any(hands.reads(system) for system in SYSTEMS), (person, name)
    hands.open(tmp_path / "p.xpert", "lena")
    hands.go("suites")
    assert hands.page.seen is not None
    assert hands.reads(SYSTEMS[0]) or hands.page.system.findText(SYSTEMS[0]) >= 0


def test_answers_have_words_and_tones():
    from xpert_studio.packs.suites.answers import ANSWERS
    from xpert_studio.packs.suites.page_over_time import TONES

    assert ANSWERS.keys() == TONES.keys() == set(SuiteAnswer)
