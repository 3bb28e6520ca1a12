"""What stands beside a rubric's rows: headings, overviews, blanks for points."""

from __future__ import annotations

import json

import pytest

from tests.exchange.tables_help import bands, lines, read, written
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.rubric_sheet import read_map
from xpert_studio.core.exchange.rubric_sheet.numbers import amount, points_in, range_in

PER_CRITERION = """# How we grade

## Clarity (40%)

| Level | Description |
|---|---|
| **Excellent** | Every claim is plain |
| Good | Most claims are plain |
| Poor | Nobody can follow |

## Sources (60%)

| Level | Description |
|---|---|
| **Excellent** | All of them are named |
| Good | Most of them are named |
| Poor | None is named |
"""


def test_levels_under_the_heading_of_their_criterion_are_one_checkpoint(tmp_path):
    sheet = read(written(tmp_path, PER_CRITERION, "r.md"))
    assert sheet.is_sure
    assert lines(sheet) == [("Clarity", 40), ("Sources", 60)]
    assert bands(sheet.rows[0])[0] == (3, 3, "Every claim is plain")
    assert bands(sheet.rows[1])[-1] == (1, 1, "None is named")


def test_values_that_fall_alike_under_every_heading_are_levels(tmp_path):
    one = "## {}\n\n| Score | Description |\n|---|---|\n| 5 | all {} |\n| 3 | some {} |\n| 1 | no {} |\n\n"
    text = "".join(one.format(name, *[name.lower()] * 3) for name in ("Facts", "Style"))
    sheet = read(written(tmp_path, text, "r.md"))
    assert [row.text for row in sheet.rows] == ["Facts", "Style"]
    assert bands(sheet.rows[0]) == [(5, 5, "all facts"), (3, 3, "some facts"), (1, 1, "no facts")]


def test_sections_of_criteria_with_points_stay_sections(tmp_path):
    text = (
        "## Code\n\n| Points | Criterion |\n|---|---|\n| 5 | It runs on the machine |\n"
        "| 3 | It has tests of its own |\n\n"
        "## Text\n\n| Points | Criterion |\n|---|---|\n| 4 | It names its sources |\n"
        "| 2 | It has a summary of a page |\n"
    )
    sheet = read(written(tmp_path, text, "r.md"))
    assert [(row.section, row.weight) for row in sheet.rows] == [
        ("Code", 5), ("Code", 3), ("Text", 4), ("Text", 2),
    ]  # fmt: skip


DETAILS = (
    "## Code (8 points)\n\n| Test | Points |\n|---|---|\n| It runs | 5 |\n| It has tests | 3 |\n\n"
    "## Text (6 points)\n\n| Test | Points |\n|---|---|\n| It names sources | 4 |\n"
    "| It has a summary | 2 |\n\n"
)


def test_an_overview_that_sums_up_the_parts_is_not_read_again(tmp_path):
    overview = (
        "## Summary\n\n| Section | Points |\n|---|---|\n| Code | 8 |\n| Text | 6 |\n"
        "| **Total** | **14** |\n"
    )
    sheet = read(written(tmp_path, DETAILS + overview, "r.md"))
    assert sheet.is_sure
    assert not sheet.groups
    assert sum(row.weight for row in sheet.rows) == 14
    assert any("Summary" in note for note in sheet.notes)


def test_an_overview_gives_its_points_to_criteria_that_have_none(tmp_path):
    overview = (
        "## Weights\n\n| Criterion | Weight |\n|---|---|\n| Clarity | 30 |\n| Sources | 70 |\n"
    )
    text = PER_CRITERION.replace(" (40%)", "").replace(" (60%)", "")
    sheet = read(written(tmp_path, overview + text, "r.md"))
    assert sheet.is_sure
    assert lines(sheet) == [("Clarity", 30), ("Sources", 70)]


def test_a_blank_before_the_most_points_is_no_part_of_the_text():
    assert points_in("Complete count\t\t______/10") == ("Complete count", amount("10"))
    assert points_in("____/5 pts Names its sources") == ("Names its sources", amount("5"))
    assert points_in("Uses either/or 10 times")[1] is None
    assert amount("10 (bonus)") == amount("10")


