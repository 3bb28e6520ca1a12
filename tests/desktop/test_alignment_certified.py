"""The page on alignment: certificates, whom it says what to, its files and near-duplicates."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QScrollArea

from tests.desktop.alignment_help import chart_of, responses, scored_once, server
from tests.desktop.hands import Hands
from tests.desktop.leases import MODELS
from tests.judge.projects import now
from tests.report.duplicated import ANCHOR, COPY, HALF, duplicated_project
from tests.report.scored import JUDGE, OTHER
from tests.workflow.studio import Studio
from xpert_studio.core.records import LogEntry
from xpert_studio.core.store import certificates, log, runs
from xpert_studio.core.workflow.blinding import Blinding
from xpert_studio.core.workflow.pending import Pending
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.report import analyse
from xpert_studio.report.blocks import Table, Text
from xpert_studio.report.judge_alignment import look_at
from xpert_studio.report.section import View
from xpert_studio.report.sections.exclusions import EXCLUSIONS

__all__ = ["responses", "scored_once", "server"]


def test_what_a_run_could_not_certify_is_certified_by_the_window(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    with studio.project.writing() as tx:
        tx.connection.exec_driver_sql("DELETE FROM certificate")
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="overview")
    hands.until(lambda: hands.reads("Certified"))
    hands.settle()
    with studio.project.reading() as tx:
        made = certificates.all_certificates(tx)
        last = runs.all_runs(tx)[-1]
    assert [(item.run_id, item.made_by) for item in made] == [(last.id, None)]


def test_a_judge_with_unknown_anchors_is_never_certified_green(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    with studio.project.writing() as tx:
        tx.connection.exec_driver_sql("UPDATE judge SET mode = 'anchored', anchors = NULL")
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="overview")
    head = hands.page.head
    judge = hands.page.look.judge.judge.id
    hands.until(lambda: hands.reads("Certified with caution"))
    assert hands.reads("they could not be excluded")
    assert head.state.property("chip") == "warn"
    hands.go("results", judge_id=judge)
    hands.until(lambda: hands.reads("its anchors are unknown"))


def test_certify_keeps_the_figures_of_now(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="overview")
    page = hands.page
    assert not page.head.certify.isVisible(), "the run has certified them"
    with studio.project.writing() as tx:
        tx.connection.exec_driver_sql("DELETE FROM certificate")
        log.add_entry(tx, LogEntry(at=now(), command="checkpoint.edit", task_id="t1"))
    page.look = None
    page.fall_behind()
    hands.settle()
    assert hands.reads("Not certified")
    hands.click(page.head.certify)
    hands.settle()
    assert "certified as they are now" in hands.notice
    assert hands.reads("Certified")
    page.tabs.setCurrentIndex(3)
    hands.settle()
    (part,) = page.tabs.time.parts
    heads, row = dict(part.blocks.plain())["Certificates"]
    assert row[heads.index("Made by")] == "Lena"
    assert part.pickers["second"].currentText() == "now"
    assert hands.reads("nothing was changed")


@pytest.mark.parametrize("person", ["maria", "wei"])
def test_whoever_judges_is_told_that_judging_is_blind(
    hands: Hands, studio: Studio, responses: list[str], person: str
) -> None:
    hands.open(studio.project.path, person)
    for where in ({}, {"tab": "queue"}, {"tab": "cases", "item": "said=fp"}):
        hands.go("alignment", **where)
        assert hands.reads("Judging is blind")
        assert hands.page.stack.currentWidget() is hands.page.empty
        assert hands.page.look is None


def test_a_senior_sees_letters_in_place_of_systems_and_nothing_of_tasks_to_judge(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "omar")
    hands.go("alignment", tab="queue")
    page = hands.page
    part = page.tabs.overview
    shown = str(part.model.plain()[1:])
    assert "Response " in shown
    assert not any(model in shown for model in MODELS)
    assert not any(group.by == "system" for group in part._groups)
    page.tabs.setCurrentIndex(2)
    hands.settle()
    groups = page.tabs.figures.parts[1]
    assert groups.pickers["by"].findData("domain") >= 0 > groups.pickers["by"].findData("system")
    hands.open(studio.project.path, "ada")
    hands.go("alignment", tab="queue")
    assert hands.page.tabs.overview.model.rowCount() == 0
    assert "that you still have to judge or confirm" in hands.page.tabs.overview.about.text()


def test_an_empty_page_says_what_to_do(hands: Hands, studio: Studio) -> None:
    studio.answered()
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="overview")
    assert hands.reads("Nothing has been scored yet")
    studio.scored(first_response(studio))
    hands.page.fall_behind()
    hands.settle()
    assert hands.reads("No confirmed judgments on what the judges have scored")
    hands.click("Confirm judgments")
    hands.settle()
    assert hands.window.place.page == "judging"


def first_response(studio: Studio) -> str:
    from xpert_studio.core.store import responses

    with studio.project.reading() as tx:
        return responses.outlines(tx)[0].id


def test_a_judge_from_elsewhere_says_that_it_cannot_be_asked(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    from xpert_studio.core.store import tasks
    from xpert_studio.core.workflow import edit_checkpoint, reopen

    for response in responses:
        studio.scored(response, "elsewhere")
    reopen(studio.lena, "t1", reason="A line is wrong.")
    with studio.project.reading() as tx:
        point = tasks.rubric_of(tx, "t1")[0]
    edit_checkpoint(studio.wei, "t1", point.id, text="Names point a1 and says why.")
    hands.open(studio.project.path, "lena")
    hands.go("alignment", item="judge=elsewhere")
    assert hands.page.look.judge.judge.id == "elsewhere"
    said = hands.page.head.again.words.text()
    assert "3 verdicts rest on texts that were edited since." in said
    assert "worked elsewhere" in said
    assert not hands.page.head.again.score.isVisible()


def test_lists_and_charts_are_written_to_files(
    hands: Hands, studio: Studio, responses: list[str], tmp_path: Path, monkeypatch
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="queue")
    target = tmp_path / "queue.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    hands.click(hands.page.tabs.overview.export)
    hands.settle()
    rows = list(csv.reader(target.read_text(encoding="utf-8-sig").splitlines()))
    assert len(rows) == 1 + hands.page.tabs.overview.model.rowCount()
    assert rows[1][rows[0].index("State")] == "Not resolved"
    hands.page.tabs.setCurrentIndex(2)
    hands.settle()
    for ending in (".svg", ".png", ".csv"):
        target = tmp_path / f"chart{ending}"
        chosen = (str(target), f"(*{ending})")
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, chosen=chosen: chosen)
        chart_of(hands.page, "confusion").save.click()
        hands.settle()
        assert target.stat().st_size > 60


def test_a_place_survives_as_words(hands: Hands, studio: Studio, responses: list[str]) -> None:
    """A case can be come back to: by the trail, and after the program was closed."""
    from xpert_studio.desktop.places import Place

    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="queue")
    page = hands.page
    page.tabs.overview.list.setFocus()
    hands.key("Enter")
    hands.settle()
    key, kept = page.case.view.key, hands.window.place.plain()
    hands.open(studio.project.path, "lena")
    hands.window.go(Place.read(kept))
    hands.settle()
    assert hands.page.case.view.key == key
    assert hands.reads("1 of ")
    hands.go("alignment", tab="case", item="judge=x&at_response=gone&at_checkpoint=c")
    hands.settle()
    assert "There is no" in hands.notice
    assert hands.page.stack.currentWidget() is hands.page.figures


def test_the_figures_stay_while_only_findings_change(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    from xpert_studio.core.records import Cause
    from xpert_studio.core.workflow import attribute

    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="queue")
    page = hands.page
    look = page.look
    key = page.tabs.overview.model.key_at(0)
    hands.app.session.do(attribute, [key], Cause.JUDGE_ERROR, reason="So.")
    hands.settle()
    assert page.look is look, "nothing was computed again"
    assert page.tabs.overview.states.tabText(1) == "Resolved (1)"


def test_a_flow_breaks_into_lines(qtbot) -> None:
    from PySide6.QtWidgets import QPushButton, QWidget

    ground = QWidget()
    qtbot.addWidget(ground)
    buttons = [QPushButton(f"Button {n}") for n in range(4)]
    flow = Flow(*buttons, on=ground)
    one = flow.heightForWidth(flow.sizeHint().width())
    assert flow.heightForWidth(flow.minimumSize().width()) > 3 * one
    ground.resize(flow.sizeHint().width() // 2 + 20, 400)
    ground.show()
    assert len({button.y() for button in buttons}) == 2
    assert all(button.geometry().right() <= ground.width() for button in buttons)
    assert flow.takeAt(9) is None
    assert flow.takeAt(0).widget() is buttons[0]


def test_the_numbers_are_those_of_the_analysis(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="overview")
    (findings,) = analyse(studio.project).judges.values()
    found = findings.alignment
    hands.go("alignment", tab="summary")
    rows = chart_of(hands.page, "glance").view.chart.items
    for row, name in zip(rows, ("cdr", "kappa_within", "leniency"), strict=True):
        one = found.figures[name]
        assert (row.value, row.low, row.high) == (one.value, *one.interval)
    hands.page.tabs.setCurrentIndex(2)
    hands.settle()
    values = {row[0]: row[1] for row in dict(hands.page.tabs.figures.blocks.plain())["All figures"]}
    for name, title in (("accuracy", "Accuracy"), ("sensitivity", "Sensitivity")):
        assert values[title] == found.criterion[name].value


@pytest.mark.parametrize(("language", "size"), [("en", 100), ("zh", 125), ("en", 200)])
def test_nothing_is_cut_whatever_is_shown(
    hands: Hands, studio: Studio, responses: list[str], language: str, size: int
) -> None:
    hands.dress(language=language, text_size=size)
    hands.open(studio.project.path, "lena")
    hands.window.resize(1300 * size // 100, 860 * size // 100)
    places = [{"tab": tab} for tab in ("summary", "overview", "figures", "time")]
    places += [{"tab": "cases", "item": "said=fp"}, {"tab": "pairs"}]
    for place in places:
        hands.go("alignment", **place)
        nothing_cut(hands, place)
    hands.go("alignment", tab="queue")
    hands.page.tabs.overview.list.setFocus()
    hands.key("Enter")
    hands.settle()
    nothing_cut(hands, {"tab": "case"})


def nothing_cut(hands: Hands, place: dict[str, str]) -> None:
    for button in hands.seen(QPushButton):
        lacks = button.sizeHint().width() - button.width()
        assert lacks <= 1 or not button.text(), (place, button.text(), lacks)
    for words in hands.seen(QLabel):
        if words.wordWrap() and words.text() and words.width() > 20:
            lacks = words.heightForWidth(words.width()) - words.height()
            assert lacks <= 2, (place, words.text(), lacks)
    for area in hands.seen(QScrollArea):
        if area.widget() is not None:
            needed = area.widget().minimumSizeHint().width()
            assert needed <= area.viewport().width() + 1, (place, needed)


def test_near_duplicates_of_anchors_are_named_with_the_reason(hands: Hands, tmp_path: Path) -> None:
    duplicated_project(tmp_path / "p.xpert").close()
    hands.open(tmp_path / "p.xpert", "lena")
    hands.go("alignment", tab="figures")
    hands.page.choose_judge(JUDGE)
    hands.settle()
    rows = dict(hands.page.tabs.figures.blocks.plain())["Near-duplicates"][1:]
    assert [(*row[1:5], round(row[5], 1), row[6]) for row in rows] == [
        ("Task 0", "borealis", "aurora", "one contains the other", 1.0, "excluded"),
        ("Task 0", "cirrus", "aurora", "one contains the other", 0.7, "borderline, counted"),
    ]
    assert "2 responses excluded" in hands.page.head.settings.rest.text()
    hands.page.choose_judge(OTHER)
    hands.settle()
    assert "Near-duplicates" not in dict(hands.page.tabs.figures.blocks.plain())


def near_duplicates(project, blinding: Blinding) -> tuple[list[tuple], str]:
    """Which near-duplicates a person sees by name, and what is said of the others."""
    analysis = analyse(project)
    view = View.of(project, analysis).asking(look=look_at(blinding, analysis, JUDGE))
    blocks = EXCLUSIONS.blocks(view).blocks
    rows = [row.cells[1:4] for block in blocks if isinstance(block, Table) for row in block.rows]
    said = [block.text for block in blocks if isinstance(block, Text)]
    return rows, next((text for text in said if "hidden" in text), "")


def test_near_duplicates_name_no_system_and_no_task_that_is_hidden(tmp_path: Path) -> None:
    labels = {ANCHOR: "B", COPY: "A", HALF: "C"}
    blind = Blinding(sees_judgments=True, tasks=frozenset({"t0"}), labels=labels)
    with duplicated_project(tmp_path / "p.xpert") as project:
        rows, said = near_duplicates(project, blind)
        assert rows[0] == ("Task 0", "Response A", "Response B")
        assert not said
        rows, said = near_duplicates(project, replace(blind, withheld=frozenset({"t0"})))
        assert rows == []
        assert said.startswith("2 near-duplicates of anchors are hidden")
        rows, said = near_duplicates(project, replace(blind, pending={COPY: Pending.JUDGE}))
        assert [row[1] for row in rows] == ["Response C"]
        assert said.startswith("1 near-duplicate of an anchor is hidden")
