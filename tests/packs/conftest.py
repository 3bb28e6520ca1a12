"""A project into which files are imported, and one with the lab's pack and people at work."""

import pytest

from tests.exchange.conftest import project
from tests.packs.lab import install, lab_pack
from tests.workflow.blinded import blinded_studio
from tests.workflow.studio import Studio

__all__ = ["project"]


@pytest.fixture
def lab(monkeypatch):
    """The kinds of records of the lab's pack, which is installed."""
    install(monkeypatch, lab_pack())
    import lab_scales.sightings

    return lab_scales.sightings


@pytest.fixture
def studio(tmp_path) -> Studio:
    """A project with tasks, responses and people who judge blind."""
    return blinded_studio(tmp_path / "p.xpert")
