"""``xpert-studio pretest``: have systems answer a brief in triage, and rate what they answer."""

from __future__ import annotations

from typing import Annotated

import typer

from xpert_studio.api.changes import NotAllowedError, Role
from xpert_studio.api.commands import (
    AsOption,
    Column,
    CommandContext,
    DryRun,
    Exit,
    JsonOption,
    Output,
    ProjectArgument,
    TaskArgument,
    add_commands,
    at_desk,
    desk_command,
    percent,
    person_of,
    t,
)
from xpert_studio.api.sections import short
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.judge.asked_models import MODEL_NAME, SystemTerms
from xpert_studio.core.judge.pricing import total_of
from xpert_studio.core.store.settings import project_info
from xpert_studio.core.store.tasks import get_task
from xpert_studio.core.wording import money
from xpert_studio.packs.pretest import changes
from xpert_studio.packs.pretest.asking import expected_cost, probe
from xpert_studio.packs.pretest.figures import pass_rates
from xpert_studio.packs.pretest.section import expected, sentence

_SHOWN = 2_000
"""Characters of an answer in a table; --json has all of it."""
app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "pretest")


@app.command("ask")
def ask(
    project: ProjectArgument,
    task: TaskArgument,
    models: Annotated[list[str], typer.Argument(help=f"{MODEL_NAME}; several.")],
    terms: SystemTerms,
    dry_run: DryRun = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Have models answer a brief in triage, each once; --dry-run says what it costs.

    Example: xpert-studio pretest ask law.xpert lease openai:gpt-5-mini --as lena
    """
    output = Output(as_json=as_json)
    choices = [ModelChoice.named(model, terms) for model in dict.fromkeys(models)]
    with at_desk(project, person, output) as ctx:
        with ctx.project.reading() as tx:
            person_there = person_of(tx, ctx.person_id)
            brief = changes.need_triage(tx, person_there, project_info(tx).policies, task)
        costs = [expected_cost(ctx, brief, choice) for choice in choices]
        known = [cost for cost in costs if cost is not None]
        before = sum(known) if len(known) == len(costs) else None
        output.say(expected(len(choices), before))
        if dry_run:
            output.data({"expected_cost": before, "answers": []})
            return
        done = probe(ctx, brief, choices)
        good = [one for one in done if not one.problem]
        if good:
            changes.keep_answers(ctx, task, [(one.system, one.text, one.cost) for one in good])
    output.data(
        {
            "expected_cost": before,
            "cost": total_of(one.cost for one in done),
            "answered": len(good),
            "problems": {one.system: one.problem for one in done if one.problem},
        }
    )
    for one in done:
        output.say(f"{one.system}: {one.problem or money(one.cost)}")
    if len(good) < len(done):
        raise typer.Exit(Exit.PARTLY)


@desk_command(app, "show", read_only=True)
def show(ctx: CommandContext, output: Output, task: TaskArgument) -> None:
    """Show what systems answered to a brief, and its pass rate beside the author's estimate.

    Example: xpert-studio pretest show law.xpert lease --as lena
    """
    with ctx.project.reading() as tx:
        if not {Role.LEAD, Role.SENIOR} & set(person_of(tx, ctx.person_id).roles):
            raise NotAllowedError("Probes are shown to those who decide on briefs.")
        get_task(tx, task)
        found = pass_rates(tx).get(task)
    if found is None:
        output.data(None)
        output.say(t("No system has answered the brief {task} yet.", task=task))
        return
    output.data(found.plain(with_texts=True))
    output.say(sentence(found))
    output.table(
        "",
        [Column("answer"), Column("met"), Column("ratings", number=True), Column("text")],
        [
            (
                answer.id,
                t("outdated") if answer.is_outdated else _met(answer.met),
                len(answer.ratings),
                short(answer.answer.text, _SHOWN),
            )
            for answer in found.answers
        ],
    )
    output.table(
        t("Probes by checkpoint"),
        [Column("checkpoint"), Column("pass rate", number=True), Column("n", number=True)],
        [(short(o.point.text), percent(o.passed / o.n), o.n) for o in found.points],
    )


def _met(met: bool | None) -> str:
    return "–" if met is None else t("yes") if met else t("no")
