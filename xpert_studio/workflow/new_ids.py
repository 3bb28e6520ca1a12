"""Ids that people choose for new records."""

from __future__ import annotations

from xpert_studio.errors import UsageError
from xpert_studio.records.base import ID_REMEDY, is_valid_id


def need_valid_id(name: str) -> None:
    """Refuses what cannot be the id of a new record.

    Raises:
        UsageError: It cannot.
    """
    if not is_valid_id(name):
        raise UsageError(f"{name!r} is not an id.", remedy=ID_REMEDY)
