"""Faults of the file system in the middle of operations: nothing lost, nothing doubled, all resumed.

A choice of the cases that ``make faults`` tries all of. A case that fails here is repeated by
``python -m tests.faults.campaign --only OPERATION:KIND:NUMBER``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.campaign import Results, carry_out, words
from tests.faults.operations import OPERATIONS
from tests.faults.shim import PRELOAD, Kind, build, read_log, why_not
from tests.sampling import NIGHTLY, SEED

ROOT = Path(__file__).resolve().parents[2]
CASES = len(OPERATIONS) * len(Kind)
"""Of an ordinary run: one of every operation and kind."""


@pytest.fixture(scope="module", autouse=True)
def possible() -> None:
    """Skips where faults cannot be made; fails where they must be, as in CI."""
    if not why_not():
        return
    if os.environ.get("XPERT_STUDIO_NEEDS_TOOLS"):
        pytest.fail(why_not())
    pytest.skip(why_not())


@pytest.fixture(scope="module")
def results(possible: None) -> Results:
    """The chosen cases, of every operation and kind at least one."""
    found = Results()
    choice = [] if NIGHTLY else ["--count", str(CASES)]
    for told in carry_out([*choice, "--seed", str(SEED)]):
        found.add(told)
    return found


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_is_disturbed_holds_and_is_taken_up_again(results, operation):
    cases = results.of(operation)
    assert {case["kind"] for case in cases} == set(Kind)
    assert [words(case) for case in cases if case["problems"]] == []


def test_the_choice_meets_what_it_is_for(results):
    """Faults do happen: processes are killed, and errors shown."""
    outcomes = Counter(case["outcome"] for case in results.cases)
    assert len(results.cases) >= CASES
    assert outcomes["killed"] >= CASES // 3
    assert outcomes["reported"] >= CASES // 6
    assert set(results.changes) == set(OPERATIONS)


_FD = re.compile(r"^\d+ +(\w+)\((?:\d+|AT_FDCWD)<([^>]*)>")
_PATH = re.compile(r"^\d+ +(\w+)\((?:AT_FDCWD<[^>]*>, )?\"([^\"]*)\"")
_UNDER = re.compile(r"^\d+ +(\w+)\(\d+<([^>]*)>, \"([^\"]*)\"")
_ONE_NAME = {
    "renameat": "rename", "renameat2": "rename", "unlinkat": "unlink", "rmdir": "unlink",
    "mkdirat": "mkdir", "linkat": "link",
}  # fmt: skip
_WATCHED = (
    "write,pwrite64,writev,pwritev,pwritev2,sendfile,copy_file_range,splice,fsync,fdatasync,"
    "ftruncate,truncate,fallocate,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat,"
    "link,linkat,symlink,symlinkat,open,openat,openat2,creat,io_uring_setup,msync"
)


def _traced(lines: list[str], folder: Path) -> tuple[Counter[str], Counter[str]]:
    """The changes under a folder that strace has seen; and opens that may make a file."""
    changes: Counter[str] = Counter()
    opens: Counter[str] = Counter()
    for line in lines:
        found = _UNDER.match(line)
        if found and not found[3].startswith("/"):
            name, path = found[1], f"{found[2]}/{found[3]}"
        else:
            found = _PATH.match(line) or _FD.match(line)
            if not found:
                continue
            name, path = found[1], found[2]
        if not Path(path).is_relative_to(folder):
            continue
        if name.startswith("open"):
            opens.update({path: bool(re.search("O_CREAT|O_TRUNC|O_TMPFILE", line))})
        else:
            changes[_ONE_NAME.get(name, name)] += 1
    return changes, opens


@pytest.mark.parametrize("operation", ["import", "export folder"])
def test_nothing_escapes_the_shim(tmp_path, operation):
    if shutil.which("strace") is None:
        pytest.skip("there is no strace")
    folder, log, seen = tmp_path / "case", tmp_path / "log", tmp_path / "strace"
    folder.mkdir()
    OPERATIONS[operation].prepare(folder)
    before = {str(path) for path in folder.rglob("*")}
    command = [
        "strace", "-f", "-qq", "-y", "-s", "0", "-o", str(seen), "-e", f"trace={_WATCHED}",
        "-E", f"{PRELOAD}={build(tmp_path)}", "-E", f"HOME={tmp_path}",
        sys.executable, "-m", "tests.faults.traced", str(folder), str(log), operation,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if "ptrace" in done.stderr:
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done.stderr
    changes, opens = _traced(seen.read_text().splitlines(), folder)
    counted = read_log(log)
    assert Counter(c.name for c in counted if c.name != "open") == changes
    made = Counter(c.path for c in counted if c.name == "open")
    assert made.keys() >= {path for path, n in opens.items() if n and path not in before}
    assert all(opens[path] >= count for path, count in made.items())
    assert sum(changes.values()) > 20
