"""What a file of a response says of its making stays in the project: a blind person gets a copy."""

from __future__ import annotations

import io
import zipfile

import pytest
from PIL import Image, PngImagePlugin
from pypdf import PdfReader, PdfWriter

from tests.documents_made import docx, pdf, pptx, xlsx
from tests.workflow.assignments.files import Guest, of_responses, outcomes, sent, take
from tests.workflow.studio import Studio
from xpert_studio.core.documents import cleaned, media_type_of, read_document, unpacked
from xpert_studio.core.errors import UsageError
from xpert_studio.core.records import Quote, region_between
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import files, responses
from xpert_studio.core.workflow import NewFile, NewResponse, add_responses, judge_line, submit_form
from xpert_studio.core.workflow.form_view import form_view
from xpert_studio.core.workflow.judging import open_form

NAME = "Aurora-2"


def picture(kind: str, **options) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(stream, kind, **options)
    return stream.getvalue()


def exif() -> Image.Exif:
    made = Image.Exif()
    made[0x0131] = NAME
    made.get_ifd(0x8769)[0x9286] = b"UNICODE\x00" + NAME.encode("utf-16-le")
    return made


def png() -> bytes:
    chunks = PngImagePlugin.PngInfo()
    chunks.add_text("Software", NAME)
    chunks.add_text("Comment", NAME, zip=True)
    chunks.add_itxt("XML:com.adobe.xmp", f"<x:xmpmeta>{NAME}</x:xmpmeta>", zip=True)
    chunks.add(b"caBX", NAME.encode())  # a manifest of content credentials
    return picture("PNG", pnginfo=chunks, exif=exif())


def of_pdf() -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf("Clause 9 holds."))))
    writer.add_metadata({"/Author": NAME, "/Creator": NAME, "/Producer": NAME, "/Made": NAME})
    writer.xmp_metadata = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{NAME}</x:xmpmeta>".encode()
    writer.compress_identical_objects()
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def with_parts(data: bytes, **parts: bytes) -> bytes:
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        there = set(archive.namelist())
        for name, content in parts.items():
            if name not in there:
                archive.writestr(name, content)
    return stream.getvalue()


PROPERTIES = {
    "docProps/app.xml": f"<Properties><Application>{NAME}</Application></Properties>".encode(),
    "docProps/custom.xml": f"<Properties><property>{NAME}</property></Properties>".encode(),
    "docProps/thumbnail.jpeg": picture("JPEG", exif=exif()),
}
ODT = "application/vnd.oasis.opendocument.text"


def odt() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", ODT)
        archive.writestr(
            "content.xml",
            '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:'
            '1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
            "<office:text><text:p>Clause 9 holds.</text:p></office:text></office:body>"
            "</office:document-content>",
        )
        archive.writestr(
            "meta.xml",
            '<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta>'
            f"<dc:creator>{NAME}</dc:creator></office:meta></office:document-meta>",
        )
        archive.writestr("Thumbnails/thumbnail.png", png())
    return stream.getvalue()


