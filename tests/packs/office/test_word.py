"""Word files are read as they are printed, or what is not read of them is named."""

from __future__ import annotations

import pytest

from tests.documents_made import NAMES, docx
from xpert_studio.core.documents import DOCX, GapReason, read_document

RAISED = '<w:vertAlign w:val="superscript"/>'
LOWERED = '<w:vertAlign w:val="subscript"/>'


def read(body: str, **parts: str):
    return read_document(docx(body, extra=dict(parts)), DOCX)


def run(text: str, look: str = "") -> str:
    return f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*runs: str, look: str = "") -> str:
    return f"<w:p><w:pPr>{look}</w:pPr>{''.join(runs)}</w:p>"


def part(name: str, inner: str) -> str:
    return f"<w:{name} {NAMES}>{inner}</w:{name}>"


def in_list(number: int, level: int = 0) -> str:
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'


def field(code: str, result: str = "", form: str = "") -> str:
    mark = '<w:r><w:fldChar w:fldCharType="{}">{}</w:fldChar></w:r>'
    middle = mark.format("separate", "") + result if result else ""
    text = f"<w:r><w:instrText>{code}</w:instrText></w:r>"
    return mark.format("begin", form) + text + middle + mark.format("end", "")


def reasons(found) -> set[GapReason]:
    return {gap.what for gap in found.gaps}


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        (run("10") + run("6", RAISED), "10^6"),
        (run("mc") + run("2", RAISED), "mc²"),
        (run("H") + run("2", LOWERED) + run("O"), "H₂O"),
        (run("1") + run("st", RAISED), "1st"),
        (run("10") + run("-6", RAISED), "10^-6"),
        (run("10") + run("6", '<w:position w:val="10"/>'), "10^6"),
        (run("900", "<w:strike/>") + run(" 700"), "~~900~~ 700"),
        (run("abc", "<w:caps/>"), "ABC"),
        (run("þ", '<w:rFonts w:ascii="Wingdings"/>'), "☑"),
        (run("a", '<w:rFonts w:ascii="Symbol"/>'), "α"),
        ('<w:r><w:sym w:font="Wingdings" w:char="F0FD"/></w:r>', "☒"),
        ("<w:r><w:t>9</w:t><w:noBreakHyphen/><w:t>2</w:t></w:r>", "9\u20112"),
        ("<w:r><w:t>non</w:t><w:softHyphen/><w:t>binding</w:t></w:r>", "nonbinding"),
        ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>", "a\tb\nc"),
        ('<w:hyperlink r:id="x"><w:r><w:t>link</w:t></w:r></w:hyperlink>', "link"),
        (f"<w:sdt><w:sdtContent>{run('chosen')}</w:sdtContent></w:sdt>", "chosen"),
        (field("PAGEREF x", run("7")), "7"),
        (field(f"IF {field('REF a', run('x'))} = 1", run("shown")), "shown"),
        (field("XE term"), ""),
        (field('SYMBOL 254 \\f "Wingdings"'), "☑"),
        (field("EQ \\f(1,20)"), "1/20"),
        (
            field("FORMCHECKBOX", "", "<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>"),
            "☒",
        ),
    ],
)
def test_a_run_is_read_as_it_looks(runs, said):
    found = read(paragraph(run("x "), runs))
    assert found.text.removeprefix("x").removeprefix(" ") == said
    assert found.gaps == ()


@pytest.mark.parametrize(
    ("runs", "reason"),
    [
        ('<w:r><w:sym w:font="Wingdings" w:char="F01F"/></w:r>', GapReason.SYMBOL),
        (run("\uf099"), GapReason.SYMBOL),
        (field("REF nothing"), GapReason.FIELD),
        ('<w:r><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r>', GapReason.EMBEDDED),
        ("<w:r><w:drawing><pic:pic/></w:drawing></w:r>", GapReason.PICTURES),
        ("<w:r><w:unheardOf/></w:r>", GapReason.UNKNOWN),
        ('<w:r><w:footnoteReference w:id="9"/></w:r>', GapReason.MISSING),
    ],
)
def test_what_is_not_known_in_a_run_is_a_gap(runs, reason):
    found = read(paragraph(run("before"), runs, run("after")))
    assert found.text.startswith("before")
    assert found.text.endswith("after")
    assert [(str(gap.where), gap.what) for gap in found.gaps] == [("paragraph 1", reason)]
    assert found.gaps[0].is_seen_by_people


