"""Graded checkpoints in the command line, reports and certificates."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import openpyxl
import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.report.graded_project import SYSTEMS, graded_project
from xpert_studio.core.metrics.evidence_floor import shortfalls_of_certificate
from xpert_studio.core.records import Certificate, Task
from xpert_studio.core.store import ProjectFile, certificates, entities
from xpert_studio.report import analyse
from xpert_studio.report.certificates import certify
from xpert_studio.report.detail import judge_detail
from xpert_studio.report.evidence import evidence_of, pack, paired_of, unpack, verdicts_hash
from xpert_studio.report.html import render_html
from xpert_studio.report.page import report_page
from xpert_studio.report.workbook import write_workbook

NOW = datetime(2026, 5, 4, 9, tzinfo=UTC)


@pytest.fixture
def mixed(tmp_path):
    path = tmp_path / "mixed.xpert"
    graded_project(path).close()
    return path


@pytest.fixture
def graded(tmp_path):
    """Graded checkpoints without a minimum alone: nothing passes or fails."""
    path = tmp_path / "graded.xpert"
    graded_project(path, mixed=False, scales=1, tasks=22, minimum=False).close()
    return path


def test_align_says_figures_by_scale(xpert, mixed):  # noqa: F811
    found = xpert("align", mixed, "--as", "lena", "--json").json["judge-a"]
    assert [one["scale"] for one in found["scales"]] == ["0–100", "1–5", "score, all scales"]
    for one in found["scales"]:
        assert one["n"] >= one["responses"] >= one["tasks"] == 14
        for name in ("weighted_kappa", "mae", "icc", "spearman", "bias"):
            low, high = one[f"{name}_interval"]
            assert low <= one[name] <= high
        assert one["floors"]["mae"] > one["mae_interval"][1]
    assert found["against"]["judge-b"]["mae_difference"] > 0
    assert found["against"]["judge-b"]["scale"] == "score, all scales"
    assert found["experts"]["scales"][0]["icc"] > 0.8
    said = xpert("align", mixed, "--full", "--as", "lena").out
    for title in ("Graded checkpoints: headline figures", "MAE (score, all scales)"):
        assert title in said


def test_a_project_of_graded_checkpoints_alone_has_a_headline(xpert, graded):  # noqa: F811
    found = xpert("align", graded, "--as", "lena", "--json").json
    assert found["judge-a"]["missing_evidence"] == []
    lacks = {one["requirement"] for one in found["judge-b"]["missing_evidence"]}
    assert lacks <= {"beyond_floors_graded"}  # far off, but it tells responses apart
    one = found["judge-b"]["scales"][0]
    assert one["bias"] != 0
    said = xpert("align", graded, "--full", "--as", "lena").out
    assert "Single checkpoints" not in said
    assert "Exact McNemar" not in said
    assert "judge-a: the evidence is enough for a certain statement." in said
    with ProjectFile.open(graded, read_only=True) as project:
        page = render_html(report_page(project, analyse(project), now=NOW))
    assert "Correlation within checkpoints, graded" in page
    assert "majority class reaches" not in page


def test_experts_agreement_is_by_scale(xpert, graded, mixed):  # noqa: F811
    (one,) = xpert("judge", "agreement", graded, "--as", "lena", "--json").json["scales"]
    assert (one["scale"], one["tasks"]) == ("0–100", 11)
    assert one["ordinal_alpha_interval"][0] < one["ordinal_alpha"]
    assert "Graded checkpoints" in xpert("judge", "agreement", graded, "--as", "lena").out
    scales = xpert("judge", "agreement", mixed, "--as", "lena", "--json").json["pairs"][0]["scales"]
    assert [one["scale"] for one in scales] == ["0–100", "1–5", "score, all scales"]


def test_the_leaderboard_has_pass_rates_where_something_can_fail(xpert, graded, mixed):  # noqa: F811
    rows = xpert("leaderboard", mixed, "--as", "lena", "--json").json["judge-a"]["standings"]
    assert {row["system"] for row in rows} == set(SYSTEMS)
    assert all(0 <= row["pass_rate_interval"][0] <= row["pass_rate"] for row in rows)
    assert rows[0]["pass_rate_known"] == 14
    assert "Pass rate" in xpert("leaderboard", mixed, "--full", "--as", "lena").out
    rows = xpert("leaderboard", graded, "--as", "lena", "--json").json["judge-a"]["standings"]
    assert "pass_rate" not in rows[0]


def test_items_of_graded_checkpoints_say_which_part_of_the_scale_is_used(xpert, mixed):  # noqa: F811
    found = xpert("leaderboard", mixed, "--as", "lena", "--items", "--json").json["judge-a"]
    rows = found["items"]["checkpoints"]
    assert [row["is_graded"] for row in rows[:5]] == [True, True, True, False, False]
    for row in rows:
        assert row["used"][0] <= row["share"] <= row["used"][1]


def test_the_workbook_has_a_sheet_of_graded_figures(mixed, tmp_path):
    with ProjectFile.open(mixed, read_only=True) as project:
        page = report_page(project, analyse(project), now=NOW)
        write_workbook(page, tmp_path / "r.xlsx")
    book = openpyxl.load_workbook(tmp_path / "r.xlsx")
    cells = [str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row]
    assert any("Graded checkpoints: headline" in text for text in cells)
    assert {"0–100", "1–5", "score, all scales"} <= set(cells)
    assert "MAE" in cells


def test_a_certificate_keeps_figures_by_scale_and_is_bound_to_values(mixed):
    with ProjectFile.open(mixed) as project:
        made = certify(project, "judge-a", now=NOW)
        assert certify(project, "judge-a", now=NOW) == made
        analysis = analyse(project)
        alignment = analysis.judges["judge-a"].alignment
        for kept, one in zip(made.figures.scales, alignment.scales, strict=True):
            assert (kept.scale, kept.n) == (one.scale, one.figures.n)
            assert kept["mae"].value == one.figures["mae"].value
            assert kept["mae"].interval == one.figures["mae"].interval
        with project.reading() as tx:
            (read,) = certificates.all_certificates(tx)
        assert read == made
        assert Certificate.model_validate_json(made.model_dump_json()) == made
        needed = {one.requirement for one in shortfalls_of_certificate(made)}
        assert needed == {"tasks", "pairs"}
        detail = judge_detail(analysis, analysis.judges["judge-a"])
        evidence = evidence_of(analysis.catalog, detail.paired)
        assert unpack(pack(evidence)) == evidence
        again = paired_of(unpack(pack(evidence)), analysis.catalog)
        assert again.first_value.tolist() == detail.paired.first_value.tolist()
        assert again.second.tolist() == detail.paired.second.tolist()
        other = judge_detail(analysis, analysis.judges["judge-b"])
        assert verdicts_hash(evidence) != verdicts_hash(evidence_of(analysis.catalog, other.paired))


def test_a_changed_value_makes_other_evidence(graded):
    with ProjectFile.open(graded, read_only=True) as project:
        analysis = analyse(project)
        paired = judge_detail(analysis, analysis.judges["judge-a"]).paired
    evidence = evidence_of(analysis.catalog, paired)
    paired.second_value[0] += 1
    assert verdicts_hash(evidence_of(analysis.catalog, paired)) != verdicts_hash(evidence)
    assert json.loads(json.dumps(evidence["t00"].cells)) == "." * len(evidence["t00"].cells)


def test_a_report_says_of_experts_and_judges_only_what_there_is(tmp_path):
    with graded_project(tmp_path / "g.xpert", mixed=False, scales=1, minimum=False) as project:
        with project.writing() as tx:
            tx.connection.exec_driver_sql("DELETE FROM judgment")
            entities.put(tx, Task(id="brief", title="Not ready", prompt="Later."))
        analysis = analyse(project)
        page = report_page(project, analysis, now=NOW)
    (method,) = (section for section in page.sections if section.id == "method")
    said = method.blocks[0].text
    assert said.startswith("14 tasks with a rubric and responses")
    assert "are graded" in said
    assert "No expert's judgment is in the figures." in said
    assert "xperts decided" not in said
    assert "either meets or does not" not in said


def test_graded_tests_have_a_number_of_their_own(xpert, mixed):  # noqa: F811
    found = xpert("align", mixed, "--as", "lena", "--json").json["judge-a"]
    against = found["against"]["judge-b"]
    assert against["graded_n"] == found["scales"][-1]["n"]
    assert against["n"] == found["n"]
