"""``xpert-studio labels``: what experts are asked to label, and what that is expected to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

import typer

from xpert_studio.api.commands import Asks, CommandContext, Output, desk_command, labelled, t, tn
from xpert_studio.api.sections import Block, Column, Note, Row, Table, View, headline
from xpert_studio.core.store import responses, tasks
from xpert_studio.core.workflow.judge_names import judge_named, judges_heard
from xpert_studio.core.workflow.unblinding import need_results
from xpert_studio.packs.correction.asked import asked_for
from xpert_studio.packs.correction.budget import ASSUMED
from xpert_studio.packs.correction.chosen import inclusions
from xpert_studio.packs.correction.command_plan import (
    Budget,
    Expected,
    LabelPlan,
    figure_words,
    half_words,
    keep_plan,
    plan_labels,
    plan_sentence,
)

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@desk_command(app, "plan")
def plan(
    ctx: CommandContext,
    output: Output,
    figure: Annotated[
        str,
        Asks("The figure: score:SYSTEM, difference:SYSTEM,SYSTEM or kappa-within.", form="FIGURE"),
    ],
    budget: Budget,
    judge: Annotated[str, Asks("Correct the scores of this judge; the first if omitted.")] = "",
    seed: Annotated[int, Asks("Of the sample.")] = 1,
    dry_run: Annotated[bool, Asks("Say what it would do; ask no expert.")] = False,
) -> None:
    """Sample responses that narrow a figure, and ask experts to judge them first.

    The sample has known probabilities, which the project keeps: corrected scores that rest on it
    are ranked once all of it is judged.

    Example: xpert-studio labels plan clinic.xpert --figure difference:aurora,borealis --minutes 60
    """
    with ctx.project.reading() as tx:
        need_results(tx, ctx.person_id)
    view = View.on(ctx.project, ctx.person_id)
    if judge:
        view = view.by(_judge_called(ctx, view, judge))
    made = plan_labels(view, figure, budget, seed)
    if not dry_run:
        keep_plan(ctx, made)
    output.data(_plain(made) | {"asked": not dry_run})
    blocks = _blocks(ctx, made, is_asked=not dry_run)
    output.blocks(t("Labels planned"), blocks, ctx.project.path, full=False)


def _judge_called(ctx: CommandContext, view: View, name: str) -> str:
    """The id of a judge or panel, of which the beginning is enough.

    Raises:
        NotFoundError: There is none.
        UsageError: The name is the beginning of several.
    """
    if any(rater.id == name and rater.is_judge for rater in view.results.raters):
        return name
    with ctx.project.reading() as tx:
        return judge_named(name, judges_heard(tx))


def _blocks(ctx: CommandContext, label_plan: LabelPlan, *, is_asked: bool) -> Iterator[Block]:
    yield headline(plan_sentence(label_plan))
    yield _steps_table(label_plan)
    yield _responses_table(ctx, label_plan)
    yield headline(
        t("They come first in the queues of the experts who may judge them.")
        if is_asked
        else t("No expert was asked: this was a dry run.")
    )
    if label_plan.is_assumed:
        text = t(
            "Too little is labelled to measure how experts and judge go together: the expectation "
            "assumes a correlation of {r}.",
            r=ASSUMED,
        )
        yield Note(text, t("a correlation of {r} is assumed", r=ASSUMED))
    if not label_plan.forms:
        text = t("No form has been timed yet, so the minutes are not known.")
        yield Note(text, t("no form has been timed"))


def _steps_table(label_plan: LabelPlan) -> Table:
    columns = (
        Column(t("Responses"), "0"),
        Column(t("Judgments"), "0"),
        Column(t("Labelled after"), "0"),
        Column(t("Half of the interval")),
        Column(t("Minutes of experts"), "0"),
    )

    def row(expected: Expected) -> Row:
        half = half_words(label_plan, expected.half)
        return Row(
            (expected.responses, expected.judgments, expected.labelled, half, expected.minutes)
        )

    caption = labelled(t("Expected"), figure_words(label_plan.figure))
    rows = tuple(map(row, (label_plan.now, *label_plan.steps)))
    return Table(columns, rows, caption, name=t("Expected narrowing"), short=len(rows))


def _responses_table(ctx: CommandContext, label_plan: LabelPlan) -> Table:
    rows = [
        Row((one["task"], one["system"], label_plan.inclusions[one["response"]].probability))
        for one in _named(ctx, label_plan.responses)
    ]
    columns = (Column(t("Task")), Column(t("System")), Column(t("Probability"), "0.0%"))
    caption = t("Responses to judge")
    return Table(columns, tuple(rows), caption, name=caption, short=len(rows))


def _named(ctx: CommandContext, ids: tuple[str, ...]) -> list[dict[str, Any]]:
    with ctx.project.reading() as tx:
        wanted = set(ids)
        outlines = [outline for outline in responses.outlines(tx) if outline.id in wanted]
        titles = {task.id: task.name for task in tasks.outlines(tx)}
        systems = {outline.id: responses.get_response(tx, outline.id).model for outline in outlines}
    return [
        {"response": outline.id, "task": titles[outline.task_id], "system": systems[outline.id]}
        for outline in outlines
    ]


def _plain(label_plan: LabelPlan) -> dict[str, Any]:
    return {
        "figure": label_plan.figure.typed,
        "judge": label_plan.judge_id,
        "seed": label_plan.seed,
        "responses": [
            {"response": name, "probability": label_plan.inclusions[name].probability}
            for name in label_plan.responses
        ],
        "now": asdict(label_plan.now),
        "expected": [asdict(step) for step in label_plan.steps],
        "correlation_assumed": ASSUMED if label_plan.is_assumed else None,
        "forms_timed": label_plan.forms,
    }


@desk_command(app, "list", read_only=True)
def list_labels(ctx: CommandContext, output: Output) -> None:
    """List the sampled responses, and which of them are still to be judged.

    Example: xpert-studio labels list clinic.xpert
    """
    with ctx.project.reading() as tx:
        need_results(tx, ctx.person_id)
        known = {name: one for name, one in inclusions(tx).items() if one.planned}
        waiting = asked_for(tx)
    rows = [
        {
            **one,
            "figure": known[one["response"]].figure,
            "probability": known[one["response"]].probability,
            "to_judge": one["response"] in waiting,
        }
        for one in _named(ctx, tuple(known))
    ]
    output.data({"sampled": rows, "to_judge": len(waiting)})
    said = tn(
        "{n} response is still to be judged.", "{n} responses are still to be judged.", len(waiting)
    )
    if not rows:
        output.say("No labels have been planned.")
        return
    heads = (t("Task"), t("System"), t("Planned for"), t("Judged already"))
    found = [
        Row((row["task"], row["system"], row["figure"], t("no") if row["to_judge"] else t("yes")))
        for row in rows
    ]
    title = t("Sampled responses")
    table = Table(tuple(map(Column, heads)), tuple(found), said, name=title, short=len(rows))
    output.blocks(title, (table,), ctx.project.path, full=False)
