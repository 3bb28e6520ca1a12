"""Cells are read as they show their values; what is hidden or not stored is said."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Color, Font, PatternFill

from xpert_studio.core.documents import XLSX, GapReason, media_type_of, read_document
from xpert_studio.packs.office.number_formats import shown

KEPT = Path(__file__).parent / "kept"
DIALECTS = (
    (b"http://schemas.openxmlformats.org/spreadsheetml/2006/main", b"http://purl.oclc.org/ooxml/spreadsheetml/main"),
    (b"http://schemas.openxmlformats.org/officeDocument/2006/relationships", b"http://purl.oclc.org/ooxml/officeDocument/relationships"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("value", "code", "said"),
    [
        (1234.5, "#,##0.00", "1,234.50"),
        (0.125, "0.0%", "12.5%"),
        (45365, "dd.mm.yyyy", "14.03.2024"),
        (45365, "d mmm yyyy", "14 Mar 2024"),
        (45365, "[$-407]d. mmmm yyyy", "2024-03-14"),
        (45365.75, "yyyy-mm-dd h:mm AM/PM", "2024-03-14 6:00 PM"),
        (45365.5, 'yyyy"年"m"月"d"日"', "2024年3月14日"),
        (1, "yyyy-mm-dd", "1900-01-01"),
        (61, "yyyy-mm-dd", "1900-03-01"),
        (1.5, "[h]:mm", "36:00"),
        (0.4791666, "[mm]:ss", "690:00"),
        (-5, "0;(0)", "(5)"),
        (0, '0.00;-0.00;"-"', "-"),
        (-1234.5, '"$"#,##0.00_);[Red]("$"#,##0.00)', "($1,234.50)"),
        (1234.5, "_-* #,##0.00 [$€-407]_-", "1,234.50 €"),
        (1234567, '#,##0,"k"', "1,235k"),
        (2.25, "# ?/?", "2 1/4"),
        (12345, "0.00E+00", "1.23E+04"),
        (5551234, "000-0000", "555-1234"),
        (75, '[>100]"high";[<50]"low";0', "75"),
        (0.1 + 0.2, "General", "0.3"),
        (123456789012, "General", "123456789012"),
        (3, ";;;", ""),
        (-1, "yyyy", None),
    ],
)
def test_a_number_is_shown_as_its_format_says(value, code, said):
    assert shown(value, code) == said


@given(st.integers(-(10**12), 10**12))
def test_thousands_are_parted_and_nothing_is_lost(number):
    assert shown(number, "#,##0") == f"{number:,}"


@given(st.dates(date(1900, 3, 1), date(9999, 12, 30)))
def test_a_date_is_its_own_day(day):
    assert shown((day - date(1899, 12, 30)).days, "yyyy-mm-dd") == day.isoformat()


@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(alphabet='0#?.,%E+-;"[]ydmhs/ @_*\\$€', max_size=12),
)
def test_no_format_breaks_the_reader(value, code):
    assert isinstance(shown(value, code), str | None)


def book() -> bytes:
    made = Workbook()
    sheet = made.active
    sheet.title = "Data"
    sheet.append(["Date", "Rate", "Formula"])
    sheet.append([date(2024, 3, 14), 0.125, "=B2*2"])
    sheet["B2"].number_format = "0.0%"
    sheet["A3"], sheet["A4"], sheet["A5"] = "out of sight", "wide", "noted"
    sheet["D1"], sheet["D2"] = "beside", "hidden too"
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["D"].hidden = True
    sheet.merge_cells("A4:C4")
    sheet["A5"].comment = Comment("look here", "Jane")
    sheet.oddHeader.center.text = "Draft"
    other = made.create_sheet("Secret")
    other["A1"], other.sheet_state = "x", "hidden"
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def strict(data: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            for one, other in DIALECTS:
                part = part.replace(one, other)
            new.writestr(name, part)
    return stream.getvalue()


@pytest.mark.parametrize("made", [book(), strict(book())], ids=["transitional", "strict"])
def test_a_workbook_is_read_as_it_is_seen_in_both_dialects(made):
    found = read_document(made, XLSX)
    assert found.text.splitlines() == [
        "# Data", "Date\tRate\tFormula", "2024-03-14\t12.5%\t=B2*2", "wide",
        "noted [Comment: look here]", "[Header: Draft]",
    ]  # fmt: skip
    assert {(str(gap.where), gap.what) for gap in found.gaps} == {
        ("sheet Data, cell C2", GapReason.FORMULA),
        ("sheet Data, rows 3", GapReason.HIDDEN),
        ("sheet Data, columns D", GapReason.HIDDEN),
        ("sheet Secret", GapReason.HIDDEN),
    }
    assert "Jane" in found.metadata


def saved(made: Workbook) -> bytes:
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


WHITE, NAVY = "FFFFFFFF", "FF000080"


@pytest.mark.parametrize(
    ("letters", "cell", "is_seen"),
    [
        (Font(color=WHITE), None, False),
        (Font(color=Color(theme=0)), None, False),
        (Font(color=Color(indexed=9)), None, False),
        (Font(color=NAVY), NAVY, False),
        (Font(size=1), None, False),
        (Font(color=WHITE), NAVY, True),
        (Font(color=Color(theme=0, tint=-0.5)), None, True),
        (Font(color=Color(theme=1)), None, True),
        (Font(color=NAVY), None, True),
    ],
)
def test_letters_in_the_colour_of_their_cell_are_left_out_and_said(letters, cell, is_seen):
    made = Workbook()
    made.active["A1"], made.active["A2"] = "Seen", "Words"
    made.active["A2"].font = letters
    if cell:
        made.active["A2"].fill = PatternFill("solid", fgColor=cell)
    found = read_document(saved(made), XLSX)
    assert found.text == ("# Sheet\nSeen\nWords" if is_seen else "# Sheet\nSeen")
    assert [(str(gap.where), gap.what) for gap in found.gaps] == (
        [] if is_seen else [("sheet Sheet, cell A2", GapReason.HIDDEN)]
    )


def test_white_letters_where_a_rule_or_table_gives_cells_a_colour_are_read():
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.worksheet.table import Table

    made = Workbook()
    made.active.append(["Item", "Price"])
    made.active.append(["Rent", 900])
    made.active["A4"] = "Late"
    for place in ("A1", "B1", "A4"):
        made.active[place].font = Font(color=WHITE)
    made.active.add_table(Table(displayName="Prices", ref="A1:B2"))
    made.active.conditional_formatting.add(
        "A4", FormulaRule(["TRUE"], fill=PatternFill(bgColor=NAVY))
    )
    found = read_document(saved(made), XLSX)
    assert (found.text, found.gaps) == ("# Sheet\nItem\tPrice\nRent\t900\nLate", ())


def test_struck_cells_are_marked_and_rows_too_low_to_be_seen_are_hidden():
    made = Workbook()
    made.active["A1"], made.active["A2"], made.active["B1"] = "gone", "SECRET", "SECRET"
    made.active["A1"].font = Font(strike=True)
    made.active.row_dimensions[2].height = 0.5
    made.active.column_dimensions["B"].width = 0.1
    found = read_document(saved(made), XLSX)
    assert found.text == "# Sheet\n~~gone~~"
    assert {str(gap.where) for gap in found.gaps} == {
        "sheet Sheet, rows 2",
        "sheet Sheet, columns B",
    }


def test_states_and_schedules_by_the_colour_of_empty_cells_are_a_gap():
    def gaps(*colours: str) -> list[GapReason]:
        made = Workbook()
        for row, colour in enumerate(colours, start=1):
            made.active.cell(row, 1).value = f"Task {row}"
            made.active.cell(row, 2).fill = PatternFill("solid", fgColor=colour)
        return [gap.what for gap in read_document(saved(made), XLSX).gaps]

    assert gaps("FF00FF00", "FFFF0000") == [GapReason.DRAWING]
    assert gaps("FFFFFF99", "FFFFFF99") == []  # a form to fill in
    assert gaps("FFDDDDDD", "FFAAAAAA") == []


def test_a_workbook_of_97_is_read_as_it_is_seen():
    data = (KEPT / "rents.xls").read_bytes()
    found = read_document(data, media_type_of(data))
    assert found.text.splitlines() == [
        "# Data", "Date\tRate\tPrice\tFormula", "2024-03-14\t12.5%\t1,234.50 €\t2469",
        "2024-03-14 9:30:00\tTRUE\t#DIV/0!", "Merged", "[Comment: look here]",
    ]  # fmt: skip
    seen = {gap.what for gap in found.gaps if gap.is_seen_by_people}
    assert seen == {GapReason.PICTURES}


def test_an_opendocument_workbook_gives_the_texts_of_its_cells():
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "style")
    )
    cell = '<table:table-cell office:value-type="float" office:value="{}"><text:p>{}</text:p></table:table-cell>'
    content = (
        f"<office:document-content {names}><office:automatic-styles>"
        '<style:style style:name="off" style:family="table"><style:table-properties table:display="false"/>'
        "</style:style></office:automatic-styles><office:body><office:spreadsheet>"
        '<table:table table:name="Data"><table:table-column table:number-columns-repeated="3"/>'
        f"<table:table-row>{cell.format('0.125', '12.5 %')}<table:covered-table-cell/>{cell.format('900', '900 €')}</table:table-row>"
        f'<table:table-row table:visibility="collapse">{cell.format("1", "SECRET")}</table:table-row>'
        '</table:table><table:table table:name="Off" table:style-name="off"><table:table-row>'
        f"{cell.format('1', 'SECRET')}</table:table-row></table:table></office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
    found = read_document(stream.getvalue(), media_type_of(stream.getvalue()))
    assert found.text == "# Data\n12.5 %\t900 €"
    assert {str(gap.where) for gap in found.gaps} == {"sheet Data, rows 2", "sheet Off"}
