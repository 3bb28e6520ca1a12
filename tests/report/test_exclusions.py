"""Near-duplicates of anchors count for nothing, and every output names them with the reason."""

from __future__ import annotations

import re

import openpyxl
import pytest

from tests.report.duplicated import ANCHOR, COPY, HALF, duplicated_project
from tests.report.scored import JUDGE, NOW, OTHER
from tests.report.test_pdf import bare, text_of
from xpert_studio.core.exchange.card_metadata import read_quality
from xpert_studio.core.workflow.near_duplicates import Likeness
from xpert_studio.report import analyse
from xpert_studio.report.html import render_html
from xpert_studio.report.page import report_page
from xpert_studio.report.writing import write_report


@pytest.fixture
def project(tmp_path):
    with duplicated_project(tmp_path / "p.xpert") as made:
        yield made


def test_a_copy_of_the_anchor_is_excluded_and_half_a_copy_is_listed(project):
    analysis = analyse(project)
    found = analysis.judges[JUDGE]
    names = analysis.catalog.responses
    assert {names[place] for place in found.left_out.nonzero()[0]} == {ANCHOR, COPY}
    (excluded,) = found.shown.excluded
    assert (excluded.response_id, excluded.anchor_id) == (COPY, ANCHOR)
    assert excluded.reason is Likeness.CONTAINED
    (borderline,) = found.shown.borderline
    assert (borderline.response_id, borderline.anchor_id) == (HALF, ANCHOR)
    assert borderline.is_borderline
    other = analysis.judges[OTHER]
    assert not other.left_out.any(), "this judge was shown nothing"
    assert not other.shown.excluded


def test_two_judges_who_were_shown_different_anchors_exclude_different_responses(project):
    with project.writing() as tx:
        tx.connection.exec_driver_sql(
            "UPDATE judge SET anchors = ? WHERE id = ?", (f'["{COPY}"]', OTHER)
        )
    found = analyse(project).judges
    assert [item.response_id for item in found[JUDGE].shown.excluded] == [COPY]
    assert [item.response_id for item in found[OTHER].shown.excluded] == [ANCHOR]


def test_the_dataset_card_excludes_the_same_responses(project):
    with project.reading() as tx:
        quality = read_quality(tx, frozenset({"t0", "t1", "t2", "t3", "t4", "t5"}))
    left_out = {item.judge: item.left_out for item in quality.alignments}
    assert left_out == {JUDGE: 2, OTHER: 0}


@pytest.mark.parametrize("ending", ["html", "pdf", "xlsx"])
def test_reports_name_them_with_the_reason(project, tmp_path, ending):
    page = report_page(project, analyse(project), now=NOW)
    path = tmp_path / f"r.{ending}"
    write_report(page, path)
    if ending == "xlsx":
        book = openpyxl.load_workbook(path)
        rows = book["Excluded from the alignment"].iter_rows(values_only=True)
        assert [row[:5] + row[6:7] for row in rows if row[4] == "one contains the other"] == [
            (JUDGE, "Task 0", "borealis", "aurora", "one contains the other", "excluded"),
            (JUDGE, "Task 0", "cirrus", "aurora", "one contains the other", "borderline, counted"),
        ]
        return
    text = text_of(path.read_bytes()) if ending == "pdf" else render_html(page)
    text = bare(re.sub(r"<[^>]+>", " ", text))
    for words in (
        f"{JUDGE}: 2 responses (1 anchor, 1 near-duplicate)",
        "one contains the other",
        "borderline, counted",
    ):
        assert bare(words) in text


def test_without_near_duplicates_there_is_no_table(project):
    with project.writing() as tx:
        tx.connection.exec_driver_sql("UPDATE response SET text = 'Yes, ' || id")
    titles = [
        getattr(block, "name", "")
        for section in report_page(project, analyse(project), now=NOW).sections
        for block in section.blocks
    ]
    assert "Order: headline figures" in titles
    assert "Near-duplicates" not in titles
