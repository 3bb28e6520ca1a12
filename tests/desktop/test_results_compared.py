"""Two systems compared in the results; verdicts are listed, and hidden from who still judges."""

from __future__ import annotations

import csv

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QMenu

from tests.desktop.results_help import (
    at_results,
    catch_up,
    click_head,
    column,
    pick,
    project,
    texts,
    words,
)
from tests.desktop.views_help import at_work
from tests.report.scored import JUDGE, SYSTEMS, TASKS, TEXTS, scored_project
from xpert_studio.core.records import Judgment, JudgmentStatus, Person, Role
from xpert_studio.core.store import entities, responses
from xpert_studio.desktop.pages.results.section import place_at, read_where
from xpert_studio.desktop.places import Place, beside_place, verdict_place
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.report.results import EVERYTHING

__all__ = ["at_results", "project"]


def test_two_systems_are_compared_in_a_sentence_a_table_and_charts(at_results, qtbot):
    with at_results("compare", show="pair", first="aurora", second="juno") as (window, page):
        compare = page.seen
        assert compare.asked.asked == {"first": "aurora", "second": "juno"}
        assert "it does better on 0, worse on 5, the same on 0" in texts(compare)
        assert "1 tasks on which only one of them has a score are excluded" in texts(compare)
        won, table = compare.blocks.tables[:2]
        assert won.accessibleName() == "Checkpoints won and lost"
        assert table.grid.rowCount() == TASKS - 1
        differences = [-table.grid.cell(row, 3).value for row in range(TASKS - 1)]
        assert differences == sorted(differences, reverse=True)
        marks = [len(card.view.shown.marks) for card in compare.asked.blocks.charts]
        assert marks == [5, 2, 3, 3], "a point a task, domains, dimensions, tiers"
        pick(compare, "first", "juno")
        catch_up(qtbot, window)
        pick(compare, "second", "aurora")
        catch_up(qtbot, window)
        where = {"show": "pair", "first": "juno", "second": "aurora"}
        assert read_where(window.place.item) == where
        assert "it does better on 5" in texts(compare)


def test_the_system_named_first_is_better_where_a_difference_is_positive(
    at_results, qtbot, tmp_path, monkeypatch
):
    with at_results("compare", show="pair", first="juno", second="aurora") as (window, page):
        compare = page.seen
        grid = compare.blocks.tables[1].grid
        assert [item.head for item in grid.columns][1:4] == ["aurora", "juno", "Difference"]
        for row in range(grid.rowCount()):
            first, second, difference = (grid.cell(row, at) for at in (1, 2, 3))
            assert difference.value > 0, "juno is better on every task"
            assert difference.value == pytest.approx(second.value - first.value)
            assert difference.text.startswith("+")
        # The command line says "juno against aurora" of the same, "second less first".
        found = page.results.compared(JUDGE, "aurora", "juno")
        assert found.difference > 0
        assert f"juno scores {100 * found.difference:.1f} points more than aurora" in texts(compare)
        monkeypatch.setattr(
            QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "pair.csv"), "")
        )
        compare.export()
        catch_up(qtbot, window)
        rows = list(csv.reader((tmp_path / "pair.csv").read_text("utf-8-sig").splitlines()))
        titles = next(row for row in rows if row[:2] == ["By", "Name"])
        assert titles[3:6] == ["aurora", "juno", "Difference"]
        parts = [row for row in rows if row and row[0] in {"Domain", "Tier", "Dimension"}]
        assert len(parts) == len(found.parts)
        for row in parts:
            first, second, difference = map(float, row[3:6])
            assert second - first == pytest.approx(difference)
        points = compare.asked.blocks.charts[0]
        assert points.reading.text().endswith("Above the diagonal juno scores higher.")
        assert {row[1] < row[2] for row in points.view.chart.rows} == {True}, "as above"


