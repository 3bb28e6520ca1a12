"""Letters, notebooks, pages, rich text, slides and texts: what is shown of them, and what is not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.documents_made import pptx, zipped
from xpert_studio.core.documents import GapReason, media_type_of, read_document
from xpert_studio.core.processes import reading_environment

SHARED = Path(os.environ.get("XPERT_SHARED", Path(__file__).resolve().parents[3] / "shared"))
DOCUMENTS = SHARED / "data" / "intake" / "documents"


def read(data: bytes):
    return read_document(data, media_type_of(data))


def reasons(data: bytes) -> set[GapReason]:
    return {gap.what for gap in read(data).gaps}


RTF = rb"""{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset2 Wingdings;}{\f2\fcharset204 Arial;}}
{\info{\author Jane}}\f0 900 \'80 per m{\super 2}, 10{\super 6}{\v SECRET}{\deleted gone}; {\f1 \'fe} {\f2 \'cf\'f0\'e8}
 9\_2 \u8364? {\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}{\footnote\pard {\super\chftn} The note}\par
\trowd\cellx1\cellx2\intbl a\cell b\cell\row\pard\trowd\cellx1\cellx2\intbl c\cell d\cell\row\pard after\par}"""


def test_rich_text_is_read_as_it_is_shown():
    found = read(RTF)
    assert found.text == (
        "900 € per m², 10^6; ☑ При 9\u20112 € link[^1]\n\n"
        "| a | b |\n| --- | --- |\n| c | d |\n\nafter\n\n[^1]: The note"
    )
    assert reasons(RTF) == {GapReason.HIDDEN, GapReason.DELETED}
    assert found.metadata == "Jane"


LETTER = b"""From: A <a@x.org>
To: b@x.org
Subject: =?utf-8?q?R=C3=A9sum=C3=A9?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=B

--B
Content-Type: multipart/alternative; boundary=C

--C
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Caf=E9 at nine
--C
Content-Type: text/html

<p>the same</p>
--C--
--B
Content-Type: application/pdf
Content-Disposition: attachment; filename="a.pdf"

