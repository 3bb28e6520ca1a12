import pytest

from tests.workflow.studio import Studio


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "studio.xpert")
    yield made
    made.project.close()
