"""What the window says of a figure depends on the evidence behind it."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from tests.desktop.aligned import aligned_project
from tests.desktop.hands import Hands
from tests.desktop.views_help import footnotes
from xpert_studio.core.metrics.beyond_floors import NOT_TESTED
from xpert_studio.core.metrics.evidence_floor import Shortfall, shortfalls_of
from xpert_studio.core.store import ProjectFile
from xpert_studio.desktop.pages.alignment.words import verdict_words
from xpert_studio.report.charts import chart_svg

MISSING = "4 of 20 tasks, 12 of 60 pairs"
FEW = "Approximate interval: 4 tasks behind this figure, fewer than 10."


@pytest.fixture
def at_alignment(hands: Hands, tmp_path: Path):
    """``at_alignment(tasks)``: the lead looks at the alignment of a judge on so many tasks."""
    opened: list[ProjectFile] = []

    def look(tasks: int, tab: str = "overview"):
        opened.append(aligned_project(tmp_path / "aligned.xpert", tasks))
        hands.open(opened[-1].path, "lena")
        hands.go("alignment", tab=tab)
        return hands.page

    yield look
    for project in opened:
        project.close()


def change_certificate(hands: Hands, **changes: object) -> None:
    """Changes what the only certificate says, and looks at the page again."""
    with ProjectFile.open(hands.app.session.path) as project, project.writing() as tx:
        (content,) = tx.connection.exec_driver_sql("SELECT content FROM certificate").one()
        made = json.loads(content)
        made |= changes | {"bindings": made["bindings"] | changes.get("bindings", {})}
        tx.connection.exec_driver_sql("UPDATE certificate SET content = ?", (json.dumps(made),))
    look_again(hands)


def look_again(hands: Hands) -> None:
    hands.page.look = None
    hands.page.fall_behind()
    hands.settle()


def test_the_badge_is_green_where_the_evidence_is_enough(hands: Hands, at_alignment) -> None:
    page = at_alignment(62)
    assert not shortfalls_of(page.look.judge.alignment)
    assert page.head.state.text() == "Certified"
    assert page.head.state.property("chip") == "good"
    assert not page.head.verdict.toolTip()
    said = page.head.verdict.text()
    assert said.startswith("CDR ") and ", κ within " in said and said.endswith(", 62 tasks")
    assert "‡" not in said
    hands.go("results")
    assert hands.page.head.trust.text() == said
    assert hands.page.head.trust.property("chip") == "good"


def test_the_badge_is_grey_and_says_what_is_missing(hands: Hands, at_alignment) -> None:
    page = at_alignment(4)
    assert page.head.state.text() == "Certified, evidence incomplete"
    assert page.head.state.property("chip") == "optional"
    assert MISSING in page.head.state.toolTip().replace("\n", " ")
    assert MISSING in page.head.verdict.toolTip().replace("\n", " ")
    short = "Too little evidence: 4 of 20 tasks, 12 of 60 pairs."
    assert page.head.verdict.text() == short
    judge = page.look.judge
    hands.go("results", judge_id="experts")
    assert hands.page.head.trust.text() == "The experts’ own judgments"
    hands.go("results", judge_id=judge.judge.id)
    trust = hands.page.head.trust
    assert trust.text() == short
    assert trust.property("chip") == "optional"
    assert MISSING in trust.toolTip().replace("\n", " ")


def test_a_stale_certificate_says_what_is_missing_too(hands: Hands, at_alignment) -> None:
    page = at_alignment(4)
    change_certificate(hands, bindings={"policy": "0" * 64})
    assert page.head.state.text() == "Stale"
    assert MISSING in page.head.state.toolTip().replace("\n", " ")


def test_certifying_with_little_evidence_is_no_good_news(hands: Hands, at_alignment) -> None:
    page = at_alignment(4)
    with ProjectFile.open(hands.app.session.path) as project, project.writing() as tx:
        tx.connection.exec_driver_sql("DELETE FROM certificate")
    look_again(hands)
    hands.click(page.head.certify)
    said = f"The figures are certified as they are now. Missing: {MISSING}"
    hands.until(lambda: said in hands.notice)


def test_an_approximate_interval_is_marked_with_the_tasks_behind_the_figure(
    hands: Hands, at_alignment
) -> None:
    page = at_alignment(4)
    page.tabs.setCurrentIndex(0)
    hands.settle()
    glance = page.tabs.summary.blocks.charts[1].view.chart
    assert glance.items[0].note.endswith("\u00a0‡")
    assert "‡ approximate interval: fewer than 10 tasks" in page.head.settings.rest.text()
    assert FEW in page.tabs.overview.groups.cell(1, 2).hint
    page.tabs.setCurrentIndex(2)
    hands.settle()
    every, groups = (part.blocks for part in page.tabs.figures.parts[:2])
    assert "‡" in chart_svg(groups.charts[0].view.chart)
    cdr = next(view for view in every.tables if view.accessibleName() == "All figures").grid
    assert cdr.index(0, 1).data().endswith("‡")
    assert FEW in cdr.index(0, 1).data(Qt.ItemDataRole.ToolTipRole).replace("\n", " ")
    hands.go("results")
    hands.settle()
    board = hands.page.seen
    grid = board.asked.blocks.tables[0].grid
    (place,) = [n for n, one in enumerate(grid.columns) if one.head == "Score"]
    cell = grid.cell(0, place)
    assert cell.text.endswith("‡")
    assert FEW in cell.hint
    assert "‡ approximate interval" in footnotes(board)
    assert "‡" in chart_svg(board.drawn())
    hands.go("results", tab="compare")
    hands.settle()
    assert "Few tasks, fewer than 10, so the interval may be too narrow" in footnotes(
        hands.page.seen
    )


def test_no_sign_where_the_tasks_are_enough(hands: Hands, at_alignment) -> None:
    page = at_alignment(62)
    assert page.look.judge.alignment.cautions == {}
    page.tabs.setCurrentIndex(0)
    hands.settle()
    items = page.tabs.summary.blocks.charts[1].view.chart.items
    assert not any("‡" in one.note for one in items)
    hands.go("results")
    hands.settle()
    assert "‡" not in footnotes(hands.page.seen)


def test_sensitivity_specificity_base_rate_and_leniency_have_intervals(
    hands: Hands, at_alignment
) -> None:
    figures = at_alignment(62, "figures").tabs.figures
    found = hands.page.look.judge.alignment.criterion
    grid = next(v for v in figures.blocks.tables if v.accessibleName() == "All figures").grid
    cells = [[grid.cell(row, at).text for at in (0, 1)] for row in range(grid.rowCount())]
    intervals = {name: value.partition("\n")[2] for name, value in cells}
    titles = {"sensitivity": "Sensitivity", "specificity": "Specificity", "base_rate": "Base rate"}
    for name, title in titles.items():
        low, high = (f"{100 * end:.1f}" for end in found[name].interval)
        assert intervals[title] == f"{low} to {high}\u00a0%"
    assert intervals["Leniency"].startswith("−")


def test_certificates_show_tasks_and_pairs_and_old_ones_are_read(
    hands: Hands, at_alignment
) -> None:
    part = at_alignment(4, "time").tabs.time

    def row() -> dict[str, object]:
        return dict(zip(*dict(part.blocks.plain())["Certificates"], strict=True))

    assert (row()["Tasks"], row()["Pairs"]) == (4, 12)
    assert str(row()["Evidence"]).startswith("incomplete") and MISSING in str(row()["Evidence"])
    change_certificate(hands, method=None, seed=7, resamples=2000)
    assert str(row()["Evidence"]).startswith("not assessed: The intervals were made by an earlier")


def test_each_level_of_a_mixed_project_has_its_own_words() -> None:
    figures = SimpleNamespace(n=100, clusters=30)
    found = SimpleNamespace(
        rank={"cdr": SimpleNamespace(value=0.4)}, anchors_known=True, criterion=figures,
        graded=figures, beyond=NOT_TESTED, beyond_graded=NOT_TESTED,
    )  # fmt: skip
    of_graded = Shortfall("within_correlation", 0.0, 0.0, level="graded")
    of_all = Shortfall("pairs", 10, 60)
    words = "Met or not met: enough evidence; graded: not enough evidence"
    assert verdict_words(found, (of_graded,)) == words
    assert verdict_words(found, (of_all,)) == "Too little evidence: 10 of 60 pairs."
