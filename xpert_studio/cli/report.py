"""``xpert-studio report``: everything a lead would send to a client, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.arguments import ProjectArgument, now, open_project
from xpert_studio.cli.output import JsonOption, Output


def report(
    project: ProjectArgument,
    target: Annotated[Path, typer.Argument(help="The file to write: .html, .pdf or .xlsx.")],
    judge: Annotated[
        list[str] | None, typer.Option(help="Only these judges; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the resampling behind the intervals.")] = 0,
    replace: Annotated[bool, typer.Option("--replace", help="Replace what is there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write a report: one self-contained HTML file, or the same as PDF or Excel workbook.

    Example: xpert-studio report clinic.xpert clinic.html
    """
    from xpert_studio.report import analyse, report_page, write_report

    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened:
        analysis = analyse(opened, judge_ids=judge or None, seed=seed)
        page = report_page(opened, analysis, now=now())
    warnings = write_report(page, target, replace=replace)
    for warning in warnings:
        output.note(warning)
    output.data(
        {
            "report": str(target.absolute()),
            "judges": list(analysis.judges),
            "warnings": list(warnings),
        }
    )
    output.say(f"Wrote {target}.")
