"""Pages of PDF files are read as a person reads them: columns, tables, formulas, directions."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader, PdfWriter

from tests.documents_made import pdf
from xpert_studio.core.documents import PDF, GapReason, read_document
from xpert_studio.core.typesetting import set_as_pdf

WORDS = (
    "The tenant pays the rent on the first day of every month, and the landlord keeps the roof, the "
    "walls and the pipes in good order, as the law says, whatever else they may have agreed upon. "
)


def made(source: str) -> bytes:
    return set_as_pdf(source, "{}", 0)[0]  # in a process of its own, as the program does


def read(source: str):
    return read_document(made(source), PDF)


def test_columns_are_read_one_after_the_other_and_a_title_across_comes_first():
    found = read(
        "#set page(columns: 2, numbering: \"1\")\n#set text(size: 10pt)\n"
        "#place(top + center, scope: \"parent\", float: true)[#text(16pt)[A title across both]]\n"
        f"FIRST {WORDS * 10} LAST #colbreak() NEXT {WORDS * 9} END"
    )  # fmt: skip
    words = found.text.split()
    order = [words.index(word) for word in ("title", "FIRST", "LAST", "NEXT", "END")]
    assert order == sorted(order)
    text = " ".join(words)
    assert "walls and the pipes in good order, as the law says" in text
    assert found.gaps == ()


def test_formulas_keep_their_structure_and_words_their_ligatures():
    found = read(
        "efficient affluent final office. $x = frac(1, 20) + 10^6 dot m c^2$ and H#sub[2]O\n"
        "$ sum_(i=1)^n i $"
    )
    assert "efficient affluent final office." in found.text
    assert "1/20" in found.text
    assert "10^6" in found.text
    assert "H₂O" in found.text
    assert "106" not in found.text
    assert "∑_(" in found.text


def test_words_that_are_parted_at_the_end_of_a_line_are_whole():
    found = read(
        '#set page(width: 60mm)\n#set text(hyphenate: true, lang: "en")\n#set par(justify: true)\n'
        + WORDS * 3
    )
    assert "-\n" not in found.text
    assert set(found.text.replace(",", "").replace(".", "").split()[2:]) <= set(
        WORDS.replace(",", "").replace(".", "").split()
    )


def test_a_ruled_table_is_read_cell_by_cell_and_a_merged_one_once():
    found = read(
        "#table(columns: (1fr, 1fr, 1fr), [Item], [Price], [Remark],\n"
        f"[Deposit for {WORDS}], [1800], [It is due when {WORDS}], table.cell(colspan: 2)[wide], [c])"
    )
    one = f"Deposit for {WORDS}".strip()
    assert f"| {one} | 1800 |" in found.text
    assert "| wide |  | c |" in found.text


def test_a_table_without_lines_is_read_row_by_row_and_cells_of_several_lines_are_whole():
    found = read(
        "#set text(10pt)\nBefore the table.\n#grid(columns: (3cm, 4cm, 4cm), gutter: 10pt, [Duty], [Tenant], "
        "[Landlord], [Roof], [Reports damage to the roof at once.], [Repairs the roof within four weeks.], "
        "[Garden], [], [Cuts the trees.])\nAfter it."
    )
    assert found.text.splitlines()[1:] == [
        "Before the table.",
        "| Duty | Tenant | Landlord |", "| --- | --- | --- |",
        "| Roof | Reports damage to the roof at once. | Repairs the roof within four weeks. |",
        "| Garden |  | Cuts the trees. |", "After it.",
    ]  # fmt: skip


def test_short_columns_of_a_slide_are_read_one_after_the_other():
    found = read(
        "#set page(width: 25cm, height: 14cm)\n= Options\n#grid(columns: (1fr, 1fr), column-gutter: 1cm,"
        "[*Buy* \n - high price \n - own house],[*Rent* \n - low price \n - rent may rise])"
    )
    assert found.text.split("\n") == [
        "# 1", "Options", "Buy", "• high price", "• own house", "Rent", "• low price", "• rent may rise",
    ]  # fmt: skip


def test_prose_beside_prose_with_rows_is_a_table_not_two_columns():
    cells = ", ".join(f"[{name} {WORDS}]" for name in ("A1", "B1", "A2", "B2", "A3", "B3"))
    found = read(f"#grid(columns: (1fr, 1fr), column-gutter: 1cm, row-gutter: 14pt, {cells})")
    assert f"| A2 {WORDS.strip()} | B2 {WORDS.strip()} |" in found.text


def test_struck_text_is_marked():
    assert "~~900~~ 700 euros" in read("Rent is #strike[900] 700 euros.").text


def test_turned_pages_are_read():
    source = (
        "#page(width: 20cm, height: 8cm)[#rotate(90deg, reflow: true)[Turned words stand here]]"
    )
    assert "Turned words stand here" in read(source).text


def test_white_words_are_left_out_and_said_unless_they_stand_on_a_colour():
    found = read(
        "Seen #text(fill: white)[SECRET] too. #box(fill: navy, inset: 4pt)[#text(fill: white)[Shown]]"
    )
    assert "SECRET" not in found.text
    assert "Shown" in found.text
    assert [gap.what for gap in found.gaps] == [GapReason.HIDDEN]


@pytest.mark.parametrize(
    "unseen",
    [
        "#text(fill: luma(252))[SECRET]",
        "#text(size: 0.5pt)[SECRET]",
        "#place(dx: -30cm)[SECRET]",
        "#box(clip: true, width: 1pt, height: 1pt)[#move(dy: 1cm)[SECRET]]",
        "#box[SECRET#place(dx: -2pt, dy: -12pt, rect(fill: white, width: 3cm, height: 1cm))]",
        "#box[SECRET#place(dx: -2pt, dy: -12pt, rect(fill: gray, width: 3cm, height: 1cm))]",
    ],
    ids=["white", "tiny", "off the page", "clipped", "behind white", "behind grey"],
)
def test_words_that_nobody_can_see_are_left_out_and_said(unseen):
    found = read(f"Seen. {unseen}")
    assert "SECRET" not in found.text
    assert GapReason.HIDDEN in {gap.what for gap in found.gaps}


def test_words_of_which_a_scanned_page_has_the_picture_are_read():
    from PIL import Image, ImageDraw

    scan = Image.new("L", (595, 842), 255)
    ImageDraw.Draw(scan).text((72, 60), "Lease of 900 euros", fill=0, font_size=20)
    stream = io.BytesIO()
    scan.save(stream, "PDF", resolution=72)
    writer = PdfWriter(clone_from=io.BytesIO(stream.getvalue()))
    layer = PdfReader(io.BytesIO(pdf("Lease of 900 euros"))).pages[0]
    writer.pages[0].merge_transformed_page(layer, (1.7, 0, 0, 1.7, -50, -425))
    stream = io.BytesIO()
    writer.write(stream)
    content = writer.pages[0].get_contents()
    assert content is not None
    hidden = PdfWriter(clone_from=io.BytesIO(stream.getvalue().replace(b"BT ", b"BT 3 Tr ")))
    stream = io.BytesIO()
    hidden.write(stream)
    found = read_document(stream.getvalue(), PDF)
    assert "Lease of 900 euros" in found.text
    assert [gap.what for gap in found.gaps] == [GapReason.PICTURES]


@pytest.mark.parametrize(
    "drawn",
    [
        "#circle(radius: 2cm)",
        "#line(start: (0cm, 0cm), end: (5cm, 3cm))",
        "#grid(columns: 2, column-gutter: 1cm, rect(height: 3cm, width: 1cm, fill: blue), rect(height: 2cm, width: 1cm, fill: red))",
        "#stack(dir: ltr, spacing: 1cm, ..(3, 2, 4).map(h => align(bottom, rect(height: h * 1cm, width: 1cm, fill: luma(230)))))",
        "#stack(dir: ltr, spacing: 1cm, ..(3, 2, 4).map(h => rect(height: h * 1cm, width: 1cm, fill: gray)))",
        "#curve(stroke: 1pt, curve.line((0.5cm, 0.3cm)), curve.line((1cm, 0.1cm)), curve.line((1.5cm, 1cm)))",
        "#stack(dir: ltr, rect[A], move(dy: 4pt, line(length: 1cm)), polygon(fill: black, (0pt, 0pt), (6pt, 4pt), (0pt, 8pt)), rect[B])",
    ],
)
def test_what_is_drawn_is_a_gap(drawn):
    assert [gap.what for gap in read(f"Words {drawn}").gaps] == [GapReason.DRAWING]


@pytest.mark.parametrize(
    "plain",
    [
        "- one\n- two\n\n+ first\n+ second",
        "#block(fill: luma(230), radius: 6pt, inset: 8pt)[A note] #box(radius: 3pt, stroke: 1pt)[code]",
        "#table(columns: 2, fill: (_, row) => if calc.odd(row) { silver }, [Item], [Price], [Rent], [], [], [])",
        "#place(top + left, dx: -3cm, dy: 2cm, rect(fill: navy, width: 30cm, height: 1cm)) #underline[under]",
        "Name #box(stroke: 1pt, width: 4cm, height: 12pt) \\ Town #box(stroke: 1pt, width: 3cm, height: 12pt)",
    ],
    ids=["lists", "notes", "stripes", "band", "form"],
)
def test_what_only_frames_words_is_no_drawing(plain):
    assert read(f"Words {plain}").gaps == ()


def test_fields_and_comments_are_read():
    from pypdf.annotations import FreeText, Highlight, Text
    from pypdf.generic import ArrayObject, FloatObject

    writer = PdfWriter()
    writer.add_page(PdfReader(io.BytesIO(pdf("Rent"))).pages[0])
    writer.add_annotation(0, Text(rect=(300, 300, 320, 320), text="Why so much?"))
    writer.add_annotation(0, FreeText(rect=(100, 500, 300, 520), text="Typed on the page"))
    corners = ArrayObject([FloatObject(value) for value in (72, 712, 96, 712, 72, 698, 96, 698)])
    writer.add_annotation(0, Highlight(rect=(72, 698, 96, 712), quad_points=corners))
    stream = io.BytesIO()
    writer.write(stream)
    found = read_document(stream.getvalue(), PDF)
    assert found.text == "# 1\nRent\nTyped on the page\n[Comment: Why so much?]"
    assert found.gaps == ()


def test_attached_files_in_a_pdf_are_a_gap():
    writer = PdfWriter()
    writer.add_page(PdfReader(io.BytesIO(pdf("Rent"))).pages[0])
    writer.add_attachment("a.txt", b"x")
    stream = io.BytesIO()
    writer.write(stream)
    assert [gap.what for gap in read_document(stream.getvalue(), PDF).gaps] == [GapReason.ATTACHED]