def test_a_field_without_an_end_hides_no_text():
    begun = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF x</w:instrText></w:r>'
    )
    assert read(paragraph(begun, run("shown")) + paragraph(run("too"))).text == "shown\ntoo"


def test_hidden_and_deleted_text_is_left_out_and_said():
    styles = part("styles", '<w:style w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>')
    hidden = '<w:rStyle w:val="H"/>'
    body = paragraph(
        run("seen"), run(" SECRET", "<w:vanish/>"), run(" SECRET", hidden),
        run(" SECRET", '<w:color w:val="FFFFFF"/>'), run(" SECRET", '<w:sz w:val="2"/>'),
        run(" shown", f'{hidden}<w:vanish w:val="0"/>'),
        "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>",
    )  # fmt: skip
    found = read(body, **{"word/styles.xml": styles})
    assert found.text == "seen shown"
    assert reasons(found) == {GapReason.HIDDEN, GapReason.DELETED}
    assert not any(gap.is_seen_by_people for gap in found.gaps)


def shaded(code: str) -> str:
    return f'<w:shd w:val="clear" w:fill="{code}"/>'


def coloured(code: str) -> str:
    return f'<w:color w:val="{code}"/>'


ANCHOR = (
    '<w:r><w:drawing><wp:anchor><wp:positionH relativeFrom="page"><wp:posOffset>{place}</wp:posOffset>'
    '</wp:positionH><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="b"{more}/><wps:wsp><wps:spPr>'
    "{fill}</wps:spPr><wps:txbx><w:txbxContent>{inner}</w:txbxContent></wps:txbx></wps:wsp></wp:anchor>"
    "</w:drawing></w:r>"
)


def boxed(inner: str, place: int = 0, more: str = "", fill: str = "") -> str:
    return ANCHOR.format(inner=paragraph(inner), place=place, more=more, fill=fill)


NAVY = '<a:solidFill><a:srgbClr val="000080"/></a:solidFill>'


def in_cell(inner: str, look: str = "", style: str = "") -> str:
    named = f'<w:tblPr><w:tblStyle w:val="{style}"/></w:tblPr>' if style else ""
    return (
        f"<w:tbl>{named}<w:tr><w:tc><w:tcPr>{look}</w:tcPr>{paragraph(inner)}</w:tc></w:tr></w:tbl>"
    )


@pytest.mark.parametrize(
    "unseen",
    [
        paragraph(run("SECRET", coloured("FFFFFE"))),
        paragraph(run("SECRET", coloured("FFFFFF") + '<w:highlight w:val="white"/>')),
        paragraph(run("SECRET", coloured("000080") + shaded("000080"))),
        paragraph(run("SECRET", coloured("000080")), look=shaded("000080")),
        paragraph(run("SECRET", '<w:sz w:val="3"/>')),
        paragraph(run("SECRET", '<w:w w:val="1"/>')),
        in_cell(run("SECRET", coloured("FFFFFF"))),
        paragraph(boxed(run("SECRET"), place=-90_000_000)),
        paragraph(boxed(run("SECRET"), more=' hidden="1"')),
        paragraph(run("SECRET"), look='<w:framePr w:w="1000" w:x="-20000" w:hAnchor="page"/>'),
    ],
    ids=["white", "on white", "on its colour", "on its paragraph's", "tiny", "narrow", "in a cell",
         "off the page", "hidden box", "frame off the page"],
)  # fmt: skip
def test_words_that_nobody_can_see_are_left_out_and_said(unseen):
    found = read(paragraph(run("Seen")) + unseen)
    assert found.text.strip() == "Seen"
    assert reasons(found) == {GapReason.HIDDEN}


