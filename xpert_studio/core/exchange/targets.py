"""Where an export is written: a folder or a zip, whole under its final name or not there at all.

A person who waits for it receives how far it is, and can stop it.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final, Protocol, TypeVar

from xpert_studio.core.atomic_files import (
    delete,
    need_free,
    not_written,
    swap_folder,
    sync,
    unfinished_path,
)
from xpert_studio.core.errors import UsageError, XpertError
from xpert_studio.core.exchange.bundle_format import MANIFEST, ZIPPED
from xpert_studio.core.exchange.file_names import folded
from xpert_studio.core.judge.key_check import KeyCheck, portions
from xpert_studio.core.messages import Message, joined

_PIECE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was written: SHA-256, size in bytes, and rows (None for other files)."""

    sha256: str
    size: int
    rows: int | None = None


WrittenFiles = dict[str, WrittenFile]
"""What was written, by path."""


def listed(written: WrittenFiles) -> list[dict[str, Any]]:
    """Files as a manifest lists them."""
    return [
        {"path": path, "sha256": file.sha256} | ({} if file.rows is None else {"rows": file.rows})
        for path, file in sorted(written.items())
    ]


def check_written(unfinished: Path, written: WrittenFiles, target: Path) -> None:
    """Reads a bundle back and compares it with what was written, and with its manifest.

    Args:
        unfinished: The bundle, a folder or a zip.
        written: What was written into it.
        target: What it will be called, for the message.

    Raises:
        XpertError: It differs.
        OSError: It cannot be read.
    """
    try:
        with _opened(unfinished) as (names, read):
            wrong = _first_wrong(names, read, written)
    except zipfile.BadZipFile as error:
        wrong = str(error)
    if wrong:
        raise XpertError(
            Message(
                "{target} was not written: what was written reads back differently ({wrong}).",
                target=target,
                wrong=wrong,
            ),
            remedy="Check the disk and export again, or export to another place.",
        )


@contextmanager
def _opened(place: Path) -> Iterator[tuple[list[str], Any]]:
    """The names of the files of a bundle, and what opens one of them."""
    if place.is_dir():
        paths = {
            path.relative_to(place).as_posix(): path
            for path in place.rglob("*")
            if not path.is_dir()
        }
        yield list(paths), lambda name: (place / name).open("rb")
        return
    with zipfile.ZipFile(place) as archive:
        yield archive.namelist(), archive.open


def _first_wrong(names: list[str], read: Any, written: WrittenFiles) -> str:  # noqa: ANN401
    """The first file that is not as it was written; empty where there is none."""
    # Some systems give names back in another normalisation than they got them in.
    if sorted(map(folded, names)) != sorted(map(folded, written)):
        return Message("its list of files")
    for name, file in written.items():
        with read(name) as stream:
            if _measured(stream, has_rows=file.rows is not None) != file:
                return name
    with read(MANIFEST) as stream:
        listed = json.loads(stream.read())["files"]
    stated = {entry["path"]: (entry["sha256"], entry.get("rows")) for entry in listed}
    found = {name: (file.sha256, file.rows) for name, file in written.items() if name != MANIFEST}
    return "" if stated == found else MANIFEST


def _measured(stream: IO[bytes], *, has_rows: bool) -> WrittenFile:
    digest, size, rows = hashlib.sha256(), 0, 0
    while data := stream.read(_PIECE):
        digest.update(data)
        size += len(data)
        rows += data.count(b"\n")
    return WrittenFile(digest.hexdigest(), size, rows if has_rows else None)


