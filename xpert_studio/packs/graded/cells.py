"""Scales in rubric spreadsheets: "0–100", a column for each band, caps one a line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import date, time
from decimal import Decimal
from typing import Any, Final

from xpert_studio.core.instruments.base import CellError
from xpert_studio.core.messages import Message

_PLAIN: Final = r"-?\d{1,12}(?:\.\d{1,12})?"
_TO: Final = r"\s*(?:[-–—~〜]|to|至|到)\s*"
_SCALE: Final = re.compile(
    rf"({_PLAIN}){_TO}({_PLAIN})(?:\s*[(,;]?\s*(?:steps? of|step|步长)?\s*({_PLAIN})\s*\)?)?"
)
_RANGE: Final = re.compile(rf"({_PLAIN})(?:{_TO}({_PLAIN}))?")
_NUMBER: Final = re.compile(_PLAIN)
_CAP: Final = re.compile(
    rf"(?:([\w.:-]+)\s+)?\(?\s*(?:at most|max|最高|不超过)\s*({_PLAIN})\s*\)?\s*:\s*(\S.*)",
    re.IGNORECASE,
)


def range_name(heading: object) -> str | None:
    """What a column for a band is called, however its range is written; None for another column."""
    found = _RANGE.fullmatch(_text(heading))
    return None if found is None else _named(_number(found[1]), _number(found[2] or found[1]))


def graded_cells(settings: Mapping[str, Any]) -> dict[str, str]:
    """Settings of a graded checkpoint by column."""
    step = f" ({_shown(settings['step'])})" if "step" in settings else ""
    found = {"Scale": f"{_shown(settings['low'])}–{_shown(settings['high'])}{step}"}
    if "minimum" in settings:
        found["Minimum"] = _shown(settings["minimum"])
    for band in settings.get("bands", ()):
        found[_named(band["low"], band["high"])] = band["text"]
    if settings.get("caps"):
        found["Caps"] = "\n".join(
            f"{cap['id']} (at most {_shown(cap['at_most'])}): {cap['text']}"
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
    found = _SCALE.fullmatch(_text(cells["Scale"]))
    if found is None:
        raise CellError("Scale", _what(cells["Scale"], "scale"), remedy)
    made: dict[str, Any] = {"low": _number(found[1]), "high": _number(found[2])}
    if found[3]:
        made["step"] = _number(found[3])
    bands = [
        {"low": ends[0], "high": ends[1], "text": str(cell)}
        for name, cell in cells.items()
        if (ends := _ends(name)) is not None
    ]
    if bands:
        made["bands"] = bands
    if "Minimum" in cells:
        text = _text(cells["Minimum"])
        if not _NUMBER.fullmatch(text):
            raise CellError(
                "Minimum", _what(cells["Minimum"], "number"), "Write a value of the scale."
            )
        made["minimum"] = _number(text)
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
                "Caps", f"{line[:60]!r} is no cap.",
                "Write one a line, such as: plain (at most 25): plain text without headings.",
            )  # fmt: skip
        # The text as it is written: only what stands before it is compared in another width.
        said = line[-len(found[3]) :]
        yield {"id": found[1] or f"cap{place}", "text": said, "at_most": _number(found[2])}


def _ends(name: str) -> tuple[float, float] | None:
    found = _RANGE.fullmatch(name)
    return (_number(found[1]), _number(found[2] or found[1])) if found else None


def _text(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return unicodedata.normalize("NFKC", str(cell)).strip()


def _what(cell: object, wanted: str) -> str:
    return (
        f"is a date ({cell})."
        if isinstance(cell, date | time)
        else f"{str(cell)[:60]!r} is no {wanted}."
    )


def _number(text: str) -> int | float:
    value = Decimal(text)
    return int(value) if value == value.to_integral_value() else float(value)


def _shown(value: float) -> str:
    return f"{value:.12g}"


def _named(low: float, high: float) -> str:
    return _shown(low) if low == high else f"{_shown(low)}–{_shown(high)}"
