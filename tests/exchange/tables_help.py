"""Tables as people have them: written to a file, read, and put in short."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from xpert_studio.core.exchange.rubric_sheet import (
    SheetReading,
    read_rubric_sheet,
)

ROOT = Path(__file__).resolve().parents[2]
INTAKE = Path(os.environ.get("XPERT_SHARED", ROOT.parent / "shared")) / "data" / "intake"
here = pytest.mark.skipif(not INTAKE.is_dir(), reason="shared data not here")


def read(path, **more):
    return read_rubric_sheet(path, dimensions=(), reading=SheetReading(**more))


def written(tmp_path, text, name="r.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def lines(sheet):
    return [(row.text, row.weight) for row in sheet.rows]


def bands(row):
    return [(level.low, level.high, level.text) for level in row.levels]
