"""What the records of a packet are called: titles, lines and blind letters in place of ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from xpert_studio.records import Checkpoint
from xpert_studio.store import Transaction, responses, task_list, tasks
from xpert_studio.workflow.blinding import blinding_for
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.letters import all_labels
from xpert_studio.workflow.merging.contents import record_of
from xpert_studio.workflow.merging.kinds import KINDS
from xpert_studio.workflow.merging.weighing import Item

_ON_RESPONSES = frozenset({"open_sheet", "decision", "judgment", "attribution"})


@dataclass(frozen=True, slots=True)
class RecordNames:
    """Names for whoever looks at a packet.

    Attributes:
        titles: Of tasks, by id.
        points: Checkpoints, by task and id.
        responses: Task and blind letter of responses, by id; no letter where it is not here yet.
        to_judge: Responses that wait for the person's own judgment.
        blind_tasks: Tasks whose systems are hidden from the person.
        person_id: Who looks.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[tuple[str, str], Checkpoint] = field(default_factory=dict)
    responses: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    to_judge: frozenset[str] = frozenset()
    blind_tasks: frozenset[str] = frozenset()
    person_id: str = ""

    def line(self, task_id: str, checkpoint_id: str) -> str:
        """The text of a checkpoint; its id where it is not known."""
        point = self.points.get((task_id, checkpoint_id))
        return point.text if point else checkpoint_id

    def task_of(self, item: Item) -> str:
        """The task that a record belongs to; empty for none."""
        return _task_of(item) or self.responses.get(_response_of(item), ("", ""))[0]

    def withholds(self, item: Item) -> bool:
        """Whether the person must not know what the record says, lest they judge by it."""
        if item.kind not in _ON_RESPONSES or item.key[-1] == self.person_id:
            return False
        response_id = _response_of(item)
        task_id, letter = self.responses.get(response_id, ("", ""))
        return response_id in self.to_judge or (not letter and task_id in self.blind_tasks)

    def hides_system(self, item: Item) -> bool:
        """Whether the person must not know which system a record is of."""
        return item.kind == "response" and self.task_of(item) in self.blind_tasks


def name_records(desk: Desk, items: Iterable[Item]) -> RecordNames:
    """Names of records, those that are here and those that a packet would bring.

    Args:
        desk: Who looks.
        items: What becomes of the records.
    """
    found = list(items)
    with desk.project.reading() as tx:
        blinding = blinding_for(tx, desk.person_id)
        where = _responses(tx, found)
        wanted = {_task_of(item) for item in found} | {task for task, _ in where.values()}
        wanted.discard("")
        points = {
            (task_id, line.id): line
            for task_id in _with_lines(found, where)
            for line in tasks.rubric_of(tx, task_id)
        }
        return RecordNames(
            titles=task_list.titles_of(tx, sorted(wanted)) | _new_titles(found),
            points=_new_points(found) | points,
            responses=where,
            to_judge=frozenset(blinding.to_judge),
            blind_tasks=blinding.tasks,
            person_id=desk.person_id,
        )


def _responses(tx: Transaction, items: Iterable[Item]) -> dict[str, tuple[str, str]]:
    wanted = {_response_of(item) for item in items} - {""}
    if not wanted:
        return {}
    there = {item.id: item.task_id for item in responses.outlines(tx) if item.id in wanted}
    letters = all_labels(tx, set(there.values()))
    new = {
        item.key[0]: str((item.theirs or item.mine or {}).get("task_id", ""))
        for item in items
        if item.kind == "response"
    }
    return {
        id_: (there.get(id_) or new.get(id_, ""), letters.get(id_, ""))
        for id_ in wanted
    }  # fmt: skip


def _task_of(item: Item) -> str:
    names = KINDS[item.kind].key
    if item.kind == "task":
        return item.key[0]
    if "task_id" in names:
        return item.key[names.index("task_id")]
    return str((item.theirs or item.mine or {}).get("task_id") or "")


def _response_of(item: Item) -> str:
    if item.kind == "response":
        return item.key[0]
    names = KINDS[item.kind].key
    if "response_id" in names:
        return item.key[names.index("response_id")]
    return str((item.theirs or item.mine or {}).get("response_id") or "")


def _with_lines(items: Iterable[Item], where: Mapping[str, tuple[str, str]]) -> set[str]:
    """The tasks whose lines are named by a record."""
    found = set()
    for item in items:
        if item.kind in {"checkpoint", "order", "dismissal", "remark"}:
            found.add(_task_of(item))
        elif item.kind in _ON_RESPONSES:
            found.add(where.get(_response_of(item), ("", ""))[0])
    return found - {""}


def _new_titles(items: Iterable[Item]) -> dict[str, str]:
    return {
        item.key[0]: item.theirs["title"]
        for item in items
        if item.kind == "task" and item.mine is None and item.theirs and item.theirs.get("title")
    }


def _new_points(items: Iterable[Item]) -> dict[tuple[str, str], Checkpoint]:
    contents = {item.key: item.theirs or item.mine for item in items if item.kind == "checkpoint"}
    made = [(key, record_of("checkpoint", key, said, None)) for key, said in contents.items()]
    return {(key[0], key[1]): point for key, point in made if isinstance(point, Checkpoint)}
