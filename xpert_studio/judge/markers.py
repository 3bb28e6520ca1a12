"""Marker lines around texts from outside, which those texts cannot contain."""

from __future__ import annotations

import hashlib


def fence(name: str, text: str) -> tuple[str, str]:
    """Marker lines that the text between them cannot contain: they carry its hash."""
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return f"<<<{name} {mark}>>>", f"<<<END OF {name} {mark}>>>"
