"""A run in several processes: it ends, runs every test once, and tells what one process would."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import mutants
from tests.processes import CAN_FORK
from tests.sampling import examples

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="processes cannot be forked here")

CONFTEST = """
import pytest
from tests import processes
from tests.conftest import pytest_addoption, pytest_runtestloop

processes.LARGE = LARGE

@pytest.fixture(scope="session")
def whole():
    yield

@pytest.fixture
def fails_late():
    yield
    raise ValueError("late")

@pytest.fixture(scope="module")
def file_fails_late():
    yield
    raise ValueError("late")
"""
TESTS = {
    "passes": "def test_{n}(whole, tmp_path): (tmp_path / 'file').touch()",
    "fails": "def test_{n}(): print('said before'); assert 1 == 2",
    "is skipped": "@pytest.mark.skip\ndef test_{n}(): pass",
    "is expected to fail": "@pytest.mark.xfail(strict=True)\ndef test_{n}(): assert False",
    "warns": "def test_{n}(): warnings.warn('beware')",
    "is not taken down": "def test_{n}(fails_late): pass",
}
CRASHES = {
    "aborts": "def test_{n}(): os.abort()",
    "ends": "def test_{n}(): os._exit(0)",
    "is killed": "def test_{n}(): os.kill(os.getpid(), 9)",
}
FILES = st.lists(
    st.lists(st.sampled_from([*TESTS, *CRASHES]), min_size=1, max_size=4), min_size=1, max_size=5
)


def _write(folder: Path, files: list[list[str]], large: int) -> None:
    for old in folder.glob("test_*.py"):
        old.unlink()
    (folder / "conftest.py").write_text(CONFTEST.replace("= LARGE", f"= {large}"))
    for at, kinds in enumerate(files):
        tests = [(TESTS | CRASHES)[kind].format(n=n) for n, kind in enumerate(kinds)]
        text = "\n".join(["import os, pytest, warnings", *tests])
        (folder / f"test_{at}.py").write_text(text + "\n")


def _counts(folder: Path, *options: str) -> dict[str, int]:
    """What pytest says at the end: how many passed, failed …"""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *options, "."]
    ran = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(mutants.ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert "INTERNALERROR" not in ran.stdout, ran.stdout + ran.stderr
    last = ran.stdout.splitlines()[-1]
    return {word.rstrip("s"): int(number) for number, word in re.findall(r"(\d+) ([a-z]+)", last)}


@examples(4)
@given(FILES, st.sampled_from([0, 1 << 40]))
def test_every_test_is_run_once_whatever_crashes(tmp_path, files, large):
    _write(tmp_path, files, large)
    counts = _counts(tmp_path, "--processes", "3")
    without = [[kind for kind in kinds if kind not in CRASHES] for kinds in files]
    crashes = sum(map(len, files)) - sum(map(len, without))
    _write(tmp_path, [kinds for kinds in without if kinds], large)
    expected = _counts(tmp_path) if any(without) else {}
    counts["failed"] = counts.get("failed", 0) - crashes
    assert {k: n for k, n in counts.items() if n} == {k: n for k, n in expected.items() if n}


@pytest.mark.parametrize("large", [0, 1 << 40], ids=["each file in its own", "all in one"])
def test_what_a_file_leaves_is_taken_down_after_it(tmp_path, large):
    _write(tmp_path, [["passes", "passes"]] * 3, large)
    (tmp_path / "test_1.py").write_text("def test_1(file_fails_late): pass\ndef test_2(): pass\n")
    assert _counts(tmp_path, "--processes", "1") == {"passed": 6, "error": 1}


def test_processes_keep_their_files_apart(tmp_path):
    _write(tmp_path, [["passes"] * 3] * 6, 0)
    counts = _counts(tmp_path, "--processes", "3", f"--basetemp={tmp_path / 'files'}")
    assert counts == {"passed": 18}
    assert len(list((tmp_path / "files").glob("process[0-9]"))) == 6


def test_a_run_that_is_to_stop_at_a_failure_stops(tmp_path):
    _write(tmp_path, [["fails"] * 4] * 3, 0)
    assert _counts(tmp_path, "--processes", "2", "-x") == {"failed": 1}
