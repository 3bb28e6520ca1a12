"""Texts and slides of Office 97 to 2003 (.doc, .ppt): nothing of them can be read."""

from __future__ import annotations

from xpert_studio.core.documents.document import Findings, GapReason, NotReadError


def read(data: bytes, findings: Findings) -> str:  # noqa: ARG001 - as every reader
    """Says what to save it as."""
    raise NotReadError(GapReason.OLD)
