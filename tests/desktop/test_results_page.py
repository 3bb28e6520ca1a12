"""Results in the window: ranked and apart, from every cell to what is behind it, and out as files."""

from __future__ import annotations

import csv
import itertools
import json
import re
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QFileDialog

from tests.desktop.results_help import (
    above,
    at_results,
    catch_up,
    click_cell,
    click_head,
    column,
    named,
    offers,
    place_of,
    project,
    texts,
    words,
)
from tests.desktop.views_help import at_work, footnotes, table_of
from tests.report.scored import JUDGE, OTHER, SYSTEMS, TASKS, scored_project
from tests.workflow.studio import Studio
from xpert_studio.core.store import entities
from xpert_studio.desktop.pages.results.section import place_at, read_where
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.report.charts import layout
from xpert_studio.report.charts.shapes import Circle
from xpert_studio.report.results import EVERYTHING, TaskScope
from xpert_studio.report.shown_blocks import shown

__all__ = ["at_results", "project"]


def drawn_systems(chart):
    """The systems of a chart from above, with whether their mark is hollow."""
    shapes = layout(chart, 700).shapes
    circles = [one for one in shapes if isinstance(one, Circle) and one.radius > 4]  # no domains
    rows = [row[0] for row in chart.rows]
    seen = circles[-len(rows) :]  # without that of the legend
    return [(name, one.border is not None) for name, one in zip(rows, seen, strict=True)]


def test_a_system_whose_judgments_the_judge_was_shown_is_set_apart(qtbot, at_results, project):
    shown = json.dumps([f"t{number}:0" for number in range(TASKS)])
    with project.writing() as tx:
        tx.connection.exec_driver_sql(
            "UPDATE judge SET mode = 'anchored', anchors = ? WHERE id = ?", (shown, JUDGE)
        )
    with at_results() as (window, page):
        board = page.seen
        table = table_of(board)
        aurora = column(table, "System").index("aurora (baseline)")
        assert column(table, "Rank")[aurora] == "–"
        hint = table.grid.cell(aurora, place_of(table, "System")).hint
        assert "The judge was shown the experts’ judgments of it as anchors." in hint
        hint = table.grid.cell(aurora, place_of(table, "Rank")).hint
        assert "the judge was shown the experts’ judgments of it" in hint
        assert above(column(table, "Score"))[aurora] == "24.4\u00a0%"
        experts = dict(board_rows(board, "By the experts"))
        assert (experts["aurora (baseline)"], experts["juno"]) == ("21.5\u00a0%", "–")
        hollow = [name for name, is_hollow in drawn_systems(board.drawn()) if is_hollow]
        assert hollow == ["aurora", "iris", "juno"]
        board.go("system", system="aurora")
        catch_up(qtbot, window)
        said = texts(page.section("system"))
        assert "Not ranked: the judge was shown the experts’ judgments of it" in said
        assert "experts: 21.5 %" in said


def test_nothing_is_missing_where_all_that_is_apart_is_complete(at_results, project):
    shown = json.dumps([f"t{number}:0" for number in range(TASKS)])
    with project.writing() as tx:
        tx.connection.exec_driver_sql(
            "UPDATE judge SET mode = 'anchored', anchors = ? WHERE id = ?", (shown, OTHER)
        )
    with at_results(judge=OTHER, scope=TaskScope("domain", "Law")) as (_, page):
        board = page.seen
        apart = [name for name, rank in board_rows(board, "Rank") if rank == "–"]
        assert apart == ["aurora (baseline)"]
        assert not page.section("leaderboard").score.isVisible()


