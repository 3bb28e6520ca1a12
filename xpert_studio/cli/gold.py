"""``xpert-studio gold``: gold sheets, anchors, and the gold subset."""

from __future__ import annotations

from typing import Annotated

import typer

from xpert_studio.cli.acting import (
    AsOption,
    DrawSeed,
    ResponseArgument,
    desk_command,
    named_response,
    reading,
    say_change,
)
from xpert_studio.cli.output import Column, Output
from xpert_studio.records import AnchorChoice, Subset
from xpert_studio.store import Transaction, entities, judgments, responses, tasks
from xpert_studio.workflow import (
    Desk,
    choose_anchor,
    choose_anchors,
    draw_subset,
    free_anchor,
    remove_subset,
)
from xpert_studio.workflow.blinding import blinding_for

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command("list")
@reading
def list_gold(tx: Transaction, output: Output, person: AsOption = "") -> None:
    """List gold sheets, and which of them anchor their task.

    Example: xpert-studio gold list law.xpert
    """
    sheets = judgments.sheets(tx, gold_only=True)
    answers = {item.id: item for item in responses.all_responses(tx)}
    choices = entities.find_all(tx, AnchorChoice)
    anchors = choose_anchors(list(answers.values()), sheets, tasks.rubrics(tx), choices=choices)
    subsets = entities.find_all(tx, Subset)
    blinding = blinding_for(tx, person.strip())
    anchored = {
        (anchor.response_id, anchor.sheet.expert_id)
        for found in anchors.values()
        for anchor in found
    }
    chosen = {(choice.response_id, choice.expert_id) for choice in choices}
    rows = []
    for sheet in sheets:
        key = sheet.response_id, sheet.expert_id
        is_anchor = key in anchored
        rows.append(
            {
                "task": (task_id := answers[sheet.response_id].task_id),
                "system": None if task_id in blinding.tasks else answers[sheet.response_id].model,
                "response": blinding.response_name(task_id, sheet.response_id),
                "expert": sheet.expert_id,
                "lines": len(sheet.judgments),
                "anchor": ("chosen" if key in chosen else "by rule") if is_anchor else None,
            }
        )
        if task_id in blinding.tasks:
            rows[-1]["anchor"] = None  # an anchor by rule tells the baseline
    if blinding.tasks:  # sheets stand in the order of the responses' ids, which name systems
        rows.sort(key=lambda row: (row["task"], row["response"], row["expert"]))
    output.data({"sheets": rows, "subsets": [item.model_dump(mode="json") for item in subsets]})
    names = ("task", "system", "response", "expert", "lines", "anchor")
    output.records("Gold sheets", names, rows, number="lines")
    for subset in subsets:
        parts = ", ".join(
            f"{s.domain or 'no domain'} {s.drawn} of {s.available}" for s in subset.strata
        )
        output.say(
            f"Subset {subset.name}: {len(subset.task_ids)} tasks, seed {subset.seed} ({parts})."
        )
    if not rows:
        output.say("No sheet has been confirmed as a whole yet.")


@desk_command(app, "draw")
def draw(
    desk: Desk,
    output: Output,
    size: Annotated[int, typer.Option(help="How many tasks.")],
    seed: DrawSeed,
    name: Annotated[str, typer.Option(help="What the subset is called.")] = "gold",
) -> None:
    """Draw a subset of the ready tasks, stratified by domain.

    Example: xpert-studio gold draw law.xpert --size 24 --seed 7 --as lena
    """
    change = draw_subset(desk, size=size, seed=seed, name=name)
    subset = change.after("subset")
    if not subset:
        say_change(output, change, "")
        return
    strata = [item.model_dump(mode="json") for item in subset[0].strata]
    say_change(
        output, change, f"Drew {size} tasks: {', '.join(subset[0].task_ids)}.",
        tasks=list(subset[0].task_ids), strata=strata,
    )  # fmt: skip
    output.table(
        "",
        [Column("domain"), Column("ready", number=True), Column("drawn", number=True)],
        [(s["domain"] or "no domain", s["available"], s["drawn"]) for s in strata],
    )


@desk_command(app, "remove")
def remove(
    desk: Desk,
    output: Output,
    name: Annotated[str, typer.Argument(help="The subset.", metavar="NAME")],
) -> None:
    """Take a gold subset out of the project; its tasks stay as they are.

    Example: xpert-studio gold remove law.xpert gold-2 --as lena
    """
    say_change(output, remove_subset(desk, name), f"There is no subset {name} any more.")


@desk_command(app, "anchor")
def anchor(
    desk: Desk,
    output: Output,
    task_id: Annotated[str, typer.Argument(help="The task.", metavar="TASK")],
    response: ResponseArgument,
    expert: Annotated[str, typer.Argument(help="Whose gold sheet.", metavar="EXPERT")],
) -> None:
    """Make a gold sheet the anchor of its task, in place of what the rule takes.

    Example: xpert-studio gold anchor law.xpert T T:B maria --as lena
    """
    change = choose_anchor(desk, task_id, named_response(desk, response), expert)
    say_change(output, change, f"The sheet of {expert} on {response} anchors {task_id}.")


@desk_command(app, "release")
def release(
    desk: Desk,
    output: Output,
    task_id: Annotated[str, typer.Argument(help="The task.", metavar="TASK")],
) -> None:
    """Leave the choice of a task's anchor to the rule again: the gold sheet on the baseline.

    Example: xpert-studio gold release law.xpert T --as lena
    """
    say_change(output, free_anchor(desk, task_id), "The rule chooses again.")
