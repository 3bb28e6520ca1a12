"""Where the tests keep their files, what they see of the machine, and in which order they run."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tests.built import PATCHES
from tests.fonts import bring_fonts
from tests.process_state import changes, process_state, put_back
from tests.processes import CAN_FORK, run_in_processes
from tests.quick import DURATIONS, durations
from tests.sampling import examples, some
from xpert_studio.core import processes, used_packs
from xpert_studio.core.judge import redaction

MEMORY = Path("/dev/shm")
ROOM_NEEDED = 4 * 1024**3
MEMORY_OF_ONE = 6 * 1024**3
"""Of each process of a run, those that tests start among them; a worker needs a tenth of it."""
settings.register_profile("ordinary", examples(40))
settings.load_profile("ordinary")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # no screen is needed
os.environ["XPERT_STUDIO_LANG"] = "en"  # whatever the machine speaks
os.environ.setdefault("MALLOC_ARENA_MAX", "2")  # for workers: one a thread is never given back


def _keep_files_in_memory() -> None:
    """Makes temporary files where the system waits for no disk.

    Tests write a hundred thousand times what must be durable. A test that is about a disk mounts
    one of its own, and processes that are killed lose nothing that they wrote, wherever it lies.
    """
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free >= ROOM_NEEDED:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def _keep_compiled_modules() -> None:
    """Lets Python keep what it compiles, as it does unless it is told otherwise.

    Many tests start the program as a process of its own, which would compile itself each time.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def _limit_memory() -> None:
    """Has a test that takes memory without end fail, and not what else runs on the machine."""
    if sys.platform == "linux":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        if most == resource.RLIM_INFINITY:
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_OF_ONE, most))


_limit_memory()
_keep_files_in_memory()
_keep_compiled_modules()
bring_fonts()


@pytest.fixture
def monkeypatch() -> Iterator[pytest.MonkeyPatch]:
    """Pytest's own; what is built while a part of the program is replaced is not kept."""
    with pytest.MonkeyPatch.context() as patch:
        PATCHES.append(patch)
        yield patch
        PATCHES.remove(patch)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Asks in how many processes the tests run."""
    told = (
        "run the files in so many processes; without a number in one more than there are processors"
    )
    most = (os.cpu_count() or 1) + 1
    parser.addoption("--processes", type=int, nargs="?", const=most, default=0, help=told)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Runs the tests in processes, where that is asked for and possible."""
    option = session.config.option
    if not option.processes or not CAN_FORK or option.collectonly or session.testsfailed:
        return None
    run_in_processes(session, option.processes)
    return True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what an ordinary run draws a sample of; begins with the files that take long.

    So no worker waits for another one at the end.
    """
    _draw(config, items)
    took = durations()
    items.sort(key=lambda item: -took.get(item.nodeid.partition("::")[0], 0.0))


def _draw(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a file with the mark ``sampled(n)``, n tests are run."""
    marked: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sampled"):
            marked[item.path].append(item)
    left_out: set[pytest.Item] = set()
    for path, found in marked.items():
        count = found[0].get_closest_marker("sampled").args[0]
        left_out |= set(found).difference(some(found, count, path.name))
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


_took: dict[str, float] = defaultdict(float)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Adds up what each file takes."""
    _took[report.nodeid.partition("::")[0]] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes down what each file took, where that is asked for."""
    if os.environ.get("XPERT_TEST_DURATIONS"):
        rounded = {name: round(seconds, 1) for name, seconds in sorted(_took.items())}
        DURATIONS.write_text(json.dumps(rounded, indent=0) + "\n")


@pytest.fixture(autouse=True)
def keys_are_forgotten() -> Iterator[None]:
    """A key that a test sets up is known to it alone: the process remembers keys until it ends."""
    before = set(redaction._known)
    yield
    redaction._known.intersection_update(before)


@pytest.fixture(autouse=True)
def packs_are_forgotten() -> Iterator[None]:
    """The same of packs that a project names which are not installed."""
    before = dict(used_packs._missed)
    yield
    if used_packs._missed != before:
        used_packs._missed.clear()
        used_packs._missed.update(before)


def pytest_collection_finish() -> None:
    """What is there before the first test, libraries above all, is no garbage after any.

    To look through it takes a third of a second, as long as a file's tests often do.
    """
    gc.collect()
    gc.freeze()
    processes.FREEZES = False  # it would thaw this again


_turns = count()


@pytest.fixture(autouse=True)
def garbage_on_this_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """As in the program (``desktop.idle``): no widget is collected away from its thread.

    It holds for every test with a window, in whichever folder: Python collects on the thread that
    happens to allocate, and Qt does not survive a widget that another thread destroys.
    """
    if "qapp" not in request.fixturenames:
        yield
        return
    gc.disable()
    yield
    gc.collect(2 if next(_turns) % 4 == 0 else 1)  # all generations take their time
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def memory_comes_back() -> Iterator[None]:
    """What a file's tests have left is collected, and given back to the system.

    What is left then, libraries and what they keep, is not looked at again.
    """
    yield
    gc.collect()
    gc.freeze()
    _give_back()


@pytest.fixture(autouse=True, scope="module")
def process_stays_as_it_was(memory_comes_back: None) -> Iterator[None]:
    """What one file changes of the process fails that file, and not one that comes later."""
    before = process_state()
    with put_back():
        yield
    assert changes(before, process_state()) == []


def _give_back() -> None:
    with suppress(OSError, AttributeError):  # other systems do so by themselves
        ctypes.CDLL("libc.so.6").malloc_trim(0)
