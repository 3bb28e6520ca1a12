"""What experts say of the same responses: how well they agree, and each disagreement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from xpert_studio.core.instruments import instrument_of, plain_decision, word_for
from xpert_studio.core.metrics import LEAST_SHARED, RATERS, metrics_of
from xpert_studio.core.metrics.agreement import AgreementPart
from xpert_studio.core.records import Checkpoint, Judgment
from xpert_studio.core.wording import in_a_row, listed, mark, t, tn
from xpert_studio.report.blocks import (
    Block,
    CaseBlock,
    Column,
    Figure,
    Heading,
    KeyFigure,
    Note,
    Table,
    Text,
)
from xpert_studio.report.cautions import agreement_cautions, caution_hint
from xpert_studio.report.experts import Agreement, Disputed, read_agreement
from xpert_studio.report.figure_tables import (
    figure_table,
    graded_pair_tables,
    pair_table,
    scale_table,
)
from xpert_studio.report.part_names import grouping_name, part_name
from xpert_studio.report.section import Choice, Options, Section, View
from xpert_studio.report.sections.cases import case_side, cut_text, weightiest
from xpert_studio.report.sections.expert_grid import expert_matrix, response_options, tick_grid
from xpert_studio.report.shown_blocks import shown


@dataclass(frozen=True, slots=True)
class ExpertsCompared:
    """What the reader may see of the agreement between experts.

    Attributes:
        agreement: It.
        limit: At most so many disagreements are listed.
        view: What people are called.
        grid: What experts decided on the response that is asked for; None for none.
    """

    agreement: Agreement
    limit: int
    view: View
    grid: Table | None = None


_MOST: Final = 500


def _compared(view: View) -> ExpertsCompared:
    """What is asked for: ``gold_only``; ``limit``; ``of_response``, shown expert by expert."""
    gold_only = bool(view.asked.get("gold_only"))
    found = _read(view)
    response_id = view.asked.get("of_response", "")
    return ExpertsCompared(
        found,
        view.asked.get("limit", _MOST),
        view,
        grid=tick_grid(view, found, response_id, gold_only=gold_only) if response_id else None,
    )


def _read(view: View) -> Agreement:
    return read_agreement(view.project, view.person_id, gold_only=bool(view.asked.get("gold_only")))


def _responses(view: View) -> Options:
    return response_options(_read(view))


def _blocks(compared: ExpertsCompared) -> Iterator[Block]:
    whole, name = compared.agreement.figures.whole, compared.view.name
    pairs = [
        replace(pair, first=name(pair.first), second=name(pair.second)) for pair in whole.pairs
    ]
    if not whole:
        yield Note(t("No two experts have judged the same yet."))
        return
    if whole.items:
        yield from _key_figures(compared.agreement)
        caption = t("Share of checkpoints that both decide alike, its 95 % interval, and n.")
        yield Figure(expert_matrix(pairs), caption)
    if compared.grid is not None:
        yield Heading(t("One response, expert by expert"))
        yield compared.grid
    yield from _disagreements(compared)
    if whole.items:
        by_pair = pair_table(
            sorted(pairs, key=lambda one: -one.n),
            few=t("fewer than {least_shared} shared ratings", least_shared=LEAST_SHARED),
        )
        yield replace(by_pair, caption=t("By pair"), name=t("By pair"), short=_MOST_PAIRS)
        parts = compared.agreement.figures.parts
        yield _part_table(parts)
        of_pairs = ((listed((pair.first, pair.second)), pair.figures) for pair in pairs if pair.n)
        of_parts = ((_part_words(part), part.figures) for part in parts if part.figures.n)
        yield from map(Note, agreement_cautions((*of_pairs, *of_parts)))
    graded = scale_table(whole.scales, t("Graded checkpoints"))
    yield from (replace(one, short=_MOST_PAIRS) for one in graded)
    if len(pairs) > 1:
        yield from graded_pair_tables(pairs)


_MOST_PAIRS: Final = 6


def _key_figures(agreement: Agreement) -> Iterator[KeyFigure]:
    whole = agreement.figures.whole
    yield KeyFigure(
        t("Both judged"),
        f"{whole.items:,}",
        beside=tn("{n} task", "{n} tasks", whole.figures.tasks),
        meaning=t("Checkpoints of responses that two or more experts decided."),
    )
    for metric in metrics_of(RATERS):
        one = whole.figures[metric.id]
        yield KeyFigure(
            t(metric.title),
            shown(one.value, metric.unit.form),
            shown(one.interval, metric.unit.interval_form) if one.interval else "",
            caution=caution_hint(one.caution, one.tasks),
            meaning=t(metric.meaning),
        )


def _part_words(agreement_part: AgreementPart) -> str:
    return part_name(agreement_part.by, agreement_part.name) if agreement_part.name else t("none")


def _part_table(parts: Sequence[AgreementPart]) -> Table:
    lines = [
        (
            (
                grouping_name(part.by),
                _part_words(part),
                part.figures.n,
                part.figures.tasks,
            ),
            part.figures,
        )
        for part in parts
        if part.figures.n
    ]
    heads = (Column(t("By")), Column(t("Name")), Column("n", "0"), Column(t("Tasks"), "0"))
    return figure_table(heads, metrics_of(RATERS), lines, t("By part"), t("By part"))


def _disagreements(compared: ExpertsCompared) -> Iterator[Block]:
    agreement = compared.agreement
    n = len(agreement.figures.disputed)
    said = weightiest(n) if n else t("On everything that two have judged, they agree.")
    yield Text(said, short=said)
    if agreement.withheld:
        yield Note(
            tn(
                "{n} disagreement is hidden from you: judging is blind.",
                "{n} disagreements are hidden from you: judging is blind.",
                agreement.withheld,
            ),
            tn(
                "{n} disagreement is not shown",
                "{n} disagreements are not shown",
                agreement.withheld,
            ),
        )
    for item in agreement.disputed[: compared.limit]:
        yield _case(compared, item)
    if (more := len(agreement.disputed) - compared.limit) > 0:
        yield Text(t("… and {rows} more.", rows=more))


def _case(compared: ExpertsCompared, item: Disputed) -> CaseBlock:
    title = compared.agreement.titles.get(item.task_id, item.task_id)
    points = t("{weight:g} points", weight=item.point.weight)
    spread = spread_words(item.said, item.point)
    sides = (
        case_side(compared.view.name(one.expert_id), one.final, item.point, one)
        for one in item.said
    )
    return CaseBlock(
        header=listed((points, t("Response {label}", label=item.label), title)),
        checkpoint=in_a_row(filter(None, (cut_text(item.point.text), spread))),
        sides=tuple(sides),
        opens=("response", item.task_id, item.response_id),
    )


def spread_words(said: Sequence[Judgment], point: Checkpoint) -> str:
    """How far graded judgments lie apart; empty where nothing is to be said."""
    values = [item.final_value for item in said if item.final_value is not None]
    found = instrument_of(point).spread(values)
    return found.words() if found else ""


def _data(shown_here: ExpertsCompared) -> dict[str, Any]:
    agreement = shown_here.agreement
    found, parts = agreement.figures.whole, agreement.figures.parts
    return {
        **found.figures.plain(),
        "agreed": found.items - len(found.disputed),
        "caution": found.figures["accuracy"].caution,
        "least_shared_for_kappa": LEAST_SHARED,
        "pairs": [
            {
                "experts": [pair.first, pair.second],
                **pair.figures.plain(),
                "scales": [scale.plain() for scale in pair.scales],
            }
            for pair in found.pairs
        ],
        "parts": [
            {
                "by": part.by,
                "name": part.name,
                **part.figures.plain(),
                "scales": [scale.plain() for scale in part.scales],
            }
            for part in parts
        ],
        "scales": [scale.plain() for scale in found.scales],
        "disagreements": [_plain(item) for item in agreement.disputed],
        "withheld": agreement.withheld,
    }


def _plain(item: Disputed) -> dict[str, Any]:
    return {
        "response": f"{item.task_id}:{item.label}",
        "checkpoint": item.point.id,
        "text": item.point.text,
        "weight": item.point.weight,
        "spread": spread_words(item.said, item.point),
        "said": [
            {
                "expert": one.expert_id,
                **plain_decision(one.final, item.point),
                "said": word_for(one.final, item.point),
                "rationale": one.rationale,
            }
            for one in item.said
        ],
    }


AGREEMENT: Final = Section(
    "expert-disagreements",
    mark("Agreement"),
    mark("How well do experts agree, and what do they differ on?"),
    _compared,
    _blocks,
    _data,
    places=(),
    choices=(Choice("of_response", mark("Response"), _responses),),
)
