"""A figure that is a line in the registry appears everywhere, with interval and groups."""

from __future__ import annotations

import io
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from pypdf import PdfReader

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))

import figures_table

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.desktop.aligned import JUDGE, aligned_project
from tests.desktop.hands import Hands
from xpert_studio.core.metrics import registry
from xpert_studio.core.metrics.metric import PAIRS, SCORES, Metric, Scale, Shelf, over, ratio
from xpert_studio.core.store import ProjectFile, certificates
from xpert_studio.report import analyse
from xpert_studio.report.html import render_html
from xpert_studio.report.page import report_page
from xpert_studio.report.pdf import render_pdf
from xpert_studio.report.workbook import write_workbook

NOW = datetime(2026, 5, 4, 9, tzinfo=UTC)
JACCARD = Metric(
    over(lambda c: ratio(c.tp, c.tp + c.fp + c.fn)), over(lambda c: c.tp + c.fp + c.fn), Scale.SHARE,
    id="jaccard_met", title="Jaccard of met", meaning="Share judged met by both, of either.",
    source=PAIRS, shelf=Shelf.AGREEMENT, position=99,
)  # fmt: skip
PRESENT = Metric(
    lambda sums: ratio(sums[..., 0], sums[..., 1]), lambda found: found[..., 1], Scale.SHARE,
    id="half_share", title="Tasks above half", meaning="Share of tasks with a score above 50 %.",
    source=SCORES, shelf=Shelf.MORE, position=1,
    statistics=lambda found: np.stack([found.score > 0.5, np.isfinite(found.score)], axis=-1)
    .astype(float),
)  # fmt: skip
NEW = {
    "gwet_ac1": ("Gwet’s AC1", "AC1"),
    "youden_j": ("Youden’s J", "J"),
    "jaccard_met": ("Jaccard of met", "Jaccard of met"),
}


@pytest.fixture
def path(monkeypatch, tmp_path):
    known = (*registry.all_metrics(), JACCARD, PRESENT)
    monkeypatch.setattr(registry, "all_metrics", lambda: known)
    made = tmp_path / "aligned.xpert"
    aligned_project(made, 32).close()
    return made


def test_on_the_command_line(xpert, path):  # noqa: F811 - the fixture
    found = xpert("align", path, "--as", "lena", "--json").json[JUDGE]
    groups = [found["by"]["tier"]["Important"], *found["by"]["dimension"].values()]
    for name in NEW:
        assert found[f"{name}_interval"][0] < found[name] < found[f"{name}_interval"][1]
        assert all(group[name] is not None for group in groups)
        assert found["certificates"][0]["figures"][name] == found[name]
        assert found["floors"][name] is not None
    said = xpert("align", path, "--as", "lena", "--by", "tier").out
    whole, _, tiers = said.partition("By tier")
    for part in (whole, tiers):
        heads = " ".join(line for line in part.splitlines() if "95 % interval" in line)
        assert all(f" {head} " in heads for _, head in NEW.values())


def test_on_the_leaderboard(xpert, path, hands: Hands):  # noqa: F811 - the fixture
    rows = xpert("leaderboard", path, "--as", "lena", "--json").json[JUDGE]["standings"]
    for row in rows:
        low, high = row["half_share_interval"]
        assert low <= row["half_share"] <= high
        assert row["half_share_known"] == row["tasks"]
    full = xpert("leaderboard", path, "--full", "--as", "lena").out
    assert PRESENT.title in " ".join(full.split())
    hands.open(path, "lena")
    hands.go("results", judge_id=JUDGE)
    hands.settle()
    heads, *shown = hands.page.seen.asked.blocks.tables[0].plain()
    assert [row[heads.index(PRESENT.title)] for row in shown] == [row["half_share"] for row in rows]


def test_in_every_report(path, tmp_path):
    with ProjectFile.open(path, read_only=True) as project:
        page = report_page(project, analyse(project), now=NOW)
    html = render_html(page)
    pdf = "\n".join(
        part.extract_text() for part in PdfReader(io.BytesIO(render_pdf(page)[0])).pages
    )
    write_workbook(page, tmp_path / "r.xlsx")
    sheets = openpyxl.load_workbook(tmp_path / "r.xlsx")
    cells = [cell.value for sheet in sheets for row in sheet.iter_rows() for cell in row]
    for _, head in NEW.values():
        assert html.count(f">{head}<") >= 3, "the judge, tiers, dimensions"
        assert cells.count(head) >= 3
        place = cells.index(head)
        assert cells[place + 1] == "95 % interval, from"
        assert " ".join(head.split()) in " ".join(pdf.split())
    assert html.count(PRESENT.title) >= 1
    assert PRESENT.title in cells
    assert PRESENT.title in " ".join(pdf.split())


def test_in_certificates_and_documents(path):
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        (made,) = certificates.all_certificates(tx)
        stored = json.loads(
            tx.connection.exec_driver_sql("SELECT content FROM certificate").scalar()
        )
    for name, (title, _) in NEW.items():
        kept = made.figures[name]
        assert kept.interval[0] < kept.value < kept.interval[1]
        assert (kept.tasks, made.figures.groups[0][name].tasks) == (32, 32)
        assert stored["figures"]["values"][name]["n"] == kept.n > 0
        assert f"| {title} | `{name}` |" in figures_table.page()


def test_in_the_window(hands: Hands, path) -> None:
    hands.open(path, "lena")
    hands.go("alignment", tab="figures")
    figures = hands.page.tabs.figures
    rows = {row[0]: row for row in dict(figures.blocks.plain())["All figures"]}
    known = hands.page.look.judge.alignment.figures
    for name, (title, _) in NEW.items():
        value, floor, n, tasks, _ = rows[title][1:]
        assert (value, floor, n, tasks) == (known[name].value, known[name].floor, known[name].n, 32)
    tables = dict(figures.parts[1].blocks.plain()).values()
    for name, (_, head) in NEW.items():
        (values,) = [
            [row[rows[0].index(head)] for row in rows[1:]] for rows in tables if head in rows[0]
        ]
        assert values[0] == hands.page.look.detail.groups["tier"][0].figures[name].value
