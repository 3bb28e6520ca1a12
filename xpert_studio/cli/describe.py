"""``xpert-studio describe``: what the project says of itself to those who get its data."""

from __future__ import annotations

from typing import Annotated

import typer

from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    at_desk,
    given,
    open_project,
    say_change,
    text_of,
)
from xpert_studio.cli.output import Column, JsonOption, Output
from xpert_studio.workflow import describe_project


def describe(
    project: ProjectArgument,
    name: Annotated[str | None, typer.Option(help="What the project is called.")] = None,
    licence: Annotated[
        str | None,
        typer.Option(help="Of its bundles, best an SPDX name such as CC-BY-4.0; '' for none."),
    ] = None,
    citation: Annotated[
        str | None,
        typer.Option(help="How to cite it, as text or BibTeX, or @FILE; '' for none."),
    ] = None,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Say what a project is called, its licence and how to cite it; with no option, show them.

    Example: xpert-studio describe law.xpert --licence CC-BY-4.0 --as lena
    """
    output = Output(as_json=as_json)
    fields = given({"name": name, "licence": licence, "citation": citation})
    if not fields:
        with open_project(project, output, read_only=True) as opened:
            info = opened.info()
        facts = {key: getattr(info, key) for key in ("name", "licence", "citation", "canary")}
        output.data(facts)
        output.table("", [Column(""), Column("")], list(facts.items()))
        return
    if citation is not None:
        fields["citation"] = text_of(citation)
    with at_desk(project, person, output) as desk:
        say_change(output, describe_project(desk, **fields), f"Said: {', '.join(fields)}.")
