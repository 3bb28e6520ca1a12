"""A judge compares responses: from the form of a new run to the figures, and as the same command."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

from tests.desktop.hands import Hands
from tests.desktop.runs_help import (  # noqa: F401 - fixtures
    LEAD,
    ROOT,
    compose,
    no_keys,
    path,
    provider,
    state,
    until,
    widget,
)
from tests.loopback import LoopbackServer
from xpert_studio.core.judge.scoring import BASELINE
from xpert_studio.core.records import Comparison, JudgeMode, RatingState, RunState, Verdict
from xpert_studio.core.store import ProjectFile, entities, judges, runs
from xpert_studio.desktop.pages.verdict.exchange import ExchangePanel


def says_first(_: object) -> str:
    return json.dumps({"rationale": "It is.", "better": "first"})


def stored(path: Path) -> tuple[list[Comparison], list[Verdict]]:  # noqa: F811
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return entities.find_all(tx, Comparison), entities.find_all(tx, Verdict)


def calls_of(command: list[str]) -> int:
    """How many calls the command line would make of a command."""
    done = subprocess.run(
        [sys.executable, "-m", "xpert_studio.cli.main", *command[1:], "--dry-run", "--json"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return int(json.loads(done.stdout)["calls"])


def choose_comparing(hands: Hands, form) -> None:
    hands.key("Alt+3")
    until(
        hands,
        lambda: form.plan.composed is not None and form.plan.composed.request.selection.comparisons,
    )
    hands.settle()


def test_pairs_are_compared_from_the_form_to_the_board(hands: Hands, path: Path) -> None:  # noqa: F811
    with LoopbackServer(answer=says_first) as server:
        hands.open(path, LEAD)
        form = compose(hands, server)
        hands.until(lambda: form.plan.figures["needed"].text() == "18")
        choose_comparing(hands, form)
        # What it takes, before anything is sent.
        assert form.plan.needed.text() == "Comparisons"
        shown = {name: words.text() for name, words in form.plan.figures.items()}
        assert (shown["needed"], shown["known"], shown["calls"]) == ("12", "0", "12")
        assert "Each pair is compared in both orders." in form.plan.notes.text()
        for key in ("trials", "chunk_size", "show_weights", "fuzzy_threshold", "anchors"):
            assert not widget(form.judge, key).isVisible()
        assert form._panel_title.text() == "More judges"
        command = shlex.split(form.plan.command.field.text())
        assert command[:3] == ["xpert-studio", "compare", "judge"]
        assert calls_of(command) == 12
        hands.click(form.plan.prompts)
        hands.settle()
        assert form.prompts.model.rowCount() == 12
        below = form.prompts.model.entry(0).lines[0]
        assert " against " in below and "checkpoint" not in below
        assert "Both responses" in form.prompts.view.toPlainText()
        assert "rubric" not in form.prompts.view.toPlainText().lower()
        assert not server.requests
        hands.click("Back to the form")
        until(hands, lambda: form.plan.start.isEnabled())
        hands.click(form.plan.start)
        page = hands.window.page("runs")
        until(hands, lambda: page.detail.item is not None and state(hands) == "Done")
        hands.settle()
        assert page.detail.overview.done.text() == "100 % · 12 of 12 comparisons"
        assert page.detail.kind.text().startswith("Compares responses")
        assert "12 comparisons" in hands.notice
        assert not page.detail.tabs.isTabVisible(1)
        assert not page.detail.acts["alignment"].isVisible()
        # The same command finds all of it known.
        assert calls_of(command) == 0
    found, verdicts = stored(path)
    assert (len(found), verdicts) == (12, [])
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        (judge,) = judges.all_judges(tx)
        assert judge.mode is JudgeMode.ZERO_SHOT
    hands.click("Open results")
    hands.settle()
    shown = hands.page.seen.asked.blocks
    hands.until(shown.isVisible)
    hands.settle()
    (bias,) = [one for one in shown.tables if one.accessibleName() == "Position bias"]
    heads = [column.head for column in bias.grid.columns]
    assert bias.grid.cell(0, heads.index("Position bias")).text.startswith("100.0")


def test_several_judges_compare_and_make_no_panel(hands: Hands, path: Path) -> None:  # noqa: F811
    with LoopbackServer(answer=says_first) as server:
        hands.open(path, LEAD)
        form = compose(hands, server)
        widget(form.panel, "typed").setText("compatible:second")
        until(hands, lambda: form.plan.composed is not None and len(form.plan.composed.judges) == 2)
        assert widget(form.panel, "panel").isVisible()
        choose_comparing(hands, form)
        assert not widget(form.panel, "panel").isVisible()
        request = form.plan.composed.request
        assert (request.others, request.panel) == (("compatible:second",), None)
        assert form.plan.figures["calls"].text() == "24"
        assert calls_of(shlex.split(form.plan.command.field.text())) == 24
        until(hands, lambda: form.plan.start.isEnabled())
        hands.click(form.plan.start)
        watch = hands.app.session.runs
        until(hands, lambda: [run.state for run in watch.runs] == [RunState.DONE] * 2)
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        assert sorted(judge.model for judge in judges.all_judges(tx)) == ["local", "second"]


def test_judges_that_a_cancelled_run_did_not_begin_are_named(hands: Hands, path: Path) -> None:  # noqa: F811
    with LoopbackServer(answer=says_first, delay=0.4) as server:
        hands.open(path, LEAD)
        form = compose(hands, server)
        widget(form.panel, "typed").setText("compatible:second")
        choose_comparing(hands, form)
        widget(form.limits, "concurrency").setValue(1)
        until(hands, lambda: form.plan.composed is not None and len(form.plan.composed.judges) == 2)
        until(hands, lambda: form.plan.start.isEnabled())
        hands.click(form.plan.start)
        page = hands.window.page("runs")
        until(hands, lambda: page.detail.item is not None and page.detail.item.run.ok > 0)
        hands.click("Cancel")
        until(hands, lambda: "Not started" in hands.notice)
    assert "ended early: second." in hands.notice
    assert [item.state for item in page.watch.runs] == [RunState.CANCELLED]


def test_the_built_in_judge_is_refused_below_its_field(hands: Hands, path: Path) -> None:  # noqa: F811
    hands.open(path, LEAD)
    hands.go("runs", tab="new", item="compare")
    form = hands.page.composer
    assert form.judge.provider == BASELINE
    assert "does not compare" in form.judge.error("provider")
    until(hands, lambda: "does not compare" in form.plan.problem.text())
    assert not form.start()
    provider(form.judge, "checks")
    until(hands, lambda: form.plan.composed is not None or form.plan.problem.text())
    assert form.entered().mode is JudgeMode.ZERO_SHOT
    assert not form.entered().selection.comparisons


def test_what_came_to_nothing_is_counted_and_asked_again(hands: Hands, path: Path) -> None:  # noqa: F811
    said = [lambda _: "Neither."]
    with LoopbackServer(answer=lambda request: said[0](request)) as server:
        hands.open(path, LEAD)
        form = compose(hands, server)
        choose_comparing(hands, form)
        until(hands, lambda: form.plan.start.isEnabled())
        hands.click(form.plan.start)
        page = hands.window.page("runs")
        until(hands, lambda: page.detail.item is not None and state(hands) == "Partly done")
        hands.settle()
        assert not page.detail.overview.since.isVisible()
        assert page.detail.acts["retry"].isVisible()
        hands.click("12 invalid")
        hands.settle()
        assert page.detail.calls.model.rowCount() == 36, "each was asked three times"
        page.detail.calls.table.setFocus()
        hands.key("Enter")
        hands.settle()
        hands.await_dialog()
        assert hands.reads("Comparisons are shown together under Results.")
        (sent,) = hands.seen(ExchangePanel)
        shown = sent.view.toPlainText()
        assert "Both responses" in shown and "<<<SECOND RESPONSE" in shown
        assert "rubric" not in shown.lower()
        assert shown.rstrip().endswith("Neither.")
        hands.key("Escape")
        hands.settle()
        assert hands.window.place.page == "runs"
        said[0] = says_first
        hands.click("Retry what failed")
        until(hands, lambda: page.watch.runs[0].state is RunState.DONE)
        hands.settle()
    found, _ = stored(path)
    assert {item.state for item in found} == {RatingState.OK}


def test_a_comparing_run_is_cancelled_and_keeps_what_it_has(hands: Hands, path: Path) -> None:  # noqa: F811
    with LoopbackServer(answer=says_first, delay=0.4) as server:
        hands.open(path, LEAD)
        form = compose(hands, server)
        choose_comparing(hands, form)
        widget(form.limits, "concurrency").setValue(1)
        until(hands, lambda: form.plan.start.isEnabled())
        hands.click(form.plan.start)
        page = hands.window.page("runs")
        until(hands, lambda: page.detail.item is not None and page.detail.item.run.ok > 0)
        hands.click("Cancel")
        until(hands, lambda: state(hands) == "Cancelled")
    found, _ = stored(path)
    assert 0 < len(found) < 12
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        assert [run.state for run in runs.all_runs(tx)] == [RunState.CANCELLED]
    hands.click("Duplicate and edit…")
    hands.settle()
    assert form.judge.compares
    until(hands, lambda: form.plan.composed is not None)
    hands.settle()
    assert form.plan.figures["known"].text() == str(len(found))
