"""``xpert-studio attack``: what responses without any knowledge score."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, open_project, several
from xpert_studio.cli.output import Column, Exit, JsonOption, Output
from xpert_studio.report.attack_results import AttackRow, AttackScore, attack_rows, attack_scores
from xpert_studio.report.sections.hardness import about, attack_table
from xpert_studio.wording import t


def attack(
    project: ProjectArgument,
    tasks: Annotated[
        list[str] | None,
        typer.Option("--tasks", help="Only these tasks; may be repeated or comma-separated."),
    ] = None,
    person: AsOption = "",  # noqa: ARG001 - every command of a project takes it
    as_json: JsonOption = False,
) -> None:
    """Attack the benchmark with responses that know nothing, and say what they score.

    The exit code is 1 where one meets a checkpoint.

    Example: xpert-studio attack clinic.xpert
    """
    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened, opened.reading() as tx:
        rows = attack_rows(tx, several(tasks) or None)
    scores = attack_scores(rows)
    found = [row for row in rows if row.met]
    output.data(
        {
            "attacks": [_score_data(item) for item in scores],
            "findings": [_row_data(row) for row in found],
        }
    )
    if not rows:
        output.say("No checkpoint is decided by program, so attacks are judged by none.")
        return
    output.say(about())
    output.block(attack_table(scores))
    _say_findings(output, found)
    if found:
        raise typer.Exit(Exit.PROBLEMS)


def _say_findings(output: Output, found: list[AttackRow]) -> None:
    if found:
        output.table(
            t("Checkpoints that an attack meets"),
            [Column("Task"), Column("Attack"), Column("Checkpoints")],
            [(row.task.name, t(row.attack.title), ", ".join(row.met)) for row in found],
        )


def _score_data(item: AttackScore) -> dict[str, Any]:
    return {
        "attack": item.attack.id,
        "judge": item.judge_id,
        **item.score.named("score"),
        "tasks": item.score.tasks,
        "met": item.met,
        "decided": item.decided,
        "checkpoints": item.expected,
    }


def _row_data(row: AttackRow) -> dict[str, Any]:
    return {
        "task": row.task.id,
        "attack": row.attack.id,
        "judge": row.judge_id,
        "score": row.score,
        "met": list(row.met),
        "decided": row.decided,
        "checkpoints": row.expected,
    }
