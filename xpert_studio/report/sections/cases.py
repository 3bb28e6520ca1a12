"""The worst disagreements of judge and experts, by weight × certainty, with what both wrote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.core.instruments import instrument_of, word_for
from xpert_studio.core.records import (
    Checkpoint,
    Decision,
    Judgment,
    Quote,
    Rating,
    RatingState,
    Verdict,
    evidence_words,
    grouped,
)
from xpert_studio.core.records.columns import NONE
from xpert_studio.core.store import ProjectFile, judgments, verdicts
from xpert_studio.core.wording import listed, mark, rating_word, t, tn, translated
from xpert_studio.core.wording import short as cut
from xpert_studio.core.workflow.blinding import Blinding, blinding_for
from xpert_studio.core.workflow.disagreements import stands
from xpert_studio.report.blocks import (
    Action,
    Block,
    CaseBlock,
    CasePicture,
    CaseQuote,
    CaseSide,
    Column,
    Row,
    Table,
    Text,
    Told,
)
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.judge_alignment import response_name
from xpert_studio.report.marked_pictures import case_pictures
from xpert_studio.report.part_names import Called, part_name
from xpert_studio.report.queue import CaseQueue, read_queue
from xpert_studio.report.results.results import EXPERTS
from xpert_studio.report.section import EXPLORED, REPORT, Section, View
from xpert_studio.report.sections.case_rows import case_rows
from xpert_studio.report.sentences import judge_name


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One checkpoint on which a judge and the experts differ.

    Attributes:
        weight: The checkpoint's points.
        certainty: Share of the experts who say what the majority says.
        point: The checkpoint itself.
        judge_value: What the judge's trials together say.
        judgments: The experts' gold judgments.
        verdict: The judge's first verdict with that value, None where the records hold none.
        pictures: The response's, with what the two marked in them.
    """

    task_title: str
    system: str
    response_id: str
    checkpoint_id: str
    checkpoint: str
    tier: str
    weight: float
    certainty: float
    point: Checkpoint
    judge_value: float | None
    judgments: tuple[Judgment, ...]
    verdict: Verdict | None
    pictures: tuple[CasePicture, ...] = ()


def _with_reasons(view: View, judge_id: str, queue: CaseQueue, most: int) -> list[Disagreement]:
    """The most costly disagreements of a queue, with what both wrote."""
    project, analysis = view.project, view.analysis
    catalog, paired, certainty = analysis.catalog, queue.cases.paired, queue.cases.certainty
    weight = catalog.checkpoint_weight[paired.checkpoint]
    order = range(min(most, len(queue)))
    pairs = {
        (catalog.responses[paired.response[place]], catalog.checkpoints[paired.checkpoint[place]])
        for place in order
    }
    said = _judgments(project, pairs)
    decided = _verdicts(project, judge_id, pairs)
    labels = {} if (blinding := _blinding(view)) is None else blinding.labels
    with project.reading() as tx:
        known = stands(tx, judge_id, pairs)
    found = []
    for place in order:
        response, point = int(paired.response[place]), int(paired.checkpoint[place])
        key = catalog.responses[response], catalog.checkpoints[point]
        stand = known.get(key)
        if stand is None:  # removed since the figures were computed
            continue
        tier, value = int(catalog.checkpoint_tier[point]), float(paired.second_value[place])
        found.append(
            Disagreement(
                task_title=catalog.task_titles[catalog.response_task[response]],
                system=response_name(analysis, labels, response),
                response_id=key[0],
                checkpoint_id=key[1],
                checkpoint=catalog.checkpoint_texts[point],
                tier=catalog.tiers[tier] if tier != NONE else "",
                weight=float(weight[place]),
                certainty=float(certainty[place]),
                point=stand.checkpoint,
                judge_value=value,
                judgments=tuple(said.get(key, ())),
                verdict=decided.get((*key, value)),
                pictures=_pictures(project, key[0], said.get(key, ()), decided.get((*key, value))),
            )
        )
    return found


def _pictures(
    project: ProjectFile, response_id: str, said: Sequence[Judgment], verdict: Verdict | None
) -> tuple[CasePicture, ...]:
    judged = [(verdict, True)] if verdict else []
    return case_pictures(project, response_id, [*((one, False) for one in said), *judged])


def _judgments(
    project: ProjectFile, pairs: set[tuple[str, str]]
) -> dict[tuple[str, str], list[Judgment]]:
    with project.reading() as tx:
        return grouped(
            ((judgment.response_id, judgment.checkpoint_id), judgment)
            for judgment in judgments.all_judgments(tx, gold_only=True, pairs=pairs)
        )


