"""Schedulers and workers of Dask as real processes, with certificates of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parents[3]
KEY = "sk-of-the-workers-0123456789"
_TLS = "DASK_DISTRIBUTED__COMM__TLS__"


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
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *, inside: Sequence[str] = ()) -> subprocess.Popen[bytes]:
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
    ) -> subprocess.Popen[bytes]:
        """Starts a worker with a key, and with what else is named of its environment."""
        process = self._start(
            "worker", self.address, "--nthreads", "2", "--no-nanny", "--no-dashboard",
            "--local-directory", self.folder, inside=inside,
            variables={"OPENAI_API_KEY": KEY} | variables,
        )  # fmt: skip
        log = self._log(process)
        if waits:
            wait_until(lambda: "Registered to" in log.read_text(), self.logs)
        return process

    @property
    def logs(self) -> str:
        """All that they wrote."""
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def stop(self) -> None:
        """Ends them all."""
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
            process.wait()
        self.processes.clear()

    def _log(self, process: subprocess.Popen[bytes]) -> Path:
        return self.folder / f"{self.processes.index(process)}.log"

    def _start(
        self, *words: object, inside: Sequence[str], variables: dict[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        environment = {
            "PYTHONPATH": str(ROOT),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
            "DASK_CONFIG": str(self.folder),
        }
        with (self.folder / f"{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [*inside, sys.executable, "-m", "dask", *map(str, words)],
                cwd=self.folder, stdout=log, stderr=subprocess.STDOUT,
                env=os.environ | environment | self.variables | (variables or {}),
            )  # fmt: skip
        self.processes.append(process)
        return process
