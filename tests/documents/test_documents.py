"""Attached files are read within bounds, and what cannot be shown is named."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from tests.documents_made import SCANNED, docx, pdf, picture, pptx, xlsx, zipped
from xpert_studio.core.documents import GapReason, media_type_of, read_document
from xpert_studio.core.documents.document import MAX_CHARS

OFFICE = "application/vnd.openxmlformats-officedocument"
TABLE = (
    "<w:p><w:r><w:t>Before</w:t></w:r></w:p><w:tbl><w:tr>"
    "<w:tc><w:p><w:r><w:t>Rent</w:t></w:r></w:p></w:tc>"
    "<w:tc><w:p><w:r><w:t>900</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
)


def read(data: bytes):
    return read_document(data, media_type_of(data) or "application/octet-stream")


def reasons(data: bytes) -> set[GapReason]:
    return {gap.what for gap in read(data).gaps}


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (picture("PNG"), "image/png"),
        (picture("JPEG"), "image/jpeg"),
        (picture("WEBP"), "image/webp"),
        (pdf("x"), "application/pdf"),
        (docx("x"), f"{OFFICE}.wordprocessingml.document"),
        (xlsx([["x"]]), f"{OFFICE}.spreadsheetml.sheet"),
        (pptx("x"), f"{OFFICE}.presentationml.presentation"),
        ("Straße".encode(), "text/plain"),
        (zipped({"a.txt": "x"}), None),
        (b"PK\x03\x04 damaged", None),
        (b"\x00\x01", None),
    ],
)
def test_the_media_type_is_read_from_the_content(data, media_type):
    assert media_type_of(data) == media_type


def test_text_of_every_kind_is_read():
    assert read("Clause 9.".encode("utf-8-sig")).text == "Clause 9."
    assert read(pdf("First page", "Second page")).text == "# 1\nFirst page\n\n# 2\nSecond page"
    assert read(docx(TABLE)).text == "Before\n\n| Rent | 900 |\n| --- | --- |"
    assert read(pptx(*(f"Slide {n}" for n in range(1, 12)))).text.split("\n")[-1] == "Slide 11"
    book = read(xlsx([["Month", "Rent"], ["May", 900], [None, "=B2*2"]]))
    assert book.text == "# Data\nMonth\tRent\nMay\t900\n\t=B2*2"
    assert [(str(gap.where), gap.what) for gap in book.gaps] == [
        ("sheet Data, cell B3", GapReason.FORMULA)
    ]


def test_what_cannot_be_shown_is_named():
    assert reasons(pdf("")) == {GapReason.EMPTY}
    assert reasons(pdf("Text", SCANNED)) == {GapReason.NO_TEXT}
    assert str(read(pdf("Text", SCANNED)).gaps[0].where) == "page 2"
    assert reasons(pdf("Text", "")) == set()
    assert reasons(pdf("Secret", password="key")) == {GapReason.ENCRYPTED}
    assert reasons(b"\x00\x01") == {GapReason.KIND}
    assert read_document(b"<svg/>", "image/svg+xml").gaps[0].what is GapReason.KIND
    drawn = "<w:p><w:r><w:drawing><pic:pic/></w:drawing></w:r></w:p>"
    assert reasons(docx(drawn)) == {GapReason.PICTURES}
    assert reasons(b"x" * (MAX_CHARS + 1)) == {GapReason.SHORTENED}
    assert reasons(picture()[:60]) == {GapReason.UNREADABLE}
    assert reasons(picture("JPEG", size=(400, 400))[:-900]) == {GapReason.UNREADABLE}


@pytest.mark.parametrize(
    "data",
    [
        pdf("Truncated")[:200],
        b"%PDF-1.7\n" + b"[" * 100_000,
        b"%PDF-1.4\ntrailer\n<< /Root 1 0 R >>\n1 0 obj << /Pages 1 0 R /Kids [1 0 R] >> endobj",
        docx("<w:p>" * 20_000),
        docx("x").replace(b"word/document.xml", b"word/document.xmX"),
        zipped({"word/document.xml": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}),
        zipped({"word/document.xml": b"\xff\xfe\x00"}),
        zipped({"xl/workbook.xml": b"<x/>"}),
    ],
    ids=["cut PDF", "nested PDF", "looping PDF", "nested", "renamed", "entity", "bytes", "empty"],
)
def test_hostile_documents_end_as_a_gap(data):
    found = read(data)
    (gap,) = found.gaps
    assert gap.what in {GapReason.UNREADABLE, GapReason.EMPTY, GapReason.KIND, GapReason.TOO_LARGE}
    assert not found.text


def test_a_zip_bomb_is_not_unpacked():
    bomb = zipped({"word/document.xml": b"<a>" + b" " * (80 * 1024 * 1024) + b"</a>"})
    assert len(bomb) < 200_000
    assert media_type_of(bomb) is None
    assert reasons(bomb) == {GapReason.KIND}


def test_a_script_in_a_pdf_is_ignored():
    found = read(pdf("Harmless", script="app.alert\\(1\\)"))
    assert (found.text, found.gaps) == ("# 1\nHarmless", ())


def test_metadata_is_read_beside_the_text():
    assert "Aurora 2" in read(docx("Text", author="Aurora 2")).metadata
    assert "Aurora 2" in read(pdf("Text", title="By Aurora 2")).metadata
    assert "Aurora 2" not in read(pdf("Text", title="By Aurora 2")).text
    stream = io.BytesIO()
    exif = Image.Exif()
    exif[0x0131] = "Aurora 2"  # the tag of the software
    Image.new("RGB", (1, 1)).save(stream, "JPEG", exif=exif)
    assert "Aurora 2" in read(stream.getvalue()).metadata
