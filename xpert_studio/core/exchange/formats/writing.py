"""Writes the files that many foreign formats are made of: JSON lines, texts, attachments."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Template
from typing import Any, Final

from xpert_studio.core.documents import ENDINGS
from xpert_studio.core.exchange.formats.content import Content
from xpert_studio.core.records import Attachment, Response, Task
from xpert_studio.core.resources import resource_text

ATTACHMENTS: Final = "attachments"
_ENDINGS: Final = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/svg+xml": ".svg",
    **ENDINGS,
    "text/html": ".html",
    "message/rfc822": ".eml",
    "application/x-ipynb+json": ".ipynb",
    "text/csv": ".csv",
    "text/markdown": ".md",
    "application/json": ".json",
}


def write_text(path: Path, text: str) -> None:
    """Writes a text as UTF-8, its line ends as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


def write_json(path: Path, value: Any) -> None:  # noqa: ANN401 - any JSON
    """Writes a value as indented JSON."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Writes rows as JSON lines; returns how many there were."""
    lines = [json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows]
    write_text(path, "".join(lines))
    return len(lines)


def fill_resource(*parts: str, **values: object) -> str:
    """A text of ``resources/`` with its ``$names`` filled in."""
    return Template(resource_text(*parts)).substitute(values)


def one_line(text: str) -> str:
    """A text for the middle of a line."""
    return " ".join(text.split())


def attachment_path(attachment: Attachment) -> str:
    """Where an attachment lies in the folder: by its hash, with the ending of its media type.

    Tools tell from the ending what an image is; the name it had may be anything.
    """
    ending = _ENDINGS.get(attachment.media_type, "")
    return f"{ATTACHMENTS}/{attachment.sha256}{ending}"


def images_among(attachments: Iterable[Attachment]) -> list[Attachment]:
    """The images that a model can be shown."""
    return [
        item
        for item in attachments
        if item.media_type.startswith("image/") and item.media_type != "image/svg+xml"
    ]


def image_paths(attachments: Iterable[Attachment]) -> list[str]:
    """Where the images lie that a model can be shown."""
    return [attachment_path(item) for item in images_among(attachments)]


def write_attachments(content: Content, folder: Path) -> int:
    """Writes the attachments of tasks and responses; returns how many files there are."""
    answers = (response for many in content.responses.values() for response in many)
    holders: list[Task | Response] = [*content.tasks, *answers]
    named = {attachment_path(item): item for holder in holders for item in holder.attachments}
    for path, item in named.items():
        place = folder / path
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(content.files[item.sha256])
    return len(named)
