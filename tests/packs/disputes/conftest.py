"""The program at the command line, and a project in which a judge and an expert decided."""

import pytest

from tests.cli.conftest import begin, xpert
from tests.workflow.blinded import blinded_studio

__all__ = ["begin", "xpert"]


@pytest.fixture
def studio(tmp_path):
    """Wei judged the first response as met, Omar confirmed, a judge finds it not met."""
    studio = blinded_studio(tmp_path / "p.xpert")
    yield studio
    studio.project.close()