def test_ranked_systems_stand_by_score_with_domains_and_the_rest_apart_with_its_reason(at_results):
    with at_results() as (_, page):
        board = page.seen
        table = table_of(board)
        assert column(table, "Rank") == ["1", "2 =", "2 =", *["4 ="] * 5, "–", "–"]
        names = column(table, "System")
        assert names[8:] == ["iris", "juno"], "those that are not ranked come last"
        assert "aurora (baseline)" in names[:8]
        assert "文心一号" in names
        assert names[0] == "halo"
        heads = [item.head for item in table.grid.columns]
        assert heads[:4] == ["Rank", "System", "Score", "Tie group"]
        said = {mark.label for mark in layout(board.drawn(), 700).marks}
        assert all("Law: " in one and "Finance: " in one for one in said), "small dots"
        hints = {
            name: table.grid.cell(row, place_of(table, "Rank")).hint
            for row, name in enumerate(names)
        }
        assert hints["juno"] == "–\nno response to 1 task"
        assert "1 checkpoint not judged yet, 2 verdicts invalid" in hints["iris"]
        assert "juno: no response to 1 task" in footnotes(board)
        assert hints["halo"] == ""
        assert len(layout(board.drawn(), 700).marks) == len(SYSTEMS)
        tester = QAbstractItemModelTester(
            table.grid, QAbstractItemModelTester.FailureReportingMode.Fatal
        )
        del tester


def board_rows(board, key):
    """Systems of the leaderboard with what one of its columns says."""
    table = table_of(board)
    return list(zip(column(table, "System"), column(table, key), strict=True))


def test_intervals_stand_below_and_systems_that_cannot_be_told_apart_share_a_group(at_results):
    with at_results() as (_, page):
        board, results = page.seen, page.results
        ties = results.ties(JUDGE)
        table = table_of(board)
        groups = [group for _, group in board_rows(board, "Tie group")]
        assert groups[8:] == ["", ""], "who is not ranked is in no group"
        assert groups[:8] == sorted(groups[:8])
        for row, item in enumerate(results.board(JUDGE).leaderboard.standings[:8]):
            cell = table.grid.cell(row, place_of(table, "Score"))
            assert cell.value == item.score
            assert shown(item.interval, "0.0%") in cell.text if item.interval else True
            tie = ties[item.system]
            if tie.p is not None:
                assert tie.p >= 0.05
                cell = table.grid.cell(row, place_of(table, "Tie group"))
                assert f"Cannot be told apart from {tie.leader}" in cell.hint
        rows = board_rows(board, "Tie group")
        for one, other in itertools.pairwise(rows[:8]):
            assert (one[1] == other[1]) == (ties[bare(one[0])].group == ties[bare(other[0])].group)


def test_a_system_that_cannot_be_told_apart_says_which_ranks_it_may_have(at_results):
    with at_results() as (_, page):
        ties = page.results.ties(JUDGE)
        names = [item.system for item in page.results.board(JUDGE).leaderboard.standings[:8]]
    tied = next(name for name in names if ties[name].size > 1)
    group = [name for name in names if ties[name].group == ties[tied].group]
    with at_results("system", system=tied) as (_, page):
        said = texts(page.section("system"))
        first = names.index(group[0]) + 1
        assert re.match(rf"Rank {first}( to \d)? · cannot be told apart from ", said), said
        assert all(name in said.split(" · ")[1] for name in group[:4] if name != tied)
        assert tied not in said.split(" · ")[1]


def bare(name):
    return name.removesuffix(" (baseline)")


