"""What a person who judges or adjudicates may see of a project: no system, no other's judgment.

A response has another id in every person's assignments, the same one in all of theirs. Only the
project that sent it can tell which it is.
"""

from __future__ import annotations

import hashlib
import hmac
import html
import mimetypes
import re
import secrets
import tempfile
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from pathlib import PurePosixPath
from typing import IO, Any, Final

from xpert_studio.core.documents import IMAGES, cleaned, media_type_of, read_document, unpacked
from xpert_studio.core.errors import UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    AnyRecord,
    Attachment,
    Checkpoint,
    Comparison,
    Draft,
    Judgment,
    OpenForm,
    ProjectInfo,
    Quote,
    Region,
    Response,
    ResponseRole,
    Task,
    bytes_hash,
)
from xpert_studio.core.records.recordings import transcripts
from xpert_studio.core.store import Transaction, files, settings

WITHHELD: Final = "withheld"
"""What stands in place of a system's name."""

_SHORTEST: Final = 3
_SURE: Final = 6
"""A name of so many letters is in packed bytes by no chance."""


@dataclass(frozen=True, slots=True)
class BlindRecords:
    """Withholds systems from one person.

    Attributes:
        copies: Makes copies of files of responses without metadata; None keeps the files.
    """

    secret: str
    person_id: str
    copies: CleanCopies | None = None

    def response_id(self, response_id: str) -> str:
        """The id of a response in the person's assignments."""
        words = f"{self.person_id}\n{response_id}".encode()
        return f"r-{hmac.new(self.secret.encode(), words, hashlib.sha256).hexdigest()[:16]}"

    def of(self, record: AnyRecord) -> AnyRecord:
        """A record as the person may see it."""
        changes: dict[str, Any] = {}
        if isinstance(record, Task):
            changes = self._task(record)
        elif isinstance(record, Checkpoint):
            changes = {
                "drafted_by": None,
                "source": None,
                "origin": (),
                "revision": None,
                "extra": {},
            }
        elif isinstance(record, Response):
            changes = self._response(record)
        elif isinstance(record, ProjectInfo):
            # The canary stands in public bundles, which name the systems.
            changes = {
                "canary": None,
                "extra": {},
                "excluded_systems": (),
                "excluded_experts": (),
            }
        elif isinstance(record, Comparison):
            ids = {id_: self.response_id(id_) for id_ in record.pair}
            return record.renamed(ids).model_copy(update={"extra": {}})  # type: ignore[return-value]
        elif isinstance(record, OpenForm | Draft | Judgment):
            changes = {"response_id": self.response_id(record.response_id)}
            if isinstance(record, Draft | Judgment):
                changes["evidence"] = self._bare(record.evidence)
            if isinstance(record, Judgment):
                changes["extra"] = {}
        return record.model_copy(update=changes)

    def _task(self, record: Task) -> dict[str, Any]:
        fields = Task.model_fields
        withheld = fields.keys() - {*Task.BLIND}
        return {name: fields[name].get_default(call_default_factory=True) for name in withheld} | {
            "author_id": record.author_id if record.author_id == self.person_id else None,
            "earlier_authors": tuple(
                item for item in record.earlier_authors if item == self.person_id
            ),
            "attachments": tuple(
                item.model_copy(update={"extra": {}}) for item in record.attachments
            ),
        }

    def _response(self, record: Response) -> dict[str, Any]:
        return {
            "id": self.response_id(record.id),
            "model": WITHHELD,
            "role": ResponseRole.CANDIDATE,
            "finish_reason": None,
            "prompt_tokens": None,
            "completion_tokens": None,
            "latency_ms": None,
            "created_at": None,
            "extra": {},
            "attachments": self._nameless_files(record.attachments),
        }

    def _nameless_files(self, items: Sequence[Attachment]) -> tuple[Attachment, ...]:
        """Files without names; a transcript is called as its recording is, by which it is known."""
        found = [self._nameless(item) for item in items]
        for recording, text in transcripts(items).items():
            path = PurePosixPath(found[recording].path)
            ending = PurePosixPath(found[text].path).suffix
            found[text] = found[text].model_copy(update={"path": f"{path.with_suffix(ending)}"})
        return tuple(found)

    def _nameless(self, item: Attachment) -> Attachment:
        suffix = mimetypes.guess_extension(item.media_type) or ""
        named = item.model_copy(update={"path": f"attachments/{item.sha256}{suffix}"})
        shown = self.copies.of(item) if self.copies else named
        return shown.model_copy(update={"caption": None, "extra": {}})

    def _bare(self, evidence: tuple[Quote, ...]) -> tuple[Quote, ...]:
        return tuple(
            item.model_copy(update={"extra": {}, "region": self._moved(item.region)})
            for item in evidence
        )

    def _moved(self, region: Region | None) -> Region | None:
        """A region of the copy of a picture."""
        if region is None or self.copies is None:
            return region
        return region.model_copy(update={"picture": self.copies.here(region.picture)})


