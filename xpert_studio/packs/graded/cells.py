"""Scales in rubric spreadsheets: "0–100", a column for each band, caps one a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any, Final

from xpert_studio.api import Message
from xpert_studio.api.instruments import CellError
from xpert_studio.core.instruments.range_columns import (
    PLAIN,
    TO,
    cell_text,
    ends_of,
    name_of,
    number_in,
    shown,
)

_SCALE: Final = re.compile(
    rf"({PLAIN}){TO}({PLAIN})(?:\s*[(,;]?\s*(?:steps? of|step|步长)?\s*({PLAIN})\s*\)?)?"
)
_NUMBER: Final = re.compile(PLAIN)
_CAP: Final = re.compile(
    rf"(?:([\w.:-]+)\s+)?\(?\s*(?:at most|max|最高|不超过)\s*({PLAIN})\s*\)?\s*:\s*(\S.*)",
    re.IGNORECASE,
)


def graded_cells(settings: Mapping[str, Any]) -> dict[str, str]:
    """Settings of a graded checkpoint by column."""
    step = f" ({shown(settings['step'])})" if "step" in settings else ""
    found = {"Scale": f"{shown(settings['low'])}–{shown(settings['high'])}{step}"}
    if "minimum" in settings:
        found["Minimum"] = shown(settings["minimum"])
    for band in settings.get("bands", ()):
        found[name_of(band["low"], band["high"])] = band.get("text", "")
    if settings.get("caps"):
        found["Caps"] = "\n".join(
            f"{cap['id']} (at most {shown(cap['at_most'])}): {cap['text']}"
            for cap in settings["caps"]
        )
    return found


def graded_settings(cells: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of a graded checkpoint from the cells of its row.

    Raises:
        CellError: One cannot be read.
    """
    remedy = Message("Write its ends, such as 0–100 or 1–5 (0.5), as text.")
    if "Scale" not in cells:
        raise CellError("Scale", "is empty.", remedy)
    found = _SCALE.fullmatch(cell_text(cells["Scale"]))
    if found is None:
        raise CellError("Scale", _what(cells["Scale"], "scale"), remedy)
    made: dict[str, Any] = {"low": number_in(found[1]), "high": number_in(found[2])}
    if found[3]:
        made["step"] = number_in(found[3])
    bands = [
        {"low": ends[0], "high": ends[1], "text": str(cell)}
        for name, cell in cells.items()
        if (ends := ends_of(name)) is not None
    ]
    if bands:
        made["bands"] = bands
    if "Minimum" in cells:
        text = cell_text(cells["Minimum"])
        if not _NUMBER.fullmatch(text):
            raise CellError(
                "Minimum", _what(cells["Minimum"], "number"), "Write a value of the scale."
            )
        made["minimum"] = number_in(text)
    if "Caps" in cells:
        made["caps"] = list(_caps(str(cells["Caps"])))
    return made


def _caps(text: str) -> Iterator[dict[str, Any]]:
    for place, line in enumerate(
        [line.strip() for line in text.splitlines() if line.strip()], start=1
    ):
        found = _CAP.fullmatch(line.replace("：", ":", 1).replace("（", "(").replace("）", ")"))
        if found is None:
            raise CellError(
                "Caps",
                f"{line[:60]!r} is no cap.",
                "Write one a line, such as: plain (at most 25): plain text without headings.",
            )
        # The text as it is written: only what stands before it is compared in another width.
        said = line[-len(found[3]) :]
        yield {"id": found[1] or f"cap{place}", "text": said, "at_most": number_in(found[2])}


def _what(cell: object, wanted: str) -> str:
    return (
        f"is a date ({cell})."
        if isinstance(cell, date | time)
        else f"{str(cell)[:60]!r} is no {wanted}."
    )
