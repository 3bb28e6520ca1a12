"""``xpert-studio sections``: what can be said of a project, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import AsOption, open_project
from xpert_studio.cli.leaderboard import OnlyOption, scope_of
from xpert_studio.cli.output import Column, Output
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.packs import in_order
from xpert_studio.core.wording import in_a_row, listed, t
from xpert_studio.core.workflow import need_alignment
from xpert_studio.core.workflow.unblinding import need_results
from xpert_studio.report.blocks import Action, SectionBlocks, Text
from xpert_studio.report.section import REPORT, Section, View
from xpert_studio.report.sections.registry import SECTIONS
from xpert_studio.report.shown_blocks import shortened


def sections(
    output: Output,
    project: Annotated[Path | None, typer.Argument(help="The project file.")] = None,
    section: Annotated[
        str, typer.Argument(help="The id of a section; all are listed without.")
    ] = "",
    judge: Annotated[str, Asks("By this judge, or 'experts'; the first if omitted.")] = "",
    only: OnlyOption = "",
    ask: Annotated[
        Sequence[str],
        Asks(
            "What the section is asked for besides, such as system=aurora-2; may be repeated.",
            form="NAME=VALUE",
        ),
    ] = (),
    full: Annotated[bool, Asks("All of it, not its short form.")] = False,
    person: AsOption = "",
) -> None:
    """List the sections of reports and boards, or show one of them for a project.

    Example: xpert-studio sections clinic.xpert corpus
    """
    found = in_order(SECTIONS)
    if project is None or not section:
        _list(output, list(found.values()))
        return
    if section not in found:
        raise NotFoundError(
            Message("There is no section {section}.", section=section),
            remedy=Message("There are: {known}.", known=joined(found)),
        )
    with open_project(project, output, read_only=True) as opened:
        with opened.reading() as tx:
            need_results(tx, person.strip())
            names_systems = not need_alignment(tx, person.strip()).tasks
        view = replace(View.on(opened, person.strip()), names_systems=names_systems)
        if judge or only:
            rater_id = view.results.rater(judge).id
            view = view.by(rater_id, scope_of(view.results, only))
        view = view.asking(**_asked(found[section], ask))
        if output.as_json:
            output.data(found[section].data(view))
            return
        made = found[section].blocks(view)
        if made is None:
            output.section(_instead(found[section]), project, full=False)
            return
        output.section(made, project, full=full or not shortened(made.blocks))


def _instead(section: Section[Any]) -> SectionBlocks:
    """What is said where there is nothing to say: what it is asked for, and what makes it."""
    said = section.nothing
    if section.asks:
        asks = listed(f"--ask {name}=…" for name in section.asks)
        said = in_a_row((said, t("It is asked for with {options}.", options=asks)))
    made = [Action(t("What it needs"), section.makes)] if section.makes else []
    return SectionBlocks(section.id, t(section.title), (Text(said, said), *made))


def _asked(section: Section[Any], ask: Iterable[str]) -> dict[str, str]:
    """What a section is asked for, by name.

    Raises:
        typer.BadParameter: It cannot be asked for that.
    """
    asked = {name.strip(): value.strip() for name, _, value in (one.partition("=") for one in ask)}
    if wrong := [name for name in asked if name not in section.asks]:
        known = joined(f"{name}=…" for name in section.asks) if section.asks else Message("nothing")
        raise typer.BadParameter(
            Message(
                "{section} is asked for {known}, not for {wrong}",
                section=section.id,
                known=known,
                wrong=joined(wrong),
            ),
            param_hint="--ask",
        )
    return asked


def _list(output: Output, found: list[Section[Any]]) -> None:
    rows = [
        {
            "id": one.id,
            "title": t(one.title),
            "question": t(one.question),
            "in_reports": REPORT in one.places,
        }
        for one in found
    ]
    output.data(rows)
    output.table(
        "",
        [Column("id"), Column("section"), Column("what it answers")],
        [(row["id"], row["title"], row["question"]) for row in rows],
    )
