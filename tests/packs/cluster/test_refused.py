"""What a cluster is refused for, before anything is written or sent, and how that is said."""

from __future__ import annotations

import dask
import pytest

from tests.packs.cluster.conftest import scene_of
from tests.packs.cluster.machines import ROOT, Authority, Machines
from tests.packs.cluster.test_lost import Once
from tests.program import carried_out
from xpert_studio.core import extras
from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.records import RunState
from xpert_studio.core.store import ProjectFile, runs
from xpert_studio.packs.cluster import connection, provider


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(connection, "CONNECTING", 3.0)


def refusal(scene, server, **changes) -> str:
    """What a run is refused with; nothing of it is written or sent."""
    with pytest.raises(XpertError) as refused:
        scene.carry(**changes)
    assert not server.requests
    with ProjectFile.open(scene.path, read_only=True) as project, project.reading() as tx:
        assert not runs.all_runs(tx)
    return str(refused.value)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tcp://10.0.0.1:8786", "is not encrypted"),
        ("tcp://machine:8786", "is not encrypted"),
        ("tcp://[2001:db8::1]:8786", "is not encrypted"),
        ("inproc://10.0.0.1:8786", "is not the address"),
        ("machine:8786", "is not the address"),
        ("tls://machine", "is not the address"),
        ("tls://a:b@machine:8786", "is not the address"),
        ("tls://machine:99999", "is not the address"),
        ("tls://[machine:8786", "is not the address"),
    ],
)
def test_an_address_is_refused_where_others_could_listen(address, why):
    with pytest.raises(UsageError, match=why):
        connection.check_address(address)


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "tcp://[::1]:1", "tcp://localhost:1", "tls://10.0.0.1:8786"]
)
def test_loopback_and_encrypted_addresses_are_taken(address):
    assert connection.check_address(address) == address


def test_a_cluster_without_scheduler_or_workers_is_refused(scene, machines, server):
    assert "has no workers" in refusal(scene, server)
    machines.stop()
    assert "cannot be reached" in refusal(scene, server)


def test_a_worker_without_key_is_named(scene, machines, server):
    machines.worker(OPENAI_API_KEY="")
    said = refusal(scene, server)
    assert "The worker tcp://127.0.0.1:" in said
    assert "cannot ask the provider" in said
    assert "OPENAI_API_KEY" in said
    # The key of this computer is none of the workers'.
    assert "cannot ask the provider" in refusal(scene, server, api_key="sk-of-this-computer")


@pytest.mark.parametrize("name", ["xpert-studio", "openai"])
def test_other_versions_are_named(scene, machines, server, tmp_path, name):
    site = tmp_path / "site"
    folder = site / f"{name.replace('-', '_')}-0.0.9.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.0.9\n")
    machines.worker(PYTHONPATH=f"{site}:{ROOT}")
    said = refusal(scene, server)
    assert f"has {name} 0.0.9, this computer" in said
    assert "Install the same versions" in said


def test_a_worker_without_the_program_is_named(scene, machines, server, tmp_path):
    (tmp_path / "site" / "xpert_studio").mkdir(parents=True)
    (tmp_path / "site" / "xpert_studio" / "__init__.py").touch()
    machines.worker(PYTHONPATH=str(tmp_path / "site"))
    assert "cannot run this program" in refusal(scene, server)


def test_a_worker_that_comes_later_and_may_not_be_used_gets_no_calls(scene, machines, server):
    machines.worker()
    late = Once(lambda: machines.worker(OPENAI_API_KEY=""))
    assert scene.carry(late).state is RunState.DONE
    scene.check_whole(server, 0)


def test_a_run_ends_where_its_only_worker_may_not_be_used(scene, machines, server, monkeypatch):
    monkeypatch.setattr(provider, "HESITATION", 1.0)
    first = machines.worker()

    def exchange() -> None:
        first.kill()
        machines.worker(OPENAI_API_KEY="")

    run = scene.carry(Once(exchange))
    assert run.state is RunState.FAILED
    assert "cannot ask the provider" in run.message


def test_only_certificates_of_the_same_authority_are_taken(scene, server, tmp_path):
    ours, others = (Authority.new(tmp_path / name) for name in ("ours", "others"))
    folder = tmp_path / "encrypted"
    folder.mkdir()
    machines = Machines(folder, ours.variables("scheduler"), "tls://127.0.0.1:0")
    try:
        machines.start()
        machines.worker()

        def own(authority, name="here"):
            return dask.config.set({
                "distributed.comm.tls.ca-file": str(authority.folder / "ca.pem"),
                "distributed.comm.tls.client.cert": str(authority.certificate(name)),
            })  # fmt: skip

        cluster = machines.address
        assert cluster.startswith("tls://")
        assert "names no file that is there" in refusal(scene, server, cluster=cluster)
        with own(others):
            assert "another certificate" in refusal(scene, server, cluster=cluster)
        mixed = {"distributed.comm.tls.ca-file": str(ours.folder / "ca.pem")}
        with own(others), dask.config.set(mixed):
            assert "certificate" in refusal(scene, server, cluster=cluster)
        plain = cluster.replace("tls:", "tcp:")
        assert "cannot be reached" in refusal(scene, server, cluster=plain)
        with own(ours):
            assert scene.carry(cluster=cluster).state is RunState.DONE
    finally:
        machines.stop()


def test_without_the_extra_a_cluster_is_refused(tmp_path, server, monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    said = refusal(scene_of(tmp_path, server, "tcp://127.0.0.1:1"), server)
    assert "The extra cluster (" in said
    assert extras.EXTRAS["cluster"].how_to_install in said


def test_batches_and_clusters_do_not_go_together(tmp_path, server):
    path = scene_of(tmp_path, server, "").path
    words = ["score", path, "--judge", "openai:m", "--cluster", "tcp://127.0.0.1:1"]
    told = carried_out(*words, "--batch")
    assert (told.code, "not by a cluster" in told.err) == (2, True), told.err
