"""Results in the window: ranked and apart, from every cell to what is behind it, and out as files."""

from __future__ import annotations

import csv
import itertools
import json
import re
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from tests.desktop.rest import come_to_rest
from tests.desktop.views_help import at_work, footnotes, table_of
from tests.report.scored import JUDGE, OTHER, SYSTEMS, TASKS, TEXTS, scored_project
from tests.workflow.studio import Studio
from xpert_studio.core.records import Judgment, JudgmentStatus, Person, Role
from xpert_studio.core.store import entities, responses
from xpert_studio.desktop.pages.results.section import place_at, read_where
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.desktop.widgets.asking import ActionDialog
from xpert_studio.desktop.widgets.blocks_view import Footnotes
from xpert_studio.desktop.widgets.spans import HeatLegend
from xpert_studio.report.blocks import shown
from xpert_studio.report.charts import layout
from xpert_studio.report.charts.shapes import Circle
from xpert_studio.report.results import EVERYTHING, Scope


@pytest.fixture
def project(tmp_path):
    made = scored_project(tmp_path / "scored.xpert")
    yield made
    made.close()


@pytest.fixture
def at_results(qtbot, project):
    """``with at_results(tab, **where) as (window, page)``: a lead looks at results."""
    from contextlib import contextmanager

    @contextmanager
    def look(tab="leaderboard", *, judge=JUDGE, scope=EVERYTHING, **where):
        with at_work(qtbot, project, "lena", place_at(tab, judge, scope, where)) as window:
            window.resize(1900, 900)  # room for every column
            catch_up(qtbot, window)
            yield window, window.page("results")

    return look


def catch_up(qtbot, window):
    """Waits until timers of typing and drawing have gone off, and what they fetched is there."""
    come_to_rest(window.session.bridge, soon_ms=400)


def offers(page):
    """The entries of the menu that shares what is shown, once it is opened."""
    menu = page.head.share.menu()
    menu.aboutToShow.emit()
    return menu.actions()


def words(view):
    """What a grid shows, row by row."""
    grid = view.grid
    cells = [
        [grid.cell(row, column) for column in range(grid.columnCount())]
        for row in range(grid.rowCount())
    ]
    return [[cell.text if cell else None for cell in row] for row in cells]


def texts(section):
    """What a part that shows sections says in sentences, notes and beside charts among them."""
    notes = [one.rest.text() for one in section.blocks.shown if isinstance(one, Footnotes)]
    charts = [card.reading.text() for card in section.blocks.charts]
    said = [one.text() for one in section.blocks.shown if isinstance(one, QLabel)]
    return "\n".join([*said, *charts, *notes])


def menu_at(view, row=0):
    """The entries of the menu that the menu key opens at a row, by their words."""
    view.go_to(row)
    view.setFocus()
    at = view.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
    pressed = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, at, view.viewport().mapToGlobal(at)
    )
    QApplication.sendEvent(view, pressed)
    menu = QApplication.activePopupWidget()
    return menu, {one.text(): one for one in menu.actions() if one.text()}


def pick(section, name, value):
    """Chooses another entry of a list, as a person does."""
    made = section.asked.pickers[name]
    made.setCurrentIndex(made.findData(value))
    made.activated.emit(made.currentIndex())


def place_of(view, name):
    """The number of a column, by its key or its head."""
    return next(n for n, one in enumerate(view.grid.columns) if name in {one.key, one.head})


def column(view, name):
    place = place_of(view, name)
    return [row[place] for row in words(view)]


def above(texts):
    """Values without the intervals below them."""
    return [text.partition("\n")[0] for text in texts]


def click_cell(view, row, name):
    index = view.grid.index(row, place_of(view, name))
    view.scrollTo(index)
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center()
    )


def click_head(view, name):
    place = place_of(view, name)
    middle = view.head.sectionViewportPosition(place) + view.head.sectionSize(place) // 2
    view.scrollTo(view.grid.index(0, place))
    middle = view.head.sectionViewportPosition(place) + view.head.sectionSize(place) // 2
    pos = view.head.viewport().rect().center()
    pos.setX(middle)
    QTest.mouseClick(view.head.viewport(), Qt.MouseButton.LeftButton, pos=pos)


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
    with at_results(judge=OTHER, scope=Scope("domain", "Law")) as (_, page):
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