def _verdicts(
    project: ProjectFile, judge_id: str, pairs: set[tuple[str, str]]
) -> dict[tuple[str, str, float | None], Verdict]:
    decided: dict[tuple[str, str, float | None], Verdict] = {}
    with project.reading() as tx:
        for verdict in verdicts.all_verdicts(tx, judge_id=judge_id, pairs=pairs):
            if verdict.value is not None:
                key = verdict.response_id, verdict.checkpoint_id, verdict.value
                decided.setdefault(key, verdict)
    return decided


_MOST_QUOTES = 3
_LONGEST = 600
_MOST = 12
_MOST_IN_FULL = 200
_LONGEST_LINE = 70


@dataclass(frozen=True, slots=True)
class Disagreements:
    """Where a judge and the experts differ, the most costly first.

    Attributes:
        judge_id: The judge.
        judge: It in words.
        queue: All that are asked for.
        rows: The first of them as plain data.
        worst: The first of them with what both wrote; empty where that was not asked for.
        name: What people are called.
        in_full: Whether they are shown by themselves.
    """

    judge_id: str
    judge: str
    queue: CaseQueue
    rows: list[dict[str, Any]]
    worst: tuple[Disagreement, ...]
    name: Called
    in_full: bool


def _blinding(view: View) -> Blinding | None:
    """What is kept from who reads; None where a report is made, which is for all who may see it."""
    if not view.person_id:
        return None
    with view.project.reading() as tx:
        return blinding_for(tx, view.person_id)


def _disagreements(view: View) -> Disagreements | None:
    """Of the rater of the view, else of the judge that is named first.

    What is asked for: ``filter``, a ``CaseFilter``; ``state`` and ``cause``; ``limit``, how many;
    ``reasons``, whether with what both wrote, which is the usual; ``in_full``, more of them.
    """
    aligned, asked = {one.judge.id: one for one in view.analysis.aligned()}, view.asked
    is_named = view.rater_id not in {"", EXPERTS}
    judge_id = view.rater_id if is_named else next(iter(aligned), "")
    if not judge_id or view.analysis.reference is None:
        return None
    in_full = asked.get("in_full", False)
    findings, limit = aligned.get(judge_id), asked.get("limit", _MOST_IN_FULL if in_full else _MOST)
    queue = read_queue(
        view.project,
        view.analysis,
        asked.get("filter", CaseFilter()).but(judge=judge_id),
        state=asked.get("state", ""),
        cause=asked.get("cause", ""),
        blinding=_blinding(view),
    )
    if not len(queue) and "limit" not in asked:
        return None
    return Disagreements(
        judge_id,
        judge_name(findings.judge) if findings else view.who,
        queue,
        case_rows(view.project, view.analysis, queue, limit),
        tuple(_with_reasons(view, judge_id, queue, limit)) if asked.get("reasons", True) else (),
        view.name,
        in_full,
    )


def _blocks(disagreements: Disagreements) -> Iterator[Block]:
    queue, total = disagreements.queue, len(disagreements.queue)
    if disagreements.in_full:
        yield Text(weightiest(total))
        yield from (_case(item, disagreements) for item in disagreements.worst)
        return
    yield Text(
        t(
            "{judge} and the experts differ on {total:,} checkpoints. These are the "
            "{worst} most costly: with the most points and the highest agreement of "
            "the experts. Each has a cause: judge error, ambiguous checkpoint, expert "
            "error, or gap in the grading policy; the last three need a change of "
            "text, not of the judge.",
            judge=disagreements.judge,
            total=total,
            worst=len(disagreements.worst),
        ),
        short=t(
            "{judge} and the experts differ on {total:,} checkpoints; {counts}.",
            judge=disagreements.judge,
            total=total,
            counts=listed(f"{count:,} {t(item.value)}" for item, count in queue.counts.items()),
        ),
    )
    if disagreements.rows:
        yield _table(disagreements)
    for number, said in (
        (
            queue.resolved,
            t(
                "On {resolved:,} with a finding, judge and experts agree by now.",
                resolved=queue.resolved,
            ),
        ),
        (
            queue.pending,
            t(
                "{pending:,} with a cause are to be judged, confirmed or scored again.",
                pending=queue.pending,
            ),
        ),
        (
            queue.withheld,
            t(
                "{withheld:,} are on responses that you may judge or have to confirm, "
                "and not shown.",
                withheld=queue.withheld,
            ),
        ),
    ):
        if number:
            yield Text(said, short=said)
    for item in disagreements.worst:
        yield _case(item, disagreements)
    if disagreements.rows:
        command = f"disagreements {{project}} --judge {disagreements.judge_id} --show"
        yield Action(t("What both wrote"), f"{command} {disagreements.rows[0]['case']}")


