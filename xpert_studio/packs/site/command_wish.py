"""``xpert-studio wish``: what readers of a site wish for becomes briefs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.api.commands import (
    Asks,
    Column,
    CommandContext,
    Output,
    desk_command,
    say_change,
    t,
)
from xpert_studio.api.sections import View
from xpert_studio.packs.site.changes import sort_out, take_in
from xpert_studio.packs.site.section_wishes import WISHES
from xpert_studio.packs.site.wishes import CountedWish, count_votes, read_ballot

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@desk_command(app, "import")
def import_wishes(
    ctx: CommandContext,
    output: Output,
    files: Annotated[
        list[Path], typer.Argument(help="What readers sent: files, or texts saved as files.")
    ],
    yes: Annotated[bool, Asks("Import without asking.")] = False,
) -> None:
    """Make briefs of what readers of the site wish for, and count their votes.

    Example: xpert-studio wish import clinic.xpert wishes.json letter.txt --as maria
    """
    ballots = [read_ballot(path) for path in files]
    with ctx.project.reading() as tx:
        counted = count_votes(tx, ballots)
        found = sort_out(tx, ctx.person_id, ballots)
    output.table(
        "Wishes",
        [
            Column("wish"),
            Column("new votes", number=True),
            Column("votes", number=True),
            Column("becomes"),
        ],
        [_row(one, is_left=one in found.left) for one in counted],
    )
    output.note(*found.warnings())
    if not yes and found.taken:
        typer.confirm(found.question(), abort=True)
    say_change(output, take_in(ctx, ballots))


def _row(counted_wish: CountedWish, *, is_left: bool) -> Sequence[str]:
    becomes = (
        t("a vote for {task}", task=counted_wish.task_id)
        if counted_wish.task_id
        else t("a new brief")
    )
    becomes = t("nothing: no room") if is_left else becomes
    said = becomes if counted_wish.ballots else t("nothing: counted before")
    return counted_wish.asked.title, str(len(counted_wish.ballots)), str(counted_wish.votes), said


@desk_command(app, "list", read_only=True)
def list_wishes(ctx: CommandContext, output: Output) -> None:
    """List what was wished for so far, with votes and the briefs that were made of it.

    Example: xpert-studio wish list clinic.xpert --as maria
    """
    view = View.on(ctx.project, ctx.person_id)
    output.data(WISHES.data(view) or [])
    made = WISHES.blocks(view)
    if made is None:
        output.say(WISHES.nothing)
    else:
        output.section(made, ctx.project.path, full=True)
