"""Files of responses as a blind person gets them: copies that say nothing of their making."""

from __future__ import annotations

import mimetypes
import tempfile
from dataclasses import dataclass, field
from typing import IO, Final

from xpert_studio.core.documents import cleaned, media_type_of
from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Attachment, bytes_hash
from xpert_studio.core.store import Transaction, files
from xpert_studio.core.workflow.assignments.content import Files

_LARGE: Final = 16 * 1024 * 1024


def _new_store() -> IO[bytes]:
    return tempfile.SpooledTemporaryFile(_LARGE)


@dataclass(frozen=True, slots=True)
class _Copy:
    """Where the bytes of a copy lie in the store; ``size`` 0 where the file itself is the copy."""

    sha256: str
    media_type: str
    start: int = 0
    size: int = 0


@dataclass(slots=True)
class CleanCopies:
    """Copies of the files of responses, made when they are asked for.

    The bytes wait in a file without a name: those of a large assignment are too many for memory.

    Args:
        tx: The project.
    """

    tx: Transaction
    _made: dict[str, _Copy] = field(default_factory=dict)
    _store: IO[bytes] = field(default_factory=_new_store)

    def of(self, item: Attachment) -> Attachment:
        """The attachment of the copy, under a name that tells nothing.

        Raises:
            UsageError: There is a file of which no copy can be made.
        """
        copy = self._made.get(item.sha256)
        if copy is None:
            copy = self._made[item.sha256] = self._copied(item)
        suffix = mimetypes.guess_extension(copy.media_type) or ""
        return item.model_copy(
            update={
                "sha256": copy.sha256,
                "media_type": copy.media_type,
                "path": f"attachments/{copy.sha256}{suffix}",
            }
        )

    def _copied(self, item: Attachment) -> _Copy:
        if not files.has_blob(self.tx, item.sha256):
            return _Copy(item.sha256, item.media_type)
        data = files.get_blob(self.tx, item.sha256)
        made = cleaned(data)
        if made is None:
            raise UsageError(
                Message(
                    "A file of a response is damaged, and what it says of its making cannot be "
                    "removed: {name}.",
                    name=item.path.rpartition("/")[2],
                ),
                remedy="Import the response again with a file that can be read, or exclude it.",
            )
        if made == data:
            return _Copy(item.sha256, item.media_type)
        media_type = media_type_of(made) if item.is_image else None
        start = self._store.seek(0, 2)
        self._store.write(made)
        return _Copy(bytes_hash(made), media_type or item.media_type, start, len(made))

    @property
    def originals(self) -> dict[str, str]:
        """The hash of the file by that of its copy, where these differ."""
        return {copy.sha256: sha256 for sha256, copy in self._made.items() if copy.size}

    def here(self, sha256: str) -> str:
        """The hash of the copy of a file; its own where there is none."""
        copy = self._made.get(sha256)
        return copy.sha256 if copy else sha256

    def read(self, sha256: str) -> bytes:
        """A copy, or a file of the project, by its hash."""
        for copy in self._made.values():
            if copy.sha256 == sha256 and copy.size:
                self._store.seek(copy.start)
                return self._store.read(copy.size)
        return files.get_blob(self.tx, sha256)

    def with_copies(self, named: Files) -> Files:
        """Files of an assignment with the copies among them."""
        return Files(named.hashes | self.originals.keys(), self.read)
