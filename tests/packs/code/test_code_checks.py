"""Checks that run code, really run in the sandbox; and on which projects that is allowed."""

from __future__ import annotations

import pytest

from tests.judge.projects import make_project, now
from tests.judge.sandboxes import need_node, need_sandbox
from xpert_studio.core.errors import NotAllowedError, XpertError
from xpert_studio.core.instruments.deciding import Outcome, Subject
from xpert_studio.core.judge.code_consent import allow, allow_by, is_allowed, withdraw
from xpert_studio.core.records import Mode, Person, Role
from xpert_studio.core.store import entities, log, settings
from xpert_studio.core.workflow import CommandContext
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.code.kinds import Passes, Runs
from xpert_studio.packs.code.sandbox import run

ADD = "def add(a, b):\n    return a + b\n"


def outcome_of(code: str, tests: str, language: str = "python", **more: str) -> Outcome:
    need_sandbox()
    parameters = Passes(tests=tests, language=language, seconds=2, **more)
    return KINDS["code_passes"].decide_with(run, Subject(code), parameters)


def ran(code: str, **parameters: object) -> Outcome:
    need_sandbox()
    return KINDS["code_runs"].decide_with(run, Subject(code), Runs(**parameters))


CASES = "import unittest\nclass T(unittest.TestCase):\n  def test(self):\n    self.assertEqual(add(1, 2), {})\n"


@pytest.mark.parametrize(
    "tests",
    [
        "assert add(1, 2) == {}",
        "from solution import add as plus\nassert plus(1, 2) == {}",
        "import solution\nassert solution.add(1, 2) == {}",
        "def test_add():\n  assert add(1, 2) == {}",
        "async def test_add():\n  assert add(1, 2) == {}",
        CASES,
        CASES + "unittest.main()",
        CASES + "if __name__ == '__main__': unittest.main()",
        "def check(candidate):\n  assert candidate(1, 2) == {}\ncheck(add)",
    ],
)
def test_tests_of_all_styles(tests):
    right = outcome_of(f"So:\n```python\n{ADD}```", tests.format(3))
    assert right == Outcome(True, "The code passes the tests.")
    assert not outcome_of(ADD, tests.format(4)).passed


def test_why_it_failed():
    wrong = outcome_of(ADD, "x = 1\nassert add(1, 2) == 4")
    assert wrong.reason == ("The code failed: AssertionError (test line 2: assert add(1, 2) == 4)")
    assert "SyntaxError" in outcome_of("def add(", "add()").reason
    assert "NameError: name 'sub'" in outcome_of(ADD, "sub(1)").reason
    assert "did not end" in outcome_of("while True: pass", "add()").reason


@pytest.mark.parametrize(
    "code",
    [
        "import sys; sys.exit(0)",
        "import os; os._exit(0)",
        "raise SystemExit",
        "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
        "import sys\ndef add(a, b): sys.exit(0)",
        "import os\ndef add(a, b): os._exit(0)",
        "def add(a, b): raise SystemExit(0)",
        "import atexit, os; atexit.register(os._exit, 0)",
        "import sys; sys.stdin.read(); sys.stdout.close(); sys.exit()",
        "def test_add(): pass",
        "print('0' * 64); import os; os._exit(0)",
        "import os, sys\nos.lseek(0, 0, 0)\nsys.stdout.write(open(0).read()); os._exit(0)",
    ],
)
def test_code_that_ends_early_does_not_pass(code):
    assert not outcome_of(code, "assert add(1, 2) == 3").passed


def test_what_a_response_runs_by_itself_is_left_out():
    main = f"{ADD}\nif __name__ == '__main__':\n    1 / 0\n"
    assert outcome_of(main, "assert add(1, 2) == 3").passed
    assert not ran(main).passed


def test_code_that_runs():
    assert ran("print(int(input()) * 2)", input="21", output="42").passed
    assert ran("print(int(input()) * 2)", input="21", output="43").reason == (
        "Line 1 of the output is '42'; '43' was expected."
    )
    assert ran("```\n1/0\n```").reason == "The code failed: ZeroDivisionError: division by zero"
    assert ran("x = bytearray(10**9)").reason == "The code needs more than 512 MB of memory."


