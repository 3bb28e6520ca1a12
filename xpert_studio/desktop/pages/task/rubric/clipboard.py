"""Checkpoints to the clipboard, as a spreadsheet takes them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from PySide6.QtGui import QGuiApplication

from xpert_studio.core.cell_texts import guarded
from xpert_studio.core.instruments import written_settings
from xpert_studio.core.records import BINARY
from xpert_studio.desktop.pages.task.rubric.model import RubricRow


def copy_lines(lines: Sequence[RubricRow]) -> None:
    """Copies lines so that a spreadsheet takes them as rows."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    others = any(line.instrument != BINARY for line in lines)
    if others:
        writer.writerow(["Criterion", "Points", "Importance", "Tag", "Instrument", "Settings"])
    for line in lines:
        tier = line.tier.value if line.tier else ""
        cells = [guarded(line.text), line.weight or "", tier, guarded(line.dimension or "")]
        cells += [line.instrument, written_settings(line.settings)] if others else []
        writer.writerow(cells)
    QGuiApplication.clipboard().setText(out.getvalue())
