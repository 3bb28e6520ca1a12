"""Workers and schedulers that die or stand still under a run: nothing is lost, little is repeated."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from itertools import count

from tests.packs.cluster.conftest import CALLS, CHECKPOINTS, TASKS, meanwhile, sent_with
from tests.packs.cluster.machines import GUEST, KEY
from tests.waiting import wait_until
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.records import RunState
from xpert_studio.packs.cluster import provider, workers

AT_MOST = provider.BLOCK * provider.BLOCKS


class Once:
    """Does something at the first sign of progress."""

    def __init__(self, do) -> None:
        self._do = do
        self._is_done = False

    def __call__(self, progress) -> None:
        if progress.pulse.asks_done and not self._is_done:
            self._is_done = True
            self._do()


def test_a_run_is_sent_by_all_workers_and_recorded_here(shared, standing, server):
    run = shared.carry()
    assert (run.state, run.calls, run.ok) == (RunState.DONE, CALLS, CALLS * CHECKPOINTS)
    calls = shared.check_whole(server, 0)
    assert {call.attempts for call in calls} == {1}
    # Neither prompts nor keys are in what the machines write, nor keys in what is kept here.
    for secret in ("answers case", "Says fact", "Advise client", KEY):
        assert secret not in standing.logs
    assert KEY.encode() not in shared.path.read_bytes()


def test_of_a_worker_that_is_killed_only_what_it_had_is_asked_again(shared, guest, server):
    killed = guest()
    with meanwhile(server, killed.kill, GUEST):
        run = shared.carry()
    assert (run.state, run.ok) == (RunState.DONE, CALLS * CHECKPOINTS)
    calls = shared.check_whole(server, AT_MOST)
    again = [call for call in calls if call.attempts > 1]
    assert again
    # What may have been billed and was not answered makes the cost of the call unknown.
    assert {call.cost for call in again} == {None}


def test_a_worker_that_stands_still_for_a_while_repeats_nothing(shared, guest, server):
    still = guest()

    def stop() -> None:
        os.kill(still.pid, signal.SIGSTOP)
        server.release()
        wait_until(lambda: sent_with(server, KEY) > TASKS)  # by the others
        os.kill(still.pid, signal.SIGCONT)

    with meanwhile(server, stop, GUEST):
        run = shared.carry()
    assert (run.state, run.ok) == (RunState.DONE, CALLS * CHECKPOINTS)
    shared.check_whole(server, 0)


def test_a_worker_that_stands_still_for_good_counts_as_lost(
    shared, standing, guest, server, monkeypatch
):
    still = guest()
    address = re.search(r"Start worker at: +(\S+)", standing.log(still))[1]
    found, beats = workers.Workers._found, count()

    async def seen(self):
        """The others say something at every look, however busy the machine is."""
        told = await found(self)
        return {name: at if name == address else next(beats) for name, at in told.items()}

    def stop() -> None:
        os.kill(still.pid, signal.SIGSTOP)
        monkeypatch.setattr(workers.Workers, "_found", seen)
        monkeypatch.setattr(workers, "SILENT", 2.0)

    with meanwhile(server, stop, GUEST):
        run = shared.carry()
    assert (run.state, run.ok) == (RunState.DONE, CALLS * CHECKPOINTS)
    assert [call for call in shared.check_whole(server, AT_MOST) if call.attempts > 1]


def test_a_run_outlives_its_scheduler(scene, machines, server):
    machines.worker()

    def restart() -> None:
        machines.stop()
        machines.start()
        machines.worker()

    with meanwhile(server, restart):
        run = scene.carry()
    assert (run.state, run.ok) == (RunState.DONE, CALLS * CHECKPOINTS)
    scene.check_whole(server, AT_MOST)


def test_a_run_that_is_stopped_goes_on_where_it_was(shared, server):
    engines = []
    run = shared.carry(Once(lambda: engines[0].drain()), engines.append, concurrency=16)
    assert run.state is RunState.INTERRUPTED
    assert 0 < run.calls < CALLS
    again = shared.carry()
    assert (again.id, again.state) == (run.id, RunState.DONE)
    shared.check_whole(server, 0)


def test_a_run_that_is_broken_off_leaves_nothing_behind(shared, server):
    engines = []
    run = shared.carry(Once(lambda: engines[0].stop()), engines.append, concurrency=16)
    assert run.state is RunState.INTERRUPTED
    assert shared.carry().state is RunState.DONE
    shared.check_whole(server, 2 * 16)


def test_the_budget_holds_over_all_workers(shared, server):
    run = shared.carry(limits=Limits(calls=50))
    assert (run.state, run.calls) == (RunState.OUT_OF_BUDGET, 50)
    assert len(server.requests) == 50


def test_without_any_worker_a_run_ends_says_so_and_is_taken_up_again(
    scene, machines, server, monkeypatch
):
    only = machines.worker()
    with monkeypatch.context() as patch:

        def kill() -> None:
            only.kill()
            patch.setattr(provider, "PATIENCE", 0.5)

        with meanwhile(server, kill):
            run = scene.carry(max_retries=0)
    assert run.state is RunState.FAILED
    assert "No worker of the cluster at tcp://127.0.0.1:" in run.message
    machines.worker()
    assert scene.carry().state is RunState.DONE
    scene.check_whole(server, AT_MOST)


def test_a_run_that_its_scheduler_keeps_waiting_can_be_stopped(scene, machines, server):
    """It ends as any other, though the connection cannot be closed in order."""
    machines.worker()
    engines = []

    def stop() -> None:
        os.kill(machines.processes[0].pid, signal.SIGSTOP)
        loops[0].call_soon_threadsafe(engines[0].stop)

    loops = []

    def begin(engine) -> None:
        engines.append(engine)
        loops.append(asyncio.get_running_loop())

    with meanwhile(server, stop):
        run = scene.carry(on_start=begin)
    assert run.state is RunState.INTERRUPTED