def test_sorting_by_any_column_by_mouse_and_by_key(at_results):
    with at_results() as (_, page):
        table = table_of(page.seen)
        click_head(table, "System")
        names = column(table, "System")
        assert names == sorted(names, key=str.casefold)
        click_head(table, "System")
        assert column(table, "System") == names[::-1]
        for key in ("Score", "Coverage", "All Essentials met"):
            click_head(table, key)
            place = place_of(table, key)
            cells = [table.grid.cell(row, place).value for row in range(table.grid.rowCount())]
            values = [value for value in cells if value is not None]
            assert values == sorted(values, reverse=True)
            assert cells[: len(values)] == values, "what is not known comes last"
        table.setFocus()
        table.setCurrentIndex(table.grid.index(0, place_of(table, "Rank")))
        QTest.keyClick(table, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
        assert table.order == ("0", True)


def test_a_row_opens_the_system_and_a_cell_the_tasks_behind_it(at_results, qtbot):
    with at_results() as (window, page):
        click_cell(table_of(page.seen), 0, "System")
        catch_up(qtbot, window)
        assert read_where(window.place.item) == {"system": "halo"}
        system = page.section("system")
        assert system.name.text() == "halo"
        assert table_of(system).grid.rowCount() == TASKS
        assert "Rank 1" in texts(system)
        window.go_back()
        catch_up(qtbot, window)
        window.go(place_at("explore", JUDGE, EVERYTHING, {"show": "heatmap", "by": "domain"}))
        catch_up(qtbot, window)
        heat = table_of(page.seen)
        click_cell(heat, column(heat, "System").index("halo"), "Law")
        catch_up(qtbot, window)
        assert read_where(window.place.item) == {"system": "halo", "part": "domain:Law"}
        assert table_of(system).grid.rowCount() == TASKS / 2
        assert system.only.text() == "Only Domain: Law"
        system.only.click()
        catch_up(qtbot, window)
        assert table_of(system).grid.rowCount() == TASKS


def test_a_task_of_a_system_opens_the_judges_verdicts_on_it(at_results, qtbot):
    with at_results("system", system="aurora") as (window, page):
        table = table_of(page.section("system"))
        table.setFocus()
        QTest.keyClick(table, Qt.Key.Key_Down)
        QTest.keyClick(table, Qt.Key.Key_Return)
        assert window.trail._places[-1] == verdict_place("t1", "t1:0", judge_id=JUDGE)


def test_a_task_without_response_opens_where_responses_are_added(at_results, qtbot):
    with at_results("system", system="juno") as (window, page):
        table = table_of(page.section("system"))
        assert words(table)[-1][-1] == "no response"
        table.go_to(TASKS - 1)
        table.setFocus()
        QTest.keyClick(table, Qt.Key.Key_Return)
        assert window.place == Place("task", task_id="t5", tab="responses")


def test_what_is_missing_leads_to_the_runs_and_to_the_verdicts(at_results, qtbot):
    with at_results() as (window, page):
        board = page.seen
        names = column(table_of(board), "System")
        click_cell(table_of(board), names.index("iris"), "Coverage")
        catch_up(qtbot, window)
        verdicts = page.seen
        assert read_where(window.place.item)["show"] == "verdicts"
        assert sorted(column(verdicts.table, "answer")) == ["error", "invalid"]
        window.go_back()
        catch_up(qtbot, window)
        wanted = []
        page.shell.go = wanted.append
        page.section("leaderboard").score.click()
        assert wanted == [Place("runs", tab="new")]


def test_others_may_not_see_results(qtbot, project):
    with at_work(qtbot, project, "amara", Place("results")) as window:
        page = window.page("results")
        assert page.empty.title.text() == "Results are for leads"
        assert page.results is None
        assert not page.to_runs.isVisible()


def test_before_anything_is_scored_the_page_leads_to_the_runs(qtbot, tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    studio.answered()
    with at_work(qtbot, studio.project, "lena", Place("results")) as window:
        page = window.page("results")
        qtbot.waitUntil(lambda: page.to_runs.isVisible())
        assert page.empty.title.text() == "Nothing has been scored yet"
        assert not page.head.rater.isVisible()
    studio.project.close()


def test_another_judge_and_another_scope_show_other_figures(at_results, qtbot):
    with at_results() as (window, page):
        head, board = page.head, page.seen
        assert [head.rater.itemData(n) for n in range(head.rater.count())] == [
            OTHER, JUDGE, "experts",
        ]  # fmt: skip
        assert head.trust.text() == "Too little evidence: 6 of 20 tasks, 6 of 60 pairs."
        before = table_of(board).plain()
        head.rater.setCurrentIndex(0)
        head.rater.activated.emit(0)
        catch_up(qtbot, window)
        assert table_of(board).plain() != before
        assert window.place.judge_id == OTHER
        subset = [head.scope.itemText(n) for n in range(head.scope.count())].index("Subset: gold")
        head.scope.setCurrentIndex(subset)
        head.scope.activated.emit(subset)
        catch_up(qtbot, window)
        assert set(column(table_of(board), "Tasks")) == {"2"}
        assert read_where(window.place.item)["scope"] == "subset:gold"
        head.rater.setCurrentIndex(2)
        head.rater.activated.emit(2)
        catch_up(qtbot, window)
        assert head.trust.text() == "The experts’ own judgments"


def test_a_judge_without_gold_says_so(qtbot, tmp_path):
    made = scored_project(tmp_path / "nogold.xpert", gold=False)
    with at_work(qtbot, made, "lena", Place("results")) as window:
        catch_up(qtbot, window)
        assert window.page("results").head.trust.text().startswith("Not aligned")
    made.close()


def test_new_verdicts_and_edits_show_up(at_results, qtbot, project):
    with at_results() as (window, page):
        first = page.results
        page._calm.stop()
        window.session.changed_outside.emit()
        catch_up(qtbot, window)
        assert page.results is first  # nothing has changed
        with project.writing() as tx:
            from tests.report.scored import NOW
            from xpert_studio.core.records import LogEntry
            from xpert_studio.core.store import log

            point = entities.find(tx, type_of_point(), "t0", "c0")
            entities.put(tx, point.model_copy(update={"weight": 1}))
            log.add_entry(tx, LogEntry(at=NOW, command="checkpoint.edit", actor_id="lena"))
        page._calm.stop()
        window.session.changed_outside.emit()
        catch_up(qtbot, window)
        assert page.results is not first
        assert page.seen.choice.results is page.results


def type_of_point():
    from xpert_studio.core.records import Checkpoint

    return Checkpoint


def test_tabs_and_tables_by_keys_alone(at_results, qtbot):
    with at_results() as (window, page):
        for number, (name, _) in enumerate(page_tabs(), start=1):
            QTest.keyClick(
                window, getattr(Qt.Key, f"Key_{number}"), Qt.KeyboardModifier.AltModifier
            )
            catch_up(qtbot, window)
            assert page.stack.currentWidget() is page.section(name)
            focus = window.focusWidget()
            assert page.section(name).isAncestorOf(focus), (name, focus)


def page_tabs():
    from xpert_studio.desktop.pages.results.page import TABS

    return TABS


def test_what_is_selected_is_copied_for_a_spreadsheet(at_results):
    with at_results("system", system="halo") as (_, page):
        table = table_of(page.section("system"))
        table.setFocus()
        table.selectRow(0)
        QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        copied = QGuiApplication.clipboard().text().split("\t")
        assert copied[:2] == ["Task 0", "Law"]


def test_places_keep_what_is_looked_at():
    scope = TaskScope("domain", "A & B = 法律")
    place = place_at(
        "items", "j:1", scope, {"flags": "never,always", "task": "a=b&c", "": "", "x": ""}
    )
    from xpert_studio.desktop.pages.results.section import scope_in

    where = read_where(place.item)
    assert scope_in(where) == scope
    assert where["task"] == "a=b&c"
    assert "x" not in where
    assert Place.read(place.plain()) == place
    assert replace(place, item="") == Place("results", tab="items", judge_id="j:1")


@pytest.mark.parametrize("tab", ["leaderboard", "heatmap", "spreads", "tasks", "two"])
def test_every_table_is_exported(at_results, qtbot, tmp_path, monkeypatch, tab):
    target = tmp_path / "table.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    with at_results(**named(tab)) as (window, page):
        offers(page)[2].trigger()
        qtbot.waitUntil(lambda: window.notice.isVisible())
    rows = list(csv.reader(target.open(encoding="utf-8-sig", newline="")))
    assert len(rows) > 3
    assert not any(cell.startswith("=") for row in rows for cell in row)


@pytest.mark.parametrize(("place", "ending"), [(0, "html"), (1, "pdf")])
def test_the_report_is_two_clicks_away_and_recorded(at_results, qtbot, project, place, ending):
    from xpert_studio.core.workflow import read_publications

    with at_results() as (window, page):
        offers(page)[place].trigger()
        qtbot.waitUntil(lambda: window.notice.isVisible())
        (path,) = window.session.path.parent.glob(f"*-report-*.{ending}")
        assert path.name in window.notice.text
        catch_up(qtbot, window)
        (past,) = read_publications(project)
        assert past.publication.kind == "report"
