"""What ``score`` says at its end: counts are of what they name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.judge.projects import make_project
from xpert_studio.core.metrics.evidence_floor import shortfalls_of, shortfalls_of_certificate
from xpert_studio.core.store import ProjectFile
from xpert_studio.report import analyse
from xpert_studio.report.trend import certificates_of


@pytest.fixture
def one_task(tmp_path):
    """One task whose one gold form makes no pair of responses."""
    make_project(tmp_path / "one.xpert", tasks=1, systems=2).close()
    return tmp_path / "one.xpert"


def test_tasks_are_those_behind_the_checkpoints_where_there_is_no_pair(xpert, one_task):
    said = xpert("score", one_task).out
    assert "on 3 checkpoints of 1 task." in said
    assert "1 of 20 tasks" in said
    assert "0 of 60 pairs" in said
    with ProjectFile.open(one_task, read_only=True) as project:
        (item,) = analyse(project).aligned()
        (made,) = certificates_of(project, item.judge.id)
    now = [replace(one, lack=None) for one in shortfalls_of(item.alignment)]
    assert now == list(shortfalls_of_certificate(made))
