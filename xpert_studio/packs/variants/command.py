"""``xpert-studio variant``: variants of tasks, bundles, and attacks on each version of the set."""

from __future__ import annotations

from typing import Annotated

import typer

from xpert_studio.api.commands import (
    Asks,
    Column,
    CommandContext,
    Message,
    Output,
    Transaction,
    UsageError,
    add_commands,
    desk_command,
    percent,
    reading,
    say_change,
    t,
    translated,
)
from xpert_studio.api.records import Written, put_records
from xpert_studio.core.store import tasks as stored
from xpert_studio.core.workflow.command_context import need_valid_id
from xpert_studio.packs.attacks.baselines import ATTACKS
from xpert_studio.packs.attacks.results import attack_rows, attack_scores
from xpert_studio.packs.variants import changes  # noqa: F401 - registers its commands
from xpert_studio.packs.variants.command_cases import cases, draft
from xpert_studio.packs.variants.figures import hardenings_in, variants_in
from xpert_studio.packs.variants.records import (
    HARDENING,
    PACK_ID,
    VARIANT,
    VARIANT_KINDS,
    Hardening,
    Variant,
    VariantKind,
)

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "variant")
desk_command(app, "draft")(draft)
desk_command(app, "cases", read_only=True)(cases)


@desk_command(app, "set")
def set_(
    ctx: CommandContext,
    output: Output,
    tasks: Annotated[list[str], typer.Argument(help="The tasks' ids.", metavar="TASK")],
    variant: Annotated[
        VariantKind,
        Asks("base, trap, transfer, numeric, analyst or own.", choices=VARIANT_KINDS),
    ] = VariantKind.BASE,
    bundle: Annotated[str, Asks("The concept that they ask for together with other tasks.")] = "",
) -> None:
    """Set what variant tasks are, and of which bundle.

    Example: xpert-studio variant set causal.xpert collider-2 --variant trap --bundle collider
    """
    with ctx.project.reading() as tx:
        for task_id in tasks:
            stored.get_task(tx, task_id)
    value = Variant(variant=variant, bundle=bundle.strip())
    made = [Written(value, id=f"of-{task_id}", task_id=task_id) for task_id in dict.fromkeys(tasks)]
    change = put_records(ctx, PACK_ID, VARIANT.id, made)
    say_change(output, change, variant=variant.value, bundle=value.bundle)


@app.command("list")
@reading
def list_variants(tx: Transaction, output: Output) -> None:
    """List tasks with their variants and bundles.

    Example: xpert-studio variant list causal.xpert
    """
    rows = [
        {"task": task, "variant": one.variant.value, "bundle": one.bundle}
        for task, one in sorted(variants_in(tx).items(), key=lambda item: (item[1].bundle, item[0]))
    ]
    output.data(rows)
    shown = [{**row, "variant": VARIANT_KINDS.title(row["variant"])} for row in rows]
    output.records(
        "",
        ("bundle", "variant", "task"),
        shown,
        nothing=t("No task is a variant yet. 'variant set' makes it one."),
    )


@desk_command(app, "harden")
def harden(
    ctx: CommandContext,
    output: Output,
    version: Annotated[str, typer.Argument(help="What this version of the set is called.")],
    note: Annotated[str, Asks("What was changed.")] = "",
) -> None:
    """Record what attacks score on the tasks as they are now, as a version of the set.

    Example: xpert-studio variant harden causal.xpert 2.2 --note "Options of one length."
    """
    need_valid_id(version)
    with ctx.project.reading() as tx:
        if version in {one.version for one in hardenings_in(tx)}:
            raise UsageError(
                Message("The version {version} is recorded already.", version=version),
                remedy="Give this one another name.",
            )
        scores = [
            score for score in attack_scores(attack_rows(tx)) if score.score.value is not None
        ]
        count = len(list(stored.all_tasks(tx)))
    made = Hardening(
        version=version,
        at=ctx.clock(),
        tasks=count,
        attacks={score.attack.id: score.score.value or 0.0 for score in scores},
        chance={score.attack.id: score.chance for score in scores},
        note=note,
    )
    change = put_records(ctx, PACK_ID, HARDENING.id, [Written(made, id=version)])
    say_change(output, change, **made.model_dump(mode="json"))
    titles = {one.id: one.title for one in ATTACKS}
    output.table(
        "",
        [Column("attack"), Column("score", number=True), Column("by chance", number=True)],
        [
            (translated(titles[name]), percent(value), percent(made.chance[name]))
            for name, value in made.attacks.items()
        ],
    )
    if not made.attacks:
        output.say(t("No checkpoint is decided by program, so attacks are judged by none."))
