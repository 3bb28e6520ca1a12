"""``xpert-studio documents``: what experts and judges are shown of an attached file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.output import Exit, Output
from xpert_studio.core.documents import file_content, media_type_of, read_document
from xpert_studio.core.judge.attached import gap_texts
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.wording import t

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def main() -> None:
    """Attached files: what of them experts and judges are shown."""


@app.command("show")
def show(
    file: Annotated[Path, typer.Argument(help="A document, text or image.")],
    output: Output,
) -> None:
    """Print a file's text as judges get it, and what of the file is not in that text.

    Example: xpert-studio documents show lease.docx
    """
    data = file_content(file)
    found = read_document(data, media_type_of(data, file.name) or "application/octet-stream")
    output.data(
        {
            "text": found.text,
            "gaps": [{"where": str(gap.where), "what": gap.what.value} for gap in found.gaps],
        }
    )
    output.say(found.text)
    if found.is_picture:
        output.say("An image: judges that take images are shown it.")
    if found.gaps:
        output.say("", t("Not in the text:"))
        output.say(*(Message("- {gap}", gap=gap) for gap in gap_texts(found.gaps)))
    if not found.text and not found.is_picture:
        why = joined(gap_texts(found.gaps))
        output.note(Message("{file} cannot be shown: {why}.", file=file.name, why=why))
        raise typer.Exit(Exit.REFUSED)
