"""Chooses files to attach, and opens an attached one with the program for it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget

from xpert_studio.desktop.wording import t
from xpert_studio.documents import DOCX, PDF, PPTX, XLSX, media_type_of

_ENDINGS: Final = {PDF: ".pdf", DOCX: ".docx", XLSX: ".xlsx", PPTX: ".pptx", "text/plain": ".txt"}


def chosen_files(parent: QWidget) -> list[Path]:
    """The files that a person chooses; none where they cancel."""
    names, _ = QFileDialog.getOpenFileNames(
        parent,
        t("Add files"),
        "",
        t("Images, PDF, Office files, texts (*.png *.jpg *.jpeg *.gif *.webp *.pdf *.docx *.xlsx *.pptx *.txt *.md *.csv)"),
    )  # fmt: skip
    return [Path(name) for name in names]


def copy_to_open(name: str, data: bytes) -> Path:
    """Writes an attachment where a program can open it, until this program ends.

    Its ending is that of its content, whatever it is called: no file is opened as a program.

    Args:
        name: What the file is called.
        data: Its content.
    """
    ending = _ENDINGS.get(media_type_of(data) or "", ".bin")
    stem = "".join(char if char.isalnum() or char in " -_" else "_" for char in Path(name).stem)
    path = Path(tempfile.mkdtemp(dir=_folder().name)) / f"{stem[:60] or 'attachment'}{ending}"
    path.write_bytes(data)
    return path


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="xpert-studio-", ignore_cleanup_errors=True)
