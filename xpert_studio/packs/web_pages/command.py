"""``xpert-studio page``: web pages as responses: the visual track, and the live page."""

from __future__ import annotations

from typing import Annotated

import typer

from xpert_studio.api.commands import (
    CommandContext,
    Message,
    NotFoundError,
    Output,
    desk_command,
    say_change,
    t,
)
from xpert_studio.cli.acting import ResponseArgument, named_response
from xpert_studio.core.documents.media_types import FOLDER, HTML
from xpert_studio.core.records import Response
from xpert_studio.core.store import responses
from xpert_studio.core.workflow.attaching import bytes_of
from xpert_studio.packs.web_pages.browser.site import Site
from xpert_studio.packs.web_pages.tracks import (
    add_track,
    add_visual_dimensions,
    commands_of_judging,
)

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@desk_command(app, "rubric")
def rubric(
    ctx: CommandContext,
    output: Output,
    task_id: Annotated[
        str, typer.Argument(help="The task; a lead names none first.", metavar="[TASK]")
    ] = "",
) -> None:
    """Add the published visual rubric to a rubric, as the second track of a web page.

    Four checkpoints from 0 to 100, with their caps: aesthetics 35, completeness 30, readability
    25, polish 10. Without a task, a lead adds their dimensions to the project.

    Example: xpert-studio page rubric shop.xpert landing-page --as wei
    """
    if not task_id:
        say_change(output, add_visual_dimensions(ctx))
        return
    say_change(output, add_track(ctx, task_id))
    output.note(t("Then, with a judge for each track:"), *commands_of_judging(ctx.project.path))


@desk_command(app, "open", read_only=True)
def open_(ctx: CommandContext, output: Output, response: ResponseArgument) -> None:
    """Open the page of a response in a browser that reaches neither network nor your files.

    Example: xpert-studio page open shop.xpert landing-page:B --as lena
    """
    from xpert_studio.packs.web_pages.opening import open_page

    with ctx.project.reading() as tx:
        found = responses.get_response(tx, named_response(ctx, response))
    site = _site_of(ctx, found)
    output.note(t("The command ends when you close the window."))
    open_page(site)
    output.data({"opened": True})


def _site_of(ctx: CommandContext, response: Response) -> Site:
    """The page that is attached to a response.

    Raises:
        NotFoundError: There is none.
    """
    from xpert_studio.packs.web_pages.opening import live_site
    from xpert_studio.packs.web_pages.rendering import FOLDERS, PAGE

    renderers = {HTML: PAGE, FOLDER: FOLDERS}
    for item in response.attachments:
        if renderer := renderers.get(item.media_type):
            site = live_site(renderer, bytes_of(ctx.project, item.sha256))
            if isinstance(site, Site):
                return site
    raise NotFoundError(
        Message("No web page is attached to this response."),
        remedy="Choose a response with an .html file, or a folder with index.html.",
    )
