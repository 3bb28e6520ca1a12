"""A folder, or changes of one, as one file: a zip file of the same bytes for the same content.

It holds ``mimetype``, ``workspace.json`` and the files below ``files/``, not compressed and with
one date. Another program that opens it finds the files as they are.
"""

from __future__ import annotations

import io
import zipfile
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from xpert_studio.api import Message
from xpert_studio.core.documents.media_types import FOLDER
from xpert_studio.core.documents.package import open_package
from xpert_studio.core.errors import UsageError
from xpert_studio.core.records.base import Sha256
from xpert_studio.packs.workspaces.changes import Changes
from xpert_studio.packs.workspaces.folder import (
    MOST_BYTES,
    MOST_FILES,
    Folder,
    FolderError,
    FolderFile,
)

_FILES: Final = "files/"
_ABOUT: Final = "workspace.json"
_TYPE: Final = "mimetype"
_MOST_ABOUT: Final = 4 * 1024 * 1024
_PLAIN, _RUN = 0o100644, 0o100755

Paths = Annotated[tuple[str, ...], Field(max_length=MOST_FILES)]


class _About(BaseModel):
    """What the archive holds; ``start`` and ``end`` are hashes of folders."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    version: Literal[1] = 1
    executable: Paths = ()
    start: Sha256 | Literal[""] = ""
    end: Sha256 | Literal[""] = ""
    removed: Paths = ()


class ArchiveError(UsageError):
    """A file is no archive of a folder, or a damaged one."""

    def __init__(self, why: str) -> None:
        super().__init__(
            Message("The archive of the folder cannot be read: {why}.", why=why),
            remedy="Take the folder again.",
        )


def pack_folder(folder: Folder) -> bytes:
    """A folder as an archive."""
    return _packed(folder, _About(executable=_executable(folder)))


def pack_changes(changes: Changes) -> bytes:
    """Changes as an archive."""
    about = _About(
        executable=_executable(changes.written),
        start=changes.start,
        end=changes.end,
        removed=changes.removed,
    )
    return _packed(changes.written, about)


def unpack(data: bytes) -> Folder | Changes:
    """What an archive holds.

    Raises:
        ArchiveError: It is damaged, or no archive of the program.
    """
    about, folder = _unpacked(data)
    if not about.start and not about.end and not about.removed:
        return folder
    if not about.start or not about.end:
        raise ArchiveError(_ABOUT)
    return Changes(about.start, about.end, folder, about.removed)


def unpack_folder(data: bytes) -> Folder:
    """The folder in an archive.

    Raises:
        ArchiveError: It is damaged, or holds changes.
    """
    found = unpack(data)
    if isinstance(found, Changes):
        raise ArchiveError(Message("it holds changes, no starting folder"))
    return found


def unpack_changes(data: bytes) -> Changes:
    """The changes in an archive.

    Raises:
        ArchiveError: It is damaged, or holds no changes.
    """
    found = unpack(data)
    if isinstance(found, Folder):
        raise ArchiveError(Message("it holds a starting folder, no changes"))
    return found


def _executable(folder: Folder) -> tuple[str, ...]:
    return tuple(path for path, one in sorted(folder.files.items()) if one.is_executable)


def _packed(folder: Folder, about: _About) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
        _add(archive, _TYPE, FOLDER.encode(), _PLAIN)
        _add(archive, _ABOUT, about.model_dump_json().encode(), _PLAIN)
        for path, one in sorted(folder.files.items()):
            _add(archive, _FILES + path, one.content, _RUN if one.is_executable else _PLAIN)
    return written.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes, mode: int) -> None:
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.create_system = 3  # Unix on every system, so that the bytes are the same
    info.external_attr = mode << 16
    archive.writestr(info, content)


def _unpacked(data: bytes) -> tuple[_About, Folder]:
    try:
        with open_package(io.BytesIO(data)) as archive:
            parts = {part.filename: part for part in archive.infolist()}
            _need_sound(archive.infolist(), parts)
            about = _About.model_validate_json(archive.read(parts[_ABOUT]))
            runnable = set(about.executable)
            files = {
                name.removeprefix(_FILES): FolderFile(
                    archive.read(part), name.removeprefix(_FILES) in runnable
                )
                for name, part in parts.items()
                if name.startswith(_FILES)
            }
        folder = Folder(files)
    except FolderError as error:
        raise ArchiveError(error.message) from error
    except (*_DAMAGED, ValidationError) as error:
        raise ArchiveError(type(error).__name__) from error
    if not runnable <= files.keys() or (set(about.removed) & files.keys()):
        raise ArchiveError(_ABOUT)
    return about, folder


_DAMAGED: Final = (
    zipfile.BadZipFile,
    ValueError,
    OSError,
    NotImplementedError,
    RuntimeError,
    EOFError,
    KeyError,
)


def _need_sound(listed: list[zipfile.ZipInfo], parts: dict[str, zipfile.ZipInfo]) -> None:
    """Looks at sizes and names before anything is read.

    Raises:
        ArchiveError: A part is packed, is there twice, is none of ours, or all are too large.
    """
    others = [name for name in parts if not name.startswith(_FILES) and name not in {_TYPE, _ABOUT}]
    if len(parts) < len(listed) or others or _ABOUT not in parts:
        raise ArchiveError(Message("it has other parts than such an archive has"))
    if any(part.compress_type != zipfile.ZIP_STORED for part in listed):
        raise ArchiveError(Message("a part is compressed"))
    if parts[_ABOUT].file_size > _MOST_ABOUT or sum(part.file_size for part in listed) > (
        MOST_BYTES + _MOST_ABOUT
    ):
        raise ArchiveError(Message("it is too large"))
