"""What limits the figures of a site: a few sentences, and the evidence for each judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xpert_studio.api.sections import Block, Column, Listing, Row, Table, mark, t, told_apart
from xpert_studio.core.metrics import FEW_TASKS
from xpert_studio.core.metrics.evidence_floor import NEEDED_CLUSTERS, NEEDED_PAIRS, shortfalls_of
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.sections.provenance import reference_limits, stale_limits, unseen_limits

_ALWAYS: Final = (
    mark("A score says how a response fares against these rubrics, not how good it is in general."),
    mark(
        "Intervals refer to other tasks sampled like these, not to errors in the rubrics "
        "themselves."
    ),
)


def limits(analysis: Analysis) -> Iterator[Block]:
    """Sentences that hold for all figures, then the evidence for each judge in a row.

    Args:
        analysis: Of what stands on the site.
    """
    found = analysis.aligned()
    said = [
        *map(t, _ALWAYS),
        *stale_limits(analysis),
        *reference_limits(analysis),
        *unseen_limits(analysis),
    ]
    if any(_clusters(one) < FEW_TASKS for one in found):
        said.append(
            t(
                "Some judges were compared with experts on fewer than {n} tasks or families of "
                "tasks; their intervals may be too narrow.",
                n=FEW_TASKS,
            )
        )
    if analysis.agreement is None:
        said.append(
            t(
                "No two experts have confirmed judgments of the same checkpoints, so how far "
                "experts agree is unknown."
            )
        )
    yield Listing(tuple(said))
    if found:
        yield _judges(found)


def _judges(found: list[JudgeFindings]) -> Table:
    columns = (
        Column(t("Judge")),
        Column(t("Tasks or families"), "0"),
        Column(t("Pairs of responses"), "0"),
        Column(t("Enough for a certain statement?")),
    )
    rows = [
        Row(
            (
                name,
                _clusters(one),
                one.alignment.rank.n if one.alignment else 0,
                t("yes")
                if one.alignment is not None and not shortfalls_of(one.alignment)
                else t("no"),
            )
        )
        for name, one in zip(told_apart([one.judge for one in found]), found, strict=True)
    ]
    caption = t(
        "Evidence for how far each judge follows the experts. At least {clusters} tasks or "
        "families and {pairs} pairs of responses are needed, and an agreement surely above chance.",
        clusters=NEEDED_CLUSTERS,
        pairs=NEEDED_PAIRS,
    )
    return Table(columns, tuple(rows), caption, name=t("Judges"))


def _clusters(judge_findings: JudgeFindings) -> int:
    return judge_findings.alignment.rank.clusters if judge_findings.alignment else 0
