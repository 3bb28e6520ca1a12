"""One verdict of a judge beside what the experts said, and the exchange that it came of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from xpert_studio.core.errors import NotAllowedError, NotFoundError
from xpert_studio.core.instruments import PartKind, parts_of, word_for
from xpert_studio.core.records import Quote
from xpert_studio.core.records.transcripts import place_of_quote
from xpert_studio.core.store.verdicts import KeptVerdict
from xpert_studio.core.wording import (
    in_a_row,
    listed,
    mark,
    money,
    rating_word,
    t,
    tn,
    translated,
)
from xpert_studio.core.workflow.views.verdict_report import Exchange, exchange_of, report_verdict
from xpert_studio.core.workflow.views.verdicts import VerdictLine, VerdictView, verdict_view
from xpert_studio.report.blocks import Block, CaseBlock, CaseQuote, CaseSide, Heading, Text
from xpert_studio.report.section import Section, View
from xpert_studio.report.sections.cases import case_quote, case_side, points_of
from xpert_studio.report.sections.one_case import edited, reading, with_status


@dataclass(frozen=True, slots=True)
class OneVerdict:
    """A verdict.

    Attributes:
        view: The response as the judge has judged it.
        line: The checkpoint.
        kept: The verdict itself.
        exchange: The call that it came of; None where that is not known.
        raw: Whether the exchange is shown, letter for letter.
    """

    view: VerdictView
    line: VerdictLine
    kept: KeptVerdict
    exchange: Exchange | None
    raw: bool


def _one_verdict(view: View) -> OneVerdict | None:
    """What is asked for: ``response`` and ``checkpoint``, ids; ``judge``, ``trial`` and ``raw``.

    Raises:
        NotAllowedError: The reader may not see verdicts, or still has a say on the response.
        NotFoundError: There is no such verdict.
    """
    asked = view.asked
    if "response" not in asked or "checkpoint" not in asked:
        return None
    ctx = reading(view)
    found = verdict_view(ctx, asked["response"], asked.get("judge", ""))
    if found.pending is not None:
        raise NotAllowedError(
            "You still have to judge or adjudicate this response: verdicts on it are "
            "shown after that.",
            remedy="Judge or adjudicate it first; a lead may unblind it with 'judge unblind'.",
        )
    line, trial = found.line(asked["checkpoint"]), str(asked.get("trial", 1))
    kept = (
        next((verdict for verdict in line.verdicts if str(verdict.verdict.trial) == trial), None)
        if line
        else None
    )
    if line is None or kept is None:
        raise NotFoundError(
            "The judge has no verdict on that checkpoint and trial.",
            remedy="Run it on this response first.",
        )
    return OneVerdict(
        found,
        line,
        kept,
        exchange=exchange_of(ctx, kept.call_key) if kept.call_key is not None else None,
        raw=bool(asked.get("raw")),
    )


def _blocks(one_verdict: OneVerdict) -> Iterator[Block]:
    point = one_verdict.line.checkpoint
    experts = (
        with_status(
            case_side(
                t("Expert {name}", name=said.judgment.expert_id),
                said.judgment.final,
                point,
                said.judgment,
            ),
            t(said.judgment.status.value),
            edited(is_current=not said.is_stale),
        )
        for said in one_verdict.line.said
    )
    yield CaseBlock(
        header=points_of(point.tier or "", point.weight),
        checkpoint=point.text,
        sides=(_of_judge(one_verdict), *experts),
    )
    yield from map(Text, _about(one_verdict))
    if one_verdict.raw:
        yield from _exchange(one_verdict.exchange)


def _of_judge(one_verdict: OneVerdict) -> CaseSide:
    verdict, judge = one_verdict.kept.verdict, one_verdict.view.judge
    side = case_side(
        who=t("Judge {name}", name=judge.id if judge else ""),
        value=verdict.decision,
        point=one_verdict.line.checkpoint,
        said=verdict,
    )
    problem = translated(verdict.problem) if verdict.problem else ""
    return replace(
        side,
        rationale=side.rationale or problem,
        quotes=tuple(_quote(one_verdict, quote) for quote in verdict.evidence),
    )


def _quote(one_verdict: OneVerdict, quote: Quote) -> CaseQuote:
    """A quote; of a conversation with the message that it is from."""
    place = place_of_quote(one_verdict.view.task, one_verdict.view.response_text, quote)
    where = (
        t("[message {number}, turn {turn}]", number=place.number, turn=place.turn) if place else ""
    )
    said = case_quote(quote)
    return replace(said, text=in_a_row(filter(None, (said.text, where))))


def _about(one_verdict: OneVerdict) -> Iterator[str]:
    """Caps, marks, the call, and whether the texts are still the same; a sentence each."""
    verdict, point = one_verdict.kept.verdict, one_verdict.line.checkpoint
    if verdict.given is not None:
        yield t(
            "The model gave {given}; a cap allows less.",
            given=rating_word(word_for(verdict.given, point)),
        )
    for part in parts_of(point):
        if part.kind is PartKind.CAP and part.key in verdict.caps:
            yield t("A cap that applies: {part}", part=part.words())
    if verdict.flags:
        yield t("Marks: {flags}", flags=listed(verdict.flags).replace("_", " "))
    if one_verdict.exchange is not None:
        call = one_verdict.exchange.call
        yield t(
            "Call {id} of {run}: {seconds:.1f} s, {attempts}, {money}.",
            id=call.id,
            run=call.run_id,
            seconds=call.seconds,
            attempts=tn("{n} attempt", "{n} attempts", call.attempts),
            money=money(call.cost),
        )
    yield t(
        "It {state}.",
        state=t("rests on an older text")
        if one_verdict.kept.is_stale
        else t("rests on the text as it is"),
    )


def _exchange(exchange: Exchange | None) -> Iterator[Block]:
    if exchange is None:
        yield Text(t("It came from elsewhere; its exchange is not known."))
        return
    shared = exchange.shared
    for title, text in (
        (t("Instructions"), shared.system if shared else None),
        (t("Shared by all candidates of the task"), shared.text if shared else None),
        (t("The candidate"), exchange.call.suffix),
        (t("Reply"), exchange.call.reply),
    ):
        yield Heading(title)
        yield Text(t("(none)") if text is None else text)


def _title(one_verdict: OneVerdict) -> str:
    return t(
        "{task}, response {label}", task=one_verdict.view.task.name, label=one_verdict.view.label
    )


def _data(one_verdict: OneVerdict) -> dict[str, Any]:
    return report_verdict(
        one_verdict.view, one_verdict.line, one_verdict.exchange, one_verdict.kept.verdict.trial
    )


ONE_VERDICT: Final = Section(
    "verdict",
    mark("One verdict"),
    mark("What did a judge decide on one checkpoint, and what did the experts say?"),
    _one_verdict,
    _blocks,
    _data,
    _title,
    places=(),
    asks=("response", "checkpoint", "judge", "trial"),
    missing=mark("No verdict is named."),
)
