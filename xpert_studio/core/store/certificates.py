"""Certificates in the project file, each with the answers it was computed from.

They are written once and never changed. The answers are bytes to this module; what they say is
known to the person who made them.
"""

from __future__ import annotations

from sqlalchemy import insert, select

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Certificate
from xpert_studio.core.store.schema import certificate
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import moment_text


def add_certificate(tx: Transaction, record: Certificate, evidence: bytes) -> None:
    """Keeps a certificate with its answers."""
    tx.connection.execute(
        insert(certificate).values(
            id=record.id,
            family=record.family,
            judge_id=record.judge_id,
            made_at=moment_text(record.made_at),
            content=record.model_dump_json(),
            evidence=evidence,
        )
    )


def all_certificates(tx: Transaction, *, family: str | None = None) -> list[Certificate]:
    """Certificates in the order they were made, of one family of judges only where it is named."""
    query = select(certificate.c.content).order_by(certificate.c.pk)
    if family is not None:
        query = query.where(certificate.c.family == family)
    return [
        Certificate.model_validate_json(text, strict=False) for text in tx.connection.scalars(query)
    ]


def get_certificate(tx: Transaction, certificate_id: str) -> Certificate:
    """One certificate.

    Raises:
        NotFoundError: There is none of that id.
    """
    text = tx.connection.scalar(
        select(certificate.c.content).where(certificate.c.id == certificate_id)
    )
    if text is None:
        raise NotFoundError(
            Message("There is no certificate {certificate_id}.", certificate_id=certificate_id),
            remedy="'xpert-studio align PROJECT' lists those of each judge.",
        )
    return Certificate.model_validate_json(text, strict=False)


def evidence_of(tx: Transaction, certificate_id: str) -> bytes:
    """The answers a certificate was computed from.

    Raises:
        NotFoundError: There is no such certificate.
    """
    found = tx.connection.scalar(
        select(certificate.c.evidence).where(certificate.c.id == certificate_id)
    )
    if found is None:
        raise NotFoundError(
            Message("There is no certificate {certificate_id}.", certificate_id=certificate_id)
        )
    return bytes(found)
