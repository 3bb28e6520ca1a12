"""Runs in the window: composed, started, watched, steered, broken off, taken up again, retried.

The judge is a loopback server behind the real SDK; runs are carried out by real processes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter

import pytest
from PySide6.QtGui import QTextFormat
from PySide6.QtWidgets import QApplication

from tests.desktop.hands import pause
from tests.desktop.runs_help import (
    LEAD,
    ROOT,
    compose,
    no_keys,
    path,
    recorded,
    state,
    until,
    widget,
)
from tests.judge.projects import make_project
from tests.loopback import LoopbackServer, behaviours
from tests.waiting import PATIENCE
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.records import (
    RatingState,
    RunState,
)

__all__ = ["no_keys", "path"]


def candidate_of(request) -> str:
    return request.suffix.rpartition("<<<RESPONSE ")[2].split("\n")[1]


def test_a_run_from_the_form_to_its_end_through_pause_and_sudden_death(hands, tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path, tasks=10, checkpoints=2, systems=4).close()
    with LoopbackServer(delay=0.15) as server:
        hands.open(path, LEAD)
        form = compose(hands, server)
        shown = {name: words.text() for name, words in form.plan.figures.items()}
        assert (shown["needed"], shown["known"], shown["calls"]) == ("80", "0", "40")
        assert (shown["money"], shown["time"]) == ("unknown", "unknown")
        widget(form.limits, "concurrency").setFocus()
        hands.key("Ctrl+A")
        hands.type("2")
        # Exactly what will be asked, before anything is sent.
        until(hands, lambda: form.plan.prompts.isEnabled())
        hands.click(form.plan.prompts)
        hands.settle()
        prompts = form.prompts
        assert prompts.model.rowCount() == 40
        prompts.words.setFocus()
        hands.type("case 3 s2")
        hands.until(lambda: prompts.model.rowCount() == 0)
        hands.key("Ctrl+A")
        hands.type("t3 s2")
        hands.until(lambda: prompts.model.rowCount() == 1)
        hands.settle()
        text = prompts.view.toPlainText()
        assert "Instructions · cacheable" in text
        assert "System 2 answers case 3" in text.partition("The candidate")[2]
        lines = text.split("\n")
        document, ground = prompts.view.document(), QTextFormat.Property.BackgroundBrush
        for line, is_cacheable in (("Be fair.", True), ("The candidate", False)):
            block = document.findBlockByNumber(lines.index(line))
            assert block.blockFormat().hasProperty(ground) == is_cacheable
        assert not server.requests
        hands.click("Back to the form")
        assert "--concurrency 2" in form.plan.command.field.text()
        until(hands, lambda: form.plan.start.isEnabled())
        hands.click(form.plan.start)
        # It goes on in a process of its own, and is watched in the project file.
        page = hands.window.page("runs")
        until(hands, lambda: page.watch.going and page.detail.item is not None)
        process = page.watch.going[0].standing.process
        assert process != os.getpid()
        until(hands, lambda: "calls a minute" in page.detail.overview.pace.figure.text())
        assert "of 80 verdicts" in page.detail.overview.done.text()
        assert hands.window.news.going.isVisible()
        page.list.setFocus()
        hands.key("P")
        until(hands, lambda: state(hands) == "Paused")
        until(hands, lambda: page.detail.item.standing.pulse.in_flight == 0)
        asked = len(server.requests)
        pause(700)
        assert len(server.requests) == asked < 40
        hands.click("Resume")
        until(hands, lambda: len(server.requests) > asked)
        os.kill(process, signal.SIGKILL)
        until(hands, lambda: state(hands) == "Interrupted")
        assert hands.reads("Everything it had decided is saved.")
        hands.click("Resume")
        until(hands, lambda: state(hands) == "Done")
        assert page.detail.overview.done.text() == "100 % · 80 of 80 verdicts"
        assert "Run finished" in hands.notice
        again = Counter(candidate_of(request) for request in server.requests)
    found, decided = recorded(path)
    assert [run.state for run in found] == [RunState.DONE]
    assert len(decided) == 80
    # Twice only what was on its way when the process died.
    assert sum(again.values()) - len(again) <= 2
    assert found[0].terms.concurrency == 2


def test_a_run_of_the_command_line_is_watched_and_cancelled(hands, tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path, tasks=20, checkpoints=2, systems=3).close()
    hands.open(path, LEAD)
    hands.go("runs")
    assert hands.page.stack.currentWidget() is hands.page.empty
    with LoopbackServer(delay=0.2) as server:
        command = [
            sys.executable, "-m", "xpert_studio.cli.main", "score", str(path), "--judge",
            "compatible:m", "--base-url", server.openai_url, "--concurrency", "2", "--json", "--as", LEAD,
        ]  # fmt: skip
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(hands, lambda: hands.page.watch.going and hands.page.detail.isVisible())
        seen = hands.page.detail.item
        assert seen.standing.process == process.pid
        assert not hands.app.session.runs.own
        until(hands, lambda: hands.page.detail.item.run.ok > seen.run.ok)
        hands.click("Cancel")
        until(hands, lambda: state(hands) == "Cancelled")
        assert process.wait(PATIENCE) == 4
    assert "was cancelled" in hands.notice
    found, decided = recorded(path)
    assert len(decided) == found[0].ok < 120


def test_what_came_to_nothing_is_opened_and_asked_again(hands, path):
    broken = [behaviours.says("I would rather not say.")] * 3
    with LoopbackServer(behaviours=broken) as server:
        hands.open(path, LEAD)
        form = compose(hands, server)
        widget(form.limits, "concurrency").setValue(1)
        until(hands, lambda: form.plan.start.isEnabled())
        hands.click(form.plan.start)
        page = hands.window.page("runs")
        until(hands, lambda: page.detail.item is not None and state(hands) == "Partly done")
        hands.settle()
        assert page.detail.overview.problems[RatingState.INVALID].text() == "3 invalid"
        hands.click("3 invalid")
        hands.settle()
        items = page.detail.verdicts
        assert items.model.rowCount() == 3
        assert {items.model.row_at(row).state for row in range(3)} == {RatingState.INVALID}
        assert items.again.text() == "Re-score 1 response"
        items.table.setFocus()
        hands.key("Enter")
        hands.settle()
        assert hands.window.place.page == "verdict"
        assert hands.reads("no verdicts in the reply")
        hands.window.page("verdict").detail.show_tab("exchange")
        hands.settle()
        assert (
            "I would rather not say."
            in hands.window.page("verdict").detail.exchange.view.toPlainText()
        )
        hands.key("Alt+Left")
        hands.settle()
        assert hands.window.place.page == "runs"
        asked = len(server.requests)
        hands.click("Re-score 1 response")
        until(hands, lambda: len(page.watch.runs) == 2 and not page.watch.going)
        assert len(server.requests) == asked + 1
        hands.settle()
    found, decided = recorded(path)
    assert [run.state for run in found] == [RunState.PARTLY, RunState.DONE]
    assert found[1].selection["responses"] == ["t0:s0"]
    assert all(verdict.value for verdict in decided)
    page.detail.show_tab("overview")
    page.list.step(1)
    until(hands, lambda: page.detail.overview.since.isVisible())
    assert page.detail.overview.since.text() == "All of them were decided since."
    # What the judge would be asked again opens as it was asked last.
    judge = page.detail.item.judge
    hands.go("runs", tab="new", judge_id=judge.id)
    until(hands, lambda: page.composer.judge.values()["model"] == judge.model)
    assert page.composer.judge.values()["provider"] == judge.provider


@pytest.mark.parametrize("choice", ["Close, keep running", "Stop and close"])
def test_a_window_that_is_closed_asks_what_becomes_of_its_runs(hands, tmp_path, choice):
    path = tmp_path / "p.xpert"
    make_project(path, tasks=6, checkpoints=2, systems=3).close()
    with LoopbackServer(delay=0.15) as server:
        hands.open(path, LEAD)
        watch = hands.app.session.runs
        watch.start(ScoreRequest("compatible", "m", base_url=server.openai_url, concurrency=2))
        until(hands, lambda: watch.own)
        process = watch.own[0].standing.process
        window = hands.window
        window.close()
        hands.await_dialog()
        assert window.isVisible()
        hands.key("Escape")
        hands.until(lambda: QApplication.activeModalWidget() is None)
        assert window.isVisible()
        window.close()
        hands.await_dialog()
        hands.click(choice)
        hands.until(lambda: not window.isVisible())
        assert hands.app.session is None
        until(hands, lambda: _is_over(process))
    found, decided = recorded(path)
    if choice == "Close, keep running":
        assert (found[0].state, len(decided)) == (RunState.DONE, 36)
        return
    assert found[0].state is RunState.INTERRUPTED
    assert 0 < len(decided) == found[0].ok < 36
    hands.app.open_project(path)
    hands.settle()
    until(hands, lambda: "was interrupted" in hands.notice)
    until(hands, lambda: hands.reads("Interrupted runs"))
    hands.click("Show")
    hands.settle()
    assert hands.window.place.page == "runs"
    assert not hands.window.page("runs").detail.acts["cancel"].isVisible()
    hands.click("Cancel run")
    until(hands, lambda: state(hands) == "Cancelled")
    assert "Cancelled; what was decided before is saved." in hands.page.detail.message.text()
    assert not hands.app.session.runs.resumable


def _is_over(process: int) -> bool:
    """Whether a child has ended; as its parent does, takes note of it."""
    try:
        return os.waitpid(process, os.WNOHANG)[0] == process
    except ChildProcessError:
        return True
