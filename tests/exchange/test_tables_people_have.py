"""Tables as people have them come in as their owner means them, or are asked about."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.tables_help import INTAKE, bands, here, lines, read, written
from tests.sampling import examples
from xpert_studio.core.errors import InputRefusedError, UsageError
from xpert_studio.core.exchange.rubric_sheet import (
    keep_map,
    kept_map,
    map_for,
    read_map,
)
from xpert_studio.core.exchange.rubric_sheet.numbers import amount, points_in


@here
@pytest.mark.parametrize(
    ("name", "shape", "expected"),
    [
        ("canvas_real_shape.csv", "matrix", [("Names clause 9 of the lease", 4), ("Dates the notice", 2)]),
        ("criterion_and_description.csv", "list",
         [("Names clause 9 of the lease and its page", 3), ("Dates the notice of termination", 2)]),
        ("item_criteria_max_score.csv", "list", [("Names clause 9 of the lease", 3), ("Dates the notice", 2)]),
        ("id_criterion_only.csv", "list", [("Names clause 9 of the lease", 7), ("Dates the notice", 7)]),
        ("matrix_real_shape.csv", "matrix", [("Clause", 10), ("Notice", 15)]),
        ("matrix.xlsx", "matrix", [("Thesis", 4), ("Evidence", 4)]),
        ("merged_block.xlsx", "matrix", [("Names clause 9", 4), ("Dates the notice", 2)]),
        ("total_words.csv", "list", [("Names clause 9 of the lease", 3)]),
        ("sections.xlsx", "tree", [("Names clause 9", 4), ("Dates it", 2), ("Reads clearly", 1)]),
        ("neg.xlsx", "list",
         [("Names clause 9", 5), ("Avoids this fault: Invents a case", 5), ("Adds nothing", 0)]),
        ("formula_nocache_other.xlsx", "list", [("Names clause 9", 3)]),
        ("enc_cp1251.csv", "list", [("Указывает срок уведомления", 3)]),
        ("enc_cp1252.csv", "list", [("La référence légale est citée", 3), ("Décrit l'échéance précise", 2)]),
        ("enc_cp1252_quotes.csv", "list",
         [("Calls the lease “void” – not voidable", 3), ("States the tenant’s notice period", 2)]),
    ],
)  # fmt: skip
def test_small_inputs_come_in_as_they_are_meant(name, shape, expected):
    sheet = read(INTAKE / name)
    assert sheet.is_sure
    assert sheet.shape == shape
    assert lines(sheet) == expected


@here
def test_what_small_inputs_say_besides():
    canvas = read(INTAKE / "canvas_real_shape.csv")
    assert canvas.groups == ("Lease memo",)
    assert [bands(row) for row in canvas.rows] == [
        [(4, 4, "names clause and page"), (0, 0, "no clause")],
        [(2, 2, "right date"), (0, 0, "no date")],
    ]
    assert [row.title for row in canvas.rows] == ["Clause", "Notice"]
    matrix = read(INTAKE / "matrix_real_shape.csv")
    assert {row.section for row in matrix.rows} == {"Content"}
    assert bands(matrix.rows[0]) == [
        (0, 59, "No clause"), (60, 84, "Clause without page"), (85, 100, "Clause and page"),
    ]  # fmt: skip
    assert matrix.rows[0].settings["low"] == 0
    assert matrix.rows[0].settings["high"] == 100
    steps = read(INTAKE / "matrix.xlsx").rows[0].settings
    assert (steps["low"], steps["high"], len(steps["bands"])) == (1, 4, 4)
    assert [row.checkpoint_id for row in read(INTAKE / "id_criterion_only.csv").rows] == [
        "R1",
        "R2",
    ]
    assert [len(row.levels) for row in read(INTAKE / "merged_block.xlsx").rows] == [3, 2]
    assert [r.section for r in read(INTAKE / "sections.xlsx").rows] == [
        "Content",
        "Content",
        "Style",
    ]
    told = " ".join(read(INTAKE / "total_words.csv").notes)
    for name in ("TOTAL SCORE", "Maximum", "Subtotal content", "Gesamt", "Out of"):
        assert name in told
    assert "negative points: 1" in " ".join(read(INTAKE / "neg.xlsx").notes)
    item = read(INTAKE / "item_criteria_max_score.csv")
    assert [c.role for c in item.columns] == ["ignore", "requirement", "points", "score"]
    assert len(item.unused) == 2


@here
def test_sheets_are_sections_or_versions_and_joined_when_asked():
    for name in ("sheets_by_section.xlsx", "old_version_sheet.xlsx"):
        assert len(read(INTAKE / name).groups) == 2
    joined = read(INTAKE / "sheets_by_section.xlsx", parts="sections")
    assert [(row.section, row.text, row.task) for row in joined.rows] == [
        ("Content", "Names clause 9 of the lease", None),
        ("Style", "Is at most two pages long", None),
    ]
    one = read(INTAKE / "old_version_sheet.xlsx", sheets=("Rubric v2",))
    assert lines(one) == [("Names clause 9 of the lease", 3)]


MATRIX = """| Kriterium | Gewichtung | sehr gut (1) | gut (2) | befriedigend (3) |
|---|---|---|---|---|
| **Aufbau** | 30 % | Klar gegliedert | Meist klar | Unklar |
| **Sprache** | 70 % | Fehlerfrei | Kaum Fehler | Viele Fehler |
| **Summe** | 100 % | | | |
"""


def test_german_grades_count_backwards(tmp_path):
    sheet = read(written(tmp_path, MATRIX, "r.md"))
    assert sheet.is_sure
    assert lines(sheet) == [("Aufbau", 30), ("Sprache", 70)]
    assert bands(sheet.rows[0]) == [
        (3, 3, "Klar gegliedert"), (2, 2, "Meist klar"), (1, 1, "Unklar"),
    ]  # fmt: skip
    assert any("per cent" in note for note in sheet.notes)
    scaled = read(tmp_path / "r.md", scaled=True)
    assert [row.weight for row in scaled.rows] == [4, 10]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("评分项,分值,评分标准\n任务完成度,40,所有步骤按预期执行\n规范性,60,符合行业操作规范\n合计,100,\n", "r.csv",
         [("所有步骤按预期执行", 40), ("符合行业操作规范", 60)]),
        ("評価項目,配点,評価基準\n論理性,30,主張と根拠が対応している\n表現,20,誤字がなく読みやすい\n合計,50,\n", "r.csv",
         [("主張と根拠が対応している", 30), ("誤字がなく読みやすい", 20)]),
        ("| 평가 항목 | 배점 |\n|---|---:|\n| 리스트 사용 | 15 |\n| 평균 계산 | 15 |\n| 합계 | 30 |\n", "r.md",
         [("리스트 사용", 15), ("평균 계산", 15)]),
        ("Critère;Barème\nCite l'article 9 du bail;0,5\nDate le préavis;2 points\nTotal;2,5\n", "r.csv",
         [("Cite l'article 9 du bail", 0.5), ("Date le préavis", 2)]),
        ("Criterio|Puntaje\nMenciona la cláusula|3/3\nIndica la fecha|_/2\n", "r.csv",
         [("Menciona la cláusula", 3), ("Indica la fecha", 2)]),
        ("<table><tr><th>Aspekt<th>Max. Punkte<tr><td>Nennt §&nbsp;573<td>５ Punkte<tr><td>Gibt die Frist an<td>2</table>",
         "r.html", [("Nennt § 573", 5), ("Gibt die Frist an", 2)]),
    ],
)  # fmt: skip
def test_tables_in_seven_languages(tmp_path, text, name, expected):
    sheet = read(written(tmp_path, text, name))
    assert sheet.is_sure
    assert lines(sheet) == expected


def test_levels_as_rows_repeated_columns_and_turned_tables(tmp_path):
    long = "Criterion,Level,Points,Description\n" + "".join(
        f"{name},{level},{points},{name} is {level.lower()} in every way\n"
        for name in ("Thesis", "Evidence")
        for level, points in (("Excellent", 4), ("Good", 2), ("Poor", 0))
    )
    sheet = read(written(tmp_path, long))
    assert (sheet.shape, lines(sheet)) == ("long", [("Thesis", 4), ("Evidence", 4)])
    assert [level.name for level in sheet.rows[0].levels] == ["Excellent", "Good", "Poor"]
    turned = "Score,Structure,Content\n3,Two full paragraphs with support,All points addressed\n2,One full paragraph,Some points addressed\n1,No clear paragraph,No point addressed\n"
    sheet = read(written(tmp_path, turned, "turned.csv"))
    assert lines(sheet) == [("Structure", 3), ("Content", 3)]
    assert bands(sheet.rows[0])[0] == (3, 3, "Two full paragraphs with support")
    numbered = "Criterion,Level 1 Points,Level 1 Description,Level 2 Points,Level 2 Description\nThesis,0,Missing,5,Clear\n"
    (row,) = read(written(tmp_path, numbered, "numbered.csv")).rows
    assert bands(row) == [(0, 0, "Missing"), (5, 5, "Clear")]


@pytest.mark.parametrize(
    ("heads", "expected"),
    [
        (["90-100%", "70-89%", "<70%"], [(90, 100), (70, 89), (0, 69)]),
        (["≥90", "60–89", "60以下"], [(90, 100), (60, 89), (0, 59)]),
        (["[85, 100]", "[60, 85)", "[0, 60)"], [(85, 100), (60, 84), (0, 59)]),
        (["Excellent 10-8 pts", "Fair 7-5 pts", "Poor 4-0 pts"], [(8, 10), (5, 7), (0, 4)]),
        (["优秀(90-100)", "良好(75-89)", "不及格(0-59)"], [(90, 100), (75, 89), (0, 59)]),
        (["Full (10)", "Half (5)", "None (0)"], [(10, 10), (5, 5), (0, 0)]),
    ],
)
def test_values_of_levels_as_people_write_them(tmp_path, heads, expected):
    rows = [["Criterion", *heads], ["Thesis", "a clear one", "a vague one", "missing at all"]]
    text = "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows)
    (row,) = read(written(tmp_path, text)).rows
    assert [(level.low, level.high) for level in row.levels] == expected


def test_levels_may_become_binary_ones(tmp_path):
    path = written(
        tmp_path, "Criterion,Weight,Good (4),Fair (2),Poor (0)\nThesis,10,clear,vague,none\n"
    )
    assert lines(read(path, levels="binary")) == [("Thesis: clear", 10)]
    assert lines(read(path, levels="steps")) == [("Thesis: vague", 5), ("Thesis: clear", 5)]


def test_a_level_order_that_nobody_said_is_asked(tmp_path):
    path = written(
        tmp_path,
        "Criterion,Rot,Gelb,Blau\nThesis,a long text here,another text there,a third text again\n",
    )
    assert not read(path).is_sure


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("0,5", 0.5), ("30%", 30), ("3/5", 5), ("5 Punkte", 5), ("10 pts", 10), ("７", 7),
        ("(3 points)", 3), ("-7", -7), ("−7", -7), ("10分", 10), ("15点", 15), ("20점", 20),
        ("/ 25", 25), ("0-5", 5), ("max. 8", 8), ("+2", 2), ("ten", None), ("", None), ("1e400", None),
    ],
)  # fmt: skip
def test_numbers_as_people_write_them(said, value):
    found = amount(said)
    assert (found.value if found else None) == value


@pytest.mark.parametrize(
    ("text", "rest", "value"),
    [
        ("Names clause 9 (3 points)", "Names clause 9", 3),
        ("**Correctness** (tests pass) — 40%", "**Correctness** (tests pass)", 40),
        ("说明理由（5分）", "说明理由", 5),
        ("[2 pts] Dates it", "Dates it", 2),
        ("Cites section 9 (2019)", "Cites section 9 (2019)", None),
    ],
)
def test_points_at_the_end_of_a_text(text, rest, value):
    found, points = points_in(text)
    assert (found, points.value if points else None) == (rest, value)


@given(st.text(max_size=60), st.integers(1, 99))
@examples(50)
def test_points_are_taken_off_a_text_and_nothing_else(text, points):
    said = " ".join(text.split()) or "x"
    found, value = points_in(f"{said} ({points} points)")
    if value is not None and value.value == points:
        assert found.strip(" -–—:：*_") == said.strip(" -–—:：*_") or len(found) <= len(said)


def test_a_tree_of_json_multiplies_weights_down(tmp_path):
    tree = {
        "id": "root", "requirements": "Reproduces the paper", "weight": 1, "sub_tasks": [
            {"id": "a", "requirements": "Trains the model", "weight": 3, "sub_tasks": []},
            {"id": "b", "requirements": "Reports results", "weight": 1, "sub_tasks": [
                {"id": "c", "requirements": "Has table 1", "weight": 1, "sub_tasks": []},
                {"id": "d", "requirements": "Has table 2", "weight": 1, "sub_tasks": []}]}],
    }  # fmt: skip
    sheet = read(written(tmp_path, json.dumps(tree), "r.json"))
    assert sheet.is_sure
    assert lines(sheet) == [("Trains the model", 75), ("Has table 1", 12.5), ("Has table 2", 12.5)]
    assert sheet.rows[1].section == "Reproduces the paper › Reports results"
    assert [row.checkpoint_id for row in sheet.rows] == ["a", "c", "d"]
    assert any("multiplied down" in note for note in sheet.notes)


def test_other_json(tmp_path):
    canvas = [{"description": "Thesis", "long_description": "States a clear thesis", "points": 4, "ratings": [
        {"description": "Full", "points": 4, "long_description": "clear"},
        {"description": "None", "points": 0, "long_description": "missing"}]}]  # fmt: skip
    (row,) = read(
        written(tmp_path, json.dumps({"title": "Essay", "criteria": canvas}), "c.json")
    ).rows
    assert (row.text, row.title, row.weight) == ("States a clear thesis", "Thesis", 4)
    assert bands(row) == [(4, 4, "clear"), (0, 0, "missing")]
    health = "\n".join(
        json.dumps({"prompt_id": f"p{n}", "prompt": "Ask", "rubrics": [
            {"criterion": f"Advises care {n}", "points": 5}, {"criterion": f"Advises tea {n}", "points": -3}]})
        for n in (1, 2)
    )  # fmt: skip
    sheet = read(written(tmp_path, health, "h.jsonl"))
    assert sheet.groups == ("p1", "p2")
    one = read(tmp_path / "h.jsonl", sheets=("p2",))
    assert lines(one) == [("Advises care 2", 5), ("Avoids this fault: Advises tea 2", 3)]


def test_lists_of_markdown(tmp_path):
    text = "# Rubric\n\n## Content\n\n- Names clause 9 (3 points)\n- Dates the notice (2 points)\n"
    assert lines(read(written(tmp_path, text, "r.md"))) == [
        ("Names clause 9", 3),
        ("Dates the notice", 2),
    ]
    text = "# Check list\n\n- [ ] Names clause 9\n- [x] Dates the notice\n"
    sheet = read(written(tmp_path, text, "c.md"))
    assert (sheet.shape, [row.text for row in sheet.rows]) == (
        "checklist",
        ["Names clause 9", "Dates the notice"],
    )
    text = (
        "- Content (40%)\n  - Names clause 9\n  - Dates the notice\n- Style (60%)\n  - Reads well\n"
    )
    sheet = read(written(tmp_path, text, "t.md"))
    assert lines(sheet) == [("Names clause 9", 20), ("Dates the notice", 20), ("Reads well", 60)]
    assert sheet.shape == "tree"
    text = "# Notes\n\n- We met on Monday\n- Ask Maria about the room\n"
    assert not read(written(tmp_path, text, "n.md")).is_sure


def test_tables_below_headings_are_sections(tmp_path):
    text = "".join(
        f"## {name}\n\n| Criterion | Points |\n|---|---|\n| Has {name} | {n} |\n\n"
        for n, name in enumerate(("code", "tests"), start=2)
    )
    sheet = read(written(tmp_path, text, "r.md"))
    assert [(row.section, row.text) for row in sheet.rows] == [
        ("code", "Has code"),
        ("tests", "Has tests"),
    ]


def test_a_mapping_says_what_the_guess_could_not(tmp_path):
    path = written(
        tmp_path,
        "Wo,Was,Wie viel,Rest\nA1,Nennt die Klausel neun des Vertrags,x,3\nA2,Nennt das Datum der Kündigung,y,2\n",
    )
    sheet = read(path, mapped=read_map("Requirement=B,Points=Rest,Id=A"))
    assert sheet.is_sure
    assert lines(sheet) == [
        ("Nennt die Klausel neun des Vertrags", 3),
        ("Nennt das Datum der Kündigung", 2),
    ]
    assert [row.checkpoint_id for row in sheet.rows] == ["A1", "A2"]
    assert sheet.unused == ("C: Wie viel",)
    levels = written(tmp_path, "x,y,z\nThesis,clear text,no text\n", "l.csv")
    mapped = read(levels, mapped=read_map("Requirement=A,Level=B:C"))
    assert [level.text for level in mapped.rows[0].levels] == ["clear text", "no text"]
    for wrong in ("Requirement=Z", "Nonsense=A", "Requirement"):
        with pytest.raises(UsageError):
            read(path, mapped=read_map(wrong))


def test_the_mapping_of_a_guess_gives_the_same_rows(tmp_path):
    path = written(tmp_path, MATRIX, "r.md")
    guessed = read(path)
    again = read(path, mapped=read_map(guessed.map_text))
    assert [(r.text, r.weight, r.levels) for r in again.rows] == [
        (r.text, r.weight, r.levels) for r in guessed.rows
    ]


def test_mappings_are_kept_and_recognised_by_the_headings(tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "conf"))
    sheet = read(written(tmp_path, "Was,Wert\nNennt die Klausel,3\n"))
    keep_map("ours", "Requirement=A,Points=B", sheet.signature)
    assert kept_map("ours") == "Requirement=A,Points=B"
    assert map_for(sheet.signature) == ("ours", "Requirement=A,Points=B")
    assert map_for(("other",)) is None


def test_a_text_of_commas_without_quotes_is_refused(tmp_path):
    path = written(tmp_path, "Criterion,Points\nNames clause 9, and page,3\nDates it,2\n")
    with pytest.raises(InputRefusedError) as refused:
        read(path)
    assert "more cells than the header" in str(refused.value.problems[0])


def test_cells_of_a_page_that_cover_several_rows_count_for_each(tmp_path):
    rows = (
        "<tr><th>Section</th><th>Criterion</th><th>Points</th></tr>"
        '<tr><td rowspan="2">Facts</td><td>Names the clause in full</td><td>4</td></tr>'
        "<tr><td>Names the date of the lease</td><td>6</td></tr>"
        '<tr><td>Style</td><td>Is easy to read throughout</td><td rowspan="2">5</td></tr>'
        "<tr><td>Form</td><td>Is no longer than one page</td></tr>"
    )
    sheet = read(written(tmp_path, f"<table>{rows}</table>", "page.html"))
    assert [(row.section, row.text, row.weight) for row in sheet.rows] == [
        ("Facts", "Names the clause in full", 4),
        ("Facts", "Names the date of the lease", 6),
        ("Style", "Is easy to read throughout", 2.5),
        ("Form", "Is no longer than one page", 2.5),
    ]