def test_a_task_of_two_systems_opens_their_responses_side_by_side(at_results, qtbot):
    with at_results("compare", show="pair", first="aurora", second="文心一号") as (window, page):
        compare = page.seen
        table = next(one for one in compare.blocks.tables if "Tasks" in one.accessibleName())
        title = table.grid.cell(0, 0).text
        table.setFocus()
        QTest.keyClick(table, Qt.Key.Key_Return)
        catch_up(qtbot, window)
        pair = window.page("responses")
        first, second = (pane for pane in pair.panes if pane.isVisible())
        assert "aurora: yes." in first.view.toPlainText()
        assert "文心一号: yes." in second.view.toPlainText()
        assert len(pair.points.keys) == len(TEXTS)
        assert pair.title.text() == title
        pair.only.click()
        assert pair.points.keys == []  # both are of the poorer half
        pair.only.click()
        task = window.place.task_id
        assert pair.tally.text().startswith("aurora wins 0 checkpoints, 文心一号 wins 0, ")
        pair.points.look_at("c1")
        assert "Because of line 1." in first.reason.text()
        menu = QMenu()
        pair._fill_menu(menu)
        said = [action.text() for action in menu.actions()]
        assert said == ["Verdict on aurora", "Verdict on 文心一号", "Open in the rubric"]
        menu.actions()[1].trigger()
        assert window.trail._places[-1] == verdict_place(task, f"{task}:4", "c1", JUDGE)


def test_verdicts_are_listed_filtered_and_opened(at_results, qtbot):
    with at_results("explore", show="verdicts") as (window, page):
        verdicts = page.seen
        total = (TASKS * len(SYSTEMS) - 1) * len(TEXTS) - 1
        assert verdicts.grid.rowCount() == total
        assert verdicts.kinds.buttons["differs"].text() == "Differs from experts  1"
        catch_up(qtbot, window)
        assert column(verdicts.table, "rationale")[0] == "Because of line 0."
        QTest.mouseClick(verdicts.kinds.buttons["differs"], Qt.MouseButton.LeftButton)
        catch_up(qtbot, window)
        (row,) = words(verdicts.table)
        assert row[verdicts.table.column_of("answer")] == "met"
        assert row[verdicts.table.column_of("expert")] == "not met"
        QTest.mouseClick(verdicts.kinds.buttons["differs"], Qt.MouseButton.LeftButton)
        place = verdicts.system.findData("=1+1")
        verdicts.system.setCurrentIndex(place)
        verdicts.system.activated.emit(place)
        catch_up(qtbot, window)
        assert verdicts.grid.rowCount() == TASKS * len(TEXTS)
        click_head(verdicts.table, "answer")
        catch_up(qtbot, window)
        said = column(verdicts.table, "answer")
        assert said == sorted(said, key=["not met", "met"].index)
        verdicts.table.setFocus()
        verdicts.table.go_to(0)
        at = verdicts.list.place(verdicts.grid.rows[0])
        QTest.keyClick(verdicts.table, Qt.Key.Key_Return)
        assert window.trail._places[-1] == verdict_place(
            at.task_id, at.response_id, at.checkpoint_id, JUDGE
        )


def test_what_is_wrong_with_a_verdict_stands_in_its_row(at_results, qtbot):
    with at_results("explore", show="verdicts", kinds="invalid,error,flagged") as (window, page):
        verdicts = page.seen
        catch_up(qtbot, window)
        notes = column(verdicts.table, "notes")
        assert sorted(notes) == [
            "The reply was cut off.",
            "The reply was cut off.",
            "no quote found",
        ]


def test_verdicts_are_exported_with_progress(at_results, qtbot, tmp_path, monkeypatch):
    target = tmp_path / "v.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    with at_results("explore", show="verdicts", system="halo") as (window, page):
        page._export()
        qtbot.waitUntil(lambda: window.notice.isVisible())
    rows = list(csv.DictReader(target.open(encoding="utf-8-sig", newline="")))
    assert len(rows) == TASKS * len(TEXTS)
    assert {row["system"] for row in rows} == {"halo"}


def test_experts_have_no_verdicts_and_the_page_says_so(at_results):
    with at_results("explore", show="verdicts", judge="experts") as (_, page):
        assert page.seen.empty.isVisible()


def with_roles(project, *roles):
    """Lena of a scored project with other roles."""
    with project.writing() as tx:
        lena = entities.find(tx, Person, "lena")
        entities.put(tx, lena.model_copy(update={"roles": roles}))


