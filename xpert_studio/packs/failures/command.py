"""``xpert-studio failure``: types of failures, and why responses fail checkpoints."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from xpert_studio.api.commands import (
    Asks,
    Column,
    CommandContext,
    Message,
    NotFoundError,
    Output,
    Transaction,
    UsageError,
    desk_command,
    joined,
    reading,
    say_change,
    t,
)
from xpert_studio.api.records import Written, put_records, remove_records, seen_records
from xpert_studio.cli.acting import LineArgument, ResponseArgument, line_ids, named_response
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.wording import clauses
from xpert_studio.core.workflow import form_view
from xpert_studio.core.workflow.command_context import need_valid_id
from xpert_studio.core.workflow.form_view import FormLine, FormView
from xpert_studio.packs.failures.records import (
    PACK_ID,
    SHIPPED,
    TAG,
    TYPE,
    FailureType,
    Tag,
    comes_of,
    own_tags,
    types_in,
)
from xpert_studio.packs.failures.tagging import put_tag, take_tag_back

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command("types")
@reading
def list_types(tx: Transaction, output: Output) -> None:
    """List the types of failures of a project.

    Example: xpert-studio failure types clinic.xpert
    """
    known = types_in(tx).values()
    output.data(
        [
            {"id": one.id, "title": one.title, "meaning": one.meaning, "shipped": one.is_shipped}
            for one in known
        ]
    )
    output.table(
        "",
        [Column("id"), Column("type"), Column("meaning")],
        [(one.id, one.title, one.meaning) for one in known],
    )


@desk_command(app, "define")
def define(
    ctx: CommandContext,
    output: Output,
    type_id: Annotated[str, typer.Argument(help="Its id: short.", metavar="TYPE")],
    title: Annotated[str, Asks("What it is called.")] = "",
    chinese: Annotated[str, Asks("What it is called in Chinese.")] = "",
    meaning: Annotated[str, Asks("When it is given.")] = "",
    remove: Annotated[bool, Asks("Take it out; failures that have it keep it.")] = False,
) -> None:
    """Add a type of failures to a project, or change or remove one.

    Example: xpert-studio failure define clinic.xpert wrong-dose --title "Wrong dose" --as lena
    """
    if type_id in SHIPPED:
        raise UsageError(
            Message("{type} is a type of every project.", type=type_id),
            remedy="Give the new one another id.",
        )
    if remove:
        say_change(output, remove_records(ctx, PACK_ID, TYPE.id, [type_id]))
        return
    need_valid_id(type_id)
    if not title.strip():
        raise UsageError("A type needs a title.", remedy="Give one with --title.")
    made = FailureType(title=title.strip(), chinese=chinese.strip(), meaning=meaning.strip())
    say_change(output, put_records(ctx, PACK_ID, TYPE.id, [Written(made, id=type_id)]))


@desk_command(app, "tag")
def tag(
    ctx: CommandContext,
    output: Output,
    response: ResponseArgument,
    line: LineArgument,
    types: Annotated[list[str], typer.Argument(help="Ids of types.", metavar="TYPE")],
    follows: Annotated[str, Asks("The checkpoint from whose failure this one follows.")] = "",
    note: Annotated[str, Asks("Anything else about it.")] = "",
) -> None:
    """Say why a response fails a checkpoint that you judged so, in place of what you said before.

    Example: xpert-studio failure tag clinic.xpert a-dose-7k2m:A 3 wrong-calculation --as maria
    """
    response_id = named_response(ctx, response)
    view = form_view(ctx, response_id)
    failed = _failed(view, line)
    cause = _failed(view, follows).checkpoint.id if follows else ""
    with ctx.project.reading() as tx:
        known = types_in(tx)
        own = own_tags(tx, ctx.person_id, response_id)
    before = {name: one.follows for name, one in own.items()}
    if cause and comes_of(before, cause, failed.checkpoint.id):
        raise UsageError(
            "A failure does not follow from itself, nor from what follows from it.",
            remedy="Name the first error without --follows.",
        )
    unknown = [name for name in types if name not in known]
    if unknown:
        raise NotFoundError(
            Message("There is no type of failures {types}.", types=joined(unknown)),
            remedy=Message("There are: {known}.", known=joined(known)),
        )
    made = Tag(
        person=ctx.person_id,
        checkpoint=failed.checkpoint.id,
        types=tuple(dict.fromkeys(types)),
        follows=cause,
        note=note.strip(),
    )
    change = put_tag(ctx, response_id, made)
    say_change(output, change, types=list(made.types), checkpoint=made.checkpoint)


@desk_command(app, "untag")
def untag(
    ctx: CommandContext, output: Output, response: ResponseArgument, line: LineArgument
) -> None:
    """Take back what you said of why a response fails a checkpoint.

    Example: xpert-studio failure untag clinic.xpert a-dose-7k2m:A 3 --as maria
    """
    response_id = named_response(ctx, response)
    found = _line(form_view(ctx, response_id), line).checkpoint
    say_change(output, take_tag_back(ctx, response_id, found.id))


@desk_command(app, "list", read_only=True)
def list_tags(ctx: CommandContext, output: Output) -> None:
    """List the failures that have a type, as far as you may see them.

    Example: xpert-studio failure list clinic.xpert --as maria
    """
    with ctx.project.reading() as tx:
        found = seen_records(tx, ctx.person_id, PACK_ID, TAG.id)
        known = types_in(tx)
    rows: list[dict[str, Any]] = [
        {"response": one.response, **one.value.model_dump(mode="json")}
        for one in found
        if isinstance(one.value, Tag)
    ]
    output.data(rows)
    shown = [
        {
            **row,
            "types": clauses(known[name].title if name in known else name for name in row["types"]),
        }
        for row in rows
    ]
    output.records(
        "",
        ("response", "checkpoint", "types", "follows", "person", "note"),
        shown,
        nothing=t("No failure has a type yet. 'failure tag' gives one."),
    )


def _line(view: FormView, reference: str) -> FormLine:
    (id_,) = line_ids([line.checkpoint for line in view.lines], [reference])[:1]
    return next(line for line in view.lines if line.checkpoint.id == id_)


def _failed(view: FormView, reference: str) -> FormLine:
    """A line of the person's own form that the response fails, as they judged it.

    Raises:
        UsageError: They have not judged it, or it reaches all points.
    """
    found = _line(view, reference)
    value = found.decision.value if found.decision else None
    if value is None:
        raise UsageError(
            "You have not judged that checkpoint.", remedy=t("Judge it first, with 'judge mark'.")
        )
    point = found.checkpoint
    if instrument_of(point).score(value, point) >= 1:
        raise UsageError(
            "By your judgment the response reaches all points of that checkpoint.",
            remedy="Give types to what it fails.",
        )
    return found
