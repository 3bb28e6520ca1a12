"""``xpert-studio report``: everything a lead would send to a client, in one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.acting import LeadOption, ProjectArgument, now, open_project
from xpert_studio.cli.output import JsonOption, Output
from xpert_studio.core.exchange.reports import fingerprint
from xpert_studio.core.exchange.scope import Scope, scope_in_words, wanted_tasks
from xpert_studio.core.fields import Asks
from xpert_studio.core.store import verify
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import (
    CommandContext,
    Publication,
    check_publisher,
    note_publication,
)
from xpert_studio.core.workflow.panels import PanelChoice
from xpert_studio.report import analyse
from xpert_studio.report.page import report_page
from xpert_studio.report.writing import need_report_target, write_report


def report(
    project: ProjectArgument,
    target: Annotated[Path, typer.Argument(help="The file to write: .html, .pdf or .xlsx.")],
    together: PanelChoice,
    scope: Scope,
    judge: Annotated[Sequence[str], Asks("Only these judges; may be repeated.")] = (),
    replace: Annotated[bool, Asks("Replace what is there.")] = False,
    person: LeadOption = "",
    as_json: JsonOption = False,
) -> None:
    """Write a report: one self-contained HTML file, or the same as PDF or Excel workbook.

    Example: xpert-studio report clinic.xpert clinic.pdf --subset gold
    """
    output, who = Output(as_json=as_json), person.strip()
    made = together.of(judge)
    with open_project(project, output, read_only=not who) as opened:
        check_publisher(opened, who)
        need_report_target(target, replace=replace)
        with opened.reading() as tx:
            verify(tx)
            wanted, about = wanted_tasks(tx, scope), scope_in_words(tx, scope)
        analysis = analyse(opened, judge_ids=judge or None, panel=made, task_ids=wanted)
        warnings = write_report(
            report_page(opened, analysis, now=now(), scope=about), target, replace=replace
        )
        content_hash = fingerprint(target)
        if who and not opened.read_only:
            written = Publication("report", str(target.absolute()), content_hash, scope=about)
            note_publication(CommandContext(opened, who, now), written)
    output.note(*warnings)
    output.data(
        {
            "report": str(target.absolute()),
            "judges": list(analysis.judges),
            "scope": about,
            "content_hash": content_hash,
            "warnings": list(warnings),
        }
    )
    output.say(t("Wrote {target}.", target=target))
