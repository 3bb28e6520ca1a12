from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.judge.providers.asking import KINDS
from tests.loopback import LoopbackServer


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Each provider in turn."""
    return str(request.param)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    """A provider on the loopback address."""
    for name in (
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "http_proxy",
        "https_proxy",
        "all_proxy",
    ):
        monkeypatch.delenv(name, raising=False)
    with LoopbackServer() as running:
        yield running
