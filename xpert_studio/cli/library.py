"""``xpert-studio library``: earlier projects whose checkpoints are suggested while one writes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import AsOption, now
from xpert_studio.cli.output import Column, Output
from xpert_studio.core.exchange.local_library import (
    LibrarySource,
    add_source,
    remove_source,
    sources,
)
from xpert_studio.core.wording import t, tn

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command("add")
def add(
    source: Annotated[
        Path, typer.Argument(help="A project file or a bundle (folder or .zip).", metavar="SOURCE")
    ],
    output: Output,
    person: AsOption = "",
) -> None:
    """Copy the checkpoints of an earlier project into the library on this computer.

    Example: xpert-studio library add leases-2025.xpert --as wei
    """
    made = add_source(source, person.strip(), now=now())
    output.data(_plain(made))
    output.say(
        tn(
            "{n} checkpoint of {project} is in the library.",
            "{n} checkpoints of {project} are in the library.",
            len(made.entries),
            project=made.project,
        )
    )


@app.command("list")
def list_sources(output: Output) -> None:
    """List the earlier projects in the library on this computer.

    Example: xpert-studio library list
    """
    found = sources()
    output.data([_plain(one) for one in found])
    if not found:
        output.say("The library has no earlier project. 'library add' adds one.")
        return
    output.table(
        "",
        [Column("project"), Column("checkpoints", number=True), Column("added"), Column("id")],
        [(one.project, len(one.entries), f"{one.added:%Y-%m-%d}", one.id) for one in found],
    )


@app.command("remove")
def remove(
    source: Annotated[
        str, typer.Argument(help="Its id, project or path, as listed.", metavar="SOURCE")
    ],
    output: Output,
) -> None:
    """Take an earlier project out of the library on this computer.

    Example: xpert-studio library remove "Leases 2025"
    """
    gone = remove_source(source)
    output.data(_plain(gone))
    output.say(t("{project} is no longer in the library.", project=gone.project))


def _plain(source: LibrarySource) -> dict[str, Any]:
    plain = source.model_dump(mode="json", exclude={"entries"})
    return plain | {"checkpoints": len(source.entries)}
