"""The form of a new run: what keeps it from starting, what it costs, and who may run."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel

from tests.cli.test_checks import code_check
from tests.desktop.hands import Hands, pause
from tests.desktop.runs_help import LEAD, compose, no_keys, path, provider, recorded, until, widget
from tests.judge.projects import make_project, now
from tests.loopback import LoopbackServer, behaviours
from xpert_studio.core.judge import code_consent
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.run_preflight import PENDING_EXAMPLES
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.core.records import (
    CHECKS,
    JudgeMode,
    Panel,
    PanelRule,
    RunRequest,
    RunState,
)
from xpert_studio.core.store import ProjectFile, entities, judges, log, settings
from xpert_studio.core.wording import translated
from xpert_studio.core.workflow.blinding import Blinding, Pending

__all__ = ["no_keys", "path"]


def test_the_form_says_what_keeps_it_from_starting(hands, path):
    hands.open(path, LEAD)
    hands.go("runs", tab="new")
    form = hands.page.composer
    judge = form.judge

    def complaint() -> str:
        hands.until(lambda: form.plan.composed is not None or not form.planner.soon.isActive())
        hands.settle()
        pause(320)
        hands.settle()
        found = form.plan.composed
        assert found is None or not found.may_start
        return form.plan.problem.text()

    provider(judge, "openai")
    assert complaint() == "Which model is to judge?"
    hands.click(form.plan.start)
    assert hands.focus is widget(judge, "model")
    assert judge.error("model") == "Which model is to judge?"
    hands.type("sk-proj-0123456789abcdef")
    assert "looks like an API key" in complaint()
    assert "looks like an API key" in judge.error("model")
    widget(judge, "model").setEditText("gpt-5-mini")
    assert complaint() == "There is no key for OpenAI."
    assert judge.error("model") == ""
    assert "about $" in form.plan.figures["money"].text()
    hands.click("Enter the key")
    hands.settle()
    assert (hands.window.place.page, hands.window.place.tab) == ("settings", "providers")
    hands.go("runs", tab="new")
    widget(judge, "trials").setValue(2)
    assert "odd number" in complaint()
    assert "odd number" in judge.error("trials")
    widget(judge, "trials").setValue(1)
    ways = widget(form.scope, "tasks")
    ways.setCurrentIndex(ways.findData("chosen"))
    assert complaint() == "Tick the tasks to run on."
    hands.click(form.plan.start)
    assert hands.focus is widget(form.scope, "chosen").list
    hands.key("Space")
    provider(judge, BASELINE)
    until(hands, lambda: form.plan.composed is not None and form.plan.composed.may_start)
    assert form.plan.figures["needed"].text() == "9"
    assert form.plan.figures["money"].text() == "free"


def test_an_error_of_a_number_stands_below_its_field_and_goes_with_its_cause(hands, path):
    hands.open(path, LEAD)
    hands.go("runs", tab="new")
    form = hands.page.composer
    provider(form.judge, "openai")
    widget(form.judge, "model").setEditText("gpt-5-mini")
    money = widget(form.limits, "money")
    money.setFocus()
    hands.type("1,5")
    hands.settle()
    said = form.limits.error("money")
    assert said.startswith("Write a number from 0 to")
    (line,) = [one for one in hands.seen(QLabel) if one.text() == said and one is not
               form.plan.problem]  # fmt: skip
    assert line.mapToGlobal(QPoint()).y() >= money.mapToGlobal(QPoint(0, money.height())).y()
    assert line.mapToGlobal(QPoint()).x() < money.mapToGlobal(QPoint(money.width(), 0)).x()
    assert money.accessibleDescription() == said
    until(hands, lambda: form.plan.composed is None and not form.planner.soon.isActive())
    for _ in range(2):
        hands.key("Backspace")
    hands.type(".5")
    assert form.limits.error("money") == "" and not line.isVisible()
    until(hands, lambda: form.plan.composed is not None)
    assert form.plan.composed.request.limits.money == 1.5
    # What is seldom needed is opened where something in it is wrong.
    form.judge.show_values({"temperature": 3})
    hands.key("Ctrl+Return")
    assert hands.focus is widget(form.judge, "temperature")
    assert form.judge.error("temperature") == "Write a number from 0 to 2, such as 0.5."


def test_worked_examples_of_a_prompt_are_kept_from_who_still_has_to_judge_them(hands, path):
    hands.open(path, LEAD)
    hands.go("runs", tab="new")
    form = hands.page.composer
    hands.key("Alt+2")
    until(hands, lambda: form.plan.composed.request.mode is JudgeMode.ANCHORED)
    pending = {one.response_id: Pending.JUDGE for one in form.plan.composed.asks[0].anchors}
    assert pending
    form.prompts.show_composed(form.plan.composed, Blinding(sees_judgments=True, pending=pending))
    assert form.prompts.about.text() == translated(PENDING_EXAMPLES)
    assert not form.prompts.view.toPlainText()


def test_a_calibrated_run_takes_three_chords(hands, path):
    hands.open(path, LEAD)
    hands.go("runs")
    chords = []

    def press(chord: str) -> None:
        chords.append(chord)
        hands.key(chord)
        hands.settle()

    press("Ctrl+N")
    form = hands.page.composer
    press("Alt+2")
    until(hands, lambda: form.plan.composed is not None and form.plan.composed.may_start)
    assert form.plan.composed.request.mode is JudgeMode.ANCHORED
    press("Ctrl+Return")
    page = hands.page
    until(hands, lambda: page.detail.item is not None and not page.detail.item.is_going)
    assert page.detail.item.judge.mode is JudgeMode.ANCHORED
    assert len(chords) == 3
    until(hands, lambda: page.detail.acts["alignment"].isVisible())
    assert page.detail.acts["results"].isVisible()


def test_a_judge_at_work_is_not_started_twice(hands, tmp_path):
    path = tmp_path / "p.xpert"
    make_project(path, tasks=40, checkpoints=2, systems=3).close()
    with LoopbackServer(delay=0.6) as server:
        hands.open(path, LEAD)
        form = compose(hands, server)
        widget(form.limits, "concurrency").setValue(1)
        until(hands, lambda: form.plan.start.isEnabled())
        hands.click(form.plan.start)
        watch = hands.app.session.runs
        until(hands, lambda: watch.going)
        hands.key("Ctrl+N")
        until(hands, lambda: form.plan.composed is not None)
        assert "at work already" in form.plan.problem.text()
        assert not form.plan.start.isEnabled()
        # Another judge may work beside it.
        provider(form.judge, BASELINE)
        until(hands, lambda: form.plan.start.isEnabled())
        hands.click(form.plan.start)
        until(hands, lambda: any(run.state is RunState.DONE for run in watch.runs))
        assert watch.going
        # The engine itself refuses it too, whatever the window thought.
        watch.start(ScoreRequest("compatible", "local", base_url=server.openai_url))
        until(hands, lambda: "is going on in another window or terminal" in hands.notice)
        watch.ask(watch.going[0].run.id, RunRequest.CANCEL)
        until(hands, lambda: not watch.going)
    found, _ = recorded(path)
    assert [run.state for run in found] == [RunState.CANCELLED, RunState.DONE]


def test_a_lead_whose_tasks_nobody_scored_is_led_to_the_first_run(hands, path):
    """The first page knew of nothing to do where all there was came in by an import."""
    hands.open(path, LEAD)
    until(hands, lambda: hands.reads("Score the ready tasks with a judge"))
    hands.click("New run")
    until(hands, lambda: hands.window.page("runs").composer.isVisible())
    with ProjectFile.open(path) as project:
        request = ScoreRequest(BASELINE, BASELINE_MODEL)
        score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
    hands.go("home")
    until(hands, lambda: not hands.reads("Score the ready tasks with a judge"))
    assert hands.reads("You're all caught up")


def test_what_is_known_costs_nothing_whatever_the_price(hands, path):
    with LoopbackServer() as server:
        with ProjectFile.open(path) as project:
            prepared = prepare(
                project, ScoreRequest("compatible", "local", base_url=server.openai_url)
            )
            score(project, prepared, clock=now, on_progress=lambda _: None)
        hands.open(path, LEAD)
        hands.go("runs")
        until(hands, lambda: hands.page.detail.item is not None)
        hands.click("Duplicate and edit…")
        hands.settle()
        form = hands.page.composer
        until(hands, lambda: form.plan.composed is not None)
        hands.settle()
        assert form.plan.figures["calls"].text() == "0"
        assert form.plan.figures["money"].text() == "$0.00"


def test_the_cost_of_a_run_with_a_timeout_is_a_lower_bound(hands, path, monkeypatch, tmp_path):
    price = {"provider": "compatible", "model": "priced", "input": 1000.0, "output": 1000.0}
    (tmp_path / "prices.json").write_text(json.dumps({"models": [price]}), encoding="utf-8")
    monkeypatch.setenv("XPERT_STUDIO_PRICES", str(tmp_path / "prices.json"))
    with LoopbackServer([behaviours.SILENT]) as server, ProjectFile.open(path) as project:
        for model in ("priced", "local"):
            request = ScoreRequest(
                "compatible", model, base_url=server.openai_url, timeout=0.3, max_retries=0,
                concurrency=1,
            )  # fmt: skip
            score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
    hands.open(path, LEAD)
    hands.go("runs")
    page = hands.page
    until(hands, lambda: page.detail.item is not None)
    card = page.detail.overview.cost
    assert hands.reads("cost unknown"), "the newest run is of the model without a price"
    assert hands.reads("6 calls of unknown cost")
    hands.key("Down")
    hands.settle()
    assert hands.reads("1 call of unknown cost")
    assert hands.reads("at least $")
    assert card.isVisible()


def test_changing_a_run_opens_the_form_with_everything_as_it_was(hands, path):
    with ProjectFile.open(path) as project:
        request = ScoreRequest(BASELINE, BASELINE_MODEL, mode=JudgeMode.ANCHORED)
        prepared = prepare(project, request)
        score(project, prepared, clock=now, on_progress=lambda _: None)
    hands.open(path, LEAD)
    hands.go("runs")
    until(hands, lambda: hands.page.detail.item is not None)
    hands.click("Duplicate and edit…")
    hands.settle()
    form = hands.page.composer
    assert form.judge.values()["mode"] is JudgeMode.ANCHORED
    until(hands, lambda: form.plan.composed is not None)
    hands.settle()
    assert form.plan.figures["known"].text() == form.plan.figures["needed"].text() == "18"
    assert "nothing would be asked" in form.plan.notes.text()
    hands.click("All runs")
    hands.settle()
    page = hands.page
    for model in (page.list.entries, page.detail.verdicts.model, page.detail.calls.model):
        tester = QAbstractItemModelTester(
            model, QAbstractItemModelTester.FailureReportingMode.Fatal
        )
        del tester
    page.detail.show_tab("verdicts")
    hands.settle()
    items = page.detail.verdicts
    assert items.model.rowCount() == 18
    items.words.setFocus()
    hands.type("t1")
    hands.until(lambda: items.model.rowCount() == 9)
    head = items.table.horizontalHeader()
    hands.click("Clear")
    hands.until(lambda: items.model.rowCount() == 18)
    for section in (0, 0):
        at = head.sectionViewportPosition(section) + 5
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=head.rect().topLeft()
                         + type(head.rect().topLeft())(at, 5))  # fmt: skip
        hands.settle()
    assert (items.model.wanted.sort, items.model.wanted.descending) == ("task", True)
    assert items.model.row_at(0).task_id == "t1"
    hands.click("Run again")
    until(hands, lambda: "all verdicts were cached" in hands.notice)
    until(hands, lambda: page.detail.item.run.id == page.watch.runs[0].run.id)
    assert len(page.watch.runs) == 2


def test_runs_are_for_leads(hands, tmp_path):
    from tests.workflow.studio import Studio

    studio = Studio(tmp_path / "studio.xpert")
    studio.project.close()
    hands.open(tmp_path / "studio.xpert", "maria")
    hands.go("runs")
    assert hands.reads("Runs are the lead’s")
    hands.key("Ctrl+N")
    hands.settle()
    assert "only leads change it" in hands.notice


def test_code_of_responses_runs_only_where_a_person_allows_it(hands: Hands, path: Path) -> None:
    with ProjectFile.open(path) as project, project.writing() as tx:
        entities.put(tx, code_check())
        project_id = settings.project_id(tx)
    hands.open(path, LEAD)
    hands.go("runs")
    hands.key("Ctrl+N")
    hands.settle()
    form = hands.page.composer
    provider(form.judge, CHECKS)
    until(
        hands,
        lambda: form.plan.composed is not None and form.plan.composed.request.provider == CHECKS,
    )
    hands.settle()
    assert form.plan.consent.isVisible() and not form.plan.consent.isChecked()
    assert "end as errors" in form.plan.notes.text()
    assert not widget(form.judge, "model").isVisible() and not form.limits.isVisible()
    form.plan.consent.setChecked(True)
    form.start()
    until(hands, lambda: len(recorded(path)[1]) == 3)
    assert code_consent.is_allowed(project_id)
    with ProjectFile.open(path) as project, project.reading() as tx:
        assert [entry.actor_id for _, entry in log.latest_of(tx, "code.allow", 9)] == [LEAD]


def test_a_long_note_of_an_estimate_is_seen_whole(hands, path):
    with LoopbackServer() as server:
        hands.open(path, LEAD)
        form = compose(hands, server)
        notes = form.plan.notes
        notes.say("Excluded, as this judge cannot rate them: a task with a long title. " * 8)
        hands.settle()
        assert notes.height() >= notes.heightForWidth(notes.width())
        assert form.plan.y() == 0, "the card begins where the form does"


def test_several_judges_make_a_panel_with_their_cost_said_before(hands, path):
    with LoopbackServer() as server:
        hands.open(path, LEAD)
        form = compose(hands, server)
        assert not widget(form.panel, "panel").isVisible(), "there is one judge"
        widget(form.panel, "typed").setText("nobody:x")
        until(hands, lambda: form.plan.composed is None and not form.planner.soon.isActive())
        assert "There is no provider" in form.plan.problem.text()
        widget(form.panel, "others").tick(["baseline"])
        widget(form.panel, "typed").setText("compatible:second")
        until(hands, lambda: form.plan.composed is not None and form.plan.composed.may_start)
        hands.settle()
        assert widget(form.panel, "panel").isVisible()
        assert form.plan.composed.request.panel is PanelRule.MAJORITY
        each = form.plan.notes.text().splitlines()[:3]
        assert [line.split(":")[0] for line in each] == [
            "local", "Built-in judge (no LLM)", "second"
        ]  # fmt: skip
        calls = [one.prepared.estimate.calls for one in form.plan.composed.judges[::2]]
        assert form.plan.figures["calls"].text() == str(sum(calls))
        assert "--panel majority" in form.plan.command.field.text()
        hands.click(form.plan.start)
        watch = hands.app.session.runs
        until(hands, lambda: [run.state for run in watch.runs] == [RunState.DONE] * 3)
        assert {request.model for request in server.requests} == {"local", "second"}
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        (panel,) = [found for judge in judges.all_judges(tx) if (found := Panel.of(judge))]
    assert len(panel.judges) == 3
