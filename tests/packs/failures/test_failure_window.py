"""Failures named in the form where experts judge: by a key and a digit, and taken back."""

from __future__ import annotations

from tests.desktop.conftest import config, hands, qtbot
from tests.desktop.test_suites_over_time import click_mark
from tests.imported import imported_sample
from tests.packs.failures.test_failure_commands import judged, tag, without
from tests.packs.failures.test_judge_measured import named
from tests.workflow.studio import Studio
from xpert_studio.core.records import Person, Role
from xpert_studio.core.records.pack_records import PackRecord
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import NewResponse, add_responses
from xpert_studio.core.workflow.pack_records import seen_records
from xpert_studio.packs.failures.records import PACK_ID, TAG

__all__ = ["config", "hands", "qtbot"]


def tags(hands):
    with hands.window.session.project.reading() as tx:
        return [one.value for one in seen_records(tx, "maria", PACK_ID, TAG.id)]


def name(hands, part, *digits):
    """Opens the list of types by its key, and chooses by digits."""
    for digit in digits:
        hands.key("Ctrl+T")
        menu = part.choose.menu()
        hands.until(menu.isVisible)
        hands.key(digit, menu)
        hands.settle()
        hands.window.activateWindow()  # a menu without a window manager gives no focus back
        hands.until(hands.window.isActiveWindow)


def test_an_expert_names_a_failure_by_keys(hands, tmp_path):
    studio = Studio(tmp_path / "judged.xpert")
    studio.ready()
    made = add_responses(studio.lena, [NewResponse("t1", "secret-1", "Leave at month 30.")])
    (response,) = made.after("response")
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", item=response.id)
    form = hands.page.form
    (part,) = form.parts
    assert not part.isVisible(), "nothing was decided yet"
    hands.key("M")
    hands.type("It says so.")
    hands.key("Ctrl+Return")
    hands.settle()
    assert not part.isVisible(), "the second line is not decided yet"
    hands.key("N")
    hands.type("It names no clause.")
    hands.settle()
    assert part.isVisible() and part.said.text() == ""
    name(hands, part, "4")
    assert part.said.text() == "Missed constraint"
    (tag,) = tags(hands)
    assert (tag.types, tag.follows, tag.person) == (("missed-constraint",), "", "maria")
    name(hands, part, "3")
    assert tags(hands)[0].types == ("missed-constraint", "cascading-error")
    hands.key("Ctrl+Return")
    hands.settle()
    for _ in range(len(form.model.rows) - 2):
        hands.key("N")
        hands.type("Nor here.")
        name(hands, part, "1")
        hands.key("Ctrl+Return")
        hands.settle()
    second = form.model.rows[1].key
    last = form.model.rows[-1].key
    form._go_to(len(form.model.rows) - 1)
    menu = part.choose.menu()
    menu.aboutToShow.emit()
    entries = menu.actions()[-1].menu().actions()
    assert [one.text().replace("&", "") for one in entries][:2] == [
        "Nothing: a first error",
        "2  Missed constraint, Cascading error",
    ]
    entries[1].trigger()
    hands.settle()
    assert {one.checkpoint: one.follows for one in tags(hands)}[last] == second
    assert part.said.text().endswith("follows from 2")
    form._go_to(1)
    name(hands, part, "4", "3")
    assert second not in {one.checkpoint for one in tags(hands)}
    assert part.said.text() == ""
    hands.key("Ctrl+Z")
    hands.settle()
    assert second in {one.checkpoint for one in tags(hands)}


def test_a_field_of_the_picture_shows_its_cases_and_a_case_opens(hands, xpert, tmp_path):
    imported_sample(tmp_path / "p.xpert")
    without(tmp_path / "p.xpert", PackRecord)
    failed = judged(tmp_path / "p.xpert", 0)
    for line, kind in zip(failed[:3], ("style", "style", "unsafe-advice"), strict=True):
        assert tag(xpert, "p.xpert", line, kind).code == 0
    hands.open(tmp_path / "p.xpert", "lead-moreau")
    hands.go("results", tab="explore", item="show=failures")
    hands.settle()
    section = hands.page.seen
    hands.until(lambda: len(section.blocks.tables) > 1)
    cases = section.blocks.tables[-1]
    assert cases.grid.rowCount() == 3
    card, *_ = section.blocks.charts
    click_mark(card.view, "67 %")
    hands.settle()
    cases = section.blocks.tables[-1]
    assert [cases.grid.cell(row, 0).text for row in range(cases.grid.rowCount())] == ["Style"] * 2
    click_mark(section.blocks.charts[0].view, "67 %")
    hands.settle()
    assert section.blocks.tables[-1].grid.rowCount() == 3
    section.blocks.opened.emit(("response", "law-lease-break", "law-lease-break:cirrus-mini"))
    hands.settle()
    assert hands.window.place.task_id == "law-lease-break"


def test_the_types_of_a_single_judge_stand_in_the_window_and_their_bars_open_cases(hands, tmp_path):
    with named(tmp_path / "p.xpert") as project, project.writing() as tx:
        entities.put(tx, Person(id="lena", name="Lena", roles=(Role.LEAD,)))
    hands.open(tmp_path / "p.xpert", "lena")
    hands.go("alignment", tab="figures")
    hands.settle()
    page = hands.page
    part = page.tabs.figures.parts[-1]
    card = next(one for one in part.blocks.charts if "Style" in one.view.chart.column_names)

    def cases():
        return [view for view in part.blocks.tables if view.shown.name == "Cases"]

    assert not cases()
    (one,) = [mark for mark in card.view.shown.marks if mark.label.startswith("s1")]
    page.tabs.figures._open(part, one.target)
    hands.settle()
    (table,) = cases()
    assert {table.grid.cell(row, 0).text for row in range(12)} == {"Style"}
    assert table.grid.rowCount() == 12
    page.tabs.figures._open(part, one.target)
    hands.settle()
    assert not cases(), "a second click shows all again"
    page.tabs.figures._open(part, ("response", "t0", "t0:s1"))
    hands.settle()
    assert hands.window.place.task_id == "t0"
