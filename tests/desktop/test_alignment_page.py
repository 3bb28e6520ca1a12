"""The page on alignment: what it says, whom it says it to, and that every mark opens its cases."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QScrollArea

from tests.desktop.hands import Hands
from tests.desktop.leases import MODELS, lease_project, reads, scored
from tests.desktop.test_alignment_story import click_mark
from tests.judge.projects import now
from tests.loopback import LoopbackServer
from tests.report.duplicated import ANCHOR, COPY, HALF, duplicated_project
from tests.report.scored import JUDGE, OTHER
from tests.workflow.studio import Kept, Studio
from xpert_studio.desktop.pages.alignment.overview import near_duplicate_lines
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.records import JudgeMode, LogEntry
from xpert_studio.report import analyse
from xpert_studio.report.judge_alignment import look_at
from xpert_studio.store import certificates, log, runs
from xpert_studio.workflow import set_baseline, set_policies
from xpert_studio.workflow.blinding import Blinding
from xpert_studio.workflow.pending import Pending


@pytest.fixture(scope="module")
def server():
    with LoopbackServer(answer=reads) as made:
        yield made


@pytest.fixture(scope="module")
def scored_once(
    server: LoopbackServer, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Kept, list[str]]:
    made = Studio(tmp_path_factory.mktemp("leases") / "studio.xpert")
    found = lease_project(made)
    scored(made, server)
    return made.put_aside(), found


@pytest.fixture
def responses(studio: Studio, scored_once: tuple[Kept, list[str]]) -> list[str]:
    kept, found = scored_once
    studio.take_up(kept)
    return list(found)


def test_every_mark_of_every_chart_opens_as_many_cases_as_it_says(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment")
    page = hands.page
    (findings,) = page.look.judges
    counts = findings.alignment.criterion.facts
    expected = {
        ("confusion", "Experts: met, Judge: met"): counts["tp"],
        ("confusion", "Experts: not met, Judge: met"): counts["fp"],
        ("order", "All: same order"): findings.alignment.rank.facts["agree"],
        ("order", "All: tied"): findings.alignment.rank.n
        - findings.alignment.rank.facts["agree"]
        - findings.alignment.rank.facts["disagree"],
        ("tiers", "All"): counts["fp"] + counts["fn"],
        ("leniency", "Important"): counts["fp"],
    }
    for (name, label), count in expected.items():
        click_mark(getattr(page.tabs.overview, name).view, label)
        hands.settle()
        shown = page.pairs if name == "order" else page.cases
        assert page.stack.currentWidget() is shown, label
        assert shown.model.rowCount() == count, label
        hands.window.go_back()
        hands.settle()
        assert page.tabs.currentIndex() == 0
    points = page.tabs.overview.scores.view.chart.marks
    assert len(points) == len(responses)
    page.tabs.overview.scores.view.opened.emit(points[0].target)
    hands.settle()
    assert page.cases.model.rowCount() == 4, "the four lines of one response"


def test_a_pair_opens_the_answers_on_both_responses(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="pairs", item="order=agree")
    page = hands.page
    assert page.pairs.model.rowCount() == page.look.judge.alignment.rank.facts["agree"]
    page.pairs.table.setFocus()
    hands.key("Enter")
    hands.settle()
    assert hands.reads("one pair of responses")
    page.cases.said.setCurrentIndex(0)
    page.cases.said.activated.emit(0)
    hands.settle()
    assert page.cases.model.rowCount() == 8
    QAbstractItemModelTester(page.pairs.model)
    QAbstractItemModelTester(page.cases.model)


def test_rows_of_groups_open_their_cases_and_experts_have_theirs(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="groups")
    groups = hands.page.tabs.groups
    for by, rows in (("tier", 1), ("dimension", 2), ("domain", 1), ("expert", 1), ("system", 3)):
        groups.choose(by)
        hands.settle()
        assert groups.model.rowCount() == rows, by
        assert groups.kappa.view.chart is not None
    groups.choose("expert")
    hands.settle()
    assert groups.model.data(groups.model.index(0, 0)) == "Maria"
    assert not groups.legend.isVisible()
    groups.table.setFocus()
    groups.table.selectRow(0)
    hands.key("Enter")
    hands.settle()
    assert hands.reads("Where they differ · Expert: Maria")


def test_groups_on_few_tasks_are_marked_in_words_and_charts(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    set_policies(studio.lena, fewest_tasks=100)
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="groups")
    groups = hands.page.tabs.groups
    groups.choose("domain")
    hands.settle()
    assert groups.model.data(groups.model.index(0, 0)) == "Law †"
    assert groups.legend.isVisible()
    assert groups.legend.text() == "† fewer than 100 tasks"
    for card in (groups.kappa, groups.leniency):
        assert "† fewer than 100 tasks" in card.view.chart.svg
    assert int(groups.model.data(groups.model.index(0, 2))) == groups._groups[0].tasks


def test_another_judge_is_compared_and_its_answers_open(
    hands: Hands, studio: Studio, server: LoopbackServer, responses: list[str]
) -> None:
    set_baseline(studio.lena, MODELS[0])
    scored(studio, server, mode=JudgeMode.ANCHORED)
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="compare")
    part = hands.page.tabs.compare
    (comparison,) = hands.page.look.analysis.comparisons
    first, second = part.details.text().split("\n")
    assert ", tests by task, p corrected: CDR −" in first
    assert second.startswith("On these tasks only:")
    model = part.model
    rows = [[model.index(row, at).data() for at in range(8)] for row in range(model.rowCount())]
    assert [row[2] for row in rows] == ["CDR", "κ", "Accuracy", "McNemar, on these tasks only"]
    assert not part.table.horizontalScrollBar().isVisible(), "nothing is cut off at 1280"
    for row, test in zip(rows, comparison.tests.values(), strict=False):
        low, high = (f"{end:.2f}".replace("-", "−") for end in test.interval)
        assert row[4] == f"[{low}, {high}] ‡"
        assert row[5] == str(test.tasks)
        assert row[6:] == [f"{p:.3f}" for p in (test.p, test.corrected_p)]
    exact = comparison.mcnemar
    assert rows[3][3] == f"{exact.only_first} : {exact.only_second}"
    assert rows[3][6:] == ["< 0.001", "< 0.001"], "only one test is exact, so none is corrected"
    assert exact.p == exact.corrected_p < 0.0005
    assert part.alone.view.chart.rows[0][1] == comparison.mcnemar.only_first
    assert hands.page.head.beside.count() == 1
    hands.page.head.judge.setCurrentIndex(1)
    hands.page.head.judge.activated.emit(1)
    hands.settle()
    assert hands.page.look.judge is hands.page.look.judges[1]
    assert "responses excluded (anchors and near-duplicates)" in hands.page.head.settings.text()
    click_mark(part.alone.view, "12")
    hands.settle()
    assert hands.page.cases.model.rowCount() == 12
    assert hands.reads("is right, this judge is not")


def test_one_judge_alone_says_how_to_get_another(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="compare")
    assert hands.reads("There is only one judge to look at")
    assert not hands.page.head.beside.isEnabled()


def test_scores_that_are_close_are_tied_where_the_lead_says_so(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment")
    before = hands.page.look.judge.alignment.rank.facts["agree"]
    hands.page.head.tolerance.setValue(50)
    hands.settle()
    rank = hands.page.look.judge.alignment.rank
    assert rank.facts["tie_tolerance"] == 0.5
    assert rank.facts["agree"] < before
    assert hands.page.head.tolerance.value() == 50


def test_what_a_run_could_not_certify_is_certified_by_the_window(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    with studio.project.writing() as tx:
        tx.connection.exec_driver_sql("DELETE FROM certificate")
    hands.open(studio.project.path, "lena")
    hands.go("alignment")
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
    hands.go("alignment")
    head = hands.page.head
    hands.until(lambda: hands.reads("Certified with caution"))
    assert hands.reads("they could not be excluded")
    assert head.state.property("chip") == "warn"
    hands.go("results")
    hands.until(lambda: hands.reads("anchors of the judge are unknown"))


def test_certify_keeps_the_figures_of_now(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment")
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
    page.tabs.setCurrentIndex(4)
    hands.settle()
    assert page.tabs.time.model.data(page.tabs.time.model.index(0, 1)) == "Lena"
    assert page.tabs.time.second.currentText() == "now"
    assert "Nothing was changed" in page.tabs.time.sentence.text()


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


def test_the_tab_counts_what_is_open_whatever_is_filtered(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="queue")
    tabs = hands.page.tabs
    whole, rows = tabs.tabText(3), tabs.queue.model.rowCount()
    assert f"({rows})" in whole
    picker = tabs.queue.pickers["system"]
    for place in range(1, picker.count()):
        picker.setCurrentIndex(place)
        picker.activated.emit(place)
        hands.settle()
        if tabs.queue.model.rowCount() < rows:
            break
    assert tabs.queue.model.rowCount() < rows
    assert tabs.tabText(3) == whole


def test_a_senior_sees_letters_in_place_of_systems_and_nothing_of_tasks_to_judge(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    hands.open(studio.project.path, "omar")
    hands.go("alignment", tab="queue")
    page = hands.page
    shown = page.tabs.queue.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Response " in shown
    assert not any(model in shown for model in MODELS)
    assert not page.tabs.queue.pickers["system"].isVisible()
    page.tabs.setCurrentIndex(1)
    hands.settle()
    assert not page.tabs.groups.by.isTabVisible(4)
    hands.open(studio.project.path, "ada")
    hands.go("alignment", tab="queue")
    assert hands.page.tabs.queue.model.rowCount() == 0
    assert "that you still have to judge or confirm" in hands.page.tabs.queue.about.text()


def test_an_empty_page_says_what_to_do(hands: Hands, studio: Studio) -> None:
    studio.answered()
    hands.open(studio.project.path, "lena")
    hands.go("alignment")
    assert hands.reads("Nothing has been scored yet")
    studio.scored(first_response(studio))
    hands.page.fall_behind()
    hands.settle()
    assert hands.reads("No confirmed judgments on what the judges have scored")
    hands.click("Confirm judgments")
    hands.settle()
    assert hands.window.place.page == "adjudication"


def first_response(studio: Studio) -> str:
    from xpert_studio.store import responses

    with studio.project.reading() as tx:
        return responses.outlines(tx)[0].id


def test_a_judge_from_elsewhere_says_that_it_cannot_be_asked(
    hands: Hands, studio: Studio, responses: list[str]
) -> None:
    from xpert_studio.store import tasks
    from xpert_studio.workflow import edit_checkpoint, reopen

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
    hands.click(hands.page.tabs.queue.export)
    hands.settle()
    rows = list(csv.reader(target.read_text(encoding="utf-8-sig").splitlines()))
    assert len(rows) == 1 + hands.page.tabs.queue.model.rowCount()
    assert rows[1][rows[0].index("State")] == "Not resolved"
    hands.page.tabs.setCurrentIndex(0)
    hands.settle()
    for ending in (".svg", ".png", ".csv"):
        hands.page.tabs.overview.confusion.save_to(tmp_path / f"chart{ending}")
        hands.settle()
        assert (tmp_path / f"chart{ending}").stat().st_size > 60


def test_a_place_survives_as_words(hands: Hands, studio: Studio, responses: list[str]) -> None:
    """A case can be come back to: by the trail, and after the program was closed."""
    from xpert_studio.desktop.places import Place

    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="queue")
    page = hands.page
    page.tabs.queue.list.setFocus()
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
    from xpert_studio.records import Cause
    from xpert_studio.workflow import attribute

    hands.open(studio.project.path, "lena")
    hands.go("alignment", tab="queue")
    page = hands.page
    look = page.look
    key = page.tabs.queue.model.key_at(0)
    hands.app.session.do(attribute, [key], Cause.JUDGE_ERROR, reason="So.")
    hands.settle()
    assert page.look is look, "nothing was computed again"
    assert page.tabs.queue.states.tabText(1) == "Settled (1)"


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
    hands.go("alignment")
    (findings,) = analyse(studio.project).judges.values()
    found = findings.alignment
    values = [value.text() for value in hands.page.tabs.overview.values]
    assert [text for text in values if text] == [
        f"{found.rank['cdr'].value:.2f}", f"{found.criterion['kappa'].value:.2f}",
        f"{100 * found.criterion['accuracy'].value:.0f} %", f"{100 * found.criterion['constant_accuracy'].value:.0f} %",
        f"{100 * found.criterion['sensitivity'].value:.0f} %", f"{100 * found.criterion['specificity'].value:.0f} %",
        f"{100 * found.criterion['base_rate'].value:.0f} %", f"{100 * found.criterion['leniency'].value:+.1f}",
    ]  # fmt: skip


@pytest.fixture
def put_back(hands: Hands):
    yield
    hands.put_down()
    hands.prefs.language, hands.prefs.text_size = "en", 100
    hands.app.dress()


@pytest.mark.usefixtures("put_back")
@pytest.mark.parametrize(("language", "size"), [("en", 100), ("zh", 125), ("en", 200)])
def test_nothing_is_cut_whatever_is_shown(
    hands: Hands, studio: Studio, responses: list[str], language: str, size: int
) -> None:
    hands.prefs.language, hands.prefs.text_size = language, size
    hands.app.dress()
    hands.open(studio.project.path, "lena")
    hands.window.resize(1300 * size // 100, 860 * size // 100)
    places = [{"tab": tab} for tab in ("overview", "groups", "compare", "queue", "time")]
    places += [{"tab": "cases", "item": "said=fp"}, {"tab": "pairs"}]
    for place in places:
        hands.go("alignment", **place)
        nothing_cut(hands, place)
    hands.go("alignment", tab="queue")
    hands.page.tabs.queue.list.setFocus()
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
    hands.go("alignment")
    hands.page.choose_judge(JUDGE)
    hands.settle()
    shown = hands.page.tabs.overview.near_duplicates
    assert shown.isVisible()
    assert shown.words.text().splitlines() == [
        "Excluded as near-duplicates of an anchor:",
        "• Task 0: borealis and anchor aurora, one contains the other (100 %)",
        "Borderline, not excluded:",
        "• Task 0: cirrus and anchor aurora, one contains the other (70 %)",
    ]
    assert "2 responses excluded" in hands.page.head.settings.text()
    hands.page.choose_judge(OTHER)
    hands.settle()
    assert not shown.isVisible()


def test_near_duplicates_name_no_system_and_no_task_that_is_hidden(tmp_path: Path) -> None:
    with duplicated_project(tmp_path / "p.xpert") as project:
        analysis = analyse(project)
    letters = {ANCHOR: "B", COPY: "A", HALF: "C"}
    blind = Blinding(sees_judgments=True, tasks=frozenset({"t0"}), labels=letters)
    look = look_at(blind, analysis, JUDGE)
    assert near_duplicate_lines(look)[1] == (
        "• Task 0: Response A and anchor Response B, one contains the other (100 %)"
    )
    withheld = replace(blind, withheld=frozenset({"t0"}))
    assert near_duplicate_lines(look_at(withheld, analysis, JUDGE)) == [
        "Excluded as near-duplicates of an anchor:",
        "• 1 more response",
        "Borderline, not excluded:",
        "• 1 more response",
    ]
    pending = replace(blind, pending={COPY: Pending.JUDGE})
    assert near_duplicate_lines(look_at(pending, analysis, JUDGE))[1] == "• 1 more response"
