"""Suites defined and run in the window, as the command line does: consent, progress, stopping."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import xpert
from tests.desktop.hands import Hands
from tests.desktop.rest import come_to_rest
from tests.packs.suites.histories import TASKS, bench, command
from tests.waiting import wait_until
from xpert_studio.core.store import ProjectFile, responses
from xpert_studio.core.store.settings import project_id
from xpert_studio.packs.suites.definition import suites_in
from xpert_studio.packs.suites.evaluations import evaluations_in
from xpert_studio.packs.suites.local import LocalSettings
from xpert_studio.packs.suites.page_run import COMMAND, FOLDER, MODEL, THERE
from xpert_studio.packs.suites.records import SuiteStage

__all__ = ["xpert"]
DEFINE = ("--capability", "Edits=tag:edits", "--capability", "Bugs=tag:bugs")


@pytest.fixture
def file(xpert, config, tmp_path) -> Path:
    return bench(xpert, tmp_path)


@pytest.fixture
def core(xpert, file) -> Path:
    """The same with a suite."""
    assert xpert("suite", "define", file, "core", *DEFINE).code == 0
    return file


def read(file: Path, what):
    with ProjectFile.open(file, read_only=True) as project, project.reading() as tx:
        return what(tx)


def local(file: Path):
    return LocalSettings.read(read(file, project_id))


def fill(form, **values) -> None:
    """Enters values as a person does: each says that it has changed."""
    for key, value in values.items():
        form.inputs[key].show(value)


def at_run(hands: Hands, file: Path, **values):
    hands.open(file, "mei")
    hands.go("suite-runs", tab="run", item="suite=core")
    form = hands.page.form
    fill(form.form, **values)
    rest(hands)
    return form


def rest(hands: Hands) -> None:
    """Waits also for what is read once typing has paused."""
    come_to_rest(hands.app.bridge, soon_ms=400)
    hands.settle()


def finished(hands: Hands):
    """The card of a run once it has ended."""
    card = hands.page.running
    hands.until(lambda: not card.is_busy)
    hands.settle()
    return card


def test_a_suite_is_defined_by_tags_and_lists(hands, file):
    hands.open(file, "mei")
    hands.go("suite-runs")
    assert hands.reads("No suite yet")
    hands.click("New suite")
    hands.settle()
    form = hands.page.define
    hands.type("smoke", on=form.named.inputs["name"].widget)
    rows = form.which.inputs["capabilities"].widget.rows
    (row,) = rows
    hands.type("Edits", on=row.inputs["name"].widget)
    hands.type("tag:edits", on=row.inputs["members"].widget)
    hands.click("Add a capability")
    hands.type("Two", on=rows[1].inputs["name"].widget)
    hands.type("t10, t11", on=rows[1].inputs["members"].widget)
    rest(hands)
    assert form.found.text() == "8 tasks that are ready: Edits: 6, Two: 2"
    assert "tag:bugs" in form.offered.text()
    fill(form.named, stage=SuiteStage.SMOKE)
    fill(form.form, pass_at=0.8, trials=2, triggers="src/**\n*.md")
    hands.click("Keep the suite")
    hands.settle()
    suite = read(file, suites_in)["smoke"]
    assert [(one.name, one.members) for one in suite.capabilities] == [
        ("Edits", ("tag:edits",)), ("Two", ("t10", "t11")),
    ]  # fmt: skip
    assert (suite.pass_at, suite.trials, suite.stage) == (0.8, 2, SuiteStage.SMOKE)
    assert (suite.judges, suite.triggers, suite.version) == (("checks",), ("src/**", "*.md"), 1)
    assert hands.window.place.item == "smoke"
    assert hands.reads("It has not been run yet.")


def test_what_is_no_suite_is_refused_where_it_was_typed(hands, core):
    hands.open(core, "mei")
    hands.go("suite-runs", tab="define")
    form = hands.page.define
    hands.click("Keep the suite")
    assert form.named.error("name") == "Give it a name."
    fill(form.named, name="core")
    hands.click("Keep the suite")
    hands.settle()
    assert form.which.error("capabilities") == "Name a capability and its tasks."
    assert form.which.inputs["capabilities"].widget.accessibleName() == "Capabilities"
    (row,) = form.which.inputs["capabilities"].widget.rows
    assert hands.focus is row.inputs["name"].widget
    hands.type("All", on=row.inputs["name"].widget)
    hands.click("Keep the suite")
    hands.settle()
    assert row.problem.text() == "Fill both in, or remove it."
    hands.type("tag:nothing", on=row.inputs["members"].widget)
    rest(hands)
    assert "No task has tag:nothing." in form.found.text()
    row.inputs["members"].widget.setText("tag:edits")
    hands.click("Keep the suite")
    hands.settle()
    assert "There is a suite of this name already." in form.problem.text()
    fill(form.named, name="not a name")
    hands.click("Keep the suite")
    hands.settle()
    assert "Name cannot be 'not a name'." in form.named.error("name")
    fill(form.named, name="other")
    fill(form.form, judges="openai:x, baseline")
    hands.click("Keep the suite")
    hands.settle()
    assert "Several judges need a rule." in form.problem.text()
    assert read(core, suites_in).keys() == {"core"}


def test_another_definition_is_said_to_break_the_line_before_it_is_kept(hands, core):
    hands.open(core, "mei")
    hands.go("suite-runs", item="core")
    hands.click("Edit…")
    hands.settle()
    form = hands.page.define
    fill(form.form, triggers="src/**")
    rest(hands)
    assert not form.warning.isVisible(), "triggers define nothing"
    fill(form.form, pass_at=0.5)
    rest(hands)
    assert "it becomes version 2" in form.warning.text()
    hands.click("Keep the suite")
    hands.settle()
    suite = read(core, suites_in)["core"]
    assert (suite.version, suite.pass_at, suite.triggers) == (2, 0.5, ("src/**",))


def test_a_command_runs_only_with_consent_and_is_kept_on_this_computer(
    hands, core, tmp_path, monkeypatch
):
    monkeypatch.setenv("WRONG", json.dumps(["t03"]))
    form = at_run(hands, core, system="agent", way=COMMAND, command=command(tmp_path),
                  branch="main", revision="r1")  # fmt: skip
    assert f"core: {TASKS} responses to make, 0 there already" in form.plan.text()
    assert form.consent.isVisible() and command(tmp_path) in form.command.text()
    hands.click("Run")
    hands.settle()
    assert "tick that it may run here" in form.problem.text()
    assert read(core, lambda tx: list(responses.all_responses(tx))) == []
    form.consent.setChecked(True)
    fill(form.form, command=command(tmp_path) + " --quiet")
    assert not form.consent.isChecked(), "consent is for what was read"
    form.consent.setChecked(True)
    hands.click("Run")
    hands.settle()
    card = finished(hands)
    assert card.said.text() == f"{TASKS} responses were made; the evaluation is recorded."
    (made,) = read(core, evaluations_in)
    assert (made.line, made.first.revision) == (("core", "agent", "main"), "r1")
    assert [one.task for one in made.tasks.values() if not one.passed] == ["t03"]
    kept = local(core).systems["agent"].command
    assert kept == (*shlex.split(command(tmp_path)), "--quiet")
    assert b"agent.py" not in core.read_bytes(), "the project holds no command"
    hands.click("Open the evaluation")
    hands.settle()
    assert hands.page.answer.text() == "First of its line"
    assert hands.page.said.text().startswith("agent@r1 on main")


def test_a_regression_is_answered_on_the_page_and_reported(
    hands, xpert, core, tmp_path, monkeypatch
):  # fmt: skip
    told = tmp_path / "told.json"
    hook = tmp_path / "hook.py"
    hook.write_text("import sys; open(sys.argv[1], 'a').write(sys.stdin.read())")
    words = f"'{sys.executable}' '{hook}' '{told}'"
    assert xpert("suite", "local", core, "--hook", words).code == 0
    hands.open(core, "mei")
    for n, wrong in enumerate(([], [f"t{n:02}" for n in range(8)])):
        monkeypatch.setenv("WRONG", json.dumps(wrong))
        hands.go("suite-runs", tab="run", item="suite=core")
        form = hands.page.form
        fill(form.form, system="agent", way=COMMAND, command=command(tmp_path), revision=f"r{n}")
        form.consent.setChecked(True)
        hands.click("Run")
        hands.settle()
        finished(hands)
    table = hands.page.shown.tables[0]
    answers = [table.grid.cell(row, 3).text for row in range(table.grid.rowCount())]
    assert answers == ["Regressed", "First of its line"]
    entry = next(iter(hands.page.list.model()))
    assert (entry.chip, entry.tone) == ("Regressed", "bad")
    (found,) = json.loads(told.read_text())["regressions"]
    assert found["regressed"] == [f"t{n:02}" for n in range(8)]


def test_a_run_is_stopped_its_command_ends_and_running_again_resumes(
    hands, core, tmp_path, monkeypatch
):
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import os, pathlib, sys, time\n"
        "pathlib.Path(os.environ['SEEN'], os.environ['XPERT_TASK']).write_text(str(os.getpid()))\n"
        "if os.environ['XPERT_TASK'] != 't00': time.sleep(600)\n"
        "print('RIGHT', sys.stdin.read())\n"
    )
    seen = tmp_path / "seen"
    seen.mkdir()
    monkeypatch.setenv("SEEN", str(seen))
    words = f"'{sys.executable}' '{slow}'"
    form = at_run(hands, core, system="agent", way=COMMAND, command=words, concurrency=2)
    form.consent.setChecked(True)
    hands.click("Run")
    card = hands.page.running
    hands.until(lambda: {one.name for one in seen.iterdir()} >= {"t00", "t01", "t02"})
    assert card.stop.isVisible() and card.bar.isVisible()
    assert "1 response was made" in card.said.text()
    hands.click(card.stop)
    card = finished(hands)
    assert "it was stopped: run it again to resume" in card.said.text()
    for one in seen.iterdir():
        path = Path("/proc", one.read_text())
        wait_until(lambda path=path: not path.exists() or "slow.py" not in _line(path))
    there = read(core, lambda tx: [one.task_id for one in responses.all_responses(tx)])
    assert there == ["t00"], "what was answered is kept"
    assert read(core, evaluations_in) == []
    form = at_run(hands, core, system="agent", way=COMMAND, command=command(tmp_path))
    assert f"core: {TASKS - 1} responses to make, 1 there already" in form.plan.text()


def _line(path: Path) -> str:
    try:
        return (path / "cmdline").read_text()
    except OSError:
        return ""


def test_responses_come_from_a_folder_or_are_there_already(hands, core, tmp_path):
    folder = tmp_path / "made"
    folder.mkdir()
    for n in range(TASKS):
        (folder / f"t{n:02}.txt").write_text("RIGHT")
    form = at_run(hands, core, system="agent", way=FOLDER, folder=folder)
    assert not form.consent.isVisible()
    hands.click("Run")
    hands.settle()
    assert "the evaluation is recorded" in finished(hands).said.text()
    form = at_run(hands, core, system="agent", way=THERE)
    assert f"core: 0 responses to make, {TASKS} there already" in form.plan.text()
    hands.click("Run")
    hands.settle()
    finished(hands)
    assert len(read(core, evaluations_in)) == 2


def test_what_cannot_be_run_says_why(hands, core, tmp_path):
    form = at_run(hands, core, system="", way=MODEL)
    hands.click("Run")
    assert form.form.error("system") == "Name the system."
    form = at_run(hands, core, system="new", way=THERE)
    assert f"{TASKS} of {TASKS} responses are not there" in form.plan.text()
    hands.click("Run")
    hands.settle()
    card = finished(hands)
    assert "how to run it is not known" in card.said.text()
    assert card.said.property("kind") == "bad"
    form = at_run(hands, core, system="agent", way=COMMAND, command="python 'half")
    assert form.form.error("command") == "Close its quotation marks."


def test_a_suite_is_removed_with_its_evaluations(hands, core):
    hands.open(core, "mei")
    hands.go("suite-runs", item="core")
    hands.click("Remove…")
    assert hands.reads("Tasks, responses and verdicts stay.")
    hands.click(hands.dialog.act)
    hands.settle()
    assert read(core, suites_in) == {}
    assert hands.reads("No suite yet")


def test_a_project_that_is_read_only_offers_no_run(hands, core):
    core.chmod(0o444)
    core.parent.chmod(0o555)
    try:
        hands.open(core, "mei")
        if not hands.app.session.project.read_only:
            pytest.skip("the superuser writes everywhere")
        hands.go("suite-runs", tab="run", item="suite=core")
        assert not hands.page.form.isVisible()
        assert not hands.page.run.isEnabled()
    finally:
        core.parent.chmod(0o755)
