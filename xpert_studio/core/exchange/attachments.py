"""A bundle's attachments, in and out: known by their hash, looked at no further than they must be.

In a bundle a file has the name its rows give it, as long as that is a plain one and no other file
has it; else its hash. Rows find their file by its hash, wherever it lies.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from xpert_studio.core.documents import ENDINGS, MAX_BYTES, XLSX, media_type_of
from xpert_studio.core.exchange.bundle_format import ATTACHMENTS, MANIFEST, RECORD_FILE, ROW_NAMES
from xpert_studio.core.exchange.file_names import folded, is_portable
from xpert_studio.core.exchange.problems import ImportReport, Problems
from xpert_studio.core.exchange.sources import Source, content_of
from xpert_studio.core.messages import Message
from xpert_studio.core.records import KeptRendering, bytes_hash
from xpert_studio.core.store import Transaction, files
from xpert_studio.core.store.bulk_import import ImportOutcome
from xpert_studio.core.workflow.foreign_pictures import MEGABYTES, MEGAPIXELS, has_fit_pictures

MAX_PIXELS: Final = 100_000_000
MAX_NAME: Final = 100
"""Longest name of a file, in characters."""

_SUFFIXES: Final = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".bmp": "image/bmp",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
    ".avif": "image/avif",
    ".xlsm": XLSX,
    **{ending: kind for kind, ending in ENDINGS.items() if ending != ".txt"},
}


def names_in_bundle(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The name of each file in a bundle, by its hash.

    Args:
        named: Path and hash, as rows give them, in the order of the rows: the first to give a
            name has it.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for path, sha256 in named:
        own = ATTACHMENTS + sha256
        if names.get(sha256, own) != own:
            continue
        key = folded(path)
        if _is_plain(path, sha256) and key not in taken:
            taken.add(key)
            names[sha256] = path
        else:
            names[sha256] = own
    return names


def _is_plain(path: str, sha256: str) -> bool:
    """Whether a path can be a file's name on any system, and looks like no other file's hash."""
    name = path.removeprefix(ATTACHMENTS)
    return (
        name != path
        and len(name) <= MAX_NAME
        and is_portable(name)
        and _hash_in_name(name.casefold()) in {None, sha256}
    )


def take_attachments(
    tx: Transaction,
    source: Source,
    named: dict[str, set[str]],
    problems: Problems,
    report: ImportReport,
) -> None:
    """Stores the files that rows name, and keeps those that none names.

    Args:
        tx: A writing transaction.
        source: The bundle.
        named: Hashes by path, as rows name them.
        problems: Takes what is wrong: missing, damaged, too large, not what its hash says.
        report: Takes what is odd: files that no row names, or of another type than they claim.
    """
    formats = {MANIFEST, *ROW_NAMES, *filter(RECORD_FILE.fullmatch, source.names)}
    present = {name for name in source.names if name.startswith(ATTACHMENTS)}
    present |= named.keys() & set(source.names) - formats
    missing = {sha256: path for path, hashes in named.items() for sha256 in hashes}
    wanted = set(missing)
    stored = 0
    for name in sorted(present):
        data = _read(source, name, problems)
        if data is None:
            continue
        sha256 = bytes_hash(data)
        expected = named.get(name, set()) | {_hash_in_name(name)} - {None}
        if expected and sha256 not in expected:
            if not name.startswith(ATTACHMENTS):
                continue  # another file of the bundle; the row's own must be there by its hash
            problems.add(
                name,
                "",
                "sha256",
                "does not have the content its SHA-256 says.",
                "Get the original file, or state the hash of this one.",
            )
            for reported in expected:
                missing.pop(str(reported), None)
        is_new = not files.has_blob(tx, sha256)
        files.put_blob(tx, data)
        stored += is_new
        if is_new and sha256 not in wanted and not expected:
            report.warn(Message("{name}: no row names this attachment; it was kept.", name=name))
        missing.pop(sha256, None)
        _look_at(name, data, report)
    for sha256, path in missing.items():
        if not files.has_blob(tx, sha256):
            _say_missing(path, sha256, problems, has_other=path in source.names)
    if stored:
        report.added["attachments"] = stored


def _say_missing(path: str, sha256: str, problems: Problems, *, has_other: bool) -> None:
    if has_other:
        message = Message("has another content than a row says.")
        remedy = Message(
            "Add the file of the row as {attachments}{sha256}, or correct the row.",
            attachments=ATTACHMENTS,
            sha256=sha256,
        )
    else:
        message = Message("is named by a row but not in the bundle.")
        remedy = Message("Add the file, or remove it from the row.")
    problems.add(path, "", "attachments", message, remedy)


def _hash_in_name(name: str) -> str | None:
    stem = name.rpartition("/")[2].partition(".")[0]
    looks_hashed = len(stem) == 64 and all(char in "0123456789abcdef" for char in stem)
    return stem if looks_hashed else None


def _read(source: Source, name: str, problems: Problems) -> bytes | None:
    data = content_of(source, name, problems, most=MAX_BYTES)
    if data is not None and len(data) > MAX_BYTES:
        problems.add(name, "", "", "is larger than 64 MB.", "Attach a smaller file.")
        return None
    return data


def _look_at(name: str, data: bytes, report: ImportReport) -> None:
    claimed = _SUFFIXES.get("." + name.rpartition(".")[2].lower())
    found = media_type_of(data)
    if claimed and claimed != found:
        report.warn(
            Message("{name}: is not of the type its name says; it will not be shown.", name=name)
        )
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
        report.warn(
            Message(
                "{name}: the image is damaged or unreasonably large; it will not be shown.",
                name=name,
            )
        )
        return
    if width * height > MAX_PIXELS:
        report.warn(
            Message(
                "{name}: {width} × {height} pixels are too many to be shown.",
                name=name,
                width=width,
                height=height,
            )
        )


_LABEL: Final = "renderings"


def take_renderings(
    tx: Transaction,
    held: Iterable[KeptRendering],
    paths: Mapping[str, str],
    add: Callable[[KeptRendering], ImportOutcome],
    report: ImportReport,
) -> None:
    """Lets renderings in whose pictures are PNGs of bounded size; the others can be made again.

    Args:
        tx: A writing transaction, with the files of the bundle.
        held: From its rows.
        paths: Where each file of the bundle is, by its SHA-256.
        add: Lets one in.
        report: Takes the counts, and a warning of each that is left out.
    """
    for record in held:
        if not has_fit_pictures(tx, record):
            report.warn(
                Message(
                    "{name}: its pictures were left out: one is no PNG of at most {pixels} "
                    "megapixels and {bytes} MB. 'xpert-studio media render' makes them again.",
                    name=paths.get(record.sha256, record.sha256),
                    pixels=MEGAPIXELS,
                    bytes=MEGABYTES,
                )
            )
            continue
        told = report.added if add(record) is ImportOutcome.NEW else report.unchanged
        told[_LABEL] = told.get(_LABEL, 0) + 1
