"""What a change does to records: applied as a whole, and stored as the fields that differ.

A long text that is typed in many small edits so does not fill the file with copies. To apply an
edit, the record must be what the edit says it was.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from pydantic import ValidationError

from xpert_studio.core.errors import ConflictError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint, Edit, Judgment, Record, Response, Staleness, Task
from xpert_studio.core.store import entities, responses, staleness
from xpert_studio.core.store.earlier_names import present_patch
from xpert_studio.core.store.mapping import Stored
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import json_value

_IGNORED: Final = frozenset({"rated_hash", "seconds"})
"""Kept up to date by the program; no person's edit."""

_MANY: Final = 8
"""From so many new records of one kind on, they are written together."""


def apply_edits(tx: Transaction, edits: Sequence[Edit]) -> tuple[Staleness, Staleness]:
    """Writes edits of different records, in their order.

    What rests on them is looked at once for each task, however many of its lines they touch.

    Returns:
        How many decisions became stale by them, and how many are current again.

    Raises:
        ConflictError: A record is not what an edit says it was.
    """
    touched = _Touched()
    for edit in edits:
        touched.by_edit(edit)
    for task_id, lines in touched.tasks.items():
        staleness.pin(tx, task_id, lines)
    for _, group in groupby(edits, _is_new):
        _write_all(tx, list(group))
    counts = [staleness.refresh(tx, task_id, lines) for task_id, lines in touched.tasks.items()]
    for response_id, judged in touched.judged.items():
        task_id = responses.get_response(tx, response_id).task_id
        counts.append(staleness.refresh(tx, task_id, sorted(judged), response_id=response_id))
    return total([made for made, _ in counts]), total([renewed for _, renewed in counts])


@dataclass(slots=True)
class _Touched:
    """What decisions may rest on that edits touch.

    Attributes:
        tasks: The checkpoints of each task, None for all of them.
        judged: The checkpoints on which judgments of each response were written.
    """

    tasks: dict[str, set[str] | None] = field(default_factory=dict)
    judged: dict[str, set[str]] = field(default_factory=dict)

    def by_edit(self, edit: Edit) -> None:
        """Adds what one edit touches."""
        rested_on = _rested_on(edit)
        if rested_on is not None:
            task_id, lines = rested_on
            known = self.tasks.setdefault(task_id, set())
            all_of_it = known is None or lines is None
            self.tasks[task_id] = None if all_of_it else {*known, *lines}  # type: ignore[misc]
        if isinstance(edit.after, Judgment):
            at = edit.after
            self.judged.setdefault(at.response_id, set()).add(at.checkpoint_id)


def _is_new(edit: Edit) -> tuple[str, bool]:
    """Its kind, and whether its record is new and can be written together with others."""
    entity = entities.ENTITIES[edit.kind]
    is_whole_row = edit.kind != "project" and not entity.fixed.keys() - set(entity.own)
    return edit.kind, edit.before is None and is_whole_row and "retired" not in entity.own


def _write_all(tx: Transaction, edits: Sequence[Edit]) -> None:
    new = [edit.after for edit in edits if edit.after is not None]
    if len(edits) >= _MANY and _is_new(edits[0])[1] and len(new) == len(edits):
        entities.add_all(tx, new)
        return
    for edit in edits:
        _write(tx, edit)


def _write(tx: Transaction, edit: Edit) -> None:
    there = entities.find(tx, entities.ENTITIES[edit.kind].record, *edit.key)
    if not _same(there, edit.before):
        raise ConflictError(
            Message(
                "The {kind} has been changed since.", kind=Message(edit.kind.replace("_", " "))
            ),
            remedy="Look at it as it is now, and do the step again.",
        )
    if edit.after is not None:
        entities.put(tx, _with_rated_hash(edit.after, there))
    elif there is not None:
        entities.remove(tx, there)


def _with_rated_hash(record: Record, there: Record | None) -> Record:
    """What a judgment rests on stays written down when the judgment itself is taken back."""
    rated_hash = getattr(there, "rated_hash", None)
    if rated_hash is None or getattr(record, "rated_hash", rated_hash) is not None:
        return record
    return record.model_copy(update={"rated_hash": rated_hash})


def _same(there: Record | None, expected: Record | None) -> bool:
    if there is None or expected is None:
        return there is expected
    return all(
        getattr(there, name) == getattr(expected, name)
        for name in type(there).model_fields
        if name not in _IGNORED
    )


def _rested_on(edit: Edit) -> tuple[str, Collection[str] | None] | None:
    """What decisions may rest on that this edit touches: a task, and its checkpoints or all."""
    before, after = edit.before, edit.after
    if edit.kind == "checkpoint":
        if not (isinstance(before, Checkpoint) and isinstance(after, Checkpoint)):
            return edit.key[0], [edit.key[1]]
        return (edit.key[0], [edit.key[1]]) if before.rated_text != after.rated_text else None
    if isinstance(before, Task) and isinstance(after, Task):
        return (edit.key[0], None) if before.prompt_hash != after.prompt_hash else None
    if isinstance(before, Response) and isinstance(after, Response):
        return (after.task_id, None) if before.content_hash != after.content_hash else None
    return None


def total(parts: Sequence[Staleness]) -> Staleness:
    """The sum of counts."""
    return Staleness(sum(part.judgments for part in parts), sum(part.verdicts for part in parts))


def patch_of(edit: Edit) -> dict[str, Any]:
    """An edit as it is stored: the fields that differ, or a whole record that came or went."""
    names = edit.fields
    patch: dict[str, Any] = {"kind": edit.kind, "key": list(edit.key)}
    for side, record in (("before", edit.before), ("after", edit.after)):
        if record is not None:
            patch[side] = record.model_dump(mode="json", include=set(names))
    return patch


def patches_in(text: str) -> list[dict[str, Any]]:
    """The patches of a row of the log, as ``patch_of`` made them, by present names."""
    return [present_patch(patch) for patch in json_value(text)]


def edit_of(tx: Transaction, patch: dict[str, Any], *, back: bool) -> Edit:
    """The edit a patch stands for, on the record as it is now."""
    entity = entities.ENTITIES[patch["kind"]]
    key = tuple(patch["key"])
    start, end = ("after", "before") if back else ("before", "after")
    there = entities.find(tx, entity.record, *key)
    names = {*(patch.get(start) or ()), *(patch.get(end) or ())}
    return Edit(
        entity.kind,
        key,
        before=_record(entity, there, patch.get(start), names),
        after=_record(entity, there, patch.get(end), names),
    )


def _record(
    entity: Stored[Any], there: Record | None, fields: dict[str, Any] | None, names: set[str]
) -> Record | None:
    """A side of a patch: a field that only the other side has was as by default and not written."""
    if fields is None:
        return None
    found = {} if there is None else there.model_dump(mode="json")
    whole = {name: value for name, value in found.items() if name not in names}
    needed = {name for name, known in entity.record.model_fields.items() if known.is_required()}
    if needed - whole.keys() - fields.keys():
        raise ConflictError(
            Message("The {kind} is no longer there.", kind=Message(entity.kind.replace("_", " "))),
            remedy="Look at the history for what became of it.",
        )
    try:
        made: Record = entity.record.model_validate(whole | fields, strict=False)
    except ValidationError as error:
        raise ConflictError(
            Message(
                "The {kind} cannot be like that any more: other parts of it have been changed "
                "since.",
                kind=Message(entity.kind.replace("_", " ")),
            ),
            remedy="Look at it as it is now, and change it by hand.",
        ) from error
    return made
