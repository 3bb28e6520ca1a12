"""Pages of Office files: LibreOffice, cut off, makes what is drawn; hostile files reach nothing."""

from __future__ import annotations

import io
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.documents_made import xlsx
from tests.packs.office.office_made import linked_picture, odp, ods, odt, whole_docx
from tests.sampling import some
from xpert_studio.core.documents import DOCX, XLSX
from xpert_studio.core.documents.document import GapReason
from xpert_studio.core.documents.media_types import DOC, ODP, ODS, ODT, PPT, PPTX, RTF, XLS
from xpert_studio.core.messages import Message
from xpert_studio.core.workflow import media
from xpert_studio.packs.office import conversion
from xpert_studio.packs.office.conversion import NotConvertedError, converted, what_is_missing
from xpert_studio.packs.office.pages import RENDERER
from xpert_studio.packs.office.probes import PROBES

KEPT = Path(__file__).with_name("kept")
RTF_TEXT = rb"{\rtf1\ansi Hello 30 days\page two}"


@pytest.fixture
def libreoffice():
    """Skips where there is none; fails where there must be, as in CI."""
    why = what_is_missing()
    if why is None:
        return
    if os.environ.get("XPERT_STUDIO_NEEDS_TOOLS"):
        pytest.fail(why)
    pytest.skip(why)


needs_libreoffice = pytest.mark.usefixtures("libreoffice")


def text_of(pdf: bytes) -> str:
    from pypdf import PdfReader

    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


SOUND = {
    "docx": (whole_docx("Clause 9"), 1),
    "odt": (odt("Clause 9"), 1),
    "xlsx": (xlsx([["Rent", 900]]), 1),
    "ods": (ods("<table:table-row><table:table-cell office:value-type='string'><text:p>Rent"
                "</text:p></table:table-cell></table:table-row>"), 1),
    "odp": (odp("One", "Two"), 2),
    "rtf": (RTF_TEXT, 2),
    "doc": ((KEPT / "two_pages.doc").read_bytes(), 2),
    "xls": ((KEPT / "rents.xls").read_bytes(), None),
}  # fmt: skip


@needs_libreoffice
@pytest.mark.parametrize("kind", some([*SOUND], 5))
def test_files_of_each_kind_are_shown_page_by_page(kind):
    data, pages = SOUND[kind]
    found = RENDERER(data)
    assert found.failure is None
    assert found.pictures
    assert pages in {None, len(found.pictures)}
    assert found.facts == {"pages": len(found.pictures)}


@needs_libreoffice
def test_the_pages_say_what_the_file_says():
    assert "Clause 9" in text_of(converted(whole_docx("Clause 9 – 你好")))
    assert "30 days" in text_of(converted(RTF_TEXT))


@contextmanager
def listening() -> Iterator[tuple[str, list[bytes]]]:
    """A port of this computer, and what came in on it."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        ends = threading.Event()

        def listen() -> None:
            while not ends.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                heard.append(b"connected")
                connection.close()

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}", heard
        finally:
            ends.set()
            thread.join()


def calling(address: str) -> dict[str, bytes]:
    """Files that name what lies elsewhere, in the ways there are."""
    relation, body = linked_picture(f"{address}/a.png")
    template = (
        '<Relationship Id="t1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        f'relationships/attachedTemplate" Target="{address}/t.dotm" TargetMode="External"/>'
    )
    image = (
        '<draw:frame svg:width="3cm" svg:height="3cm" text:anchor-type="as-char">'
        f'<draw:image xlink:href="{address}/b.png" xlink:type="simple"/></draw:frame>'
    )
    section = (
        f'<text:section text:name="s"><text:section-source xlink:href="{address}/s.odt"/>'
        "<text:p>old</text:p></text:section>"
    )
    cell = (
        f'<table:table-row><table:table-cell table:formula="of:=WEBSERVICE(&quot;{address}/w'
        '&quot;)" office:value-type="string"><text:p>old</text:p></table:table-cell>'
        "</table:table-row>"
    )
    field = rb"{\rtf1 {\field{\*\fldinst INCLUDEPICTURE \"%s/r.png\"}{\fldrslt x}}}"
    return {
        "a linked picture in Word": whole_docx("x", relations=relation, body=body),
        "a template of Word": whole_docx(
            "x", relations=template, settings='<w:attachedTemplate r:id="t1"/>'
        ),
        "a linked picture": odt(image),
        "a linked section": odt("x</text:p>" + section + "<text:p>"),
        "a cell that loads": ods(cell),
        "a field of rich text": field % address.encode(),
    }


@needs_libreoffice
@pytest.mark.parametrize("way", calling(""))
def test_nothing_is_loaded_from_elsewhere(way):
    with listening() as (address, heard):
        with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))):
            pass
        while not heard:  # the port is open
            time.sleep(0.01)
        heard.clear()
        RENDERER(calling(address)[way])
    assert heard == []


@needs_libreoffice
def test_files_of_this_computer_are_not_read(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("TOP SECRET")
    section = (
        f'</text:p><text:section text:name="s"><text:section-source '
        f'xlink:href="file://{secret}"/><text:p>old</text:p></text:section><text:p>'
    )
    assert "TOP SECRET" not in text_of(converted(odt(section)))


_BASIC = """<?xml version="1.0" encoding="UTF-8"?>
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="M"
 script:language="StarBasic">Sub Main
