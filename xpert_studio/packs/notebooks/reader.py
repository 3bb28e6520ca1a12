"""Jupyter notebooks: cells with their outputs; pictures and widgets are gaps."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from xpert_studio.api.readers import Findings, GapReason, Message, decoded, without_blanks
from xpert_studio.packs.web_pages import reader as web_page

_COLOURS: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_WRITTEN_OVER: Final = re.compile(r"[^\n]*\r(?=[^\n])")
"""What a line shows no more once a program has gone back to its start."""
_PICTURE: Final = re.compile(r"!\[[^\]]*\]\([^)]*\)|<img\b", re.IGNORECASE)
_TEXTS: Final = (
    "text/markdown",
    "text/plain",
    "text/html",
    "text/latex",
    "application/json",
    "application/javascript",
)


def read(data: bytes, findings: Findings) -> str:
    """The cells in their order; code and outputs between fences."""
    text = decoded(data)
    book = json.loads(text.text if text else "")
    cells = book.get("cells")
    if cells is None:
        cells = [cell for sheet in book.get("worksheets", ()) for cell in sheet.get("cells", ())]
    metadata = book.get("metadata") or {}
    findings.metadata += [str(author) for author in metadata.get("authors") or ()]
    language = (metadata.get("kernelspec") or {}).get("language") or ""
    parts: list[str] = []
    for number, cell in enumerate(cells, start=1):
        parts += _cell(cell, language, Message("cell {n}", n=number), findings)
    return without_blanks("\n\n".join(parts))


def _cell(cell: dict[str, Any], language: str, where: Message, findings: Findings) -> Iterator[str]:
    source = _joined(cell.get("source", cell.get("input", "")))
    kind = cell.get("cell_type")
    if kind != "code":
        if cell.get("attachments") or _PICTURE.search(source):
            findings.gap(GapReason.PICTURES, where)
        yield source
        return
    looks = cell.get("metadata") or {}
    hidden = looks.get("jupyter") or {}
    if hidden.get("source_hidden"):
        if source.strip():
            findings.gap(GapReason.HIDDEN, where)
    else:
        yield _fenced(source, language)
    if looks.get("collapsed") or hidden.get("outputs_hidden"):
        if cell.get("outputs"):
            findings.gap(GapReason.HIDDEN, where)
        return
    for output in cell.get("outputs") or ():
        yield from _output(output, where, findings)


def _output(output: dict[str, Any], where: Message, findings: Findings) -> Iterator[str]:
    kind = output.get("output_type")
    if kind == "stream":
        yield _fenced(_joined(output.get("text", "")))
    elif kind in {"error", "pyerr"}:
        trace = "\n".join(output.get("traceback") or ())
        yield _fenced(trace or f"{output.get('ename')}: {output.get('evalue')}")
    else:
        yield from _shown(output.get("data", output), where, findings)


def _shown(data: dict[str, Any], where: Message, findings: Findings) -> Iterator[str]:
    """A result as text: the first way there is, where it is shown as one."""
    is_picture = any(kind.startswith("image/") or kind in {"png", "jpeg", "svg"} for kind in data)
    if is_picture:
        findings.gap(GapReason.PICTURES, where)
        return
    if any(kind.startswith("application/vnd.") for kind in data):
        findings.gap(GapReason.EMBEDDED, where)
    kind = next((kind for kind in _TEXTS if kind in data), None)
    html = _joined(data.get("text/html", ""))
    if kind == "text/html" or "<table" in html:
        yield web_page.read(html.encode(), findings, "utf-8")
    elif kind:
        yield _fenced(_joined(data[kind]))
    elif "text" in data:
        yield _fenced(_joined(data["text"]))
    elif data:
        findings.gap(GapReason.EMBEDDED, where)


def _joined(text: Any) -> str:  # noqa: ANN401 - a text or a list of lines
    if isinstance(text, list):
        return "".join(map(str, text))
    return text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)


def _fenced(text: str, language: str = "") -> str:
    text = _WRITTEN_OVER.sub("", _COLOURS.sub("", text)).strip("\n")
    return f"```{language}\n{text}\n```" if text.strip() else ""