HTML = f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>{NAME} report</title>
<meta name="generator" content="{NAME}"><meta content="{NAME}" name=author>
<meta name="viewport" content="width=device-width"><!-- made by {NAME} -->
<script type="application/ld+json">{{"creator": "{NAME}"}}</script></head>
<body><p>Clause 9 holds.</p><script>if (a <!--b) {{ }}</script></body></html>""".encode()

RTF = rb"{\rtf1{\info{\author Aurora-2}{\title x}}{\*\generator Aurora-2;}Clause 9 holds.}"

KINDS = {
    "png": png(),
    "jpg": picture("JPEG", exif=exif(), comment=NAME.encode()),
    "webp": picture("WEBP", exif=exif(), xmp=f"<x>{NAME}</x>".encode()),
    "gif": picture("GIF", comment=NAME.encode()),
    "tif": picture("TIFF", exif=exif()),
    "avif": picture("AVIF", exif=exif(), xmp=f"<x>{NAME}</x>".encode()),
    "pdf": of_pdf(),
    "docx": with_parts(docx("Clause 9 holds.", author=NAME), **PROPERTIES),
    "xlsx": with_parts(xlsx([["Clause 9 holds."]]), **PROPERTIES),
    "pptx": with_parts(pptx("Clause 9 holds."), **PROPERTIES),
    "odt": odt(),
    "html": HTML,
    "rtf": RTF,
}


def says(data: bytes) -> bool:
    """Whether a file names the system, in any encoding, packed or not, or where a reader looks."""
    found = read_document(data, media_type_of(data) or "")
    written = [NAME.lower().encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")]
    pieces = [piece.lower() for piece in unpacked(data)]
    return NAME in found.text + found.metadata or any(
        way in piece for piece in pieces for way in written
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_of_a_file_of_any_kind_shows_the_same_and_says_nothing_of_its_making(kind):
    data = KINDS[kind]
    assert says(data)
    copy = cleaned(data)
    assert copy is not None
    assert not says(copy)
    before, after = read_document(data, ""), read_document(copy, "")
    assert before.text == after.text
    assert bool(before.picture) == bool(after.picture)
    assert {gap.what for gap in after.gaps} <= {gap.what for gap in before.gaps}
    assert cleaned(data) == copy  # by its hash an expert's work is known
    if not before.picture:
        assert media_type_of(copy) == media_type_of(data)
        assert cleaned(copy) == copy


def with_files(studio: Studio, *given: tuple[str, bytes], text: str = "Clause 9 holds.") -> str:
    studio.ready()
    new = NewResponse("t1", NAME, text, files=tuple(NewFile(name, data) for name, data in given))
    add_responses(studio.ctx("lena"), [new])
    with studio.project.reading() as tx:
        return next(responses.all_responses(tx)).id


@pytest.mark.parametrize("kind", KINDS)
def test_an_assignment_carries_the_copy_and_work_on_it_comes_back(studio, tmp_path, kind):
    response_id = with_files(studio, (f"file.{kind}", KINDS[kind]))
    scope = of_responses(studio, response_id)
    content = sent(studio, Purpose.JUDGE, "maria", scope)
    assert not content.warnings
    for sha256 in content.files.hashes:
        assert not says(content.files.read(sha256))
    guest = Guest(content, tmp_path)
    (own,) = guest.response_ids()
    open_form(guest.ctx, own)
    view = form_view(guest.ctx, own)
    (item,) = view.attachments
    region = region_between(item.sha256, 0.1, 0.2, 0.5, 0.6)
    marks = (Quote(quote="here", region=region),) if item.is_image else ()
    for line in view.lines:
        judge_line(guest.ctx, own, line.checkpoint.id, value=1, rationale="So.", evidence=marks)
    submit_form(guest.ctx, own)
    assert set(outcomes(take(studio, guest.submit()))) == {"applied"}
    with studio.project.reading() as tx:
        (kept,) = responses.get_response(tx, response_id).attachments
        assert files.get_blob(tx, kept.sha256) == KINDS[kind]
    form = form_view(studio.ctx("maria"), response_id)
    for line in form.lines:
        assert line.decision.value == 1
        assert not line.is_stale
        pictures = [one.region.picture for one in line.decision.evidence]
        assert pictures == ([kept.sha256] if item.is_image else [])


def test_what_a_file_shows_is_told_and_sent(studio):
    response_id = with_files(studio, ("file.docx", docx(f"Written by {NAME}.", author=NAME)))
    content = sent(studio, Purpose.JUDGE, "maria", of_responses(studio, response_id))
    assert len(content.warnings) == 1
    assert "nothing can hide that" in content.warnings[0]


def test_a_name_that_cannot_be_removed_refuses_the_assignment(studio):
    notebook = (
        '{"nbformat": 4, "nbformat_minor": 5, "metadata": {"authors": ["Bo"]}, "cells": ['
        '{"cell_type": "code", "metadata": {}, "source": ["f(9)"], "outputs": [{"output_type": '
        '"display_data", "data": {"application/vnd.made+json": "' + NAME + '"}}]}]}'
    )
    response_id = with_files(studio, ("work.ipynb", notebook.encode()))
    with pytest.raises(UsageError, match=r"where it shows nothing.*work\.ipynb"):
        sent(studio, Purpose.JUDGE, "maria", of_responses(studio, response_id))


def test_a_damaged_file_refuses_the_assignment(studio):
    response_id = with_files(studio, ("beam.png", png()[:90]))
    with pytest.raises(UsageError, match=r"damaged.*beam\.png"):
        sent(studio, Purpose.JUDGE, "maria", of_responses(studio, response_id))
