"""Checks on the folder that a response ends as."""

from __future__ import annotations

import pytest

from tests.judge.sandboxes import need_sandbox
from tests.packs.workspaces.folders import of, subject
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject, SubjectFile
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.code.sandbox import run
from xpert_studio.packs.workspaces.archive import pack_folder

START = of({"invoice.py": "def total(x):\n    return x + x\n", "data/items.csv": "1,2\n",
            "lib/tax.py": "rate = 2\n"})  # fmt: skip
SOLVED = of({
    "invoice.py": "from lib.tax import rate\n\ndef total(x):\n    return x * x * rate\n\n"
    "if __name__ == '__main__':\n    print(total(int(input())), open('data/items.csv').read())\n",
    "data/items.csv": "1,2\n", "lib/tax.py": "rate = 2\n", "notes/CHANGES.md": "One two three.\n",
})  # fmt: skip


def decided(name, end=SOLVED, start=START, **parameters):
    kind = KINDS[name]
    return kind.decide_with(run, subject(start, end), kind.parameters(**parameters))


@pytest.mark.parametrize(
    ("name", "parameters", "passed", "said"),
    [
        ("folder_has", {"paths": ("invoice.py", "notes/*.md")}, True, "all of these"),
        ("folder_has", {"paths": ("invoice.py", "nowhere.py")}, False, "no nowhere.py"),
        ("folder_has", {"paths": ("*.md",), "negated": True}, False, "has notes/CHANGES.md"),
        ("folder_has", {"paths": ("*.tmp",), "negated": True}, True, "none of these"),
        ("folder_unchanged", {"paths": ("data/*", "lib/*")}, True, "as they were"),
        ("folder_unchanged", {"paths": ("*.py",)}, False, "must not be: invoice.py"),
        ("folder_unchanged", {"paths": ("notes/*",)}, False, "notes/CHANGES.md"),
        ("folder_only", {"paths": ("invoice.py", "notes/*")}, True, "No other"),
        ("folder_only", {"paths": ("notes/*",)}, False, "beside these: invoice.py"),
        ("folder_content", {"path": "notes/CHANGES.md", "check": 'word_count {"at_most": 3}'}, True,
         "notes/CHANGES.md: "),
        ("folder_content", {"path": "notes/CHANGES.md", "check": 'word_count {"at_most": 2}'},
         False, "3"),
        ("folder_content", {"path": "gone.md", "check": 'word_count {"at_most": 2}'}, False, "no gone.md"),
    ],
)  # fmt: skip
def test_what_a_check_decides(name, parameters, passed, said):
    outcome = decided(name, **parameters)
    assert (outcome.passed, said in outcome.reason) == (passed, True)


def test_a_file_that_was_removed_is_no_longer_there_and_was_changed():
    end = of({"invoice.py": START.files["invoice.py"].content})
    assert not decided("folder_has", end, paths=("data/items.csv",)).passed
    assert not decided("folder_unchanged", end, paths=("data/*",)).passed
    assert not decided("folder_only", end, paths=("invoice.py",)).passed


def test_a_file_that_is_no_text_has_no_content_to_be_checked():
    end = of({"a.md": b"\x00\x01"})
    outcome = decided("folder_content", end, path="a.md", check='word_count {"at_most": 2}')
    assert (outcome.passed, "no text" in outcome.reason) == (False, True)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("folder_has", {"paths": ()}),
        ("folder_has", {"paths": ("../secret",)}),
        ("folder_has", {"paths": ("/etc/passwd",)}),
        ("folder_content", {"path": "../x", "check": "word_count {}"}),
        ("folder_content", {"path": "x", "check": "nothing {}"}),
        ("folder_content", {"path": "x", "check": "word_count {"}),
        ("folder_content", {"path": "x", "check": 'folder_has {"paths": ["x"]}'}),
        ("folder_content", {"path": "x", "check": 'code_runs {"language": "python"}'}),
        ("folder_passes", {"path": "x.py", "tests": "  "}),
        ("folder_passes", {"path": "x.py", "tests": "no python ("}),
        ("folder_runs", {"path": "a/../../x"}),
    ],
)
def test_parameters_that_mean_nothing_are_refused(name, parameters):
    with pytest.raises(ValueError, match=r"."):
        KINDS[name].parameters(**parameters)


def test_a_response_that_is_a_text_meets_no_such_check():
    text = Subject("I fixed it.", task_files=(), files=())
    outcome = KINDS["folder_has"].decide(text, KINDS["folder_has"].parameters(paths=("a",)))
    assert (outcome.passed, "is a text" in outcome.reason) == (False, True)


def test_nothing_is_decided_where_the_files_are_not_at_hand_or_of_another_folder():
    given = KINDS["folder_has"].parameters(paths=("a",))
    with pytest.raises(CannotCheckError, match="not available"):
        KINDS["folder_has"].decide(Subject("text"), given)
    made = subject(START, SOLVED)
    other = SubjectFile(made.files[0].media_type, lambda: pack_folder(of({"x": "y"})))
    moved = Subject(made.text, task_files=(other,), files=made.files)
    with pytest.raises(CannotCheckError, match="another starting folder"):
        KINDS["folder_has"].decide(moved, given)
    broken = SubjectFile(made.files[0].media_type, lambda: b"PK\x03\x04")
    with pytest.raises(CannotCheckError, match="cannot be read"):
        KINDS["folder_has"].decide(Subject("", task_files=(), files=(broken,)), given)


def test_code_is_not_run_where_that_is_not_allowed():
    with pytest.raises(CannotCheckError, match="not allowed"):
        KINDS["folder_runs"].decide(
            subject(START, SOLVED), KINDS["folder_runs"].parameters(path="x")
        )


TESTS = "assert total(3) == 18\nassert total(0) == 0"


@pytest.mark.parametrize(
    ("end", "passed"),
    [
        (SOLVED, True),
        (START, False),
        (of({"invoice.py": "import os\nos._exit(0)\n"}), False),
        (of({"invoice.py": "class Any:\n    def __eq__(self, other):\n        return True\n\n"
             "def total(x):\n    return Any()\n"}), False),
        (of({"invoice.py": "import sys\nsys.exit(0)\n"}), False),
        (of({"invoice.py": "def total(x:\n"}), False),
        (of({"invoice.py": "from lib import nothing\n"}), False),
        (of({"invoice.py": "def total(x):\n    return 18 if x else 0\n", "folder.py": "1/0",
             "peer.py": "1/0", "crossing.py": "1/0", "remote.py": "1/0", "run_tests.py": "1/0",
             "solution.py": "1/0"}), True),
        (of({"other.py": "def total(x):\n    return 18 if x else 0\n"}), False),
    ],
)  # fmt: skip
def test_tests_of_a_file_cannot_be_talked_round(end, passed):
    need_sandbox()
    assert decided("folder_passes", end, path="invoice.py", tests=TESTS).passed is passed


def test_a_file_runs_in_its_folder_with_input_and_output():
    need_sandbox()
    given = {"path": "invoice.py", "input": "3", "output": "18 1,2"}
    assert decided("folder_runs", **given).passed
    assert not decided("folder_runs", **given | {"output": "17"}).passed
    assert not decided("folder_runs", **given | {"path": "nowhere.py"}).passed
    fails = of({"invoice.py": "raise SystemExit(3)"})
    assert not decided("folder_runs", fails, path="invoice.py").passed
