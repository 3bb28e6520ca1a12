"""What can be imported, as dialogs for files offer it: from the list of kinds."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.core.exchange.file_kinds import RUBRIC_ENDINGS
from xpert_studio.core.exchange.formats.incoming import FOLDER, IMPORTS
from xpert_studio.core.exchange.recognition import all_endings
from xpert_studio.core.wording import t, translated


def file_kinds() -> str:
    """The filter of a dialog: all that can be imported, then each kind by itself."""
    anything = t("All that can be imported (a folder by its manifest.json)")
    kinds = [
        (anything, sorted({*all_endings(), *RUBRIC_ENDINGS})),
        (t("Rubrics"), RUBRIC_ENDINGS),
    ]
    kinds += [
        (translated(item.title), tuple(end for end in item.endings if end != FOLDER))
        for item in IMPORTS.values()
    ]
    return ";;".join(f"{title} ({_patterns(endings)})" for title, endings in kinds if endings)


def asked_rubric(over: QWidget) -> Path | None:
    """The file with a rubric that a person chooses; None where they choose none."""
    kinds = t("Rubrics ({endings})", endings=_patterns(RUBRIC_ENDINGS))
    name, _ = QFileDialog.getOpenFileName(over, t("Import a rubric from a file…"), "", kinds)
    return Path(name) if name else None


def _patterns(endings: Iterable[str]) -> str:
    return " ".join(f"*{ending}" for ending in endings)
