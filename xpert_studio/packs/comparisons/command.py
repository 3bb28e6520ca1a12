"""``xpert-studio compare``: which of two responses is better, by experts and by judges."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from xpert_studio.api.carriers import ScoreRequest
from xpert_studio.api.commands import (
    Asks,
    AsOption,
    Column,
    CommandContext,
    DryRun,
    Fill,
    JsonOption,
    NotFoundError,
    Output,
    ProjectArgument,
    add_commands,
    at_desk,
    desk_command,
    leading,
    now,
    open_project,
    t,
)
from xpert_studio.cli.acting import ShowPrompt
from xpert_studio.cli.score import carry_out_shown, end_as, say_judge_ends
from xpert_studio.cli.score_display import plans_data, say_plans, say_prompt
from xpert_studio.core.fields import fields_of
from xpert_studio.core.judge.providers.registry import choices
from xpert_studio.core.judge.run_preflight import need_unnamed
from xpert_studio.core.records import JudgeSettings
from xpert_studio.core.workflow import blinding_for, need_results, tasks_to_compare
from xpert_studio.packs.comparisons.command_terminal import TerminalComparison, open_tasks
from xpert_studio.packs.comparisons.section import (
    COMPARISONS_OF_RESPONSES,
    plain_comparisons,
)
from xpert_studio.packs.comparisons.section_figures import comparison_figures
from xpert_studio.report.whole_runs import prepare_all


class _Group(TyperGroup):
    """``compare PROJECT`` is ``compare start PROJECT``, with ``--judge`` ``compare judge``."""

    def resolve_command(
        self,
        ctx: Any,  # noqa: ANN401 - a class that typer does not export
        args: list[str],
    ) -> tuple[str | None, Any, list[str]]:
        """The command that is named, or the one that is meant where a project is."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            by_judge = any(arg == "--judge" or arg.startswith("--judge=") for arg in args)
            args = [_SCORE if by_judge else _START, *args]
        return super().resolve_command(ctx, args)


_START: Final = "start"
_SCORE: Final = "judge"
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


_OF_SCORES: Final = {item.label for item in fields_of(JudgeSettings)}
_ASKED: Final = Fill(
    without={"checks", "panel", "exclude_same_family", "mode"}
    | _OF_SCORES - {"prompt_language", "max_asks"},
    needs={"judge"},
    words={
        "judge": f"{choices()}. May be repeated.",
        "max_asks": "Retries for unusable replies.",
    },
)
"""What of a request says how pairs are compared."""


@app.command(_SCORE)
def by_judge(
    project: ProjectArgument,
    request: Annotated[ScoreRequest, _ASKED],
    dry_run: DryRun = False,
    show_prompt: ShowPrompt = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Have a judge compare responses, each pair in both orders; what is known is not asked again.

    An outcome that changes with the order is a tie and counts as position bias. Several judges
    (--judge repeated) run one after the other, and limits are for all. Ctrl-C once
    finishes the calls in flight and saves them; the same command resumes.

    Example: xpert-studio compare law.xpert --judge openai:gpt-5-mini --budget 5 --as wei
    """
    output = Output(as_json=as_json)
    request = replace(request, selection=replace(request.selection, comparisons=True))
    with leading(project, person, output, read_only=dry_run or show_prompt) as opened:
        is_only_asked = dry_run or show_prompt
        prepared = prepare_all(opened, request, clock=None if is_only_asked else now)
        members = prepared.members
        output.note(*dict.fromkeys(notice for member in members for notice in member.plan.notices))
        with opened.reading() as tx:
            blinding = blinding_for(tx, person.strip())
        if is_only_asked:
            need_unnamed(members[0], blinding)
        if show_prompt:
            say_prompt(output, members[0], blinding)
            return
        say_plans(output, members)
        if dry_run:
            output.data(plans_data(members))
            return
        ends = carry_out_shown(opened, prepared, output)
    told = say_judge_ends(output, prepared, ends, is_blind=True)
    output.data(told[0] if len(members) == 1 else {"runs": told})
    end_as(ends, len(members))


@app.command("figures")
def figures(
    project: ProjectArgument,
    full: Annotated[bool, Asks("All tables, and each rubric by itself.")] = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
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
    output.section(COMPARISONS_OF_RESPONSES.laid_out(found), project, full=full)


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
                    {
                        "responses": [f"{item.task.id}:{label}" for label in pair.labels],
                        "done": pair.is_done,
                    }
                    for pair in item.pairs
                ],
            }
            for item in found
        ]
    )
    if not found:
        output.say("There is no pair of responses for you to compare.")
        return
    output.table(
        "",
        [
            Column("task"),
            Column("title"),
            Column("pairs", number=True),
            Column("compared", number=True),
        ],
        [(item.task.id, item.task.name, len(item.pairs), item.done) for item in found],
    )
    output.say(t("Compare them with: xpert-studio compare {path}", path=ctx.project.path.name))
