"""Where the tests keep their files, and in which order they run."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

MEMORY = Path("/dev/shm")
ROOM_NEEDED = 4 * 1024**3
LONGEST_FIRST = (
    "tests/desktop/test_every_page.py",
    "tests/faults/test_faults.py",
    "tests/desktop/test_runs_page.py",
    "tests/judge/test_kill.py",
    "tests/desktop/test_alignment_page.py",
    "tests/desktop/test_page_states.py",
    "tests/exchange/formats/test_autorubric.py",
    "tests/exchange/formats/test_inspect_ai.py",
    "tests/exchange/formats/test_promptfoo.py",
    "tests/exchange/formats/test_data_sets.py",
    "tests/desktop/test_hostile_content.py",
    "tests/desktop/test_results_page.py",
    "tests/exchange/test_bundle_hostile.py",
    "tests/exchange/test_round_trip.py",
    "tests/workflow/test_state_machine.py",
    "tests/workflow/assignments/test_laws.py",
)
"""Files that take long: begun first, so that no worker waits for the other one at the end."""


# A busy machine is no fault of what is tested.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
os.environ["XPERT_STUDIO_LANG"] = "en"  # whatever the machine speaks


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


_keep_files_in_memory()
_keep_compiled_modules()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file's tests stay together: the workers of ``--dist loadfile`` take whole files in turn."""
    ranks = {name: rank for rank, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: ranks.get(item.nodeid.partition("::")[0], len(ranks)))
