"""Text of Word, Excel and PowerPoint files, read from the XML inside them.

Runs in the process of ``worker``: time and memory are limited there.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from typing import Final

from xpert_studio.documents.document import MAX_CHARS, Document, Gap, document
from xpert_studio.documents.package import open_package

_PROPERTIES: Final = ("docProps/core.xml", "docProps/app.xml", "docProps/custom.xml")
_WORD: Final = re.compile(r"word/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml")
_SLIDES: Final = re.compile(r"ppt/(slides|notesSlides)/[A-Za-z]+(\d+)\.xml")
_CELL_NOTES: Final = re.compile(r"xl/comments.*\.xml")
_PICTURES: Final = re.compile(r"(word|xl|ppt)/(media|charts|diagrams)/.+")


def read_word(data: bytes) -> Document:
    """The paragraphs and tables of a Word file, then its headers, footers, notes and comments."""
    with open_package(io.BytesIO(data)) as archive:
        parts = sorted(
            filter(_WORD.fullmatch, archive.namelist()),
            key=lambda name: (name != "word/document.xml", name),
        )
        return _document(archive, parts)


def read_slides(data: bytes) -> Document:
    """The text of a presentation, slide by slide, each with its notes."""
    with open_package(io.BytesIO(data)) as archive:
        found = [match for name in archive.namelist() if (match := _SLIDES.fullmatch(name))]
        found.sort(key=lambda match: (int(match[2]), match[1] == "notesSlides"))
        return _document(archive, [match[0] for match in found])


def read_workbook(data: bytes) -> Document:
    """The cells of a workbook: a sheet after the other, a row a line, tabs between cells.

    A formula without a stored result is given as the formula.
    """
    with open_package(io.BytesIO(data)) as archive:
        notes = [name for name in archive.namelist() if _CELL_NOTES.fullmatch(name)]
        rest = _document(archive, notes)
    return document(
        "\n".join(_bounded([*_cells(data), rest.text])).strip(), rest.metadata, rest.gap
    )


def _document(archive: zipfile.ZipFile, parts: Iterable[str]) -> Document:
    names = archive.namelist()
    said: list[str] = []
    text = "\n".join(_bounded(_part_text(archive, name, said) for name in parts))
    properties = [name for name in _PROPERTIES if name in names]
    metadata = [_part_text(archive, name, said, any_text=True) for name in properties]
    gap = Gap.PICTURES if any(map(_PICTURES.fullmatch, names)) else None
    return document(text.strip(), "\n".join([*metadata, *dict.fromkeys(said)]), gap)


def _bounded(texts: Iterable[str]) -> Iterator[str]:
    """Texts until there is more than a document may be."""
    length = 0
    for text in texts:
        yield text
        length += len(text)
        if length > MAX_CHARS:
            return


def _part_text(
    archive: zipfile.ZipFile, name: str, said: list[str], *, any_text: bool = False
) -> str:
    """The text of one part: Word's and PowerPoint's elements have the same local names.

    Args:
        archive: The file.
        name: The part.
        said: Takes the names of authors of comments and changes.
        any_text: Take the text of every element, one a line.
    """
    from defusedxml.ElementTree import iterparse

    pieces: list[str] = []
    cells = fallbacks = 0
    with archive.open(name) as stream:
        for event, element in iterparse(stream, events=("start", "end")):
            tag = element.tag.rpartition("}")[2]
            step = 1 if event == "start" else -1
            cells += step if tag == "tc" else 0
            fallbacks += step if tag == "Fallback" else 0  # repeats its ``Choice``
            if event == "start":
                said += [text for key, text in element.items() if key.endswith("author")]
                continue
            if not fallbacks:
                pieces.append(_said(tag, element.text, in_cell=cells > 0, any_text=any_text))
            element.clear()
    return re.sub(r" *\n[ \n]*\n", "\n\n", "".join(pieces)).strip()


def _said(tag: str, text: str | None, *, in_cell: bool, any_text: bool) -> str:
    """What the end of an element adds to the text."""
    if any_text:
        return f"{text.strip()}\n" if text and text.strip() else ""
    match tag:
        case "t":
            return text or ""
        case "p":
            return " " if in_cell else "\n"
        case "tab" | "tc":
            return "\t"
        case "tr" | "br" | "cr":
            return "\n"
    return ""


def _cells(data: bytes) -> Iterator[str]:
    from openpyxl import load_workbook

    results, formulas = (
        load_workbook(io.BytesIO(data), read_only=True, data_only=stored)
        for stored in (True, False)
    )
    for name in results.sheetnames:
        yield f"# {name}"
        sheets = results[name], formulas[name]
        if not all(hasattr(sheet, "iter_rows") for sheet in sheets):
            continue  # a sheet that is one chart
        for sheet in sheets:
            sheet.reset_dimensions()
        for shown, written in zip(
            *(sheet.iter_rows(values_only=True) for sheet in sheets), strict=False
        ):
            cells = [
                formula if result is None else result
                for result, formula in zip(shown, written, strict=False)
            ]
            line = "\t".join("" if cell is None else str(cell) for cell in cells).rstrip()
            if line:
                yield line
