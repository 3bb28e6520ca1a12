"""Records as they are found in a file of another tool: each once, and in an order to take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeVar, cast

from xpert_studio.core.exchange.formats.taken import AnyFound, Placed
from xpert_studio.core.records import Checkpoint, Judge, Judgment, Response, Task, Verdict

Kind = TypeVar("Kind", Task, Checkpoint, Response, Judge, Judgment, Verdict)
_NAMED_BY: Final[Mapping[type[AnyFound], tuple[str, ...]]] = {
    Task: ("id",),
    Checkpoint: ("task_id", "id"),
    Response: ("id",),
    Judge: ("id",),
    Judgment: ("response_id", "checkpoint_id", "expert_id"),
    Verdict: ("response_id", "checkpoint_id", "judge_id", "trial"),
}
"""What names a record of a kind; each kind after those that it refers to."""
_ORDER: Final = {kind: place for place, kind in enumerate(_NAMED_BY)}


class Records:
    """The records of a file; of those that are named alike, the first stands."""

    def __init__(self) -> None:
        self._placed: dict[tuple[object, ...], Placed] = {}
        self._sizes: Counter[str] = Counter()

    def add(self, record: AnyFound, place: str) -> Placed:
        """Adds a record; what now stands under its name, which may be another one."""
        kind = type(record)
        name = (kind, *(getattr(record, field) for field in _NAMED_BY[kind]))
        if name not in self._placed and isinstance(record, Checkpoint):
            self._sizes[record.task_id] += 1
        return self._placed.setdefault(name, Placed(record, place))

    def get(self, kind: type[Kind], *name: object) -> Kind | None:
        """The record of a kind with a name; None where none was found yet."""
        placed = self._placed.get((kind, *name))
        return cast("Kind", placed.record) if placed else None

    def size(self, task_id: str) -> int:
        """How many checkpoints of a task there are."""
        return self._sizes[task_id]

    def in_order(self) -> list[Placed]:
        """All of them, each after what it refers to."""
        return sorted(self._placed.values(), key=lambda item: _ORDER[type(item.record)])
