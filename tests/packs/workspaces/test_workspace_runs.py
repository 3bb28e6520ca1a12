"""Commands that change folders, by the command line: with their settings, and in suites."""

from __future__ import annotations

import json
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.judge.sandboxes import need_sandbox
from tests.packs.workspaces.conftest import LENA
from tests.packs.workspaces.folders import SAMPLE
from tests.packs.workspaces.test_workspace_commands import TASK, responses_of, words
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.tasks import all_tasks
from xpert_studio.core.workflow import CommandContext
from xpert_studio.packs.suites.generating import ResponseTerms, generate_missing
from xpert_studio.packs.suites.local import HowRun
from xpert_studio.packs.suites.stopping import Stopping


@pytest.fixture
def solver():
    """The sample's system, where a sandbox can be shown it."""
    need_sandbox()
    place = Path(tempfile.mkdtemp(dir="/var/tmp"))
    place.chmod(0o755)
    shutil.copy(SAMPLE / "solve.py", place / "solve.py")
    yield place / "solve.py"
    shutil.rmtree(place)


def test_a_command_answers_the_tasks_with_a_folder_once(xpert, project, solver):
    command = ("--system", "agent", "--command", f"/usr/bin/python3 {solver}", "--see", solver)
    said = xpert("workspace", "run", project, *command, "--json", *LENA)
    assert (said.code, said.json) == (0, {"answered": 1, "failed": {}}), said
    made = responses_of(project)["agent"]
    assert "Changed files: 1 added, 1 changed." in made.text
    assert made.latency_ms > 0
    assert xpert("workspace", "run", project, *command, "--json", *LENA).json["answered"] == 0
    assert xpert("score", project, "--checks", *LENA).code == 0
    assert xpert("verify", project).code == 0


def test_a_command_that_fails_gives_no_response_and_the_others_are_kept(xpert, project, solver):
    said = xpert(
        "workspace", "run", project, "--system", "bad", "--command", "false", "--json", *LENA
    )
    assert said.code == 4
    assert "ended with code 1" in said.json["failed"][TASK]
    said = xpert("workspace", "run", project, "--system", "bad", "--command",
                 "/bin/ln -s /etc/passwd stolen", *LENA)  # fmt: skip
    assert said.code == 4 and "stolen is a symbolic link" in words(said)
    assert responses_of(project) == {}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ((), "not said which command"),
        (("--command", "'open"), "is no command"),
        (("--command", "true", "--see", "/proc"), "must not see"),
        (("--command", "true", "--seconds", "0"), "Invalid value"),
    ],
)
def test_what_cannot_be_run_is_said(xpert, project, more, said):
    need_sandbox()
    told = xpert("workspace", "run", project, "--system", "x", *more, *LENA)
    assert told.code in {2, 4} and said in words(told)


def test_settings_stay_on_this_computer_and_hold_for_runs(xpert, project, solver, tmp_path):
    kept = xpert("workspace", "local", project, "--system", "agent", "--command",
                 f"/usr/bin/python3 {solver}", "--see", solver, "--seconds", "50", "--json", *LENA)  # fmt: skip
    assert kept.json["systems"]["agent"]["seconds"] == 50
    assert xpert("workspace", "run", project, "--system", "agent", *LENA).code == 0
    assert str(solver).encode() not in project.read_bytes()
    forgotten = xpert(
        "workspace", "local", project, "--system", "agent", "--remove", "--json", *LENA
    )
    assert forgotten.json["systems"] == {}
    said = xpert("workspace", "local", project, "--system", "x", "--command",
                 "run sk-proj-0123456789abcdefghijABCDEFGHIJ0123456789", *LENA)  # fmt: skip
    assert said.code == 2 and "looks like an API key" in words(said)


def test_a_suite_runs_tasks_with_and_without_a_folder_by_one_command(xpert, project, solver):
    xpert("workspace", "local", project, "--system", "agent", "--see", solver, *LENA)
    assert (
        xpert("suite", "define", project, "core", "--capability", f"Fixing={TASK}", *LENA).code == 0
    )
    said = xpert("suite", "run", project, "core", "--system", "agent", "--revision", "r1",
                 "--command", f"/usr/bin/python3 {solver}", "--json", *LENA)  # fmt: skip
    assert said.code == 0, words(said)
    (one,) = said.json["evaluations"]
    assert (one["passed"], set(one["tasks"])) == (1, {TASK})
    made = responses_of(project)["agent@r1"]
    assert "Changed files" in made.text
    bad = xpert(
        "suite", "run", project, "core", "--system", "idle", "--command", "true", "--json", *LENA
    )
    assert json.loads(bad.out)["evaluations"][0]["passed"] == 0
    broken = xpert("suite", "run", project, "core", "--system", "b", "--command", "false", *LENA)
    assert "ended with code 1" in words(broken)


def test_stopping_a_suite_ends_a_command_in_a_folder(project, solver):
    class Later(Stopping):
        """Asked for once the command runs."""

        looked = 0

        @property
        def is_asked(self):
            self.looked += 1
            return self.looked > 1

    how = HowRun(command=("/bin/sleep", "500"))
    with ProjectFile.open(project) as opened:
        ctx = CommandContext(opened, "lena", lambda: datetime.now(UTC))
        with opened.reading() as tx:
            tasks = [task for task in all_tasks(tx) if task.id == TASK]
        made = generate_missing(ctx, tasks, how, "agent", 1, ResponseTerms(stopping=Later()))
    assert made.problems == ((TASK, "The command was stopped. Run it again to resume."),)
