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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from xpert_studio.core.documents import read_document, unpacked
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
    Response,
    ResponseRole,
    Task,
)
from xpert_studio.core.store import Transaction, settings

WITHHELD: Final = "withheld"
"""What stands in place of a system's name."""

AnyRecord = TypeVar("AnyRecord", bound=Record)
_SHORTEST: Final = 3


@dataclass(frozen=True, slots=True)
class BlindRecords:
    """Withholds systems from one person."""

    secret: str
    person_id: str

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
            if isinstance(record, Judgment):
                changes |= {"extra": {}, "evidence": _bare(record.evidence)}
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
            "attachments": tuple(_nameless(item) for item in record.attachments),
        }


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
    return BlindRecords(secret, person_id)


def named_in(response: Response, read: Mapping[str, bytes]) -> bool:
    """Whether a response itself names the system that gave it: in its text, or in its files.

    Of files their bytes, their text and their metadata are searched (author, program, title).

    Args:
        response: The response.
        read: The content of its files by their hashes.
    """
    plain = _plain(response.model)
    if len(plain) < _SHORTEST:
        return False
    texts = [response.text, *(item.caption or "" for item in response.attachments)]
    return any(plain in _plain(text) for text in texts) or any(
        _says(response.model.strip(), read.get(item.sha256, b""), item.media_type)
        for item in response.attachments
    )


def _plain(text: str) -> str:
    """A text without case, signs between its letters, and ways of writing the same letter."""
    escaped = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    whole = unicodedata.normalize("NFKD", html.unescape(escaped)).casefold()
    return "".join(letter for letter in whole if letter.isalnum())


def _says(name: str, data: bytes, media_type: str) -> bool:
    written = [name.lower().encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")]
    # Of bytes only names as they are: anything short is found in a picture without its signs.
    if any(way in piece.lower() for piece in unpacked(data) for way in written):
        return True
    found = read_document(data, media_type)
    return any(_plain(name) in _plain(text) for text in (found.text, found.metadata))


def _bare(quotes: tuple[Quote, ...]) -> tuple[Quote, ...]:
    return tuple(quote.model_copy(update={"extra": {}}) for quote in quotes)


def _nameless(item: Attachment) -> Attachment:
    suffix = mimetypes.guess_extension(item.media_type) or ""
    path = f"attachments/{item.sha256}{suffix}"
    return item.model_copy(update={"path": path, "caption": None, "extra": {}})