def test_an_open_end_is_known_by_its_words():
    above, below = range_in("70% and over"), range_in("3 or fewer")
    assert above is not None
    assert below is not None
    assert (above.low, above.high, below.low, below.high) == (70, None, None, 3)


def test_a_header_that_comes_again_begins_a_section(tmp_path):
    text = "Style,Weight\nIt is short,3\nIt is plain,4\nFacts,Weight\nAll are right,5\n"
    sheet = read(written(tmp_path, text), is_preview=True)
    assert [(row.section, row.text, row.weight) for row in sheet.rows][-1] == (
        "Facts", "All are right", 5,
    )  # fmt: skip


def test_unread_columns_of_worded_levels_are_asked_about(tmp_path):
    text = (
        "Criterion,Weight,Most of it fails,Nearly all of it passes\n"
        "Tests of the first part,5,0,1\nTests of the second part,10,0,1\n"
    )
    assert not read(written(tmp_path, text), is_preview=True).is_sure


def test_words_for_importance_beside_points_for_every_row_are_notes(tmp_path):
    rows = [
        {"criterion": f"Names fact {n}.", "importance": "critically_important", "score": n}
        for n in (3, 5)
    ]
    sheet = read(written(tmp_path, json.dumps(rows), "r.json"))
    assert [(row.weight, row.tier, row.notes) for row in sheet.rows] == [
        (3, None, "critically_important"), (5, None, "critically_important"),
    ]  # fmt: skip


def test_cases_that_share_their_criteria_are_several_rubrics(tmp_path):
    rubric = [{"key": "depth", "weight": 3}, {"key": "source_quality", "weight": 2}]
    cases = [{"id": "a-1", "rubrics": rubric}, {"id": "a-2", "rubrics": rubric}]
    sheet = read(written(tmp_path, json.dumps(cases), "r.json"))
    assert sheet.groups == ("a-1", "a-2")
    sections = [
        {"id": "A", "criteria": [{"text": "Names a fact", "points": 2}]},
        {"id": "B", "criteria": [{"text": "Names a source", "points": 3}]},
    ]
    assert not read(written(tmp_path, json.dumps(sections), "s.json")).groups


def test_points_in_cells_say_which_level_is_the_best(tmp_path):
    text = (
        "| Criterion | Blau | Gelb | Rot |\n|---|---|---|---|\n"
        "| Aufsatz | nennt alle Quellen (6 Punkte) | nennt einige Quellen (3 Punkte) | nennt keine Quelle (0 Punkte) |\n"
        "| Bild | zeigt alle Teile davon (4 Punkte) | zeigt einige Teile davon (2 Punkte) | zeigt gar keinen Teil (0 Punkte) |\n"
    )
    sheet = read(written(tmp_path, text, "r.md"))
    assert sheet.is_sure
    assert [row.weight for row in sheet.rows] == [6, 4]


def test_a_map_of_several_columns_speaks_of_no_list_beside_the_table(tmp_path):
    text = (
        "- Bring a pen\n- Bring paper\n\n| Was | Womit |\n|---|---|\n| Haus | aus Stein gebaut |\n"
    )
    sheet = read(written(tmp_path, text, "r.md"), mapped=read_map("Title=A,Requirement=B"))
    assert [row.text for row in sheet.rows] == ["aus Stein gebaut"]


def test_objects_of_points_and_a_text_that_fall_to_0_are_levels(tmp_path):
    criteria = [
        {
            "name": name,
            "scoringCriteria": [
                {"points": n, "description": f"{word} of the {name}"}
                for n, word in ((2, "All"), (1, "Half"), (0, "None"))
            ],
        }
        for name in ("facts", "sources")
    ]
    sheet = read(written(tmp_path, json.dumps(criteria), "r.json"))
    assert lines(sheet) == [("facts", 2), ("sources", 2)]
    assert bands(sheet.rows[0])[-1] == (0, 0, "None of the facts")


def test_levels_whose_order_is_not_said_are_asked_about(tmp_path):
    criteria = {
        key: {"name": name, "levels": ["It says nothing of it", "It says a part", "It says it all"]}
        for key, name in (("C1", "Reading of it"), ("C2", "Analysis of it"))
    }
    sheet = read(written(tmp_path, json.dumps(criteria), "r.json"), is_preview=True)
    assert len(sheet.rows) == 2
    assert not sheet.is_sure


