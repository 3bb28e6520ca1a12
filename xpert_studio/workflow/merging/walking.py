"""The states a record has been through, as the journal of changes tells.

The journal keeps what each change did and whether it stands, not every undo and redo. From what is
there now its steps are walked back, as far as they fit; so copies of a project file find the states
they have in common, whoever made the copy and when.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.records import ChangeState, order_key
from xpert_studio.store.log import Patched
from xpert_studio.workflow.merging.contents import fields_of, hash_of
from xpert_studio.workflow.merging.kinds import KINDS
from xpert_studio.workflow.merging.lineage import Content, Past, then

Values = dict[str, Any] | None
"""A record as plain data; None where it is not there."""

RecordKey = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Step:
    """What one change, undo or redo did to one record: the fields that differ.

    ``turn`` is when the change was touched last.
    """

    before: Values
    after: Values
    turn: int = 0

    def back(self) -> Step:
        """What undoes it."""
        return Step(self.after, self.before, self.turn)


@dataclass(frozen=True, slots=True)
class Steps:
    """All steps there were, the oldest first.

    Attributes:
        by_record: The steps of each record.
        by_rubric: The steps of each task's checkpoints, those of one change together.
    """

    by_record: Mapping[RecordKey, Sequence[Step]]
    by_rubric: Mapping[str, Sequence[Sequence[tuple[str, Step]]]]


TOOK: Final = "packet.import"
"""The verb by which a packet was taken in."""


def steps_of(changes: Iterable[Patched]) -> Steps:
    """The steps of a journal, undone ones twice: as they were done, and as they were undone.

    A packet whose taking was undone is as one that was never taken: it can be taken again.
    """
    by_record: dict[RecordKey, list[Step]] = {}
    by_rubric: dict[str, list[list[tuple[str, Step]]]] = {}
    for records in _in_order(list(changes)):
        rubrics: dict[str, list[tuple[str, Step]]] = {}
        for (kind, key), step in records:
            by_record.setdefault((kind, key), []).append(step)
            if kind == "checkpoint":
                rubrics.setdefault(key[0], []).append((key[1], step))
        for task_id, lines in rubrics.items():
            by_rubric.setdefault(task_id, []).append(lines)
    return Steps(by_record, by_rubric)


def _in_order(changes: Sequence[Patched]) -> Iterable[list[tuple[RecordKey, Step]]]:
    standing = [(item.touched, item.sequence) for item in changes if item.state is ChangeState.DONE]
    events: list[tuple[tuple[int, int, int], list[tuple[RecordKey, Step]]]] = []
    for item in changes:
        done = [((kind, key), Step(old, new, item.touched)) for kind, key, old, new in item.records]
        if not done or (item.command == TOOK and item.state is not ChangeState.DONE):
            continue
        events.append(((item.sequence, 0, item.touched), done))
        if item.state is not ChangeState.DONE:
            # It was undone after whatever was done before that turn.
            place = max((pk for turn, pk in standing if turn < item.touched), default=0)
            back = [(key, step.back()) for key, step in reversed(done)]
            events.append(((max(place, item.sequence), 1, item.touched), back))
    return (done for _, done in sorted(events, key=lambda event: event[0]))


def states_of(kind: str, now: Values, steps: Sequence[Step], *, since: int = 0) -> list[Content]:
    """The contents a record has had, the oldest first; the last is the one it has now.

    Args:
        kind: Its kind.
        now: The record.
        steps: What was done to it.
        since: Steps that were not touched after this turn are left out.
    """
    states: list[Content] = [None if now is None else fields_of(kind, now)]
    values = now
    for step in reversed(steps):
        if step.turn <= since or not _fits(values, step.after, KINDS[kind].apart):
            break
        values = _back(values, step)
        content = None if values is None else fields_of(kind, values)
        if content != states[0]:
            states.insert(0, content)
    return states


def _fits(values: Values, after: Values, apart: Collection[str]) -> bool:
    if values is None or after is None:
        return values is None and after is None
    return all(values.get(name) == value for name, value in after.items() if name not in apart)


def _back(values: Values, step: Step) -> Values:
    if step.before is None:
        return None
    return {**(values or {}), **step.before}


def orders_of(
    now: Sequence[str],
    places: Mapping[str, int | str | None],
    steps: Sequence[Sequence[tuple[str, Step]]],
    *,
    since: int = 0,
) -> list[Content]:
    """The orders a rubric has had, the oldest first.

    Args:
        now: The ids of its lines in their order.
        places: The position each line says it has.
        steps: What was done to its lines, those of one change together.
        since: Steps that were not touched after this turn are left out.
    """
    rank = {line: place for place, line in enumerate(now)}
    held = dict(places)
    states: list[Content] = [_order(now)]
    for lines in reversed(steps):
        if lines[0][1].turn <= since:
            break
        for line, step in reversed(lines):
            if step.before is None:
                held.pop(line, None)
            elif step.after is None or "position" in step.before:
                held[line] = step.before.get("position")
        order = sorted(
            held,
            key=lambda line: (
                held[line] is None,
                order_key(held[line] or 0),
                rank.get(line, 0),
                line,
            ),
        )
        content = _order(order)
        if content != states[0]:
            states.insert(0, content)
    return states


def _order(lines: Sequence[str]) -> Content:
    return {"checkpoint_ids": list(lines)}


def past_of(
    kind: str, states: Sequence[Content], noted: tuple[Past, str | None] | None
) -> list[tuple[Past, Content]]:
    """The states of a record with their pasts, the oldest first; the last is the one it has now.

    Args:
        kind: Its kind.
        states: The contents it has had.
        noted: The past and hash of the state that was noted last, None where none was.
    """
    if noted is None:
        past, later = None, _from_the_first(states)
    else:
        past, later = noted[0], _since(states, noted[1])
        if not later:
            return [(past, states[-1])]
    found = []
    for content in later:
        past = then(kind, past, content)
        found.append((past, content))
    return found


def _from_the_first(states: Sequence[Content]) -> Sequence[Content]:
    begins = next((place for place, content in enumerate(states) if content is not None), 0)
    return states[begins:]


def _since(states: Sequence[Content], noted: str | None) -> Sequence[Content]:
    """What came after the noted state; only what is now, where that state is not among them."""
    for place, content in enumerate(states):
        if hash_of(content) == noted:
            return states[place + 1 :]
    return states[-1:]