@pytest.mark.parametrize("by", ["domain", "dimension", "tier"])
def test_heat_maps_show_every_share_and_open_what_is_behind(at_results, qtbot, by):
    with at_results("explore", show="heatmap", by=by) as (window, page):
        card = page.seen
        table, counts = card.asked.blocks.tables
        assert table.grid.rowCount() == len(SYSTEMS)
        assert table.grid.cell(0, 0).text in SYSTEMS
        last = table.grid.columnCount() - 1
        table.setFocus()
        for _ in range(last):
            QTest.keyClick(table, Qt.Key.Key_Right)
        QTest.keyClick(table, Qt.Key.Key_Down)
        at = table.currentIndex()
        assert (at.row(), at.column()) == (1, last)
        is_few = by == "domain"  # 3 tasks each; 6 tasks have every tier and dimension
        cell = table.grid.cell(1, last)
        assert cell.text.partition("\n")[0].endswith("†") == is_few
        spans = [cell.partition("\n")[2] for row in words(table) for cell in row]
        assert any(" to " in span for span in spans)
        assert cell.heat == pytest.approx(cell.value)
        assert set(words(counts)[1][1:]) == {str(TASKS // 2 if is_few else TASKS)}
        assert [one for one in card.blocks.shown if isinstance(one, HeatLegend)]
        assert table.width() <= card.width()
        assert ("† fewer than 5 tasks" in texts(card)) == is_few
        part, system = table.grid.columns[last].head, table.grid.cell(1, 0).text
        QTest.keyClick(table, Qt.Key.Key_Return)
        catch_up(qtbot, window)
        where = read_where(window.place.item)
        assert where["system"] == system
        assert where["part"].casefold() == f"{by}:{part}".casefold()
        shown = page.section("system")
        assert table_of(shown).grid.rowCount()
        assert part in shown.only.text()


def test_turning_to_another_heat_map_is_remembered(at_results, qtbot):
    with at_results("explore", show="heatmap") as (window, page):
        section = page.seen
        pick(section, "by", "dimension")
        catch_up(qtbot, window)
        table = table_of(section)
        assert table.accessibleName() == "Share of points met by dimension"
        assert read_where(window.place.item) == {"show": "heatmap", "by": "dimension"}
        (key,) = [one.key for one in table.grid.columns if one.head == "Clarity"]
        click_head(table, key)
        place = table.column_of(key)
        values = [table.grid.cell(row, place).value for row in range(len(SYSTEMS))]
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("tab", ["leaderboard", "heatmap", "spreads"])
def test_charts_are_saved_in_three_formats(at_results, qtbot, tmp_path, monkeypatch, tab):
    targets = {ending: tmp_path / f"chart.{ending}" for ending in ("svg", "png", "csv")}
    with at_results(**named(tab)) as (window, page):
        for target in targets.values():
            monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, to=target: (str(to), ""))
            chart = offers(page)[2]
            assert chart.isEnabled()
            chart.trigger()
            qtbot.waitUntil(
                lambda to=target: window.notice.isVisible() and str(to) in window.notice.text
            )
            catch_up(qtbot, window)
    rows = list(csv.reader(targets["csv"].read_text(encoding="utf-8-sig").splitlines()))
    assert rows[0][0] == "System"
    assert {"'=1+1", "文心一号"} <= {row[0] for row in rows}
    assert not QImage(str(targets["png"])).isNull()
    text = targets["svg"].read_text(encoding="utf-8")
    assert "文心一号" in text
    assert tab != "spreads" or ">How the scores of each system’s responses spread</text>" in text


def test_a_box_chooses_whose_tenths_are_shown_and_a_bar_opens_its_tasks(at_results, qtbot):
    with at_results("explore", show="spreads") as (window, page):
        section = page.seen
        boxes, bars = section.asked.blocks.charts
        place = next(
            n for n, mark in enumerate(boxes.view.shown.marks) if mark.target[1] == "aurora"
        )
        boxes.view._go_to(place)
        boxes.view._open()
        catch_up(qtbot, window)
        assert section.asked.asked == {"system": "aurora"}
        assert bars.title.text() == "Scores of aurora in tenths"
        tenths = {mark.target[2]: mark for mark in bars.view.shown.marks}
        assert len(tenths) == 10
        full = next(mark for mark in tenths.values() if not mark.label.endswith(": 0"))
        bars.opened.emit(full.target)
        catch_up(qtbot, window)
        system = page.section("system")
        assert table_of(system).grid.rowCount() == TASKS
        assert system.only.text().startswith("Only Score")


def test_kinds_words_and_sorting_leave_the_right_checkpoints(at_results, qtbot):
    with at_results("explore", show="items") as (window, page):
        items = page.seen
        table = table_of(items)
        assert table.grid.rowCount() == TASKS * len(TEXTS)
        kinds = items.asked.pickers["flag"]
        assert kinds.itemText(kinds.findData("never")) == f"Never met ({TASKS})"
        pick(items, "flag", "negative")
        catch_up(qtbot, window)
        assert read_where(window.place.item) == {"show": "items", "flag": "negative"}
        assert set(column(table, "Checkpoint")) == {TEXTS[2]}
        assert set(column(table, "Notes")) == {"Against the rest"}
        pick(items, "flag", "")
        catch_up(qtbot, window)
        QTest.keyClicks(items.words, "task 4")
        catch_up(qtbot, window)
        assert table.grid.rowCount() == len(TEXTS)
        click_head(table, "Discrimination")
        place = place_of(table, "Discrimination")
        exact = [table.grid.cell(row, place).value for row in range(table.grid.rowCount())]
        known = [value for value in exact if value is not None]
        assert known == sorted(known, reverse=True)
        assert exact[len(known) :] == [None] * (len(exact) - len(known))


def test_a_checkpoint_is_explained_and_opens_in_its_rubric(at_results, qtbot):
    with at_results("explore", show="items", flag="redundant") as (window, page):
        table = table_of(page.seen)
        assert table.grid.rowCount() == 2 * TASKS
        hint = table.grid.cell(0, place_of(table, "Notes")).hint
        assert f"Like: {TEXTS[1]} (φ 1.00)" in hint
        assert above(column(table, "Met"))[0] == "50\u00a0%"
        assert "A checkpoint counts as never or always met from 3 responses" in texts(page.seen)
        table.go_to(0)
        table.setFocus()
        QTest.keyClick(table, Qt.Key.Key_Return)
        assert window.place == Place("task", task_id="t0", tab="rubric", item="c0")


def test_the_verdicts_on_a_checkpoint_are_in_its_menu(at_results, qtbot):
    with at_results("explore", show="items") as (window, page):
        menu, entries = menu_at(table_of(page.seen))
        assert list(entries) == ["Open in the rubric", "Verdicts", "Copy"]
        entries["Verdicts"].trigger()
        menu.close()
        catch_up(qtbot, window)
        verdicts = page.seen
        assert verdicts.grid.rowCount() == len(SYSTEMS)
        assert set(column(verdicts.table, "checkpoint")) == {TEXTS[0]}


def test_checkpoints_of_a_kind_are_exported(at_results, qtbot, tmp_path, monkeypatch):
    target = tmp_path / "points.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    with at_results("explore", show="items", flag="never") as (window, page):
        page._export()
        qtbot.waitUntil(lambda: window.notice.isVisible())
    _, heads, *rows = csv.reader(target.open(encoding="utf-8-sig", newline=""))
    assert len(rows) == TASKS
    assert {row[heads.index("Checkpoint")] for row in rows} == {TEXTS[3]}
    assert {float(row[heads.index("Met")]) for row in rows} == {0.0}


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
        pair = page.section("pair")
        assert "aurora: yes." in pair.first.view.toPlainText()
        assert "文心一号: yes." in pair.second.view.toPlainText()
        assert pair.grid.rowCount() == len(TEXTS)
        assert pair.task.text() == title
        pair.only.click()
        assert pair.grid.rowCount() == 0  # both are of the poorer half
        pair.only.click()
        task = pair.pair.task.id
        assert pair.tally.text().startswith("aurora wins 0 checkpoints, 文心一号 wins 0, ")
        pair.table.go_to(1)
        assert "Because of line 1." in pair.reasons.words[0].text()
        assert pair.reasons.words[1].text().startswith("文心一号: ")
        click_cell(pair.table, 1, "second")
        assert window.trail._places[-1] == verdict_place(task, f"{task}:4", "c1", JUDGE)


def test_a_task_that_one_has_not_answered_says_so(at_results):
    with at_results("pair", task="t5", first="aurora", second="juno") as (_, page):
        pair = page.section("pair")
        assert pair.second.nothing.isVisible()
        assert not pair.first.nothing.isVisible()
        assert column(pair.table, "second") == ["–"] * len(TEXTS)


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
        window.go(
            place_at("pair", JUDGE, EVERYTHING, {"task": "t0", "first": system, "second": other})
        )
        catch_up(qtbot, window)
        pair = window.page("results").section("pair")
        assert pair.hidden_note.isVisible()
        assert pair.grid.rowCount() == 0
    made.close()


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


def named(part):
    """Where a part of the page is, for ``at_results``."""
    tabs = {"leaderboard": "leaderboard", "pair": "pair", "two": "compare"}
    shows = {"two": "pair", "heatmap": "heatmap", "spreads": "spreads", "tasks": "tasks"}
    return {"tab": tabs.get(part, "explore")} | ({"show": shows[part]} if part in shows else {})


def test_places_keep_what_is_looked_at():
    scope = Scope("domain", "A & B = 法律")
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


def test_tasks_stand_hardest_first_with_every_systems_score(at_results, qtbot):
    with at_results("explore", show="tasks") as (window, page):
        tasks = page.seen
        table = table_of(tasks)
        means = [table.grid.cell(row, 2).value for row in range(TASKS)]
        assert means == sorted(means)
        heads = [item.head for item in table.grid.columns]
        assert set(heads[5:]) == set(SYSTEMS)
        QTest.keyClicks(tasks.words, "task 5")
        catch_up(qtbot, window)
        assert table.grid.rowCount() == 1
        assert column(table, "juno") == ["–"]
        click_cell(table, 0, "juno")  # nothing is behind it: a response is added there
        assert window.place == Place("task", task_id="t5", tab="responses")
        window.go_back()
        catch_up(qtbot, window)
        assert table.grid.rowCount() == 1
        click_cell(table, 0, "halo")
        assert window.trail._places[-1] == verdict_place("t5", "t5:7", judge_id=JUDGE)
        window.go_back()
        catch_up(qtbot, window)
        click_cell(table, 0, "Task")
        catch_up(qtbot, window)
        assert page.seen.grid.rowCount() == (len(SYSTEMS) - 1) * len(TEXTS)


@pytest.mark.parametrize("tab", ["leaderboard", "heatmap", "spreads", "tasks", "two", "pair"])
def test_every_table_is_exported(at_results, qtbot, tmp_path, monkeypatch, tab):
    target = tmp_path / "table.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    where = {"task": "t0", "first": "halo", "second": "=1+1"} if tab == "pair" else {}
    with at_results(**named(tab), **where) as (window, page):
        offers(page)[1].trigger()
        qtbot.waitUntil(lambda: window.notice.isVisible())
    rows = list(csv.reader(target.open(encoding="utf-8-sig", newline="")))
    assert len(rows) > 3
    assert not any(cell.startswith("=") for row in rows for cell in row)


def test_the_report_is_two_clicks_away_and_recorded(at_results, qtbot, project):
    from xpert_studio.core.workflow import read_publications

    with at_results() as (window, page):
        offers(page)[0].trigger()
        qtbot.waitUntil(lambda: window.notice.isVisible())
        (path,) = window.session.path.parent.glob("*-report-*.html")
        assert path.name in window.notice.text
        catch_up(qtbot, window)
        (past,) = read_publications(project)
        assert past.publication.kind == "report"
