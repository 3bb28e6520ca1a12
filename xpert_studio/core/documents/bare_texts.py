"""Notebooks, letters and plain texts without what they say of their making."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from typing import Any, Final

from xpert_studio.core.documents.media_types import HTML, media_type_of
from xpert_studio.core.documents.page_source import bare_base64, unsigned, unsigned_drawing
from xpert_studio.core.documents.plain_text import decoded

_OF_BOOK: Final = ("nbformat", "nbformat_minor", "cells", "worksheets")
_OF_CELL: Final = frozenset({
    "cell_type", "source", "input", "outputs", "execution_count", "prompt_number", "attachments",
    "level", "language", "collapsed",
})  # fmt: skip
_IMAGES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "png", "jpeg"})
_DRAWINGS: Final = frozenset({"image/svg+xml", "svg"})
_PAGES: Final = frozenset({"text/html", "html"})

_SHOWN: Final = frozenset({"to", "cc", "bcc", "date", "subject", "mime-version"})
"""Headers of a letter that are its content, or say how to read it; ``content-…`` beside them."""
_EMPTIED: Final = frozenset({"from", "received", "return-path", "message-id"})
"""Headers that stay without a value: by them a letter is known to be one."""
_AS_IT_IS: Final = compat32.clone(max_line_length=0)

_FRONT: Final = re.compile(
    r"(\ufeff?(---|\+\+\+)[ \t]*\r?\n)(.*?)(^(?:\2|\.\.\.)[ \t]*\r?(?:\n|\Z))",
    re.DOTALL | re.MULTILINE,
)
"""What a text begins with that tells programs of it: YAML, or TOML, between two lines."""
_MAKING: Final = re.compile(
    r"[\"']?(?:[\w-]*author[\w-]*|creators?|generator|(?:generated|created|made|written|produced)"
    r"[_-]?(?:by|with|using)|(?:ai[_-]?)?(?:model|assistant|agent|tool|engine|software|producer)s?"
    r"(?:[_-]?(?:name|id|version))?|llm|ai|provider|application|publisher|copyright)[\"']?"
    r"\s*[:=][^\n]*(?:\n(?:[ \t]+[^\n]*|-[ \t][^\n]*|[ \t]*\r?(?=\n[ \t])))*\n?",
    re.IGNORECASE,
)


def bare_notebook(data: bytes) -> bytes:
    """Cells and outputs, with how cells are shown, and the name of the language.

    Raises:
        ValueError: It is no notebook.
    """
    text = decoded(data)
    book = json.loads(text.text if text else "")
    made = {name: book[name] for name in _OF_BOOK if name in book}
    if "cells" in made:
        made["cells"] = [_cell(cell, n) for n, cell in enumerate(made["cells"], start=1)]
    if "worksheets" in made:
        made["worksheets"] = [
            {"cells": [_cell(cell, 0) for cell in sheet.get("cells", ())], "metadata": {}}
            for sheet in made["worksheets"]
        ]
    made["metadata"] = _metadata(book.get("metadata") or {})
    return json.dumps(made, ensure_ascii=False, indent=1).encode("utf-8", "replace")


def _metadata(given: Mapping[str, Any]) -> dict[str, Any]:
    kernel, info = given.get("kernelspec") or {}, given.get("language_info") or {}
    made: dict[str, Any] = {}
    if language := kernel.get("language"):
        made["kernelspec"] = dict.fromkeys(("display_name", "language", "name"), language)
    if name := info.get("name"):
        made["language_info"] = {"name": name}
    return made


def _cell(cell: Mapping[str, Any], number: int) -> dict[str, Any]:
    made = {name: value for name, value in cell.items() if name in _OF_CELL}
    looks = cell.get("metadata") or {}
    hidden = looks.get("jupyter") or {}
    kept = {name: hidden[name] for name in ("source_hidden", "outputs_hidden") if name in hidden}
    made["metadata"] = {"jupyter": kept} if kept else {}
    if "collapsed" in looks:
        made["metadata"]["collapsed"] = looks["collapsed"]
    if "id" in cell:
        made["id"] = str(number)
    if "outputs" in made:
        made["outputs"] = [_output(one) for one in made["outputs"] or ()]
    if "attachments" in made:
        named = made["attachments"] or {}
        made["attachments"] = {name: _bundle(one) for name, one in named.items()}
    return made


def _output(output: Mapping[str, Any]) -> dict[str, Any]:
    made = _bundle(output)
    if "metadata" in made:
        made["metadata"] = {}
    if "data" in made:
        made["data"] = _bundle(made["data"])
    return made


def _bundle(data: Mapping[str, Any]) -> dict[str, Any]:
    """What is shown, in its kinds."""
    return {kind: _shown(kind, value) for kind, value in data.items()}


def _shown(kind: str, value: Any) -> Any:  # noqa: ANN401 - whatever is in the file
    text = "".join(map(str, value)) if isinstance(value, list) else value
    if not isinstance(text, str):
        return value
    if kind in _IMAGES:
        return bare_base64(text)
    if kind in _DRAWINGS:
        return unsigned_drawing(text)
    return unsigned(text) if kind in _PAGES else value


def bare_mail(data: bytes, inside: Callable[[bytes, str | None], bytes]) -> bytes:
    """A letter with its text, to whom, when and on what it is, and clean copies of its files.

    Of letters that it forwards, from whom they are stays too.

    Args:
        data: The letter.
        inside: Makes the copy of a file in it.
    """
    letter = message_from_bytes(data, policy=_AS_IT_IS)
    for part in letter.walk():
        _keep_headers(part, is_whole=part is letter)
        if part.is_multipart():
            continue
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            kind = HTML if part.get_content_type() == HTML else media_type_of(content)
            bare = inside(content, kind)
            if bare != content:
                del part["Content-Transfer-Encoding"]
                part["Content-Transfer-Encoding"] = "base64"
                part.set_payload(base64.encodebytes(bare).decode("ascii"))
    return letter.as_bytes(policy=_AS_IT_IS)


def _keep_headers(part: Message, *, is_whole: bool) -> None:
    given = part.items()
    for name in {name.lower() for name, _ in given}:
        del part[name]
    for name, value in given:
        low = name.lower()
        if low in _SHOWN or low.startswith("content-") or (low == "from" and not is_whole):
            part[name] = value
        elif is_whole and low in _EMPTIED:
            part[name] = ""


def without_front(text: str) -> str:
    """A text without what its front matter says of who or what made it."""
    return _FRONT.sub(_front, text, count=1) if _FRONT.match(text) else text


def _front(found: re.Match[str]) -> str:
    lines, kept, place = found[3], [], 0
    while place < len(lines):
        said = _MAKING.match(lines, place)
        end = lines.find("\n", place) + 1 or len(lines)
        if said is None:
            kept.append(lines[place:end])
        place = end if said is None else said.end()
    return found[1] + "".join(kept) + found[4]
