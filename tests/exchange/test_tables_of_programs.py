"""Tables of other programs, of Word and the clipboard; and those that are no rubric."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest

from tests.exchange.tables_help import INTAKE, bands, here, lines, read, written
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange.rubric_sheet import (
    open_pasted_rubric,
)


@pytest.mark.parametrize("ending", ["xls", "ods"])
def test_files_of_other_programs(tmp_path, ending):
    import shutil
    import subprocess

    if shutil.which("soffice") is None:
        pytest.skip("no spreadsheet program here")
    source = written(tmp_path, "Criterion,Points\nNames clause 9,3\nDates it,2\n")
    subprocess.run(
        ["soffice", "--headless", f"-env:UserInstallation=file://{tmp_path}/lo", "--convert-to",
         ending, "--outdir", str(tmp_path), str(source)],
        check=True, capture_output=True, timeout=180,
    )  # fmt: skip
    assert lines(read(tmp_path / f"r.{ending}")) == [("Names clause 9", 3), ("Dates it", 2)]


def test_the_strict_dialect_of_excel(tmp_path):
    path = tmp_path / "r.xlsx"
    book = openpyxl.Workbook()
    for row in (("Criterion", "Points"), ("Names clause 9", 3)):
        book.active.append(row)
    book.save(path)
    data = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(data, "w") as new:
        for item in old.infolist():
            content = old.read(item)
            for other, strict in (
                (b"http://schemas.openxmlformats.org/spreadsheetml/2006/main", b"http://purl.oclc.org/ooxml/spreadsheetml/main"),
                (b"http://schemas.openxmlformats.org/officeDocument/2006/relationships", b"http://purl.oclc.org/ooxml/officeDocument/relationships"),
            ):  # fmt: skip
                content = content.replace(other, strict)
            new.writestr(item.filename, content)
    path.write_bytes(data.getvalue())
    assert lines(read(path)) == [("Names clause 9", 3)]


DOCX = """<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Rubric</w:t></w:r></w:p><w:tbl>{rows}</w:tbl>
</w:body></w:document>"""


def docx(path, rows):
    cell = "<w:tc>{more}<w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>"
    made = "".join(
        "<w:tr>" + "".join(cell.format(text=t, more=m) for t, m in row) + "</w:tr>" for row in rows
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", DOCX.format(rows=made))
    return path


def test_tables_of_word_with_merged_cells(tmp_path):
    down = '<w:tcPr><w:vMerge w:val="restart"/></w:tcPr>'
    under = "<w:tcPr><w:vMerge/></w:tcPr>"
    rows = [
        [("Criterion", ""), ("Points", ""), ("Level", "")],
        [("Names clause 9", down), ("4", down), ("full", "")],
        [("", under), ("", under), ("none", "")],
        [("Dates it", down), ("2", down), ("full", "")],
        [("", under), ("", under), ("none", "")],
    ]
    sheet = read(docx(tmp_path / "r.docx", rows))
    assert lines(sheet) == [("Names clause 9", 4), ("Dates it", 2)]
    assert [len(row.levels) for row in sheet.rows] == [2, 2]


def test_hostile_files_are_refused(tmp_path):
    bomb = tmp_path / "bomb.docx"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * (80 * 1024 * 1024))
    with pytest.raises(InputRefusedError) as refused:
        read(bomb)
    assert "unpacks to more" in str(refused.value.problems[0])
    entity = tmp_path / "e.docx"
    with zipfile.ZipFile(entity, "w") as archive:
        archive.writestr(
            "word/document.xml", '<!DOCTYPE a [<!ENTITY b "c">]>' + DOCX.format(rows="&b;")
        )
    with pytest.raises(InputRefusedError):
        read(entity)
    deep = written(tmp_path, "[" * 5_000 + "]" * 5_000, "deep.json")
    with pytest.raises(InputRefusedError):
        read(deep)
    wide = written(tmp_path, "<table>" + "<tr><td colspan=99999 rowspan=99999>x" * 50, "wide.html")
    with pytest.raises(InputRefusedError):
        read(wide)


HTML = """<html><body><!--StartFragment--><table><tr><td><b>Criterion</b></td><td><b>Points</b></td></tr>
<tr><td><p>Names clause 9</p><p>and its page</p></td><td>3</td></tr>
<tr><td>Says "void"</td><td>2</td></tr></table></body></html>"""


def pasted(text, html=""):
    return open_pasted_rubric(text, dimensions=(), html=html).read()


def test_what_is_on_the_clipboard():
    assert lines(pasted("Criterion\tPoints\n...", HTML)) == [
        ("Names clause 9\nand its page", 3), ('Says "void"', 2),
    ]  # fmt: skip
    word = '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1">1.&nbsp; Names clause 9 (3 points)</p><p class=MsoListParagraph style="mso-list:l0 level1 lfo1">2.&nbsp; Dates it (2 points)</p>'
    assert lines(pasted("1. Names clause 9 (3 points)\n2. Dates it (2 points)", word)) == [
        ("Names clause 9", 3), ("Dates it", 2),
    ]  # fmt: skip
    assert lines(pasted('Criterion\tPoints\nSays "void\t3\n')) == [('Says "void', 3)]
    assert lines(pasted("| Criterion | Points |\n|---|---|\n| Dates it | 2 |\n")) == [
        ("Dates it", 2)
    ]
    assert [row.text for row in pasted("Names a, with commas.\nCites b.\n").rows] == ["Names a, with commas.", "Cites b."]  # fmt: skip


def test_no_message_speaks_python(tmp_path):
    path = written(tmp_path, "Criterion,Points\nNames clause 9,true\nDates it,null\n")
    with pytest.raises(InputRefusedError) as refused:
        read(path)
    assert not any(word in str(p) for p in refused.value.problems for word in ("None", "True"))


@here
def test_a_rubric_that_is_imported_as_a_project_is_told_so(tmp_path):
    from datetime import UTC, datetime

    from xpert_studio.core.exchange import import_any
    from xpert_studio.core.workflow import new_project

    now = datetime(2026, 3, 1, tzinfo=UTC)
    with (
        pytest.raises(InputRefusedError) as refused,
        new_project(
            tmp_path / "n.xpert",
            now=now,
            fill=lambda made: import_any(made, INTAKE / "min.csv", now=now),
        ),
    ):
        pass
    assert "rubric import" in str(refused.value.problems[0])


@here
def test_cases_come_in_as_their_authors_print_them(tmp_path):
    from datetime import UTC, datetime

    from xpert_studio.core.exchange import import_any
    from xpert_studio.core.store import tasks
    from xpert_studio.core.workflow import new_project

    now = datetime(2026, 3, 1, tzinfo=UTC)
    with (
        new_project(
            tmp_path / "n.xpert",
            now=now,
            fill=lambda made: import_any(made, INTAKE / "published_case.json", now=now),
        ) as made,
        made.reading() as tx,
    ):
        found = {task.id: tasks.rubric_of(tx, task.id) for task in tasks.all_tasks(tx)}
    assert {name: len(rubric) for name, rubric in found.items()} == {
        "l_math_101-basic": 3, "l_math_101-medium": 1,
    }  # fmt: skip
    point = found["l_math_101-basic"][0]
    assert point.weight == 30
    assert [band["low"] for band in point.settings["bands"]] == [90, 70, 60, 0]


def test_what_repeated_columns_hold_is_told_by_content(tmp_path):
    text = "rubric_title,criterion,rating_1,pts_1,rating_2,pts_2\nEssay,Thesis,Excellent,4.0,Poor,0.0\n"
    sheet = read(written(tmp_path, text))
    assert lines(sheet) == [("Thesis", 4)]
    assert bands(sheet.rows[0]) == [(4, 4, "Excellent"), (0, 0, "Poor")]


def test_scores_of_groups_are_no_levels(tmp_path):
    text = "Total Points,Description,20,0\nBusiness understanding,Describe the data set in full,10,5\nModel and evaluation,Explain the chosen model well,8,7\n"
    sheet = read(written(tmp_path, text))
    assert not any(row.levels for row in sheet.rows)
    assert not sheet.is_sure


def test_numbered_rows_share_the_points_of_their_branch(tmp_path):
    text = (
        "Anforderung;max. Punkte / Gewichtung;erreicht\n1. Ist sauber gestaltet;6;\n1.1 Hat eine Überschrift;0,25;\n"
        "1.2 Hat einen Titel;0,75;\nTotal;;\nA. Lässt sich blättern;4;\nA.1 Vor;50%;\nA.2 Zurück;50%;\n"
    )
    sheet = read(written(tmp_path, text))
    assert lines(sheet) == [
        ("1.1 Hat eine Überschrift", 1.5), ("1.2 Hat einen Titel", 4.5), ("A.1 Vor", 2), ("A.2 Zurück", 2),
    ]  # fmt: skip
    assert sheet.shape == "tree"


def test_a_sum_that_is_far_off_is_asked_about(tmp_path):
    near = read(written(tmp_path, "Criterion,Points\nNames it,40\nDates it,50\nTotal,100\n"))
    assert near.is_sure
    assert any("sum up to 90" in note for note in near.notes)
    far = read(written(tmp_path, "Criterion,Points\nNames it,4\nDates it,5\nTotal,100\n"))
    assert not far.is_sure


def test_points_of_a_person_are_not_the_most_points(tmp_path):
    graded = read(
        written(tmp_path, "Aspect,Weight,Points earned,Max\nNames it,x,1,4\nDates it,y,0,2\n")
    )
    assert lines(graded) == [("Names it", 4), ("Dates it", 2)]
    beside = "| Criterion | Good (3) | Poor (0) | Score |\n|---|---|---|---|\n| Runs | works | fails | 0 |\n"
    assert lines(read(written(tmp_path, beside, "b.md"))) == [("Runs", 3)]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("维度,权重,说明\n逻辑,30%,论证前后一致\n语言,30%,没有语病\n格式,40%,符合规范要求\n", "r.csv",
         [("论证前后一致", 30), ("没有语病", 30), ("符合规范要求", 40)]),
        ("维度,优秀(90-100),不及格(0-59)\n逻辑,论证一致,论证混乱\n语言,没有语病,语病很多\n", "r.csv",
         [("逻辑", 7), ("语言", 7)]),
        ('{"rubric": {"Thesis": {"5": "clear", "1": "missing"}, "Style": {"5": "good", "1": "bad"}}}', "r.json",
         [("Thesis", 5), ("Style", 5)]),
        ('{"criteria": {"Thesis": "States a clear thesis", "Style": "Reads well"}}', "r.json",
         [("States a clear thesis", 7), ("Reads well", 7)]),
    ],
)  # fmt: skip
def test_names_of_dimensions_and_keys_are_criteria(tmp_path, text, name, expected):
    assert lines(read(written(tmp_path, text, name))) == expected


def test_a_comparison_of_products_is_no_rubric_without_asking(tmp_path):
    text = "| 評価項目 | Puppeteer | jsPDF |\n|---|---|---|\n| 品質 | 高い | 低い |\n| 工数 | 低 | 高 |\n"
    assert not read(written(tmp_path, text, "r.md")).is_sure
