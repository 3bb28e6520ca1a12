"""Copies of files without what they say of their making: author, program, history, thumbnail.

For people who must not learn which system made a file. Works in the process of ``worker``. What a
copy shows is what the file shows; an image becomes the picture that people are shown anyway.
"""

from __future__ import annotations

import codecs
import html
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote

from xpert_studio.core.documents.bare_images import bare_image
from xpert_studio.core.documents.bare_pdf import bare_pdf
from xpert_studio.core.documents.bare_svg import is_svg
from xpert_studio.core.documents.bare_texts import bare_mail, bare_notebook, without_front
from xpert_studio.core.documents.document import Findings
from xpert_studio.core.documents.media_types import (
    DOCX,
    EML,
    FOLDER,
    HTML,
    IMAGES,
    NOTEBOOK,
    ODP,
    ODS,
    ODT,
    PDF,
    PPTX,
    RTF,
    TEXT,
    XLSX,
    media_type_of,
)
from xpert_studio.core.documents.package import open_package
from xpert_studio.core.documents.page_source import (
    bare_script,
    bare_style,
    unsigned,
    unsigned_drawing,
)
from xpert_studio.core.documents.plain_text import decoded

_PARTS: Final = re.compile(
    r"docProps/.*|Thumbnails/.*|docMetadata/.*|customXml/.*|_xmlsignatures/.*|xl/revisions/.*"
    r"|.*/(?:tags|printerSettings)/.*|META-INF/.*signatures.*|Configurations2/.*",
    re.IGNORECASE,
)
"""Parts of Office files that tell of people, programs and earlier looks."""
_NAMES_PART: Final = re.compile(
    r"(?i)<(?:\w+:)?(?:Relationship|Override|file-entry)\b(?=[^>]*\b(?:Target|PartName|(?:\w+:)?"
    r"full-path)\s*=\s*[\"'][^\"']*(?:docProps|Thumbnails|docMetadata|customXml|_xmlsignatures|"
    r"/tags/|printerSettings|revisions/|Configurations2))[^>]*?(?:/>|>\s*</[\w:]+>)"
    r"|<(?:\w+:)?Relationship\b[^>]*/attachedTemplate[\"'][^>]*?(?:/>|>\s*</[\w:]+>)"
)
_PEOPLE: Final = re.compile(
    r"(?:.*/)?(?:people|commentAuthors|authors|persons?/[^/]*|userNames)\.xml", re.IGNORECASE
)
"""Parts that list who commented: others refer to their entries, which stay without names."""
_VALUE: Final = r"\s*=\s*(?:\"[^\"]*\"|'[^']*')"
_IN_TAG: Final = r"(?=[^<>]*>)"
"""What follows a value in a tag; text that looks like one is followed by the next tag."""
_AUTHOR: Final = re.compile(
    rf"(?<=\s)((?:[\w.-]+:)?(?:author|initials|userId|userName|lastModifiedBy)){_VALUE}{_IN_TAG}",
    re.IGNORECASE,
)
_PERSON: Final = re.compile(rf"(?<=\s)((?:\w+:)?(?:name|displayName|email)){_VALUE}{_IN_TAG}")
_SAID: Final = re.compile(
    r"(<(dc:creator|meta:creator-initials|dc:date|(?:\w+:)?author)\b[^>]*(?<!/)>)[^<]*(</\2\s*>)"
)
_META: Final = re.compile(
    r"<office:meta\b[^>]*/>|<office:meta\b[^>]*>.*?</office:meta\s*>", re.DOTALL
)
_SETTINGS_OF_PRINTER: Final = re.compile(r"(<(?:\w+:)?pageSetup\b[^>]*?)\s+\w+:id=\"[^\"]*\"")
_LEFT_OUT: Final = re.compile(
    r"<((?:\w+:)?(?:docVars|custDataLst))\b[^>]*(?<!/)>.*?</\1\s*>"
    r"|<(?:\w+:)?(?:docVars|attachedTemplate|absPath|fileSharing|custDataLst)\b[^>]*/>"
    r"|<config:config-item\b[^>]*\"Printer\w*\"[^>]*>[^<]*</config:config-item>",
    re.DOTALL,
)
_COMMENT: Final = re.compile(
    r"(<!\[CDATA\[.*?\]\]>|<\?(?:xml|mso-application)\b.*?\?>)|<!--.*?-->|<\?.*?\?>", re.DOTALL
)
_DRAWN: Final = re.compile(
    r"<(?:(?:\w+:)?(?:cNvPr|docPr)|draw:(?:frame|image))\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*+>"
)
_CALLED: Final = re.compile(rf"(?<=\s)((?:draw:)?name|descr|title){_VALUE}")
"""What a picture in a document is called: often by the file that it was."""
_ENCODING: Final = re.compile(r"(\ufeff?<\?xml\b[^>]*?)\s+encoding=[\"']([\w.-]+)[\"']([^>]*>)")
_HEAD: Final = 200
_SINCE: Final = (1980, 1, 1, 0, 0, 0)
_MEDIA: Final = re.compile(r"(?:.*/)?(?:media|Pictures|embeddings)/[^/]+", re.IGNORECASE)
_REFERS: Final = re.compile(
    r"(?<=\s)((?:Target|PartName|[\w-]+:(?:href|full-path))\s*=\s*)(\"[^\"<>]*\"|'[^'<>]*')"
)
"""What names another part of an Office file."""

