"""Two machines, as namespaces of the network with a cable between them and certificates of ours.

The scheduler and the command are on one, the worker and the model's server on the other: of the
first no way leads to the model but by the worker.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import suppress

import pytest

from tests.judge.projects import make_project
from tests.packs.cluster.conftest import CALLS, CHECKPOINTS, SYSTEMS, TASKS
from tests.packs.cluster.machines import KEY, ROOT, Authority, Machines, end_with_parent

HERE, THERE = f"xpert-here-{os.getpid()}", f"xpert-there-{os.getpid()}"
SCHEDULER = "10.77.0.1"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def inside(name: str) -> list[str]:
    return ["ip", "netns", "exec", name]


@pytest.fixture
def cable():
    """Two namespaces, each with an address and a loopback."""
    if shutil.which("ip") is None or os.geteuid():
        pytest.skip("namespaces of the network need root, and the program ip")
    try:
        for name in (HERE, THERE):
            ip("netns", "add", name)
        ip("link", "add", "xp0", "netns", HERE, "type", "veth", "peer", "name", "xp0", "netns",
           THERE)  # fmt: skip
        for name, address in ((HERE, SCHEDULER), (THERE, "10.77.0.2")):
            ip("-n", name, "address", "add", f"{address}/24", "dev", "xp0")
            for device in ("lo", "xp0"):
                ip("-n", name, "link", "set", device, "up")
        yield
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no namespaces of the network here: {error.stderr.decode().strip()}")
    finally:
        for name in (HERE, THERE):
            with suppress(subprocess.CalledProcessError):
                ip("netns", "delete", name)


@pytest.fixture
def model(cable):
    """A server of a model on the other machine; gives its address there."""
    server = subprocess.Popen(
        [*inside(THERE), sys.executable, str(ROOT / "tests" / "loopback")],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=end_with_parent,
    )  # fmt: skip
    assert server.stdout is not None
    yield f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
    server.kill()
    server.communicate()


def test_a_run_goes_encrypted_from_one_machine_to_the_other(model, tmp_path):
    authority = Authority.new(tmp_path / "authority")
    folder = tmp_path / "cluster"
    folder.mkdir()
    machines = Machines(folder, authority.variables("there"), f"tls://{SCHEDULER}:0")
    path = tmp_path / "p.xpert"
    make_project(path, tasks=TASKS, checkpoints=CHECKPOINTS, systems=SYSTEMS).close()

    def xpert(cluster: str, name: str, signed: Authority) -> subprocess.CompletedProcess[str]:
        clean = {one: value for one, value in os.environ.items() if one != "OPENAI_API_KEY"}
        return subprocess.run(
            [
                *inside(HERE), sys.executable, "-m", "xpert_studio.start", "score", str(path),
                "--judge", "openai:m", "--base-url", model, "--concurrency", "64",
                "--cluster", cluster, "--json",
            ],
            cwd=ROOT, capture_output=True, text=True, check=False,
            env=clean | signed.variables(name) | {"PYTHONPATH": str(ROOT),
                                                  "DASK_CONFIG": str(tmp_path)},
        )  # fmt: skip

    try:
        machines.start(inside=inside(HERE))
        machines.worker(inside=inside(THERE))
        cluster = machines.address
        assert cluster.startswith(f"tls://{SCHEDULER}:")

        stranger = xpert(cluster, "stranger", Authority.new(tmp_path / "strangers"))
        assert "certificate" in stranger.stdout, stranger.stdout

        done = xpert(cluster, "here", authority)
        assert done.returncode == 0, done.stderr + machines.logs
        told = json.loads(done.stdout)
        assert (told["state"], told["ok"]) == ("done", CALLS * CHECKPOINTS)
        assert KEY not in done.stdout + done.stderr + machines.logs
    finally:
        machines.stop()
