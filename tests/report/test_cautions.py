"""An anchored judge whose anchors are not known: a caution wherever its alignment is shown."""

from __future__ import annotations

import openpyxl
import pytest
from pypdf import PdfReader

from tests.judge.projects import make_project
from tests.report.scored import JUDGE, NOW, OTHER, scored_project
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.metrics.evidence_floor import shortfalls_of
from xpert_studio.core.records import Judgment, Visibility
from xpert_studio.core.store import judgments
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.schema import judge
from xpert_studio.report import analyse
from xpert_studio.report.certificates import certify
from xpert_studio.report.page import report_page
from xpert_studio.report.results import EXPERTS, Results, read_facets
from xpert_studio.report.sections.provenance import reference_limits
from xpert_studio.report.writing import write_report

UNKNOWN = [None, '["elsewhere:1"]', '["t0:0", "elsewhere:1"]']
WORDS = "they could not be excluded"


def anchor(project, anchors, mode="anchored"):
    """Makes a judge one that was imported with these anchors."""
    with project.writing() as tx:
        change = judge.update().where(judge.c.id == JUDGE).values(mode=mode, anchors=anchors)
        tx.connection.execute(change)


@pytest.fixture
def project(tmp_path):
    with scored_project(tmp_path / "scored.xpert") as made:
        yield made


@pytest.mark.parametrize("anchors", UNKNOWN)
def test_an_anchored_judge_with_unknown_anchors_carries_a_caution(project, anchors):
    anchor(project, anchors)
    found = analyse(project).judges
    assert found[JUDGE].alignment.cautions["anchors"] == "unknown"
    assert "anchors" in [item.requirement for item in shortfalls_of(found[JUDGE].alignment)]
    assert "anchors" not in found[OTHER].alignment.cautions
    assert "anchors" not in [item.requirement for item in shortfalls_of(found[OTHER].alignment)]
    assert not analyse(project, task_ids=["t1"]).judges[JUDGE].alignment.anchors_known


def test_known_anchors_and_no_anchors_need_no_caution(project):
    anchor(project, '["t0:0"]')
    assert analyse(project).judges[JUDGE].alignment.anchors_known
    part = analyse(project, task_ids=["t1"]).judges[JUDGE]
    assert part.alignment.anchors_known, "the anchor is of another task"
    anchor(project, None, mode="zero_shot")
    assert analyse(project).judges[JUDGE].alignment.anchors_known


def test_reports_say_it(project, tmp_path):
    anchor(project, None)
    page = report_page(project, analyse(project), now=NOW)
    assert any("its anchors are unknown" in sentence for sentence in page.summary)
    for name in ("r.html", "r.pdf", "r.xlsx"):
        write_report(page, tmp_path / name)
    html = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert html.count(WORDS) == 2, "with the alignment, among the limits"
    pdf = " ".join(text.extract_text() for text in PdfReader(tmp_path / "r.pdf").pages)
    assert " ".join(pdf.split()).count(WORDS) == 2
    workbook = openpyxl.load_workbook(tmp_path / "r.xlsx")
    cells = [
        str(cell.value)
        for row in workbook["Alignment with the experts"].iter_rows()
        for cell in row
        if cell.value
    ]
    assert any(WORDS in text for text in cells)


def test_a_certificate_keeps_the_caution(project):
    before = certify(project, JUDGE, now=NOW)
    assert "anchors" not in before.figures.cautions
    anchor(project, None)
    made = certify(project, JUDGE, now=NOW)
    assert made.figures.cautions["anchors"] == "unknown"
    assert certify(project, JUDGE, now=NOW).id == made.id


def test_the_card_of_a_bundle_says_it(project, tmp_path):
    anchor(project, None)
    export_bundle(project, tmp_path / "out", visibility=Visibility.PUBLIC, now=NOW)
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert card.count(WORDS) == 1
    assert f"**Caution**, `{JUDGE}`" in card


def test_even_experts_and_a_tolerance_are_said_and_systems_are_not_compared_with_themselves(
    tmp_path,
):
    with make_project(tmp_path / "even.xpert", tasks=3, checkpoints=4) as project:
        with project.writing() as tx:
            intake = Intake(tx)
            for item in list(judgments.all_judgments(tx)):
                if item.response_id == "t0:s0":  # of 4 checkpoints
                    turned = {"expert_id": "bo", "value": 1 - item.value, "adjudicated_value": None}
                    intake.judgment(Judgment(**item.model_dump() | turned))
            intake.flush()
        assert reference_limits(analyse(project))[0].startswith("4 judgments on which experts")
        said = reference_limits(analyse(project, tolerance=0.1))[1]
        assert "at most 0.1 count as ties" in said
        results = Results(analyse(project), read_facets(project))
        with pytest.raises(UsageError, match="cannot be compared with itself"):
            results.compared(EXPERTS, "s0", "s0")
