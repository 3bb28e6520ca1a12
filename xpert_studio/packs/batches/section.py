"""The section of batches: the parts of runs, until when they are answered, and what came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from xpert_studio.api.sections import (
    Block,
    Cell,
    Column,
    Note,
    Row,
    Section,
    Table,
    View,
    mark,
    t,
    tn,
    translated,
)
from xpert_studio.core.wording import moment, money
from xpert_studio.packs.batches.parts import BatchPart, State, parts_of
from xpert_studio.packs.batches.service import TERMS
from xpert_studio.report.section import RUN

_STATES: Final = {
    State.INTENT: mark("Not certain whether it arrived"),
    State.POSTED: mark("At the provider"),
    State.ABSENT: mark("Never arrived"),
    State.SETTLED: mark("Recorded"),
}
_SHORT: Final = 12


def _compute(view: View) -> list[BatchPart] | None:
    with view.project.reading() as tx:
        return parts_of(tx, view.asked.get("run") or None) or None


def plain(parts: Sequence[BatchPart]) -> list[dict[str, Any]]:
    """Parts for programs: without what they ask."""
    return [
        {
            "run_id": part.run_id,
            "part": part.place,
            "provider": part.provider,
            "state": part.state.value,
            "batch_id": part.batch_id,
            "calls": len(part.rows),
            "answered": part.answered,
            "back": len(part.back),
            "refused": part.refused,
            "reserved": part.money,
            "posted_at": part.attempted_at.isoformat(),
            "ends_by": _ends(part).isoformat() if part.is_open else None,
            "cancelled": part.is_cancelled,
            "problem": part.problem,
        }
        for part in parts
    ]


def _ends(part: BatchPart) -> Any:  # noqa: ANN401 - a moment
    return part.ends(TERMS[part.provider].hours)


def _blocks(parts: Sequence[BatchPart]) -> Iterator[Block]:
    yield Table(
        columns=(
            Column(t("Run"), detail=True),
            Column(t("Part"), "0"),
            Column(t("State")),
            Column(t("Calls"), "0"),
            Column(t("Answers received"), "0"),
            Column(t("Posted again"), "0"),
            Column(t("Refused answers"), "0"),
            Column(t("Posted")),
            Column(t("Ends at the latest")),
            Column(t("Reserved")),
            Column(t("Id at the provider"), detail=True),
        ),
        rows=tuple(Row(_cells(part)) for part in parts),
        caption=t(
            "A part costs what its answers cost. What the provider did not answer is posted again "
            "with the next part, as often as the run allows."
        ),
        name=t("Parts of batches"),
        short=_SHORT,
    )
    for said in dict.fromkeys(one for part in parts for one in part.refused):
        n = sum(part.refused.count(said) for part in parts)
        yield Note(
            tn("Refused: {n} answer. {why}", "Refused: {n} answers. {why}", n, why=translated(said))
        )
    for part in parts:
        if part.problem:
            yield Note(t("Part {n} failed: {why}", n=part.place, why=part.problem))


def _cells(part: BatchPart) -> tuple[Cell, ...]:
    state = _STATES[part.state]
    if part.is_cancelled and part.is_open:
        state = mark("Being cancelled")
    return (
        part.run_id,
        part.place,
        t(state),
        len(part.rows),
        part.answered if part.state is State.SETTLED else None,
        len(part.back),
        len(part.refused),
        moment(part.attempted_at),
        moment(_ends(part)) if part.is_open else "",
        money(part.money) if part.is_open else "",
        part.batch_id,
    )


BATCHES: Final = Section(
    "batches",
    mark("Batches"),
    mark("Which calls of a run are at its provider, and when do answers come at the latest?"),
    _compute,
    _blocks,
    plain,
    places=(RUN,),
    asks=("run",),
    missing=mark("No run was posted in batches."),
    makes="score {project} --judge openai:gpt-5-mini --batch",
)
