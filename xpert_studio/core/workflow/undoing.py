"""Undo and redo of any verb, across restarts, and never into a state that nobody could reach.

What was done to one thing is undone in the reverse order of doing, also by different people; so
every state an undo leads to is one that stood before. What touches different things does not
wait for each other.
"""

from __future__ import annotations

from typing import Any

from xpert_studio.core.errors import ConflictError, NotAllowedError, XpertError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Change, ChangeState, LogEntry, PackRecord, Person, Role, Task
from xpert_studio.core.records.record_kinds import kind_of
from xpert_studio.core.store import (
    Transaction,
    entities,
    log,
    settings,
)
from xpert_studio.core.workflow.blinding import fix_blind_labels
from xpert_studio.core.workflow.briefs import BRIEF_FIELDS
from xpert_studio.core.workflow.command_context import CommandContext, called, person_of
from xpert_studio.core.workflow.commands import words_of
from xpert_studio.core.workflow.imports import import_to_undo, undo_import
from xpert_studio.core.workflow.pack_records import FINAL, need_readable
from xpert_studio.core.workflow.rights import need_role, need_settled


def undo(
    ctx: CommandContext, *, task_id: str | None = None, change_id: str | None = None
) -> Change:
    """Takes back the person's newest change.

    Args:
        ctx: Who; a lead may undo anybody's, by naming it.
        task_id: The newest one on this task instead.
        change_id: This one instead.

    Returns:
        The edits that were made by it, with the records as they were before and are now; none for
        an import, whose rows are taken out.

    Raises:
        ConflictError: There is nothing to undo, or something done later is in the way.
        NotAllowedError: It is another person's change.
    """
    with ctx.project.reading() as tx:
        imported = _import_to_undo(tx, ctx.person_id, change_id)
    if imported is not None and task_id is None:
        return undo_import(ctx, imported.entry.id or "")
    return _turn(ctx, ChangeState.UNDONE, task_id, change_id)


def redo(
    ctx: CommandContext, *, task_id: str | None = None, change_id: str | None = None
) -> Change:
    """Does again what was undone last; arguments and errors as for ``undo``.

    Records of a pack that cannot be read here are not written again.
    """
    return _turn(ctx, ChangeState.DONE, task_id, change_id)


def turn_refusal(
    ctx: CommandContext, *, back: bool, change_id: str | None = None
) -> XpertError | None:
    """Why undoing (`back`) or redoing would be refused now; None where it would be carried out.

    Args:
        ctx: Who.
        back: Whether it is to be undone.
        change_id: Of this change; else of the person's newest. Of an import only the right to take
            it back is looked at. Writes nothing.
    """
    with ctx.project.reading() as tx:
        try:
            person = person_of(tx, ctx.person_id)
            if back and _import_to_undo(tx, person.id, change_id) is not None:
                need_role(person, Role.LEAD)
            else:
                kept = _chosen(tx, person, None, change_id, back=back)
                _need_turnable(tx, person, kept, back=back)
        except XpertError as error:
            return error
    return None


def _import_to_undo(tx: Transaction, person_id: str, change_id: str | None) -> log.LogRow | None:
    newest = log.last_done(tx, actor_id=person_id)
    after = newest.sequence if newest else 0
    return import_to_undo(tx, person_id, change_id=change_id, after=after)


def _turn(
    ctx: CommandContext, state: ChangeState, task_id: str | None, change_id: str | None
) -> Change:
    back = state is ChangeState.UNDONE
    with ctx.project.writing() as tx:
        person = person_of(tx, ctx.person_id)
        kept = _chosen(tx, person, task_id, change_id, back=back)
        _need_turnable(tx, person, kept, back=back)
        # Responses that come or go by it leave the letters of the others as they are.
        fix_blind_labels(tx, _answered(kept.change))
        change = log.turn_over(tx, kept, state)
        _need_records_turned(change, back=back)
        log.add_entry(
            tx,
            LogEntry(
                at=ctx.clock(),
                command=log.UNDO if back else log.REDO,
                task_id=change.task_id if _has_task(change, back=back) else None,
                actor_id=person.id,
                details={"of": change.command, **_of_records(change)},
                reverses=change.id,
            ),
        )
    return change


def _of_records(change: Change) -> dict[str, Any]:
    """Which records of a pack a change wrote, for the history to say so of its undo."""
    told = ("pack", "kind", "records", "on_responses", "response")
    return {
        key: change.details[key]
        for key in told
        if "pack" in change.details and key in change.details
    }


