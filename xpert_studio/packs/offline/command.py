"""``xpert-studio assignment``: work for others as files, and their submissions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Final

import typer

from xpert_studio.api import Message, mark
from xpert_studio.api.changes import Asks, UsageError
from xpert_studio.api.records import CommandContext, Purpose
from xpert_studio.cli.acting import VARIABLE, desk_command, named_response, note_warnings, now
from xpert_studio.cli.commands import add_commands
from xpert_studio.cli.output import Column, Exit, JsonOption, Output
from xpert_studio.cli.typed import short, text_of
from xpert_studio.core.exchange.assignment_transfer import (
    assignment_to_file,
    import_submission_file,
    open_assignment_file,
    submission_to_file,
)
from xpert_studio.core.messages import joined
from xpert_studio.core.records.assignments import PURPOSES
from xpert_studio.core.store import responses as responses_
from xpert_studio.core.wording import explained, labelled, t
from xpert_studio.core.workflow.assignments.choosing import Sending, choose
from xpert_studio.core.workflow.assignments.content import SubmissionContent
from xpert_studio.core.workflow.assignments.importing import Imported
from xpert_studio.core.workflow.assignments.taking import (
    OUTCOMES,
    SIDES,
    Choice,
    FieldConflict,
    FieldDecision,
    Outcome,
    TakenPart,
)
from xpert_studio.core.workflow.blinding import all_labels
from xpert_studio.core.workflow.views.assignments import SentAssignment, assignments_of
from xpert_studio.core.workflow.views.submissions import own_assignment, part_names
from xpert_studio.report.counted_parts import counted_parts

_PURPOSES: Final = {
    Purpose.REVIEW: mark("review rubrics"),
    Purpose.JUDGE: mark("judge responses"),
    Purpose.ADJUDICATE: mark("adjudicate judgments"),
    Purpose.WRITE: mark("write tasks"),
}

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "assignment")
MessageOption = Annotated[str, Asks("What there is to say along with it.")]
Replace = Annotated[bool, Asks("Replace the file that is there.", name="replace")]
AssignmentFile = Annotated[
    Path, typer.Argument(help="The assignment (.xassignment).", metavar="FILE")
]
SubmissionFile = Annotated[
    Path, typer.Argument(help="The submission (.xsubmission).", metavar="FILE")
]


@desk_command(app, "send")
def send(
    ctx: CommandContext,
    output: Output,
    file: AssignmentFile,
    asked: Sending,
    replace: Replace = False,
) -> None:
    """Write an assignment for a person: all that they may do now, or what is named.

    One for judging or adjudication holds no system names and no other judgments.

    Example: xpert-studio assignment send law.xpert maria.xassignment --for maria --purpose review
    """
    scope = choose(
        ctx,
        asked.recipient,
        asked.purpose,
        task_ids=sorted(asked.tasks),
        response_ids=[named_response(ctx, name) for name in sorted(asked.responses)],
        baseline_only=asked.baseline_only,
    )
    path, content = assignment_to_file(
        ctx, file, asked.purpose, asked.recipient, scope, message=asked.message, replace=replace
    )
    for warning in content.warnings:
        output.note(warning)
    assignment = content.assignment
    output.data(
        {
            "file": str(path),
            "assignment": assignment.id,
            "purpose": asked.purpose.value,
            "tasks": len(scope.task_ids),
            "responses": len(scope.response_ids),
            "warnings": list(content.warnings),
        }
    )
    output.say(
        t(
            "Wrote {path} for {recipient} ({assignment}).",
            path=path,
            recipient=asked.recipient,
            assignment=assignment.id,
        )
    )


@app.command("open")
def open_(
    file: AssignmentFile,
    project: Annotated[
        Path, typer.Argument(help="The project to make of it (.xpert).", metavar="PROJECT")
    ],
    person: Annotated[
        str, typer.Option("--as", envvar=VARIABLE, help="Who you are; whom it is for by default.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Make a project of an assignment that was sent to you.

    Example: xpert-studio assignment open maria.xassignment review.xpert
    """
    output = Output(as_json=as_json)
    with open_assignment_file(file, project, now=now(), person_id=person or None) as opened:
        note_warnings(opened, output)
        path = opened.path
        with opened.reading() as tx:
            own = own_assignment(tx)
    assert own is not None  # noqa: S101 - it was made of one
    output.data({"project": str(path), "assignment": own.id, "purpose": own.purpose.value})
    output.say(
        t(
            "Made {path}: to {purpose}, sent by {made_by}.",
            path=path,
            purpose=t(_PURPOSES[own.purpose]),
            made_by=own.made_by,
        )
    )
    if own.message:
        output.say(f"“{own.message}”")
    output.say(
        t(
            "When you are done: xpert-studio assignment submit {path} work.xsubmission "
            "--as {person_id}",
            path=quote(str(path)),
            person_id=own.person_id,
        )
    )


