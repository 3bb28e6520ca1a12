"""The hashes that chain the rows of the log, its head, and what does not fit.

Every row holds the hash of itself and of the row before. The head, length and newest hash, lies in
a setting and in certificates that were made on the way: so a row that was altered, dropped, moved
or added is found, and a tail that was cut off. A chain that was computed anew from some row on,
together with the head and every certificate, is found only by an assignment or submission that was
made before: it holds a keyed hash of the head, which tells its reader nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import select

from xpert_studio.core.messages import Message
from xpert_studio.core.records import ChangeState, overlap
from xpert_studio.core.store import certificates, settings
from xpert_studio.core.store.schema import log as table
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import json_value

START: Final = hashlib.sha256(b"xpert-log").hexdigest()
"""What stands in the place of the hash before the first row."""
_HEAD: Final = "log_head"

TOLD: Final = "told"
"""The state of a row without effects: it neither stands nor was undone."""

_UNHASHED: Final = frozenset({"state", "hash", "checksum"})
HASHED: Final = tuple(column.name for column in table.columns if column.name not in _UNHASHED)
"""The columns that the hash of a row is over, in this order."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """How many rows a log has, and the hash of the newest."""

    length: int
    hash: str


def row_hash(before: str, row: Mapping[Any, Any]) -> str:
    """The hash of a row.

    Args:
        before: The hash of the row before; ``START`` for the first.
        row: Its columns as they are stored.

    Returns:
        SHA-256, 64 hexadecimal digits, of the JSON list of all that.
    """
    text = json.dumps(
        [before, *(row.get(name) for name in HASHED)], ensure_ascii=False, default=repr
    )  # a damaged value may be bytes
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def head_of(tx: Transaction) -> LogHead:
    """The head of a project's log, as its setting says."""
    found = settings.kept(tx, _HEAD)
    return LogHead(0, START) if found is None else LogHead(**json.loads(found))


def put_head(tx: Transaction, head: LogHead) -> None:
    """Writes the head down."""
    settings.keep(tx, _HEAD, json.dumps(asdict(head)))


def verify_log(tx: Transaction, known: Iterable[tuple[str, LogHead]] = ()) -> list[str]:
    """What does not fit in the log of a project; see ``problems_of``.

    Args:
        tx: The project.
        known: Heads that are kept outside of the project, with what they are kept in.
    """
    rows = tx.connection.execute(select(table).order_by(table.c.pk)).mappings()
    certified = [
        (f"the certificate {item.id}", LogHead(item.log_length, item.log_hash))
        for item in certificates.all_certificates(tx)
        if item.log_length is not None and item.log_hash is not None
    ]
    return problems_of(rows, head_of(tx), [*certified, *known])


def problems_of(
    rows: Iterable[Mapping[Any, Any]], head: LogHead, known: Iterable[tuple[str, LogHead]] = ()
) -> list[str]:
    """What does not fit in a log, one sentence each; nothing is looked at behind the first row.

    Args:
        rows: Its rows with all columns, in the order of their numbers.
        head: What the project says of it.
        known: Heads that were kept elsewhere, with what they were kept in.
    """
    hashes, found = [START], list[str]()
    standing = _Standing()
    for row in rows:
        place = len(hashes)
        if row["pk"] != place:
            return [Message("Row {place} of the log is missing, or was moved.", place=place)]
        if row_hash(hashes[-1], row) != row["hash"]:
            return [
                Message(
                    "Row {place} of the log is not as it was written, or the one before it.",
                    place=place,
                )
            ]
        hashes.append(row["hash"])
        standing.take(row)
    length = len(hashes) - 1
    if (head.length, head.hash) != (length, hashes[-1]):
        found.append(
            Message(
                "The log has {length} rows, and its head says {recorded}.",
                length=length,
                recorded=head.length,
            )
        )
    for name, seen in known:
        if seen.length > length or hashes[seen.length] != seen.hash:
            found.append(Message("The log is not the one that {name} was made with.", name=name))
    return [*found, *standing.problems()]


class _Standing:
    """Which changes stand, by the rows of the log in their order."""

    def __init__(self) -> None:
        self._state: dict[str, str] = {}
        self._scopes: dict[str, tuple[str, ...]] = {}
        self._undone: dict[str, None] = {}
        self._stored: dict[str, tuple[int, str]] = {}

    def take(self, row: Mapping[Any, Any]) -> None:
        """Takes the next row in."""
        self._stored[row["id"]] = row["pk"], row["state"]
        self._state[row["id"]] = TOLD if row["effects"] == "[]" else ChangeState.DONE.value
        if row["reverses"] is not None:
            self._turn(row["reverses"], row["command"] == "undo")
        elif row["effects"] != "[]":
            scopes = self._scopes[row["id"]] = tuple(json_value(row["scopes"]))
            for other in [id_ for id_ in self._undone if overlap(self._scopes[id_], scopes)]:
                self._state[other] = ChangeState.DROPPED.value
                del self._undone[other]

    def _turn(self, change_id: str, is_undo: bool) -> None:
        if change_id not in self._scopes:
            return
        self._state[change_id] = (ChangeState.UNDONE if is_undo else ChangeState.DONE).value
        self._undone.pop(change_id, None)
        if is_undo:
            self._undone[change_id] = None

    def problems(self) -> list[str]:
        """Rows whose state is not what the undo and redo rows say."""
        return [
            Message(
                "Row {place} of the log says {stored}, and is {state}.",
                place=place,
                stored=stored,
                state=self._state[id_],
            )
            for id_, (place, stored) in self._stored.items()
            if stored != self._state[id_]
        ]
