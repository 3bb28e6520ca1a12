"""``xpert-studio lint``: what makes a rubric hard to judge, and how to fix it."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from xpert_studio.cli.acting import (
    AsOption,
    LineArgument,
    ProjectArgument,
    TaskArgument,
    desk_command,
    line_id,
    now,
    open_project,
    rubric_at,
    say_change,
)
from xpert_studio.cli.commands import add_commands
from xpert_studio.cli.output import Column, Exit, Output, money
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.fields import Asks
from xpert_studio.core.judge.asked_models import ModelTerms
from xpert_studio.core.lint import Finding, FixKind, rules_in_order
from xpert_studio.core.lint.words import message
from xpert_studio.core.messages import Message
from xpert_studio.core.store import tasks
from xpert_studio.core.wording import in_a_row, labelled, spoken, t, tn
from xpert_studio.core.workflow import (
    CommandContext,
    Linted,
    edit_checkpoint,
    lint_all,
    lint_task,
    split_checkpoint,
)
from xpert_studio.core.workflow.command_context import acting_lead

if TYPE_CHECKING:
    from xpert_studio.core.generation.asking import ModelChoice

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "lint")


@app.command("check")
def check(
    project: ProjectArgument,
    output: Output,
    task_ids: Annotated[
        list[str] | None,
        typer.Argument(help="Tasks. Default: all with a rubric.", metavar="TASK..."),
    ] = None,
    *,
    terms: ModelTerms,
    dismissed: Annotated[bool, Asks("Show dismissed ones too.")] = False,
    model: Annotated[str, Asks("Ask a model for a second look too: PROVIDER:MODEL.")] = "",
    person: AsOption = "",
) -> None:
    """Check rubrics; the exit code is 1 where something is found.

    Example: xpert-studio lint check law.xpert a-lease-7k2m
    """
    results: list[dict[str, Any]] = []
    with open_project(project, output, read_only=True) as opened:
        ctx = CommandContext(opened, "", now)
        if model:  # it spends money
            with opened.reading() as tx:
                acting_lead(tx, person.strip())
        language = "en" if output.as_json else spoken()
        for task_id, linted in lint_all(ctx, task_ids or (), language=language):
            results.append(_tell(task_id, linted, output, dismissed=dismissed))
            if model:
                from xpert_studio.core.generation.asking import ModelChoice

                choice = ModelChoice.named(model, terms)
                results[-1] |= _look(ctx, task_id, choice, output)
    output.data(results)
    count = sum(len(result["findings"]) for result in results)
    rubrics = tn("{n} rubric", "{n} rubrics", len(results))
    if count:
        found = tn("{n} finding", "{n} findings", count)
        output.say(t("{findings} in {rubrics}.", findings=found, rubrics=rubrics))
        raise typer.Exit(Exit.PROBLEMS)
    output.say(t("Nothing was found in {rubrics}.", rubrics=rubrics))


def _tell(task_id: str, linted: Linted, output: Output, *, dismissed: bool) -> dict[str, Any]:
    if linted.findings:
        output.say(f"\n{task_id}")
    for finding in linted.findings:
        _say(output, linted, finding)
    if dismissed:
        for finding, left in linted.dismissed:
            place = _place(linted, finding)
            output.say(
                t(
                    "{place}{rule}: dismissed by {by}: {reason}",
                    place=place,
                    rule=finding.rule,
                    by=left.by,
                    reason=left.reason,
                )
            )
    return {
        "task": task_id,
        "findings": [_data(linted, item) for item in linted.findings],
        "dismissed": [
            {**_data(linted, item), "by": left.by, "reason": left.reason}
            for item, left in linted.dismissed
        ],
    }


def _look(ctx: CommandContext, task_id: str, choice: ModelChoice, output: Output) -> dict[str, Any]:
    from xpert_studio.core.generation.llm_review import second_look

    with ctx.project.reading() as tx:
        task = tasks.get_task(tx, task_id)
        rubric = tasks.rubric_of(tx, task_id)
    looked = asyncio.run(second_look(task, rubric, choice))
    linted = Linted(rubric, looked.findings, ())
    for finding in looked.findings:
        _say(output, linted, finding)
    if looked.unusable:
        output.note(
            t(
                "{unusable} of its findings named no checkpoint and were dropped.",
                unusable=looked.unusable,
            )
        )
    output.say(
        t(
            "{choice}: {findings} findings, {money}.",
            choice=choice.name,
            findings=len(looked.findings),
            money=money(looked.cost),
        )
    )
    return {
        "model": choice.name,
        "model_findings": [_data(linted, item) for item in looked.findings],
        "cost": looked.cost,
    }


def _place(linted: Linted, finding: Finding) -> str:
    ids = [point.id for point in linted.rubric]
    return (
        "     " if finding.checkpoint_id is None else f"{ids.index(finding.checkpoint_id) + 1:>3}  "
    )


def _say(output: Output, linted: Linted, finding: Finding) -> None:
    said = in_a_row((finding.message, finding.remedy))
    output.say(f"{_place(linted, finding)}{labelled(finding.rule, said)}")
    if finding.fix is not None:
        output.say(*(f"       → {part}" for part in finding.fix.parts))


def _data(linted: Linted, finding: Finding) -> dict[str, Any]:
    ids = [point.id for point in linted.rubric]
    return {
        "rule": finding.rule,
        "level": finding.level.value,
        "line": ids.index(finding.checkpoint_id) + 1 if finding.checkpoint_id else None,
        "checkpoint": finding.checkpoint_id,
        "start": finding.start,
        "end": finding.end,
        "message": finding.message,
        "remedy": finding.remedy,
        "fix": (
            {"kind": finding.fix.kind.value, "parts": list(finding.fix.parts)}
            if finding.fix
            else None
        ),
        "related": list(finding.related),
    }


@desk_command(app, "fix")
def fix(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    line: LineArgument,
    rule: Annotated[str, Asks("The finding's rule; the first with a fix.")] = "",
) -> None:
    """Do what a finding proposes: split the checkpoint, or replace its text.

    Example: xpert-studio lint fix law.xpert T 3 --as wei
    """
    id_ = line_id(rubric_at(ctx, task_id), line)
    fixes = [
        finding.fix
        for finding in lint_task(ctx, task_id).findings
        if finding.checkpoint_id == id_ and finding.fix and rule in {"", finding.rule}
    ]
    if not fixes:
        raise NotFoundError(
            Message("No finding on checkpoint {line} proposes a fix.", line=line),
            remedy="'xpert-studio lint check' lists findings.",
        )
    if fixes[0].kind is FixKind.SPLIT:
        change = split_checkpoint(ctx, task_id, id_, fixes[0].parts)
    else:
        change = edit_checkpoint(ctx, task_id, id_, text=fixes[0].parts[0])
    say_change(
        output, change, t("Checkpoint {line} is now:", line=line), parts=list(fixes[0].parts)
    )
    output.say(*(f"  {part}" for part in fixes[0].parts))


_HOLE: Final = re.compile(r"\$(\w+)")


@app.command("rules")
def rules(output: Output) -> None:
    """List the rules with what they say.

    Example: xpert-studio lint rules
    """
    language = "en" if output.as_json else spoken()
    rows = [
        {"rule": rule.id}
        | {part: _HOLE.sub(r"<\1>", text) for part, text in message(language, rule.id).items()}
        for rule in rules_in_order()
    ]
    output.data(rows)
    output.table(
        "",
        [Column("rule"), Column("says"), Column("remedy")],
        [(row["rule"], row["message"], row["remedy"]) for row in rows],
    )