x
--B--
"""


def test_a_letter_has_its_headers_its_text_once_and_gaps_for_what_is_attached():
    found = read(LETTER)
    assert found.text == "From: A <a@x.org>\nTo: b@x.org\nSubject: Résumé\n\nCafé at nine"
    assert [(str(gap.where), gap.what) for gap in found.gaps] == [
        ("attachment a.pdf", GapReason.ATTACHED)
    ]


def test_lines_of_a_letter_that_were_parted_for_sending_are_joined():
    head = b"From: a@x.org\nSubject: Rent\nMIME-Version: 1.0\nContent-Type: text/plain; format=flowed\n\n"
    lines = b"The rent is nine \nhundred euros.\n> It was \n> eight.\n-- \nA. B.\n"
    text = read(head + lines).text
    assert "The rent is nine hundred euros.\n> It was eight.\n--\nA. B." in text


def test_a_notebook_shows_cells_and_outputs():
    code = {"cell_type": "code", "source": "print(1)", "outputs": [
        {"output_type": "stream", "text": ["1\n"]},
        {"output_type": "display_data", "data": {"image/png": "x", "text/plain": ["<Figure>"]}},
        {"output_type": "error", "traceback": ["\x1b[31mE: v\x1b[0m"]},
    ]}  # fmt: skip
    book = {
        "nbformat": 4,
        "metadata": {},
        "cells": [{"cell_type": "markdown", "source": "# T"}, code],
    }
    data = json.dumps(book).encode()
    assert read(data).text == "# T\n\n```\nprint(1)\n```\n\n```\n1\n```\n\n```\nE: v\n```"
    assert reasons(data) == {GapReason.PICTURES}


PAGE = """<!doctype html><style>.x{display:none}</style><p>900&nbsp;&euro; per m<sup>2</sup>
<p hidden>SECRET</p><p class=x>SECRET</p><del>900</del> <ol start=3><li>three<li>four</ol>
<table><tr><td rowspan=2>A<td>b<tr><td>d</table><math><mfrac><mn>1</mn><mn>20</mn></mfrac></math>
<input type=checkbox checked>yes"""


def test_a_page_is_read_as_a_browser_shows_it():
    found = read(PAGE.encode())
    assert found.text.split() == [
        "900",
        "€",
        "per",
        "m²",
        "~~900~~",
        "3.",
        "three",
        "4.",
        "four",
        "|",
        "A",
        "|",
        "b",
        "|",
        "|",
        "---",
        "|",
        "---",
        "|",
        "|",
        "|",
        "d",
        "|",
        "1/20",
        "☒",
        "yes",
    ]
    assert reasons(PAGE.encode()) == {GapReason.HIDDEN}
    assert reasons(b"<!doctype html><p>x<script>1</script><img src=a>") == {
        GapReason.SCRIPT,
        GapReason.PICTURES,
    }


def test_fields_of_a_form_stand_apart_on_a_page():
    fields = (
        b"<!doctype html><p>Rent<input value='900 euros'><select><option>a<option selected>month"
        b"</select><textarea>due on day 3</textarea><input type=radio checked>cash"
    )
    assert read(fields).text.split("\n")[0].split() == (
        ["Rent", "900", "euros", "month", "due", "on", "day", "3", "☒", "cash"]
    )


def test_the_name_of_a_plain_text_says_that_it_is_a_page():
    piece = b"<p>900 &euro;</p>"
    assert media_type_of(piece) == "text/plain"
    assert read_document(piece, media_type_of(piece, "lease.htm")).text == "900 €"
    assert media_type_of(piece, "lease.md") == "text/markdown"


def test_a_page_that_was_attached_as_plain_text_stays_what_it_was():
    assert read_document(PAGE.encode(), "text/plain").text == PAGE


def test_slides_have_numbers():
    assert read(pptx("One", "Two")).text == "# 1\nOne\n\n# 2\nTwo"


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1))
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_texts_with_a_mark_or_in_utf_8_are_read_as_written(encoding, text):
    data = f"Words: {text}".encode(encoding)
    assert read_document(data, "text/plain").text == f"Words: {text}".removeprefix("\ufeff")


def test_an_empty_text_of_a_file_is_a_gap():
    assert reasons(b"<!doctype html><div></div>") == {GapReason.EMPTY}


def test_a_file_with_a_password_is_named_as_that():
    locked = (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le")
    )
    assert reasons(locked) == {GapReason.ENCRYPTED}


@pytest.mark.parametrize("stream", ["WordDocument", "PowerPoint Document"])
def test_an_office_file_of_97_is_named_with_what_to_save_it_as(stream):
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + stream.encode("utf-16-le")
    assert reasons(old) == {GapReason.OLD}
    assert ".docx or .pptx" in GapReason.OLD


@pytest.mark.parametrize(
    "style",
    ["color:#fff", "color:transparent", "position:absolute;left:-9999px", "font-size:1px",
     "text-indent:-999em", "height:0;overflow:hidden", "clip:rect(0,0,0,0)", "opacity:.01",
     "background:navy;color:#000080", "visibility:hidden"],
)  # fmt: skip
def test_words_of_a_page_that_nobody_can_see_are_left_out_and_said(style):
    inline = f'<!doctype html><p>Seen <p style="{style}">SECRET'
    by_rule = f"<!doctype html><style>div.a > p.b, #z {{ {style} }}</style><div class=a>Seen<p class=b>SECRET</p></div><p id=z>SECRET"
    for page in (inline, by_rule):
        assert read(page.encode()).text.strip() == "Seen"
        assert reasons(page.encode()) == {GapReason.HIDDEN}


def test_white_words_on_a_colour_struck_ones_and_capitals_are_read_as_they_look():
    page = (
        '<!doctype html><style>.d{background:#008}</style><div class=d><p style="color:#fff">Shown</div>'
        '<p><span style="text-decoration:line-through">900</span> 700 <b style="text-transform:uppercase">shall</b>'
    )
    assert read(page.encode()).text.split() == ["Shown", "~~900~~", "700", "SHALL"]
    assert reasons(page.encode()) == set()


def test_white_and_tiny_rich_text_is_left_out_and_said_and_old_numbers_are_read():
    data = rb"""{\rtf1{\colortbl;\red255\green255\blue255;\red0\green0\blue90;}Seen {\cf1 SECRET}{\fs2 SECRET}
{\cf1\chcbpat2 Shown}\par{\pntext\f0 1.\tab}one\par}"""
    assert read(data).text.split() == ["Seen", "Shown", "1.", "one"]
    assert reasons(data) == {GapReason.HIDDEN}


def test_words_of_open_document_files_that_nobody_can_see_are_left_out_and_said():
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
        for name, long in (("office", "office"), ("text", "text"), ("style", "style"), ("table", "table"),
                           ("fo", "xsl-fo-compatible"))
    )  # fmt: skip

    def style(name: str, family: str, text: str = "", cell: str = "") -> str:
        return (
            f'<style:style style:name="{name}" style:family="{family}"><style:text-properties {text}/>'
            f"<style:table-cell-properties {cell}/></style:style>"
        )

    styles = (
        style("w", "text", 'fo:color="#ffffff"') + style("s", "text", 'fo:font-size="1pt"')
        + style("d", "table-cell", "", 'fo:background-color="#000080"')
    )  # fmt: skip
    white = '<text:p>{} <text:span text:style-name="w">{}</text:span></text:p>'
    body = (
        white.format("Seen", "SECRET") + '<text:p><text:span text:style-name="s">SECRET</text:span></text:p>'
        f'<table:table><table:table-row><table:table-cell table:style-name="d">{white.format("In", "Shown")}'
        "</table:table-cell></table:table-row></table:table>"
    )  # fmt: skip
    content = (
        f"<office:document-content {names}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    data = zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})
    assert read(data).text.split() == ["Seen", "In", "Shown"]
    assert reasons(data) == {GapReason.HIDDEN}


def test_what_of_a_file_is_not_read_is_said_in_the_brief():
    from xpert_studio.core.documents import Gap
    from xpert_studio.core.judge.attached import Shown
    from xpert_studio.core.messages import Message
    from xpert_studio.core.records import Attachment
    from xpert_studio.desktop.pages.task.brief.read_text import gap_words

    item = Attachment(path="attachments/a.pdf", media_type="application/pdf", sha256="0" * 64)
    gaps = (Gap(Message("page 2"), GapReason.NO_TEXT), Gap(Message("page 3"), GapReason.HIDDEN))
    assert gap_words(Shown(item, gaps=gaps)).splitlines() == [
        "Models are not shown all of it: pages without a text layer (page 2).",
        "Not read, as it cannot be seen: hidden parts, which are left out (page 3).",
    ]
    assert gap_words(Shown(item)) == ""


def test_a_sheet_of_styles_without_an_end_is_read_in_time():
    page = b"<!doctype html><style>" + b"a" * 1_000_000 + b"</style><p>x"
    assert read(page).text == "x"


def test_hidden_code_of_a_notebook_is_said_and_overwritten_lines_stand_once():
    hidden = {
        "cell_type": "code",
        "source": "SECRET",
        "metadata": {"jupyter": {"source_hidden": True}},
    }
    shown = {
        "cell_type": "code",
        "source": "x",
        "outputs": [{"output_type": "stream", "text": "10%\r100%\n"}],
    }
    data = json.dumps({"nbformat": 4, "metadata": {}, "cells": [hidden, shown]}).encode()
    assert read(data).text == "```\nx\n```\n\n```\n100%\n```"
    assert reasons(data) == {GapReason.HIDDEN}


def test_no_secret_reaches_the_process_that_reads(monkeypatch):
    planted = {
        "OPENAI_API_KEY": "sk-planted", "ANTHROPIC_API_KEY": "sk-planted", "MY_TOKEN": "sk-planted",
        "HTTPS_PROXY": "http://user:sk-planted@x", "XPERT_ANYTHING": "sk-planted",
    }  # fmt: skip
    for name, value in planted.items():
        monkeypatch.setenv(name, value)
    given_to_it = reading_environment()
    assert not planted.keys() & given_to_it.keys()
    listed = "import os; print(sorted(os.environ.items()))"
    said = subprocess.run(
        [sys.executable, "-c", listed], env=given_to_it, capture_output=True, text=True, check=True
    )
    assert "sk-planted" not in said.stdout


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="needs the shared data")
@pytest.mark.parametrize(
    ("name", "said", "not_said"),
    [
        ("nobreakhyphen.docx", ("9\u20112", "12\u2011b", "nonbinding"), ("92", "12b")),
        ("tracked.docx", ("Notice is six months.", "The deposit is 900 euros."), ("three",)),
        ("comments.docx", ("Notice is six months. [Comment: Wrong!",), ("Jane",)),
        ("hidden.docx", ("Visible.",), ("HIDDEN",)),
        ("field.docx", ("9 applies.",), ("REF",)),
        ("footnote.docx", ("[^1]: Only for leases signed after 2020.",), ()),
        ("sym.docx", ("☑ yes ☐ no",), ()),
        ("altchunk.docx", ("Before.", "After."), ()),
        ("form_filled.pdf", ("six months", "900 euros", "10^6 units", "H₂O", "final office"), ()),
        ("form_filled.pdf", ("שלום עולם מספר 42", "中文条款第九条", "example"), ("106",)),
        ("blank_last_page.pdf", ("~~900~~ 700 euros",), ()),
        ("gbk.txt", ("押金为九百元。",), ()),
    ],
)
def test_the_shared_documents_are_read_as_a_person_sees_them(name, said, not_said):
    found = read((DOCUMENTS / name).read_bytes())
    assert all(text in found.text for text in said)
    assert not any(text in found.text for text in not_said)
    assert found.text.count("The deposit is 900 euros.") <= 1
    seen = {gap.what for gap in found.gaps if gap.is_seen_by_people}
    assert seen == {"altchunk.docx": {GapReason.MISSING}}.get(name, seen & {GapReason.ENCODING})
