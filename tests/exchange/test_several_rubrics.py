"""Files with several tables: sections of one rubric, versions of it, or several tasks' rubrics."""

from __future__ import annotations

import openpyxl
import pytest

from xpert_studio.core.exchange.rubric_sheet import SheetReading, read_rubric_sheet


def read(path, **more):
    return read_rubric_sheet(path, dimensions=(), reading=SheetReading(**more))


def written(tmp_path, text, name):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def book(tmp_path, **sheets):
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    path = tmp_path / "b.xlsx"
    made.save(path)
    return path


HEAD = ["Criterion", "Points"]


def test_points_that_come_to_100_only_together_make_sections(tmp_path):
    path = book(
        tmp_path,
        Content=[HEAD, ["Names clause nine of the lease", 60]],
        Style=[HEAD, ["Reads clearly", 30], ["Is short enough", 10]],
    )
    sheet = read(path)
    assert (sheet.parts, sheet.groups) == ("sections", ())
    assert [row.section for row in sheet.rows] == ["Content", "Style", "Style"]
    assert any("Content, Style" in note for note in sheet.notes)


def test_the_same_requirements_again_are_versions_and_asked_about(tmp_path):
    rows = [HEAD, ["Names clause nine of the lease", 3], ["Dates the notice", 2]]
    sheet = read(book(tmp_path, Old=rows, New=[*rows, ["Says who pays", 1]]))
    assert sheet.parts == "versions"
    assert sheet.groups == ("Old", "New")


def test_rubrics_that_the_file_names_are_of_several_tasks(tmp_path):
    path = written(
        tmp_path,
        "Rubric Name,Criterion,Points\nLease,Names clause nine,3\nWill,Names the heirs,2\n",
        "r.csv",
    )
    assert (read(path).parts, read(path).groups) == ("tasks", ("Lease", "Will"))
    one = read(path, sheets=("Will",))
    assert [row.text for row in one.rows] == ["Names the heirs"]


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (("A. Content", "B. Style"), "sections"),
        (("Part 1", "Part 2"), "sections"),
        (("1. 内容", "2. 形式"), "sections"),
        (("Content (30 points)", "Style (20 points)"), "sections"),
        (("Lease memo", "Will"), ""),
        (("Essay 1", "Essay 2"), ""),
    ],
)
def test_headings_that_count_up_are_sections(tmp_path, names, kind):
    text = "".join(
        f"## {name}\n\n| Criterion | {head} |\n|---|---|\n| Names fact {n} of the file | 3 |\n\n"
        for n, (name, head) in enumerate(zip(names, ("Points", "Max points"), strict=True))
    )
    sheet = read(written(tmp_path, text, "r.md"))
    assert sheet.parts == kind
    assert len(sheet.rows) == 2
    if not kind:
        assert sheet.groups == names


def test_tables_that_are_not_taken_are_listed(tmp_path):
    path = book(
        tmp_path,
        Rubric=[HEAD, ["Names clause nine", 3]],
        Students=[["Who", "When"], ["Ada", "May"], ["Bo", "June"]],
    )
    sheet = read(path)
    assert sheet.left_out == ("Students",)
    assert any("Students" in note for note in sheet.notes)
    html = "<table><tr><td>Print from PDF</td></tr></table><table><tr><th>Criterion</th>"
    html += "<th>Points</th></tr><tr><td>Names clause nine</td><td>3</td></tr></table>"
    (left,) = read(written(tmp_path, html, "r.html")).left_out
    assert "Print from PDF" in left


def test_headings_above_headings_tell_lists_apart(tmp_path):
    text = "# Project\n\n## Tier 1\n\n### Frontend\n\n- [ ] Lists all books\n\n### Backend\n\n"
    text += "- [ ] Serves all books\n\n## Tier 2\n\n### Frontend\n\n- [ ] Shows one book\n"
    sheet = read(written(tmp_path, text, "r.md"), parts="sections")
    assert [row.section for row in sheet.rows] == [
        "Tier 1 › Frontend", "Tier 1 › Backend", "Tier 2 › Frontend",
    ]  # fmt: skip
