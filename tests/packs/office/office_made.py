"""Whole Office files, as LibreOffice opens them."""

from __future__ import annotations

import io
import zipfile

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_NAMES = " ".join(
    f'xmlns:{short}="{name}"'
    for short, name in {
        "office": f"{_ODF}:office:1.0",
        "text": f"{_ODF}:text:1.0",
        "table": f"{_ODF}:table:1.0",
        "draw": f"{_ODF}:drawing:1.0",
        "svg": f"{_ODF}:svg-compatible:1.0",
        "script": f"{_ODF}:script:1.0",
        "style": f"{_ODF}:style:1.0",
        "xlink": "http://www.w3.org/1999/xlink",
    }.items()
)
_KINDS = {
    "text": "application/vnd.oasis.opendocument.text",
    "spreadsheet": "application/vnd.oasis.opendocument.spreadsheet",
    "presentation": "application/vnd.oasis.opendocument.presentation",
}
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def zipped(parts: dict[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def opendocument(kind: str, body: str, *, extra: dict[str, str | bytes] | None = None,
                 scripts: str = "", listed: str = "") -> bytes:  # fmt: skip
    """An OpenDocument file: ``body`` is the XML inside ``office:text`` and its like."""
    content = (
        f'<office:document-content {_NAMES} office:version="1.2">{scripts}<office:body>'
        f"<office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    manifest = (
        f'<manifest:manifest xmlns:manifest="{_ODF}:manifest:1.0" manifest:version="1.2">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_KINDS[kind]}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        f"{listed}</manifest:manifest>"
    )
    return zipped({
        "mimetype": _KINDS[kind],
        "content.xml": content,
        "META-INF/manifest.xml": manifest,
        **(extra or {}),
    })  # fmt: skip


def odt(*paragraphs: str, **options) -> bytes:
    return opendocument(
        "text", "".join(f"<text:p>{text}</text:p>" for text in paragraphs), **options
    )


def ods(rows: str) -> bytes:
    return opendocument("spreadsheet", f'<table:table table:name="A">{rows}</table:table>')


def odp(*slides: str) -> bytes:
    pages = "".join(
        f'<draw:page draw:name="p{n}"><draw:frame svg:width="10cm" svg:height="3cm" svg:x="1cm" '
        f'svg:y="1cm"><draw:text-box><text:p>{text}</text:p></draw:text-box></draw:frame>'
        "</draw:page>"
        for n, text in enumerate(slides)
    )
    return opendocument("presentation", pages)


def whole_docx(text: str, *, relations: str = "", body: str = "", settings: str = "") -> bytes:
    """A Word file with all that Word asks for."""
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": (
            f'<Types xmlns="{_PACKAGE}/content-types">'
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/word/document.xml" ContentType="{_WORD}.document.main+xml"/>'
            f'<Override PartName="/word/settings.xml" ContentType="{_WORD}.settings+xml"/>'
            "</Types>"
        ),
        "_rels/.rels": (
            f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{_RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>'
        ),
        "word/document.xml": (
            '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
            f'xmlns:r="{_RELATIONS}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
            ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
            'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">'
            f"<w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p>{body}</w:body></w:document>"
        ),
        "word/_rels/document.xml.rels": (
            f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="s1" '
            f'Type="{_RELATIONS}/settings" Target="settings.xml"/>{relations}</Relationships>'
        ),
        "word/settings.xml": (
            '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
            f'xmlns:r="{_RELATIONS}">{settings}</w:settings>'
        ),
    }
    return zipped(parts)


def linked_picture(address: str) -> tuple[str, str]:
    """A picture of a Word file that lies elsewhere: its relation, and the XML that shows it."""
    relation = (
        f'<Relationship Id="p1" Type="{_RELATIONS}/image" Target="{address}" '
        'TargetMode="External"/>'
    )
    body = (
        '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/>'
        '<wp:docPr id="1" name="p"/><a:graphic><a:graphicData '
        'uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr>'
        '<pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>'
        '<a:blip r:link="p1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr>'
        '<a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm>'
        '<a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>'
        "</w:drawing></w:r></w:p>"
    )
    return relation, body