@pytest.mark.parametrize(
    "seen",
    [
        paragraph(run("Shown", coloured("FFFFFF") + shaded("000080"))),
        paragraph(run("Shown", coloured("FFFFFF")), look=shaded("000080")),
        in_cell(run("Shown", coloured("FFFFFF")), shaded("000080")),
        in_cell(run("Shown", coloured("FFFFFF")), style="Banded"),
        paragraph(boxed(run("Shown", coloured("FFFFFF")), fill=NAVY)),
    ],
    ids=["on its colour", "on its paragraph's", "in a dark cell", "in a table with a style", "in a dark box"],
)  # fmt: skip
def test_white_words_on_a_colour_are_read(seen):
    found = read(seen)
    assert (found.text.replace("|", "").split()[0], found.gaps) == ("Shown", ())


def test_a_large_first_letter_is_of_its_word():
    drop = '<w:framePr w:dropCap="drop" w:lines="3"/>'
    assert read(paragraph(run("T"), look=drop) + paragraph(run("he tenant"))).text == "The tenant"


def test_legal_numbering_keeps_the_zero_of_section_1_01():
    numbering = part(
        "numbering",
        f'<w:abstractNum w:abstractNumId="0">{level(0, "upperRoman", "Article %1.")}'
        f'{level(1, "decimalZero", "Section %1.%2", "<w:isLgl/>")}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    )  # fmt: skip
    body = paragraph(run("Term"), look=in_list(1)) + paragraph(run("Start"), look=in_list(1, 1))
    found = read(body, **{"word/numbering.xml": numbering})
    assert found.text.splitlines() == ["Article I. Term", "Section 1.01 Start"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('<a:ext cx="5000000" cy="0"/>', set()),
        ('<a:ext cx="5000000" cy="900000"/>', {GapReason.DRAWING}),
        ('<a:ext cx="5000000" cy="0"/><a:tailEnd type="triangle"/>', {GapReason.DRAWING}),
        ('<a:prstGeom prst="rightArrow"/>', {GapReason.DRAWING}),
    ],
)
def test_a_line_below_a_heading_is_no_drawing_and_an_arrow_is(line, reason):
    drawn = f"<w:r><w:drawing><wps:wsp><wps:cNvCnPr/><wps:spPr>{line}</wps:spPr></wps:wsp></w:drawing></w:r>"
    assert reasons(read(paragraph(run("Heading"), drawn))) == reason


