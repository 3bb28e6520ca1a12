"""Machines of tests end with them, also where the tests are aborted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import psutil
import pytest

from tests.packs.cluster.machines import ROOT
from tests.waiting import wait_until

TESTS = """
import sys
from pathlib import Path
from tests.packs.cluster.machines import ROOT, Machines

machines = Machines(Path(sys.argv[1]))
machines.start()
machines.worker()
machines.worker(PYTHONPATH=str(ROOT))
print(*[process.pid for process in machines.processes], flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they are ended by their tests only")
def test_machines_end_with_tests_that_are_aborted_even_those_that_stand_still(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", TESTS, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as tests:  # fmt: skip
        assert tests.stdout is not None
        machines = [psutil.Process(int(pid)) for pid in tests.stdout.readline().split()]
        machines += machines[0].parents()[:1]  # what forks them
        assert len(machines) == 4
        for worker in machines[1:3]:
            worker.suspend()
        tests.send_signal(signal.SIGABRT)
    try:
        wait_until(lambda: not any(map(_is_there, machines)), "a machine is left")
    finally:
        for one in filter(_is_there, machines):
            one.kill()


def _is_there(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
