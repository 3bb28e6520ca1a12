"""How well experts agree, for those who may know it."""

import csv

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QFileDialog

from tests.desktop.results_help import menu_at
from tests.desktop.views_help import at_work, sample, settle
from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.widgets.blocks_view import CasesView, Footnotes, KeyFigures
from xpert_studio.report.csv_tables import guarded

PLACE = Place("agreement")


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "studio.xpert")
    yield made
    made.project.close()


@pytest.fixture
def project(tmp_path):
    made = sample(tmp_path / "sample.xpert")
    yield made
    made.close()


def part(page, kind):
    """The widget of a kind that the page shows; None for none."""
    return next((one for one in page.blocks.shown if isinstance(one, kind)), None)


def rows(view):
    return [
        [view.grid.cell(row, n).text for n in range(view.grid.columnCount())]
        for row in range(view.grid.rowCount())
    ]


def test_figures_tables_and_disagreements_of_the_sample(qtbot, project):
    with at_work(qtbot, project, "lead-moreau", PLACE) as window:
        page = window.page("agreement")
        cards = part(page, KeyFigures).cards
        assert [made.figure.text() for made in cards] == ["288", "94.1\u00a0%", *["0.882"] * 3]
        spans = [made.note.text() for made in cards]
        assert spans == ["4 tasks", "92.9 to 95.1\u00a0% ‡", *["0.86 to 0.90 ‡"] * 3]
        assert "decided" in cards[0].toolTip()
        assert "4 tasks behind this figure" in " ".join(cards[1].toolTip().split())
        _, cases, by_pair, by_part = page.blocks.tables[:4]
        assert len(rows(by_pair)) == 3
        assert rows(by_pair)[0][:3] == ["Amara Diallo", "Lin Shuyan", "144"]
        assert rows(by_part)[0][:2] == ["Tier", "Essential"]
        assert rows(by_part)[0][4].startswith(f"{100 * 111 / 112:.1f}")
        assert cases.grid.rowCount() == 17
        weights = [float(case.header.split()[0]) for case in cases.cases]
        assert weights == sorted(weights, reverse=True)
        for view in page.blocks.tables:
            mode = QAbstractItemModelTester.FailureReportingMode.Fatal
            tester = QAbstractItemModelTester(view.grid, mode)
            del tester


def test_a_table_keeps_its_order_and_its_current_row_when_it_is_shown_anew(qtbot, project):
    with at_work(qtbot, project, "lead-moreau", PLACE) as window:
        page = window.page("agreement")
        cases = part(page, CasesView)
        cases.sort("where", descending=True)
        cases.go_to(5)
        before = cases.cases[cases.grid.place(5)].opens
        order = rows(cases)
        page.refresh()
        settle(qtbot, window)
        assert part(page, CasesView) is cases
        assert rows(cases) == order
        now = cases.cases[cases.grid.place(cases.currentIndex().row())].opens
        assert now == before


@pytest.mark.parametrize("how", ["key", "mouse"])
def test_a_disagreement_opens_both_sheets_side_by_side(qtbot, project, how):
    with at_work(qtbot, project, "senior-okafor", PLACE) as window:
        page = window.page("agreement")
        cases = part(page, CasesView)
        cases.setFocus()
        _, task_id, response_id = cases.cases[0].opens
        if how == "key":
            qtbot.keyClick(cases, Qt.Key.Key_Return)
        else:
            middle = cases.visualRect(cases.grid.index(0, 0)).center()
            qtbot.mouseClick(cases.viewport(), Qt.MouseButton.LeftButton, pos=middle)
        where = Place("judging", task_id=task_id, item=response_id, tab="side_by_side")
        assert window.place == where


def test_whoever_judges_is_told_that_judging_is_blind(qtbot, project):
    with at_work(qtbot, project, "expert-lin", PLACE) as window:
        page = window.page("agreement")
        assert page.empty.isVisible()
        assert page.empty.title.text() == "Judging is blind"
        assert not page.export.isVisible()
        assert page.blocks.shown == []


def test_a_senior_who_may_judge_a_task_does_not_see_what_others_differ_on_there(qtbot, studio):
    (response,) = studio.answered()
    studio.judged(response, "maria", met=True)
    studio.judged(response, "wei", met=False)
    with at_work(qtbot, studio.project, "omar", PLACE) as window:
        page = window.page("agreement")
        assert part(page, CasesView).grid.rowCount() == 3
        assert part(page, Footnotes) is None
    with at_work(qtbot, studio.project, "ada", PLACE) as window:
        page = window.page("agreement")
        assert part(page, CasesView) is None
        notes = part(page, Footnotes)
        assert notes.line.text() == "Limits: 3 disagreements are not shown."
        notes.more.click()
        assert "3 disagreements are hidden from you" in notes.rest.text()
        assert notes.rest.isVisible()


