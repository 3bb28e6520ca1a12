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

from tests.documents_made import pptx
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
