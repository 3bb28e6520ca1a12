"""``xpert-studio region``: regions of pictures as evidence for an expert's own judgments."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from xpert_studio.api.commands import (
    Asks,
    CommandContext,
    Message,
    NotFoundError,
    Output,
    UsageError,
    desk_command,
    say_change,
    t,
)
from xpert_studio.cli.acting import ResponseArgument, line_ids, named_response
from xpert_studio.core.records import Quote, region_between
from xpert_studio.core.workflow import FormLine, FormView, form_view, judge_line
from xpert_studio.core.workflow.evidence import pictures_shown

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
LineArgument = Annotated[
    str,
    typer.Argument(
        help="The checkpoint: its number in the rubric, or its id.", metavar="CHECKPOINT"
    ),
]
Share = Annotated[float, typer.Argument(help="From 0 to 1 of the picture.", min=0, max=1)]


@desk_command(app, "add")
def add(
    ctx: CommandContext,
    output: Output,
    response: ResponseArgument,
    line: LineArgument,
    left: Share,
    top: Share,
    right: Share,
    bottom: Share,
    picture: Annotated[
        int, Asks("The number of the picture: the response's come first, then the task's.")
    ] = 1,
    note: Annotated[str, Asks("What is there.")] = "",
) -> None:
    """Mark a region of a picture as evidence for your judgment on a checkpoint.

    Example: xpert-studio region add law.xpert lease:A 3 0.2 0.4 0.5 0.6 --note crack --as maria
    """
    response_id, view, found = _asked(ctx, response, line)
    pictures = _pictures(ctx, view)
    if not 1 <= picture <= len(pictures):
        raise NotFoundError(
            Message("The response has no picture {n}.", n=picture),
            remedy=Message("It and its task have {n} pictures.", n=len(pictures)),
        )
    try:
        region = region_between(pictures[picture - 1], left, top, right, bottom)
    except ValueError as error:
        raise UsageError(
            "That is no region: its edges are in the wrong order.",
            remedy="Give the left, upper, right and lower edge, each from 0 to 1.",
        ) from error
    held = found.decision.evidence if found.decision else ()
    kept = (*held, Quote(quote=note, region=region))
    say_change(output, judge_line(ctx, response_id, found.checkpoint.id, evidence=kept))


@desk_command(app, "remove")
def remove(
    ctx: CommandContext,
    output: Output,
    response: ResponseArgument,
    line: LineArgument,
    number: Annotated[int, typer.Argument(help="Its number among those of the checkpoint.", min=1)],
) -> None:
    """Take out a region that you marked.

    Example: xpert-studio region remove law.xpert lease:A 3 1 --as maria
    """
    response_id, _, found = _asked(ctx, response, line)
    held = found.decision.evidence if found.decision else ()
    regions = [item for item in held if item.region is not None]
    if number > len(regions):
        raise NotFoundError(
            Message("You have marked {n} regions on that checkpoint.", n=len(regions))
        )
    taken = regions[number - 1]
    kept = tuple(item for item in held if item is not taken)
    say_change(output, judge_line(ctx, response_id, found.checkpoint.id, evidence=kept))


@desk_command(app, "list", read_only=True)
def list_regions(ctx: CommandContext, output: Output, response: ResponseArgument) -> None:
    """List the regions that you marked on a response.

    Example: xpert-studio region list law.xpert lease:A --as maria
    """
    view = form_view(ctx, named_response(ctx, response))
    places = {sha256: n for n, sha256 in enumerate(_pictures(ctx, view), start=1)}
    rows = [
        _row(number, line, item, places)
        for number, line in enumerate(view.lines, start=1)
        for item in (line.decision.evidence if line.decision else ())
        if item.region is not None
    ]
    output.data(rows)
    if not rows:
        output.say(t("You have marked no region on this response."))
        return
    output.records("", ("number", "picture", "left", "top", "right", "bottom", "note"), rows)


def _row(number: int, line: FormLine, item: Quote, places: dict[str, int]) -> dict[str, Any]:
    region = item.region
    assert region is not None  # noqa: S101 - asked for regions only
    return {
        "checkpoint": line.checkpoint.id,
        "number": number,
        "picture": places.get(region.picture),
        "left": region.left,
        "top": region.top,
        "right": round(region.right, 5),
        "bottom": round(region.bottom, 5),
        "note": item.quote,
    }


def _asked(ctx: CommandContext, response: str, line: str) -> tuple[str, FormView, FormLine]:
    response_id = named_response(ctx, response)
    view = form_view(ctx, response_id)
    (id_,) = line_ids([one.checkpoint for one in view.lines], [line])[:1]
    return response_id, view, next(one for one in view.lines if one.checkpoint.id == id_)


def _pictures(ctx: CommandContext, view: FormView) -> tuple[str, ...]:
    with ctx.project.reading() as tx:
        return pictures_shown(tx, (*view.attachments, *view.task.attachments))
