"""The section of the quality of experts over time, against the floor of the project."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from xpert_studio.api.sections import (
    REPORT,
    Block,
    Column,
    Note,
    Row,
    Section,
    Table,
    View,
    headline,
    listed,
    mark,
    percent,
    t,
    tn,
)
from xpert_studio.packs.qualification.kept import rules_in
from xpert_studio.packs.qualification.quality import (
    AGAINST_FLOOR,
    AgainstFloor,
    Followed,
    Quality,
    quality_in,
)

_SHORT: Final = 12


def _compute(view: View) -> Followed | None:
    with view.project.reading() as tx:
        found, rules = quality_in(tx), rules_in(tx)
    return Followed(found, rules) if found else None


def blocks(followed: Followed) -> Iterator[Block]:
    """What the section shows."""
    yield headline(verdict(followed))
    yield _table(followed)
    for expert in followed.experts:
        if expert.excluded is not None:
            yield Note(
                t(
                    "{person} is excluded: {reason} Judgments that do not count: {judgments}; gold "
                    "forms: {gold}; certificates of judges made before: {certificates}.",
                    person=expert.person.called,
                    reason=expert.excluded.reason,
                    judgments=expert.excluded.judgments,
                    gold=expert.excluded.gold_forms,
                    certificates=expert.excluded.certificates,
                )
            )


def verdict(followed: Followed) -> str:
    """Who is below the floor; or that it cannot be told."""
    floor = percent(followed.rules.quality_floor)
    below = [
        expert.person.called for expert in followed.experts if expert.state is AgainstFloor.BELOW
    ]
    if below:
        return t(
            "Below the floor of {floor} agreement with gold: {people}.",
            floor=floor,
            people=listed(below),
        )
    told = [expert for expert in followed.experts if expert.state is not AgainstFloor.TOO_FEW]
    if not told:
        return t(
            "Not enough decisions on gold of any expert: at least {n} on two families of tasks are "
            "needed.",
            n=followed.rules.quality_decisions,
        )
    return tn(
        "{n} expert is held against the floor of {floor}; none is below it.",
        "{n} experts are held against the floor of {floor}; none is below it.",
        len(told),
        floor=floor,
    )


def _table(followed: Followed) -> Table:
    interval = t("95 % interval")
    columns = (
        Column(t("Expert")),
        Column(t("State")),
        Column(t("Agreement with gold"), "0.0%"),
        Column(interval, "0.0%", interval=True),
        Column("n", "0"),
        Column(t("Overridden"), "0.0%"),
        Column(interval, "0.0%", interval=True, detail=True),
        Column(t("Adjudicated"), "0"),
        Column(t("Agreement with others"), "0.0%"),
        Column(interval, "0.0%", interval=True, detail=True),
        Column(t("Pairs"), "0", detail=True),
        Column(t("Drift"), "+0.0%", meaning=t("Newer half of the tasks less the older half.")),
        Column(interval, "+0.0%", interval=True, detail=True),
        Column(t("Seconds a checkpoint"), "0"),
        Column(t("Forms"), "0", detail=True),
        Column(t("Returned"), "0", meaning=t("Of briefs and rubrics that they wrote.")),
        Column(t("of"), "0", detail=True),
    )
    caption = t("Intervals are over families of tasks.")
    rows = tuple(map(_row, followed.experts))
    return Table(columns, rows, caption, t("Quality of experts"), short=_SHORT)


def _row(quality: Quality) -> Row:
    drift = quality.drift
    return Row(
        (
            quality.person.called,
            t("Excluded") if quality.excluded else AGAINST_FLOOR.title(quality.state),
            quality.gold.value,
            quality.gold.interval,
            quality.gold.n,
            quality.overridden.value,
            quality.overridden.interval,
            quality.overridden.n,
            quality.others.value,
            quality.others.interval,
            quality.others.n,
            drift.value if drift else None,
            drift.interval if drift else None,
            quality.seconds[0],
            quality.seconds[1],
            *quality.returned,
        ),
        apart=quality.excluded is not None,
        opens=("person", quality.person.id),
    )


def plain(followed: Followed) -> dict[str, Any]:
    """For programs."""
    return {
        "floor": followed.rules.quality_floor,
        "decisions_needed": followed.rules.quality_decisions,
        "experts": [_plain(expert) for expert in followed.experts],
    }


def _plain(quality: Quality) -> dict[str, Any]:
    return {
        "person": quality.person.id,
        "state": quality.state.value,
        "judgments": quality.judged,
        **quality.gold.named("agreement_with_gold"),
        "gold_decisions": quality.gold.n,
        "clusters": quality.gold.tasks,
        **quality.overridden.named("overridden"),
        "adjudicated": quality.overridden.n,
        **quality.others.named("agreement_with_others"),
        "pairs": quality.others.n,
        "drift": quality.drift.plain() if quality.drift else None,
        "seconds_a_checkpoint": quality.seconds[0],
        "forms": quality.seconds[1],
        "returned": quality.returned[0],
        "decisions_on_what_they_wrote": quality.returned[1],
        "excluded": quality.excluded.model_dump(mode="json") if quality.excluded else None,
    }


QUALITY: Final = Section(
    "expert-quality",
    mark("Quality of experts"),
    mark("How well does each expert work, over time and against the project's floor?"),
    _compute,
    blocks,
    plain,
    after="qualifications",
    places=(REPORT,),
    missing=mark("No expert has judged or written anything yet."),
)
