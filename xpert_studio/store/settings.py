"""What the project says about itself: name, vocabulary, policies."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from xpert_studio.errors import DamagedProjectError
from xpert_studio.records import ProjectInfo
from xpert_studio.store.schema import setting
from xpert_studio.store.transaction import Transaction

_PROJECT = "project"
_PSEUDONYMS = "pseudonym_secret"


def project_info(tx: Transaction) -> ProjectInfo:
    """The project's own description.

    Raises:
        DamagedProjectError: It is missing.
    """
    value = tx.connection.scalar(select(setting.c.value).where(setting.c.key == _PROJECT))
    if value is None:
        raise DamagedProjectError(
            f"{tx.path.name} does not say what project it is.", remedy="Go back to a backup."
        )
    return ProjectInfo.model_validate_json(value)


def put_project_info(tx: Transaction, info: ProjectInfo) -> None:
    """Writes the project's own description, replacing the one before."""
    tx.require_writes()
    tx.connection.execute(delete(setting).where(setting.c.key == _PROJECT))
    tx.connection.execute(insert(setting).values(key=_PROJECT, value=info.model_dump_json()))


def pseudonym_secret(tx: Transaction) -> str | None:
    """What keys the pseudonyms of public bundles, None where none was needed yet."""
    return tx.connection.scalar(select(setting.c.value).where(setting.c.key == _PSEUDONYMS))


def put_pseudonym_secret(tx: Transaction, secret: str) -> None:
    """Keeps what keys the pseudonyms; it is never exported."""
    tx.require_writes()
    tx.connection.execute(insert(setting).values(key=_PSEUDONYMS, value=secret))
