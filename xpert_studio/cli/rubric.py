"""``xpert-studio rubric``: the lines of a rubric, their spreadsheet, and its revisions."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli import revisions, rubric_suggest
from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    TaskArgument,
    desk_command,
    open_project,
    reading,
    say_change,
)
from xpert_studio.cli.commands import add_commands
from xpert_studio.cli.output import Column, Output
from xpert_studio.cli.revisions import revision_lines
from xpert_studio.cli.typed import pairs_of
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange.rubric_import import export_rubrics, import_rubric, preview_rubric
from xpert_studio.core.exchange.rubric_sheet import (
    SheetReading,
    keep_map,
    kept_map,
    preview_lines,
    read_map,
)
from xpert_studio.core.exchange.rubric_sheet.parts import SECTIONS, TASKS
from xpert_studio.core.fields import Asks
from xpert_studio.core.instruments import badge_of, parts_of
from xpert_studio.core.records import Checkpoint, placed
from xpert_studio.core.store import Transaction, tasks
from xpert_studio.core.wording import labelled, listed, t, tn
from xpert_studio.core.workflow import (
    CommandContext,
    submit_rubric,
)
from xpert_studio.core.workflow.views.before_review import before_review
from xpert_studio.report.part_names import dimension_name, part_name

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "rubric")
app.command("revisions")(revisions.revisions)
app.command("diff")(revisions.diff)
desk_command(app, "suggest")(rubric_suggest.suggest)


@app.command("show")
@reading
def show(
    tx: Transaction,
    output: Output,
    task_id: TaskArgument,
    revision: Annotated[int | None, Asks("A frozen revision instead.")] = None,
) -> None:
    """Show a rubric with the balance of its points.

    Example: xpert-studio rubric show law.xpert a-lease-7k2m
    """
    tasks.get_task(tx, task_id)
    rubric = tasks.rubric_of(tx, task_id)
    if revision is not None:
        rubric = revision_lines(tx, task_id, revision)
    output.data(
        {
            "task": task_id,
            "revision": revision,
            "lines": [
                {"number": place, **point.model_dump(mode="json")}
                for place, point in enumerate(placed(rubric), start=1)
            ],
            "balance": _balance(rubric),
        }
    )
    output.table(
        "",
        [
            Column("", number=True),
            Column("checkpoint"),
            Column("tier"),
            Column("points", number=True),
            Column("dimension"),
            Column("id"),
        ],
        [
            (
                place,
                _said(point),
                part_name("tier", point.tier.value) if point.tier else None,
                point.weight,
                dimension_name(point.dimension) or None,
                point.id,
            )
            for place, point in enumerate(rubric, start=1)
        ],
    )
    output.say(
        *(
            labelled(
                t("Points by {name}", name=t(name)),
                listed(f"{part_name(name, k)} {v:g}" for k, v in parts.items()) or t("none"),
            )
            for name, parts in _balance(rubric).items()
        )
    )


def _said(point: Checkpoint) -> str:
    """The text of a line with how it is answered."""
    badge = badge_of(point)
    head = point.text + (f"  [{badge}]" if badge else "")
    head += "  " + t("[turn {turn}]", turn=point.turn) if point.turn else ""
    head += t("  [proposed, untouched]") if point.drafted_by else ""
    return "\n".join([head, *(f"  {part.words()}" for part in parts_of(point))])


def _balance(rubric: tuple[Checkpoint, ...]) -> dict[str, dict[str, float]]:
    balance: dict[str, dict[str, float]] = {"tier": {}, "dimension": {}}
    for point in rubric:
        tier = point.tier.value if point.tier else None
        for name, value in (("tier", tier), ("dimension", point.dimension)):
            key = value or "none"
            balance[name][key] = balance[name].get(key, 0) + point.weight
    return balance


@desk_command(app, "submit")
def submit(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    reason: Annotated[
        str,
        Asks(
            "Why the number of checkpoints is outside the recommended range; the reviewers see it.",
            form="TEXT",
        ),
    ] = "",
    dry_run: Annotated[bool, Asks("Say what is left of it, and do nothing.")] = False,
) -> None:
    """Freeze your rubric as a revision and send it to review.

    Example: xpert-studio rubric submit law.xpert T --as wei --reason "One narrow question"
    """
    found = before_review(ctx, task_id)
    if dry_run:
        output.data(
            {
                "checkpoints": found.checkpoints,
                "untouched": [number for number, _ in found.untouched],
                "findings": [item.message for item in found.findings],
                "reviewers": [person.id for person in found.reviewers],
                "missing": list(found.missing),
                "reason_for": found.reason_for,
            }
        )
        output.say(
            *(*found.missing, *filter(None, [found.reason_for])),
            *(
                t(
                    "Checkpoint {number} is as it was drafted: {text}",
                    number=number,
                    text=point.text,
                )
                for number, point in found.untouched
            ),
            *(item.message for item in found.findings),
        )
    else:
        say_change(output, submit_rubric(ctx, task_id, reason=reason))
    if found.untouched:
        output.say(
            tn(
                "{untouched} of {n} checkpoint is as it was drafted.",
                "{untouched} of {n} checkpoints are as they were drafted.",
                found.checkpoints,
                untouched=len(found.untouched),
            )
        )
    output.say(
        t(
            "Open findings: {findings}; who can review it: {persons}.",
            findings=len(found.findings),
            persons=listed(person.id for person in found.reviewers) or t("nobody"),
        )
    )


@desk_command(app, "import")
def import_(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    table: Annotated[
        Path,
        typer.Argument(
            help="A rubric as .xlsx, .xls, .ods, .csv, .docx, .html, .md, .json, .jsonl or .yaml."
        ),
    ],
    typed: SheetReading,
    preview: Annotated[bool, Asks("Show what it would become, and do nothing.")] = False,
    mapped: Annotated[
        str,
        Asks(
            'What the columns are: "Requirement=C,Points=D,Level=E:H"; or the name of a '
            "mapping that was kept.",
            name="map",
            form="ROLE=COLUMN,...",
        ),
    ] = "",
    keep: Annotated[
        str,
        Asks("Keep the mapping for tables with the same headings.", name="keep_map", form="NAME"),
    ] = "",
    as_sections: Annotated[
        bool,
        Asks("Several tables are sections of this task's rubric."),
    ] = False,
    as_tasks: Annotated[
        bool,
        Asks("Several tables are rubrics: each goes to the task of its name, else a new one."),
    ] = False,
    tag: Annotated[
        Sequence[str] | None,
        Asks('Map an unknown tag: "Depth=Depth of Analysis"; may be repeated.'),
    ] = None,
    replace: Annotated[bool, Asks("Checkpoints that are not in the table are removed.")] = False,
) -> None:
    """Take a rubric in from a table of any kind: all of it or nothing.

    Example: xpert-studio rubric import law.xpert T rubric.xlsx --as wei --tag "Depth=Depth of ..."
    """
    if as_sections and as_tasks:
        raise UsageError(
            "Tables are sections of one rubric, or rubrics of several tasks, not both.",
            remedy="Leave out --as-sections or --as-tasks.",
        )
    reading = dataclasses.replace(
        typed,
        parts=SECTIONS if as_sections else TASKS if as_tasks else "",
        tags=pairs_of(tag, "TAG=DIMENSION"),
        mapped=read_map(kept_map(mapped)) if mapped else None,
    )
    if preview:
        found = preview_rubric(ctx.project, task_id, table, reading)
        output.data(found.as_data())
        output.say(*preview_lines(found, most=len(found.rows)), *found.notes)
        return
    if keep:
        found = preview_rubric(ctx.project, task_id, table, reading)
        keep_map(keep, kept_map(mapped) if mapped else found.map_text, found.signature)
    change, notes = import_rubric(ctx, task_id, table, reading=reading, replace=replace)
    output.note(*notes)
    say_change(
        output,
        change,
        t(
            "Checkpoints: {added} added, {changed} changed, {unchanged} as they were, {removed} "
            "removed.",
            **{name: change.details[name] for name in ("added", "changed", "unchanged", "removed")},
        ),
        notes=list(notes),
    )


@app.command("export")
def export(
    project: ProjectArgument,
    target: Annotated[Path, typer.Argument(help="The .xlsx or .csv to write.")],
    output: Output,
    task_ids: Annotated[
        list[str] | None, typer.Argument(help="Tasks. Default: all.", metavar="TASK...")
    ] = None,
    replace: Annotated[bool, Asks("Replace a file there.")] = False,
    person: AsOption = "",  # noqa: ARG001 - every command of a project takes it,
) -> None:
    """Write rubrics as a spreadsheet with drop-downs, that comes back unchanged.

    Example: xpert-studio rubric export law.xpert rubric.xlsx T
    """
    with open_project(project, output, read_only=True) as opened:
        count = export_rubrics(opened, target, task_ids or (), replace=replace)
    output.data({"file": str(target), "lines": count})
    output.say(
        t(
            "Wrote {checkpoints} to {target}.",
            checkpoints=tn("{n} checkpoint", "{n} checkpoints", count),
            target=target,
        )
    )
