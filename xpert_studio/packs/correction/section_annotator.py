"""Judges held against experts: whether one is no worse than an expert."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from xpert_studio.api.sections import (
    AGREEMENT_PAGE,
    PROBABILITY,
    REPORT,
    Block,
    Column,
    Note,
    Row,
    Section,
    Table,
    View,
    headline,
    judge_name,
    listed,
    mark,
    t,
    tn,
)
from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import CHECKS
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.workflow import need_alignment
from xpert_studio.packs.correction.annotator import (
    EPSILON,
    FEWEST_CLUSTERS,
    FEWEST_EXPERTS,
    MOST_WINS,
    AnnotatorTest,
    annotator_test,
)


@dataclass(frozen=True, slots=True)
class AgainstExperts:
    """All judges.

    Attributes:
        tests: One a judge, with the judge in words.
        experts: How many people have judged.
        view: What people are called.
    """

    tests: tuple[tuple[str, AnnotatorTest], ...]
    experts: int
    view: View


def _compute(view: View) -> AgainstExperts | None:
    """None where fewer than two experts or no judge decided, or the reader must not see it."""
    with view.project.reading() as tx:
        if view.person_id:
            try:
                need_alignment(tx, view.person_id)
            except XpertError:
                return None
        frames = read_frames(tx, judge_ids=(), gold_only=False)
    if len(frames.experts) < 2:
        return None
    judges = [judge for judge in view.analysis.judges.values() if judge.judge.id != CHECKS]
    if not judges or frames.catalog.responses != view.analysis.catalog.responses:
        return None  # a part of the project is no ground for this test
    tests = tuple(
        (
            judge_name(judge.judge),
            annotator_test(frames.catalog, frames.experts, judge.marks, judge.left_out),
        )
        for judge in judges
    )
    return AgainstExperts(tests, len(frames.experts), view)


def _blocks(against_experts: AgainstExperts) -> Iterator[Block]:
    enough = [test for test in against_experts.tests if test[1].is_enough]
    yield headline(_sentence(against_experts) if enough else _not_enough(against_experts))
    if enough:
        yield _summary_table(against_experts)
        yield _expert_table(against_experts)
    yield Note(
        t(
            "Alternative annotator test: an expert is left out at a time, and judge and expert are "
            "held against the others on the same checkpoints. ε = {epsilon}: the expert may do "
            "better by so much. Student’s t by task or family, p-values after Benjamini and "
            "Yekutieli.",
            epsilon=EPSILON,
        ),
        f"ε = {EPSILON}",
    )


def _sentence(against_experts: AgainstExperts) -> str:
    passing = [name for name, test in against_experts.tests if test.passes]
    if not passing:
        return t("No judge is shown to be no worse than an expert.")
    return tn(
        "{n} judge is no worse than an expert: {judges}.",
        "{n} judges are no worse than an expert: {judges}.",
        len(passing),
        judges=listed(passing),
    )


def _not_enough(against_experts: AgainstExperts) -> str:
    """What lacks."""
    clusters = max(
        (expert.clusters for _, test in against_experts.tests for expert in test.experts), default=0
    )
    return t(
        "Not enough experts: {experts} of {needed}, who share {clusters} of {least} tasks or "
        "families with two others.",
        experts=against_experts.experts,
        needed=FEWEST_EXPERTS,
        clusters=clusters,
        least=FEWEST_CLUSTERS,
    )


def _summary_table(against_experts: AgainstExperts) -> Table:
    columns = (
        Column(t("Judge")),
        Column(t("No worse than")),
        Column(t("Lowest advantage"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Result")),
    )
    rows = tuple(Row(_summary(name, test)) for name, test in against_experts.tests)
    caption = t(
        "A judge is no worse than an expert where it is no worse than {share:.0%} of them. "
        "Advantage: checkpoints on which it does at least as well as the expert.",
        share=MOST_WINS,
    )
    return Table(columns, rows, caption, name=t("No worse than an expert"), short=_MOST_SHORT)


_MOST_SHORT: Final = 8


def _summary(name: str, test: AnnotatorTest) -> tuple[Any, ...]:
    if not test.is_enough:
        return name, "–", None, None, t("not enough experts")
    wins = sum(one.is_no_worse for one in test.tested)
    counted = t("{n} of {all} experts", n=wins, all=len(test.tested))
    value, interval = test.advantage or (None, None)
    return name, counted, value, interval, t("no worse") if test.passes else t("not shown")


def _expert_table(against_experts: AgainstExperts) -> Table:
    columns = (
        Column(t("Judge")),
        Column(t("Expert left out")),
        Column("n", "0"),
        Column(t("Tasks or families"), "0"),
        Column(t("Advantage"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Expert better by"), "+0.0%"),
        Column(t("corrected p"), PROBABILITY),
    )
    rows = tuple(
        Row(
            (
                name,
                against_experts.view.name(expert.expert),
                expert.items,
                expert.clusters,
                expert.advantage.value,
                expert.advantage.interval,
                expert.gap,
                expert.corrected_p,
            )
        )
        for name, test in against_experts.tests
        for expert in test.experts
        if expert.items
    )
    return Table(columns, rows, t("By expert"), name=t("Judges against experts"))


def _data(against_experts: AgainstExperts) -> dict[str, Any]:
    return {
        "epsilon": EPSILON,
        "experts": against_experts.experts,
        "needed": {"experts": FEWEST_EXPERTS, "clusters": FEWEST_CLUSTERS},
        "judges": {
            test.judge_id: {
                "enough": test.is_enough,
                "passes": test.passes,
                "winning_rate": test.wins,
                "by_expert": [
                    {
                        **{k: v for k, v in asdict(expert).items() if k != "advantage"},
                        **expert.advantage.named("advantage"),
                        "no_worse": expert.is_no_worse,
                    }
                    for expert in test.experts
                ],
            }
            for _, test in against_experts.tests
        },
    }


NO_WORSE: Final = Section(
    "no-worse-than-an-expert",
    mark("No worse than an expert"),
    mark("Does a judge agree with the other experts at least as well as one of them does?"),
    _compute,
    _blocks,
    _data,
    after="experts",
    places=(REPORT, AGREEMENT_PAGE),
)
