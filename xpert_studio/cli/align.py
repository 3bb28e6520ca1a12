"""``xpert-studio align``: how well do the judges follow the experts?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from xpert_studio.cli.acting import VARIABLE
from xpert_studio.cli.arguments import ProjectArgument, Seed, now, open_project
from xpert_studio.cli.output import JsonOption, Output

if TYPE_CHECKING:
    from xpert_studio.store import ProjectFile

_GROUPINGS = ("tier", "dimension", "domain", "system", "expert")


def align(
    project: ProjectArgument,
    judge: Annotated[
        list[str] | None, typer.Option(help="Only these judges; may be repeated.")
    ] = None,
    by: Annotated[
        str | None, typer.Option(help="Also by tier, dimension, domain, system or expert.")
    ] = None,
    seed: Seed = 0,
    tolerance: Annotated[
        float, typer.Option(min=0, max=1, help="Score differences up to this are ties.")
    ] = 0.0,
    certify: Annotated[
        bool,
        typer.Option("--certify", help="Keep the figures with the hashes of all they rest on."),
    ] = False,
    person: Annotated[
        str, typer.Option("--as", envvar=VARIABLE, help="Who certifies: your id in the project.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Measure how well judges follow the experts, with CDR, κ and what a constant answer reaches.

    Anchored responses and near copies of them are left out. Certificates say whether what was
    found before still holds, and what came of the changes since.

    Example: xpert-studio align clinic.xpert --by dimension
    """
    from xpert_studio.cli.alignment_data import studied
    from xpert_studio.cli.alignment_tables import show
    from xpert_studio.report import analyse
    from xpert_studio.report.sections.provenance import stale_limits

    output = Output(as_json=as_json)
    if by is not None and by not in _GROUPINGS:
        raise typer.BadParameter(f"choose one of {', '.join(_GROUPINGS)}", param_hint="--by")
    with open_project(project, output, read_only=not certify) as opened:
        analysis = analyse(opened, judge_ids=judge or None, seed=seed, tolerance=tolerance)
        if certify:
            ids = [item.judge.id for item in analysis.aligned()]
            _certify(opened, ids, person.strip(), seed=seed, tolerance=tolerance)
        studies = studied(opened, analysis)
    for sentence in stale_limits(analysis):
        output.note(sentence)
    output.data({study.judge_id: study.plain(analysis) for study in studies})
    show(output, analysis, studies, by)


def _certify(
    project: ProjectFile, judge_ids: list[str], person_id: str, *, seed: int, tolerance: float
) -> None:
    from xpert_studio.report.certificates import certify
    from xpert_studio.workflow.desk import person_of

    if person_id:
        with project.reading() as tx:
            person_of(tx, person_id)
    for judge_id in judge_ids:
        certify(
            project,
            judge_id,
            now=now(),
            made_by=person_id or None,
            seed=seed,
            tolerance=tolerance,
        )
