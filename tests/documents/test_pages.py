"""Pages of PDFs as pictures: the same each time, within limits, whatever the file holds."""

from __future__ import annotations

import io
import zlib

import pytest
from PIL import Image

from tests.documents_made import SCANNED, pdf
from xpert_studio.core.documents import page_worker, pages
from xpert_studio.core.documents.document import GapReason
from xpert_studio.core.documents.page_worker import LONGEST, MOST_PAGES
from xpert_studio.core.documents.pages import pages_version, pdf_pages
from xpert_studio.core.workflow.media import renderer_of


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def with_page(*, box: str = "0 0 612 792", content: bytes = b"", filter_: str = "") -> bytes:
    """A PDF with one page of a size and a content."""
    return (
        pdf("xx")
        .replace(b"[0 0 612 792]", f"[{box}]".encode())
        .replace(
            b"<< /Length 38 >>\nstream\nBT /F1 12 Tf 72 700 Td (xx) Tj ET\nendstream",
            b"<< /Length %d %s >>\nstream\n%s\nendstream"
            % (len(content), filter_.encode(), content),
        )
    )


def test_each_page_is_one_picture_in_the_order_of_the_file():
    found = pdf_pages(pdf("Clause 9", SCANNED, ""))
    assert [str(one.label) for one in found.pictures] == ["page 1", "page 2", "page 3"]
    assert (found.gaps, found.failure, found.facts) == ((), None, {"pages": 3})
    sizes = [opened(one.data).size for one in found.pictures]
    assert all(high == LONGEST for _, high in sizes)
    assert all(abs(wide - LONGEST * 612 / 792) < 2 for wide, _ in sizes)
    blank = opened(found.pictures[2].data).getextrema()
    assert blank == ((255, 255),) * 3
    assert opened(found.pictures[1].data).getextrema() == ((0, 255),) * 3


def test_the_same_file_gives_equal_bytes():
    data = pdf("Clause 9", "Clause 10")
    assert pdf_pages(data) == pdf_pages(data)
    assert pages_version().startswith("pypdfium2 ")


def test_pictures_say_nothing_of_the_file_s_properties():
    found = pdf_pages(pdf("A memo", title="Answer of Aurora-2"))
    (page,) = found.pictures
    image = opened(page.data)
    image.load()
    assert not image.info
    assert not image.getexif()
    assert b"Aurora" not in page.data


def test_what_is_filled_in_is_on_the_picture_and_no_script_is_run():
    found = pdf_pages(pdf("A form", script="while(1){}"))
    assert len(found.pictures) == 1


def test_a_file_with_a_password_and_a_damaged_one_say_why():
    locked = pdf_pages(pdf("A memo", password="x"))
    assert (locked.pictures, str(locked.failure)) == ((), GapReason.ENCRYPTED.value)
    for data in (b"%PDF-1.7\n", b"%PDF-1.4 junk" * 100, pdf("x")[:200]):
        broken = pdf_pages(data)
        assert (broken.pictures, str(broken.failure)) == ((), GapReason.UNREADABLE.value)
        assert [gap.what for gap in broken.gaps] == [GapReason.UNREADABLE]


def test_of_a_long_file_the_first_pages_are_drawn_and_the_others_said():
    found = pdf_pages(pdf(*[""] * (MOST_PAGES + 7)))
    assert len(found.pictures) == MOST_PAGES
    (gap,) = found.gaps
    assert (str(gap.where), gap.what) == (
        f"pages {MOST_PAGES + 1} to {MOST_PAGES + 7}",
        GapReason.PAGES,
    )
    assert found.facts == {"pages": MOST_PAGES + 7}


@pytest.mark.parametrize(
    "box",
    ["0 0 2000000 10", "0 0 10 2000000", "0 0 14400 14400", "0 0 0 0", "0 0 1 1", "9 9 -9 -9"],
)
def test_pages_of_any_size_are_bounded(box):
    found = pdf_pages(with_page(box=box))
    for one in found.pictures:
        width, height = opened(one.data).size
        assert max(width, height) <= LONGEST + 1


def test_a_packed_page_that_unpacks_without_end_stops_at_the_limits():
    bomb = zlib.compress(b"0 0 600 700 re f " * 12_000_000, 9)
    found = pdf_pages(with_page(content=bomb, filter_="/Filter /FlateDecode"), seconds=20)
    assert len(found.pictures) + (found.failure is not None) >= 1


def test_pages_that_came_before_time_was_up_are_kept(monkeypatch, tmp_path):
    """A process that never ends after its second page."""
    script = tmp_path / "slow.py"
    script.write_text(
        "import sys, time\n"
        "png = b'\\x89PNG\\r\\n\\x1a\\n'\n"
        "sys.stdout.buffer.write(b'{\"pages\": 9}\\n')\n"
        "for _ in range(2): sys.stdout.buffer.write(len(png).to_bytes(4, 'big') + png)\n"
        "sys.stdout.buffer.write(b'\\0\\0\\1\\0half')\n"
        "sys.stdout.flush()\n"
        "while True: time.sleep(1)\n"
    )
    monkeypatch.setattr(pages, "program", lambda _: ["python3", str(script)])
    found = pdf_pages(pdf("x"), seconds=2)
    assert len(found.pictures) == 2
    assert [(str(gap.where), gap.what) for gap in found.gaps] == [("pages 3 to 9", GapReason.PAGES)]


def test_bytes_that_are_no_pages_are_not_taken(monkeypatch):
    for said in (b"", b"{}\n", b"[]\n", b'{"pages": "many"}\n', b'{"pages": 1}\n\0\0\0\5GIF89'):
        monkeypatch.setattr(
            pages, "program", lambda _, said=said: ["python3", "-c", f"import sys; sys.stdout.buffer.write({said!r})"]
        )  # fmt: skip
        assert pdf_pages(pdf("x")).pictures == ()


def test_a_page_that_cannot_be_drawn_is_a_gap_among_the_others(monkeypatch):
    real = page_worker._drawn
    monkeypatch.setattr(
        page_worker, "_drawn", lambda document, n: b"" if n == 1 else real(document, n)
    )
    out = io.BytesIO()
    page_worker.draw(pdf("a", "b", "c"), out)
    head, _, rest = out.getvalue().partition(b"\n")
    assert head == b'{"pages": 3}'
    assert [bool(one) for one in pages._pictures(rest)] == [True, False, True]


def test_the_renderer_of_pdfs_comes_with_the_program():
    renderer = renderer_of("application/pdf")
    assert renderer is not None and renderer.missing() is None
    assert (renderer.id, renderer.version) == ("pdf", pages_version())
    assert renderer(pdf("x")) == pdf_pages(pdf("x"))
    assert renderer_of("text/plain") is None
