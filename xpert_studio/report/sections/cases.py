"""The worst disagreements, with what both sides wrote."""

from __future__ import annotations

from xpert_studio.instruments import instrument_of, word_for
from xpert_studio.records import Checkpoint, Rating
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import Block, Case, CaseQuote, Section, Side, Text
from xpert_studio.report.disagreements import Disagreement, worst_disagreements
from xpert_studio.report.sentences import judge_name
from xpert_studio.store import ProjectFile

_MOST_QUOTES = 3
_LONGEST = 600


def cases_section(project: ProjectFile, analysis: Analysis) -> Section | None:
    """The best judge's most costly disagreements; None where there are none."""
    aligned = analysis.aligned()
    if not aligned:
        return None
    judge = judge_name(aligned[0].judge)
    worst, total = worst_disagreements(project, analysis, aligned[0])
    if not worst:
        return None
    blocks: list[Block] = [
        Text(
            f"{judge} and the experts differ on {total:,} checkpoints. These are the "
            f"{len(worst)} most costly: most points at stake, experts most at one. Each can be "
            "put down to the judge's error, an ambiguous checkpoint, an expert's slip, or a "
            "policy left unsaid; the last three call for a change of text, not of the judge."
        )
    ]
    blocks += [_case(item, judge) for item in worst]
    return Section("disagreements", "Worst disagreements", tuple(blocks))


def _case(item: Disagreement, judge: str) -> Case:
    tier = f"{item.tier}, " if item.tier else ""
    header = (
        f"{item.task_title} · {item.system} · {item.checkpoint_id} · {tier}{item.weight:g} points"
    )
    experts = [
        _side(said.expert_id, said.final_value, item.point, said) for said in item.judgments[:2]
    ]
    other = _side(judge, item.judge_value, item.point, item.verdict)
    return Case(header, _cut(item.checkpoint), (*experts, other))


def _side(who: str, value: float | None, point: Checkpoint, said: Rating | None) -> Side:
    shown = None if value is None else instrument_of(point).shown(value, point)
    quotes = said.evidence[:_MOST_QUOTES] if said else ()
    return Side(
        who,
        word_for(value, point),
        shown.tone if shown else "warn",
        _cut(said.rationale or "") if said else "",
        tuple(CaseQuote(_cut(quote.quote), quote.verified) for quote in quotes),
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
