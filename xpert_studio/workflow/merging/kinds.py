"""The kinds of records that are merged: which fields they have, and how each comes together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from xpert_studio.records import Record, RubricOrder
from xpert_studio.store.entities import ENTITIES

ORDER: Final = "order"
DESCRIPTIONS: Final = "taxonomy.descriptions"


class Way(StrEnum):
    """How two changes of one field come together.

    ``VALUE`` and ``TEXT`` cannot: a person decides, and may write another text. A ``SET`` has what
    either added and lacks what either removed; so do a ``THREAD`` of replies in their order in
    time, ``FILES`` by their paths and ``WORDS`` by their keys.
    """

    VALUE = "value"
    TEXT = "text"
    SET = "set"
    THREAD = "thread"
    FILES = "files"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Kind:
    """How records of one kind are merged.

    Attributes:
        name: As in changes.
        record: Their class.
        key: The fields that identify one.
        apart: Fields that are not merged: kept by the program, or told by something else.
        groups: Fields that mean something together only, by the name of their decision.
        ways: How fields come together, ``VALUE`` where none is said.
    """

    name: str
    record: type[Record]
    key: tuple[str, ...]
    apart: frozenset[str] = frozenset()
    groups: Mapping[str, frozenset[str]] = field(default_factory=dict)
    ways: Mapping[str, Way] = field(default_factory=dict)

    def group_of(self, name: str) -> str:
        """The name of the decision that a field belongs to."""
        for group, fields in self.groups.items():
            if name in fields:
                return group
        return name

    def way_of(self, name: str) -> Way:
        """How a field comes together."""
        return self.ways.get(name, Way.VALUE)


def _whole(record: type[Record], key: tuple[str, ...], name: str) -> dict[str, frozenset[str]]:
    """One decision for all fields: they mean something together only."""
    return {name: frozenset(record.model_fields) - set(key)}


_EXTRA: Final = {"extra": Way.WORDS}
_APART: Final[dict[str, frozenset[str]]] = {
    "project": frozenset({"created_at"}),
    "checkpoint": frozenset({"position"}),
    "judgment": frozenset({"basis"}),
    "decision": frozenset({"basis"}),
    "open_sheet": frozenset({"seconds"}),
}
_ONE_DECISION: Final = {
    "revision": "checkpoints",
    "review": "outcome",
    "spot_check": "outcome",
    "proposal": "state",
    "dismissal": "reason",
    "open_sheet": "submitted_at",
    "decision": "value",
    "judgment": "value",
    "subset": "task_ids",
    "anchor_choice": "expert_id",
    "attribution": "cause",
}
_WAYS: Final[dict[str, dict[str, Way]]] = {
    "project": {
        "name": Way.TEXT,
        "licence": Way.TEXT,
        "grading_policy": Way.TEXT,
        "taxonomy.domains": Way.SET,
        "taxonomy.dimensions": Way.SET,
        "taxonomy.tiers": Way.SET,
        DESCRIPTIONS: Way.WORDS,
        **_EXTRA,
    },
    "person": {
        "name": Way.TEXT,
        "credentials": Way.TEXT,
        "roles": Way.SET,
        "domains": Way.SET,
        **_EXTRA,
    },
    "task": {
        **dict.fromkeys(
            (
                "title", "category", "prompt", "context", "materials", "deliverables",
                "reference_answer",
            ),
            Way.TEXT,
        ),
        "attachments": Way.FILES,
        "tags": Way.SET,
        **_EXTRA,
    },
    "checkpoint": {"text": Way.TEXT, "notes": Way.TEXT, "origin": Way.SET, **_EXTRA},
    "remark": {"text": Way.TEXT, "replies": Way.THREAD},
    "response": {"attachments": Way.FILES, **_EXTRA},
}  # fmt: skip


def _kinds() -> dict[str, Kind]:
    found = {}
    for entity in ENTITIES.values():
        name = entity.kind
        group = _ONE_DECISION.get(name)
        found[name] = Kind(
            name,
            entity.record,
            entity.key,
            _APART.get(name, frozenset()),
            {} if group is None else _whole(entity.record, entity.key, group),
            _WAYS.get(name, {}),
        )
        if name == "checkpoint":
            found[ORDER] = Kind(ORDER, RubricOrder, ("task_id",))
    return found


KINDS: Final = _kinds()
"""By name, in an order in which every record comes after those it refers to."""