def _need_turnable(tx: Transaction, person: Person, kept: log.Kept, *, back: bool) -> None:
    _check_owner(tx, person, kept, back=back)
    copy = settings.copy_of(tx)
    if copy is not None and kept.sequence <= copy.sequence:
        raise NotAllowedError(
            "That was done before this copy was made or updated last.",
            remedy="Undo it in the project, and update the copy.",
        )
    _check_order(tx, kept, back=back)


def _need_records_turned(change: Change, *, back: bool) -> None:
    """Of records of packs, what is final is not undone; what cannot be read is not done again."""
    sides = (record for edit in change.edits for record in (edit.before, edit.after))
    for record in (one for one in sides if isinstance(one, PackRecord)):
        if not back:
            need_readable(record)
        elif (kind := kind_of(*record.of)[0]) is not None and kind.is_final:
            raise NotAllowedError(FINAL)


def _answered(change: Change) -> set[str]:
    """The tasks to which responses came or went by a change."""
    paths = (scope.split("/") for scope in change.scopes)
    return {path[1] for path in paths if len(path) == 4 and path[::2] == ["task", "responses"]}


def _has_task(change: Change, *, back: bool) -> bool:
    """Whether the task is there after the step: undoing its creation takes it away."""
    created = any(edit.kind == "task" and edit.after is None for edit in change.edits)
    return not (back and created)


def _chosen(
    tx: Transaction, person: Person, task_id: str | None, change_id: str | None, *, back: bool
) -> log.Kept:
    word = Message("undo") if back else Message("redo")
    if change_id is not None:
        kept = log.find_change(tx, change_id)
        wanted = ChangeState.DONE if back else ChangeState.UNDONE
        if kept is None or kept.state is not wanted:
            raise ConflictError(
                Message(
                    "There is no change {change_id} to {word}.", change_id=change_id, word=word
                ),
                remedy="Look at the history.",
            )
        return kept
    look = log.last_done if back else log.last_undone
    kept = look(tx, actor_id=person.id, task_id=task_id)
    if kept is None:
        raise ConflictError(
            Message(
                "There is nothing of {person} on {task_id} to {word}."
                if task_id
                else "There is nothing of {person} to {word}.",
                person=person.called,
                task_id=task_id,
                word=word,
            ),
            remedy="What others did is theirs to undo; a lead can by naming the change.",
        )
    return kept


def _check_owner(tx: Transaction, person: Person, kept: log.Kept, *, back: bool) -> None:
    actor_id = kept.change.actor_id
    if actor_id == person.id:
        return
    if Role.LEAD in person.roles:
        policies = settings.project_info(tx).policies
        need_settled(person, policies, Message("undo or redo what others did"))
        return
    raise NotAllowedError(
        Message(
            "{actor} {done}; it is theirs to {part}.",
            actor=called(tx, actor_id),
            done=words_of(kept.change.command).done,
            part=Message("undo") if back else Message("redo"),
        ),
        remedy="Ask them, or a lead.",
    )


def _check_order(tx: Transaction, kept: log.Kept, *, back: bool) -> None:
    other = log.in_the_way(tx, kept, redo=not back)
    if other is None:
        return
    who = called(tx, other.change.actor_id)
    word, when = (
        (Message("undone"), Message("since")) if back else (Message("redone"), Message("before it"))
    )
    own, theirs = words_of(kept.change.command), words_of(other.change.command)
    task = entities.find(tx, Task, kept.change.task_id) if kept.change.task_id else None
    parts = _shared_parts(kept.change, other.change)
    if task is None:
        message = Message(
            "“{title}” cannot be {word} now: {who} {done} {when}.",
            title=own.title,
            word=word,
            who=who,
            done=theirs.done,
            when=when,
        )
    elif parts:
        message = Message(
            "The change to {parts} of “{task}” cannot be {word} now: {who} changed the "
            "same {when}.",
            parts=parts,
            task=task.name,
            word=word,
            who=who,
            when=when,
        )
    else:
        message = Message(
            "“{title}” on “{task}” cannot be {word} now: {who} {done} {when}.",
            title=own.title,
            task=task.name,
            word=word,
            who=who,
            done=theirs.done,
            when=when,
        )
    raise ConflictError(
        message,
        remedy=Message(
            "See the history for what {who} did; that has to be {word} first.", who=who, word=word
        ),
    )


def _shared_parts(change: Change, other: Change) -> str:
    """The fields of a brief that both have changed, in words; empty where it is no brief."""
    both = set(change.scopes) & set(other.scopes)
    paths = [scope.split("/") for scope in sorted(both)]
    names = [path[3] for path in paths if len(path) == 4 and path[2] == "brief"]
    return joined(BRIEF_FIELDS[name] for name in names if name in BRIEF_FIELDS)
