"""What must hold in a project whatever is merged; a record that would break it is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from xpert_studio.errors import (
    NotAllowedError,
    NotFoundError,
    StageError,
    UsageError,
    XpertError,
)
from xpert_studio.instruments import instrument_of, problem_of
from xpert_studio.records import (
    GOLD_STATUSES,
    Checkpoint,
    Judgment,
    JudgmentStatus,
    Review,
)
from xpert_studio.store import Transaction, entities
from xpert_studio.workflow.merging.contents import record_of
from xpert_studio.workflow.merging.kinds import KINDS
from xpert_studio.workflow.merging.lineage import Content
from xpert_studio.workflow.merging.weighing import Fate, Item, Key
from xpert_studio.workflow.packets.ledger import Ledger

Items = dict[tuple[str, Key], Item]
_CHANGES: Final = frozenset({Fate.TAKEN, Fate.MERGED})
_PARENTS: Final = {
    "checkpoint": ("task",),
    "order": ("task",),
    "revision": ("task",),
    "review": ("task",),
    "remark": ("task",),
    "spot_check": ("task",),
    "proposal": ("task",),
    "dismissal": ("task",),
    "response": ("task",),
    "anchor_choice": ("task", "response"),
    "open_sheet": ("response",),
    "decision": ("response",),
    "judgment": ("response",),
    "attribution": ("task", "response"),
}
"""What each kind needs to be there."""


@dataclass(frozen=True, slots=True)
class Case:
    """A record as it would be, and as it is."""

    key: Key
    content: dict[str, Any]
    mine: Content


class Invariants:
    """Checks every record that would be changed against all that would be there."""

    def __init__(
        self, tx: Transaction, ledger: Ledger, items: Items, retired: frozenset[Key] = frozenset()
    ) -> None:
        self._tx = tx
        self._ledger = ledger
        self._items = items
        self._there: dict[tuple[str, Key], Content] = {}
        self._retired = retired

    def kept(self) -> Items:
        """The items, those that would break something refused or held back."""
        for at, item in list(self._items.items()):
            if item.fate not in _CHANGES:
                continue
            parent = self._missing_parent(item)
            if parent is not None and parent.fate in {Fate.CONFLICT, Fate.HELD}:
                self._items[at] = replace(item, fate=Fate.HELD, result=item.mine, past=None)
                continue
            reason = self._refusal(item, parent)
            if reason is not None:
                self._items[at] = item.refused(reason)
        return self._items

    def _refusal(self, item: Item, parent: Item | None) -> XpertError | None:
        if item.result is None:
            return None
        if parent is not None:
            return NotFoundError(
                f"The {parent.kind} that it belongs to is not in the project.",
                remedy="Take that in first.",
            )
        check: Callable[[Case], XpertError | None] | None = getattr(self, f"_{item.kind}", None)
        return None if check is None else check(Case(item.key, item.result, item.mine))

    # What is there, and what will be.

    def _missing_parent(self, item: Item) -> Item | None:
        named = dict(zip(KINDS[item.kind].key, item.key, strict=True)) | (item.result or {})
        for kind in _PARENTS.get(item.kind, ()):
            if f"{kind}_id" not in named:  # of what was removed the key alone is known
                continue
            key = (str(named[f"{kind}_id"]),)
            if self._after(kind, key) is None:
                return self._items.get((kind, key)) or Item(
                    kind, key, Fate.REFUSED, None, None, None, None
                )
        return None

    def _after(self, kind: str, key: Key) -> Content:
        """A record's content as it will be; what of it is known, where nothing of it changes."""
        item = self._items.get((kind, key))
        if item is not None and item.fate in _CHANGES:
            return item.result
        if (kind, key) not in self._there:
            found = self._ledger.find(kind, key)
            self._there[kind, key] = None if found is None else found.model_dump(mode="json")
        return self._there[kind, key]

    # One method a kind, where there is something to keep.

    def _review(self, case: Case) -> XpertError | None:
        task = self._after("task", (case.key[0],)) or {}
        if case.key[2] in _writers(task):
            return NotAllowedError("Nobody reviews their own rubric.")
        return self._of_that_revision(case.key[0], case.key[1])

    def _spot_check(self, case: Case) -> XpertError | None:
        task = self._after("task", (case.key[0],)) or {}
        if case.content["senior_id"] and case.content["senior_id"] in _writers(task):
            return NotAllowedError("Nobody spot-checks their own rubric.")
        return None

    def _of_that_revision(self, task_id: str, number: str) -> XpertError | None:
        """Whether a review is of the revision that this project knows by the number."""
        item = self._items.get(("revision", (task_id, number)))
        if item is None or item.theirs is None or item.mine is None:
            return None
        stands = item.result if item.fate in _CHANGES else item.mine
        if stands is not None and stands["checkpoints"] != item.theirs["checkpoints"]:
            return StageError(
                f"It is about another revision {number} than the one here.",
                remedy="Decide first which revision stands.",
            )
        return None

    def _remark(self, case: Case) -> XpertError | None:
        return self._of_that_revision(case.content["task_id"], str(case.content["revision"]))

    def _judgment(self, case: Case) -> XpertError | None:
        if case.content["confirmed_by"] is not None and case.content["confirmed_by"] == case.key[2]:
            return NotAllowedError("Nobody meta-evaluates their own judgments.")
        gold = JudgmentStatus(case.content["status"]) in GOLD_STATUSES
        if gold and case.content["confirmed_by"] is None and case.mine is not None:
            return NotAllowedError("It is confirmed, and does not say by whom.")
        response = self._after("response", (case.key[0],)) or {}
        unknown = self._known_line(str(response.get("task_id")), case.key[1])
        return unknown or self._decision(case)

    def _decision(self, case: Case) -> XpertError | None:
        """Why its checkpoint cannot hold a rating; None also where the checkpoint is gone."""
        response = self._after("response", (case.key[0],)) or {}
        key = str(response.get("task_id")), case.key[1]
        line = self._after("checkpoint", key)
        point = None if line is None else record_of("checkpoint", key, line, None)
        if not isinstance(point, Checkpoint) or problem_of(point):
            return None  # a checkpoint that is wrong is refused itself
        names = ("value", "adjudicated_value", "given")
        said: dict[str, Any] = {name: case.content.get(name) for name in names}
        rating = Judgment.model_construct(**said, caps=tuple(case.content.get("caps") or ()))
        instrument = instrument_of(point)
        found = instrument.rating_problem(rating, point)
        if found is None:
            return None
        return UsageError(f"Its {found[0]}: {found[1]}", remedy=instrument.how_to_write(point))

    def _checkpoint(self, case: Case) -> XpertError | None:
        point = record_of("checkpoint", case.key, case.content, None)
        problem = problem_of(point) if isinstance(point, Checkpoint) else None
        if problem is None or not isinstance(point, Checkpoint):
            return None
        return UsageError(
            f"The instrument {point.instrument} {problem}", remedy="Have its settings corrected."
        )

    def _known_line(self, task_id: str, line_id: str) -> XpertError | None:
        item = self._items.get(("checkpoint", (task_id, line_id)))
        comes = item is not None and item.fate in _CHANGES and item.result is not None
        if comes or (task_id, line_id) in self._retired:
            return None
        if entities.was_used(self._tx, Checkpoint, task_id, line_id):
            return None
        return NotFoundError(
            "The line that it is about has been taken out of the rubric.",
            remedy="Have the response judged by the rubric as it is now.",
        )


def refused_revision(tx: Transaction, item: Item) -> XpertError | None:
    """Why a revision cannot take the place of another of its number, or None."""
    result = item.result
    if item.fate not in _CHANGES or item.kind != "revision" or item.mine is None or result is None:
        return None
    task_id, number = item.key
    same = result["checkpoints"] == item.mine["checkpoints"]
    if same or not entities.find_all(tx, Review, task_id=task_id, revision=int(number)):
        return None
    return StageError(
        f"Revision {number} is another one here, and has been reviewed; what was reviewed stays as "
        "it was.",
        remedy="Keep this one, and send the rubric to review again.",
    )


def _writers(task: Content) -> set[str]:
    """Everybody who ever wrote on a task; see ``Task.writers``."""
    found = task or {}
    return {*found.get("earlier_authors", ()), str(found.get("author_id"))}
