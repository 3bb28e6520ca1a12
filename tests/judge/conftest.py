"""A project with one task, and a server that judges it."""

from __future__ import annotations

import pytest

from tests.judge.projects import make_project
from tests.loopback import LoopbackServer


@pytest.fixture
def project(tmp_path):
    with make_project(tmp_path / "p.xpert", tasks=1) as made:
        yield made


@pytest.fixture
def server():
    with LoopbackServer() as running:
        yield running
