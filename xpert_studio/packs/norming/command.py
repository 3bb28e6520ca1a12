"""``xpert-studio norm``: sessions in which experts judge the same, discuss it, and judge again."""

from __future__ import annotations

from typing import Annotated

import typer

from xpert_studio.api.commands import (
    Column,
    CommandContext,
    NotFoundError,
    Output,
    add_commands,
    desk_command,
    person_of,
    t,
)
from xpert_studio.api.sections import Text
from xpert_studio.packs.norming import sessions as _sessions  # noqa: F401 - commands
from xpert_studio.packs.norming.figures import SessionView, plain, seen_sessions
from xpert_studio.packs.norming.records import STEPS
from xpert_studio.packs.norming.section import side_by_side, summary

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "norm")


def _seen(ctx: CommandContext) -> list[SessionView]:
    with ctx.project.reading() as tx:
        return seen_sessions(tx, person_of(tx, ctx.person_id))


@desk_command(app, "list", read_only=True)
def list_sessions(ctx: CommandContext, output: Output) -> None:
    """List the norming sessions that you take part in or lead.

    Example: xpert-studio norm list law.xpert --as wei
    """
    found = _seen(ctx)
    output.data([plain(one) for one in found])
    output.table(
        "",
        [Column("id"), Column("session"), Column("state"), Column("to judge")],
        [
            (
                one.id,
                one.session.title,
                STEPS.title(one.session.step),
                ", ".join(one.to_judge.values()) or None,
            )
            for one in found
        ],
        nothing=t("There is no norming session to show to you. 'norm start' starts one."),
    )


@desk_command(app, "show", read_only=True)
def show(
    ctx: CommandContext,
    output: Output,
    session: Annotated[str, typer.Argument(help="The session, as listed.", metavar="SESSION")],
) -> None:
    """Show a session: decisions beside each other once they were revealed, and agreement.

    Example: xpert-studio norm show law.xpert n-lease --as wei
    """
    one = next((one for one in _seen(ctx) if one.id == session), None)
    if one is None:
        raise NotFoundError("There is no such session.", remedy="'norm list' shows them.")
    output.data(plain(one))
    blocks = (Text(summary(one)), *side_by_side(one))
    output.blocks(one.session.title, blocks, ctx.project.path, full=True)