_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The time stamped on every member, so that equal content gives equal bytes."""

_MOST_NAMED: Final = 5


class ExportTarget(Protocol):
    """Takes the files of a bundle."""

    written: WrittenFiles
    """What was written so far."""

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        """Writes a file line by line; returns how many there were. None is written for none."""
        ...

    def put(self, name: str, data: bytes) -> None:
        """Writes a whole file."""
        ...


@contextmanager
def open_target(path: Path, *, replace: bool) -> Iterator[ExportTarget]:
    """A bundle being written; it takes its final name when the block ends well.

    Before that it is read back: every file must have the content that was written, and be listed
    by the manifest with its hash and its rows.

    Args:
        path: A zipped file by its suffix, or a folder.
        replace: Whether what is there may be replaced.

    Raises:
        UsageError: Something is there and may not be replaced.
        XpertError: It could not be written, or reads back differently.
    """
    path = path.absolute()
    need_free(path, replace=replace)
    if path.suffix.lower() not in ZIPPED and path.exists():
        _check_replaceable(path)
    unfinished = unfinished_path(path)
    try:
        if path.suffix.lower() in ZIPPED:
            with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
                packed = _Zip(archive)
                yield packed
            check_written(unfinished, packed.written, path)
            sync(unfinished)
            unfinished.replace(path)
            sync(path.parent)
        else:
            unfinished.mkdir(parents=True)
            folder = _Folder(unfinished)
            yield folder
            check_written(unfinished, folder.written, path)
            swap_folder(unfinished, path)
    except OSError as error:
        raise not_written(path, error) from error
    finally:
        delete(unfinished)


def _check_replaceable(folder: Path) -> None:
    """Lets a folder be replaced that is empty, or a bundle that holds nothing else."""
    if not any(folder.iterdir()):
        return
    listed = _listed(folder)
    if listed is None:
        raise UsageError(
            Message("{folder} is not a bundle, so it is not replaced.", folder=folder),
            remedy="Choose another name.",
        )
    strange = [
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*"))
        if (path.is_symlink() or not path.is_dir())
        and path.relative_to(folder).as_posix() not in listed
    ]
    if strange:
        raise UsageError(
            Message(
                "{folder} holds files that are not of the bundle: {names}.",
                folder=folder,
                names=joined(strange, most=_MOST_NAMED),
            ),
            remedy="Move them away first, or choose another name.",
        )


def _listed(folder: Path) -> set[str] | None:
    """The files that a bundle's manifest tells of, itself included; None where there is none."""
    try:
        told = json.loads((folder / MANIFEST).read_bytes())
        return {MANIFEST, *(str(entry["path"]) for entry in told["files"])}
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


class _Folder:
    def __init__(self, root: Path) -> None:
        self._root = root
        self.written = WrittenFiles()

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        path = self._root / name
        with path.open("wb") as file:
            written = _write_lines(file, lines)
        if written.rows:
            self.written[name] = written
        else:
            path.unlink()
        return written.rows or 0

    def put(self, name: str, data: bytes) -> None:
        path = self._root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self.written[name] = WrittenFile(hashlib.sha256(data).hexdigest(), len(data))


class _Zip:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.written = WrittenFiles()

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        lines = iter(lines)
        first = next(lines, None)
        if first is None:
            return 0
        with self._archive.open(_member(name), "w", force_zip64=True) as file:
            written = _write_lines(file, chain((first,), lines))
        self.written[name] = written
        return written.rows or 0

    def put(self, name: str, data: bytes) -> None:
        self._archive.writestr(_member(name), data)
        self.written[name] = WrittenFile(hashlib.sha256(data).hexdigest(), len(data))


def _write_lines(file: IO[bytes], lines: Iterable[str]) -> WrittenFile:
    digest, size, count = hashlib.sha256(), 0, 0
    for some in portions(lines):
        data = "".join(some).encode("utf-8")
        digest.update(data)
        file.write(data)
        size += len(data)
        count += len(some)
    return WrittenFile(digest.hexdigest(), size, count)


def _member(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name, _LONG_AGO)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o100644 << 16
    return member


Watch = Callable[[int], None]
"""Gets the number of rows written so far; stops the export by raising."""

Row = TypeVar("Row")
_EVERY: Final = 250


def unwatched(rows: int) -> None:
    """No waiting."""


class WatchedTarget:
    """A target that tells of every few rows, and of every file.

    Args:
        inner: Where everything goes.
        watch: Receives the progress.
    """

    def __init__(self, inner: ExportTarget, watch: Watch) -> None:
        self._inner, self.written = inner, inner.written
        self._watch = watch
        self._rows = 0

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        """Writes a file line by line; returns how many there were."""
        count = self._inner.put_lines(name, watched(lines, self._watch, before=self._rows))
        self._rows += count
        return count

    def put(self, name: str, data: bytes) -> None:
        """Writes a whole file."""
        self._watch(self._rows)
        self._inner.put(name, data)


class CheckedTarget:
    """A target whose texts are all looked at.

    Args:
        inner: Where everything goes.
        check: Looks for keys.
    """

    def __init__(self, inner: ExportTarget, check: KeyCheck) -> None:
        self._inner, self.written = inner, inner.written
        self._check = check

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        """Writes a file line by line; returns how many there were."""
        return self._inner.put_lines(name, self._looked_at(name, lines))

    def put(self, name: str, data: bytes) -> None:
        """Writes a whole file."""
        self._check.look_into(data, name)
        self._inner.put(name, data)

    def _looked_at(self, name: str, lines: Iterable[str]) -> Iterator[str]:
        done = 0
        for some in portions(lines):
            self._check.look_at_rows(some, name, after=done)
            done += len(some)
            yield from some


def watched(rows: Iterable[Row], watch: Watch, *, before: int = 0) -> Iterator[Row]:
    """Rows as they are, telling of every few.

    Args:
        rows: Them.
        watch: Receives the progress.
        before: How many were written before them.
    """
    for number, row in enumerate(rows, start=before):
        if number % _EVERY == 0:
            watch(number)
        yield row