ThisComponent.Text.String = "MACRO " &amp; "RAN"
End Sub
</script:module>"""


def with_macro() -> bytes:
    """A text whose macro changes it when it is opened."""
    library = (
        '<?xml version="1.0"?><library:library xmlns:library="http://openoffice.org/2000/library" '
        'library:name="Standard" library:readonly="false" library:passwordprotected="false">'
        '<library:element library:name="M"/></library:library>'
    )
    libraries = (
        '<?xml version="1.0"?><library:libraries '
        'xmlns:library="http://openoffice.org/2000/library" '
        'xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" '
        'library:link="false"/></library:libraries>'
    )
    entry = '<manifest:file-entry manifest:full-path="{}" manifest:media-type="text/xml"/>'
    parts = {
        "Basic/script-lc.xml": libraries,
        "Basic/Standard/script-lb.xml": library,
        "Basic/Standard/M.xml": _BASIC,
    }
    event = (
        "<office:scripts><office:event-listeners><script:event-listener "
        'script:language="ooo:script" script:event-name="dom:load" '
        'xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document" '
        'xlink:type="simple"/></office:event-listeners></office:scripts>'
    )
    return odt("as it was", extra=parts, scripts=event, listed="".join(map(entry.format, parts)))


@needs_libreoffice
def test_no_macro_is_run():
    said = text_of(converted(with_macro()))
    assert "as it was" in said
    assert "MACRO" not in said


@needs_libreoffice
def test_a_file_without_end_stops_at_the_limit_of_time_and_leaves_nothing():
    from xpert_studio.packs.code.sandbox.watch import descendants

    row = (
        '<table:table-row table:number-rows-repeated="1000000"><table:table-cell '
        'office:value-type="string" table:number-columns-repeated="200"><text:p>x</text:p>'
        "</table:table-cell></table:table-row>"
    )
    with pytest.raises(NotConvertedError, match=r"more than 5 seconds or|too large"):
        converted(ods(row), seconds=5)
    left = [Path(f"/proc/{one}/comm") for one in descendants(os.getpid())]
    assert not [one for one in left if one.exists() and "soffice" in one.read_text()]


@needs_libreoffice
def test_a_file_that_takes_too_much_memory_stops_at_its_limit():
    with pytest.raises(NotConvertedError, match="LibreOffice"):
        converted(RTF_TEXT, megabytes=40)


@needs_libreoffice
def test_what_is_damaged_says_so():
    for data in (odt("x")[:200], b"PK\x03\x04", whole_docx("x")[:-40]):
        found = RENDERER(data)
        assert found.pictures == ()
        assert str(found.failure) in {"LibreOffice cannot open it.", "damaged or unreadable"}
        assert [gap.what for gap in found.gaps] == [GapReason.UNREADABLE]


@needs_libreoffice
def test_a_large_file_goes_in_and_its_pages_come_out_in_pieces(monkeypatch):
    monkeypatch.setattr(conversion, "_PART", 1_000)
    data = odt(*[f"Line {n} {n * 7919 % 10_007}" for n in range(3_000)])
    assert len(data) > 5_000
    assert "Line 2999" in text_of(converted(data))
    monkeypatch.setattr(conversion, "MOST_BYTES", 1_000)
    with pytest.raises(NotConvertedError, match="too large"):
        converted(data)


@needs_libreoffice
def test_the_program_here_is_probed_with_its_isolation():
    (probe,) = PROBES
    found = probe.look()
    assert (found.state.value, found.fact[:11]) == ("found", "LibreOffice")


def test_without_libreoffice_nothing_is_tried_and_the_remedy_is_named(monkeypatch):
    monkeypatch.setattr(conversion, "office_program", lambda: None)
    missing = what_is_missing()
    assert isinstance(missing, Message)
    assert "LibreOffice" in missing
    assert not media.can_render(DOCX)
    (probe,) = PROBES
    assert probe.look().state.value == "missing"


def test_without_bubblewrap_nothing_is_tried(monkeypatch):
    from xpert_studio.packs.code.sandbox import command

    monkeypatch.setattr(conversion, "office_program", lambda: Path("/usr/bin/true"))
    monkeypatch.setattr(command, "found_tools", lambda: (None, ["bwrap"]))
    assert "Bubblewrap is missing" in what_is_missing()


@pytest.mark.parametrize("kind", [DOCX, XLSX, PPTX, ODT, ODS, ODP, RTF, XLS, DOC, PPT])
def test_each_kind_has_the_renderer(kind):
    assert media.renderer_of(kind) is RENDERER
