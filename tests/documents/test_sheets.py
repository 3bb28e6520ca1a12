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

from xpert_studio.core.documents import XLSX, GapReason, media_type_of, read_document
from xpert_studio.core.documents.number_formats import shown

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
