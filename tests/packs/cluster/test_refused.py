"""What a cluster is refused for, before anything is written or sent, and how that is said."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from dataclasses import replace
from threading import Thread

import pytest

from tests.lazily import lazily
from tests.packs.cluster.conftest import meanwhile, scene_of
from tests.packs.cluster.machines import ROOT, Authority, Machines
from tests.packs.cluster.test_lost import Once
from tests.program import carried_out
from tests.workflow.studio import Studio
from xpert_studio.core import extras
from xpert_studio.core.errors import JudgeError, UsageError, XpertError
from xpert_studio.core.judge.request import ScoreRequest, request_from_json
from xpert_studio.core.records import RunState
from xpert_studio.core.store import ProjectFile, runs
from xpert_studio.packs.cluster import carrier, connection, provider, workers
from xpert_studio.packs.cluster.sending import WorkerFacts, versions
from xpert_studio.report.whole_runs import prepare_all

dask = lazily("dask")


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
        ("tls://machine:8786/", "is not the address"),
        (" tls://machine:8786", "is not the address"),
        ("TCP://127.0.0.1:8786", "is not the address"),
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


@pytest.fixture
def impatient(monkeypatch):
    """What does not answer counts as not there after half a second."""
    monkeypatch.setattr(connection, "CONNECTING", 0.5)


def test_a_cluster_without_workers_is_refused(scene, server):
    assert "has no workers" in refusal(scene, server)


@pytest.mark.parametrize("answer", [None, b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_what_is_no_scheduler_is_said_to_be_none(tmp_path, server, impatient, answer):
    """Nothing listens there, it accepts and says nothing, or it is another service."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        if answer is None:
            other.close()
        elif answer:
            Thread(target=_greet, args=(other, answer), daemon=True).start()
        assert "cannot be reached" in refusal(scene_of(tmp_path, server, address), server)


def test_models_are_not_asked_for_responses_where_there_is_no_scheduler(
    tmp_path, server, impatient
):
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
    path = tmp_path / "p.xpert"
    studio = Studio(path)
    studio.ready("t1")
    studio.project.close()
    refused = carried_out(
        "response", "generate", path, "openai:writer", "--cluster", address, "--as", "lena",
        "--base-url", server.openai_url, "--json",
    )  # fmt: skip
    assert (refused.code, "cannot be reached" in refused.out) == (2, True), refused
    assert "t1" not in refused.out, "it is said once, not of each task"


def _greet(other: socket.socket, answer: bytes) -> None:
    with suppress(OSError):
        while True:
            there, _ = other.accept()
            there.sendall(answer)


def test_a_worker_that_does_not_answer_is_not_said_to_be_missing(shared, server, monkeypatch):
    monkeypatch.setattr(workers.Workers, "_met", lambda *_: asyncio.sleep(0))
    assert "No worker of the cluster at tcp://127.0.0.1:" in refusal(shared, server)


def test_a_worker_without_key_is_named(shared, guest, server):
    guest(OPENAI_API_KEY="")
    said = refusal(shared, server)
    assert "The worker tcp://127.0.0.1:" in said
    assert "cannot ask the provider" in said
    assert "OPENAI_API_KEY" in said
    # The key of this computer is none of the workers'.
    assert "cannot ask the provider" in refusal(shared, server, api_key="sk-of-this-computer")


@pytest.mark.parametrize("name", ["xpert-studio", "openai", "Python"])
def test_other_versions_are_named(name):
    there = WorkerFacts("token", "desk", versions() | {name: "0.0.9"})
    with pytest.raises(JudgeError, match=f"has {name} 0.0.9, this computer") as refused:
        connection.need_same("tcp://127.0.0.1:1", there)
    assert "Install the same versions" in refused.value.remedy


@pytest.mark.parametrize("told", [ImportError("no such module"), None, {"token": "t"}])
def test_what_is_no_description_of_a_worker_is_a_reason_to_refuse_it(told):
    with pytest.raises(JudgeError, match="cannot run this program"):
        connection.need_same("tcp://127.0.0.1:1", told)


def test_a_worker_with_another_version_is_refused(shared, guest, server, tmp_path):
    folder = tmp_path / "site" / "openai-0.0.9.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: openai\nVersion: 0.0.9\n")
    guest(PYTHONPATH=f"{tmp_path / 'site'}:{ROOT}")
    assert "has openai 0.0.9, this computer" in refusal(shared, server)


def test_a_worker_without_the_program_is_named(shared, guest, server, tmp_path):
    (tmp_path / "site" / "xpert_studio").mkdir(parents=True)
    (tmp_path / "site" / "xpert_studio" / "__init__.py").touch()
    guest(PYTHONPATH=str(tmp_path / "site"))
    assert "cannot run this program" in refusal(shared, server)


def test_a_worker_that_comes_later_and_may_not_be_used_gets_no_calls(shared, guest, server):
    late = Once(lambda: guest(OPENAI_API_KEY=""))
    assert shared.carry(late).state is RunState.DONE
    shared.check_whole(server, 0)


def test_a_run_ends_where_its_only_worker_may_not_be_used(scene, machines, server, monkeypatch):
    monkeypatch.setattr(provider, "HESITATION", 1.0)
    first = machines.worker()

    def exchange() -> None:
        first.kill()
        machines.worker(OPENAI_API_KEY="")

    with meanwhile(server, exchange):
        run = scene.carry()
    assert run.state is RunState.FAILED
    assert "cannot ask the provider" in run.message


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"base_url": "http://me:secret-word@127.0.0.1:1/v1"}, "holds a name, password or key"),
        ({"base_url": "nowhere"}, "is not the address of a server"),
        ({"provider": "compatible", "base_url": None}, "needs its address"),
        ({"cluster": "tls://me:secret-word@machine:8786"}, "is not the address of a scheduler"),
    ],
)
def test_an_address_that_no_machine_could_use_is_refused_without_asking_one(
    tmp_path, server, monkeypatch, changes, why
):
    monkeypatch.setattr(carrier, "Workers", None)
    said = refusal(scene_of(tmp_path, server, "tcp://127.0.0.1:1"), server, **changes)
    assert why in said
    assert "secret-word" not in said


def test_only_certificates_of_the_same_authority_are_taken(server, tmp_path):
    scene = scene_of(tmp_path, server, "tls://127.0.0.1:1")
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
        broken = {"distributed.comm.tls.client.cert": str(ours.folder / "ca.pem")}
        with own(ours), dask.config.set(broken):
            assert "is no certificate with its key" in refusal(scene, server, cluster=cluster)
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
    request = {"provider": "openai", "model": "m", "cluster": "tcp://127.0.0.1:1", "batch": True}
    with ProjectFile.open(path) as project, pytest.raises(UsageError, match="not by a cluster"):
        prepare_all(project, request_from_json(request))


def test_an_empty_address_is_refused_and_not_taken_for_this_computer(tmp_path, server):
    path = scene_of(tmp_path, server, "").path
    told = carried_out("score", path, "--judge", "openai:m", "--cluster", " ")
    assert (told.code, "--cluster names nothing" in told.err) == (2, True), told.err
    with pytest.raises(UsageError, match="cluster"):
        request_from_json({"provider": "openai", "model": "m", "cluster": ""})
    assert not server.requests


def test_a_run_keeps_no_address_with_a_password():
    request = ScoreRequest(provider="baseline", cluster="tls://me:secret-word@machine:8786")
    assert request.terms.cluster is None
    assert replace(request, cluster="tls://machine:8786").terms.cluster == "tls://machine:8786"
