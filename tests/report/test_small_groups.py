"""Figures of groups on fewer tasks than the project requires are marked in every output."""

from __future__ import annotations

import numpy as np
import openpyxl
import pytest

from tests.report.scored import JUDGE, NOW, SYSTEMS, scored_project
from xpert_studio.core.metrics import alignment
from xpert_studio.core.records import FEWEST_TASKS, Policies
from xpert_studio.core.records.columns import NONE
from xpert_studio.core.store import settings
from xpert_studio.report import analyse
from xpert_studio.report.blocks import FewTasks, Table
from xpert_studio.report.charts import chart_svg, layout
from xpert_studio.report.detail import judge_detail
from xpert_studio.report.html import render_html
from xpert_studio.report.page import report_page
from xpert_studio.report.results import Results, read_facets
from xpert_studio.report.results.charts import difference_chart, part_chart, profile_chart
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.report.writing import write_report

LEGEND = "† fewer than 5 tasks"


@pytest.fixture
def project(tmp_path):
    made = scored_project(tmp_path / "s.xpert")  # 3 tasks a domain; juno lacks a task of Finance
    yield made
    made.close()


def require(project, fewest: int) -> None:
    with project.writing() as tx:
        info = settings.project_info(tx)
        policies = info.policies.model_copy(update={"fewest_tasks": fewest})
        settings.put_project_info(tx, info.model_copy(update={"policies": policies}))


def tables(project) -> dict[str, Table]:
    page = report_page(project, analyse(project), now=NOW)
    blocks = [block for section in page.sections for block in section.blocks]
    return {block.name: block for block in blocks if isinstance(block, Table)}


def test_the_default_is_a_policy_of_the_project():
    assert Policies().fewest_tasks == FEWEST_TASKS == 5
    assert [SmallGroups().includes(tasks) for tasks in (1, 4, 5)] == [True, True, False]
    assert SmallGroups(2).legend == "† fewer than 2 tasks"
    assert SmallGroups(2).explain("By tier", 2, 3) == "By tier"
    assert SmallGroups(2).explain("By tier", 2, 1) == "By tier († fewer than 2 tasks)"


def test_a_board_counts_the_tasks_behind_each_figure(project):
    found = analyse(project)
    catalog, marks = found.catalog, found.judges[JUDGE].marks
    board = found.judges[JUDGE].leaderboard
    usable = marks.met != NONE
    for standing in board.standings:
        own = catalog.response_system[marks.response] == catalog.systems.index(standing.system)
        task = catalog.response_task[marks.response]
        for by, codes, names in (
            ("domain", catalog.task_domain[task], catalog.domains),
            ("tier", catalog.checkpoint_tier[marks.checkpoint], catalog.tiers),
            ("dimension", catalog.checkpoint_dimension[marks.checkpoint], catalog.dimensions),
        ):
            expected = {
                name: len(set(task[usable & own & (codes == code)].tolist()))
                for code, name in enumerate(names)
            }
            assert standing.tasks_by[by] == expected
            assert standing.tasks_by[by].keys() == getattr(standing, f"by_{by}").keys()
    juno = next(item for item in board.standings if item.system == "juno")
    assert juno.tasks_by["domain"] == {"Law": 3, "Finance": 2}


def test_an_alignment_counts_the_tasks_of_each_group(project):
    found = analyse(project)
    whole = found.judges[JUDGE].alignment
    half = np.zeros(len(found.catalog.tasks), np.bool_)
    half[:2] = True
    part = alignment(found.catalog, found.reference.marks, found.judges[JUDGE].marks, tasks=half)
    assert (part.rank.tasks, part.criterion.tasks) == (2, 2)
    detail = judge_detail(found, found.judges[JUDGE])
    assert all(group.tasks for groups in detail.groups.values() for group in groups)
    assert sum(group.tasks for group in detail.groups["domain"]) == whole.rank.tasks


def test_report_tables_mark_figures_and_explain_the_mark(project):
    found = tables(project)
    domains = found["Score by domain"]
    assert LEGEND in domains.caption
    assert all(isinstance(cell, FewTasks) for row in domains.rows for cell in row.cells[2:])
    tiers = found["Share of points met by tier"]
    assert LEGEND not in tiers.caption
    assert not any(isinstance(cell, FewTasks) for row in tiers.rows for cell in row.cells)
    aligned = found["By domain"]
    assert LEGEND in aligned.caption
    assert all(row.cells[0].endswith("†") for row in aligned.rows)
    parts = {row.cells[1] for row in found["Two systems"].rows if row.cells[0] == "Domain"}
    assert parts == {"Finance\u00a0†", "Law\u00a0†"}

    require(project, 3)
    domains = tables(project)["Score by domain"]
    marked = {
        row.cells[0]: [type(cell) for cell in row.cells[1:]].count(FewTasks) for row in domains.rows
    }
    assert marked == {name: int(name == "juno") for name in SYSTEMS}, "only juno has 2 tasks there"
    require(project, 1)
    assert not any("†" in table.caption for table in tables(project).values())


def test_files_show_the_mark_and_keep_numbers(project, tmp_path):
    page = report_page(project, analyse(project), now=NOW)
    html = render_html(page)
    assert LEGEND in html
    assert "\u00a0†</td>" in html
    write_report(page, tmp_path / "r.xlsx")
    sheets = openpyxl.load_workbook(tmp_path / "r.xlsx").worksheets
    marked = [
        cell for sheet in sheets for row in sheet.iter_rows() for cell in row
        if "†" in cell.number_format
    ]  # fmt: skip
    assert marked
    assert all(isinstance(cell.value, int | float) for cell in marked)


def test_charts_mark_groups_and_explain_the_mark(project):
    results = Results(analyse(project), read_facets(project))
    board, small = results.board(JUDGE).leaderboard, SmallGroups(5)
    pair = results.compared(JUDGE, "aurora", "juno")
    profile = results.profile(JUDGE, "aurora")
    for chart in (
        part_chart(board, "domain", small=small),
        profile_chart(profile, "domain", small=small),
        difference_chart(pair, "domain", small=small),
    ):
        assert "† fewer than 5 tasks" in chart_svg(chart)
        assert all("†" in mark.label for mark in layout(chart, 700).marks)
    assert "†" not in chart_svg(part_chart(board, "domain", small=SmallGroups(2)))
