"""Rubric spreadsheets as experts keep them, break them, and get them back."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import time
import zipfile
from contextlib import suppress
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from xpert_studio.core.encodings import UnclearEncodingError
from xpert_studio.core.errors import InputRefusedError, NotFoundError, UsageError
from xpert_studio.core.exchange.rubric_sheet import (
    SheetReading,
    open_pasted_rubric,
    read_rubric_sheet,
    write_rubric_sheet,
)
from xpert_studio.core.records import Checkpoint, Tier
from xpert_studio.core.resources import resource_json

DIMENSIONS = tuple(item["name"] for item in resource_json("taxonomy.json")["dimensions"])
ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("XPERT_SHARED", ROOT.parent / "shared"))
HEADER = ("Criterion", "Points", "Importance", "Tag")
ROWS = (("Names clause 9.", 10, "Essential", "Domain Expertise"), ("Cites 3 cases.", 7, "Important", "Other"))  # fmt: skip


def book(path, rows, *, title="Rubric", more=()):
    made = openpyxl.Workbook()
    made.active.title = title
    for row in rows:
        made.active.append(row)
    for name, others in more:
        sheet = made.create_sheet(name)
        for row in others:
            sheet.append(row)
    made.save(path)
    return path


def read(path, **more):
    return read_rubric_sheet(path, dimensions=DIMENSIONS, reading=SheetReading(**more))


def refused(path, **more):
    with pytest.raises(InputRefusedError) as error:
        read(path, **more)
    return [str(problem) for problem in error.value.problems]


def texts(sheet):
    return [row.text for row in sheet.rows]


@pytest.mark.skipif(not (SHARED / "data/xpertbench").is_dir(), reason="shared data not here")
@pytest.mark.parametrize(("name", "lines"), [("finance", 12), ("hss", 16)])
def test_published_tables_go_in_as_they_are(name, lines):
    path = SHARED / "data/xpertbench" / f"{name}_rubric.csv"
    sheet = read(path)
    assert len(sheet.rows) == lines
    assert all(row.tier for row in sheet.rows)
    unknown = {item.tag: item.suggestions for item in sheet.unknown_tags}
    assert unknown
    assert all(suggestions for suggestions in unknown.values())
    mapped = read(path, tags={tag: names[0] for tag, names in unknown.items()})
    assert not mapped.unknown_tags
    assert all(row.dimension in DIMENSIONS for row in mapped.rows)
    added = read(path, add_tags=True)
    assert {row.dimension for row in added.rows} >= set(unknown)


@pytest.mark.parametrize(
    "header",
    [
        ("评分标准", "分值", "重要性", "标签"),
        ("检查点", "权重", "级别", "维度"),
        (" CRITERION ", "points (1-10)", "Importance*", "TAG"),
        ("Ｃｒｉｔｅｒｉｏｎ", "Ｐｏｉｎｔｓ", "Tier", "Dimension"),
    ],
)
def test_headers_in_any_language_and_case(tmp_path, header):
    sheet = read(book(tmp_path / "r.xlsx", [header, *ROWS]))
    assert texts(sheet) == ["Names clause 9.", "Cites 3 cases."]
    assert [row.weight for row in sheet.rows] == [10, 7]


def test_a_header_below_a_title_and_notes_under_the_table(tmp_path):
    rows = [
        ("Rubric of the lease case",),
        (),
        HEADER,
        ROWS[0],
        (),
        ROWS[1],
        (),
        ("Agreed on Monday.",),
    ]
    sheet = read(book(tmp_path / "r.xlsx", rows))
    assert len(sheet.rows) == 2
    assert any("begin in row 3" in note for note in sheet.notes)
    assert any("below the table" in note for note in sheet.notes)


def test_a_note_in_the_middle_is_no_line_that_is_dropped(tmp_path):
    rows = [HEADER, ROWS[0], ("Ask Maria about this one",), ROWS[1]]
    sheet = read(book(tmp_path / "r.xlsx", rows))
    assert [row.section for row in sheet.rows] == ["", "Ask Maria about this one"]


@pytest.mark.parametrize("name", ["Total", "Sum:", "合计", "总分（满分）"])
def test_a_row_that_sums_up_is_no_line(tmp_path, name):
    rows = [HEADER, *ROWS, (name, 17, None, None)]
    sheet = read(book(tmp_path / "r.xlsx", rows))
    assert len(sheet.rows) == 2
    assert any("was read as a total" in note for note in sheet.notes)


def test_no_header(tmp_path):
    sheet = read(book(tmp_path / "r.xlsx", ROWS))
    assert [(row.text, row.weight, row.tier) for row in sheet.rows] == [
        ("Names clause 9.", 10, Tier.ESSENTIAL), ("Cites 3 cases.", 7, Tier.IMPORTANT),
    ]  # fmt: skip
    assert any("no header" in note for note in sheet.notes)
    assert not read(book(tmp_path / "x.xlsx", [("apples", "pears"), ("red", "green")])).is_sure
    (problem,) = refused(book(tmp_path / "y.xlsx", [(1, 2), (3, 4)]))
    assert "评分标准" in problem


def test_points_in_every_dress(tmp_path):
    good = ["10", "10.0", " 8 分", "７", 5.0, "3 points"]
    rows = [
        HEADER,
        *((f"Names fact {n}.", value, "Essential", None) for n, value in enumerate(good)),
    ]
    assert [row.weight for row in read(book(tmp_path / "r.xlsx", rows)).rows] == [
        10,
        10,
        8,
        7,
        5,
        3,
    ]
    bad = ["ten", True, date(2026, 1, 10), "1e400", "10-Jan"]
    rows = [
        HEADER,
        *((f"Names fact {n}.", value, "Essential", None) for n, value in enumerate(bad)),
    ]
    problems = refused(book(tmp_path / "b.xlsx", rows))
    assert len(problems) == len(bad)
    assert "is a date" in problems[2]


def test_missing_points_follow_the_tier_and_nothing_else_is_guessed(tmp_path):
    rows = [HEADER, ("Names a.", None, "Optional", None), ("Names b.", None, None, "Other")]
    problems = refused(book(tmp_path / "r.xlsx", rows))
    assert problems == [
        "r.xlsx, row 3, Points: is empty. Write a number, such as a whole one from 1 to 10."
    ]
    sheet = read(book(tmp_path / "s.xlsx", rows[:2]))
    assert sheet.rows[0].weight == 2


@pytest.mark.parametrize(
    ("said", "tier"),
    [("essential ", Tier.ESSENTIAL), ("必要", Tier.ESSENTIAL), ("重要", Tier.IMPORTANT),
     ("OPTIONAL", Tier.OPTIONAL), ("可选", Tier.OPTIONAL)],
)  # fmt: skip
def test_known_words_for_tiers(tmp_path, said, tier):
    sheet = read(book(tmp_path / "r.xlsx", [HEADER, ("Names a.", 5, said, None)]))
    assert sheet.rows[0].tier is tier


def test_an_unknown_tier_is_refused_with_the_list(tmp_path):
    (problem,) = refused(book(tmp_path / "r.xlsx", [HEADER, ("Names a.", 5, "high", None)]))
    assert "Essential, Important or Optional" in problem


def test_every_problem_is_listed_at_once_with_its_row(tmp_path):
    rows = [HEADER, ("", 5, "Essential", None), ("Names a.", "much", "high", None),
            ("Names b.", 3, "Optional", None), ("names  B.", 3, "Optional", None)]  # fmt: skip
    problems = refused(book(tmp_path / "r.xlsx", rows))
    assert len(problems) == 4
    assert "is the same as in row 4" in problems[-1]


def test_tags_are_matched_asked_about_and_never_dropped(tmp_path):
    rows = [HEADER, ("Names a.", 5, None, "domain  expertise"), ("Names b.", 5, None, "领域专业性"),
            ("Names c.", 5, None, "Structure and Formatting"), ("Names d.", 5, None, "Charm")]  # fmt: skip
    sheet = read(book(tmp_path / "r.xlsx", rows))
    assert [row.dimension for row in sheet.rows] == [
        "Domain Expertise", "Domain Expertise", "Structure & Formatting", None,
    ]  # fmt: skip
    assert [item.tag for item in sheet.unknown_tags] == ["Charm"]
    assert sheet.rows[3].tag == "Charm"


def test_merged_and_hidden_cells_count_and_are_told(tmp_path):
    path = book(tmp_path / "r.xlsx", [HEADER, *ROWS, ("Names c.", 2, None, None)])
    made = openpyxl.load_workbook(path)
    sheet = made.active
    sheet["C3"].value = None
    sheet.merge_cells("C2:C4")
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["D"].hidden = True
    made.save(path)
    found = read(path)
    assert [row.tier for row in found.rows] == [Tier.ESSENTIAL] * 3
    told = " ".join(found.notes)
    assert "1 hidden rows" in told
    assert "hidden columns" in told
    assert "merged cells" in told


def test_formulas_with_and_without_a_stored_value(tmp_path):
    (problem,) = refused(
        book(tmp_path / "r.xlsx", [HEADER, ("Names a.", "=5+5", "Essential", None)])
    )
    assert "cell B2" in problem
    made = book(tmp_path / "s.xlsx", [HEADER, ("Names a.", "=5+5", "Essential", None)])
    data = io.BytesIO()
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(data, "w") as new:
        for item in old.infolist():
            content = old.read(item)
            if item.filename == "xl/worksheets/sheet1.xml":
                content = content.replace(b"<f>5+5</f><v></v>", b"<f>5+5</f><v>10</v>")
                content = content.replace(b"<f>5+5</f><v />", b"<f>5+5</f><v>10</v>")
            new.writestr(item, content)
    made.write_bytes(data.getvalue())
    found = read(made)
    assert found.rows[0].weight == 10
    assert any("formulas were read" in note for note in found.notes)


def test_sheets_a_task_each_and_two_tables_on_one(tmp_path):
    path = book(tmp_path / "r.xlsx", [HEADER, ROWS[0]], title="lease",
                more=[("loan", [HEADER, ROWS[1]]), ("notes", [("Talk to Bo",), ("about",)])])  # fmt: skip
    sheet = read(path)
    assert [(row.task, row.text) for row in sheet.rows] == [
        ("lease", "Names clause 9."), ("loan", "Cites 3 cases."),
    ]  # fmt: skip
    assert any("notes" in note for note in sheet.notes)
    assert texts(read(path, sheets=("loan",))) == ["Cites 3 cases."]
    two = [HEADER, ROWS[0], (), ("Points", "Criterion", "Tag", "Importance"),
           (7, "Cites 3 cases.", "Other", "Important")]  # fmt: skip
    sheet = read(book(tmp_path / "two.xlsx", two))
    assert texts(sheet) == ["Names clause 9.", "Cites 3 cases."]
    assert any("second table" in note for note in sheet.notes)


def test_a_million_formatted_rows_are_not_looked_at(tmp_path):
    path = book(tmp_path / "r.xlsx", [HEADER, *ROWS])
    data = io.BytesIO()
    empty = b"".join(b'<row r="%d"><c r="A%d" s="1"/></row>' % (n, n) for n in range(4, 300_000))
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            content = old.read(item)
            if item.filename == "xl/worksheets/sheet1.xml":
                content = content.replace(b"</sheetData>", empty + b"</sheetData>")
            new.writestr(item, content)
    path.write_bytes(data.getvalue())
    begun = time.process_time()
    assert len(read(path).rows) == 2
    assert time.process_time() - begun < 60


def test_files_that_are_no_spreadsheets(tmp_path):
    old = tmp_path / "old.xls"
    old.write_bytes(b"\xd0\xcf\x11\xe0" + b"\0" * 600)
    assert "damaged, or protected by a password" in refused(old)[0]
    ods = tmp_path / "r.ods"
    with zipfile.ZipFile(ods, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    assert "damaged" in refused(ods)[0] or "neither a workbook" in refused(ods)[0]
    empty = tmp_path / "empty.csv"
    empty.write_bytes(b"")
    assert "is empty" in refused(empty)[0]
    only = tmp_path / "only.csv"
    only.write_text("Criterion,Points,Importance,Tag\n")
    assert "holds no checkpoint" in refused(only)[0]
    broken = tmp_path / "broken.xlsx"
    broken.write_bytes(b"PK\x03\x04 and then nothing")
    assert "is damaged" in refused(broken)[0]
    with pytest.raises(NotFoundError):
        read(tmp_path / "nowhere.csv")


def test_xml_that_attacks_is_refused_quickly(tmp_path):
    path = book(tmp_path / "r.xlsx", [HEADER, *ROWS])
    laughs = (
        b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">'
        + b"".join(
            b'<!ENTITY %c "&%c;&%c;&%c;&%c;&%c;&%c;&%c;&%c;">' % ((98 + n, *([97 + n] * 8)))
            for n in range(9)
        )
        + b"]>"
    )
    data = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(data, "w") as new:
        for item in old.infolist():
            content = old.read(item)
            if item.filename in {"xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"}:
                content = laughs + content.split(b"?>", 1)[-1]
            new.writestr(item, content)
    path.write_bytes(data.getvalue())
    assert "is damaged" in refused(path)[0]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_in_every_encoding_and_delimiter(tmp_path, encoding, delimiter):
    path = tmp_path / "r.csv"
    lines = [
        ("评分标准", "分值", "重要性"),
        ("指出违约金上限", "10.0", "必要"),
        ("列明依据", "7", "重要"),
    ]
    path.write_bytes("\n".join(delimiter.join(line) for line in lines).encode(encoding))
    assert texts(read(path)) == ["指出违约金上限", "列明依据"]


def test_csv_named_xlsx_and_quotes_that_do_not_close(tmp_path):
    path = tmp_path / "r.xlsx"
    path.write_text('Criterion,Points\n"Names a,\nand b.",5\n')
    assert texts(read(path)) == ["Names a,\nand b."]
    path.write_text('Criterion,Points\n"Names a,5\n')
    assert "quotation marks" in refused(path)[0]
    path.write_bytes(b"Criterion,Points\nNames\x00 a,5\n")
    assert "NUL" in refused(path)[0]


CELLS = st.text(min_size=1, max_size=60).map(str.strip).filter(
    lambda text: text and not any("\ud800" <= c <= "\udfff" or c == "\x00" for c in text)
) | st.sampled_from(
    ["=1+1", "+cmd", "-3", "@x", "'quoted", "''", "_x000D_", "“a” 'b'", "指出。", "a\nb", "=\t", "🙂"]
)  # fmt: skip


def same_ends(text):
    """Line ends and white space around a text are not kept by spreadsheets."""
    return (text or "").replace("\r\n", "\n").strip() or None


@given(
    st.lists(
        st.tuples(
            CELLS, st.integers(1, 10), st.sampled_from([*Tier, None]),
            st.sampled_from([*DIMENSIONS, None]), CELLS | st.none(),
        ),
        min_size=1, max_size=6, unique_by=lambda row: " ".join(row[0].split()).casefold(),
    ),
    st.sampled_from(["xlsx", "csv"]),
)  # fmt: skip
@examples(25)
def test_what_goes_out_comes_back_unchanged(tmp_path_factory, rows, ending):
    rubric = [
        Checkpoint(task_id="t", id=f"c{n}", text=text.replace("\r\n", "\n").strip(), weight=weight,
                   tier=tier, dimension=dimension, notes=notes)
        for n, (text, weight, tier, dimension, notes) in enumerate(rows)
    ]  # fmt: skip
    path = tmp_path_factory.mktemp("sheet") / f"r.{ending}"
    assert write_rubric_sheet(path, rubric, dimensions=DIMENSIONS) == len(rubric)
    back = read(path).rows
    assert [
        (row.checkpoint_id, row.text, row.weight, row.tier, row.dimension, row.notes)
        for row in back
    ] == [(p.id, p.text, p.weight, p.tier, p.dimension, same_ends(p.notes)) for p in rubric]


def test_a_workbook_offers_choices_and_holds_no_formula(tmp_path):
    rubric = [Checkpoint(task_id="t", id="c", text="=cmd|' /C calc'!A0", weight=3)]
    path = tmp_path / "r.xlsx"
    write_rubric_sheet(path, rubric, dimensions=DIMENSIONS)
    sheet = openpyxl.load_workbook(path)["Rubric"]
    rules = {str(rule.sqref).split(":")[0]: rule for rule in sheet.data_validations.dataValidation}
    assert rules["C2"].formula1 == '"Essential,Important,Optional"'
    assert rules["D2"].formula1 == f"Lists!$A$2:$A${len(DIMENSIONS) + 1}"
    assert (rules["B2"].formula1, rules["B2"].formula2) == ("1", "10")
    assert sheet["A2"].data_type == "s"
    with pytest.raises(UsageError, match="exists"):
        write_rubric_sheet(path, rubric, dimensions=DIMENSIONS)
    long = [rubric[0].model_copy(update={"text": "x" * 40_000})]
    with pytest.raises(UsageError, match="cannot hold 40,000"):
        write_rubric_sheet(tmp_path / "l.xlsx", long, dimensions=DIMENSIONS)
    assert not (tmp_path / "l.xlsx").exists()


def test_the_tag_heading_says_what_dimensions_mean(tmp_path):
    path = tmp_path / "r.xlsx"
    meanings = {DIMENSIONS[0]: "=Does & obeys.", DIMENSIONS[1]: ""}
    rubric = [Checkpoint(task_id="t", id="c", text="Obeys.", weight=3, dimension=DIMENSIONS[0])]
    write_rubric_sheet(path, rubric, dimensions=DIMENSIONS, meanings=meanings)
    sheet = openpyxl.load_workbook(path)["Rubric"]
    assert sheet["D1"].comment.text == f"{DIMENSIONS[0]}: =Does & obeys."
    back = read_rubric_sheet(path, dimensions=DIMENSIONS)
    assert [(row.text, row.dimension) for row in back.rows] == [("Obeys.", DIMENSIONS[0])]
    assert back.notes == ()


@pytest.mark.skipif(shutil.which("soffice") is None, reason="no spreadsheet program here")
def test_a_spreadsheet_program_saves_it_and_it_comes_back(tmp_path):
    rubric = [
        Checkpoint(task_id="t", id="c1", text="指出“违约金”上限为20%。", weight=10,
                   tier=Tier.ESSENTIAL, dimension=DIMENSIONS[0], notes="=note"),
        Checkpoint(task_id="t", id="c2", text="Two\nlines", weight=2, tier=Tier.OPTIONAL),
    ]  # fmt: skip
    path = tmp_path / "r.xlsx"
    write_rubric_sheet(path, rubric, dimensions=DIMENSIONS, meanings={DIMENSIONS[0]: "Obeys."})
    out = tmp_path / "out"
    subprocess.run(
        ["soffice", "--headless", f"-env:UserInstallation=file://{tmp_path}/lo",
         "--convert-to", "xlsx", "--outdir", str(out), str(path)],
        check=True, capture_output=True, timeout=180,
    )  # fmt: skip
    back = read(out / "r.xlsx").rows
    assert [(row.checkpoint_id, row.text, row.weight, row.tier, row.dimension, row.notes) for row in back] == [
        (p.id, p.text, p.weight, p.tier, p.dimension, p.notes) for p in rubric
    ]  # fmt: skip
    rules = openpyxl.load_workbook(out / "r.xlsx")["Rubric"].data_validations.dataValidation
    assert len(rules) == 3


def test_pasted_tables_with_and_without_a_header():
    pasted = 'Criterion\tPoints\tImportance\n"Names a\nand b."\t10\tEssential\nCites c.\t7\t重要\n'
    sheet = open_pasted_rubric(pasted, dimensions=DIMENSIONS).read()
    assert [(row.text, row.weight) for row in sheet.rows] == [
        ("Names a\nand b.", 10),
        ("Cites c.", 7),
    ]
    bare = open_pasted_rubric("Names a, with commas.\nCites b.\n", dimensions=DIMENSIONS).read()
    assert [(row.text, row.weight) for row in bare.rows] == [
        ("Names a, with commas.", 7), ("Cites b.", 7),
    ]  # fmt: skip


@given(st.binary(max_size=400))
@examples(25)
def test_any_bytes_are_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("any") / "r.csv"
    path.write_bytes(data)
    with suppress(InputRefusedError, UnclearEncodingError):
        assert read(path).rows
