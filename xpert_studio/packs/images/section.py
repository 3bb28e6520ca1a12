"""The section on regions: how far experts, and judges with them, mark the same in pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from xpert_studio.api.sections import (
    AGREEMENT_PAGE,
    REPORT,
    Block,
    Column,
    Row,
    Section,
    Table,
    Text,
    View,
    judge_name,
    mark,
    percent,
    percent_span,
    t,
)
from xpert_studio.core.records import Rating
from xpert_studio.core.store import Transaction, judges, judgments, verdicts
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.packs.images.agreement import (
    RegionAgreement,
    among_experts,
    marked_by,
    with_judge,
)
from xpert_studio.packs.images.overlap import FOUND

_LEAST_CLUSTERS: Final = 2


Regions = tuple[tuple[str, RegionAgreement], ...]
"""How far regions agree: of experts with each other, then of each judge with them, by name."""


def _compute(view: View) -> Regions | None:
    if not view.names_systems:
        return None
    with view.project.reading() as tx:
        may_count = _countable(tx, view.person_id)
        judged = judgments.all_judgments(tx, current_only=True, counted_only=True)
        said = list(filter(may_count, judged))
        decided = list(filter(may_count, verdicts.all_verdicts(tx, fresh_only=True)))
        known = judges.all_judges(tx)
    if not any(one.regions for one in (*said, *decided)):
        return None
    catalog = view.results.catalog
    experts = marked_by((one.expert_id, one) for one in said)
    among = among_experts(experts, catalog)
    rows = [(t("experts with each other"), among)] if among else []
    for judge in known:
        own = [
            one
            for one in decided
            if one.judge_id == judge.id and one.response_id not in judge.anchors
        ]
        if any(one.regions for one in own):
            marked = marked_by((judge.id, one) for one in own)
            found = with_judge(judge.id, marked, experts, catalog)
            rows += [(judge_name(judge), found)] if found else []
    return tuple(rows) or None


def _countable(tx: Transaction, person_id: str) -> Callable[[Rating], bool]:
    """What of ratings a person may see; a report is made for those from whom nothing is kept."""
    if not person_id:
        return lambda _: True
    hidden = blinding_for(tx, person_id)
    return lambda one: hidden.sees_judgments and one.response_id not in hidden.pending


def _blocks(regions: Regions) -> Iterator[Block]:
    for name, one in regions:
        yield Text.brief(_sentence(name, one))
    yield _table(regions)


def _sentence(name: str, agreement: RegionAgreement) -> str:
    if agreement.overlap.value is None or agreement.clusters < _LEAST_CLUSTERS:
        return t(
            "Not enough regions to say how far they overlap ({who}): {n} of the same checkpoint, "
            "on {clusters} tasks or families; at least 2 are needed.",
            who=name,
            n=agreement.items,
            clusters=agreement.clusters,
        )
    return t(
        "Regions overlap by {share} on average ({span}), where whole pictures would by {floor} "
        "({who}; n = {n}).",
        share=percent(agreement.overlap.value),
        span=percent_span(agreement.overlap.interval),
        floor=percent(agreement.overlap.floor or 0.0),
        who=name,
        n=agreement.items,
    )


def _table(regions: Regions) -> Table:
    columns = (
        Column(t("Raters")),
        Column(
            t("Mean overlap"),
            "0.0%",
            meaning=t(
                "Intersection over union of matched regions; one without a partner counts 0."
            ),
        ),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Floor"), "0.0%", meaning=t("What marking whole pictures would reach.")),
        Column(
            t("Same region"), "0.0%", meaning=t("F1 score of regions that overlap by half or more.")
        ),
        Column(t("95 % interval"), "0.0%", interval=True, detail=True),
        Column("n", "0", meaning=t("Pairs of raters on a checkpoint where both marked something.")),
        Column(t("One only"), "0", meaning=t("The same where one of the two marked nothing.")),
        Column(t("Clusters"), "0"),
    )
    rows = tuple(
        Row(
            (
                name,
                *(_shown(one, one.overlap.value, one.overlap.interval)),
                one.overlap.floor,
                *(_shown(one, one.same.value, one.same.interval)),
                one.items,
                one.one_sided,
                one.clusters,
            )
        )
        for name, one in regions
    )
    caption = t(
        "How far regions of the same pictures overlap, each matched with at most one; "
        "{threshold:.0%} or more is the same region. Tasks, or families, are the clusters.",
        threshold=FOUND,
    )
    return Table(columns, rows, caption, t("Regions"), short=len(rows))


def _shown(
    agreement: RegionAgreement, value: float | None, interval: tuple[float, float] | None
) -> tuple[float | None, tuple[float, float] | None]:
    """A figure with its interval; neither where there are too few clusters for one."""
    return (None, None) if agreement.clusters < _LEAST_CLUSTERS else (value, interval)


def _plain(regions: Regions) -> list[dict[str, Any]]:
    return [
        {
            "raters": name,
            "judge": one.judge_id,
            **one.overlap.named("overlap"),
            "overlap_floor": one.overlap.floor,
            **one.same.named("same_region"),
            "n": one.items,
            "one_sided": one.one_sided,
            "clusters": one.clusters,
        }
        for name, one in regions
    ]


REGIONS: Final = Section(
    "regions",
    mark("Agreement of regions"),
    mark("Do experts and judges mark the same in pictures?"),
    _compute,
    _blocks,
    _plain,
    after="failures",
    places=(REPORT, AGREEMENT_PAGE),
    missing=mark("No region of a picture has been marked yet."),
    makes="region add {project} RESPONSE CHECKPOINT LEFT TOP RIGHT BOTTOM",
)