def _table(disagreements: Disagreements) -> Table:
    """The first ones as rows, by the names that commands take; the full form has the cases."""
    columns = (
        Column(t("Case")),
        Column(t("Cost"), "0.###"),
        Column(t("Experts")),
        Column(t("Judge")),
        Column(t("State")),
        Column(t("Checkpoint")),
    )
    rows = tuple(
        Row(
            (
                row["case"],
                Told(row["cost"], f"{row['cost']:g}"),
                *(rating_word(row["words"][side]) for side in ("experts", "judge")),
                listed(t(word).replace("_", " ") for word in (row["state"], row["cause"]) if word),
                cut(row["text"], _LONGEST_LINE),
            )
        )
        for row in disagreements.rows
    )
    return Table(
        columns,
        rows,
        caption=t(
            "{rows:,} of {queue:,} shown, the most costly first",
            rows=len(rows),
            queue=len(disagreements.queue),
        ),
        name=t("Disagreements"),
        short=len(rows),
        is_short_only=True,
    )


def _data(disagreements: Disagreements) -> dict[str, Any]:
    queue = disagreements.queue
    return {
        "judge": disagreements.judge_id,
        "counts": {item.value: count for item, count in queue.counts.items()},
        "causes": queue.causes,
        "resolved": queue.resolved,
        "pending": queue.pending,
        "withheld": queue.withheld,
        "total": len(queue),
        "disagreements": disagreements.rows,
    }


def weightiest(n: int) -> str:
    """How many disagreements there are, in their order."""
    return tn(
        "{n} disagreement, the weightiest first.", "{n} disagreements, the weightiest first.", n
    )


CASES: Final = Section(
    "disagreements",
    mark("Worst disagreements"),
    mark("On which checkpoints do judge and experts differ, and what did both write?"),
    _disagreements,
    _blocks,
    _data,
    places=(REPORT, EXPLORED),
    tab=mark("Disagreements"),
    missing=mark("Judge and experts differ nowhere here, or have judged nothing in common."),
)


def _case(item: Disagreement, disagreements: Disagreements) -> CaseBlock:
    experts = [
        case_side(disagreements.name(said.expert_id), said.final, item.point, said)
        for said in item.judgments[:2]
    ]
    other = case_side(disagreements.judge, item.judge_value, item.point, item.verdict)
    return CaseBlock(
        header=t(
            "{task_title} · {system} · {checkpoint_id} · {points}",
            task_title=item.task_title,
            system=item.system,
            checkpoint_id=item.checkpoint_id,
            points=points_of(item.tier, item.weight),
        ),
        checkpoint=cut_text(item.checkpoint),
        sides=(*experts, other),
        opens=("case", disagreements.judge_id, item.response_id, item.checkpoint_id),
        pictures=item.pictures,
    )


def points_of(tier: str, weight: float) -> str:
    """What a checkpoint counts: its tier, empty for none, and its points."""
    return t(
        "{tier}{weight:g} points",
        tier=listed((part_name("tier", tier), "")) if tier else "",
        weight=weight,
    )


def case_side(who: str, value: Decision | None, point: Checkpoint, said: Rating | None) -> CaseSide:
    """What somebody said of a checkpoint; ``said`` has the rationale."""
    shown = None
    if value is not None and not isinstance(value, RatingState):
        shown = instrument_of(point).shown(value, point)
    quotes = said.evidence[:_MOST_QUOTES] if said else ()
    lacks = value is None and isinstance(said, Verdict)
    why = said.reason if isinstance(said, Judgment) else said.rationale if said else ""
    return CaseSide(
        who,
        t(said.state.value) if lacks and said else rating_word(word_for(value, point)),
        shown.tone if shown else "warn",
        cut_text(why or ""),
        tuple(map(case_quote, quotes)),
    )


def case_quote(item: Quote) -> CaseQuote:
    """Evidence as a case shows it: a passage, or where a region is."""
    if item.region is None:
        return CaseQuote(cut_text(item.quote), item.verified)
    return CaseQuote(cut_text(translated(evidence_words(item))), item.verified, is_region=True)


def cut_text(text: str) -> str:
    """A text as it is quoted in a case: not over so many characters."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
