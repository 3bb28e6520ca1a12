"""Corrected scores as tables and sentences, and how the judge errs by system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from xpert_studio.api.sections import (
    PROBABILITY,
    RANKED_BY,
    REPORT,
    Action,
    Block,
    Cell,
    Column,
    Heading,
    Note,
    Row,
    Section,
    Table,
    clauses,
    headline,
    labelled,
    listed,
    mark,
    shown,
    t,
    tn,
)
from xpert_studio.core.metrics.task_estimates import SURE_AT_AN_END
from xpert_studio.packs.correction.chosen import Chosen, Way
from xpert_studio.packs.correction.error_rates import RATES, ErrorRates
from xpert_studio.packs.correction.estimator import FEWEST_LABELLED
from xpert_studio.packs.correction.section_model import (
    CorrectedBoard,
    CorrectedScore,
    corrected_board,
)
from xpert_studio.report.results.charts import SCORE_AXIS, ranked_chart, ranked_row
from xpert_studio.report.sections.looked_at import figure_of

NOT_AT_RANDOM: Final = mark("labels not chosen at random")


def chosen_words(row: CorrectedScore, *, families: bool) -> str:
    """How the labels of a system were chosen, and why it has no corrected score, in a few words."""
    words = []
    if row.anchored:
        words.append(t("the judge saw these labels as anchors"))
    if row.lacking:
        words.append(_few_words(row, families=families))
    if row.labelled:
        words.append(_way_words(row.chosen))
    return clauses(filter(None, words))


def _few_words(row: CorrectedScore, *, families: bool) -> str:
    if families:
        return tn(
            "{n} labelled family of {needed} needed",
            "{n} labelled families of {needed} needed",
            row.labelled,
            needed=FEWEST_LABELLED,
        )
    return tn(
        "{n} labelled task of {needed} needed",
        "{n} labelled tasks of {needed} needed",
        row.labelled,
        needed=FEWEST_LABELLED,
    )


def _way_words(chosen: Chosen) -> str:
    match chosen.way:
        case Way.ALL:
            return t("all labelled")
        case Way.SAMPLED:
            return t("sampled labels")
        case Way.UNFINISHED:
            return t(
                "{words}: {n} of {all} sampled responses judged",
                words=t(NOT_AT_RANDOM),
                n=chosen.sampled - chosen.missing,
                all=chosen.sampled,
            )
        case Way.OTHERWISE:
            return t(NOT_AT_RANDOM)


def _blocks(board: CorrectedBoard) -> Iterator[Block]:
    said = _sentence(board)
    rows = [
        ranked_row(row.system, row.corrected, is_ranked=row.rank is not None)
        for row in board.rows
        if row.corrected.value is not None
    ]
    description = t("Corrected scores of the systems with 95 % intervals")
    chart = ranked_chart(rows, t(SCORE_AXIS), description, figure=t("Corrected"), limits=(0, 100))
    yield from figure_of(chart, said)
    yield headline(said)
    yield _score_table(board)
    yield from _refusals(board)
    if any(row.rates for row in board.rows):
        yield Heading(t("How the judge errs, by system"))
        yield _rate_table(board)
    yield from (Note(text, short) for text, short in limits(board))
    yield from _actions(board)


def _sentence(board: CorrectedBoard) -> str:
    n = len(board.rows) - len(board.refused)
    if not n:
        return t("No score by {judge} can be corrected yet.", judge=board.who)
    return tn(
        "Scores by {judge}, corrected by experts’ labels: {n} system of {all}.",
        "Scores by {judge}, corrected by experts’ labels: {n} systems of {all}.",
        n,
        judge=board.who,
        all=len(board.rows),
    )


def _score_table(board: CorrectedBoard) -> Table:
    columns = (
        Column(t("Corrected rank"), "0"),
        Column(t("System")),
        Column(t("Score by the judge"), "0.0%"),
        Column(t("Corrected"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Labelled families") if board.families else t("Labelled tasks"), "0"),
        Column(t("of"), "0"),
        Column(t("Labels")),
        Column(t("These tasks only"), detail=True),
        Column(t("Labels alone"), "0.0%", detail=True),
        Column("λ", "0.00", detail=True, meaning=t(_FACTOR)),
    )
    rows = tuple(
        Row(
            (
                row.rank,
                row.system,
                row.raw.value,
                row.corrected.value,
                row.corrected.interval,
                row.labelled,
                row.clusters,
                chosen_words(row, families=board.families),
                shown(row.here, "0.0%"),
                row.alone[0],
                row.factor,
            ),
            apart=row.rank is None,
            opens=("system", row.system),
        )
        for row in board.rows
    )
    caption = t(
        "The corrected score is what experts would give: the judge’s scores on all tasks, less "
        "what the labels show it to err by."
    )
    return Table(columns, rows, caption, name=t("Corrected scores"), short=_MOST_SHORT)


_MOST_SHORT: Final = 12
_FACTOR: Final = mark("How far the judge’s scores are relied on: 0 not at all, 1 in full.")
_RATE_HEADS: Final = {
    "sensitivity": mark("Sensitivity"),
    "specificity": mark("Specificity"),
}


def _rate_table(board: CorrectedBoard) -> Table:
    columns: list[Column] = [Column(t("System")), Column(t("Tasks"), "0")]
    for name in RATES:
        columns += (
            Column(t(_RATE_HEADS[name]), "0.0%"),
            Column(t("95 % interval"), "0.0%", interval=True),
            Column(t("Less the others"), "+0.0%"),
            Column(t("95 % interval"), "+0.0%", interval=True),
            Column(t("corrected p"), PROBABILITY),
        )
    rows = tuple(
        Row((row.system, row.labelled, *_rate_cells(row.rates)), opens=("system", row.system))
        for row in board.rows
        if row.rates
    )
    caption = t(
        "On labelled checkpoints. Less the others: than on the responses of all other systems; "
        "where that differs from 0, one correction for all systems would be wrong."
    )
    return Table(tuple(columns), rows, caption, name=t("Error rates by system"))


def _rate_cells(rates: ErrorRates) -> Iterator[Cell]:
    for name in RATES:
        one, apart = rates.rates[name], rates.differences.get(name)
        yield from (one.value, one.interval)
        yield from (apart.value, apart.interval, apart.reported_p) if apart else (None,) * 3


def _refusals(board: CorrectedBoard) -> Iterator[Block]:
    """Which systems have no corrected score, and what to label."""
    lacking = [row for row in board.refused if row.lacking and not row.anchored]
    small = [row for row in lacking if row.clusters < FEWEST_LABELLED]
    rest = [row for row in lacking if row.clusters >= FEWEST_LABELLED]
    said = [labelled(row.system, _to_label(row, board)) for row in rest[:_MOST_SHORT]]
    if (more := len(rest) - _MOST_SHORT) > 0:
        said.append(t("{n} more", n=more))
    if small:
        few = tn(
            "{n} system has fewer than {needed} scored tasks or families: add tasks",
            "{n} systems have fewer than {needed} scored tasks or families: add tasks",
            len(small),
            needed=FEWEST_LABELLED,
        )
        said.append(few)
    if said:
        yield headline(t("Not enough labels. {systems}.", systems=clauses(said)))


def _to_label(row: CorrectedScore, board: CorrectedBoard) -> str:
    if row.chosen.way is Way.UNFINISHED:
        return tn("{n} response is asked for", "{n} responses are asked for", row.chosen.missing)
    if board.families:
        return tn("label {n} more family", "label {n} more families", row.lacking)
    return tn("label {n} more task", "label {n} more tasks", row.lacking)


def limits(board: CorrectedBoard) -> Iterator[tuple[str, str]]:
    """What limits corrected scores; each with a short form, which may be empty."""
    corrected_rows = [row for row in board.rows if row.corrected.value is not None]
    otherwise = [row.system for row in corrected_rows if not row.chosen.is_random]
    if otherwise:
        text = t(
            "Labels not chosen at random: {systems}. Their corrected scores may be biased, no "
            "coverage is promised for the intervals, and they have no corrected rank.",
            systems=listed(otherwise),
        )
        yield text, t(NOT_AT_RANDOM)
    if corrected_rows:
        yield (
            t(
                "Corrected intervals hold which tasks there are and how the judge errs, for tasks "
                "like these; “these tasks only” leaves the first out. Student’s t by cluster; λ "
                "comes from the other clusters."
            ),
            "",
        )
    if any(row.here is None for row in corrected_rows):
        text = t(
            "“These tasks only” is withheld near 0 and 1 below {needed} labelled tasks or "
            "families, and where a task or family is labelled in part.",
            needed=SURE_AT_AN_END,
        )
        yield text, ""
    if board.refused:
        text = t(
            "Fewer than {needed} labelled tasks or families: no corrected score.",
            needed=FEWEST_LABELLED,
        )
        yield text, ""


def _actions(board: CorrectedBoard) -> Iterator[Action]:
    """What to have labelled: for systems that lack labels, then for labels not chosen at random."""
    open_ = [
        row
        for row in board.rows
        if not row.anchored
        and not row.chosen.is_random
        and row.chosen.way is not Way.UNFINISHED
        and row.clusters >= FEWEST_LABELLED
        and board.unlabelled[row.system]
    ]
    for row in sorted(open_, key=lambda row: -row.lacking)[:_MOST_ACTIONS]:
        lacking = FEWEST_LABELLED - board.in_full[row.system]
        n = min(max(lacking, _FEWEST_SAMPLED), board.unlabelled[row.system])
        yield Action(
            tn(
                "Ask experts to judge {n} sampled response of {system}",
                "Ask experts to judge {n} sampled responses of {system}",
                n,
                system=row.system,
            ),
            f'labels plan {{project}} --figure "score:{row.system}" --responses {n}',
            step=("plan_labels", f"score:{row.system}", str(n), board.judge_id),
        )


_MOST_ACTIONS: Final = 3
_FEWEST_SAMPLED: Final = 5
"""So many more, sampled, let labels count that were not chosen at random."""


def plain_rates(rates: ErrorRates | None) -> dict[str, Any] | None:
    """Sensitivity and specificity of a row for a program."""
    if rates is None:
        return None
    return {
        name: rates.rates[name].named("value")
        | {"less_the_others": one.plain() if (one := rates.differences.get(name)) else None}
        for name in RATES
    }


def _data(board: CorrectedBoard) -> dict[str, Any]:
    rows = [
        {
            "system": row.system,
            **row.raw.named("score"),
            "corrected": row.corrected.value,
            "corrected_interval": row.corrected.interval,
            "corrected_interval_these_tasks_only": row.here,
            "corrected_rank": row.rank,
            "caution": row.corrected.caution,
            "labelled_clusters": row.labelled,
            "clusters": row.clusters,
            "needed": FEWEST_LABELLED,
            "lambda": row.factor,
            "labels_alone": row.alone[0],
            "labels_alone_error": row.alone[1],
            "labels": asdict(row.chosen) | {"at_random": row.chosen.is_random},
            "words": chosen_words(row, families=board.families),
            "unlabelled_responses": board.unlabelled[row.system],
            "rates": plain_rates(row.rates),
        }
        for row in board.rows
    ]
    return {
        "judge": board.judge_id,
        "tasks": board.tasks,
        "families": board.families,
        "systems": rows,
    }


CORRECTED_SCORES: Final = Section(
    "corrected-scores",
    mark("Corrected scores"),
    mark("What would experts give, where a judge scored everything and they judged a part?"),
    corrected_board,
    _blocks,
    _data,
    after="results",
    places=(REPORT, RANKED_BY),
    tab=mark("Corrected score"),
)
