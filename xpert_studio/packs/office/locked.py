"""Office files with a password: nothing of them can be read."""

from __future__ import annotations

from xpert_studio.core.documents.document import Findings, GapReason, NotReadError


def read(data: bytes, findings: Findings) -> str:  # noqa: ARG001 - as every reader
    """Says that it is encrypted."""
    raise NotReadError(GapReason.ENCRYPTED)
