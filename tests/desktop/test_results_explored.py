"""Heat maps, spreads, checkpoints and tasks of the results: every mark opens what is behind it."""

from __future__ import annotations

import csv

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from tests.desktop.results_help import (
    above,
    at_results,
    catch_up,
    click_cell,
    click_head,
    column,
    menu_at,
    named,
    offers,
    pick,
    place_of,
    project,
    texts,
    words,
)
from tests.desktop.views_help import table_of
from tests.report.scored import JUDGE, SYSTEMS, TASKS, TEXTS
from xpert_studio.desktop.pages.results.section import read_where
from xpert_studio.desktop.places import Place, verdict_place
from xpert_studio.desktop.widgets.spans import HeatLegend

__all__ = ["at_results", "project"]


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
            chart = offers(page)[3]
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
