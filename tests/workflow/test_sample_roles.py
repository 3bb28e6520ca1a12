"""In the sample project work waits for somebody in each role, and the bundle is what is said."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.exchange.bundle_import import import_sample
from xpert_studio.core.records import Role
from xpert_studio.core.resources import LOOK_AROUND, SAMPLE, sample_project_path
from xpert_studio.core.workflow import CommandContext, new_project, waiting_for
from xpert_studio.core.workflow.unblinding import need_results

AT = datetime(2026, 11, 21, tzinfo=UTC)
WAITS = {
    Role.AUTHOR: {"own": ["finance-esg-summary"]},
    Role.REVIEWER: {"reviews": ["law-nda-review"]},
    Role.EXPERT: {"to_judge": ["eng-beam-image"] * 3 + ["eng-free-body"] * 4},
    Role.SENIOR: {"to_confirm": ["eng-beam-image"], "spot_checks": ["med-warfarin-zh"]},
    Role.LEAD: {"triage": ["med-penicillin-zh"], "to_draw": ["finance-fx-hedge"]},
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    path = tmp_path_factory.mktemp("sample") / "s.xpert"
    with new_project(path, name="Four professions (sample)", now=AT) as made:
        import_sample(made, now=AT)
        yield made


def ctx(project, role):
    return CommandContext(project, LOOK_AROUND[role], lambda: AT)


def test_every_role_has_a_person():
    assert LOOK_AROUND.keys() == set(Role)


@pytest.mark.parametrize("role", Role)
def test_work_waits_for_each_role(project, role):
    found = waiting_for(ctx(project, role))
    for kind, task_ids in WAITS[role].items():
        waiting = [getattr(item, "task", item) for item in getattr(found, kind)]
        assert sorted(task.id for task in waiting) == task_ids


def test_a_form_waits_that_its_adjudicator_did_not_write(project):
    (form,) = waiting_for(ctx(project, Role.SENIOR)).to_confirm
    assert form.expert_id == LOOK_AROUND[Role.EXPERT]


def test_who_says_no_name_sees_the_results_of_the_sample_itself(tmp_path):
    with new_project(tmp_path / "s.xpert", name="Sample", now=AT) as made:
        import_bundle(made, sample_project_path(SAMPLE), now=AT)
        with made.reading() as tx:
            need_results(tx, "")
    with new_project(tmp_path / "t.xpert", name="Sample", now=AT) as made:
        import_sample(made, now=AT)
        with made.reading() as tx:
            need_results(tx, LOOK_AROUND[Role.LEAD])
            with pytest.raises(NotAllowedError, match="blind judgment"):
                need_results(tx, "")
