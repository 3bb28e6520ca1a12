"""A report on a part of the tasks is the report on a project that has no others."""

from __future__ import annotations

import numpy as np
import pytest

from tests.report.test_reports import NOW, judged
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.exchange.scope import ExportScope
from xpert_studio.core.records import Visibility
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.workflow import new_project
from xpert_studio.report import analyse
from xpert_studio.report.page import report_page
from xpert_studio.report.table_part import only_tasks


@pytest.mark.parametrize("wanted", [{"t0", "t2"}, {"t3"}, {"t0", "t1", "t2", "t3"}])
def test_a_part_counts_as_a_project_of_its_own_does(tmp_path, wanted):
    with judged(tmp_path / "p.xpert") as project:
        part = analyse(project, task_ids=wanted)
        scope = ExportScope(task_ids=frozenset(wanted))
        export_bundle(
            project, tmp_path / "b.zip", visibility=Visibility.PRIVATE, now=NOW, scope=scope
        )
    with new_project(tmp_path / "q.xpert", now=NOW) as alone:
        import_bundle(alone, tmp_path / "b.zip", now=NOW)
        whole = analyse(alone)
    assert part.catalog.tasks == whole.catalog.tasks
    assert part.catalog.responses == whole.catalog.responses
    assert part.catalog.systems == whole.catalog.systems
    assert part.judges.keys() == whole.judges.keys()
    for judge_id, found in part.judges.items():
        other = whole.judges[judge_id]
        assert found.leaderboard == other.leaderboard
        assert found.alignment == other.alignment
    assert part.expert_board == whole.expert_board


def test_no_task_and_unknown_ones_leave_nothing(tmp_path):
    with judged(tmp_path / "p.xpert") as project, project.reading() as tx:
        frames = read_frames(tx)
    for wanted in ((), ("nowhere",)):
        left = only_tasks(frames, wanted)
        assert left.catalog.tasks == left.catalog.responses == left.experts == ()
        assert not any(left.judges.values())
    whole = only_tasks(frames, frames.catalog.tasks)
    assert whole.catalog.checkpoints == frames.catalog.checkpoints
    np.testing.assert_array_equal(whole.catalog.checkpoint_weight, frames.catalog.checkpoint_weight)


def test_the_page_says_what_it_is_about(tmp_path):
    with judged(tmp_path / "p.xpert") as project:
        analysis = analyse(project, task_ids={"t1"})
        page = report_page(project, analysis, now=NOW, scope="gold subset gold, 1 of 4 tasks")
    assert page.subtitle.endswith("gold subset gold, 1 of 4 tasks")
    assert {fact.label: fact.value for fact in page.facts}["tasks"] == "1"
