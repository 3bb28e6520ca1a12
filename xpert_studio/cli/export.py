"""``xpert-studio export``: a bundle or a table leaves the house."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.arguments import ProjectArgument, now, open_project
from xpert_studio.cli.output import JsonOption, Output, counts

_TABLES = {".csv", ".xlsx"}


def export(
    project: ProjectArgument,
    target: Annotated[
        Path,
        typer.Argument(help="A folder or .zip for a bundle; .csv or .xlsx for the long table."),
    ],
    public: Annotated[
        bool, typer.Option("--public", help="Without people, names and private notes.")
    ] = False,
    hold_out: Annotated[
        list[str] | None,
        typer.Option(help="Held-out tasks of a public bundle; may be repeated or comma-separated."),
    ] = None,
    without_reference_answers: Annotated[
        bool, typer.Option("--without-reference-answers", help="Of the held-out tasks.")
    ] = False,
    without_rubrics: Annotated[
        bool, typer.Option("--without-rubrics", help="Of the held-out tasks.")
    ] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Replace what is there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the project as a bundle, or its judgments and verdicts as a table.

    Example: xpert-studio export clinic.xpert clinic-public.zip --public
    """
    from xpert_studio.exchange import export_bundle, export_table
    from xpert_studio.records import Visibility

    output = Output(as_json=as_json)
    # A first public bundle makes the secret of the pseudonyms, which the project keeps.
    with open_project(project, output, read_only=not public) as opened:
        if target.suffix.lower() in _TABLES:
            report = export_table(opened, target, replace=replace)
        else:
            report = export_bundle(
                opened,
                target,
                visibility=Visibility.PUBLIC if public else Visibility.PRIVATE,
                now=now(),
                held_out=_split(hold_out),
                without_reference_answers=without_reference_answers,
                without_rubrics=without_rubrics,
                replace=replace,
            )
    for warning in report.warnings:
        output.note(warning)
    output.data(report.to_dict())
    output.say(f"Wrote {target}: {counts(report.rows)}.")


def _split(values: list[str] | None) -> frozenset[str]:
    parts = (part.strip() for value in values or () for part in value.split(","))
    return frozenset(part for part in parts if part)
