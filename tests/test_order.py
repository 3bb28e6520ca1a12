"""In which order files are run by workers, also where workers crash."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from tests import mutants
from tests.order import next_file
from tests.sampling import examples
from tests.workers import Run

FILES = st.lists(st.integers(1, 3), min_size=1, max_size=8)
"""How many tests each file has."""


@examples(200, phases=[Phase.generate])
@given(st.data(), FILES)
def test_a_run_in_which_workers_crash_ends_and_runs_all_that_is_left(data, files):
    tests = [f"tests/{at % 3}/{at}.py::{n}" for at, count in enumerate(files) for n in range(count)]
    where = st.sampled_from([*tests, "collection", "rest", "end"])
    crashing = data.draw(st.lists(where, max_size=4))
    run = Run(tests, crashing)
    run.to_its_end(lambda able: data.draw(st.integers(0, able - 1)))
    assert run.ran == Counter(tests)
    at_rest = crashing.count("rest")  # then the test is named that would have been next
    in_tests = Counter(one for one in crashing if one in tests)
    assert in_tests <= Counter(run.crashed)
    assert len(run.crashed) <= in_tests.total() + at_rest


@examples(40)
@given(st.data())
def test_a_worker_takes_the_files_of_one_folder_first(data):
    run = Run([f"tests/{at % 2}/{at}.py::{n}" for at in range(12) for n in range(3)], [])
    run.to_its_end(lambda able: data.draw(st.integers(0, able - 1)))
    for worker in run.workers:
        folders = [file.split("/")[1] for file in dict.fromkeys(worker.files)]
        assert folders == sorted(folders, key=folders.index)


def test_a_worker_stays_in_its_folder_then_takes_one_of_its_own_then_the_longest():
    waiting = ["tests/a/long.py", "tests/b/one.py", "tests/c/one.py", "tests/b/two.py"]
    assert next_file(waiting, [], set()) == "tests/a/long.py"
    assert next_file(waiting, ["tests/b/test.py"], {"tests/a"}) == "tests/b/one.py"
    assert next_file(waiting, ["tests/c/test.py"], {"tests/a"}) == "tests/c/one.py"
    assert next_file(waiting, [], {"tests/a", "tests/b"}) == "tests/c/one.py"
    assert next_file(waiting, ["tests/d/x.py"], {"tests/a", "tests/b", "tests/c"}) == waiting[0]


CRASH = """
import os
from pathlib import Path
from tests.waiting import wait_until

def test_crash():
    own, before = Path(__file__).with_suffix(".crashed"), Path(__file__).with_name("BEFORE")
    wait_until(before.exists)
    if not own.exists():
        own.touch()
        os.abort()

def test_after(): pass
"""
SCHEDULE = """
from pathlib import Path
from tests.order import ByFolder
from tests.waiting import wait_until

HERE = Path(__file__).parent

def pytest_xdist_make_scheduler(config, log):
    return ByFolder(config, log)

def pytest_collection(session):
    if hasattr(session.config, "workerinput") and (HERE / "test_0.crashed").exists():
        (HERE / "collecting").touch()
        if CRASHES > 1:
            wait_until((HERE / "test_1.crashed").exists)
"""


@pytest.mark.parametrize(
    ("begins", "before"),
    [
        (5, [""]), (0, ["", "test_0.crashed"]), (0, ["", "collecting"]), (4, ["", ""]),
        (10, ["", ""]),
    ],
    ids=["one worker", "all at once", "all, one while another is replaced", "later", "at the end"],
)  # fmt: skip
def test_a_real_run_ends_as_well(tmp_path, begins, before):
    for at in range(12):
        (tmp_path / f"test_{at}.py").write_text("def test_one(): pass\n")
    for at, name in enumerate(before, begins):
        (tmp_path / f"test_{at}.py").write_text(CRASH.replace("BEFORE", name or "conftest.py"))
    (tmp_path / "conftest.py").write_text(SCHEDULE.replace("CRASHES", str(len(before))))
    command = [
        sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadfile", "-p", "no:cacheprovider",
        "--no-loadscope-reorder", "-q", str(tmp_path),
    ]  # fmt: skip
    ran = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(mutants.ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    told = f"{len(before)} failed, {12 + len(before)} passed"
    assert told in ran.stdout, ran.stdout + ran.stderr
