"""In the rubric editor a checkpoint's instrument is chosen where there is more than one."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of
from tests.instruments.steps import Steps
from tests.workflow.studio import Studio
from xpert_studio.desktop.pages.task.rubric.clipboard import copied, read_copied
from xpert_studio.instruments import INSTRUMENTS


@pytest.fixture
def steps(monkeypatch):
    monkeypatch.setitem(INSTRUMENTS, "steps", Steps())


def opened(hands: Hands, studio: Studio):
    studio.rubric()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    panel = hands.panel
    panel.show_item(rubric_of(studio, "t1")[0].id)
    return panel


def write_settings(hands: Hands, bar, text: str) -> None:
    bar.settings.setFocus()
    bar.settings.selectAll()
    hands.type(text)
    hands.key("Enter", bar.settings)
    hands.settle()


def choose(hands: Hands, bar, instrument: str) -> None:
    place = bar.instrument.findData(instrument)
    bar.instrument.setCurrentIndex(place)
    bar.instrument.activated.emit(place)
    hands.settle()


def test_with_one_instrument_there_is_nothing_to_choose(hands: Hands, studio: Studio) -> None:
    panel = opened(hands, studio)
    assert not panel.answering.isVisible()


def test_it_is_chosen_with_its_settings(hands: Hands, studio: Studio, steps) -> None:
    panel = opened(hands, studio)
    bar = panel.answering
    assert bar.isVisible()
    assert [bar.instrument.itemText(n) for n in range(2)] == ["Met or not met", "Three steps"]
    choose(hands, bar, "steps")
    first = rubric_of(studio, "t1")[0]
    assert (first.instrument, first.settings) == ("steps", {})
    for wrong, said in (
        ("minimum 2", "JSON object"),
        ('{"minimum": 9}', "no such minimum"),
    ):
        write_settings(hands, bar, wrong)
        assert said in bar.problem.text()
        assert bar.problem.isVisible()
    write_settings(hands, bar, '{"minimum": 3}')
    assert not bar.problem.isVisible()
    first, *others = rubric_of(studio, "t1")
    assert (first.instrument, first.settings) == ("steps", {"minimum": 3})
    assert {point.instrument for point in others} == {"binary"}
    assert panel.model.line(0).answered == 'Three steps · {"minimum": 3}'
    choose(hands, bar, "binary")
    assert rubric_of(studio, "t1")[0].settings == {}
    assert panel.model.line(0).answered == ""


def test_a_new_line_gets_it_and_copied_lines_keep_it(hands: Hands, studio: Studio, steps) -> None:
    panel = opened(hands, studio)
    panel.start_line(0)
    choose(hands, panel.answering, "steps")
    panel.table.editor.setFocus()
    hands.type("Explains why the date is so.")
    hands.key("Escape")
    hands.settle()
    first = rubric_of(studio, "t1")[0]
    assert (first.text, first.instrument) == ("Explains why the date is so.", "steps")
    panel.table.selectAll()
    panel.actions_.copy()
    rows = read_copied(copied(), ()).rows
    assert [row.instrument for row in rows] == ["steps", "binary", "binary", "binary"]
    panel.show_item(rubric_of(studio, "t1")[-1].id)
    panel.table.selectRow(3)
    panel.actions_.copy()
    assert "Criterion" not in QGuiApplication.clipboard().text()
