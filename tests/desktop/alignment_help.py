"""What tests of the page on alignment share."""

from __future__ import annotations

import pytest

from tests.desktop.leases import lease_project, reads, scored
from tests.loopback import LoopbackServer
from tests.workflow.studio import Kept, Studio
from xpert_studio.desktop.widgets.chart_view import ChartCard


@pytest.fixture(scope="module")
def server():
    with LoopbackServer(answer=reads) as made:
        yield made


@pytest.fixture(scope="module")
def scored_once(
    server: LoopbackServer, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Kept, list[str]]:
    made = Studio(tmp_path_factory.mktemp("leases") / "studio.xpert")
    found = made.through(lease_project)
    scored(made, server)
    return made.put_aside(), found


@pytest.fixture
def responses(studio: Studio, scored_once: tuple[Kept, list[str]]) -> list[str]:
    kept, found = scored_once
    studio.take_up(kept)
    return list(found)


CHARTS = {
    "scores": ("summary", 0, 0), "glance": ("summary", 0, 1), "floors": ("summary", 0, 2),
    "order": ("figures", 0, 0), "confusion": ("figures", 0, 1), "kappa": ("figures", 1, 0), "leniency": ("figures", 1, 1),
}  # fmt: skip
"""Where charts stand: the tab, the part of it, and their place there."""


def chart_of(page, name: str) -> ChartCard:
    tab, part, place = CHARTS[name]
    return getattr(page.tabs, tab).parts[part].blocks.charts[place]