def test_results_are_hidden_from_a_lead_who_still_has_to_judge_until_they_unblind(qtbot, tmp_path):
    made = scored_project(tmp_path / "blind.xpert")
    with_roles(made, Role.LEAD, Role.EXPERT)
    with at_work(qtbot, made, "lena", Place("results")) as window:
        catch_up(qtbot, window)
        page = window.page("results")
        assert page.whole.currentWidget() is page.empty
        assert "to judge blind" in page.empty.title.text()
        assert not any(name in page.empty.text.text() for name in SYSTEMS)
        assert page.to_judging.isVisible()
        assert not page.to_runs.isVisible()
        page.to_unblind.click()
        (dialog,) = window.findChildren(ActionDialog)
        assert "marked as unblinded" in " ".join(
            label.text() for label in dialog.findChildren(QLabel)
        )
        dialog.accept()
        catch_up(qtbot, window)
        assert page.whole.currentWidget() is not page.empty
        assert page.results is not None
    made.close()


def test_verdicts_on_what_a_lead_has_to_adjudicate_are_withheld(qtbot, tmp_path):
    made = scored_project(tmp_path / "sealed.xpert")
    with_roles(made, Role.LEAD, Role.SENIOR)
    with made.writing() as tx:
        for item in entities.find_all(tx, Judgment, response_id="t0:0"):
            changes = {"status": JudgmentStatus.SUBMITTED, "confirmed_by": None}
            entities.put(tx, item.model_copy(update=changes))
    place = place_at("explore", JUDGE, EVERYTHING, {"show": "verdicts"})
    with at_work(qtbot, made, "lena", place) as window:
        catch_up(qtbot, window)
        verdicts = window.page("results").seen
        assert verdicts.withheld.isVisible()
        assert "judge or confirm" in verdicts.withheld.text()
        with made.reading() as tx:
            system = responses.get_response(tx, "t0:0").model
        other = next(name for name in SYSTEMS if name != system)
        window.go(beside_place("t0", JUDGE, "", system, other))
        catch_up(qtbot, window)
        pair = window.page("responses")
        sealed = next(side for side in pair.found.sides if side.response.id == "t0:0")
        assert not sealed.marks
        assert pair.hidden_note.text().startswith("What was decided on 1 response is hidden")
        assert not pair.tally.isVisible(), "what is hidden is not counted"
        assert not pair.only.isVisible()
        menu = QMenu()
        pair._fill_menu(menu)
        said = [action.text() for action in menu.actions()]
        assert said == [f"Verdict on {other}", "Open in the rubric"]
    made.close()


def test_texts_are_read_side_by_side_where_every_judgment_waits_for_the_lead(qtbot, tmp_path):
    made = scored_project(tmp_path / "sealed.xpert")
    with_roles(made, Role.LEAD, Role.SENIOR)
    with made.writing() as tx:
        for one in responses.all_responses(tx, task_ids=["t0"]):
            for item in entities.find_all(tx, Judgment, response_id=one.id):
                changes = {"status": JudgmentStatus.SUBMITTED, "confirmed_by": None}
                entities.put(tx, item.model_copy(update=changes))
    names = [SYSTEMS[0], SYSTEMS[9]]
    place = beside_place("t0", "experts", "", *names)
    with at_work(qtbot, made, "lena", place) as window:
        catch_up(qtbot, window)
        page = window.page("responses")
        assert page.stack.currentIndex() == 1, page.empty.text.text()
        assert page.hidden_note.isVisible()
        shown = [pane for pane in page.panes if pane.isVisible()]
        assert [pane.title.text() for pane in shown] == names
        assert not any(pane.value.isVisible() or pane.reason.isVisible() for pane in shown)
    made.close()


def test_only_what_was_decided_on_both_is_won_lost_or_even(qtbot, tmp_path):
    made = scored_project(tmp_path / "gaps.xpert")
    with made.writing() as tx:
        for item in entities.find_all(tx, Judgment, response_id="t0:0"):
            if item.checkpoint_id != "c0":
                entities.remove(tx, item)
    place = beside_place("t0", "experts", "", SYSTEMS[0], SYSTEMS[9])
    with at_work(qtbot, made, "lena", place) as window:
        catch_up(qtbot, window)
        page = window.page("responses")
        assert page.tally.text() == "aurora wins 0 checkpoints, juno wins 1, 0 are even."
        page.only.click()
        assert page.points.keys == ["c0"]
    made.close()