def test_an_empty_page_says_when_there_will_be_something(qtbot, studio):
    (response,) = studio.answered()
    studio.judged(response, "maria")
    with at_work(qtbot, studio.project, "lena", PLACE) as window:
        page = window.page("agreement")
        assert page.empty.title.text().startswith("No two experts")
        assert not page.export.isEnabled()


def test_the_tick_leaves_only_confirmed_judgments(qtbot, studio):
    (response,) = studio.answered()
    studio.judged(response, "maria")
    studio.judged(response, "wei", met=False)
    with at_work(qtbot, studio.project, "lena", PLACE) as window:
        page = window.page("agreement")
        assert part(page, KeyFigures).cards[0].figure.text() == "3"
        page.gold_only.click()
        settle(qtbot, window)
        assert page.empty.title.text() == "No two confirmed judgments on the same"
        for expert in ("maria", "wei"):
            window.session.perform(lambda expert=expert: confirm(studio.omar, response, expert))
        qtbot.waitUntil(lambda: page.blocks.isVisible())
        assert part(page, KeyFigures).cards[0].figure.text() == "3"


def test_the_tables_are_exported_with_numbers_as_numbers(qtbot, project, tmp_path, monkeypatch):
    target = tmp_path / "agreement.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    with at_work(qtbot, project, "lead-moreau", PLACE) as window:
        page = window.page("agreement")
        qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: window.notice.isVisible())
        assert str(target) in window.notice.text
    lines = list(csv.reader(target.read_text(encoding="utf-8-sig").splitlines()))
    place = lines.index(["By pair"])
    assert lines[place + 2][:3] == ["Amara Diallo", "Lin Shuyan", "144"]
    assert float(lines[place + 2][4]) == pytest.approx(0.9444, abs=1e-4)
    heads = next(line for line in lines if line and line[0] == "Response")
    assert heads[-1] == "Rationale"


def test_a_file_that_cannot_be_written_is_told(qtbot, project, tmp_path, monkeypatch):
    target = tmp_path / "missing" / "agreement.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    with at_work(qtbot, project, "lead-moreau", PLACE) as window:
        window.page("agreement").ask_export()
        qtbot.waitUntil(lambda: window.notice.isVisible())
        assert "could not be written" in window.notice.text


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1"])
def test_no_cell_is_taken_for_a_formula(text):
    assert guarded(text) == f"'{text}"


@pytest.mark.parametrize("value", ["met", 7, -0.2, None, ""])
def test_other_cells_stay_as_they_are(value):
    assert guarded(value) == value


def test_experts_stand_beside_each_other_and_on_one_response(qtbot, project):
    with at_work(qtbot, project, "lead-moreau", PLACE) as window:
        page = window.page("agreement")
        (matrix,) = page.blocks.charts[:1]
        labels = {mark.label for mark in matrix.view.shown.marks}
        assert len(labels) == 6, "three pairs, each from both sides"
        (said,) = [one for one in labels if one.startswith("Amara Diallo, Lin Shuyan")]
        assert "94 % decided alike" in said.replace("\u00a0", " ")
        assert "95 % interval" in said.replace("\u00a0", " ") and "of 144" in said
        grid = page.blocks.tables[0]
        assert grid.accessibleName() == "Experts on one response"
        made = page.asked.pickers["of_response"]
        assert made.count() > 1
        heads = [column.head for column in grid.grid.columns]
        assert len(heads) == 4, "checkpoint, notes, and two experts"
        told = {tuple(row[2:]) for row in rows(grid) if row[1] == "differ"}
        assert told and told <= {("✓", "✗"), ("✗", "✓")}
        assert {tuple(row[2:]) for row in rows(grid) if not row[1]} <= {("✓", "✓"), ("✗", "✗")}
        before = rows(grid)
        made.setCurrentIndex(1)
        made.activated.emit(1)
        settle(qtbot, window)
        assert rows(page.blocks.tables[0]) != before


def test_the_menu_of_a_disagreement_opens_it(qtbot, project):
    with at_work(qtbot, project, "lead-moreau", PLACE) as window:
        cases = part(window.page("agreement"), CasesView)
        menu, entries = menu_at(cases, 2)
        assert list(entries) == ["Open", "Copy"]
        entries["Open"].trigger()
        menu.close()
        assert window.place.page == "judging"
        assert window.place.item == cases.cases[2].opens[2]
