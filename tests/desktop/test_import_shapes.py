"""Tables as people have them, on the page of imports."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.hands import Hands, pick
from tests.desktop.importing_help import dropped, lines_of, made, texts
from tests.workflow.studio import Studio

INTAKE = Path(os.environ.get("XPERT_SHARED", "shared")) / "data" / "intake"
real = pytest.mark.skipif(not INTAKE.is_dir(), reason="needs the shared data")


@pytest.fixture
def rubric(hands: Hands, studio: Studio) -> Studio:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    return studio


@real
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("matrix_real_shape.csv", [("Clause", 10), ("Notice", 15)]),
        ("merged_block.xlsx", [("Names clause 9", 4), ("Dates the notice", 2)]),
        ("total_words.csv", [("Names clause 9 of the lease", 3)]),
        ("neg.xlsx", [("Names clause 9", 5), ("Avoids this fault: Invents a case", 5),
                      ("Adds nothing", 0)]),
    ],
)  # fmt: skip
def test_real_tables_are_shown_as_the_checkpoints_they_become(
    hands: Hands, rubric: Studio, name: str, expected: list[tuple[str, float]]
) -> None:
    shown = dropped(hands, INTAKE / name)
    assert [(row.text, row.weight) for row in made(shown)] == expected
    points = f"{sum(weight for _, weight in expected)} points in all"
    assert points in shown.counts.text()
    hands.click(shown.act)
    hands.settle()
    assert [(text, n) for text, _, n in lines_of(rubric)][1:] == expected


@real
def test_merged_cells_stand_merged(hands: Hands, rubric: Studio) -> None:
    raw = dropped(hands, INTAKE / "merged_block.xlsx").raw
    assert [raw.rowSpan(1, across) for across in range(3)] == [3, 3, 1]


@real
def test_totals_are_compared_with_the_sum(hands: Hands, rubric: Studio) -> None:
    shown = dropped(hands, INTAKE / "total_words.csv")
    assert "it is the sum of the rows" in shown.about.text()


@real
def test_of_two_versions_none_is_chosen(hands: Hands, rubric: Studio) -> None:
    shown = dropped(hands, INTAKE / "old_version_sheet.xlsx")
    assert [shown.tabs.tabText(n) for n in range(2)] == ["Rubric v2", "Rubric v1 (old)"]
    assert not shown.act.isEnabled()
    pick(shown.into, "/Rubric v2")
    hands.settle()
    assert texts(shown) == ["Names clause 9 of the lease"]
    pick(shown.into, "+Rubric v1 (old)")
    hands.settle()
    hands.click(shown.act)
    hands.settle()
    assert hands.window.place.task_id != "t1"
    assert [text for text, *_ in lines_of(rubric, hands.window.place.task_id)] == [
        "Names clause 8 of the lease"
    ]


def test_each_column_says_what_it_is(hands: Hands, rubric: Studio, tmp_path: Path) -> None:
    path = tmp_path / "Essay.csv"
    path.write_text(
        "Criterion,Excellent (4),Good (2),Poor (0),Your score\n"
        "Thesis is arguable,Clear and arguable,Clear,Missing,\n"
        "Evidence is cited,Ample and cited,Some,None,\n"
    )
    chips = dropped(hands, path).raw.head.chips
    assert [chip.currentText() for chip in chips] == [
        "Requirement", "Level 1", "Level 2", "Level 3", "A person's score",
    ]  # fmt: skip
    assert [chip.property("chip") for chip in chips] == [*["accent"] * 4, "muted"]
    assert chips[4].toolTip() == "Nothing of it is imported."


def test_a_chip_is_changed_by_keys(hands: Hands, rubric: Studio, tmp_path: Path) -> None:
    path = tmp_path / "Lease.csv"
    path.write_text("Criterion,Points\nNames clause 9 of it,3\nStates the date of it,2\n")
    shown = dropped(hands, path)
    assert [row.weight for row in made(shown)] == [3, 2]
    chip = shown.raw.head.chips[1]
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_End)
    for _ in range(chip.count()):
        if chip.currentData() != "ignore":
            QTest.keyClick(chip, Qt.Key.Key_Up)
    hands.settle()
    assert chip.currentData() == "ignore"
    assert [row.weight for row in made(shown)] != [3, 2], "the checkpoints changed at once"


def test_a_checkpoint_and_its_row_mark_each_other(
    hands: Hands, rubric: Studio, tmp_path: Path
) -> None:
    path = tmp_path / "Lease.csv"
    path.write_text("Criterion,Points\nNames clause 9,3\nTotal,3\nStates the date,2\n")
    shown = dropped(hands, path)
    shown.made.setFocus()
    hands.key("Down", shown.made)
    hands.settle()
    assert shown.made.row_here is not None
    assert shown.raw.number_of(shown.raw.currentRow()) == shown.made.row_here.number
    shown.raw.setFocus()
    shown.raw.selectRow(1)
    assert shown.made.currentIndex().row() == 0


def test_a_table_without_headings_is_shown_and_may_be_told(
    hands: Hands, rubric: Studio, tmp_path: Path
) -> None:
    path = tmp_path / "Odd.csv"
    path.write_text("x,1\ny,2\nz,3\n")
    shown = dropped(hands, path)
    assert [chip.currentText() for chip in shown.raw.head.chips]
    pick(shown.raw.head.chips[0], "requirement")
    pick(shown.raw.head.chips[1], "points")
    hands.settle()
    assert [(row.text, row.weight) for row in made(shown)][-1] == ("z", 3)
    assert shown.act.isEnabled()


def test_a_wide_table_has_a_chip_wherever_it_is_scrolled(
    hands: Hands, rubric: Studio, tmp_path: Path
) -> None:
    path = tmp_path / "Wide.csv"
    heads = ",".join(["Criterion", *(f"Remark {n}" for n in range(120))])
    path.write_text(f"{heads}\nNames clause 9 of it" + ",some words" * 120 + "\n")
    raw = dropped(hands, path).raw
    assert len(raw.head.chips) < 121
    bar = raw.horizontalScrollBar()
    bar.setValue(bar.maximum())
    hands.settle()
    assert len(raw.head.chips) == 121
    last = raw.head.chips[120]
    assert last.isVisible()
    assert raw.viewport().rect().contains(last.geometry().center().x(), 5)


def test_roles_are_kept_by_a_name(hands: Hands, rubric: Studio, tmp_path: Path) -> None:
    path = tmp_path / "Essay.csv"
    path.write_text("Criterion,Comment,Points\nThesis,the claim of it,3\nEvidence,its sources,2\n")
    shown = dropped(hands, path)
    pick(shown.raw.head.chips[1], "requirement")
    pick(shown.raw.head.chips[0], "title")
    hands.settle()
    shown.keep.setChecked(True)
    shown.kept_as.setText("Essays of my course")
    hands.click(shown.act)
    hands.settle()
    again = dropped(hands, path)
    assert "“Essays of my course”" in again.about.text()
    assert texts(again) == ["the claim of it", "its sources"]
