"""What kinds and fields of records were called until version 15 of the project file.

Rows of the log that were written then keep their bytes, over which their hashes are chained, and
files of assignments and submissions of format 2 hold the same names. Whatever reads one of these
passes it through here; present names stay what they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

Value = TypeVar("Value")

_KINDS: Final = {"remark": "comment", "open_sheet": "open_form", "proposal": "suggestion"}
_RATED: Final = {"basis": "rated_hash"}
_FIELDS: Final[Mapping[str, Mapping[str, str]]] = {
    "comment": {"line": "checkpoint_text"},
    "spot_check": {
        "drawn_with_seed": "sampled_with_seed",
        "drawn_from": "sampled_from",
        "drawn_at": "sampled_at",
        "senior_id": "adjudicator_id",
    },
    "decision": _RATED,
    "judgment": _RATED,
    "read_mark": {"sheet": "form", "basis": "read_hash"},
    "subset": {"drawn_by": "sampled_by", "drawn_at": "sampled_at"},
}
"""By the present name of the kind."""
_DETAILS: Final = {
    "remark": "comment",
    "remarks": "comments",
    "open_remarks": "open_comments",
    "proposals": "suggestions",
    "untouched_proposals": "untouched_suggestions",
    "drawn": "sampled",
    "lines": "checkpoints",
}
"""What a row of the log tells besides."""


def present_kind(kind: str) -> str:
    """What a kind of record is called now."""
    return _KINDS.get(kind, kind)


def present_fields(kind: str, fields: Mapping[str, Value]) -> dict[str, Value]:
    """The fields of a record by their present names.

    Args:
        kind: The present name of its kind.
        fields: By the names they had when they were written.
    """
    return _renamed(fields, _FIELDS.get(kind, {}))


def present_details(details: Mapping[str, Value]) -> dict[str, Value]:
    """What a row of the log tells, by present names."""
    return _renamed(details, _DETAILS)


def present_patch(patch: Mapping[str, Any]) -> dict[str, Any]:
    """A patch of a row of the log by present names; see ``effects.patch_of``."""
    kind = present_kind(patch["kind"])
    sides = {
        side: present_fields(kind, patch[side])
        for side in ("before", "after")
        if patch.get(side) is not None
    }
    return {**patch, "kind": kind, **sides}


def _renamed(values: Mapping[str, Value], names: Mapping[str, str]) -> dict[str, Value]:
    return {names.get(name, name): value for name, value in values.items()}