def blind_records_for(tx: Transaction, person_id: str) -> BlindRecords:
    """What a person may see of records; makes the project's secret where it has none.

    Args:
        tx: A writing transaction, unless the project has a secret.
        person_id: The person.
    """
    secret = settings.blind_secret(tx)
    if secret is None:
        secret = secrets.token_hex(32)
        settings.put_blind_secret(tx, secret)
    return BlindRecords(secret, person_id, CleanCopies(tx))


class Place(Enum):
    """Where in a file a system is named: in what it shows, beside that, or perhaps by chance."""

    NOWHERE = auto()
    SHOWN = auto()
    BESIDE = auto()
    MAYBE = auto()


@dataclass(frozen=True, slots=True)
class Named:
    """Whether a response itself names the system that gave it.

    Attributes:
        is_named: In its text, in what a file of it shows, or perhaps in the bytes of a file.
        beside: A file that names it where it shows nothing: author, program, title.
    """

    is_named: bool = False
    beside: Attachment | None = None


def named_in(response: Response, read: Mapping[str, bytes]) -> Named:
    """Where a response names the system that gave it.

    Of files their text and their bytes are searched, and their metadata (author, program, title).

    Args:
        response: The response.
        read: The content of its files by their hashes.
    """
    plain = _plain(response.model)
    if len(plain) < _SHORTEST:
        return Named()
    places = [
        (_place(response.model.strip(), read.get(item.sha256, b""), item), item)
        for item in response.attachments
    ]
    return Named(
        plain in _plain(response.text) or any(place is not Place.NOWHERE for place, _ in places),
        next((item for place, item in places if place is Place.BESIDE), None),
    )


def names_system(text: str, system: str) -> bool:
    """Whether a text names a system, in whatever case and with whatever signs between letters."""
    plain = _plain(system)
    return len(plain) >= _SHORTEST and plain in _plain(text)


def _plain(text: str) -> str:
    """A text without case, signs between its letters, and ways of writing the same letter."""
    escaped = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    whole = unicodedata.normalize("NFKD", html.unescape(escaped)).casefold()
    return "".join(letter for letter in whole if letter.isalnum())


def _place(name: str, data: bytes, item: Attachment) -> Place:
    if item.is_image and media_type_of(data) in IMAGES:
        return Place.NOWHERE  # the picture is made here, and holds nothing else
    found, plain = read_document(data, item.media_type), _plain(name)
    if plain in _plain(found.text):
        return Place.SHOWN
    if plain in _plain(found.metadata):
        return Place.BESIDE
    written = [name.lower().encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")]
    # Of bytes only names as they are: anything short is found in a picture without its signs.
    if any(way in piece.lower() for piece in unpacked(data) for way in written):
        return Place.BESIDE if len(name) >= _SURE else Place.MAYBE
    return Place.NOWHERE


_LARGE: Final = 16 * 1024 * 1024


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
    _store: IO[bytes] = field(default_factory=partial(tempfile.SpooledTemporaryFile, _LARGE))

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
