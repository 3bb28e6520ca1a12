"""Probes in the window: answers are brought or asked for, rated, and counted by checkpoint."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.desktop.conftest import config, hands, qtbot
from tests.loopback.behaviours import Behaviour
from tests.loopback.server import LoopbackServer
from tests.packs.pretest.conftest import measured
from tests.workflow.studio import YES
from xpert_studio.core.errors import NotFoundError, StageError, UsageError
from xpert_studio.core.metrics.intervals import wilson
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import accept, add_checkpoint, edit_checkpoint
from xpert_studio.packs.pretest.changes import bring, rate

__all__ = ["config", "hands", "qtbot"]


def press(hands, button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    hands.settle()


def seen_on(page) -> str:
    return "\n".join(one.text() for one in page.findChildren(QLabel))


def written(studio) -> list[str]:
    """Two checkpoints, written once the brief is accepted."""
    accept(studio.omar, "t1", YES)
    for text in ("Names month 30.", "Names the notice of six months."):
        add_checkpoint(studio.wei, "t1", text=text)
    with studio.project.reading() as tx:
        return [point.id for point in tasks.rubric_of(tx, "t1")]


def test_pass_rates_by_checkpoint_are_over_systems_with_their_interval(studio):
    for place in range(3):
        bring(studio.lena, "t1", f"Answer {place}.", system=f"system-{place}")
    ids = [one.id for one in measured(studio).answers]
    for id_ in ids:
        rate(studio.lena, "t1", id_, met=True)
    points = written(studio)
    for id_ in ids[:2]:
        rate(studio.lena, "t1", id_, meets=(points[0],), fails=(points[1],))
    rate(studio.lena, "t1", ids[2], fails=(points[0],))
    first, second = measured(studio).points
    assert (first.passed, first.n, first.interval) == (2, 3, wilson(2, 3))
    assert (second.passed, second.n) == (0, 2)
    assert measured(studio).passed == 3, "the rating of the whole stays as it was"
    edit_checkpoint(studio.wei, "t1", points[0], text="Names month 24.")
    assert [one.point.id for one in measured(studio).points] == [points[1]]


def test_a_checkpoint_is_rated_that_there_is_and_after_the_whole(studio):
    bring(studio.lena, "t1", "Answer.", system="s")
    (answer,) = [one.id for one in measured(studio).answers]
    with pytest.raises(NotFoundError, match="no checkpoint"):
        rate(studio.lena, "t1", answer, met=True, meets=("nosuch",))
    points = written(studio)
    with pytest.raises(UsageError, match="not said whether"):
        rate(studio.lena, "t1", answer, meets=(points[0],))
    with pytest.raises(StageError):
        rate(studio.lena, "t1", answer, met=True)
    with pytest.raises(StageError):
        rate(studio.lena, "t1", answer, met=False, meets=(points[0],))


def test_the_rating_of_the_whole_stands_after_triage(studio):
    bring(studio.lena, "t1", "Answer.", system="s")
    (answer,) = [one.id for one in measured(studio).answers]
    rate(studio.lena, "t1", answer, met=True)
    points = written(studio)
    with pytest.raises(StageError):
        rate(studio.lena, "t1", answer, met=False, meets=(points[0],))
    rate(studio.lena, "t1", answer, meets=(points[0],))
    assert (measured(studio).passed, measured(studio).points[0].passed) == (1, 1)


def test_an_answer_is_rated_and_no_system_is_named(hands, studio):
    bring(studio.lena, "t1", "Leave at month 30.", system="quasarette-2")
    hands.open(studio.project.path, "omar")
    hands.go("probes")
    page = hands.page
    (card,) = page.cards.values()
    assert "Leave at month 30." in seen_on(page)
    assert "quasarette" not in seen_on(page)
    press(hands, card.rated[""][0])
    assert (measured(studio).passed, measured(studio).n) == (1, 1)
    assert "1 of 1 systems pass" in page.said.text()
    assert "the author estimated 40" in page.said.text()


def test_models_are_asked_with_the_cost_before_and_after(hands, studio, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k-12345678901234567890")
    hands.open(studio.project.path, "lena")
    hands.go("probes")
    page = hands.page
    assert not page.ask.isEnabled()
    with LoopbackServer(answer=lambda _: Behaviour(text="Leave at month 30.")) as server:
        page.form.inputs["models"].widget.setText("openai:gpt-5-mini")
        page.form.inputs["base_url"].widget.setText(server.url_of("openai"))
        press(hands, page.estimate)
        assert "Expected cost of 1 answer: $" in page.cost.text()
        assert not server.requests
        press(hands, page.ask)
        hands.until(lambda: bool(page.cards))
        assert len(server.requests) == 1
    assert "Cost of all answers" in page.cost.text()
    assert [one.answer.text for one in measured(studio).answers] == ["Leave at month 30."]


def test_what_is_asked_once_is_paid_once(hands, studio, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k-12345678901234567890")
    hands.open(studio.project.path, "lena")
    hands.go("probes")
    page = hands.page
    with LoopbackServer(answer=lambda _: Behaviour(text="Leave at month 30.")) as server:
        page.form.inputs["models"].widget.setText("openai:gpt-5-mini")
        page.form.inputs["base_url"].widget.setText(server.url_of("openai"))
        page.ask.click()
        assert not page.ask.isEnabled()
        page.form.inputs["models"].widget.setText("openai:gpt-5-mini ")
        page.ask.click()
        hands.until(lambda: bool(page.cards))
        hands.settle()
        assert len(server.requests) == 1
    assert page.ask.isEnabled()


def test_the_window_does_not_wait_for_an_estimate(hands, studio, monkeypatch):
    on: list[threading.Thread] = []

    def cost(*_):
        on.append(threading.current_thread())
        return 0.5

    monkeypatch.setattr("xpert_studio.packs.pretest.page.expected_cost", cost)
    hands.open(studio.project.path, "lena")
    hands.go("probes")
    hands.page.form.inputs["models"].widget.setText("openai:gpt-5-mini, openai:gpt-5.1")
    press(hands, hands.page.estimate)
    hands.until(lambda: "Expected cost of 2 answers: $1" in hands.page.cost.text())
    assert threading.main_thread() not in on


def test_a_model_that_is_none_is_said(hands, studio):
    hands.open(studio.project.path, "lena")
    hands.go("probes")
    hands.page.form.inputs["models"].widget.setText("gpt")
    press(hands, hands.page.ask)
    assert not hands.page.cards


def test_who_writes_has_no_page_of_probes(hands, studio):
    hands.open(studio.project.path, "wei")
    hands.go("probes")
    assert not getattr(hands.page, "known", {})
