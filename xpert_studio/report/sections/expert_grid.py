"""Experts beside each other: each with each, and what all of them decided on one response."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.metrics.agreement import PairAgreement
from xpert_studio.core.records import BINARY, Checkpoint, Judgment, RatingState, grouped
from xpert_studio.core.store import judgments, settings, tasks
from xpert_studio.core.wording import labelled, number, percent, rating_word, t
from xpert_studio.report.blocks import Cell, Column, Row, Table, Told
from xpert_studio.report.charts import Chart, GridField, Matrix
from xpert_studio.report.experts import Agreement, Disputed
from xpert_studio.report.section import Options, View
from xpert_studio.report.shown_blocks import shown

_TALL: Final = 58.0
_LONGEST: Final = 60
_MET, _NOT_MET = "✓", "✗"


def expert_matrix(pairs: Sequence[PairAgreement]) -> Chart:
    """How many of the same checkpoints every two experts decide alike.

    Args:
        pairs: Of experts, by the names that they are called.
    """
    known = {frozenset((one.first, one.second)): one for one in pairs if one.n}
    names = sorted({name for pair in known for name in pair})
    both = [[known.get(frozenset((row, column))) for column in names] for row in names]
    return Matrix(
        [[_field(pair) for pair in row] for row in both],
        names,
        names,
        figures=[
            [pair.figures["accuracy"].value if pair else None for pair in row] for row in both
        ],
        head=t("Expert"),
        high=_TALL,
        description=t("Agreement of each expert with each other"),
    )


def _field(pair: PairAgreement | None) -> GridField | None:
    if pair is None:
        return None
    one = pair.figures["accuracy"]
    span = shown(one.interval, "0%") if one.interval else t("no interval")
    n = t("n = {n}", n=number(pair.n))
    return GridField(
        one.value,
        (percent(one.value), span, n),
        said=t(
            "{share} decided alike, 95 % interval {span}, of {n}",
            share=percent(one.value),
            span=span,
            n=number(pair.n),
        ),
    )


def response_options(agreement: Agreement) -> Options:
    """The responses on which experts differ and that may be looked at, the weightiest first."""
    first: dict[str, Disputed] = {}
    for item in agreement.disputed:
        first.setdefault(item.response_id, item)
    named = [(_named(agreement, item), response_id) for response_id, item in first.items()]
    return named, next(iter(first), "")


def _named(agreement: Agreement, item: Disputed) -> str:
    title = agreement.titles.get(item.task_id, item.task_id)
    said = t("Response {label}", label=item.label)
    return f"{said} · {title if len(title) <= _LONGEST else title[: _LONGEST - 1] + '…'}"


def tick_grid(
    view: View, agreement: Agreement, response_id: str, *, gold_only: bool
) -> Table | None:
    """What each expert decided on each checkpoint of a response; rows that differ say so.

    Args:
        view: Whose texts; what people are called.
        agreement: What the reader may see.
        response_id: One of ``response_options``.
        gold_only: Leave out judgments that are not confirmed.
    """
    task_id = next(
        (one.task_id for one in agreement.disputed if one.response_id == response_id), None
    )
    if task_id is None:
        return None
    with view.project.reading() as tx:
        points = tasks.rubric_of(tx, task_id)
        read = judgments.all_judgments(
            tx,
            gold_only=gold_only,
            current_only=True,
            pairs=[(response_id, point.id) for point in points],
        )
        excluded = settings.excluded_experts(tx)
        given = [one for one in read if one.expert_id not in excluded]
    said = grouped(((one.checkpoint_id, one.expert_id), one) for one in given)
    experts = sorted({one.expert_id for one in given}, key=view.name)
    rows = [
        Row(
            (
                point.text,
                t("differ") if _differ(said, point, experts) else "",
                *(_tick(said.get((point.id, expert), [None])[-1], point) for expert in experts),
            ),
            opens=("response", task_id, response_id),
        )
        for point in points
    ]
    return Table(
        columns=(
            Column(t("Checkpoint")),
            Column(t("Notes")),
            *(Column(view.name(e)) for e in experts),
        ),
        rows=tuple(rows),
        name=t("Experts on one response"),
    )


def _differ(
    said: dict[tuple[str, str], list[Judgment]], point: Checkpoint, experts: Sequence[str]
) -> bool:
    decided = [said[point.id, expert][-1].final for expert in experts if (point.id, expert) in said]
    return len(set(map(str, decided))) > 1


def _tick(judgment: Judgment | None, point: Checkpoint) -> Cell:
    """A tick or a cross; a value of another kind in words. Its tooltip has the rationale."""
    if judgment is None:
        return Told(None, "–")
    value = judgment.final
    if isinstance(value, RatingState):
        word = sign = rating_word(value.value)
    else:
        word = t(instrument_of(point).shown(value, point).word)
        is_binary = point.instrument == BINARY
        sign = (_MET if value else _NOT_MET) if is_binary else word
    return Told(word, sign, labelled(word, judgment.reason or ""))
