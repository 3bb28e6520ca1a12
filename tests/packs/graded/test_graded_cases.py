"""Disagreements on graded checkpoints: by distance, in the scale's own words."""

from __future__ import annotations

import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.instruments.grading import BANDS, graded
from tests.judge.projects import NOW, make_project
from xpert_studio.core.records import (
    Checkpoint,
    Judge,
    Judgment,
    JudgmentStatus,
    Person,
    Role,
    Verdict,
)
from xpert_studio.core.store import entities
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.report import analyse
from xpert_studio.report.cases import CaseFilter, select_cases

POINT = graded(bands=BANDS)
GOLD = {"t0:s0": 85, "t0:s1": 40, "t0:s2": 90}
GIVEN = {"t0:s0": 72, "t0:s1": 95, "t0:s2": 90}


@pytest.fixture
def project(tmp_path):
    """Three responses with one graded checkpoint of weight 4 and two binary ones, all judged."""
    with make_project(tmp_path / "p.xpert", tasks=1) as made:
        with made.writing() as tx:
            old = entities.find(tx, Checkpoint, "t0", "c0")
            new = {"instrument": "graded", "settings": POINT.settings, "weight": 4}
            entities.put(tx, old.model_copy(update=new))
            for judgment in list(entities.find_all(tx, Judgment)):
                entities.remove(tx, judgment)
            entities.put(tx, Person(id="lena", name="Lena", roles=(Role.LEAD,)))
            intake = Intake(tx)
            intake.judge(Judge(id="j", model="m"))
            for response, value in GOLD.items():
                for point, said, got in (("c0", value, GIVEN[response]), ("c1", 1, 0)):
                    intake.judgment(
                        Judgment(
                            response_id=response, checkpoint_id=point, expert_id="amara",
                            value=said, adjudicated_value=said, confirmed_by="omar",
                            status=JudgmentStatus.CONFIRMED, judged_at=NOW,
                        )
                    )  # fmt: skip
                    intake.verdict(
                        Verdict(response_id=response, checkpoint_id=point, judge_id="j", value=got)
                    )
            intake.flush()
        yield made


def costs(project, **wanted):
    analysis = analyse(project, with_comparisons=False)
    cases = select_cases(analysis, CaseFilter(judge="j", **wanted))
    catalog = analysis.catalog
    return [
        (catalog.responses[r], catalog.checkpoints[p], round(cost, 6))
        for r, p, cost in zip(
            cases.paired.response, cases.paired.checkpoint, cases.cost, strict=True
        )
    ]


def test_the_most_costly_are_those_furthest_apart_times_their_weight(project):
    found = costs(project, said="differ")
    assert found == [
        ("t0:s1", "c0", 2.2),
        *[(name, "c1", 2) for name in ("t0:s0", "t0:s1", "t0:s2")],
        ("t0:s0", "c0", 0.52),
    ]
    assert costs(project, said="agree") == [("t0:s2", "c0", 0)]
    first, *_ = costs(project, said="differ", distance="55")
    assert first[:2] == ("t0:s1", "c0")
    assert ("t0:s0", "c0", 0.52) not in costs(project, said="differ", distance="14")
    assert ("t0:s0", "c0", 0.52) in costs(project, said="differ", distance="13")
    assert len(costs(project, said="fn")) == 3


def test_the_command_line_says_both_values_and_whether_they_share_a_band(project, xpert):  # noqa: F811
    path = project.path
    project.close()
    said = xpert("disagreements", path, "--as", "lena", "--json")
    assert said.code == 0, said.err
    rows = {row["case"].partition(":")[2]: row for row in said.json["disagreements"]}
    far = next(row for row in rows.values() if row["experts_value"] == 40)
    assert (far["judge_value"], far["distance"], far["same_band"]) == (95, 0.55, False)
    near = next(row for row in rows.values() if row["experts_value"] == 85)
    assert (near["judge_value"], near["same_band"]) == (72, True)
    binary = [row for row in rows.values() if row["checkpoint"] == "c1"]
    assert {(row["experts_value"], row["judge_value"], row["same_band"]) for row in binary} == {
        (True, False, None)
    }
    table = xpert("disagreements", path, "--as", "lena", "--distance", "50").out
    assert "40 / 100 (0–59)" in table
    assert "85 / 100" not in table
    assert "not met" in table
