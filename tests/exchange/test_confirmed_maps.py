"""The mapping that a preview prints takes what the preview shows, whatever the file is."""

from __future__ import annotations

from pathlib import Path

import pytest

from xpert_studio.core.exchange.rubric_sheet import (
    RubricSheet,
    SheetReading,
    read_map,
    read_rubric_sheet,
    write_rubric_sheet,
)
from xpert_studio.core.records import Checkpoint
from xpert_studio.desktop.pages.importing.chosen import ImportAnswers

LEVELS = "| Level | Text |\n|---|---|\n"
FILES = {
    "list.csv": "Criterion,Anything\nNames the date,5\nNames the sum,3\n",
    "lines.md": "- Names the date\n- Names the sum\n",
    "headed.md": f"## Facts (4 points)\n\n{LEVELS}| 4 | all |\n| 0 | none |\n\n"
    f"## Style (2 points)\n\n{LEVELS}| 2 | fluent |\n| 0 | broken |\n",
    "turned.csv": "Score,Facts,Style\n2,all are named,it is fluent\n1,some are named,it is readable\n"
    "0,none are named,it is broken\n",
    "parts.md": "## Part 1 (8 points)\n\n| # | Name | Points | Criteria |\n|---|---|---|---|\n"
    "| V-1 | Date | 5 | the date is named |\n| V-2 | Sum | 3 | the sum is named |\n\n"
    "## Part 2 (2 points)\n\n| Criterion | Points |\n|---|---|\n| Is short | 1 |\n| Is clear | 1 |\n",
    "text.md": "# Report\n\n## Facts (5 points)\n\n- 3-5: all named\n- 0-2: none named\n\n"
    "A line that is neither (3 points) and stands alone.\n\n"
    "## Style (2 points)\n\n- 1-2: fluent\n- 0-0: broken\n",
}


def read(path: Path, said: str = "") -> RubricSheet:
    mapped = read_map(said) if said else None
    return read_rubric_sheet(
        path, dimensions=(), reading=SheetReading(is_preview=True, mapped=mapped)
    )


@pytest.mark.parametrize("name", FILES)
def test_the_printed_mapping_takes_what_was_shown(tmp_path, name):
    path = tmp_path / name
    path.write_text(FILES[name], encoding="utf-8")
    shown = read(path)
    taken = read(path, shown.map_text)
    assert taken.is_sure and taken.rows == shown.rows and len(shown.rows) > 1


def test_another_mapping_is_followed(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text(FILES["list.csv"], encoding="utf-8")
    assert [row.notes for row in read(path, "Requirement=A,Note=B").rows] == ["5", "3"]


def test_tables_of_another_kind_that_only_confuse_are_left_out_by_the_mapping(tmp_path):
    path = tmp_path / "rules.md"
    path.write_text(
        "## Feedback\n\n| Dimension | Score 0 (Poor) | Score 1 (Great) |\n|---|---|---|\n"
        "| Goals | none named | all named |\n| Tone | rude | kind |\n\n"
        "## Examples\n\n| Score | Criterion |\n|---|---|\n| 0 (Poor) | Nice work |\n",
        encoding="utf-8",
    )
    sheet = read(path, "Requirement=A,Level=B:C")
    assert [row.text for row in sheet.rows] == ["Goals", "Tone"]


def test_a_table_without_a_name_beside_a_bonus_is_one_rubric(tmp_path):
    path = tmp_path / "rubric.md"
    head = "| Criterion | Description | Points |\n|---|---|---|\n"
    path.write_text(
        f"# Rubric\n\n## HTML\n\n{head}| Tags | fitting tags are used | 5 |\n\n"
        f"## CSS\n\n{head}| Layout | the grid is used | 4 |\n\n"
        "## Bonus\n\n| Criterion | Points |\n|---|---|\n| Has a dark look | 2 |\n",
        encoding="utf-8",
    )
    sheet = read(path)
    assert sheet.is_sure and not sheet.groups
    assert [(row.section, row.weight) for row in sheet.rows] == [
        ("HTML", 5),
        ("CSS", 4),
        ("Bonus", 2),
    ]


def test_another_role_for_one_column_keeps_what_a_written_table_says_beside(tmp_path):
    path = tmp_path / "own.csv"
    lines = [
        Checkpoint(task_id="t", id="c-1", text="Names the date", weight=3, notes="today",
                   settings={"gate": True}),
        Checkpoint(task_id="t", id="c-2", text="Is kind", weight=2, turn=2, instrument="graded",
                   settings={"low": 0, "high": 100, "bands": [{"low": 0, "high": 49, "text": "curt"},
                                       {"low": 50, "high": 100, "text": "kind"}]}),
    ]  # fmt: skip
    write_rubric_sheet(path, lines, dimensions=())
    shown = read(path)
    assert "Gate=" in shown.map_text and "Turn=" in shown.map_text
    said = ImportAnswers()
    notes = next(one.place for one in shown.columns if one.role == "note")
    said.say_role(notes, "section", shown)
    for mapped in (said.map_text, shown.map_text.replace("Note=", "Section=")):
        taken = read(path, mapped)
        answers = [(one.instrument, one.settings, one.beside) for one in taken.rows]
        assert answers == [(one.instrument, one.settings, one.beside) for one in shown.rows]
        assert [one.section for one in taken.rows] == ["today", ""]
    assert answers[0][:2] == ("binary", {"gate": True})
    assert answers[1][2] == {"turn": 2} and len(answers[1][1]["bands"]) == 2
