"""``xpert-studio align``: how well do the judges follow the experts?"""

from __future__ import annotations

from typing import Annotated

import typer

from xpert_studio.cli.acting import VARIABLE, ProjectArgument, now, open_project
from xpert_studio.cli.alignment import named_duplicates, show, show_duplicates, studied
from xpert_studio.cli.output import Exit, JsonOption, Output
from xpert_studio.cli.score_display import say_uncertified
from xpert_studio.errors import NotAllowedError, XpertError
from xpert_studio.report import analyse
from xpert_studio.report.certificates import certify
from xpert_studio.report.sections.provenance import stale_limits, unseen_limits
from xpert_studio.store import ProjectFile
from xpert_studio.workflow import need_alignment, person_of
from xpert_studio.workflow.self_decided import self_decided

_GROUPINGS = ("tier", "dimension", "domain", "system", "expert")


def align(
    project: ProjectArgument,
    judge: Annotated[
        list[str] | None, typer.Option(help="Only these judges; may be repeated.")
    ] = None,
    by: Annotated[
        str | None, typer.Option(help="Also by tier, dimension, domain, system or expert.")
    ] = None,
    tolerance: Annotated[
        float, typer.Option(min=0, max=1, help="Score differences up to this are ties.")
    ] = 0.0,
    certify: Annotated[
        bool,
        typer.Option("--certify", help="Keep the figures with the hashes of all they rest on."),
    ] = False,
    person: Annotated[
        str, typer.Option("--as", envvar=VARIABLE, help="Who you are: your id in the project.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Measure how well judges follow the experts: CDR, κ, and the majority-class baseline.

    Anchored responses, their near-duplicates, and responses whose attachments the judge did not see
    are excluded; near-duplicates are listed. Certificates say whether earlier results are still
    current, and what changed since.

    Example: xpert-studio align clinic.xpert --by dimension
    """
    output = Output(as_json=as_json)
    if by is not None and by not in _GROUPINGS:
        raise typer.BadParameter(f"choose one of {', '.join(_GROUPINGS)}", param_hint="--by")
    problems: dict[str, XpertError] = {}
    with open_project(project, output, read_only=not certify) as opened:
        with opened.reading() as tx:
            if certify and person.strip():
                person_of(tx, person.strip())
            decided = str(self_decided(tx))
            names_systems = not need_alignment(tx, person.strip()).tasks
        if by == "system" and not names_systems:
            raise NotAllowedError("Systems are hidden from you.", remedy="Choose another --by.")
        analysis = analyse(opened, judge_ids=judge or None, tolerance=tolerance)
        if certify:
            ids = [item.judge.id for item in analysis.aligned()]
            problems = _certify(opened, ids, person.strip(), tolerance=tolerance)
        studies = studied(opened, analysis)
        duplicates = named_duplicates(opened, analysis)
    for sentence in (decided, *stale_limits(analysis), *unseen_limits(analysis)):
        if sentence:
            output.note(sentence)
    output.data(
        {item.judge_id: item.plain(analysis, names_systems=names_systems) for item in studies}
    )
    show(output, analysis, studies, by)
    show_duplicates(output, duplicates)
    for judge_id, problem in problems.items():
        say_uncertified(output, judge_id, problem)
    if problems:
        raise typer.Exit(Exit.PARTLY)


def _certify(
    project: ProjectFile, judge_ids: list[str], person_id: str, *, tolerance: float
) -> dict[str, XpertError]:
    """Certifies each judge; returns the problems by judge id."""
    problems: dict[str, XpertError] = {}
    for judge_id in judge_ids:
        try:
            certify(
                project,
                judge_id,
                now=now(),
                made_by=person_id or None,
                tolerance=tolerance,
            )
        except XpertError as error:
            problems[judge_id] = error
    return problems
