"""Where an export is written: a folder or a zip, whole under its final name or not there at all.

Whoever waits for it is told how far it is, and can stop it.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Final, Protocol, TypeVar

from xpert_studio.errors import UsageError
from xpert_studio.exchange.bundle_format import MANIFEST, ZIPPED
from xpert_studio.exchange.written import Written, WrittenFile, check_written
from xpert_studio.whole_files import delete, not_written, swap_folder, unfinished_path

_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The time stamped on every member, so that equal content gives equal bytes."""

_MOST_NAMED: Final = 5


class Target(Protocol):
    """Takes the files of a bundle."""

    @property
    def written(self) -> Written:
        """What was written so far."""
        ...

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        """Writes a file line by line; returns how many there were. None is written for none."""
        ...

    def put(self, name: str, data: bytes) -> None:
        """Writes a whole file."""
        ...


@contextmanager
def open_target(path: Path, *, replace: bool) -> Iterator[Target]:
    """A bundle being written; it takes its final name when the block ends well.

    Before that it is read back: every file must have the content that was written, and be listed
    by the manifest with its hash and its rows.

    Args:
        path: A zipped file by its suffix, or a folder.
        replace: Whether what stands there may be replaced.

    Raises:
        UsageError: Something stands there and may not be replaced.
        XpertError: It could not be written, or reads back differently.
    """
    path = path.absolute()
    if path.exists() and not replace:
        raise UsageError(f"{path} exists.", remedy="Choose another name, or add --replace.")
    if path.suffix.lower() not in ZIPPED and path.exists():
        _check_replaceable(path)
    unfinished = unfinished_path(path)
    try:
        if path.suffix.lower() in ZIPPED:
            with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
                packed = _Zip(archive)
                yield packed
            check_written(unfinished, packed.written, path)
            unfinished.replace(path)
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
    """Lets a folder be replaced that is a bundle, and holds nothing else."""
    listed = _listed(folder)
    if listed is None:
        raise UsageError(
            f"{folder} is not a bundle, so it is not replaced.", remedy="Choose another name."
        )
    strange = [
        path.relative_to(folder).as_posix()
        for path in sorted(folder.rglob("*"))
        if (path.is_symlink() or not path.is_dir())
        and path.relative_to(folder).as_posix() not in listed
    ]
    if strange:
        more = len(strange) - _MOST_NAMED
        names = ", ".join(strange[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
        raise UsageError(
            f"{folder} holds files that are not of the bundle: {names}.",
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
        self.written = Written()

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        path = self._root / name
        with path.open("wb") as file:
            written = _write_lines(file, lines)
        if written.rows:
            self.written.files[name] = written
        else:
            path.unlink()
        return written.rows or 0

    def put(self, name: str, data: bytes) -> None:
        path = self._root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self.written.files[name] = WrittenFile(hashlib.sha256(data).hexdigest(), len(data))


class _Zip:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.written = Written()

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        lines = iter(lines)
        first = next(lines, None)
        if first is None:
            return 0
        with self._archive.open(_member(name), "w", force_zip64=True) as file:
            written = _write_lines(file, chain((first,), lines))
        self.written.files[name] = written
        return written.rows or 0

    def put(self, name: str, data: bytes) -> None:
        self._archive.writestr(_member(name), data)
        self.written.files[name] = WrittenFile(hashlib.sha256(data).hexdigest(), len(data))


def _write_lines(file: IO[bytes], lines: Iterable[str]) -> WrittenFile:
    digest, size, count = hashlib.sha256(), 0, 0
    for line in lines:
        data = line.encode("utf-8")
        digest.update(data)
        file.write(data)
        size += len(data)
        count += 1
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
    """Nobody waits."""


class WatchedTarget:
    """A target that tells of every few rows, and of every file.

    Args:
        inner: Where everything goes.
        watch: Is told.
    """

    def __init__(self, inner: Target, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch
        self._rows = 0

    @property
    def written(self) -> Written:
        """What was written so far."""
        return self._inner.written

    def put_lines(self, name: str, lines: Iterable[str]) -> int:
        """Writes a file line by line; returns how many there were."""
        count = self._inner.put_lines(name, watched(lines, self._watch, before=self._rows))
        self._rows += count
        return count

    def put(self, name: str, data: bytes) -> None:
        """Writes a whole file."""
        self._watch(self._rows)
        self._inner.put(name, data)


def watched(rows: Iterable[Row], watch: Watch, *, before: int = 0) -> Iterator[Row]:
    """Rows as they are, telling of every few.

    Args:
        rows: Them.
        watch: Is told.
        before: How many were written before them.
    """
    for number, row in enumerate(rows, start=before):
        if number % _EVERY == 0:
            watch(number)
        yield row