def level(place: int, way: str, text: str, more: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{place}"><w:start w:val="1"/><w:numFmt w:val="{way}"/>{more}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


NUMBERING = part(
    "numbering",
    f'<w:abstractNum w:abstractNumId="0">{level(0, "decimal", "§ %1")}'
    f"{level(1, 'lowerLetter', '(%2)')}{level(2, 'upperRoman', '%1.%2.%3', '<w:isLgl/>')}"
    f"{level(3, 'decimal', '%4.', '<w:lvlRestart w:val=&quot;0&quot;/>'.replace('&quot;', chr(34)))}"
    '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
    '<w:startOverride w:val="7"/></w:lvlOverride></w:num>',
)
STYLES = part(
    "styles",
    '<w:style w:type="paragraph" w:styleId="Clause"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr>'
    '</w:pPr></w:style><w:style w:type="paragraph" w:styleId="Own"><w:basedOn w:val="Clause"/></w:style>',
)


def test_paragraphs_have_the_numbers_that_are_printed():
    clause = '<w:pStyle w:val="Own"/>'
    deleted = '<w:rPr><w:del w:id="1"/></w:rPr>'
    body = "".join([
        paragraph(run("one"), look=in_list(1)), paragraph(run("a"), look=in_list(1, 1)),
        paragraph(run("b"), look=in_list(1, 1)), paragraph(run("legal"), look=in_list(1, 2)),
        paragraph(run("first"), look=in_list(1, 3)), paragraph(run("two"), look=clause),
        paragraph(run("a again"), look=in_list(1, 1)), paragraph(run("goes on"), look=in_list(1, 3)),
        paragraph(run("seven"), look=in_list(2)), paragraph(look=in_list(1) + deleted),
        paragraph(run("eight"), look=in_list(1)), paragraph(run("plain"), look=f"{clause}{in_list(0)}"),
    ])  # fmt: skip
    found = read(body, **{"word/numbering.xml": NUMBERING, "word/styles.xml": STYLES})
    assert found.text.splitlines() == [
        "§ 1 one", "(a) a", "(b) b", "1.2.1 legal", "1. first", "§ 2 two", "(a) a again",
        "2. goes on", "§ 7 seven", "§ 8 eight", "plain",
    ]  # fmt: skip


def math(name: str, **arguments: str) -> str:
    return f"<m:{name}>{''.join(f'<m:{key}>{value}</m:{key}>' for key, value in arguments.items())}</m:{name}>"


def letters(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


SUM = (
    '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub>'
    "<m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:r><m:t>i</m:t></m:r></m:e></m:nary>"
)


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        (math("f", num=letters("1"), den=letters("20")), "1/20"),
        (math("f", num=letters("a+b"), den=letters("2a")), "(a+b)/(2a)"),
        (letters("2") + math("f", num=letters("1"), den=letters("2")), "2 1/2"),
        (math("sSup", e=letters("10"), sup=letters("6")), "10^6"),
        (letters("m") + math("sSup", e=letters("c"), sup=letters("2")), "mc²"),
        (math("sSup", e=letters("10"), sup=letters("6")) + letters("m"), "10^6 m"),
        (math("sSub", e=letters("x"), sub=letters("max")), "x_max"),
        (math("rad", deg=letters("3"), e=letters("x+1")), "√[3](x+1)"),
        (math("rad", e=letters("2")), "√(2)"),
        (SUM, "∑_(i=1)^(n) i"),
        (math("m", mr=f"<m:e>{letters('a')}</m:e><m:e>{letters('b')}</m:e>"), "[a, b]"),
        (math("d", e=letters("a")), "(a)"),
        (math("func", fName=letters("sin"), e=letters("x")), "sin x"),
    ],
)  # fmt: skip
def test_equations_keep_their_structure(inner, said):
    found = read(paragraph(f"<m:oMath>{inner}</m:oMath>"))
    assert (found.text, found.gaps) == (said, ())


def test_an_equation_with_something_unheard_of_is_a_gap():
    found = read(paragraph(f"<m:oMath><m:unheardOf>{letters('1')}</m:unheardOf></m:oMath>"))
    assert reasons(found) == {GapReason.UNKNOWN}


def test_a_moved_sentence_stands_once_and_joined_paragraphs_are_one():
    mark = '<w:rPr><w:{} w:id="1"/></w:rPr>'
    body = (
        paragraph(run("joined "), look=mark.format("del"))
        + paragraph(run("with this"))
        + paragraph(f"<w:moveFrom>{run('moved')}</w:moveFrom>", look=mark.format("moveFrom"))
        + paragraph(f"<w:moveTo>{run('moved')}</w:moveTo>")
    )
    assert read(body).text == "joined with this\nmoved"


