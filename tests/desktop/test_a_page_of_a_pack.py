"""A page that a pack brings is in the rail and opens as any other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.desktop import pages as of_window

OUTSIDE = Path(__file__).parents[1] / "packs" / "outside"


@pytest.fixture
def page(monkeypatch):
    monkeypatch.syspath_prepend(str(OUTSIDE))
    from lab_scales.page import ENTRY

    monkeypatch.setitem(of_window.PAGES.loaded, "lab", ENTRY)
    of_window.pages.cache_clear()
    yield ENTRY
    of_window.pages.cache_clear()
    for name in [name for name in sys.modules if name.startswith("lab_scales")]:
        del sys.modules[name]


def test_it_opens_from_the_rail(page, hands: Hands, studio: Studio) -> None:
    hands.open(studio.project.path, "wei")
    hands.go("lab")
    assert hands.window.page("lab").said.text() == "The lab"
    assert hands.window.page("lab").isVisible()
    assert hands.window.sidebar.button("lab") is not None