@pytest.mark.parametrize(
    ("code", "tests", "passes"),
    [
        ("function add(a, b) { return a + b }", "assert.equal(add(1, 2), 3)", True),
        ("const add = (a, b) => a + b", "assert.equal(add(1, 2), 4)", False),
        ("export function add(a, b) { return a + b }", "assert.equal(add(1, 2), 3)", True),
        ("module.exports.add = (a, b) => a + b",
         "const { add } = require('./solution'); assert.equal(add(1, 2), 3)", True),
        ("async function add(a, b) { return a + b }", "assert.equal(await add(1, 2), 3)", True),
        ("async function add(a, b) { return a + b }", "assert.equal(await add(1, 2), 4)", False),
        ("process.exit(0)", "assert.equal(add(1, 2), 3)", False),
        ("function add() { process.exit(0) }", "assert.equal(add(1, 2), 3)", False),
        ("const assert = require('assert'); function add() { return 3 }",
         "assert.equal(add(1, 2), 3)", True),
        ("function add(", "add()", False),
        ("async function add() { return new Promise(() => {}) }",
         "assert.equal(await add(), 5)", False),
        ("async function add() { return 5 }", "assert.equal(await add(), 5)", True),
    ],
)  # fmt: skip
def test_javascript(code, tests, passes):
    need_sandbox()
    need_node()
    outcome = outcome_of(code, tests, "javascript")
    assert outcome.passed == passes, outcome.reason


def test_javascript_runs():
    need_sandbox()
    need_node()
    code = "import fs from 'fs'\nconsole.log(fs.readFileSync(0, 'utf8'))"
    assert ran(code, language="javascript", input="a", output="a").passed
    outcome = ran("```js\nnull.x\n```", language="javascript")
    assert outcome.reason.startswith("The code failed: TypeError: Cannot read properties of null")


def test_code_is_allowed_project_by_project(monkeypatch, tmp_path):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path))
    for project in ("pj-1", "../../x", "\ud800", ""):
        assert not is_allowed(project)
        allow(project)
        allow(project)
        assert is_allowed(project)
    assert not is_allowed("pj-2")
    withdraw("pj-1")
    withdraw("pj-1")
    assert not is_allowed("pj-1")
    assert is_allowed("../../x")
    assert {file.parent.name for file in tmp_path.rglob("*.json")} == {"code_allowed"}


@pytest.mark.parametrize(
    ("mode", "people", "may"),
    [
        (Mode.TEAM, {"a": (Role.LEAD,), "b": (Role.EXPERT,)}, True),
        (Mode.TEAM, {"a": (Role.EXPERT,)}, False),
        (Mode.SOLO, {"a": (Role.EXPERT,)}, True),
        (Mode.SOLO, {"a": (Role.SENIOR,), "b": (Role.LEAD,)}, False),
    ],
)
def test_who_may_allow_code(monkeypatch, tmp_path, mode, people, may):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path))
    with make_project(tmp_path / "a.xpert") as project:
        with project.writing() as tx:
            info = settings.project_info(tx)
            policies = info.policies.model_copy(update={"mode": mode})
            settings.put_project_info(tx, info.model_copy(update={"policies": policies}))
            for name, roles in people.items():
                entities.put(tx, Person(id=name, name=name, roles=roles))
            project_id = settings.project_id(tx)
        ctx = CommandContext(project, "a", now)
        for _ in range(2):
            if may:
                allow_by(ctx)
            else:
                with pytest.raises(NotAllowedError):
                    allow_by(ctx)
        assert is_allowed(project_id) is may
        with project.reading() as tx:
            rows = [entry for _, entry in log.latest_of(tx, "code.allow", 9)]
        assert [entry.actor_id for entry in rows] == ["a"] * may


def test_a_consent_that_cannot_be_written_leaves_no_row(monkeypatch, tmp_path):
    with make_project(tmp_path / "a.xpert") as project:
        with project.writing() as tx:
            entities.put(tx, Person(id="a", name="a", roles=(Role.LEAD,)))
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "file"))
        with pytest.raises(XpertError):
            allow_by(CommandContext(project, "a", now))
        with project.reading() as tx:
            assert not log.latest_of(tx, "code.allow", 9)


def test_a_consent_that_cannot_be_read_is_none(monkeypatch, tmp_path):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path))
    allow("pj-1")
    file = next(tmp_path.rglob("*.json"))
    for text in ("", "[]", "{", '{"project_id": "pj-2"}', "\x00"):
        file.write_text(text)
        assert not is_allowed("pj-1")


def test_a_consent_that_cannot_be_written_is_an_error(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "file"))
    with pytest.raises(XpertError):
        allow("pj-1")
    assert not is_allowed("pj-1")
