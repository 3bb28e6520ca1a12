"""What the project says about itself: name, vocabulary, policies."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import bindparam, delete, insert, select

from xpert_studio.core.errors import DamagedProjectError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import ProjectInfo, content_hash
from xpert_studio.core.store.schema import setting
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.used_packs import LISTED, UsedPack

_PROJECT = "project"
_PSEUDONYMS = "pseudonym_secret"
_PROJECT_ID = "project_id"
_BLIND = "blind_secret"
_GUEST = "guest"
_COPY = "copy_of"
_PACKS = "packs"
_VALUE = select(setting.c.value).where(setting.c.key == bindparam("the_key"))


def project_info(tx: Transaction) -> ProjectInfo:
    """The project's own description.

    Raises:
        DamagedProjectError: It is missing.
    """
    value = kept(tx, _PROJECT)
    if value is None:
        raise DamagedProjectError(
            Message("{path} does not say what project it is.", path=tx.path.name),
            remedy="Go back to a backup.",
        )
    return ProjectInfo.model_validate_json(value)


def excluded_experts(tx: Transaction) -> frozenset[str]:
    """The ids of the experts whose judgments count nowhere."""
    return frozenset(expert.expert for expert in project_info(tx).excluded_experts)


def put_project_info(tx: Transaction, info: ProjectInfo) -> None:
    """Writes the project's own description, replacing the one before."""
    keep(tx, _PROJECT, info.model_dump_json())


def pseudonym_secret(tx: Transaction) -> str | None:
    """What keys the pseudonyms of public bundles, None where none was needed yet."""
    return kept(tx, _PSEUDONYMS)


def put_pseudonym_secret(tx: Transaction, secret: str) -> None:
    """Keeps what keys the pseudonyms; it is never exported."""
    keep(tx, _PSEUDONYMS, secret)


def project_id(tx: Transaction) -> str:
    """What names the project in all its copies, whatever they are called.

    Where none was given it is made of what no other project has and every copy of this one keeps:
    so copies that were made of the file alone know each other.
    """
    given = kept(tx, _PROJECT_ID)
    if given is not None:
        return given
    info = project_info(tx)
    return f"pj-{content_hash([info.canary, info.created_at])[:16]}"


def put_project_id(tx: Transaction, given: str) -> None:
    """Keeps the project's id, whatever becomes of what it was made of."""
    keep(tx, _PROJECT_ID, given)


def blind_secret(tx: Transaction) -> str | None:
    """What keys the names of responses in blind assignments, None where none was needed yet."""
    return kept(tx, _BLIND)


def put_blind_secret(tx: Transaction, secret: str) -> None:
    """Keeps what keys the names of responses; it is in no assignment."""
    keep(tx, _BLIND, secret)


@dataclass(frozen=True, slots=True)
class Guest:
    """That this is no copy of a project but what a person was sent of it.

    Attributes:
        person_id: Whom it was sent to.
        is_blind: Whether it was sent for judging, or adjudication, without its systems.
        assignment: The assignment it was made of, as JSON.
        sequence: The newest row of the log when it was opened: what comes after is its outbox.
        marks: How many read marks there were when it was opened.
    """

    person_id: str
    is_blind: bool
    assignment: dict[str, Any] | None = None
    sequence: int = 0
    marks: int = 0


def guest(tx: Transaction) -> Guest | None:
    """Whose part of a project this is; None where it is the project itself."""
    value = kept(tx, _GUEST)
    return None if value is None else Guest(**json.loads(value))


def put_guest(tx: Transaction, found: Guest) -> None:
    """Says whose part of a project this is."""
    keep(tx, _GUEST, json.dumps(asdict(found)))


@dataclass(frozen=True, slots=True)
class CopyOf:
    """That this file is a copy: another one decides.

    Attributes:
        sequence: The row of the log up to which it is the same as that one.
        hash: Of that row.
        marks: How many read marks there were then.
    """

    sequence: int
    hash: str
    marks: int = 0


def copy_of(tx: Transaction) -> CopyOf | None:
    """Where this copy stands; None in the file that decides."""
    value = kept(tx, _COPY)
    return None if value is None else CopyOf(**json.loads(value))


def put_copy_of(tx: Transaction, found: CopyOf | None) -> None:
    """Says that this file is a copy; with None, that it decides."""
    if found is None:
        tx.connection.execute(delete(setting).where(setting.c.key == _COPY))
    else:
        keep(tx, _COPY, json.dumps(asdict(found)))


def used_packs(tx: Transaction) -> tuple[UsedPack, ...]:
    """The packs from outside that the project says it uses."""
    return LISTED.validate_json(kept(tx, _PACKS) or "[]", strict=False)


def put_used_packs(tx: Transaction, found: tuple[UsedPack, ...]) -> None:
    """Says which packs from outside it uses, replacing what was said before."""
    keep(tx, _PACKS, LISTED.dump_json(found, exclude_defaults=True).decode())


def kept(tx: Transaction, key: str) -> str | None:
    """What is kept under a key; None for nothing."""
    return tx.connection.scalar(_VALUE, {"the_key": key})


def keep(tx: Transaction, key: str, value: str) -> None:
    """Keeps something under a key, in place of what was kept before."""
    tx.connection.execute(delete(setting).where(setting.c.key == key))
    tx.connection.execute(insert(setting).values(key=key, value=value))
