"""Prints what an export would hold."""

from __future__ import annotations

import json
from typing import Any, Final

from xpert_studio.cli.output import Column, Output
from xpert_studio.exchange.preview import Preview

_LONGEST: Final = 200
_UNITS: Final = ("bytes", "kB", "MB", "GB")


def say_preview(output: Output, found: Preview) -> None:
    """Prints a preview: files, what becomes of every field, attachments, first rows, warnings.

    Args:
        output: Where to.
        found: The preview.
    """
    output.table(
        "Files",
        [Column("file"), Column("rows", number=True), Column("size", number=True)],
        [(file.path, _count(file.rows), size_text(file.size)) for file in found.files],
    )
    packed = f", {size_text(found.packed)} packed" if found.packed is not None else ""
    output.say(f"Together {size_text(found.size)}{packed}.")
    output.table(
        "What goes out, and what stays",
        [
            Column("record"),
            Column("field"),
            Column("goes out", number=True),
            Column("veiled", number=True),
            Column("stays", number=True),
        ],
        list(_fates(found)),
    )
    if found.attachments:
        output.table(
            "Attached files that go out",
            [Column("file"), Column("type"), Column("size", number=True), Column("tells of")],
            [
                (item.name, item.media_type, size_text(item.size), ", ".join(item.metadata) or None)
                for item in found.attachments
            ],
        )
    for name, rows in found.sample.items():
        output.say(f"{name} begins:")
        for row in rows:
            output.say(f"  {_shortened(row)}")


def _fates(found: Preview) -> list[tuple[str, ...]]:
    lines: list[tuple[str, ...]] = []
    for rows in found.rows:
        lines.append((rows.kind, "", f"{rows.out:,}", "", f"{rows.stay:,}"))
        lines += [
            ("", item.field, f"{item.out:,}", f"{item.veiled:,}", f"{item.stays:,}")
            for item in found.fields
            if item.kind == rows.kind
        ]
    return lines


def _count(rows: int | None) -> str | None:
    return None if rows is None else f"{rows:,}"


def _shortened(row: Any) -> str:  # noqa: ANN401 - any JSON
    text = json.dumps(row, ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def size_text(size: int) -> str:
    """A size in bytes as a person reads it."""
    value, place = float(size), 0
    while value >= 1000 and place < len(_UNITS) - 1:
        value, place = value / 1000, place + 1
    return f"{value:.0f} {_UNITS[place]}" if place == 0 else f"{value:.1f} {_UNITS[place]}"
