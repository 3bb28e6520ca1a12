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
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import PurePosixPath
from typing import Any, Final, TypeVar

from xpert_studio.core.documents import IMAGES, media_type_of, read_document, unpacked
from xpert_studio.core.records import (
    Attachment,
    Checkpoint,
    Comparison,
    Draft,
    Judgment,
    OpenForm,
    ProjectInfo,
    Quote,
    Record,
    Region,
    Response,
    ResponseRole,
    Task,
)
from xpert_studio.core.records.recordings import transcripts
from xpert_studio.core.store import Transaction, settings
from xpert_studio.core.workflow.assignments.clean_copies import CleanCopies

WITHHELD: Final = "withheld"
"""What stands in place of a system's name."""

AnyRecord = TypeVar("AnyRecord", bound=Record)
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

    def real_ids(self, response_ids: Iterable[str]) -> dict[str, str]:
        """The ids of responses by those in the person's assignments."""
        return {self.response_id(real): real for real in response_ids}

    def of(self, record: AnyRecord) -> AnyRecord:
        """A record as the person may see it."""
        changes: dict[str, Any] = {}
        if isinstance(record, Task):
            changes = self._task(record)
        elif isinstance(record, Checkpoint):
            changes = {
                "drafted_by": None, "source": None, "origin": (), "revision": None, "extra": {},
            }  # fmt: skip
        elif isinstance(record, Response):
            changes = self._response(record)
        elif isinstance(record, ProjectInfo):
            # The canary stands in public bundles, which name the systems.
            changes = {
                "canary": None, "extra": {}, "excluded_systems": (), "excluded_experts": (),
            }  # fmt: skip
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
    texts = [response.text, *(item.caption or "" for item in response.attachments)]
    places = [
        (_place(response.model.strip(), read.get(item.sha256, b""), item), item)
        for item in response.attachments
    ]
    is_said = any(plain in _plain(text) for text in texts)
    return Named(
        is_said or any(place is not Place.NOWHERE for place, _ in places),
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
