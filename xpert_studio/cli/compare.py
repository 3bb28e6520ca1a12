"""``xpert-studio compare``: which of two responses is better, by experts and by judges."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    at_desk,
    desk_command,
    open_project,
)
from xpert_studio.cli.commands import add_commands
from xpert_studio.cli.output import Column, JsonOption, Output
from xpert_studio.cli.terminal_comparison import TerminalComparison, open_tasks
from xpert_studio.errors import NotFoundError
from xpert_studio.report.comparisons import TaskOrder, comparison_figures
from xpert_studio.report.sections.pair_comparisons import (
    comparison_notes,
    comparison_tables,
    order_sentence,
    plain_comparisons,
)
from xpert_studio.wording import labelled, t
from xpert_studio.workflow import CommandContext, need_results, tasks_to_compare


class _Group(TyperGroup):
    """``compare PROJECT`` is ``compare start PROJECT``."""

    def resolve_command(
        self,
        ctx: Any,  # noqa: ANN401 - a class that typer does not export
        args: list[str],
    ) -> tuple[str | None, Any, list[str]]:
        """The command that is named, or the one that is meant where a project is."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            args = [_START, *args]
        return super().resolve_command(ctx, args)


_START: Final = "start"
app = typer.Typer(cls=_Group, no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "compare")


@app.command(_START)
def start(
    project: ProjectArgument,
    task: Annotated[str | None, typer.Argument(help="Only responses to this task.")] = None,
    person: AsOption = "",
) -> None:
    """Compare responses in the terminal, pair after pair; stop and continue at any time.

    Keys: 1 or ← the first is better, 2 or → the second, 0 or t a tie; the next pair follows at
    once. r rationale, j and k move, v shows the responses again, b the brief, u undo, q stops.

    Example: xpert-studio compare law.xpert --as maria
    """
    output = Output(as_json=False)
    with at_desk(project, person, output) as ctx:
        found = open_tasks(ctx, task)
        if not found:
            raise NotFoundError(
                "There is no pair of responses for you to compare.",
                remedy="'xpert-studio compare list' says which there are.",
            )
        TerminalComparison(ctx, found, output).run()


@app.command("figures")
def figures(project: ProjectArgument, person: AsOption = "", as_json: JsonOption = False) -> None:
    """Show what comparisons say: strengths, win rates, position bias, and whether scores follow.

    Example: xpert-studio compare figures law.xpert --as wei
    """
    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened:
        with opened.reading() as tx:
            need_results(tx, person.strip())
        found = comparison_figures(opened)
    output.data(plain_comparisons(found))
    if not found:
        output.say("No responses have been compared yet.")
        return
    for table in comparison_tables(found):
        output.block(table, table.name)
    output.say(*comparison_notes(found))
    output.say(*(_rubric_line(item.scorer, one) for item in found.scores for one in item.tasks))


def _rubric_line(scorer: str, found: TaskOrder) -> str:
    return labelled(found.title, order_sentence(found, scorer))


@desk_command(app, "list", read_only=True)
def list_pairs(ctx: CommandContext, output: Output) -> None:
    """List the tasks whose responses you may compare, with how many pairs you have compared.

    Example: xpert-studio compare list law.xpert --as maria
    """
    found = tasks_to_compare(ctx)
    output.data(
        [
            {
                "task": item.task.id,
                "done": item.done,
                "pairs": [
                    {"responses": [f"{item.task.id}:{label}" for label in pair.labels],
                     "done": pair.is_done}
                    for pair in item.pairs
                ],
            }
            for item in found
        ]
    )  # fmt: skip
    if not found:
        output.say("There is no pair of responses for you to compare.")
        return
    output.table(
        "",
        [Column("task"), Column("title"), Column("pairs", number=True),
         Column("compared", number=True)],
        [(item.task.id, item.task.name, len(item.pairs), item.done) for item in found],
    )  # fmt: skip
    output.say(t("Compare them with: xpert-studio compare {path}", path=ctx.project.path.name))
