"""What ``make size SINCE=TAG`` counts: removed, moved and added definitions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "packaging"))
from size_since import changes, definitions, summed, together  # noqa: E402

sys.path.pop(0)
CLASS = "class A:\n    x = 1\n\n    def m(self):\n        return self.x\n"
FUNCTION = "def f():\n    return [1,\n        2]\n"
CORE, CLI = "xpert_studio/core/store/a.py", "xpert_studio/cli/b.py"


def test_comments_docstrings_and_line_breaks_are_no_change():
    other = 'def f():\n    """Says."""\n    # why\n    return [1, 2]\n'
    assert list(definitions(FUNCTION)) == list(definitions(other))
    assert changes({CORE: FUNCTION}, {CORE: other}) == {}


def test_a_class_is_counted_apart_from_its_methods():
    counted = dict(definitions(CLASS))
    assert {amount[0] for amount in counted.values()} == {2}
    assert len(counted) == 2


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({CORE: FUNCTION}, {CORE: ""}, {"xpert_studio/core/store": {"removed": (2, 11)}}),
        ({CORE: ""}, {CLI: FUNCTION}, {"xpert_studio/cli": {"added": (2, 11)}}),
        ({CORE: FUNCTION}, {CLI: FUNCTION}, {"xpert_studio/core/store": {"moved": (2, 11)}}),
        # A second copy is added, and one of two that goes is in the other.
        ({CORE: FUNCTION}, {CORE: FUNCTION, CLI: FUNCTION},
         {"xpert_studio/cli": {"added": (2, 11)}}),
        ({CORE: FUNCTION, CLI: FUNCTION}, {CORE: FUNCTION},
         {"xpert_studio/cli": {"moved": (2, 11)}}),
        # Nor is one that is in a file which did not change.
        ({CORE: FUNCTION, CLI: FUNCTION + CLASS}, {CORE: FUNCTION, CLI: CLASS},
         {"xpert_studio/cli": {"moved": (2, 11)}}),
    ],
)  # fmt: skip
def test_what_left_a_file_is_removed_or_moved(before, after, expected):
    assert changes(before, after) == expected


def test_a_changed_method_leaves_its_class_alone():
    found = changes({CORE: CLASS}, {CORE: CLASS.replace("return self.x", "return 2")})
    assert found == {"xpert_studio/core/store": {"removed": (2, 10), "added": (2, 8)}}


def test_the_whole_is_core_front_ends_and_packs():
    found = changes({}, dict.fromkeys((CORE, CLI, "xpert_studio/packs/graded/x.py"), FUNCTION))
    named = together(found)
    assert [len(named[name]) for name in ("core", "front ends", "packs", "all")] == [1, 1, 1, 3]
    assert summed(found, named["all"]) == {"added": (6, 33)}


def test_the_command_compares_with_a_commit():
    command = [sys.executable, "packaging/size.py", "--since"]
    known = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, check=False)
    if known.returncode:
        pytest.skip("no git here")
    done = subprocess.run([*command, "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("all ")
    wrong = subprocess.run(
        [*command, "none"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 1
    assert "none" in wrong.stderr
