"""``xpert-studio media``: pictures of attached files, for judges and for people."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, leading, now, reading
from xpert_studio.cli.output import Exit, Output
from xpert_studio.core.fields import Asks
from xpert_studio.core.judge.attached import gap_texts
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import KeptRendering
from xpert_studio.core.store import Transaction, tasks
from xpert_studio.core.wording import tn
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.blinding import response_for
from xpert_studio.core.workflow.media import attached_to, gaps_of, render_files, unrendered
from xpert_studio.core.workflow.views.media import RenderedFile, rendered_files

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

_OfTask = Annotated[
    list[str] | None, Asks("Of this task and the responses to it; may be repeated.", name="task")
]
_OfResponse = Annotated[
    list[str] | None, Asks("Of this response only; may be repeated.", name="response")
]


@app.callback()
def main() -> None:
    """Pictures of attached files: pages of documents, web pages on the screen."""


@app.command("render")
def render(
    project: ProjectArgument,
    output: Output,
    task: _OfTask = None,
    response: _OfResponse = None,
    again: Annotated[bool, Asks("Also files of which pictures are kept already.")] = False,
    person: AsOption = "",
) -> None:
    """Make the pictures of attached files that are missing, and keep them in the project.

    Runs make what they need by themselves. Judges that take images and experts see the same.

    Example: xpert-studio media render law.xpert --task a-lease-7k2m
    """
    with leading(project, person, output) as opened:
        ctx = CommandContext(opened, person.strip(), now)
        with opened.reading() as tx:
            ids = _named(tx, person, task, response)
            wanted = unrendered(tx, attached_to(tx, **ids), again=again)
        with output.progress("Making pictures of files") as tell:
            done = count()
            made = render_files(ctx, wanted, on_file=lambda _: tell(next(done), len(wanted)))
        with opened.reading() as tx:
            left = [file for file in rendered_files(tx, person.strip(), **ids) if file.missing]
    failed = [one for one in made if one.failure]
    output.data(
        {
            "rendered": [_plain(one) for one in made],
            "missing": sorted({str(one.missing) for one in left}),
        }
    )
    output.say(
        tn("Made pictures of {n} file.", "Made pictures of {n} files.", len(made) - len(failed))
    )
    for one in failed:
        output.note(Message("{file}…: {why}", file=one.sha256[:12], why=_failure(one)))
    for why in dict.fromkeys(one.missing for one in left if one.missing):
        output.note(why)
    if failed:
        raise typer.Exit(Exit.PARTLY)


@app.command("list")
@reading
def list_media(
    tx: Transaction,
    output: Output,
    task: _OfTask = None,
    response: _OfResponse = None,
    person: AsOption = "",
) -> None:
    """List the files that pictures can be made of: the pictures there are, gaps, and failures.

    Example: xpert-studio media list law.xpert --as lena
    """
    ids = _named(tx, person, task, response)
    rows = [_row(file) for file in rendered_files(tx, person.strip(), **ids)]
    output.data(rows)
    output.records(
        "", ("task", "response", "file", "pictures", "pages", "problem"), rows, number="pictures"
    )


def _named(
    tx: Transaction, person: str, task: Sequence[str] | None, response: Sequence[str] | None
) -> dict[str, Any]:
    """The tasks and responses that were named, by id.

    Raises:
        NotFoundError: One is not there.
    """
    task_ids = [tasks.get_task(tx, one).id for one in task or ()]
    named = [response_for(tx, person.strip(), one) for one in response or ()]
    return {"task_ids": task_ids, "response_ids": named or None}


def _failure(kept_rendering: KeptRendering) -> str:
    return kept_rendering.failure.message if kept_rendering.failure else Message("")


def _row(rendered_file: RenderedFile) -> dict[str, Any]:
    kept = rendered_file.kept
    why = _failure(kept) if kept else rendered_file.missing or Message("no pictures were made yet")
    gaps = gap_texts(gaps_of(kept)) if kept else []
    return {
        "task": rendered_file.task_id,
        "response": rendered_file.response,
        "file": rendered_file.item.path.rpartition("/")[2],
        "media_type": rendered_file.item.media_type,
        "sha256": rendered_file.item.sha256,
        "pictures": len(kept.pictures) if kept else 0,
        "pages": kept.pages if kept else None,
        "problem": why or joined(gaps, most=3),
    } | ({"rendering": _plain(kept)} if kept else {})


def _plain(kept_rendering: KeptRendering) -> dict[str, Any]:
    return {
        "sha256": kept_rendering.sha256,
        "renderer": kept_rendering.renderer,
        "version": kept_rendering.version,
        "pictures": [
            {"sha256": picture.sha256, "label": str(picture.label.message)}
            for picture in kept_rendering.pictures
        ],
        "gaps": [
            {"where": str(gap.where), "what": gap.what.value} for gap in gaps_of(kept_rendering)
        ],
        "failure": str(kept_rendering.failure.message) if kept_rendering.failure else None,
        "facts": kept_rendering.facts,
    }
