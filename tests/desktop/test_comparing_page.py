"""Pairs of responses are compared by keys; what is said is kept at once; nothing names a system."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QListView

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.records import Comparison
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import (
    NewResponse,
    Preference,
    add_responses,
    change_brief,
    record_comparison,
    reopen,
)
from xpert_studio.desktop.pages.task.rubric.panel import OrderLine
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.widgets.entries import Entry
from xpert_studio.desktop.widgets.reading_views import ResponseView

LONG = "\n\n".join(f"Paragraph {n} says: leave at month 30." for n in range(80))


def _ready(studio: Studio, task_id: str = "t1", count: int = 3) -> list[str]:
    studio.ready(task_id)
    new = [
        NewResponse(task_id, f"gpt-secret-{n}", f"{task_id}, {n}.\n\n{LONG}") for n in range(count)
    ]
    return [response.id for response in add_responses(studio.lena, new).after("response")]


def _said(studio: Studio) -> list[Comparison]:
    with studio.project.reading() as tx:
        return entities.find_all(tx, Comparison)


def entries(hands: Hands) -> list[Entry]:
    """What waits, as the list shows it."""
    model = hands.page.queue.model
    return [model.entry(row) for row in model]


@pytest.fixture
def pairs(hands: Hands, studio: Studio):
    _ready(studio)
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", tab="pairs")
    return hands.page.pair


def test_pair_after_pair_is_compared_by_keys(hands: Hands, studio: Studio, pairs) -> None:
    shown = []
    for key in ("1", "Right", "T"):
        shown.append(tuple(item.response_id for item in pairs.view.shown))
        hands.key(key)
        hands.key("Ctrl+Return")
        hands.settle()
    found = {item.pair: item for item in _said(studio)}
    assert len(found) == 3
    first, second, third = (found[tuple(sorted(pair))] for pair in shown)
    assert first.better == first.shown_first == shown[0][0]
    assert second.better == shown[1][1]
    assert third.better is None
    assert hands.window.place == Place("judging")
    assert "All pairs" in hands.notice
    assert entries(hands)[-1].chip == "Done"


def test_what_is_typed_after_a_decision_decides_nothing(
    hands: Hands, studio: Studio, pairs
) -> None:
    seen = {item.response_id for item in pairs.view.shown}
    hands.key("1")
    assert hands.focus is pairs.rationale
    hands.type("Section 2 of the first answer, 0 to 1. TT")
    hands.settle()
    assert {item.response_id for item in pairs.view.shown} == seen
    assert len(_said(studio)) == 1
    hands.key("Ctrl+Return")
    hands.settle()
    (made,) = _said(studio)
    assert made.rationale == "Section 2 of the first answer, 0 to 1. TT"
    assert made.better == made.shown_first
    assert {item.response_id for item in pairs.view.shown} != seen
    assert pairs.view.said is None


def test_keys_at_once_decide_one_pair(hands: Hands, studio: Studio, pairs) -> None:
    """Faster than the project answers: the widget that had the focus gets them all."""
    for key in "12012":
        hands.key(key)
    hands.settle()
    assert len(_said(studio)) == 1


def test_a_decision_is_changed_on_its_pair(hands: Hands, studio: Studio, pairs) -> None:
    hands.key("1")
    hands.key("Escape")
    hands.key("2")
    hands.settle()
    (made,) = _said(studio)
    assert made.better != made.shown_first


def test_a_reason_goes_with_the_decision_and_can_be_written_later(
    hands: Hands, studio: Studio, pairs
) -> None:
    hands.key("R")
    assert hands.focus is pairs.rationale
    hands.type("It cites the clause.")
    hands.key("Ctrl+Return")
    hands.settle()
    assert "first" in pairs.state.text()
    assert _said(studio) == []
    hands.key("2")
    hands.key("Ctrl+Return")
    hands.settle()
    (made,) = _said(studio)
    assert made.rationale == "It cites the clause."
    assert pairs.rationale.toPlainText() == ""
    hands.key("K")
    hands.settle()
    assert pairs.rationale.toPlainText() == "It cites the clause."
    hands.key("R")
    hands.type(" Twice.")
    hands.key("Ctrl+Return")
    hands.settle()
    (made,) = _said(studio)
    assert made.rationale == "It cites the clause. Twice."
    assert made.better != made.shown_first
    assert pairs.view.said is None


def test_a_decision_is_undone_and_withdrawn(hands: Hands, studio: Studio, pairs) -> None:
    hands.key("1")
    hands.key("Escape")
    hands.settle()
    assert len(_said(studio)) == 1
    hands.key("U")
    hands.settle()
    assert _said(studio) == []
    hands.key("0")
    hands.settle()
    assert pairs.choices[pairs.view.said].isChecked()
    hands.page.pair.withdraw()
    hands.settle()
    assert _said(studio) == []
    assert not any(made.isChecked() for made in pairs.choices.values())


def test_both_responses_scroll_together_where_one_wants(
    hands: Hands, studio: Studio, pairs
) -> None:
    here, there = (pane.response.verticalScrollBar() for pane in pairs.panes)
    hands.qtbot.waitUntil(lambda: here.maximum() > 0 and there.maximum() > 0)
    here.setValue(here.maximum())
    assert there.value() == 0
    hands.key("S")
    here.setValue(0)
    here.setValue(here.maximum())
    assert there.value() == there.maximum()
    assert studio.project.path.exists()


def test_what_was_edited_since_says_so_and_is_decided_again(
    hands: Hands, studio: Studio, pairs
) -> None:
    hands.key("1")
    hands.settle()
    reopen(studio.lena, "t1", reason="Unclear.")
    change_brief(studio.wei, "t1", materials="Another lease.")
    hands.go("home")
    hands.go("judging", task_id="t1", tab="pairs")
    hands.key("K")
    hands.settle()
    view = pairs.view
    while not view.was_edited:
        hands.key("J")
        hands.settle()
        assert pairs.view is not view, "one of the pairs was compared before the edit"
        view = pairs.view
    assert "edited" in pairs.state.text()


def test_nothing_on_the_page_names_a_system(hands: Hands, studio: Studio, pairs) -> None:
    for place in ({"page": "judging", "task_id": "t1", "tab": "pairs"}, {"page": "judging"}):
        hands.go(**place)
        texts = [label.text() for label in hands.seen(QLabel)]
        texts += [view.toPlainText() for view in hands.seen(ResponseView)]
        for pane in pairs.panes:
            texts += [pane.tabs.tabText(place) for place in range(pane.tabs.count())]
        for items in hands.seen(QListView):
            model = items.model()
            texts += [str(model.index(n, 0).data()) for n in range(model.rowCount())]
        assert "gpt-secret" not in " ".join(texts)


def test_who_may_not_judge_has_nothing_to_compare(hands: Hands, studio: Studio) -> None:
    _ready(studio)
    hands.open(studio.project.path, "omar")
    hands.go("judging", tab="pairs")
    assert hands.page.queue.stack.currentIndex() == 1
    hands.go("judging", task_id="t1", tab="pairs")
    assert hands.window.place == Place("judging")


def test_the_next_task_follows_the_last_pair(hands: Hands, studio: Studio) -> None:
    _ready(studio, "t1", 2)
    _ready(studio, "t2", 2)
    hands.open(studio.project.path, "maria")
    hands.go("judging", tab="pairs")
    hands.key("Enter")
    hands.settle()
    assert hands.window.place == Place("judging", "t1", "pairs")
    hands.key("Left")
    hands.key("Ctrl+Return")
    hands.settle()
    assert hands.window.place == Place("judging", "t2", "pairs")


def test_the_rubric_says_whether_its_scores_follow_the_comparisons(
    hands: Hands, studio: Studio
) -> None:
    ids = _ready(studio)
    for response_id, met in zip(ids, (True, True, False), strict=True):
        studio.scored(response_id, met=met)
    hands.open(studio.project.path, "wei")
    for response_id in ids:
        studio.judged(response_id, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    line = hands.window.findChild(OrderLine)
    assert line.isHidden()
    record_comparison(studio.maria, ids[0], ids[2], Preference.FIRST)
    hands.go("home")
    hands.go("task", task_id="t1", tab="rubric")
    hands.qtbot.waitUntil(lambda: not line.isHidden())
    assert "Not enough comparisons yet: 1 pair" in line.words.text()
    record_comparison(studio.maria, ids[1], ids[2], Preference.FIRST)
    record_comparison(studio.maria, ids[0], ids[1], Preference.TIE)
    hands.go("home")
    hands.go("task", task_id="t1", tab="rubric")
    hands.qtbot.waitUntil(lambda: "Scores by" in line.words.text())
    assert "Scores by j1 order 2 of 3 pairs" in line.words.toolTip()
    line.link.click()
    hands.settle()
    assert hands.window.place == Place("judging", "t1", "pairs")