@desk_command(app, "submit")
def submit(
    ctx: CommandContext,
    output: Output,
    file: SubmissionFile,
    message: MessageOption = "",
    replace: Replace = False,
) -> None:
    """Write what you did as a submission; you may continue and submit again later.

    Drafts are not in it: submit a form, or end a review, first.

    Example: xpert-studio assignment submit review.xpert work.xsubmission --as maria
    """
    path, content = submission_to_file(ctx, file, message=message, replace=replace)
    counts = say_submitted(output, path, content)
    output.data({"file": str(path), "submission": content.submission.id, "parts": counts})


def say_submitted(output: Output, path: Path, content: SubmissionContent) -> Counter[str]:
    """Says what a submission holds; returns how many parts of each kind."""
    counts = Counter(part.kind for part in content.parts)
    output.say(t("Wrote {path}: {counts}.", path=path, counts=counted_parts(counts)))
    return counts


@desk_command(app, "import")
def import_(
    ctx: CommandContext,
    output: Output,
    file: SubmissionFile,
    decide: Annotated[
        Sequence[str],
        Asks(
            "One decision, by the name that is printed: NAME=mine, NAME=theirs or "
            "NAME=text:TEXT (@FILE and - work too). May be repeated."
        ),
    ] = (),
    all_conflicts: Annotated[
        FieldDecision | None,
        Asks("Decide all conflicts: mine or theirs.", name="all", choices=SIDES),
    ] = None,
    dry_run: Annotated[bool, Asks("Say what would be done, and do nothing.")] = False,
) -> None:
    """Import a submission: each part is applied, outdated, in conflict, refused or known.

    What both sides changed stays as it is until a person decides (exit code 4); the submission can
    be imported again. The import is one step: 'xpert-studio undo' takes it back.

    Example: xpert-studio assignment import law.xpert work.xsubmission --as lena
    """
    choices = _choices(ctx, file, decide, all_conflicts)
    found = import_submission_file(ctx, file, choices, dry_run=dry_run)
    _say_imported(output, _by_label(ctx, found), dry_run=dry_run)
    if found.of(Outcome.CONFLICT, Outcome.REFUSED):
        raise typer.Exit(Exit.PARTLY)


def _choices(
    ctx: CommandContext, file: Path, decide: Sequence[str], all_conflicts: FieldDecision | None
) -> dict[tuple[str, tuple[str, ...], str], Choice]:
    if not decide and all_conflicts is None:
        return {}
    named = dict(_decision(value) for value in decide)
    found = {}
    looked = import_submission_file(ctx, file, dry_run=True)
    printed = _by_label(ctx, looked).parts
    for item, shown in zip(looked.parts, printed, strict=True):
        for conflict in item.conflicts if item.outcome is Outcome.CONFLICT else ():
            choice = named.pop(name_of(shown, conflict), None)
            if choice is None and all_conflicts is not None:
                choice = Choice(all_conflicts)
            if choice is not None:
                found[(*item.part.subject, conflict.name)] = choice
    if named:
        raise UsageError(
            Message("There is no conflict {named}.", named=joined(sorted(named))),
            remedy="'assignment import --dry-run' names those that there are.",
        )
    return found


def _decision(value: str) -> tuple[str, Choice]:
    name, equals, said = value.rpartition("=")
    if not equals or not said.startswith("text:"):
        name, equals, said = value.partition("=")
    if side := SIDES.find(said):
        return name, Choice(side)
    if equals and said.startswith("text:"):
        return name, Choice(FieldDecision.EDIT, text_of(said.removeprefix("text:")).strip())
    raise UsageError(
        Message("{value!r} is no decision.", value=value),
        remedy="Write NAME=mine, NAME=theirs or NAME=text:TEXT.",
    )


def name_of(item: TakenPart, conflict: FieldConflict) -> str:
    """What a decision is called on the command line."""
    return ":".join((item.part.kind, *item.part.key)) + f"#{conflict.name}"


_WITHHELD = mark("withheld: you still judge a response to this task")


