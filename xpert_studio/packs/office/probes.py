"""What pages of Office files need of the computer."""

from __future__ import annotations

from typing import Final

from xpert_studio.api import mark
from xpert_studio.api.probes import Found, Need, Probe, State


def _libreoffice() -> Found:
    """Whether LibreOffice is there and starts, cut off from network and files."""
    from xpert_studio.packs.office.conversion import (
        NotConvertedError,
        office_version,
        tried,
        what_is_missing,
    )

    missing = what_is_missing()
    if missing is not None:
        return Found(State.MISSING, detail=missing)
    try:
        tried()
    except NotConvertedError as error:
        return Found(State.MISSING, detail=error.message, remedy=error.remedy)
    return Found(State.FOUND, office_version())


PROBES: Final = (
    Probe(
        "office_pages",
        "LibreOffice",
        mark("pages of Office files as pictures"),
        Need.OPTIONAL,
        mark("Of Office files the text alone is shown; charts and pictures in them are gaps."),
        _libreoffice,
        ("LibreOffice", "bwrap"),
        "sandbox",
    ),
)
