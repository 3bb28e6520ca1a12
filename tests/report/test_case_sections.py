"""Disagreements, one case, one verdict and what a project holds, as sections of one description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.report.judged_sample import JUDGE, LEAD, PANEL, judged_sample
from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.records import DisagreementKey
from xpert_studio.report.blocks import CaseBlock, Table
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.section import View
from xpert_studio.report.sections.cases import CASES
from xpert_studio.report.sections.info import INFO
from xpert_studio.report.sections.one_case import ONE_CASE
from xpert_studio.report.sections.one_verdict import ONE_VERDICT
from xpert_studio.report.shown_blocks import shortened

EXPERT = "expert-amara"


@pytest.fixture(scope="module")
def view(tmp_path_factory) -> Iterator[View]:
    project = judged_sample(tmp_path_factory.mktemp("sample"))
    yield View.on(project, LEAD)
    project.close()


def cases(view: View) -> list[CaseBlock]:
    made = CASES.blocks(view)
    return [block for block in made.blocks if isinstance(block, CaseBlock)]


@pytest.mark.parametrize("judge_id", [JUDGE, PANEL])
def test_every_case_of_the_full_form_has_both_sides_and_they_differ(
    view: View, judge_id: str
) -> None:
    found = cases(view.by(judge_id))
    assert found
    for case in found:
        *experts, judge = case.sides
        assert experts
        assert judge.word
        assert judge.word != "undecided"
        assert any(side.word != judge.word for side in experts)


def test_the_short_form_has_the_rows_of_the_data_and_fits_a_screen(view: View) -> None:
    asked = view.by(JUDGE).asking(limit=20, reasons=False, filter=CaseFilter(), state="open")
    data = CASES.data(asked)
    blocks = shortened(CASES.blocks(asked).blocks)
    (table,) = [block for block in blocks if isinstance(block, Table)]
    assert [row.cells[0] for row in table.rows] == [row["case"] for row in data["disagreements"]]
    assert len(table.rows) + len(blocks) <= 25
    assert data["total"] == data["counts"]["open"] >= len(data["disagreements"])


def test_a_filter_that_leaves_nothing_still_says_how_many_there_are(view: View) -> None:
    data = CASES.data(view.asking(limit=5, filter=CaseFilter(distance="101")))
    assert (data["total"], data["disagreements"]) == (0, [])


def test_case_and_verdict_say_the_same_of_one_checkpoint(view: View) -> None:
    judge_id = JUDGE
    case = cases(view.by(judge_id))[0]
    *_, response, point = case.opens
    key = DisagreementKey(judge_id, response, point)
    one = ONE_CASE.data(view.asking(case=key))
    asked = view.asking(response=response, checkpoint=point, judge=judge_id)
    verdict = ONE_VERDICT.data(asked)
    assert verdict["judge"] == one["verdicts"][0]["judge"] == judge_id
    assert {side["expert"] for side in verdict["experts"]} == {
        side["expert"] for side in one["experts"]
    }
    said = [block for block in ONE_VERDICT.blocks(asked).blocks if isinstance(block, CaseBlock)]
    assert said[0].checkpoint == one["text"]


def test_who_judges_sees_neither_case_nor_verdict(view: View) -> None:
    blind = replace(view, person_id=EXPERT)
    *_, response, point = cases(view.by(JUDGE))[0].opens
    with pytest.raises(NotAllowedError):
        ONE_CASE.data(blind.asking(case=DisagreementKey(JUDGE, response, point)))
    with pytest.raises(NotAllowedError):
        ONE_VERDICT.data(blind.asking(response=response, checkpoint=point))


def test_what_a_project_holds_lists_tasks_where_that_is_asked_for(view: View) -> None:
    assert "task_list" not in INFO.data(view)
    data = INFO.data(view.asking(list_tasks=True))
    assert len(data["task_list"]) == data["tasks"]
    tables = [b for b in INFO.blocks(view.asking(list_tasks=True)).blocks if isinstance(b, Table)]
    assert [len(table.rows) for table in tables] == [len(data["judges"]), data["tasks"]]
