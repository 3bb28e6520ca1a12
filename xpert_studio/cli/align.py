"""``xpert-studio align``: how well do the judges follow the experts?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, leading, now
from xpert_studio.cli.output import Exit, Output
from xpert_studio.cli.score_display import say_uncertified
from xpert_studio.core.errors import NotAllowedError, XpertError
from xpert_studio.core.fields import Asks
from xpert_studio.core.store import ProjectFile, judges
from xpert_studio.core.workflow import need_alignment
from xpert_studio.core.workflow.panels import PanelChoice
from xpert_studio.report import Analysis, analyse
from xpert_studio.report.certificates import certify
from xpert_studio.report.own_work import decided_words
from xpert_studio.report.part_names import GROUPINGS
from xpert_studio.report.section import RATER, View
from xpert_studio.report.sections.alignment import ALIGNMENT
from xpert_studio.report.sections.alignment_data import alignment_data
from xpert_studio.report.sections.certificates import CERTIFICATES
from xpert_studio.report.sections.exclusions import EXCLUSIONS
from xpert_studio.report.sections.experts import EXPERTS_SECTION
from xpert_studio.report.sections.judges_compared import JUDGES_COMPARED
from xpert_studio.report.sections.provenance import reference_limits, stale_limits, unseen_limits
from xpert_studio.report.sections.registry import sections_at

_GROUPINGS: Final = ("tier", "dimension", "domain", "system", "expert")
_BESIDE: Final = (JUDGES_COMPARED, EXPERTS_SECTION, CERTIFICATES)


def align(
    project: ProjectArgument,
    together: PanelChoice,
    output: Output,
    judge: Annotated[Sequence[str], Asks("Only these judges; may be repeated.")] = (),
    by: Annotated[
        str | None,
        Asks(
            "Also by tier, dimension, domain, system or expert.",
            choices=GROUPINGS,
            among=_GROUPINGS,
        ),
    ] = None,
    tolerance: Annotated[
        float, Asks("Score differences up to this are ties.", within=(0, 1))
    ] = 0.0,
    certify: Annotated[
        bool,
        Asks("Keep the figures with the hashes of all they rest on."),
    ] = False,
    full: Annotated[bool, Asks("All figures and tests, and every near-duplicate.")] = False,
    person: AsOption = "",
) -> None:
    """Measure how well judges follow the experts: CDR, κ within checkpoints, and the evidence.

    The calibration of a judge: chance-corrected agreement (kappa), and the order of responses.

    Anchored responses, their near-duplicates, and responses whose attachments the judge did not see
    are excluded; near-duplicates are listed. Certificates say whether earlier results are still
    current, and what changed since.

    Example: xpert-studio align clinic.xpert --by dimension
    """
    problems: dict[str, XpertError] = {}
    made = together.of(judge)
    with leading(project, person, output, read_only=not certify) as opened:
        with opened.reading() as tx:
            names_systems = not need_alignment(tx, person.strip()).tasks
        if by == "system" and not names_systems:
            raise NotAllowedError("Systems are hidden from you.", remedy="Choose another --by.")
        analysis = analyse(opened, judge_ids=judge or None, panel=made, tolerance=tolerance)
        if certify:
            problems = _certify(opened, analysis, person.strip(), tolerance=tolerance)
        view = replace(View.of(opened, analysis), names_systems=names_systems)
        view = view.asking(by=by) if by else view.asking(without="system")
        limits = (*stale_limits(analysis), *unseen_limits(analysis), *reference_limits(analysis))
        output.note(*filter(None, (decided_words(analysis.decided), *analysis.lacking, *limits)))
        if output.as_json:
            output.data(alignment_data(view))
        else:
            _show(output, view, project, full=full or by is not None)
    for judge_id, problem in problems.items():
        say_uncertified(output, judge_id, problem)
    if problems:
        raise typer.Exit(Exit.PARTLY)


def _show(output: Output, view: View, path: Path, *, full: bool) -> None:
    in_full = (EXCLUSIONS, *sections_at(RATER)) if full else ()
    for section in (ALIGNMENT, *in_full, *_BESIDE):
        # Responses are named as commands take them, by their labels.
        own = replace(view, names_systems=False) if section is EXCLUSIONS else view
        output.section(section.blocks(own), path, full=full)


def _certify(
    project: ProjectFile, analysis: Analysis, person_id: str, *, tolerance: float
) -> dict[str, XpertError]:
    """Certifies each judge, and keeps the panels among them; returns the problems by judge id."""
    problems: dict[str, XpertError] = {}
    with project.writing() as tx:
        for item in analysis.aligned():
            if item.panel is not None:
                judges.ensure_judge(tx, item.judge)
    for judge_id in [item.judge.id for item in analysis.aligned()]:
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
