"""Makes attachments for tests: images, PDFs and Office files, sound and hostile."""

from __future__ import annotations

import io
import zipfile

from PIL import Image

SCANNED = "scanned"
"""A page of a PDF with something on it, and no text."""
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org"
NAMES = " ".join(
    f'xmlns:{short}="{name}"'
    for short, name in {
        "w": _WORD,
        "r": f"{_OFFICE}/officeDocument/2006/relationships",
        "m": f"{_OFFICE}/officeDocument/2006/math",
        "mc": f"{_OFFICE}/markup-compatibility/2006",
        "wp": f"{_OFFICE}/drawingml/2006/wordprocessingDrawing",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "a": _DRAWING,
        "pic": f"{_OFFICE}/drawingml/2006/picture",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
    }.items()
)
_CORE = (
    '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>{author}</dc:creator>'
    "</cp:coreProperties>"
)


def picture(kind: str = "PNG", *, orientation: int = 1, size: tuple[int, int] = (4, 2)) -> bytes:
    """A red image whose left half is blue, with an EXIF orientation."""
    image = Image.new("RGB", size, "red")
    image.paste("blue", (0, 0, size[0] // 2, size[1]))
    exif = Image.Exif()
    exif[0x0112] = orientation
    stream = io.BytesIO()
    image.save(stream, kind, exif=exif, quality=100, subsampling=0)
    return stream.getvalue()


def pdf(*pages: str, title: str = "", password: str = "", script: str = "") -> bytes:
    """A PDF with a page a text; an empty text is a page without any."""
    from pypdf import PdfReader, PdfWriter

    plain = _plain_pdf(pages, f"/OpenAction << /S /JavaScript /JS ({script}) >>" if script else "")
    if not title and not password:
        return plain
    writer = PdfWriter()
    for page in PdfReader(io.BytesIO(plain)).pages:
        writer.add_page(page)
    if title:
        writer.add_metadata({"/Title": title})
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def _plain_pdf(pages: tuple[str, ...], action: str) -> bytes:
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {action} >>".encode(),
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, text in enumerate(pages):
        stream = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET".encode() if text else b""
        stream = b"100 100 200 200 re f" if text == SCANNED else stream
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        start,
    )
    return bytes(out)


def zipped(parts: dict[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def docx(body: str, *, author: str = "", extra: dict[str, str | bytes] | None = None) -> bytes:
    """A Word file; ``body`` is the XML inside ``w:body``, or plain text for one paragraph."""
    inside = body if body.startswith("<") else f"<w:p><w:r><w:t>{body}</w:t></w:r></w:p>"
    document = f"<w:document {NAMES}><w:body>{inside}</w:body></w:document>"
    parts: dict[str, str | bytes] = {"word/document.xml": document}
    if author:
        parts["docProps/core.xml"] = _CORE.format(author=author)
    return zipped(parts | (extra or {}))


def pptx(*slides: str) -> bytes:
    """A presentation with a text a slide."""
    parts: dict[str, str | bytes] = {"ppt/presentation.xml": f'<p:p xmlns:p="{_SLIDES}"/>'}
    for number, text in enumerate(slides, start=1):
        parts[f"ppt/slides/slide{number}.xml"] = (
            f'<p:sld xmlns:p="{_SLIDES}" xmlns:a="{_DRAWING}"><p:cSld><p:spTree><p:sp><p:txBody>'
            f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
        )
    return zipped(parts)


def xlsx(rows: list[list[object]]) -> bytes:
    """A workbook with one sheet, ``Data``."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Data"
    for row in rows:
        sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
