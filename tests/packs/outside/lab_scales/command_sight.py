"""Commands of the lab for its records."""

from typing import Annotated

import typer

from lab_scales import changes as _changes  # noqa: F401 - of which a command is made
from lab_scales.sightings import Sighting
from xpert_studio.api.commands import (
    AsOption,
    JsonOption,
    Output,
    ProjectArgument,
    add_commands,
    at_desk,
    t,
)
from xpert_studio.api.records import (
    Written,
    put_records,
    remove_records,
    response_for,
    seen_records,
)

_PLACE = ("lab_scales", "sighting")
app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "sight")
ResponseArgument = Annotated[str, typer.Argument(help="The response.", metavar="RESPONSE")]


@app.command()
def add(
    project: ProjectArgument,
    response: ResponseArgument,
    text: Annotated[str, typer.Argument(help="What was seen.")],
    stars: Annotated[int, typer.Option(help="From 1 to 5.")] = 3,
    note: Annotated[str, typer.Option(help="For the lab only.")] = "",
    id_: Annotated[str, typer.Option("--id", help="In place of this one.")] = "",
    person: AsOption = "",
) -> None:
    """Write down what you saw in a response.

    Example: xpert-studio sight add law.xpert a:A "Names the moon." --as wei
    """
    with at_desk(project, person, Output(as_json=False)) as ctx:
        with ctx.project.reading() as tx:
            response_id = response_for(tx, ctx.person_id, response)
        seen = Sighting(text=text, stars=stars, seen_by=ctx.person_id, note=note)
        put_records(ctx, *_PLACE, [Written(seen, id=id_, response_id=response_id)])


@app.command("list")
def list_(project: ProjectArgument, person: AsOption = "", as_json: JsonOption = False) -> None:
    """List what was seen.

    Example: xpert-studio sight list law.xpert --as wei
    """
    output = Output(as_json=as_json)
    with at_desk(project, person, output, read_only=True) as ctx, ctx.project.reading() as tx:
        found = seen_records(tx, ctx.person_id, *_PLACE)
    output.data(
        [
            {"id": one.id, "response": one.response, "version": one.version, **one.content}
            for one in found
        ]
    )
    output.say(
        *(
            t("{response}: {text}", response=one.response, text=one.value.text)
            for one in found
            if one.value
        )
    )


@app.command()
def remove(
    project: ProjectArgument,
    id_: Annotated[str, typer.Argument(help="Which.", metavar="ID")],
    person: AsOption = "",
) -> None:
    """Take back what you saw.

    Example: xpert-studio sight remove law.xpert abc --as wei
    """
    with at_desk(project, person, Output(as_json=False)) as ctx:
        remove_records(ctx, *_PLACE, [id_])
