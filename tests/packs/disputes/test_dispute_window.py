"""Disputes in the window: said by a key where decisions are shown, and resolved from the queue."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu

from tests.desktop.conftest import config, hands, qtbot
from tests.workflow.blinded import IDS
from xpert_studio.core.store import tasks
from xpert_studio.desktop.places import verdict_place
from xpert_studio.packs.disputes.changes import add
from xpert_studio.packs.disputes.records import Outcome
from xpert_studio.packs.disputes.seen import seen_disputes

__all__ = ["config", "hands", "qtbot"]


def disputes(hands, person="lena"):
    with hands.window.session.project.reading() as tx:
        return seen_disputes(tx, person)


def said(hands):
    """Types a reason, and confirms it."""
    hands.type("It names the month.")
    hands.key("Ctrl+Return")
    hands.settle()


def test_a_verdict_is_disputed_by_a_key_and_supported_from_its_menu(hands, studio):
    studio.project.close()
    hands.open(studio.project.path, "lena")
    hands.window.go(verdict_place("t1", IDS[0], "", "j1"))
    hands.settle()
    (part,) = hands.page.parts
    hands.until(part.isVisible)
    assert [one.judge_id or one.expert_id for one in part._open] == ["j1", "wei"]
    hands.key("Ctrl+D")
    menu = part.dispute.menu()
    hands.until(menu.isVisible)
    hands.key("1", menu)
    hands.settle()
    said(hands)
    (one,) = disputes(hands)
    assert (one.value.judge, one.value.reason) == ("j1", "It names the month.")
    hands.until(lambda: "It names the month." in part.said.text())
    assert "(Not resolved)" in part.said.text()
    hands.key("Ctrl+Z")
    hands.settle()
    assert disputes(hands) == ()
    hands.until(lambda: part.said.text() == "")


def test_who_may_not_see_decisions_is_offered_nothing(hands, studio):
    studio.project.close()
    hands.open(studio.project.path, "ada")
    hands.window.go(verdict_place("t1", IDS[0], "", "j1"))
    hands.settle()
    assert all(part.isHidden() for part in hands.page.parts)
    hands.go("disputes")
    assert hands.page.stack.currentIndex() == 0


def test_the_adjudicator_goes_from_home_through_the_queue_and_undoes(hands, studio):
    with studio.project.reading() as tx:
        points = [it.id for it in tasks.rubric_of(tx, "t1")]
    for place, point in enumerate(points[:2], start=1):
        add(studio.lena, IDS[0], point, "j1", "", reason=f"Reason {place}.")
    studio.project.close()
    hands.open(studio.project.path, "omar")
    hands.go("judging")
    queue = hands.page.queue.model
    lines = [queue.entry(row).lines[0] for row in queue]
    assert [line.partition(" · ")[0] for line in lines] == ["Resolve"] * 2
    hands.go("home")
    hands.until(lambda: hands.reads("Disputes to resolve"))
    hands.page.begin.click()
    hands.settle()
    page = hands.page
    assert hands.window.place.page == "disputes"
    first = page.current
    assert first.value.reason == "Reason 1."
    assert page.words.text() == "Reason 1." and page.buttons["judge"].isVisible()
    assert not page.buttons["judgment"].isVisible()
    assert page.reading.response.toPlainText() == "Answer 0: leave at month 30."
    hands.key("E")
    hands.settle()
    said(hands)
    assert page.current.id != first.id, "on to the next"
    assert page.current.value.reason == "Reason 2."
    hands.key("X")
    hands.settle()
    said(hands)
    found = disputes(hands, "omar")
    assert [str(one.resolution.outcome) for one in found] == ["judge", "dismissed"]
    assert page._why_not(Outcome.JUDGE) is not None
    hands.key("U")
    hands.settle()
    assert [one.is_open for one in disputes(hands, "omar")] == [False, True]
    hands.until(lambda: page.current is not None and page.current.is_open)


def test_the_menu_and_the_key_of_a_row_dispute_its_verdict(hands, studio):
    studio.project.close()
    hands.open(studio.project.path, "lena")
    hands.go("results", tab="explore", item="show=verdicts")
    table = hands.page.seen.table
    hands.until(lambda: hands.page.seen.grid.rowCount() > 0)
    table.setFocus()
    table.go_to(0)
    menu = QMenu()
    hands.page.seen._fill_menu(menu, 0)
    words = [one.text() for one in menu.actions()]
    assert "Dispute…" in words and "Support…" in words
    hands.key("Ctrl+D", table)
    hands.settle()
    said(hands)
    (one,) = disputes(hands)
    assert (one.value.judge, one.value.reason) == ("j1", "It names the month.")
    hands.go("task", task_id="t1", tab="rubric")
    hands.until(lambda: hands.reads("Disputed checkpoints (number of disputes)"))
