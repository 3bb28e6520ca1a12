"""Takes in a bundle's attachments: by their hash, looked at no further than their first bytes."""

from __future__ import annotations

import io
import warnings
from typing import Final

from xpert_studio.exchange.bundle_format import ATTACHMENTS
from xpert_studio.exchange.problems import Problems
from xpert_studio.exchange.reports import ImportReport
from xpert_studio.exchange.sources import Source, UnreadableError
from xpert_studio.records import bytes_hash
from xpert_studio.store import Transaction, files

MAX_BYTES: Final = 64 * 1024 * 1024
MAX_PIXELS: Final = 100_000_000
_SIGNATURES: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"RIFF", "image/webp"),
    (b"%PDF-", "application/pdf"),
)
_SUFFIXES: Final = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".pdf": "application/pdf",
}


def take_attachments(
    tx: Transaction,
    source: Source,
    named: dict[str, str],
    problems: Problems,
    report: ImportReport,
) -> None:
    """Stores the files that rows name, and keeps those that none names.

    Args:
        tx: A writing transaction.
        source: The bundle.
        named: Path by SHA-256, as rows name them.
        problems: Takes what is wrong: missing, damaged, too large, not what its hash says.
        report: Takes what is odd: files that no row names, or of another type than they claim.
    """
    present = {name for name in source.names if name.startswith(ATTACHMENTS)}
    present |= set(named.values()) & set(source.names)
    stored = 0
    missing = dict(named)
    by_path: dict[str, set[str]] = {}
    for sha256, path in named.items():
        by_path.setdefault(path, set()).add(sha256)
    for name in sorted(present):
        data = _read(source, name, problems)
        if data is None:
            continue
        is_new = not files.has_blob(tx, bytes_hash(data))
        sha256 = files.put_blob(tx, data)
        stored += is_new
        expected = by_path.get(name) or _hash_in_name(name)
        if expected and sha256 not in expected:
            problems.add(
                name, "", "sha256", "does not have the content its SHA-256 says.",
                "Get the original file, or state the hash of this one.",
            )  # fmt: skip
        if is_new and sha256 not in named and not expected:
            report.warn(f"{name}: no row names this attachment; it was kept.")
        missing.pop(sha256, None)
        _look_at(name, data, report)
    for sha256, path in missing.items():
        if not files.has_blob(tx, sha256):
            problems.add(
                path, "", "attachments", "is named by a row but not in the bundle.",
                "Add the file, or remove it from the row.",
            )  # fmt: skip
    if stored:
        report.added["attachments"] = stored


def _hash_in_name(name: str) -> set[str]:
    stem = name.rpartition("/")[2].partition(".")[0]
    looks_hashed = len(stem) == 64 and all(char in "0123456789abcdef" for char in stem)
    return {stem} if looks_hashed else set()


def _read(source: Source, name: str, problems: Problems) -> bytes | None:
    try:
        with source.open(name) as stream:
            data = stream.read(MAX_BYTES + 1)
    except UnreadableError as error:
        problems.add(name, "", "", f"{error}.", "Get a fresh copy of the file.")
        return None
    if len(data) > MAX_BYTES:
        problems.add(name, "", "", "is larger than 64 MB.", "Attach a smaller file.")
        return None
    return data


def _look_at(name: str, data: bytes, report: ImportReport) -> None:
    claimed = _SUFFIXES.get("." + name.rpartition(".")[2].lower())
    found = next((kind for start, kind in _SIGNATURES if data.startswith(start)), None)
    if claimed and claimed != found:
        report.warn(f"{name}: is not of the type its name says; it will not be shown.")
    elif found and found.startswith("image/"):
        _look_at_image(name, data, report)


def _look_at_image(name: str, data: bytes, report: ImportReport) -> None:
    """Reads an image's header, never its pixels."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            width, height = Image.open(io.BytesIO(data)).size
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        report.warn(f"{name}: the image is damaged or unreasonably large; it will not be shown.")
        return
    if width * height > MAX_PIXELS:
        report.warn(f"{name}: {width} × {height} pixels are too many to be shown.")
