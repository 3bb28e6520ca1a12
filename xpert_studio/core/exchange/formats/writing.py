"""Writes the files that many foreign formats are made of: JSON lines, texts, attachments."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from string import Template
from typing import Any, Final

from xpert_studio.core.documents import ENDINGS
from xpert_studio.core.exchange.formats.content import Content
from xpert_studio.core.records import Attachment, Response, Task, is_policy_weight
from xpert_studio.core.resources import resource_text

# Points of other tools as weights; penalties as what a response avoids.

_AVOIDS: Final = "Avoids this fault: "
_AVOIDS_ZH: Final = "避免了以下问题："
_CHINESE: Final = ("\u4e00", "\u9fff")


def written_points(
    weights: Sequence[float], original: Sequence[int | float | None]
) -> list[int | float]:
    """The points to write for a rubric.

    Args:
        weights: As they stand.
        original: The points each criterion came with; None where it did not come from elsewhere.

    Returns:
        The original points where all weights are these, or are in their proportions, as earlier
        versions brought points to whole numbers from 1 to 10; else the weights, negative where a
        criterion came as a penalty.
    """
    pairs = list(zip(weights, original, strict=True))
    factors = {_factor(weight, came) for weight, came in pairs}
    if len(factors) == 1 and 0 not in factors:
        return [weight if came is None else came for weight, came in pairs]
    return [-weight if came is not None and came < 0 else weight for weight, came in pairs]


def _factor(weight: float, came: float | None) -> Fraction:
    """How many times its weight the points of a criterion were; 0 where its weight was changed."""
    if came is None or abs(came) == weight:
        return Fraction(1)
    was_scaled = is_policy_weight(weight) and not is_policy_weight(abs(came))
    return Fraction(str(abs(came))) / Fraction(str(weight)) if was_scaled else Fraction(0)


def avoiding(fault: str) -> str:
    """What a response must do about a fault, in the fault's language."""
    first, last = _CHINESE
    is_chinese = any(first <= char <= last for char in fault)
    return f"{_AVOIDS_ZH if is_chinese else _AVOIDS}{fault}"


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
