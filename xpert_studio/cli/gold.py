"""``xpert-studio gold``: gold forms, anchors, and the gold subset."""

from __future__ import annotations

from typing import Any

import typer

from xpert_studio.cli.acting import (
    AsOption,
    reading,
)
from xpert_studio.cli.commands import More, add_commands
from xpert_studio.cli.output import Output
from xpert_studio.core.records import AnchorChoice, Change, Subset
from xpert_studio.core.store import Transaction, entities, judgments, responses, tasks
from xpert_studio.core.wording import listed, mark, t
from xpert_studio.core.workflow import (
    CommandContext,
    blinding_for,
    choose_anchors,
)
from xpert_studio.report.part_names import domain_name

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


def _drawn(_: CommandContext, change: Change) -> dict[str, Any]:
    """The tasks of a new subset, and how many each domain gave."""
    for subset in change.after("subset"):
        return {
            "tasks": list(subset.task_ids),
            "strata": [item.model_dump(mode="json") for item in subset.strata],
        }
    return {}


add_commands(app, "gold", {"sample": More(tells=_drawn)})


def _subset_sentence(subset: Subset) -> str:
    """What was sampled for a subset, by domain."""
    parts = listed(
        t(
            "{domain} {drawn} of {available}",
            domain=domain_name(part.domain) or t("no domain"),
            drawn=part.drawn,
            available=part.available,
        )
        for part in subset.strata
    )
    return t(
        "Subset {subset}: {task_ids} tasks, seed {seed} ({parts}).",
        subset=subset.name,
        task_ids=len(subset.task_ids),
        seed=subset.seed,
        parts=parts,
    )


@app.command("list")
@reading
def list_gold(tx: Transaction, output: Output, person: AsOption = "") -> None:
    """List gold forms, and which of them anchor their task.

    Example: xpert-studio gold list law.xpert
    """
    forms = judgments.forms(tx, gold_only=True)
    answers = {item.id: item for item in responses.all_responses(tx)}
    choices = entities.find_all(tx, AnchorChoice)
    anchors = choose_anchors(list(answers.values()), forms, tasks.rubrics(tx), choices=choices)
    subsets = entities.find_all(tx, Subset)
    blinding = blinding_for(tx, person.strip())
    anchored = {
        (anchor.response_id, anchor.form.expert_id)
        for found in anchors.values()
        for anchor in found
    }
    chosen = {(choice.response_id, choice.expert_id) for choice in choices}
    rows = []
    for form in forms:
        response, key = answers[form.response_id], (form.response_id, form.expert_id)
        is_hidden = response.task_id in blinding.tasks
        how = mark("chosen") if key in chosen else mark("by rule")
        rows.append(
            {
                "task": response.task_id,
                "system": None if is_hidden else response.model,
                "response": blinding.response_name(response.task_id, response.id),
                "expert": form.expert_id,
                "lines": len(form.judgments),
                # An anchor by rule tells the baseline.
                "anchor": how if key in anchored and not is_hidden else None,
            }
        )
    if blinding.tasks:  # forms stand in the order of the responses' ids, which name systems
        rows.sort(key=lambda row: (row["task"], row["response"], row["expert"]))
    output.data({"forms": rows, "subsets": [item.model_dump(mode="json") for item in subsets]})
    names = ("task", "system", "response", "expert", "checkpoints", mark("anchor"))
    shown = (
        row | {"checkpoints": row["lines"], "anchor": t(str(row["anchor"] or ""))} for row in rows
    )
    output.records(t("Gold forms"), names, shown, number="checkpoints")
    for subset in subsets:
        output.say(_subset_sentence(subset))
    if not rows:
        output.say("No form has been confirmed completely yet.")
