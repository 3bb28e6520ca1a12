"""Takes a packet in: one step, which can be undone as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from xpert_studio.errors import NotFoundError, XpertError
from xpert_studio.records import (
    Attachment,
    Change,
    Judgment,
    LogEntry,
    OpenSheet,
    Purpose,
    Record,
    Remark,
    Response,
    Review,
    ReviewOutcome,
    RevisionState,
    RubricRevision,
    Stage,
    Task,
    arranged,
)
from xpert_studio.store import (
    certificates,
    files,
    log,
    packets,
    tasks,
)
from xpert_studio.store.packets import Way
from xpert_studio.store.responses import outlines
from xpert_studio.workflow.blinding import is_unblinded
from xpert_studio.workflow.desk import Act, Desk
from xpert_studio.workflow.freezing import latest_number
from xpert_studio.workflow.merging.contents import record_of
from xpert_studio.workflow.merging.kinds import KINDS, ORDER
from xpert_studio.workflow.merging.walking import TOOK
from xpert_studio.workflow.merging.weighing import Choices, Fate, Item
from xpert_studio.workflow.packets.admission import Admitted
from xpert_studio.workflow.packets.content import PacketContent, keep_certificates
from xpert_studio.workflow.packets.ledger import note
from xpert_studio.workflow.packets.packing import task_of
from xpert_studio.workflow.packets.planning import Plan, Planner
from xpert_studio.workflow.packets.telling import add_events, is_told

_TOLD: Final = 100
"""So many records an event names one by one."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of taking a packet in.

    Attributes:
        change: Empty where nothing had to be changed.
        plan: What became of every record, those that could not be written refused.
        approved: Tasks whose rubrics have enough approvals now.
    """

    change: Change
    plan: Plan
    approved: tuple[str, ...]


def take_packet(desk: Desk, content: PacketContent, choices: Choices | None = None) -> Taken:
    """Takes a packet in, as far as it can be: what only one side changed, and what was decided.

    What nobody has decided, and what breaks a rule, stays as it is; the packet can be taken again
    to decide the rest. A packet that was taken before changes nothing.

    Args:
        desk: Who takes it in: whom a request is for, a lead where it is an answer or a copy.
        content: The packet.
        choices: What was decided on records that both sides changed.

    Raises:
        PacketRefusedError: It does not belong here.
        NotAllowedError: The person may not take it in.
        UsageError: A text that was written in a decision cannot be.
    """
    with desk.act(TOOK) as act:
        planner = Planner(act.tx, desk, content, choices or {})
        taking = _Taking(act, content, planner.admitted, planner.plan())
        plan = taking.take()
        approved = taking.approve()
        taking.write_down(plan)
    return Taken(act.change, plan, approved)


class _Taking:
    """One packet being taken in."""

    def __init__(self, act: Act, content: PacketContent, admitted: Admitted, plan: Plan) -> None:
        self._act = act
        self._content = content
        self._admitted = admitted
        self._plan = plan
        self._beside = {held.at: held.record for held in self._held()}
        self._responses: dict[str, str] | None = None
        self._refused: dict[tuple[str, tuple[str, ...]], XpertError] = {}

    @property
    def _is_copy(self) -> bool:
        return self._content.packet.purpose is Purpose.SYNC

    def _held(self) -> Iterator[Any]:
        names = self._admitted.names
        for held in self._content.held:
            yield replace(held, key=tuple(names.get(part, part) for part in held.key))

    def take(self) -> Plan:
        """Writes the records; gives the plan with what could not be written refused."""
        changed = [item for item in self._plan.items if item.changes and item.kind != ORDER]
        for kind in KINDS:
            self._put_all([i for i in changed if i.kind == kind and i.result is not None])
            if kind == "checkpoint" and self._is_copy:
                for line in self._content.retired:
                    tasks.put_retired(self._act.tx, line)
        for kind in reversed(KINDS):
            for item in (i for i in changed if i.kind == kind and i.result is None):
                self._try(item, partial(self._remove, item))
        for item in self._plan.items:
            if item.kind == ORDER and item.fate not in {Fate.REFUSED, Fate.HELD, Fate.CONFLICT}:
                self._place(item)
        items = tuple(self._outcome(item) for item in self._plan.items)
        return replace(self._plan, items=items)

    def _put_all(self, items: Sequence[Item]) -> None:
        """Writes the records of a kind together; one by one where one of them cannot be."""
        if not items:
            return
        try:
            with self._act.tx.trying():
                self._act.put_all([self._record(item) for item in items])
        except XpertError:
            for item in items:
                self._try(item, partial(self._put, item))

    def _put(self, item: Item) -> None:
        self._act.put(self._record(item))

    def _try(self, item: Item, write: Callable[[], None]) -> None:
        try:
            with self._act.tx.trying():
                write()
        except XpertError as error:
            self._refused[item.kind, item.key] = error

    def _outcome(self, item: Item) -> Item:
        reason = self._refused.get((item.kind, item.key))
        return item if reason is None else item.refused(reason)

    def _record(self, item: Item) -> Record:
        there = self._there(item)
        theirs = self._beside.get((item.kind, item.key))
        takes_theirs = item.result == item.theirs or there is None
        beside = theirs if takes_theirs and item.kind != "checkpoint" else (there or theirs)
        record = record_of(item.kind, item.key, item.result, beside)
        assert record is not None  # noqa: S101 - there is a result
        if isinstance(record, OpenSheet) and isinstance(there, OpenSheet):
            record = record.model_copy(update={"seconds": max(record.seconds, there.seconds)})
        if isinstance(record, Judgment) and is_unblinded(
            self._act.tx, record.expert_id, record.response_id
        ):
            # The packet cannot know: the expert looked here.
            record = record.model_copy(update={"unblinded": True})
        if isinstance(record, Task | Response):
            self._bring_files(record.attachments)
        return record

    def _remove(self, item: Item) -> None:
        there = self._there(item)
        if there is not None:
            self._act.remove(there)

    def _there(self, item: Item) -> Record | None:
        return self._act.find(KINDS[item.kind].record, *item.key)

    def _bring_files(self, named: Sequence[Attachment]) -> None:
        for item in named:
            if files.has_blob(self._act.tx, item.sha256):
                continue
            if item.sha256 not in self._content.files.hashes:
                raise NotFoundError(
                    f"The packet does not hold the file {item.path}.",
                    remedy="Have it made and sent again.",
                )
            files.put_blob(self._act.tx, self._content.files.read(item.sha256))

    def _place(self, item: Item) -> None:
        """Puts the lines of a rubric in their order, where they are not."""
        wanted = (item.result or {}).get("checkpoint_ids", [])
        now = self._act.rubric(item.key[0])
        rank = {line: place for place, line in enumerate(wanted)}
        order = sorted(now, key=lambda line: rank.get(line.id, len(rank)))
        if [line.id for line in order] != [line.id for line in now]:
            self._act.put_all(arranged(order))

    # What follows from what was taken.

    def approve(self) -> tuple[str, ...]:
        """Approves rubrics whose reviewers have all approved, each in a packet of their own."""
        if self._admitted.guest is not None:
            return ()
        act, found = self._act, []
        touched = {edit.key[0] for edit in act.edited if edit.kind == "review"}
        for task_id in sorted(touched):
            task = act.find(Task, task_id)
            if task is None or task.standing is not Stage.REVIEW:
                continue
            number = latest_number(act.tx, task_id)
            reviews = act.find_all(Review, task_id=task_id, revision=number)
            approvals = [item for item in reviews if item.outcome is ReviewOutcome.APPROVED]
            sent_back = any(item.outcome is ReviewOutcome.SENT_BACK for item in reviews)
            demanding = any(item.demands_change for item in act.find_all(Remark, task_id=task_id))
            enough = len(approvals) >= act.info.policies.reviewers_needed
            revision = act.find(RubricRevision, task_id, str(number))
            if not enough or sent_back or demanding or revision is None:
                continue
            act.put(revision.model_copy(update={"state": RevisionState.APPROVED}))
            act.put(task.model_copy(update={"stage": Stage.APPROVED}))
            found.append(task_id)
        return tuple(found)

    # What is written down of it.

    def write_down(self, plan: Plan) -> None:
        """Notes the states that were exchanged, the packet, and what the history tells."""
        act, packet = self._act, self._content.packet
        changes = bool(act.edited)
        change_id = act.change_id if changes else None
        note(
            act.tx,
            [
                ((item.kind, item.key), item.past, item.result)
                for item in plan.items
                if item.past is not None
            ],
            packet_id=packet.id,
            change_id=change_id,
            turn=log.newest(act.tx) + (1 if changes else 0),
        )
        self._keep_certificates()
        is_news = changes or self._admitted.before is None or self._admitted.before.is_undone
        if is_news:
            packets.put_packet(
                act.tx,
                packet,
                Way.IN,
                digest=self._content.digest,
                at=act.now,
                change_id=change_id,
            )
        if not changes:
            return
        act.scopes = ("packet", *self._scopes())
        add_events(act.tx, self._events(), packet.id)
        self._tell_tasks()
        act.tell(
            packet=packet.id,
            purpose=packet.purpose.value,
            person=packet.made_by,
            records=len(act.edited),
            conflicts=len(plan.conflicts) or None,
            refused=len(plan.of(Fate.REFUSED)) or None,
            left_open=len(plan.of(Fate.CONFLICT, Fate.HELD)) or None,
        )

    def _keep_certificates(self) -> None:
        """Keeps certificates that are not here yet; like the history they outlast an undo."""
        if not self._is_copy:
            return
        there = {item.id for item in certificates.all_certificates(self._act.tx)}
        keep_certificates(
            self._act.tx, (item for item in self._content.certificates if item.id not in there),
            self._content.evidence,
        )  # fmt: skip

    def _scopes(self) -> list[str]:
        """What the step touches, for whoever wants to undo something near it."""
        found: dict[str, None] = {}
        for edit in self._act.edited:
            record = edit.after or edit.before
            task_id = self._task_of(edit.kind, edit.key, record)
            if edit.kind == "attribution":
                found["/".join(("disagreement", *edit.key))] = None
            elif task_id is not None:
                found[f"task/{task_id}"] = None
            elif edit.kind == "person":
                found[f"person/{edit.key[0]}"] = None
                found["leads"] = None
            elif edit.kind == "subset":
                found[f"subset/{edit.key[0]}"] = None
            else:
                found["project"] = None
            if edit.kind == "response":
                found["baseline"] = None
        return list(found)

    def _task_of(self, kind: str, key: tuple[str, ...], record: Record | None) -> str | None:
        found = task_of(kind, key, record)
        if found is None and "response_id" in KINDS[kind].key:
            return self._task_ids_of().get(key[0])
        return found

    def _task_ids_of(self) -> dict[str, str]:
        """The tasks of all responses, which are read once everything is written."""
        if self._responses is None:
            self._responses = {item.id: item.task_id for item in outlines(self._act.tx)}
        return self._responses

    def _events(self) -> Iterator[LogEntry]:
        """What the sender did, in the terms of this project."""
        request = self._admitted.request
        edited = {edit.key[0] for edit in self._act.edited if edit.kind == "task"}
        for event in self._content.events:
            if request is not None and (
                event.actor_id != self._admitted.sender.id
                or not is_told(
                    event, request.packet.purpose, {*request.packet.scope.task_ids, *edited}
                )
            ):
                continue
            details = {
                key: self._admitted.names.get(value, value) if isinstance(value, str) else value
                for key, value in event.details.items()
            }
            yield event.model_copy(update={"details": details})

    def _tell_tasks(self) -> None:
        """Tells each task's history which of its records came by which packet from whom."""
        by_task: dict[str, list[dict[str, Any]]] = {}
        there = {task.id for task in tasks.outlines(self._act.tx)}
        for edit in self._act.edited:
            task_id = self._task_of(edit.kind, edit.key, edit.after or edit.before)
            if task_id not in there:
                continue
            fate = "new" if edit.before is None else "removed" if edit.after is None else "changed"
            names = sorted(edit.fields - {"position"}) if fate == "changed" else []
            if fate == "changed" and not names:
                continue
            told: dict[str, Any] = {"kind": edit.kind, "key": list(edit.key), "is": fate}
            by_task.setdefault(task_id, []).append(told | ({"fields": names} if names else {}))
        packet = self._content.packet
        for task_id, records in by_task.items():
            details: dict[str, Any] = {
                "packet": packet.id,
                "person": packet.made_by,
                "records": records[:_TOLD],
            }
            if len(records) > _TOLD:
                details["more"] = len(records) - _TOLD
            log.add_entry(
                self._act.tx,
                LogEntry(
                    at=self._act.now,
                    command="packet.bring",
                    task_id=task_id,
                    actor_id=self._act.person.id,
                    details=details,
                ),
            )
