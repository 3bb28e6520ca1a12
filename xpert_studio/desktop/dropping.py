"""What may be dropped on the window."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData

TABLES: Final = frozenset({".csv", ".tsv", ".xlsx", ".xlsm"})


def files_of(data: QMimeData) -> list[Path]:
    """The files on this machine that are being dragged."""
    urls = data.urls() if data.hasUrls() else []
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]


def is_packet_name(path: Path) -> bool:
    """Whether a path is named as packets are; one under another name says so inside."""
    return path.suffix.casefold() == ".xpacket"


def is_project(path: Path) -> bool:
    """Whether a path names a project file, rather than a bundle or table."""
    return path.suffix.casefold() == ".xpert"
