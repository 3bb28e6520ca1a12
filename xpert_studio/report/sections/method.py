"""What was measured, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xpert_studio.report.blocks import Listing, Section, Text

if TYPE_CHECKING:
    from xpert_studio.records import ProjectInfo
    from xpert_studio.report.analysis import Analysis


def method_section(info: ProjectInfo, analysis: Analysis) -> Section:
    """The method in plain words."""
    catalog = analysis.catalog
    blocks = [
        Text(
            f"Experts of the field wrote {len(catalog.tasks)} tasks and, for each, a rubric of "
            f"checkpoints that a response either meets or does not: "
            f"{len(catalog.checkpoints):,} in all. {len(catalog.systems)} systems gave "
            f"{len(catalog.responses):,} responses. A judge decided every checkpoint of every "
            "response it was given; experts decided some of them in writing, without knowing "
            "the system, and senior experts confirmed or overrode what they wrote (gold)."
        ),
        Listing(
            (
                "Score of a response: S = Σwx / Σw, the share of the weighted points it meets, "
                "over the checkpoints that have a verdict. A system's score is the mean over "
                "tasks; its interval comes from resampling whole tasks.",
                "CDR: over all pairs of responses to one task, the share that judge and experts "
                "put in the same order less the share they put in opposite order. Ties count in "
                "the denominator. 1 is perfect, 0 is chance.",
                "κ (Cohen) and accuracy compare single checkpoints. They stand beside what a "
                "constant answer would reach, because a judge that always says met looks good "
                "where most checkpoints are met.",
                "An answer that could not be read, or a call that failed, is neither met nor not "
                "met: it lowers the coverage, and an incomplete row is not ranked.",
                "A response whose gold sheet the judge was shown as a worked example, and any "
                "near copy of it, is left out of every alignment figure.",
            )
        ),
    ]
    if info.grading_policy.text.strip():
        blocks.append(
            Text("Experts and judge worked under the same grading policy, printed at the end.")
        )
    return Section("method", "What was measured", tuple(blocks))
