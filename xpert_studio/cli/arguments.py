"""Arguments that several commands share."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.output import Output
from xpert_studio.store import ProjectFile

ProjectArgument = Annotated[
    Path, typer.Argument(help="The project file (.xpert).", metavar="PROJECT", show_default=False)
]

_MOST_SEED = 2**63 - 1
"""What a project file can hold; numpy takes no negative seed."""

DrawSeed = Annotated[
    int, typer.Option(min=0, max=_MOST_SEED, help="Of the draw; written down with it.")
]


def now() -> datetime:
    """The time, in UTC: the one clock of the command line."""
    return datetime.now(UTC)


def open_project(path: Path, output: Output, *, read_only: bool = False) -> ProjectFile:
    """Opens a project and passes on what a person should know about how."""
    with output.progress("Updating the project file") as on_progress:
        project = ProjectFile.open(path, read_only=read_only, on_progress=on_progress)
    note_warnings(project, output)
    return project


def note_warnings(project: ProjectFile, output: Output) -> None:
    """Passes on what a person should know about how a project was opened or made."""
    for warning in project.warnings:
        output.note(warning)


def several(values: list[str] | None) -> frozenset[str]:
    """The values of an option that may be repeated or comma-separated."""
    parts = (part.strip() for value in values or () for part in value.split(","))
    return frozenset(part for part in parts if part)