_RTF_SAID: Final = re.compile(
    rb"\{\\(?:info\b|\*\\(?:generator|userprops|xmlnstbl|rsidtbl|atnauthor|atnid|revtbl|docvar"
    rb"|template)\b)"
)


def clean_copy(data: bytes, media_type: str) -> bytes:
    """A copy of a file; the bytes as they are where nothing of its kind can be removed.

    The copy of an image is a PNG or JPEG. The same file gives the same copy.

    Args:
        data: The file.
        media_type: Of its content.

    Raises:
        NotReadError: It is an image that cannot be shown. Any other exception means damage.
    """
    if media_type in IMAGES:
        from xpert_studio.core.documents.pictures import read_image

        return read_image(data, Findings())
    return _inside(data, media_type)


def _inside(data: bytes, media_type: str | None) -> bytes:
    """A file that is part of another one: an image stays what it is."""
    if media_type in IMAGES:
        return bare_image(data)
    clean = _WAYS.get(media_type or "")
    return data if clean is None else clean(data)


def _repacked(
    data: bytes,
    changed: Callable[[str, bytes], bytes | None],
    named: Callable[[str], str] = str,
) -> bytes:
    """A zip file with other parts and names; parts of which nothing is given are left out."""
    written = io.BytesIO()
    with (
        open_package(io.BytesIO(data)) as source,
        zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as made,
    ):
        for part in source.infolist():
            content = changed(part.filename, source.read(part))
            if content is not None:
                # Without compression the same file gives the same bytes, whatever made them.
                info = zipfile.ZipInfo(named(part.filename), _SINCE)
                info.create_system, info.external_attr = part.create_system, part.external_attr
                made.writestr(info, content)
    return written.getvalue()


def _office(data: bytes) -> bytes:
    with open_package(io.BytesIO(data)) as source:
        names = _numbered(source.namelist())
    return _repacked(
        data, lambda name, part: _part(name, part, names), lambda name: _renamed(name, names)
    )


def _numbered(parts: Iterable[str]) -> dict[str, str]:
    """What files in an Office file are called, often after those that they were: by number.

    By folder and name.
    """
    found: dict[str, str] = {}
    for part in parts:
        if _MEDIA.fullmatch(part):
            path = PurePosixPath(part)
            found.setdefault(_last(part), f"{path.parent.name}/file{len(found) + 1}{path.suffix}")
    return found


def _last(path: str) -> str:
    """Folder and name."""
    return "/".join(path.split("/")[-2:])


