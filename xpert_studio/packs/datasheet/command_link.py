"""``xpert-studio judge link``: what changes when one judge takes the place of another?"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from xpert_studio.api.apart import Written
from xpert_studio.api.commands import (
    Asks,
    AsOption,
    JsonOption,
    Output,
    ProjectArgument,
    ProjectFile,
    UsageError,
    leading,
    now,
    open_project,
    t,
)
from xpert_studio.api.sections import View
from xpert_studio.core.store import judges
from xpert_studio.core.workflow import need_alignment
from xpert_studio.core.workflow.judge_names import judge_named
from xpert_studio.core.workflow.unblinding import need_results
from xpert_studio.packs.datasheet.keeping import keep
from xpert_studio.packs.datasheet.records import SUCCESSION, Succession
from xpert_studio.packs.datasheet.section_link import LINK


def link(
    project: ProjectArgument,
    old: Annotated[
        str, typer.Argument(help="The judge that is replaced: its id, or its beginning.")
    ],
    new: Annotated[str, typer.Argument(help="The judge that takes its place.")],
    note: Annotated[bool, Asks("Note the succession: reports then hold the comparison.")] = False,
    full: Annotated[bool, Asks("All figures and tests.")] = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Compare a judge with the one that takes its place, on the same gold.

    Says by how much scores by the new judge lie above those by the old on the same responses, with
    an interval by cluster, for each system where there is enough, and how each follows the experts.

    Example: xpert-studio judge link clinic.xpert openai:gpt-5-mini openai:gpt-6-mini --note
    """
    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened:
        pair = _named(opened, old, new)
        with opened.reading() as tx:
            need_results(tx, person.strip())
            names_systems = not need_alignment(tx, person.strip()).tasks
    if note:
        with leading(project, person, output) as opened:
            said = Succession(old=pair[0], new=pair[1], at=now())
            keep(opened, person.strip(), SUCCESSION, [Written(said)], now)
            output.say(t("Noted that {new} takes the place of {old}.", new=pair[1], old=pair[0]))
    with open_project(project, output, read_only=True) as opened:
        view = replace(View.on(opened, person.strip()), names_systems=names_systems)
        view = view.asking(link=pair)
        if as_json:
            output.data(LINK.data(view))
        else:
            output.section(LINK.blocks(view), project, full=full)


def _named(project: ProjectFile, old: str, new: str) -> tuple[str, str]:
    with project.reading() as tx:
        known = [judge.id for judge in judges.all_judges(tx)]
    first, second = judge_named(old, known), judge_named(new, known)
    if first == second:
        raise UsageError("A judge does not take its own place.", remedy="Name two judges.")
    return first, second
