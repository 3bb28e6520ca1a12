"""A project with a brief in triage, and what its probes measure."""

import pytest

from tests.workflow.studio import Studio
from xpert_studio.core.workflow import submit_brief
from xpert_studio.packs.pretest.figures import pass_rates


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "p.xpert")
    made.brief()
    submit_brief(made.wei, "t1")
    yield made
    made.project.close()


def measured(studio):
    with studio.project.reading() as tx:
        return pass_rates(tx)["t1"]