def test_levels_of_the_whole_are_those_of_its_parts(tmp_path):
    part = {"description": "Names a fact of the case", "weight": 1}
    whole = {
        "name": "Facts", "weight": 2, "scoringLevels": {"full": "It is all there", "none": "It lacks"},
        "subCriteria": [part, {**part, "description": "Names a source of it"}],
    }  # fmt: skip
    sheet = read(written(tmp_path, json.dumps({"criteria": [whole]}), "r.json"), is_preview=True)
    assert [len(row.levels) for row in sheet.rows] == [2, 2]


def test_a_checklist_beside_the_table_and_boxes_in_it(tmp_path):
    text = (
        "## Whole\n\n- [ ] It can be opened\n- [ ] It can be saved\n\n## Skills\n\n"
        "| Skill | Poor | Good |\n|---|---|---|\n| Reading | [ ] | [ ] |\n| Writing | [ ] | [ ] |\n"
    )
    sheet = read(written(tmp_path, text, "r.md"), is_preview=True)
    assert not sheet.is_sure
    assert {level.text for row in sheet.rows for level in row.levels} <= {""}


def test_words_in_a_column_of_points_are_asked_about(tmp_path):
    rows = [
        {"id": f"c-{n}", "description": f"Test number {n} passes", "weight": "major"}
        for n in range(4)
    ]
    assert not read(written(tmp_path, json.dumps(rows), "r.json"), is_preview=True).is_sure


def test_a_map_speaks_of_the_tables_that_have_its_columns(tmp_path):
    text = (
        "## Notes\n\n| Was | Wo |\n|---|---|\n| Heft | Regal |\n\n"
        "## Raster\n\n| Was | x | y | z |\n|---|---|---|---|\n"
        "| Aufbau der Arbeit | klar | vage | wirr |\n| Sprache der Arbeit | gut | so so | arg |\n"
    )
    path = written(tmp_path, text, "r.md")
    sheet = read(path, mapped=read_map("Requirement=A,Level=B:D"))
    assert [row.text for row in sheet.rows] == ["Aufbau der Arbeit", "Sprache der Arbeit"]
    assert sheet.left_out == ("Notes",)
    with pytest.raises(UsageError):
        read(path, mapped=read_map("Requirement=A,Level=B:H"))


def test_lists_under_words_with_a_colon_are_sections(tmp_path):
    text = "<h3>Ideas:</h3><ul><li>They are clear</li><li>They are new</li></ul><h3>Style:</h3><ul><li>It is plain</li></ul>"
    sheet = read(written(tmp_path, text, "r.html"), mapped=read_map("Requirement=A"))
    assert [row.section for row in sheet.rows] == ["Ideas:", "Ideas:", "Style:"]
    assert not sheet.groups


def test_open_ends_reach_to_the_next_level(tmp_path):
    text = "Criterion,Good (90%+),Fair (70%+),Poor (<70%)\nReads the data,all,some,none\n"
    (row,) = read(written(tmp_path, text), is_preview=True).rows
    assert [(low, high) for low, high, _ in bands(row)] == [(90, 100), (70, 89), (0, 69)]


def test_texts_above_rows_of_points_are_asked_about(tmp_path):
    """A criterion whose points were forgotten looks the same as a heading."""
    text = (
        "Criterion,Excellent,Good,Poor,Points\n"
        "Sources,All are named in full,Most are named,None is named,\n"
        "Length,,,,5\n"
        "Tone,,,,3\n"
    )
    sheet = read(written(tmp_path, text, "r.csv"))
    assert not sheet.is_sure
    assert any("Row 2 has texts and no points" in str(one) for one in sheet.doubts)


def test_a_criterion_that_ends_with_a_word_for_a_total_is_asked_about(tmp_path):
    text = (
        "Criterion,Points\nNames the court,5\nNames the day,3\nStates clearly what is the sum,8\n"
    )
    sheet = read(written(tmp_path, text, "r.csv"))
    assert len(sheet.rows) == 3 or not sheet.is_sure
