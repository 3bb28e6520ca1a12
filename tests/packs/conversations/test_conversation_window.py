"""The window shows who speaks, the turn that a checkpoint looks at, and tools folded."""

from __future__ import annotations

import json

import pytest

from tests.desktop.conftest import config, hands
from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of
from tests.desktop.test_verdict_page import judged, read
from tests.desktop.views_help import at_work, settle
from tests.loopback import answers
from tests.workflow.studio import Studio
from xpert_studio.core.records import Checkpoint, Response, Task
from xpert_studio.core.records.transcripts import (
    ChatTurn,
    Speaker,
    conversation_of,
    transcript_of,
)
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import open_form
from xpert_studio.desktop.pages.judging.form import FormWidget
from xpert_studio.desktop.pages.task.brief.panel import BriefPanel
from xpert_studio.desktop.places import verdict_place

__all__ = ["config", "hands"]

LONG = "\n\n".join(f"Paragraph {n} of the first answer." for n in range(60))
SAID = [
    ChatTurn(Speaker.USER, "Where is order 17?"),
    ChatTurn(Speaker.CALL, '{"order": "17"}', "get_order", "c1"),
    ChatTurn(Speaker.RESULT, "delivered on 3 May", "get_order", "c1"),
    ChatTurn(Speaker.ASSISTANT, LONG),
    ChatTurn(Speaker.USER, "And order 18?"),
    ChatTurn(Speaker.ASSISTANT, "Order 18 is on its way."),
]


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "studio.xpert")
    yield made
    made.project.close()


def talk(studio: Studio) -> str:
    """A response that is a conversation; its second checkpoint looks at turn 2."""
    (response,) = studio.answered()
    _, second, _ = rubric_of(studio)
    with studio.project.writing() as tx:
        task = entities.find(tx, Task, "t1")
        asked = transcript_of([SAID[0], SAID[4]])
        entities.put(tx, task.model_copy(update={"prompt": asked}))
        found = entities.find(tx, Response, response)
        entities.put(tx, found.model_copy(update={"text": transcript_of(SAID)}))
        point = entities.find(tx, Checkpoint, "t1", second.id)
        entities.put(tx, point.model_copy(update={"turn": 2}))
    return response


@pytest.fixture
def form(hands: Hands, studio: Studio) -> FormWidget:
    """A form on it."""
    response = talk(studio)
    open_form(studio.maria, response)
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", item=response)
    (made,) = hands.window.findChildren(FormWidget)
    hands.settle()
    return made


def task_of(studio: Studio) -> Task:
    with studio.project.reading() as tx:
        return entities.find(tx, Task, "t1")


def grounds(form: FormWidget) -> list[str]:
    """What has the ground of the turn that is marked."""
    return [
        mark.cursor.block().text()
        for mark in form.reading.response.extraSelections()
        if not mark.cursor.hasSelection()
    ]


def seen(form: FormWidget) -> list[str]:
    block, found = form.reading.response.document().begin(), []
    while block.isValid():
        if block.isVisible():
            found.append(block.text())
        block = block.next()
    return found


def test_the_turn_of_the_checkpoint_is_marked_and_scrolled_to(hands, form):
    turns, bar = form.reading.turns, form.reading.response.verticalScrollBar()
    form.lines.go_to(0)
    hands.settle()
    assert turns.isVisible() and turns.words.text() == "2 turns" and grounds(form) == []
    form.lines.go_to(1)
    hands.settle()
    assert grounds(form) == ["[5 · user · turn 2]", "And order 18?", "[6 · assistant · turn 2]",
                             "Order 18 is on its way."]  # fmt: skip
    assert turns.words.text() == "Turn 2 of 2 · the checkpoint looks at it"
    assert bar.value() > 0
    assert "looks at turn 2" in form.detail.facts.text()
    hands.click(turns.before)
    assert turns.words.text() == "Turn 1 of 2" and bar.value() < 40
    assert not turns.before.isEnabled() and turns.after.isEnabled()
    form.lines.go_to(2)
    hands.settle()
    assert grounds(form) == []


def test_calls_of_tools_are_folded_and_quotes_still_found(hands, form):
    assert "delivered on 3 May" not in seen(form)
    assert any("get_order" in text for text in seen(form))
    hands.click(form.reading.turns.tools)
    assert "delivered on 3 May" in seen(form)
    assert form.reading.turns.tools.text() == "Fold calls of tools"
    form.reading.tabs.setCurrentIndex(1)
    assert not form.reading.turns.isVisible()
    form.reading.tabs.setCurrentIndex(0)
    assert form.reading.turns.isVisible()


def test_a_response_without_turns_has_no_bar(hands, studio):
    (response,) = studio.answered()
    open_form(studio.maria, response)
    hands.open(studio.project.path, "maria")
    hands.go("judging", task_id="t1", item=response)
    (form,) = hands.window.findChildren(FormWidget)
    hands.settle()
    assert not form.reading.turns.isVisible()
    assert form.reading.response.toPlainText()


def test_turns_are_written_in_the_brief(hands, studio):
    studio.brief()
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    (panel,) = hands.window.findChildren(BriefPanel)
    asked = task_of(studio).full_prompt
    hands.click(panel.turns.make)
    hands.settle()
    assert [one.text for one in conversation_of(task_of(studio)).messages] == [asked, ""]
    assert not panel.fields["prompt"].isVisible() and not panel.fields["context"].isVisible()
    panel.turns.fields[1].setPlainText("And by when?")
    panel.turns.finish()
    hands.settle()
    hands.click(panel.turns.add)
    hands.settle()
    texts = [one.text for one in conversation_of(task_of(studio)).messages]
    assert texts == [asked, "And by when?", ""] and len(panel.turns.fields) == 3
    assert panel.turns.fields[1].accessibleName() == "Turn 2: User"


def quoting(request) -> str:
    said = {"evidence": ["Order 18 is on its way."], "rationale": "It says so.", "met": True}
    names = answers.asked_ids(request)
    return json.dumps({"verdicts": [{"id": name} | said for name in names]})


def test_a_verdict_names_the_message_of_its_quote(qtbot, studio):
    response = talk(studio)
    studio.judged(response, "maria")
    judge_id, sent = judged(studio, quoting)
    assert "Look at turn 2" in json.dumps(sent[0].json)
    with at_work(
        qtbot, studio.project, "lena", verdict_place("t1", response, "", judge_id)
    ) as window:
        page = window.page("verdict")
        qtbot.keyClick(page.lines, "J")
        settle(qtbot, window)
        assert "Order 18 is on its way.” (message 6, turn 2)" in read(page)
        assert page.reading.turns.words.text() == "Turn 2 of 2 · the checkpoint looks at it"
