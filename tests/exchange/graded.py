"""Rubrics of several instruments, and ratings on their scales, for properties."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.records import (
    ABSTENTIONS,
    BINARY,
    Checkpoint,
    Decision,
    Judgment,
    JudgmentStatus,
    RatingState,
    Tier,
    Verdict,
    fields_of_decision,
)
from xpert_studio.packs.graded.scale import scale_of

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
WORDS = TEXT.filter(str.strip)
SENTENCES = WORDS.map(lambda text: f"a {text} b")
"""Texts that nothing reads as a number, and no table trims."""


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


@st.composite
def scales(draw: Any, texts: st.SearchStrategy[str] = TEXT) -> dict[str, Any]:
    """Sound settings of a graded checkpoint."""
    step = Decimal(draw(st.sampled_from(["1", "0.5", "0.1", "5", "25"])))
    low = step * draw(st.integers(-4, 8))
    steps = draw(st.integers(2, 20))
    values = [_number(low + step * place) for place in range(steps + 1)]
    found: dict[str, Any] = {"low": values[0], "high": values[-1]}
    if step != 1 or draw(st.booleans()):
        found["step"] = _number(step)
    ends = sorted(draw(st.sets(st.integers(0, steps), max_size=4)))
    starts = [0, *(end + 1 for end in ends[:-1])]
    bands = [
        {"low": values[first], "high": values[last], "text": draw(texts)}
        for first, last in zip(starts, ends, strict=False)
        if first <= last
    ]
    if bands:
        found["bands"] = draw(st.permutations(bands))
    if draw(st.booleans()):
        found["minimum"] = draw(st.sampled_from(values))
    if draw(st.booleans()):
        limits = draw(st.lists(st.sampled_from(values[:-1]), min_size=1, max_size=3))
        found["caps"] = [
            {"id": f"cap{place}", "text": draw(texts.filter(str.strip)), "at_most": most}
            for place, most in enumerate(limits, start=1)
        ]
    return found


@st.composite
def rubrics(draw: Any, texts: st.SearchStrategy[str] = SENTENCES) -> list[Checkpoint]:
    """One to four checkpoints of a task ``t``: plain, gates and graded; of any weight."""
    found = []
    for place in range(draw(st.integers(1, 4))):
        name, settings = draw(
            st.one_of(
                st.sampled_from([(BINARY, {}), (BINARY, {"gate": True})]),
                scales(texts).map(lambda settings: ("graded", settings)),
            )
        )
        found.append(
            Checkpoint(
                task_id="t", id=f"c{place}", text=f"{place} {draw(texts)}", position=place,
                weight=draw(st.sampled_from([1, 7, 10, 2.5, 0.1, 40, 0])),
                tier=draw(st.none() | st.sampled_from(Tier)), instrument=name, settings=settings,
            )
        )  # fmt: skip
    return found


def values_of(point: Checkpoint) -> list[float]:
    """All values of a checkpoint."""
    if point.instrument == BINARY:
        return [0, 1]
    return scale_of(point).values()


ABSTAINING = st.sampled_from(ABSTENTIONS)


def decisions(point: Checkpoint) -> st.SearchStrategy[Decision]:
    """Values of a checkpoint, and abstentions."""
    return st.sampled_from([*values_of(point), *ABSTENTIONS])


@st.composite
def judgments(draw: Any, point: Checkpoint) -> Judgment:
    """An expert's judgment of it on response ``r``."""
    status = draw(st.sampled_from([*JudgmentStatus][1:]))
    decision = draw(decisions(point))
    adjudicated = decision if status is JudgmentStatus.CONFIRMED else None
    if status is JudgmentStatus.OVERRIDDEN:
        is_value = not isinstance(decision, RatingState)
        other = instrument_of(point).other(decision) if is_value else None
        adjudicated = draw(decisions(point) if other is None else st.just(other) | ABSTAINING)
    told = fields_of_decision(adjudicated)
    return Judgment(
        response_id="r", checkpoint_id=point.id, expert_id="e", status=status,
        **fields_of_decision(decision), adjudicated_value=told["value"],
        adjudicated_state=told["state"] if told["state"] in ABSTENTIONS else None,
        rationale=draw(st.none() | TEXT),
    )  # fmt: skip


@st.composite
def verdicts(draw: Any, point: Checkpoint) -> Verdict:
    """A judge's verdict of it on response ``r``, also one that could not be read."""
    values = values_of(point)
    usable = draw(st.booleans())
    limits = {cap["id"]: cap["at_most"] for cap in point.settings.get("caps", ())}
    caps = list(limits) if usable else []
    applied = tuple(draw(st.lists(st.sampled_from(caps), unique=True)) if caps else ())
    most = min((limits[name] for name in applied), default=max(values))
    value = draw(st.sampled_from([one for one in values if one <= most])) if usable else None
    higher = [one for one in values if value == most and one > most]
    return Verdict(
        response_id="r", checkpoint_id=point.id, judge_id="j", value=value, caps=applied,
        given=draw(st.sampled_from(higher)) if applied and higher else None,
        state=RatingState.OK if usable else draw(st.just(RatingState.INVALID) | ABSTAINING),
        problem=None if usable else "not on the scale",
        flags=draw(st.sampled_from([(), ("cap_not_kept",), ("cap_unknown",)])) if usable else (),
    )  # fmt: skip
