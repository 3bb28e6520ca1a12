"""Files beside tasks and responses: their types, what is refused, and names of systems in them."""

from __future__ import annotations

import io
import zipfile
import zlib

import pytest
from PIL import Image, PngImagePlugin

from tests.documents_made import docx, pdf, pptx, xlsx
from xpert_studio.core.documents import DOCX, PDF, PPTX, XLSX
from xpert_studio.core.errors import UsageError
from xpert_studio.core.records import Attachment, Response, bytes_hash
from xpert_studio.core.store import responses, tasks
from xpert_studio.core.workflow import NewFile, NewResponse, add_responses, undo
from xpert_studio.core.workflow.assignments.blind_records import named_in
from xpert_studio.core.workflow.attaching import attach_bytes, bytes_of

OFFICE = {
    "memo.docx": (docx("A memo"), DOCX),
    "table.xlsx": (xlsx([["Rent", 900]]), XLSX),
    "talk.pptx": (pptx("A slide"), PPTX),
    "lease.pdf": (pdf("Clause 9"), PDF),
}


def test_office_files_are_attached_to_a_task_with_their_types(studio):
    studio.brief()
    for name, (data, _) in OFFICE.items():
        attach_bytes(studio.wei, "t1", name, data)
    with studio.project.reading() as tx:
        found = tasks.get_task(tx, "t1").attachments
    assert [item.media_type for item in found] == [kind for _, kind in OFFICE.values()]
    with pytest.raises(UsageError, match="Office or OpenDocument"):
        attach_bytes(studio.wei, "t1", "x.zip", b"PK\x03\x04")


def test_a_response_comes_with_its_files(studio):
    studio.ready()
    files = tuple(NewFile(name, data) for name, (data, _) in OFFICE.items())
    (made,) = add_responses(
        studio.lena, [NewResponse("t1", "aurora", "See the files.", files=files)]
    ).after("response")
    assert [item.media_type for item in made.attachments] == [kind for _, kind in OFFICE.values()]
    assert bytes_of(studio.project, made.attachments[0].sha256) == OFFICE["memo.docx"][0]
    undo(studio.lena)
    with studio.project.reading() as tx:
        assert not list(responses.all_responses(tx))


def test_a_response_with_a_file_of_no_known_kind_is_not_taken_in(studio):
    studio.ready()
    bad = NewResponse("t1", "aurora", "x", files=(NewFile("x.exe", b"MZ\x00"),))
    with pytest.raises(UsageError, match="exe"):
        add_responses(studio.lena, [NewResponse("t1", "borealis", "y"), bad])
    with studio.project.reading() as tx:
        assert not list(responses.all_responses(tx))


def png(comment: str) -> bytes:
    stream = io.BytesIO()
    info = PngImagePlugin.PngInfo()
    info.add_itxt("Software", comment, zip=True)
    Image.new("RGB", (1, 1)).save(stream, "PNG", pnginfo=info)
    return stream.getvalue()


def zipped(name: str, text: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return stream.getvalue()


NAMING = {
    "the author of a Word file": docx("A memo", author="AURORA-2"),
    "the text of a Word file": docx("Written by Aurora-2."),
    "a cell": xlsx([["by aurora-2"]]),
    "a slide": pptx("aurora-2"),
    "the title of a PDF": pdf("A memo", title="Answer of Aurora-2"),
    "the properties of an image": png("Aurora-2"),
    "a text of another encoding": "By Aurora-2.".encode("utf-16"),
    "a file in an archive": zipped("notes.txt", "By Aurora-2."),
    "the name of a file in an archive": zipped("aurora-2.txt", "A memo"),
    "a packed stream of a PDF": b"%PDF-1.4\nstream\n" + zlib.compress(b"Aurora-2") + b"\nendstream",
    "escaped letters": b"&#65;urora-2 \\u0041",
}


@pytest.mark.parametrize(
    "text", ["I am Aurora\u20112.", "aurora 2", "A\u200burora-2", "**Aurora**-2", "ａｕｒｏｒａ-2"]
)
def test_a_name_is_found_however_it_is_written(text):
    named, other = (Response(id="r", task_id="t", model=m, text=text) for m in ("aurora-2", "--"))
    assert named_in(named, {}).is_named
    assert not named_in(other, {}).is_named


@pytest.mark.parametrize("data", NAMING.values(), ids=NAMING.keys())
def test_a_file_that_names_its_system_is_found_as_a_text_is(data):
    item = Attachment(path="a", media_type="x", sha256=bytes_hash(data))
    read = {item.sha256: data}
    named, other = (
        Response(id="r", task_id="t", model=model, text="x", attachments=(item,))
        for model in ("aurora-2", "borealis")
    )
    assert named_in(named, read).is_named
    assert not named_in(other, read).is_named


def test_a_caption_that_names_the_system_is_not_told_as_it_is_not_sent():
    item = Attachment(path="a", media_type="x", sha256=bytes_hash(b"-"), caption="By Aurora-2")
    response = Response(id="r", task_id="t", model="aurora-2", text="x", attachments=(item,))
    assert not named_in(response, {item.sha256: b"-"}).is_named
