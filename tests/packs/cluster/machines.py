"""Schedulers and workers of Dask as real processes, with certificates of their own.

A new process takes seconds of CPU to import what it needs. Those that see the same network and the
same program as the tests are forked from one that has imported it.
"""

from __future__ import annotations

import ctypes
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing import forkserver
from pathlib import Path
from typing import Final

from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parents[3]
KEY = "sk-of-the-workers-0123456789"
GUEST = "sk-of-the-guests-9876543210"
_TLS = "DASK_DISTRIBUTED__COMM__TLS__"
_FORKING: Final = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload([  # not what has a token for each process
    "dask.cli", "distributed.cli.dask_scheduler", "distributed.cli.dask_worker", "openai",
    "xpert_studio.core.judge.providers.openai_chat",
])  # fmt: skip
_KILL_WITH_PARENT: Final = 1
"""``PR_SET_PDEATHSIG`` of Linux."""
Process = subprocess.Popen[bytes] | multiprocessing.context.ForkServerProcess


def openssl(*words: object) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


@dataclass(frozen=True)
class Authority:
    """Signs certificates of machines; each is of one file with its key.

    Attributes:
        folder: Where they lie.
    """

    folder: Path

    @classmethod
    def new(cls, folder: Path) -> Authority:
        folder.mkdir()
        openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", folder / "ca.key", "-out", folder / "ca.pem", "-subj", f"/CN={folder.name}",
        )  # fmt: skip
        return cls(folder)

    def certificate(self, name: str) -> Path:
        """The certificate of a machine."""
        found = self.folder / f"{name}.pem"
        if not found.exists():
            key, asked = self.folder / f"{name}.key", self.folder / f"{name}.csr"
            openssl(
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", key, "-out", asked, "-subj", f"/CN={name}",
            )  # fmt: skip
            openssl(
                "x509", "-req", "-in", asked, "-CA", self.folder / "ca.pem", "-CAkey",
                self.folder / "ca.key", "-CAcreateserial", "-out", found,
            )  # fmt: skip
            found.write_bytes(found.read_bytes() + key.read_bytes())
        return found

    def variables(self, name: str) -> dict[str, str]:
        """How Dask is told of a certificate, whatever part the machine plays."""
        parts = {f"{_TLS}{part}__CERT": f"{self.certificate(name)}"
                 for part in ("CLIENT", "SCHEDULER", "WORKER")}  # fmt: skip
        return {f"{_TLS}CA_FILE": str(self.folder / "ca.pem")} | parts


@dataclass
class Machines:
    """A scheduler and its workers.

    Attributes:
        folder: For their logs.
        variables: What their environment has besides.
        address: Of the scheduler, once it is started; before, as it is asked for.
    """

    folder: Path
    variables: dict[str, str] = field(default_factory=dict)
    address: str = "tcp://127.0.0.1:0"
    processes: list[Process] = field(default_factory=list)

    def start(self, *, inside: Sequence[str] = ()) -> Process:
        """Starts the scheduler, at the same address as before."""
        scheme, host, port = self.address.replace("//", "").rsplit(":", 2)
        place = self.folder / f"scheduler-{len(self.processes)}.json"
        process = self._start(
            "scheduler", "--host", host, "--port", port, "--protocol", scheme, "--no-dashboard",
            "--scheduler-file", place, inside=inside,
        )  # fmt: skip
        wait_until(lambda: json.loads(place.read_text())["address"], self.logs)
        self.address = json.loads(place.read_text())["address"]
        return process

    def worker(
        self, *, inside: Sequence[str] = (), waits: bool = True, **variables: str
    ) -> Process:
        """Starts a worker with a key, and with what else is named of its environment."""
        process = self._start(
            "worker", self.address, "--nthreads", "2", "--no-nanny", "--no-dashboard",
            "--local-directory", self.folder, inside=inside,
            variables={"OPENAI_API_KEY": KEY} | variables,
        )  # fmt: skip
        if waits:
            wait_until(lambda: "Registered to" in self.log(process), self.logs)
        return process

    def log(self, process: Process) -> str:
        """What one of them wrote."""
        return (self.folder / f"{self.processes.index(process)}.log").read_text()

    @property
    def logs(self) -> str:
        """All that they wrote."""
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def stop(self, first: int = 0) -> None:
        """Ends them all, or those from one on."""
        for process in self.processes[first:]:
            process.kill()
            ended(process)

    def _start(
        self, *words: object, inside: Sequence[str], variables: dict[str, str] | None = None
    ) -> Process:
        own = self.variables | (variables or {})
        environment = {
            "PYTHONPATH": str(ROOT),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
            "DASK_CONFIG": str(self.folder),
        }
        environment = dict(os.environ) | environment | own
        log = self.folder / f"{len(self.processes)}.log"
        log.touch()
        process: Process
        if inside or "PYTHONPATH" in own:
            with log.open("wb") as out:
                process = subprocess.Popen(
                    [*inside, sys.executable, "-m", "dask", *map(str, words)],
                    cwd=self.folder, stdout=out, stderr=subprocess.STDOUT, env=environment,
                    preexec_fn=end_with_parent,
                )  # fmt: skip
        else:
            process = _FORKING.Process(target=_be, args=([*map(str, words)], log, environment))
            process.start()
        self.processes.append(process)
        return process


def end_with_parent() -> None:
    """Has this process killed when the one ends that started it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_KILL_WITH_PARENT, signal.SIGKILL)


def ended(process: Process) -> None:
    """Waits until a process has ended."""
    if isinstance(process, subprocess.Popen):
        process.wait()
    else:
        process.join()


def _be(words: Sequence[str], log: Path, environment: dict[str, str]) -> None:
    """Becomes the process ``dask WORDS``, which ends with the tests at the latest.

    The forkserver ends when the last copy of its pipe is closed, and each process that it forks
    holds a copy: it is closed here.
    """
    end_with_parent()
    os.close(forkserver._forkserver._forkserver_alive_fd)
    with log.open("wb") as out:
        for number in (1, 2):
            os.dup2(out.fileno(), number)
    os.chdir(log.parent)
    os.environ.clear()
    os.environ.update(environment)
    import dask.config
    from dask.cli import run_cli

    dask.config.refresh()
    sys.argv[:] = ["dask", *words]
    run_cli()