def test_tables_have_merged_cells_once_and_no_deleted_rows():
    def cell(text: str, look: str = "") -> str:
        return f"<w:tc><w:tcPr>{look}</w:tcPr>{paragraph(run(text))}</w:tc>"

    body = (
        f"<w:tbl><w:tr>{cell('wide', '<w:gridSpan w:val=`2`/>')}{cell('tall', '<w:vMerge w:val=`restart`/>')}"
        f"</w:tr><w:tr>{cell('a')}{cell('b|c')}{cell('', '<w:vMerge/>')}</w:tr>"
        f"<w:tr><w:trPr><w:del w:id=`1`/></w:trPr>{cell('gone')}</w:tr></w:tbl>"
    ).replace("`", '"')
    found = read(body)
    assert found.text == "| wide |  | tall |\n| --- | --- | --- |\n| a | b\\|c |  |"
    assert reasons(found) == {GapReason.DELETED}


def test_a_table_in_a_cell_is_one_line():
    inner = f"<w:tbl><w:tr><w:tc>{paragraph(run('a'))}</w:tc><w:tc>{paragraph(run('b'))}</w:tc></w:tr></w:tbl>"
    body = f"<w:tbl><w:tr><w:tc>{inner}</w:tc><w:tc>{paragraph(run('c|d'))}</w:tc></w:tr></w:tbl>"
    assert read(body).text == "| a, b; | c\\|d |\n| --- | --- |"


BOX = (
    '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>'
    "<w:p><w:r><w:t>In the box</w:t></w:r></w:p></w:txbxContent></wps:txbx></w:drawing></mc:Choice>"
    "<mc:Fallback><w:pict><v:textbox><w:txbxContent><w:p><w:r><w:t>In the box</w:t></w:r></w:p>"
    "</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
)


def test_a_text_box_stands_once():
    assert read(paragraph(run("Outside"), BOX)).text == "Outside\nIn the box"


def test_notes_and_comments_stand_where_they_belong():
    body = paragraph(
        run("Notice"), '<w:r><w:footnoteReference w:id="2"/></w:r>',
        '<w:r><w:endnoteReference w:id="1"/></w:r>', run(" is long."),
        '<w:r><w:commentReference w:id="0"/></w:r>',
    )  # fmt: skip
    found = read(body, **{
        "word/footnotes.xml": part("footnotes", f'<w:footnote w:id="2">{paragraph(run("From 2020."))}</w:footnote>'),
        "word/endnotes.xml": part("endnotes", f'<w:endnote w:id="1">{paragraph(run("At the end."))}</w:endnote>'),
        "word/comments.xml": part("comments", f'<w:comment w:id="0" w:author="Jane">{paragraph(run("Why?"))}</w:comment>'),
    })  # fmt: skip
    assert found.text == (
        "Notice[^1][^i] is long. [Comment: Why?]\n[^1]: From 2020.\n[^i]: At the end."
    )
    assert "Jane" in found.metadata
    assert "Jane" not in found.text


RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}'
    "</Relationships>"
)
RELATION = (
    '<Relationship Id="{}" Target="{}" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{}"/>'
)


def test_only_headers_that_are_printed_are_read():
    section = (
        '<w:sectPr><w:headerReference w:type="default" r:id="a"/>'
        '<w:headerReference w:type="first" r:id="b"/></w:sectPr>'
    )
    related = RELATION.format("a", "one.xml", "header") + RELATION.format("b", "two.xml", "header")
    found = read(paragraph(run("Body")) + section, **{
        "word/_rels/document.xml.rels": RELATIONS.format(related),
        "word/one.xml": part("hdr", paragraph(run("Draft"))),
        "word/two.xml": part("hdr", paragraph(run("Never"))),
    })  # fmt: skip
    assert found.text == "Body\n[Header: Draft]"


def test_an_embedded_chunk_is_read_or_a_gap():
    chunk = '<w:altChunk r:id="a"/>'
    related = RELATIONS.format(RELATION.format("a", "a.html", "aFChunk"))
    parts = {"word/_rels/document.xml.rels": related, "word/a.html": "<p>900 &euro;</p>"}
    assert read(paragraph(run("Before")) + chunk, **parts).text == "Before\n900 €"
    assert reasons(read(paragraph(run("Before")) + chunk)) == {GapReason.MISSING}