def _by_label(ctx: CommandContext, found: Imported) -> Imported:
    """What became of the parts, as the person may know it.

    Responses go by their blind labels, since an id may tell the system; what the person must not
    see yet is left out of conflicts.
    """
    with ctx.project.reading() as tx:
        about = part_names(tx, ctx.person_id, [item.part for item in found.parts])
        tasks_of = {item.id: item.task_id for item in responses_.outlines(tx)}
        labels = all_labels(tx, set(tasks_of.values()))
    names = {id_: f"{task_id}:{labels[id_]}" for id_, task_id in tasks_of.items()}
    parts = tuple(
        replace(
            item,
            part=item.part.model_copy(
                update={
                    "key": tuple(
                        "/".join(names.get(part, part) for part in name.split("/"))
                        for name in item.part.key
                    )
                }
            ),
            conflicts=tuple(FieldConflict(one.name, _WITHHELD, _WITHHELD) for one in item.conflicts)
            if about[item.part.subject].is_withheld
            else item.conflicts,
        )
        for item in found.parts
    )
    return replace(found, parts=parts)


def _say_imported(output: Output, found: Imported, *, dry_run: bool) -> None:
    output.data(
        {
            "change": None if dry_run else found.change.id or None,
            "moved": list(found.moved),
            "parts": [_part_data(item) for item in found.parts],
        }
    )
    for outcome in Outcome:
        parts = found.of(outcome)
        if not parts:
            continue
        output.say(labelled(OUTCOMES.title(outcome), str(len(parts))))
        for item in parts:
            if outcome in {Outcome.APPLIED, Outcome.KNOWN} and item.reason is None:
                continue
            said = f"  {t(item.part.kind.replace('_', ' '))} {' '.join(item.part.key)}"
            output.say(labelled(said, explained(item.reason)) if item.reason else said)
            for conflict in item.conflicts:
                output.say(f"    {name_of(item, conflict)}")
                output.say("      " + t("mine:   {mine}", mine=_shown(conflict.mine)))
                output.say("      " + t("theirs: {theirs}", theirs=_shown(conflict.theirs)))
    for task_id in found.moved:
        output.say(t("The stage of {task_id} follows from it.", task_id=task_id))
    if not dry_run and found.change.id:
        output.say(t("Imported as one step ({change}).", change=found.change.id))


def _shown(value: object) -> str:
    return "–" if value is None else short(str(value), 400)


def _part_data(item: TakenPart) -> dict[str, Any]:
    return {
        "kind": item.part.kind,
        "key": list(item.part.key),
        "by": item.part.by,
        "outcome": item.outcome.value,
        "reason": None if item.reason is None else str(item.reason),
        "conflicts": [
            {"decision": name_of(item, one), "mine": one.mine, "theirs": one.theirs}
            for one in item.conflicts
        ],
    }


@desk_command(app, "list", read_only=True)
def list_assignments(ctx: CommandContext, output: Output) -> None:
    """List what was assigned to whom, what came back, and what you have not submitted.

    Example: xpert-studio assignment list law.xpert --as lena
    """
    view = assignments_of(ctx)
    rows = [_row(item) for item in view.sent]
    output.data(
        {
            "sent": rows,
            "waiting": view.waiting,
            "outbox": dict(view.outbox),
            "own": view.own and view.own.assignment.model_dump(mode="json", exclude={"key"}),
        }
    )
    if rows:
        names = (
            mark("assignment"), mark("purpose"), mark("for"), mark("sent"), mark("done"),
            mark("of"), mark("submitted"), mark("state"),
        )  # fmt: skip
        shown = (
            row | {"purpose": PURPOSES.word(row["purpose"]), "state": t(row["state"])}
            for row in rows
        )
        output.table(
            "",
            [Column(name, number=name in {"done", "of"}) for name in names],
            [[row[name] for name in names] for row in shown],
        )
    if view.own is not None:
        own = view.own.assignment
        output.say(
            t(
                "This file is an assignment to {purpose} for {person_id}: {done} of {of} done.",
                purpose=t(_PURPOSES[own.purpose]),
                person_id=own.person_id,
                done=view.own.done,
                of=view.own.of,
            )
        )
    elif not rows:
        output.say("No assignment was sent yet.")
    if view.outbox:
        since = t("Done in this copy") if view.copy else t("Not submitted yet")
        output.say(f"{since}: {counted_parts(view.outbox)}.")
    elif view.own is not None:
        output.say("There is nothing to submit.")


def _row(item: SentAssignment) -> dict[str, Any]:
    at = item.submitted_at
    state = mark("closed") if item.is_closed else mark("done")
    if item.is_waiting and not item.is_closed:
        state = mark("waiting")
    return {
        "assignment": item.assignment.id,
        "purpose": item.assignment.purpose.value,
        "for": item.assignment.person_id,
        "sent": f"{item.assignment.made_at:%Y-%m-%d}",
        "done": item.done,
        "of": item.of,
        "submitted": f"{at:%Y-%m-%d}" if at else None,
        "state": state,
    }
