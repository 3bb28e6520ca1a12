"""What the history says of a submission that was imported, and what the step touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from pydantic import JsonValue

from xpert_studio.core.records import LogEntry, PackRecord, Response
from xpert_studio.core.records.assignments import Part
from xpert_studio.core.store import Transaction, entities, log, responses
from xpert_studio.core.workflow.assignments.comparisons import COMPARISON
from xpert_studio.core.workflow.assignments.content import SubmissionContent
from xpert_studio.core.workflow.assignments.outbox import ADJUDICATION, PACK_RECORD
from xpert_studio.core.workflow.assignments.pack_records import task_of_record, told_of_records
from xpert_studio.core.workflow.assignments.taking import Outcome, TakenPart
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.pack_records import scope_of

_ON_RESPONSES: Final = frozenset({"judgment", "open_form", ADJUDICATION, COMPARISON})


_TOLD: Final = {
    "judgment": "form.submit",
    COMPARISON: "comparison.record",
    "comment": "comment.add",
    "task": "brief.edit",
    "checkpoint": "checkpoint.edit",
    "revision": "rubric.submit",
    "suggestion": "draft.accept",
    "dismissal": "finding.dismiss",
    "anchor_choice": "anchor.choose",
    "person": "person.edit",
    "project": "project.set_policies",
    "subset": "subset.sample",
    "response": "response.add",
    "attribution": "disagreement.attribute",
    "spot_check": "spot_check.finish",
    PACK_RECORD: "pack.put",
}


def tell(unit: UnitOfWork, content: SubmissionContent, taken: Iterable[TakenPart]) -> None:
    """Writes what its sender did into the history of each task, and what the step touched."""
    taken = tuple(taken)
    told: dict[tuple[str, str | None, str, str | None, tuple[str, ...]], list[Part]] = {}
    for item in taken:
        if item.outcome is Outcome.APPLIED and (name := _command(item.part)):
            response = item.part.key[0] if item.part.kind in _ON_RESPONSES else None
            task_id = _task_of(unit.tx, item.part)
            of_pack = item.part.key[:2] if item.part.kind == PACK_RECORD else ()
            place = (name, task_id, item.part.by, response, of_pack)
            told.setdefault(place, []).append(item.part)
    submission = content.submission
    for (name, task_id, by, response, of_pack), parts in told.items():
        expert = parts[0].key[2] if parts[0].kind == ADJUDICATION else None
        details: dict[str, JsonValue] = {
            "submission": submission.id,
            "response": response,
            "expert": expert,
            "checkpoints": len(parts) if response else None,
            **(told_of_records(parts) if of_pack else {}),
        }
        log.add_entry(
            unit.tx,
            LogEntry(
                at=max(part.at for part in parts),
                command=name,
                task_id=task_id,
                actor_id=by,
                details={key: value for key, value in details.items() if value is not None},
            ),
        )
    unit.scopes = tuple(scopes(unit))
    unit.tell_no_stage()
    unit.tell(**counts(content, taken))


def counts(content: SubmissionContent, taken: Iterable[TakenPart]) -> dict[str, Any]:
    """Whose submission it is, and what became of its parts."""
    outcomes = Counter(item.outcome.value for item in taken)
    told = content.submission
    return {"submission": told.id, "person": told.made_by, **outcomes}


def _command(part: Part) -> str | None:
    after = part.after or {}
    if part.kind == ADJUDICATION:
        is_confirmed = after.get("status") == "confirmed"
        return "judgment.confirm" if is_confirmed else "judgment.override"
    if part.kind == "review":
        is_approved = after.get("outcome") == "approved"
        return "review.approve" if is_approved else "review.send_back"
    if part.kind == PACK_RECORD and part.after is None:
        return "pack.remove"
    if part.kind == "judge":
        return "panel.remove" if part.after is None else "panel.define"
    return _TOLD.get(part.kind)


def _task_of(tx: Transaction, part: Part) -> str | None:
    if part.kind in _ON_RESPONSES:
        found = entities.find(tx, Response, part.key[0])
        return found.task_id if found else None
    if part.kind in {"person", "project", "subset", "attribution", "judge"}:
        return None
    if part.kind == PACK_RECORD:
        return task_of_record(tx, part)
    if part.kind in {"comment", "response"}:
        task_id = (part.after or {}).get("task_id")
        return None if task_id is None else str(task_id)
    return part.key[1] if part.kind == "read_mark" else part.key[0]


def tasks_of(tx: Transaction, parts: Iterable[Part]) -> set[str]:
    """The tasks that parts are about."""
    return {task_id for part in parts if (task_id := _task_of(tx, part)) is not None}


def scopes(unit: UnitOfWork) -> Iterator[str]:
    """What the step touches, for people who want to undo something near it."""
    tasks_of = {item.id: item.task_id for item in responses.outlines(unit.tx)}
    found: dict[str, None] = {}
    for edit in unit.edited:
        record: Any = edit.after or edit.before
        task_id = edit.key[0] if edit.kind == "task" else getattr(record, "task_id", None)
        if edit.kind in {"judgment", "decision", "open_form"}:
            expert_id = record.expert_id
            place = f"task/{tasks_of.get(edit.key[0])}/responses/{edit.key[0]}/{expert_id}"
            found[place] = None
        elif isinstance(record, PackRecord):
            found[scope_of(record, tasks_of)] = None
        elif edit.kind == "attribution":
            found["/".join(("disagreement", *edit.key))] = None
        elif task_id is not None:
            found[f"task/{task_id}"] = None
        else:
            found["/".join((edit.kind, *edit.key))] = None
    yield from found
