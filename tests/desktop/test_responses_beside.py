"""Responses side by side in the window: from a task, by keys, and scrolled together."""

from __future__ import annotations

from tests.cli.conftest import begin, xpert
from tests.imported import imported_sample
from tests.packs.failures.test_failure_commands import LIN, judged
from tests.workflow.blinded import IDS, SYSTEMS, blinded_studio
from tests.workflow.studio import Studio
from xpert_studio.core.store import tasks
from xpert_studio.desktop.places import beside_place

__all__ = ["begin", "xpert"]
TASK = "law-lease-break"


def shown(page):
    return [pane.title.text() for pane in page.panes if not pane.isHidden()]


def test_responses_stand_beside_each_other_and_keys_go_through_them(hands, xpert, tmp_path):
    failed = judged(imported_sample(tmp_path / "p.xpert"), 0)[0]
    assert (
        xpert("failure", "tag", "p.xpert", f"{TASK}:cirrus-mini", failed, "style", *LIN).code == 0
    )
    hands.open(tmp_path / "p.xpert", "lead-moreau")
    hands.go("task", task_id=TASK, tab="responses")
    hands.click("Side by side")
    hands.settle()
    page = hands.page
    assert hands.window.place.page == "responses"
    first = shown(page)
    assert len(first) >= 2
    scores = [page.found.scores[side.response.id] for side in page.found.sides]
    known = [score for score in scores if score is not None]
    assert known == sorted(known, reverse=True), "the best first"
    with hands.window.session.project.reading() as tx:
        rubric = [one.id for one in tasks.rubric_of(tx, TASK)]
    assert page.points.keys == rubric
    page.points.setFocus()
    hands.key("J")
    hands.settle()
    assert page.points.key == rubric[1]
    hands.key("Right")
    hands.settle()
    assert shown(page)[0] == first[1]
    hands.key("Left")
    hands.settle()
    assert shown(page) == first
    page.points.look_at(failed)
    mini = next(i for i, side in enumerate(page.found.sides) if side.system == "cirrus-mini")
    page.shift(mini)
    pane = next(it for it in page.panes if it.title.text() == "cirrus-mini" and not it.isHidden())
    assert (pane.value.text(), pane.notes.text()) == ("not met", "Wrong calculation, Style")
    page.shift(-mini)
    bars = [it.view.verticalScrollBar() for it in page.panes if not it.isHidden()]
    bars[0].setValue(bars[0].maximum())
    assert all(bar.value() == bar.maximum() for bar in bars)
    hands.key("S")
    bars[0].setValue(0)
    assert bars[1].value() == bars[1].maximum()
    hands.key("Escape")
    hands.settle()
    assert hands.window.place.page == "task"


def test_who_still_judges_is_told_so_and_an_adjudicator_sees_letters(hands, tmp_path):
    studio = blinded_studio(tmp_path / "p.xpert")
    studio.project.close()
    hands.open(studio.project.path, "ada")
    hands.window.go(beside_place("t1"))
    hands.settle()
    assert hands.page.stack.currentIndex() == 0
    assert "still have to judge" in hands.page.empty.text.text()
    assert not any(pane.isVisible() for pane in hands.page.panes)
    hands.go("task", task_id="t1", tab="responses")
    assert not hands.page.panel("responses").beside.isVisible()
    hands.open(studio.project.path, "omar")
    hands.window.go(beside_place("t1"))
    hands.settle()
    assert shown(hands.page) == ["Response A", "Response B"]
    assert not any(hands.reads(name) for name in (*SYSTEMS, *IDS))
    assert [pane.value.text() for pane in hands.page.panes[:2]].count("met") == 1


def test_systems_are_found_whatever_they_are_called(hands, tmp_path):
    studio = Studio(tmp_path / "p.xpert")
    names = ("B", "A", "nova, large & mini")
    studio.answered("t1", names)
    studio.project.close()
    hands.open(studio.project.path, "lena")
    for two in (names[:2], names[1:]):
        hands.window.go(beside_place("t1", "", "", *two))
        hands.settle()
        assert shown(hands.page) == list(two), hands.page.empty.text.text()
    hands.page._choose()
    hands.settle()
    assert shown(hands.page) == list(names[1:]), "the choice is kept with another order"
