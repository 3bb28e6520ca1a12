"""Rubrics in running text: headings, bold lines and lists that have levels below them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from xpert_studio.core.exchange.rubric_sheet import (
    FormRow,
    RubricSheet,
    SheetReading,
    open_pasted_rubric,
    read_map,
    read_rubric_sheet,
)

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def read(tmp_path: Path, text: str, name: str = "rubric.md", **given: object) -> RubricSheet:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    reading = SheetReading(is_preview=True, **given)  # type: ignore[arg-type]
    return read_rubric_sheet(path, dimensions=(), reading=reading)


def said(row: FormRow) -> tuple[str, float, list[tuple[float, float]]]:
    return row.text, row.weight, [(level.low, level.high) for level in row.levels]


HEADED = """# Report

## 1. Question (10 points)

**What counts:**

- the question is stated
- it can be answered

**Levels:**

- **9-10 points**: sharp and open
- **5–8 points**: understandable
- **0–4 points**: none

## 2. Method (5 points)

**What counts:**

- the method is named

**Levels:**

- **5 points**: named with its limits
- **1-4 points**: named
- **0 points**: absent
"""


def test_levels_in_lists_below_headings_belong_to_the_heading(tmp_path):
    sheet = read(tmp_path, HEADED)
    assert sheet.is_sure
    assert [row.title for row in sheet.rows] == ["1. Question", "2. Method"]
    assert [said(row) for row in sheet.rows] == [
        ("the question is stated\nit can be answered", 10, [(9, 10), (5, 8), (0, 4)]),
        ("the method is named", 5, [(5, 5), (1, 4), (0, 0)]),
    ]


def test_an_overview_that_repeats_the_points_is_no_part(tmp_path):
    overview = (
        "| Part | Points |\n|---|---|\n| Question | 10 |\n| Method | 5 |\n| **Sum** | 15 |\n\n"
    )
    sheet = read(tmp_path, overview + HEADED)
    assert sheet.is_sure and [row.weight for row in sheet.rows] == [10, 5]


def test_words_that_come_again_are_levels_whatever_they_are(tmp_path):
    lines = [f"* **{word} ({span}%)**: text {word}" for word, span in
             (("ZX", "0-49"), ("QY", "50-79"), ("WV", "80-100"))]  # fmt: skip
    text = "\n".join(["## Aims (60%)", *lines, "", "## Style (40%)", *lines])
    rows = read(tmp_path, text).rows
    assert [said(row) for row in rows] == [
        (name, weight, [(0, 49), (50, 79), (80, 100)])
        for name, weight in (("Aims", 60), ("Style", 40))
    ]
    assert [level.name for level in rows[0].levels] == ["ZX", "QY", "WV"]


def test_definition_lists_and_marked_lines(tmp_path):
    defined = (
        "### Tests\n\nPoor\n: none\n\nGood\n: some\n\n### Names\n\nPoor\n: odd\n\nGood\n: clear\n"
    )
    assert [said(row)[0] for row in read(tmp_path, defined).rows] == ["Tests", "Names"]
    marked = "【構成】(5点)\n・5点：明確\n・3点：一部\n・0点：なし\n\n【表現】(5点)\n・5点：正確\n・3点：普通\n・0点：なし\n"
    rows = read(tmp_path, marked).rows
    assert [said(row) for row in rows] == [
        (name, 5, [(5, 5), (3, 3), (0, 0)]) for name in ("構成", "表現")
    ]


def test_nested_levels_may_lack_a_colon_and_the_line_says_more(tmp_path):
    text = (
        "+ Header (2 points) Needed: author and date\n"
        "  + Poor (0 points) nothing there\n  + Good (2 points): all there\n"
        "+ Result (4 points)\n  + Poor (0 points): wrong\n  + Good (4 points): right\n"
    )
    sheet = read(tmp_path, text)
    assert [(row.title, row.text, row.weight) for row in sheet.rows] == [
        ("Header", "Needed: author and date", 2),
        ("", "Result", 4),
    ]
    assert sheet.is_sure


def test_points_that_sum_up_to_the_line_above_are_of_criteria(tmp_path):
    text = "- Solution (6 points)\n  - 3 points: plan\n  - 2 points: code\n  - 1 point: names\n"
    sheet = read(tmp_path, text)
    assert [(row.text, row.weight) for row in sheet.rows] == [
        ("plan", 3),
        ("code", 2),
        ("names", 1),
    ]


def test_one_criterion_alone_and_points_left_out_have_to_be_confirmed(tmp_path):
    one = read(tmp_path, "## Clarity\n- Good: clear\n- Poor: unclear\n")
    assert len(one.rows) == 1 and not one.is_sure
    left = read(tmp_path, HEADED + "\nBonus for an early draft (3 points)\n")
    assert not left.is_sure and any("Bonus" in doubt for doubt in left.doubts)


def test_a_criterion_without_levels_beside_others_is_kept(tmp_path):
    rows = read(tmp_path, HEADED + "\n## 3. Length (2 points)\n\nTwo pages at most.\n").rows
    assert [said(row) for row in rows][-1] == ("Two pages at most.", 2, [])


def test_bold_paragraphs_of_a_word_document_are_criteria(tmp_path):
    def paragraph(text: str, *, bold: bool = False) -> str:
        return f"<w:p><w:r><w:rPr>{'<w:b/>' * bold}</w:rPr><w:t>{text}</w:t></w:r></w:p>"

    lines = [
        paragraph("Argument (20 points)", bold=True), paragraph("Excellent: holds"),
        paragraph("Fair: holds in part"), paragraph("Poor: does not hold"),
        paragraph("Language (10 points)", bold=True), paragraph("Excellent: no slips"),
        paragraph("Fair: few slips"), paragraph("Poor: many slips"),
    ]  # fmt: skip
    path = tmp_path / "prose.docx"
    with zipfile.ZipFile(path, "w") as archive:
        body = "".join(lines)
        archive.writestr(
            "word/document.xml", f'<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'
        )
        archive.writestr("[Content_Types].xml", "<Types/>")
    rows = read_rubric_sheet(path, dimensions=()).rows
    assert [said(row) for row in rows] == [
        ("Argument", 20, [(3, 3), (2, 2), (1, 1)]),
        ("Language", 10, [(3, 3), (2, 2), (1, 1)]),
    ]


def test_pasted_lines_are_read_in_the_same_way():
    text = "Thesis (4 points)\nGood: clear\nPoor: none\n\nSources (4 points)\nGood: three\nPoor: none\n"
    rows = open_pasted_rubric(text, dimensions=()).read().rows
    assert [(row.text, len(row.levels)) for row in rows] == [("Thesis", 2), ("Sources", 2)]


def test_tables_of_one_criterion_each_below_lines_of_text(tmp_path):
    tables = "".join(
        f"### {name}\n\n| 0 | 3 | {most} |\n|---|---|---|\n| none of it | some of it | all of it |\n\n"
        for name, most in (("Part A. Plan", 5), ("Part B. Code", 8))
    )
    sheet = read(tmp_path, tables)
    assert sheet.is_sure
    assert [said(row) for row in sheet.rows] == [
        ("Part A. Plan", 5, [(0, 0), (3, 3), (5, 5)]),
        ("Part B. Code", 8, [(0, 0), (3, 3), (8, 8)]),
    ]


def test_headings_with_prose_are_read_where_there_is_nothing_else(tmp_path):
    rows = read(
        tmp_path,
        "### Aim (5 points)\nIt is said in the first sentence.\n\n### End (3 points)\nIt answers the question asked.\n",
    ).rows
    assert [(row.text, row.weight) for row in rows] == [
        ("It is said in the first sentence.", 5),
        ("It answers the question asked.", 3),
    ]


@pytest.mark.parametrize("is_mapped", [False, True])
def test_the_same_text_twice_comes_in_once_a_person_has_confirmed_it(tmp_path, is_mapped):
    given = {"mapped": read_map("Requirement=A,Points=B")} if is_mapped else {}
    sheet = read(tmp_path, "Criterion,Points\nTests,2\nDocs,1\nTests,3\n", "r.csv", **given)
    assert sheet.is_sure is is_mapped
    if is_mapped:
        assert [row.text for row in sheet.rows] == ["Tests", "Docs", "Tests (2)"]


def test_levels_as_headings_beside_that_of_their_criterion(tmp_path):
    text = "# Rubric\n\n" + "".join(
        f"### {name} (2 puntos)\n\n### 2.0 pto: todo está\n\n### 1.0 pto: falta algo\n\n"
        "### 0.0 pto: no está\n\n"
        for name in ("Entidades", "Relaciones")
    )
    rows = read(tmp_path, text).rows
    assert [said(row) for row in rows] == [
        (name, 2, [(2, 2), (1, 1), (0, 0)]) for name in ("Entidades", "Relaciones")
    ]


def test_lines_that_may_be_levels_and_stand_alone_have_to_be_confirmed(tmp_path):
    sheet = read(tmp_path, HEADED + "\n## 3. Length\n\n3 points: two pages\n\n7 points: one page\n")
    assert not sheet.is_sure


def test_lists_whose_headings_are_worth_something_belong_together(tmp_path):
    text = (
        "## Task 1 (5 points)\n- joins the tables: 2 points\n- names them: 2 points\n"
        "- sorts them: 1 point\n\n## Task 2 (3 points)\n- counts: 1 point\n- groups: 1 point\n"
        "- filters: 1 point\n\n## Bonus (2 points)\n- says how it was made faster\n"
    )
    sheet = read(tmp_path, text)
    assert [row.weight for row in sheet.rows] == [2, 2, 1, 1, 1, 1, 2]
    assert not sheet.is_sure
