"""Workers and schedulers that die or stand still under a run: nothing is lost, little is repeated."""

from __future__ import annotations

import signal

from tests.packs.cluster.conftest import CALLS, CHECKPOINTS
from tests.packs.cluster.machines import KEY
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.records import RunState
from xpert_studio.packs.cluster import provider, workers

AT_MOST = provider.BLOCK * provider.BLOCKS


class Once:
    """Does something at the first sign of progress, and something else after so many more."""

    def __init__(self, do, then=lambda: None, after: int = 0) -> None:
        self._do, self._then, self._left = do, then, after
        self._is_done = False

    def __call__(self, progress) -> None:
        if not progress.asks_done:
            return
        if not self._is_done:
            self._is_done = True
            self._do()
        elif self._left:
            self._left -= 1
            if not self._left:
                self._then()


def test_a_run_is_sent_by_all_workers_and_recorded_here(shared, standing, server):
    run = shared.carry()
    assert (run.state, run.calls, run.ok) == (RunState.DONE, CALLS, CALLS * CHECKPOINTS)
    calls = shared.check_whole(server, 0)
    assert {call.attempts for call in calls} == {1}
    # Neither prompts nor keys are in what the machines write, nor keys in what is kept here.
    for secret in ("answers case", "Says fact", "Advise client", KEY):
        assert secret not in standing.logs
    assert KEY.encode() not in shared.path.read_bytes()


def test_of_a_worker_that_is_killed_only_what_it_had_is_asked_again(scene, machines, server):
    killed = machines.worker()
    machines.worker()
    run = scene.carry(Once(killed.kill))
    assert (run.state, run.ok) == (RunState.DONE, CALLS * CHECKPOINTS)
    calls = scene.check_whole(server, AT_MOST)
    again = [call for call in calls if call.attempts > 1]
    assert again
    # What may have been billed and was not answered makes the cost of the call unknown.
    assert {call.cost for call in again} == {None}


def test_a_worker_that_stands_still_for_a_while_repeats_nothing(scene, machines, server):
    still = machines.worker()
    machines.worker()
    stop = Once(
        lambda: still.send_signal(signal.SIGSTOP),
        lambda: still.send_signal(signal.SIGCONT),
        after=8,
    )
    run = scene.carry(stop)
    assert (run.state, run.ok) == (RunState.DONE, CALLS * CHECKPOINTS)
    scene.check_whole(server, 0)


def test_a_worker_that_stands_still_for_good_counts_as_lost(scene, machines, server, monkeypatch):
    monkeypatch.setattr(workers, "SILENT", 3.0)
    still = machines.worker()
    machines.worker()
    run = scene.carry(Once(lambda: still.send_signal(signal.SIGSTOP)))
    assert (run.state, run.ok) == (RunState.DONE, CALLS * CHECKPOINTS)
    scene.check_whole(server, AT_MOST)


def test_a_run_outlives_its_scheduler(scene, machines, server):
    machines.worker()

    def restart() -> None:
        for process in machines.processes:
            process.kill()
            process.wait()
        machines.start()
        machines.worker(waits=False)

    run = scene.carry(Once(restart))
    assert (run.state, run.ok) == (RunState.DONE, CALLS * CHECKPOINTS)
    scene.check_whole(server, AT_MOST)


def test_a_run_that_is_stopped_goes_on_where_it_was(shared, server):
    engines = []
    run = shared.carry(Once(lambda: engines[0].drain()), engines.append)
    assert run.state is RunState.INTERRUPTED
    assert 0 < run.calls < CALLS
    again = shared.carry()
    assert (again.id, again.state) == (run.id, RunState.DONE)
    shared.check_whole(server, 0)


def test_a_run_that_is_broken_off_leaves_nothing_behind(shared, server):
    engines = []
    run = shared.carry(Once(lambda: engines[0].stop()), engines.append)
    assert run.state is RunState.INTERRUPTED
    assert shared.carry().state is RunState.DONE
    shared.check_whole(server, 2 * AT_MOST)


def test_the_budget_holds_over_all_workers(shared, server):
    run = shared.carry(limits=Limits(calls=50))
    assert (run.state, run.calls) == (RunState.OUT_OF_BUDGET, 50)
    assert len(server.requests) == 50


def test_without_any_worker_a_run_ends_and_says_so(scene, machines, server, monkeypatch):
    monkeypatch.setattr(provider, "PATIENCE", 1.0)
    only = machines.worker()
    run = scene.carry(Once(only.kill), max_retries=0)
    assert run.state is RunState.FAILED
    assert "cannot be reached" in run.message or "No worker" in run.message
    machines.worker()
    assert scene.carry().state is RunState.DONE
    scene.check_whole(server, AT_MOST)
