"""Which columns are levels and points, by what stands in them; rubrics in JSON and YAML."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from xpert_studio.core.exchange.rubric_sheet import RubricSheet, SheetReading, read_rubric_sheet


def read(tmp_path: Path, text: str, name: str = "rubric.csv") -> RubricSheet:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_rubric_sheet(path, dimensions=(), reading=SheetReading(is_preview=True))


def test_columns_beside_levels_with_like_prose_are_levels(tmp_path):
    text = (
        "Part,Excellent,Good,Odd,Awkward\n"
        "Plan,states every step,states most of it,states few steps,states none of it\n"
        "Code,runs on all input,runs on most input,runs on some input,does not run here\n"
    )
    sheet = read(tmp_path, text)
    assert sheet.is_sure
    assert [[(level.name, level.low) for level in row.levels] for row in sheet.rows] == [
        [("Excellent", 4), ("Good", 3), ("Odd", 2), ("Awkward", 1)]
    ] * 2
    assert [row.text for row in sheet.rows] == ["Plan", "Code"]


def test_headings_that_begin_with_a_b_c_say_their_order(tmp_path):
    text = (
        "Part,A-Broad,B-Narrower,C-Thin\n"
        "Plan,states every step of it,states most of its steps,states few of its steps\n"
        "Code,runs on all the input,runs on most of the input,runs on hardly any input\n"
    )
    sheet = read(tmp_path, text)
    assert sheet.is_sure
    assert [level.low for level in sheet.rows[0].levels] == [3, 2, 1]


def test_a_sentence_is_no_heading_of_a_level(tmp_path):
    text = (
        "| | **A-Full** | **B-Part** | **C-Little** |\n|---|---|---|---|\n"
        "| Plan, Grade: | more than 80% of it is there. | more than 50% of it is there. "
        "| less than that is there. |\n"
        "| Code, Grade: | it and documentation are there. | one of them is there. "
        "| neither is there. |\n"
    )
    sheet = read(tmp_path, text, "r.md")
    assert [len(row.levels) for row in sheet.rows] == [3, 3]


def test_a_column_that_repeats_what_a_section_is_worth_is_not_the_points(tmp_path):
    text = (
        "area,part,weight,max score\nSpeech,pace of the talk,30,10\n"
        "Speech,volume of the talk,30,20\nText,length of the text,70,70\n"
    )
    sheet = read(tmp_path, text)
    assert sheet.is_sure
    assert [(row.section, row.weight) for row in sheet.rows] == [
        ("Speech", 10), ("Speech", 20), ("Text", 70),
    ]  # fmt: skip


def test_a_cell_that_says_more_than_its_points(tmp_path):
    text = (
        "| Criteria | Points for each criterion | Earned Points |\n|---|---|---|\n"
        "| Shows every part of the plan | (60 pts – 10 pts for each part) | |\n"
        "| Names its sources | 40 pts. | |\n| TOTAL | 100 | |\n"
    )
    sheet = read(tmp_path, text, "r.md")
    assert sheet.is_sure
    assert [row.weight for row in sheet.rows] == [60, 40]
    assert "10 pts for each part" in (sheet.rows[0].notes or "")


@pytest.mark.parametrize("head", ["Score (/10)", "Points out of 10", "Score / 10"])
def test_scores_of_which_the_heading_says_the_most(tmp_path, head):
    sheet = read(tmp_path, f"Requirement,{head}\nLogs in and out,7\nLists channels,0\n")
    assert [row.weight for row in sheet.rows] == [10, 10]


def test_empty_columns_of_one_range_are_for_scores(tmp_path):
    text = "Criterion,Peer [0-3]:,Teacher [0-3]:\nScript runs without fault,,\nNames are clear,,\n"
    assert [len(row.levels) for row in read(tmp_path, text).rows] == [0, 0]


def test_numbers_that_count_the_rows_are_no_points(tmp_path):
    text = "part,level 1 text,level 1 points,level 2 text,level 2 points\n" + "".join(
        f"essay {n},well done,60,not done,0\n" for n in range(1, 5)
    )
    assert [row.weight for row in read(tmp_path, text).rows] == [60] * 4


def test_lines_to_write_on_are_no_criteria(tmp_path):
    text = "- Read the task (4 pts)\n  - ___/2 points: asks\n  - ___/2 points: draws\n  - Notes: ____\n"
    sheet = read(tmp_path, text, "r.md")
    assert [(row.text, row.weight) for row in sheet.rows] == [("asks", 2), ("draws", 2)]
    assert sheet.is_sure


def test_names_with_points_in_json(tmp_path):
    sheet = read(tmp_path, json.dumps({"Plan": 20, "Code": 50, "Text": 30}), "r.json")
    assert sheet.is_sure
    assert [(row.text, row.weight) for row in sheet.rows] == [
        ("Plan", 20),
        ("Code", 50),
        ("Text", 30),
    ]


def test_levels_in_json_as_shares_of_the_points(tmp_path):
    steps = [{"description": text, "coefficient": c} for text, c in
             (("all of it", 1.0), ("half of it", 0.5), ("none of it", 0.25))]  # fmt: skip
    value = {"rubric": {name: {"points": 20, "criteria": steps} for name in ("Thesis", "Evidence")}}
    sheet = read(tmp_path, json.dumps(value), "r.json")
    assert [(row.text, row.weight) for row in sheet.rows] == [("Thesis", 20), ("Evidence", 20)]
    assert [(level.low, level.text) for level in sheet.rows[0].levels] == [
        (20, "all of it"), (10, "half of it"), (5, "none of it"),
    ]  # fmt: skip


def test_names_of_levels_with_points_in_json_and_data_that_is_no_requirement(tmp_path):
    value = [
        {"metric": "Greeting", "weight": 5, "rules": {"none": 0, "plain": 2, "warm": 5}},
        {"metric": "Length", "weight": 3, "rules": {"words": {"least": 100}}},
    ]
    sheet = read(tmp_path, json.dumps(value), "r.json")
    assert sheet.is_sure
    assert [(row.text, row.weight, len(row.levels)) for row in sheet.rows] == [
        ("Greeting", 5, 3), ("Length", 3, 0),
    ]  # fmt: skip


def test_yaml_is_read_as_json_is(tmp_path):
    text = "title: Talk\ncriteria:\n  - id: pace\n    description: >\n      Even\n      pace.\n    points: 3\n"
    sheet = read(tmp_path, text, "r.yaml")
    assert [(row.text, row.weight, row.checkpoint_id) for row in sheet.rows] == [
        ("Even pace.", 3, "pace")
    ]


def test_a_damaged_yaml_is_refused_with_its_reason(tmp_path):
    with pytest.raises(Exception, match="refused") as told:
        read(tmp_path, "criteria: [a, b\n", "r.yml")
    assert told.value.problems  # type: ignore[attr-defined]


def test_a_column_that_holds_data_is_no_requirement_in_silence(tmp_path):
    names = ("loops", "lists", "types")
    value = {name: {"answers": {"a": name, "b": 1}, "score": 2} for name in names}
    sheet = read(tmp_path, json.dumps(value), "r.json")
    assert not sheet.is_sure and any("holds data" in doubt for doubt in sheet.doubts)


def test_a_scale_in_json_is_no_rubric_and_what_is_left_is_said(tmp_path):
    scale = [{"score": n, "label": f"step {n}", "meaning": f"what {n} means"} for n in (3, 2, 1)]
    parts = [{"name": f"part {n}", "definition": f"what part {n} asks for"} for n in range(3)]
    sheet = read(tmp_path, json.dumps({"dimensions": parts, "pointwise_scale": scale}), "r.json")
    assert [row.title for row in sheet.rows] == ["part 0", "part 1", "part 2"]
    labels = [{"label": f"slip {n}", "points": n, "text": f"what slip {n} is"} for n in (1, 2, 4)]
    both = read(tmp_path, json.dumps({"dimensions": parts, "slips": labels}), "b.json")
    assert not both.is_sure


def test_ids_name_the_rows_where_all_texts_are_levels(tmp_path):
    parts = [
        {"id": name, "weight": 0.5, "good": [f"{name} is clear", "it fits"], "poor": ["it is not"]}
        for name in ("type", "colour")
    ]
    sheet = read(tmp_path, json.dumps(parts), "r.json")
    assert [(row.text, len(row.levels)) for row in sheet.rows] == [("type", 2), ("colour", 2)]


def test_a_row_below_a_matrix_that_has_no_levels_is_a_note(tmp_path):
    levels = "an vielen Stellen unklar,an einigen Stellen unklar,an keiner Stelle unklar"
    names = ["Frage", "Theorie", "Methode", "Ergebnis", "Stil"]
    rows = [f"{name},{levels},20%" for name in names]
    text = "\n".join(["Kategorie,ausreichend,gut,sehr gut,Prozent", *rows, "Kommentar:,,,,1"])
    sheet = read(tmp_path, text)
    assert sheet.is_sure
    assert [(row.text, row.weight) for row in sheet.rows] == [(name, 20) for name in names]


def test_the_most_points_in_a_title_count_before_those_of_the_levels(tmp_path):
    text = (
        "| 項目 | 優 (10-20点) | 可 (1-9点) | 不可 (0点) |\n|---|---|---|---|\n"
        "| 論理 (6点満点) | 論理が明確である。 | 論理が不明瞭である。 | 論理がない。 |\n"
        "| 表現 (2点満点) | 表現が適切である。 | 表現が不適切である。 | 表現が破綻している。 |\n"
    )
    sheet = read(tmp_path, text, "r.md")
    assert [(row.text, row.weight) for row in sheet.rows] == [("論理", 6), ("表現", 2)]


def test_markdown_that_is_shown_as_code_is_read(tmp_path):
    text = "```markdown\n| Criterion | Points |\n|---|---|\n| Cites its sources | 3 |\n```\n"
    assert [row.weight for row in read(tmp_path, text, "r.md").rows] == [3]
