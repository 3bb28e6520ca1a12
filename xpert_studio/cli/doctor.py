"""``xpert-studio doctor``: what the program needs of this computer, and how to get it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from xpert_studio.cli.output import Column, Exit, Output
from xpert_studio.core.atomic_files import write_whole
from xpert_studio.core.doctor.probe import ProbeFinding
from xpert_studio.core.doctor.problem_report import problem_report
from xpert_studio.core.doctor.registry import findings
from xpert_studio.core.fields import Asks
from xpert_studio.core.wording import in_a_row, labelled, mark, t, tn, translated

_COLUMNS = (
    Column(mark("what")),
    Column(mark("for")),
    Column(""),
    Column(mark("state")),
    Column(""),
)


def doctor(
    output: Output,
    report: Annotated[
        Path | None,
        Asks("Write a problem report here: no names, paths, keys or content."),
    ] = None,
) -> None:
    """Check what the program needs of this computer, and say how to get what is missing.

    Exits with 1 where something needed is missing; what is optional may be missing.

    Example: xpert-studio doctor --report problem.txt
    """
    found = findings()
    if report is not None:
        write_whole(report, problem_report())
    output.data(
        {
            "findings": [_plain(one) for one in found],
            "report": str(report.absolute()) if report else None,
        }
    )
    output.table("", _COLUMNS, [_row(one) for one in found])
    for one in found:
        if one.is_missing:
            output.say("", *_help(one))
    faults = [one for one in found if one.is_fault]
    output.say(
        "",
        tn(
            "{n} thing that is needed is missing.",
            "{n} things that are needed are missing.",
            len(faults),
        )
        if faults
        else t("All that is needed is there."),
    )
    if report is not None:
        output.say(t("Wrote {path}.", path=report))
    if faults:
        raise typer.Exit(Exit.PROBLEMS)


def _row(finding: ProbeFinding) -> tuple[str, ...]:
    probe, found = finding.probe, finding.found
    said = (probe.title, probe.use, probe.need.value, found.state.value)
    return (*(t(text) for text in said), translated(found.detail) or found.fact)


def _help(finding: ProbeFinding) -> list[str]:
    """What is missing, what works without it, and how to get it."""
    told = (translated(finding.found.detail), t(finding.probe.without))
    what = in_a_row(part for part in told if part)
    return [
        labelled(t(finding.probe.title), what),
        *([finding.remedy] if finding.remedy else []),
    ]


def _plain(finding: ProbeFinding) -> dict[str, str]:
    return {
        "name": finding.probe.id,
        "for": finding.probe.use,
        "need": finding.probe.need.value,
        "state": finding.found.state.value,
        "fact": finding.found.fact,
        "detail": finding.found.detail,
        "without": finding.probe.without,
        "remedy": finding.remedy,
    }
