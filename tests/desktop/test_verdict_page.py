"""A verdict on its response: quotes marked, experts beside it, the exchange behind it, and the wall."""

from __future__ import annotations

import json

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLabel
from sqlalchemy import update

from tests.desktop.views_help import at_work, settle
from tests.loopback import LoopbackServer, answers
from tests.workflow.studio import Studio
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.records import JudgeSettings, Role
from xpert_studio.core.store import judges, verdicts
from xpert_studio.core.store.schema import JUDGE, judge
from xpert_studio.core.workflow import change_person, edit_checkpoint, reopen, set_policies
from xpert_studio.core.workflow.views.verdicts import verdict_view
from xpert_studio.desktop.places import Place, verdict_place

SYSTEMS = ("aurora", "borealis")


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "studio.xpert")
    yield made
    made.project.close()


def quoting(request) -> str:
    """A judge that finds the break date, makes a quote up, and thinks badly of the third line."""
    names = answers.asked_ids(request)
    found = [
        {"evidence": ["leave  at MONTH 30"], "rationale": "It names the month.", "met": True},
        {"evidence": ["six months' notice is due"], "rationale": "It says so.", "met": True},
        {"evidence": [], "rationale": "Clause 9 is not named.", "met": False},
    ]
    return json.dumps(
        {"verdicts": [{"id": name} | said for name, said in zip(names, found, strict=False)]}
    )


def judged(studio: Studio, answer=quoting, **settings):
    """Has a model behind a server judge everything; returns the judge's id, and what was sent."""
    with LoopbackServer(answer=answer) as server:
        request = ScoreRequest(
            "compatible", "local", base_url=server.openai_url, settings=JudgeSettings(**settings)
        )
        prepared = prepare(studio.project, request)
        run = score(studio.project, prepared, clock=studio.now, on_progress=lambda _: None)
        return run.judge_id, list(server.requests)


def read(page) -> str:
    """What is to be read on the page."""
    return "\n".join(words.text() for words in page.findChildren(QLabel) if words.isVisible())


def marked(page, *, underlined: bool) -> list[str]:
    """The passages that are marked in the response."""
    return [
        mark.cursor.selectedText()
        for mark in page.reading.response.extraSelections()
        if mark.format.fontUnderline() is underlined
    ]


def test_a_verdict_is_read_on_its_response(qtbot, studio):
    response, _ = studio.answered(models=SYSTEMS)
    studio.judged(response, "maria", met=True)
    judge_id, sent = judged(studio)
    place = verdict_place("t1", response, "", judge_id)
    with at_work(qtbot, studio.project, "lena", place) as window:
        page = window.page("verdict")
        assert page.system.text() == "aurora"
        assert page.lines.entries.rowCount() == 3
        tester = QAbstractItemModelTester(
            page.lines.entries, QAbstractItemModelTester.FailureReportingMode.Fatal
        )
        del tester
        # Found though it is not letter for letter so: marked as the response says it.
        assert marked(page, underlined=True) == ["leave at month 30"]
        assert "It names the month." in read(page)
        assert "It says so plainly." in read(page)  # the expert's reason
        assert page.focusWidget() is page.lines
        qtbot.keyClick(page.lines, "J")
        settle(qtbot, window)
        assert window.place.point == page.view.lines[1].checkpoint.id
        assert marked(page, underlined=True) == []
        assert marked(page, underlined=False) == ["leave at month 30"]
        assert "not found in the response" in read(page)
        assert "no quote found" in read(page)
        qtbot.keyClick(page.lines, "J")
        settle(qtbot, window)
        assert "Judge and expert differ" in read(page)
        page.detail.show_tab("exchange")
        settle(qtbot, window)
        shown = page.detail.exchange.view.toPlainText()
        mine = next(r for r in sent if "aurora says" in r.suffix)
        assert mine.json["messages"][0]["content"] in shown
        assert "aurora says: leave at month 30." in shown.partition("The candidate")[2]
        assert "Clause 9 is not named." in shown.partition("The reply")[2]
        page.detail.show_tab("hashes")
        settle(qtbot, window)
        assert "It was decided on the texts as they are now." in read(page)
        assert "The next run of this judge takes it as known." in read(page)
        page.copy_json()
        settle(qtbot, window)
        told = json.loads(QApplication.clipboard().text())
        assert (told["verdict"]["met"], told["experts"][0]["met"]) == (False, True)
        assert told["call"]["suffix"] in mine.suffix
        # The place is kept, so that going back leads here again.
        assert window.place.tab == "hashes"


def test_where_a_judge_it_decides_by_has_no_verdicts_that_is_said_in_its_place(qtbot, studio):
    response, _ = studio.answered(models=SYSTEMS)
    judge_id, _ = judged(studio)
    with studio.project.writing() as tx:
        kept = judges.get_judge(tx, judge_id)
        other = kept.model_copy(update={"settings": JudgeSettings(members=("wise-judge",))})
        tx.connection.execute(
            update(judge).where(judge.c.id == judge_id).values(JUDGE.columns(other))
        )
    place = verdict_place("t1", response, "", judge_id)
    with at_work(qtbot, studio.project, "lena", place) as window:
        page = window.page("verdict")
        page.detail.show_tab("hashes")
        settle(qtbot, window)
        assert "The next run of this judge does not begin." in read(page)
        assert "wise-judge" in page.detail.hashes.known.text()
        assert "xpert-studio score PROJECT --judge wise-judge" in page.detail.hashes.known.text()


