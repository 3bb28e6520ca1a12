"""Chooses files to attach, and opens an attached one with the program for it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QFileDialog,
    QWidget,
)

from xpert_studio.core.documents import ENDINGS, media_type_of
from xpert_studio.core.wording import t


def chosen_files(parent: QWidget) -> list[Path]:
    """The files that a person chooses; none where they cancel."""
    names, _ = QFileDialog.getOpenFileNames(
        parent,
        t("Add files"),
        "",
        t(
            "Images, PDF, Office files, texts, recordings (*.png *.jpg *.jpeg *.gif "
            "*.webp *.pdf *.docx *.xlsx *.pptx *.xls *.xlsm *.odt *.ods *.odp *.rtf "
            "*.eml *.ipynb *.html *.txt *.md *.csv *.vtt *.srt *.mp3 *.wav *.m4a "
            "*.flac *.ogg *.mp4 *.mov *.webm)"
        ),
    )
    return [Path(name) for name in names]


def copy_to_open(name: str, data: bytes) -> Path:
    """Writes an attachment where a program can open it, until this program ends.

    Its ending is that of its content, whatever it is called: no file is opened as a program.

    Args:
        name: What the file is called.
        data: Its content.
    """
    ending = ENDINGS.get(media_type_of(data) or "", ".bin")
    stem = "".join(char if char.isalnum() or char in " -_" else "_" for char in Path(name).stem)
    path = Path(tempfile.mkdtemp(dir=_folder().name)) / f"{stem[:60] or 'attachment'}{ending}"
    path.write_bytes(data)
    return path


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="xpert-studio-", ignore_cleanup_errors=True)


def open_file(path: Path) -> bool:
    """Opens a file or folder; whether the system could."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def show_in_folder(path: Path) -> bool:
    """Opens the folder in which a file or folder lies; whether the system could."""
    return open_file(path.parent)