def _renamed(path: str, names: Mapping[str, str]) -> str:
    new = names.get(_last(unquote(html.unescape(path))))
    if new is None or "://" in path:
        return path
    return path[: len(path) - len(_last(path))] + new


def _part(name: str, data: bytes, names: Mapping[str, str]) -> bytes | None:
    if _PARTS.fullmatch(name):
        return None
    if _MEDIA.fullmatch(name):
        return _inside(data, media_type_of(data))
    if not name.lower().endswith((".xml", ".rels", ".vml")):
        return data
    try:
        text = _markup(_decoded(data), name)
        return _REFERS.sub(
            lambda found: f"{found[1]}{found[2][0]}{_renamed(found[2][1:-1], names)}{found[2][0]}",
            text,
        ).encode("utf-8")
    except (UnicodeError, LookupError):
        return data


def _decoded(data: bytes) -> str:
    """Markup as text, which no longer says that it has another encoding than UTF-8.

    Raises:
        UnicodeDecodeError, LookupError: It is not what it says.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16")
    else:
        said = _ENCODING.match(data.decode("latin-1")[:_HEAD])
        text = data.decode(said[2] if said else "utf-8")
    return _ENCODING.sub(r"\1\3", text, count=1)


def _markup(text: str, name: str) -> str:
    text = _COMMENT.sub(lambda found: found[1] or "", text)
    text = _NAMES_PART.sub("", text)
    text = _AUTHOR.sub(r'\1=""', text)
    if _PEOPLE.fullmatch(name):
        text = _PERSON.sub(r'\1=""', text)
    text = _SAID.sub(r"\1\3", text)
    text = _META.sub("<office:meta/>", text)
    text = _SETTINGS_OF_PRINTER.sub(r"\1", text)
    text = _LEFT_OUT.sub("", text)
    return _DRAWN.sub(_nameless, text)


def _nameless(found: re.Match[str]) -> str:
    return _CALLED.sub(r'\1=""', found[0])


def _folder(data: bytes) -> bytes:
    return _repacked(
        data, lambda name, part: part if "/" not in name else _file(name.lower(), part)
    )


def _file(name: str, data: bytes) -> bytes:
    """A file of a folder."""
    if not name.endswith((".css", ".js", ".mjs")):
        return _inside(data, media_type_of(data, name))
    bare = bare_style if name.endswith(".css") else bare_script
    return bare(data.decode("latin-1")).encode("latin-1")


def _in_text(data: bytes, clean: Callable[[str], str]) -> bytes:
    """A text in which something is left out; every other byte stays as it is, in any encoding."""
    code = "latin-1"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        code = "utf-16-le" if data.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
    return clean(data.decode(code)).encode(code)


def _page(data: bytes) -> bytes:
    return _in_text(data, unsigned)


def _letter(data: bytes) -> bytes:
    return bare_mail(data, _inside)


def _text(data: bytes) -> bytes:
    found = decoded(data)
    if found is not None and is_svg(found.text):
        bare = unsigned_drawing(found.text)
        return data if bare == found.text else bare.encode("utf-8")
    return _in_text(data, without_front)


def _rich_text(data: bytes) -> bytes:
    """Without the groups on author, program and revisions, which may hold others."""
    while found := _RTF_SAID.search(data):
        depth, at = 1, found.start() + 1
        while depth and at < len(data):
            if data[at : at + 1] == b"\\":
                at += 1
            else:
                depth += {b"{": 1, b"}": -1}.get(data[at : at + 1], 0)
            at += 1
        data = data[: found.start()] + data[at:]
    return data


_WAYS: Final[dict[str, Callable[[bytes], bytes]]] = {
    PDF: bare_pdf,
    **dict.fromkeys((DOCX, XLSX, PPTX, ODT, ODS, ODP), _office),
    FOLDER: _folder,
    HTML: _page,
    RTF: _rich_text,
    NOTEBOOK: bare_notebook,
    EML: _letter,
    **dict.fromkeys((TEXT, "text/markdown"), _text),
}
