"""Reports: whole, honest, and unable to carry anybody's markup or formulas."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import openpyxl
import pytest
from pypdf import PdfReader

from tests.judge.projects import make_project, now
from tests.report.scored import scored_project
from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.core.records import JudgeMode
from xpert_studio.core.store import settings
from xpert_studio.core.store.schema import checkpoint, judgment, task, verdict
from xpert_studio.report import analyse
from xpert_studio.report.charts import Front, FrontPoint, chart_svg
from xpert_studio.report.html import render_html
from xpert_studio.report.page import report_page
from xpert_studio.report.writing import write_report

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<a href='javascript:alert(1)'>x</a>",
    "=HYPERLINK(\"http://evil.example\",\"x\")",
    "{{ 7 * 7 }}{% raw %}",
    "</style></title><svg onload=alert(1)>",
    "控制\x07字符与很长的文字" + "长" * 3000,
)  # fmt: skip


class Reader(HTMLParser):
    """What a browser would see: tags with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


def judged(path, *, modes=(JudgeMode.ZERO_SHOT, JudgeMode.ANCHORED)):
    project = make_project(path, tasks=4, checkpoints=4, systems=4)
    for mode in modes:
        request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL, mode=mode)
        score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
    return project


def page_of(project):
    return report_page(project, analyse(project), now=NOW)


def poison(project) -> None:
    """Puts every attack wherever people or models can write."""
    with project.writing() as tx:
        info = settings.project_info(tx)
        policy = info.grading_policy.model_copy(update={"text": "\n".join(ATTACKS[:3])})
        settings.put_project_info(
            tx, info.model_copy(update={"name": ATTACKS[0], "grading_policy": policy})
        )
        for number, attack in enumerate(ATTACKS):
            attack = attack.replace("'", "''").replace("\x07", "")
            for table, column in (
                (task, "title"), (task, "domain"), (checkpoint, "text"), (checkpoint, "dimension"),
                (judgment, "rationale"), (verdict, "rationale"),
            ):  # fmt: skip
                tx.connection.exec_driver_sql(
                    f"UPDATE {table.name} SET {column} = '{attack}' WHERE pk % {len(ATTACKS)} = {number}"
                )


def describe(project, descriptions):
    with project.writing() as tx:
        info = settings.project_info(tx)
        taxonomy = info.taxonomy.model_copy(update={"descriptions": descriptions})
        settings.put_project_info(tx, info.model_copy(update={"taxonomy": taxonomy}))


def test_the_dimensions_that_rubrics_use_are_described(tmp_path):
    with scored_project(tmp_path / "p.xpert") as project:
        used = analyse(project).catalog.dimensions
        first = used[0]
        describe(project, {first: "As <we> see it.", "Unused": "Not there."})
        page = page_of(project)
        (table,) = [
            block for section in page.sections for block in section.blocks
            if getattr(block, "name", "") == "Dimensions"
        ]  # fmt: skip
        told = dict(row.cells for row in table.rows)
        assert told[first] == "As <we> see it."
        assert told.keys() <= set(used)
        assert all(told.values())
        html = render_html(page)
        assert "<td>As &lt;we&gt; see it.</td>" in html
        assert "Not there." not in html
        for name in ("r.xlsx", "r.pdf"):
            write_report(page, tmp_path / name)
        cells = {
            cell.value for sheet in openpyxl.load_workbook(tmp_path / "r.xlsx")
            for row in sheet.iter_rows() for cell in row
        }  # fmt: skip
        assert {"Dimensions", first, "As <we> see it."} <= cells
        text = "".join(leaf.extract_text() for leaf in PdfReader(tmp_path / "r.pdf").pages)
        assert "As <we> see it." in text


def test_nothing_in_a_text_becomes_markup_or_loads_anything(tmp_path):
    with judged(tmp_path / "p.xpert") as project:
        poison(project)
        page = render_html(page_of(project))
    reader = Reader()
    reader.feed(page)
    tags = {tag for tag, _ in reader.tags}
    assert "svg" in tags
    assert not tags & {"script", "img", "iframe", "object", "embed", "link", "form", "base"}
    for _, attributes in reader.tags:
        assert not [name for name in attributes if name.startswith("on")]
        for name in ("href", "src", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")
    assert "url(http" not in page
    assert "&lt;script&gt;" in page
    assert "{{ 7 * 7 }}" in page
    assert "default-src 'none'" in page


def test_no_cell_of_the_workbook_is_a_formula(tmp_path):
    with judged(tmp_path / "p.xpert") as project:
        poison(project)
        write_report(page_of(project), tmp_path / "r.xlsx")
    book = openpyxl.load_workbook(tmp_path / "r.xlsx")
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert any("HYPERLINK" in str(cell.value) for cell in cells)
    assert any(isinstance(cell.value, float) for cell in cells)


def test_the_report_shows_the_figures_of_the_analysis(tmp_path):
    with judged(tmp_path / "p.xpert") as project:
        analysis = analyse(project)
        text = re.sub(r"<[^>]+>", " ", render_html(report_page(project, analysis, now=NOW)))
    for item in analysis.judges.values():
        assert item.judge.id in text
        assert item.judge.content_hash in text
        if item.alignment is not None:
            assert f"{item.alignment.criterion['accuracy'].value * 100:.1f}\u00a0%" in text
        for standing in item.leaderboard.standings:
            assert f"{100 * standing.score:.1f}\u00a0%" in text
    # The only gold sheets are on the baseline: an anchored judge has seen them all.
    aligned = [item.judge.mode for item in analysis.aligned()]
    assert aligned == [JudgeMode.ZERO_SHOT]
    assert "baseline, no LLM" in text


def test_amounts_on_a_logarithmic_axis_are_plain_numbers():
    points = [FrontPoint(f"system {n}", 10.0**-n, 50.0 + n) for n in range(1, 5)]
    chart = Front(
        points, x_axis="Cost", y_axis="Score", form=".5f", heads=("",) * 6, description="Cost"
    )
    ticks = re.findall(r">([0-9.,]+)</text>", chart_svg(chart))
    assert {"0.0001", "0.001", "0.01", "0.1"} <= set(ticks)
    assert "$" not in chart_svg(chart)


def test_a_project_without_judges_or_experts_still_has_a_report(tmp_path):
    with make_project(tmp_path / "p.xpert") as project:
        with project.writing() as tx:
            tx.connection.exec_driver_sql("DELETE FROM judgment")
        page = render_html(page_of(project))
    assert "Nothing has been scored yet" in page
    assert "no gold judgments" in page


def test_one_judge_alone_is_compared_with_nobody(tmp_path):
    with judged(tmp_path / "p.xpert", modes=(JudgeMode.ZERO_SHOT,)) as project:
        page = page_of(project)
    assert "comparison" not in {section.id for section in page.sections}


def test_two_runs_of_one_report_are_the_same_bytes(tmp_path):
    with judged(tmp_path / "p.xpert") as project:
        assert render_html(page_of(project)) == render_html(page_of(project))


def test_other_endings_and_existing_files_are_refused(tmp_path):
    with make_project(tmp_path / "p.xpert") as project:
        page = page_of(project)
    with pytest.raises(UsageError, match="cannot be written"):
        write_report(page, tmp_path / "r.docx")
    write_report(page, tmp_path / "r.html")
    with pytest.raises(UsageError, match="exists"):
        write_report(page, tmp_path / "r.html", replace=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p.xpert", "r.html"]
