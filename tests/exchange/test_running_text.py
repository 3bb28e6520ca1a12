"""Rubrics in running text: sentences with points, questions, typed bullets, bare lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.documents_made import docx
from tests.sampling import examples
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange.rubric_sheet import RubricSheet, SheetReading, read_rubric_sheet


def read(path: Path, content: str | bytes) -> RubricSheet:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_rubric_sheet(path, dimensions=(), reading=SheetReading(is_preview=True))


def said(sheet: RubricSheet) -> list[tuple[str, float]]:
    return [(row.text, row.weight) for row in sheet.rows]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The letter names both parties, and their towns (3 points). It names the sum (5 points).",
            [("The letter names both parties, and their towns", 3), ("It names the sum", 5)],
        ),
        (
            "Der Brief nennt, falls bekannt, die Frist (2 Punkte). Er ist kurz (1 Punkt).",
            [("Der Brief nennt, falls bekannt, die Frist", 2), ("Er ist kurz", 1)],
        ),
        ("写明双方（3分）。引用条款（5分）。", [("写明双方", 3), ("引用条款", 5)]),
        ("当事者を書く（3点）。期限を書く（5点）。", [("当事者を書く", 3), ("期限を書く", 5)]),
    ],
)
def test_sentences_with_points_are_criteria(tmp_path, text, expected):
    sheet = read(tmp_path / "rubric.txt", text)
    assert sheet.is_sure and said(sheet) == expected


def test_a_title_above_sentences_with_points_is_none(tmp_path):
    sheet = read(
        tmp_path / "rubric.txt", "Grading\n\nIt names A (3 points). It names B (2 points).\n"
    )
    assert said(sheet) == [("It names A", 3), ("It names B", 2)]
    assert {row.section for row in sheet.rows} == {"Grading"}


def test_points_in_words_are_not_guessed(tmp_path):
    text = "The letter must name both parties. Two points are given for this, and one for the date."
    assert not read(tmp_path / "rubric.txt", text).is_sure


@given(
    st.lists(st.tuples(st.text("abc ,", min_size=1), st.integers(1, 99)), min_size=3, max_size=9)
)
@examples(25)
def test_separated_values_in_a_text_file_stay_a_table(tmp_path_factory, rows):
    rows = [
        (f"Names {number} {text.replace(',', '')}x", n) for number, (text, n) in enumerate(rows)
    ]
    text = "Criterion,Points\n" + "".join(f"{name},{n}\n" for name, n in rows)
    sheet = read(tmp_path_factory.mktemp("table") / "rubric.txt", text)
    assert said(sheet) == [(name.strip(), n) for name, n in rows]


QUESTIONS = ("Is the question stated?", "Are the data described?", "Does the conclusion follow?")


def test_bold_questions_are_the_requirements_and_what_stands_below_is_said_of_them(tmp_path):
    text = "# Form\n\n" + "\n\n".join(
        f"**{one}**\n\nLook for {n}." for n, one in enumerate(QUESTIONS)
    )
    sheet = read(tmp_path / "form.md", text)
    assert tuple(row.text for row in sheet.rows) == QUESTIONS
    assert [row.notes for row in sheet.rows] == ["Look for 0.", "Look for 1.", "Look for 2."]
    assert not sheet.is_sure  # they have no points


def test_bold_questions_with_points_and_sections_are_sure(tmp_path):
    text = "# Form\n\n**Content**\n\n" + "\n\n".join(f"**{q}** (2 points)" for q in QUESTIONS * 2)
    sheet = read(tmp_path / "form.md", text.replace("follow?", "follow from them?", 1))
    assert sheet.rows[0].weight == 2 and sheet.rows[0].text == QUESTIONS[0]


def test_bold_questions_of_word(tmp_path):
    body = "".join(
        f"<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>{one}</w:t></w:r></w:p><w:p><w:r><w:t>Page 2</w:t></w:r></w:p>"
        for one in QUESTIONS
    )
    assert tuple(row.text for row in read(tmp_path / "form.docx", docx(body)).rows) == QUESTIONS


@pytest.mark.parametrize("bullet", ["-", "–", "•"])
def test_bullets_that_were_typed_in_word_with_points_behind(tmp_path, bullet):
    lines = [("Names the parties", 20), ("Cites the clause", 30), ("Computes the date", 50)]
    body = "".join(
        f"<w:p><w:r><w:t>{bullet} {text} - {points}</w:t></w:r></w:p>" for text, points in lines
    )
    sheet = read(tmp_path / "rubric.docx", docx(body))
    assert sheet.is_sure and said(sheet) == lines


def test_numbers_in_brackets_behind_lines_are_points_that_are_asked_for(tmp_path):
    text = "- Reads two sources (15)\n- Plots the data (10)\n- Writes tests (5)\n"
    sheet = read(tmp_path / "rubric.md", text)
    assert not sheet.is_sure
    assert said(sheet) == [("Reads two sources", 15), ("Plots the data", 10), ("Writes tests", 5)]


def test_numbers_in_square_brackets_are_no_points_and_bare_ones_are_asked_for(tmp_path):
    cited = "- [ ] The page is closed [14]\n- [ ] The list is sorted [7]\n- [ ] It is short [3]\n"
    assert {row.weight for row in read(tmp_path / "cited.md", cited).rows} == {7}
    bare = cited.replace("[14]", "14").replace("[7]", "7").replace("[3]", "3")
    assert not read(tmp_path / "bare.md", bare).is_sure


def test_tables_of_examples_by_level_are_asked_for(tmp_path):
    table = (
        "| Score | Example | Why |\n|---|---|---|\n| 2 | it names the order | all of it is said |\n"
        "| 1 | it names a shop | half of it is said |\n| 0 | it names none | nothing is said |\n"
    )
    other = "## More\n\n| Name | Place |\n|---|---|\n| one | two |\n"
    text = f"## Relevance\n\n{table}\n{other}\n## Tone\n\n{table.replace('order', 'guest')}"
    assert not read(tmp_path / "guide.md", text).is_sure
    joined = read(tmp_path / "joined.md", text.replace(other, ""))
    assert [(row.text, len(row.levels)) for row in joined.rows] == [("Relevance", 3), ("Tone", 3)]


def test_points_before_what_they_are_for(tmp_path):
    text = "5 points for the notes  \nWhy: they show what was tried.\n\n10 points for the game  \nWhy: it is what was asked for.\n"
    sheet = read(tmp_path / "rubric.md", text)
    assert [(row.title, row.weight) for row in sheet.rows] == [("the notes", 5), ("the game", 10)]


def test_numbered_links_are_no_levels_of_a_table_beside_them(tmp_path):
    links = "".join(
        f"<li>{n}. UNIT<ul><li>{n}.1 EXAMPLES</li><li>{n}.2 PRACTICE</li></ul></li>" for n in (3, 4)
    )
    table = "<table><tr><th>Criteria<th>Expert 91-100%<th>Novice 0-90%<tr><td>Speech<td>clear<td>not</table>"
    sheet = read(tmp_path / "page.html", f"<html><body><ul>{links}</ul>{table}</body></html>")
    assert [row.text for row in sheet.rows] == ["Speech"]


def test_lists_of_boxes_are_not_outdone_by_one_scale_for_all_of_them(tmp_path):
    text = (
        "# Check\n\n## How to use\n\n- read it\n- tick it\n\n## 1. Facts\n\n- [ ] the date\n- [x] the sum\n\n"
        "## 2. Style\n\n- [ ] short\n- [ ] clear\n\n## Result\n\n- 75-100%: good\n- 0-74%: poor\n"
    )
    sheet = read(tmp_path / "check.md", text)
    assert [row.text for row in sheet.rows] == ["the date", "the sum", "short", "clear"]
    assert sheet.left_out


def test_one_scale_for_the_whole_is_asked_for(tmp_path):
    text = "# Excellent (9-10 points)\n\nAll is named.\n\n# Poor (0-8 points)\n\nLittle is named.\n"
    sheet = read(tmp_path / "whole.md", text)
    assert not sheet.is_sure
    (row,) = sheet.rows
    assert [(level.low, level.high, level.text) for level in row.levels] == [
        (9, 10, "All is named."),
        (0, 8, "Little is named."),
    ]


def test_a_bare_text_is_shown_as_lines_and_asked_for(tmp_path):
    sheet = read(tmp_path / "list.md", "Hat\n\nGlasses\n\nCream that is renewed\n")
    assert [row.text for row in sheet.rows] == ["Hat", "Glasses", "Cream that is renewed"]
    assert not sheet.is_sure
    with pytest.raises(InputRefusedError):
        read(tmp_path / "word.md", "Hat\n")