def test_trials_are_shown_one_by_one(qtbot, studio):
    (response,) = studio.answered()
    turn = iter(range(9))

    def wavering(request) -> str:
        met = next(turn) != 1
        said = [
            {"id": name, "evidence": [], "rationale": f"Met is {met}.", "met": met}
            for name in answers.asked_ids(request)
        ]
        return json.dumps({"verdicts": said})

    judged(studio, wavering, trials=3)
    with at_work(qtbot, studio.project, "lena", verdict_place("t1", response)) as window:
        page = window.page("verdict")
        assert "Met in 2 of 3 trials" in read(page)
        assert page.view.lines[0].value == 1
        wrong = next(
            item.verdict.trial for item in page.view.lines[0].verdicts if not item.verdict.value
        )
        page.detail.decision.trial_chosen.emit(wrong)
        settle(qtbot, window)
        assert "Met is False." in read(page)


def test_the_way_to_the_next_response_and_back(qtbot, studio):
    responses = studio.answered(models=SYSTEMS)
    judge_id, _ = judged(studio)
    first = next(r for r in responses if verdict_view(studio.lena, r).label == "A")
    with at_work(qtbot, studio.project, "lena", verdict_place("t1", first, "", judge_id)) as window:
        page = window.page("verdict")
        assert not page.before.isEnabled()
        window.book.run_id("verdict.next_response")
        settle(qtbot, window)
        assert window.place.item != first
        assert not page.after.isEnabled()
        window.go_back()
        settle(qtbot, window)
        assert page.view.response_id == first


def test_after_an_edit_the_verdict_says_that_it_is_stale(qtbot, studio):
    (response,) = studio.answered()
    judge_id, _ = judged(studio)
    point = verdict_view(studio.lena, response).lines[0].checkpoint.id
    with at_work(
        qtbot, studio.project, "lena", verdict_place("t1", response, point, tab="hashes")
    ) as window:
        page = window.page("verdict")
        reopen(studio.lena, "t1", reason="A slip.")
        edit_checkpoint(studio.wei, "t1", point, text="States month 36.")
        window.session.changed_outside.emit()
        settle(qtbot, window)
        assert "the verdict is stale" in read(page)
        assert "requests it again" in read(page)
    judged(studio)
    with at_work(
        qtbot, studio.project, "lena", verdict_place("t1", response, point, judge_id, tab="earlier")
    ) as window:
        assert "It names the month." in read(window.page("verdict"))
    with studio.project.reading() as tx:
        assert len(verdicts.on_response(tx, response, judge_id, checkpoint_id=point)) == 2


def test_the_wall_stands_before_whoever_still_has_a_say(qtbot, studio):
    (response,) = studio.answered()
    judged(studio)
    place = verdict_place("t1", response)
    with at_work(qtbot, studio.project, "ada", place) as window:
        withheld_notice = window.page("verdict").withheld_notice
        assert withheld_notice.empty.title.text() == "You may still judge this response"
        assert not withheld_notice.look.isVisible()
        assert "It names the month." not in read(window)
        withheld_notice.judge.click()
        settle(qtbot, window)
        assert window.place == Place("judging", task_id="t1", item=response)
    studio.judged(response, "maria")
    with at_work(qtbot, studio.project, "omar", place) as window:
        withheld_notice = window.page("verdict").withheld_notice
        assert withheld_notice.empty.title.text() == "A form on this response is pending for you"
        assert withheld_notice.confirm.isVisible()
    with at_work(qtbot, studio.project, "maria", place) as window:
        assert (
            window.page("verdict").withheld_notice.empty.title.text()
            == "This verdict cannot be shown"
        )


def test_a_lead_may_look_all_the_same(qtbot, studio):
    (response,) = studio.answered()
    judged(studio)
    change_person(studio.lena, "lena", roles=(Role.LEAD, Role.EXPERT))
    set_policies(studio.lena, qualification_required=False)
    with at_work(qtbot, studio.project, "lena", verdict_place("t1", response)) as window:
        page = window.page("verdict")
        page.withheld_notice.look.click()
        qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
        QApplication.activeModalWidget().act.click()
        qtbot.waitUntil(lambda: page.stack.currentIndex() == 0)
        settle(qtbot, window)
        assert "It names the month." in read(page)
    assert verdict_view(studio.lena, response).pending is None


def test_a_response_without_a_verdict_says_so(qtbot, studio):
    (response,) = studio.answered()
    with at_work(qtbot, studio.project, "lena", verdict_place("t1", response)) as window:
        withheld_notice = window.page("verdict").withheld_notice
        assert withheld_notice.empty.title.text() == "No judge has judged this response"
        window.go(Place("verdict"))
        settle(qtbot, window)
        assert withheld_notice.empty.title.text() == "No verdict is open"
        window.go(verdict_place("t1", "gone"))
        settle(qtbot, window)
        assert "There is no response gone." in withheld_notice.empty.text.text()


def test_one_judge_beside_another(qtbot, studio):
    (response,) = studio.answered()
    first, _ = judged(studio)
    second, _ = judged(studio, chunk_size=1)
    with at_work(qtbot, studio.project, "lena", verdict_place("t1", response)) as window:
        page = window.page("verdict")
        assert page.judges.count() == 2
        page.judges.setCurrentIndex(1)
        page.judges.activated.emit(1)
        settle(qtbot, window)
        assert {first, second} == {first, page.view.judge.id}
