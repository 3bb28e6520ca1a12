"""Office files of which nothing can be read: with a password, or texts and slides of 97 to 2003."""

from __future__ import annotations

from xpert_studio.core.documents.document import Findings, GapReason, NotReadError


def locked(data: bytes, findings: Findings) -> str:  # noqa: ARG001 - as every reader
    """Says that it is encrypted."""
    raise NotReadError(GapReason.ENCRYPTED)


def old(data: bytes, findings: Findings) -> str:  # noqa: ARG001 - as every reader
    """Says what to save it as."""
    raise NotReadError(GapReason.OLD)
