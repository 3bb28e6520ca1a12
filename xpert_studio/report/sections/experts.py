"""Agreement between experts: the most that a judge could reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.metrics import (
    LEAST_SHARED,
    RATERS,
    Estimate,
    ExpertAgreement,
    Unit,
    metrics_of,
)
from xpert_studio.core.wording import listed, mark, t
from xpert_studio.report.blocks import Block, Text
from xpert_studio.report.figure_tables import graded_pair_tables, pair_table, scale_table
from xpert_studio.report.section import Section, View
from xpert_studio.report.sentences import experts_sentence, span


def _figure(estimate: Estimate) -> str:
    if estimate.value is None:
        return t("undefined")
    return t(
        "{value} ({interval})", value=f"{estimate.value:.3f}", interval=span(estimate.interval)
    )


@dataclass(frozen=True, slots=True)
class ExpertsBesideEachOther:
    """Agreement between experts, and how many checkpoints they leave undecided."""

    agreement: ExpertAgreement
    undecided: int


def _experts(view: View) -> ExpertsBesideEachOther | None:
    found, reference = view.analysis.agreement, view.analysis.reference
    return ExpertsBesideEachOther(found, reference.undecided if reference else 0) if found else None


def _expert_blocks(shown: ExpertsBesideEachOther) -> Iterator[Block]:
    found = shown.agreement
    yield Text("", short=experts_sentence(found))
    if found.items:
        yield Text(
            t(
                "{items:,} checkpoints of {tasks} tasks were judged by more than one expert: "
                "{others}, with 95 % intervals by task or family; κ is pooled over all pairs of "
                "experts. They differ on {disputed}; on {undecided} of those as many say met "
                "as not met, and these count neither for nor against a judge.",
                items=found.items,
                tasks=found.figures.tasks,
                others=listed(
                    f"{t(metric.head)} {_figure(found.figures[metric.id])}"
                    for metric in metrics_of(RATERS)
                    if metric.unit is Unit.COEFFICIENT
                ),
                disputed=len(found.disputed),
                undecided=shown.undecided,
            )
        )
        yield pair_table(
            found.pairs,
            few=t("fewer than {least_shared} shared ratings", least_shared=LEAST_SHARED),
        )
    yield from scale_table(found.scales, t("Graded checkpoints judged by more than one expert"))
    if len(found.pairs) > 1:
        yield from graded_pair_tables(found.pairs)


EXPERTS_SECTION: Final = Section(
    "experts",
    mark("Agreement between experts"),
    mark("How well do experts agree, which is the most a judge could reach?"),
    _experts,
    _expert_blocks,
    lambda shown: shown.agreement.plain(),
)
