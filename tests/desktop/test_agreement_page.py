"""How well experts agree, for those who may know it."""

import csv

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QFileDialog

from tests.desktop.views_help import at_work, sample, settle
from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.core.metrics import Estimate, Figures
from xpert_studio.core.metrics.agreement import PairAgreement
from xpert_studio.core.metrics.metric import RATERS
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.core.metrics.votes import LEAST_SHARED
from xpert_studio.desktop.pages.agreement.page import pair_rows
from xpert_studio.desktop.places import Place
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


def cell(model, row, column, role=Qt.ItemDataRole.DisplayRole):
    return model.data(model.index(row, column), role)


def test_figures_tables_and_disagreements_of_the_sample(qtbot, project):
    with at_work(qtbot, project, "lead-moreau", PLACE) as window:
        page = window.page("agreement")
        cards = page.figures.cards
        assert page.figures.items.figure.text() == "288"
        assert [made.figure.text() for made in cards] == ["94 %", *["0.88"] * 3]
        spans = [made.note.text() for made in cards]
        assert spans == ["[93 %, 95 %]\u00a0‡", *["[0.86, 0.90]\u00a0‡"] * 3]
        assert page.pairs.rowCount() == 3
        assert cell(page.pairs, 0, 2) == "144"
        assert cell(page.parts, 0, 1) == "Essential"
        assert page.parts.cell(0, 3).share == pytest.approx(111 / 112)
        assert page.tabs.tabText(0) == "17 disagreements"
        weights = [page.disputes.cell(row, 4).value for row in range(17)]
        assert weights == sorted(weights, reverse=True)
        for model in (page.pairs, page.parts, page.disputes):
            tester = QAbstractItemModelTester(
                model, QAbstractItemModelTester.FailureReportingMode.Fatal
            )
            del tester


def test_a_pair_with_few_shared_ratings_says_so_in_place_of_a_kappa():
    (row,) = pair_rows(
        [
            PairAgreement(
                "a",
                "b",
                Figures(
                    RATERS,
                    LEAST_SHARED - 1,
                    1,
                    dict.fromkeys(
                        (metric.id for metric in metrics_of(RATERS)), Estimate(None, None, 1)
                    )
                    | {"accuracy": Estimate(0.9, None, 1)},
                ),
            )
        ],
        str.upper,
    )
    few = "fewer than 30 shared ratings"
    assert [cell.text for cell in row] == ["A", "B", "29", "90 %", *[few] * 3]


@pytest.mark.parametrize("how", ["key", "mouse"])
def test_a_disagreement_opens_both_sheets_side_by_side(qtbot, project, how):
    with at_work(qtbot, project, "senior-okafor", PLACE) as window:
        page = window.page("agreement")
        page.list.setFocus()
        first = page.found.disputed[0]
        if how == "key":
            qtbot.keyClick(page.list, Qt.Key.Key_Return)
        else:
            middle = page.list.visualRect(page.disputes.index(0, 0)).center()
            qtbot.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=middle)
        assert window.place == Place(
            "adjudication", task_id=first.task_id, item=first.response_id, tab="side_by_side"
        )


def test_whoever_judges_is_told_that_judging_is_blind(qtbot, project):
    with at_work(qtbot, project, "expert-lin", PLACE) as window:
        page = window.page("agreement")
        assert page.empty.isVisible()
        assert page.empty.title.text() == "Judging is blind"
        assert not page.export.isVisible()
        assert page.disputes.rowCount() == 0


def test_a_senior_who_may_judge_a_task_does_not_see_what_others_differ_on_there(qtbot, studio):
    (response,) = studio.answered()
    studio.judged(response, "maria", met=True)
    studio.judged(response, "wei", met=False)
    with at_work(qtbot, studio.project, "omar", PLACE) as window:
        page = window.page("agreement")
        assert page.disputes.rowCount() == 3
        assert not page.withheld.isVisible()
    with at_work(qtbot, studio.project, "ada", PLACE) as window:
        page = window.page("agreement")
        assert page.disputes.rowCount() == 0
        assert page.withheld.isVisible()
        assert page.withheld.text().startswith("3 disagreements are on tasks")


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
        assert page.figures.items.figure.text() == "3"
        page.gold_only.click()
        settle(qtbot, window)
        assert page.empty.title.text() == "No two confirmed judgments on the same"
        for expert in ("maria", "wei"):
            window.session.perform(lambda expert=expert: confirm(studio.omar, response, expert))
        qtbot.waitUntil(lambda: page.figures.isVisible())
        assert page.figures.items.figure.text() == "3"


def test_the_tables_are_exported_with_numbers_as_numbers(qtbot, project, tmp_path, monkeypatch):
    target = tmp_path / "agreement.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    with at_work(qtbot, project, "lead-moreau", PLACE) as window:
        page = window.page("agreement")
        qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: window.notice.isVisible())
        assert str(target) in window.notice.text
    rows = list(csv.reader(target.read_text(encoding="utf-8-sig").splitlines()))
    assert rows[0] == ["By pair"]
    assert rows[2][:3] == ["Amara Diallo", "Lin Shuyan", "144"]
    assert float(rows[2][3]) == pytest.approx(0.9444, abs=1e-4)
    heads = next(row for row in rows if row and row[0] == "Task")
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
