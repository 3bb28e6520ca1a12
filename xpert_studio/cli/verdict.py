"""``xpert-studio verdict``: one verdict of a judge, with its exchange and what experts said."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import (
    AsOption,
    LineArgument,
    ProjectArgument,
    ResponseArgument,
    acting,
    line_id,
    named_response,
)
from xpert_studio.cli.output import JsonOption, Output, money
from xpert_studio.core.errors import NotAllowedError, NotFoundError
from xpert_studio.core.instruments import PartKind, abstention_in, instrument_of, parts_of, word_for
from xpert_studio.core.wording import listed, rating_word, t, tn
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.views.verdict_report import Exchange, exchange_of, report_verdict
from xpert_studio.core.workflow.views.verdicts import VerdictLine, VerdictView, verdict_view


def verdict(
    project: ProjectArgument,
    response: ResponseArgument,
    line: LineArgument,
    judge: Annotated[str, typer.Option(help="Whose verdict. Default: the first judge's.")] = "",
    trial: Annotated[int, typer.Option(min=1, help="Which trial.")] = 1,
    raw: Annotated[
        bool, typer.Option("--raw", help="The exchange with the provider, letter for letter.")
    ] = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show a judge's verdict on a checkpoint of a response, beside what the experts said.

    For leads and senior experts, once they have had their own say on the response.

    Example: xpert-studio verdict law.xpert a-lease-7k2m:A 3 --judge baseline --as lead --raw
    """
    with acting(project, person, as_json=as_json, read_only=True) as (ctx, output):
        response_id = named_response(ctx, response)
        view = verdict_view(ctx, response_id, judge)
        if view.pending is not None:
            raise NotAllowedError(
                "You still have to judge or adjudicate this response: verdicts on it are "
                "shown after that.",
                remedy="Judge or adjudicate it first; a lead may unblind it with 'judge unblind'.",
            )
        found = view.line(line_id([item.checkpoint for item in view.lines], line))
        exchange = _exchange(ctx, found, trial)
        told = report_verdict(view, found, exchange, trial)
    output.data(told)
    _say(output, view, found, told)
    if raw:
        _say_raw(output, exchange)


def _exchange(ctx: CommandContext, line: VerdictLine | None, trial: int) -> Exchange | None:
    kept = (
        next((item for item in line.verdicts if item.verdict.trial == trial), None)
        if line
        else None
    )
    if line is None or kept is None:
        raise NotFoundError(
            "The judge has no verdict on that checkpoint and trial.",
            remedy="Run it on this response first.",
        )
    return exchange_of(ctx, kept.call_key) if kept.call_key is not None else None


def _word(line: VerdictLine, said: dict[str, Any]) -> str:
    """How the decision in a rating's plain data is written; empty without one."""
    (key,) = instrument_of(line.checkpoint).plain(None)
    said_so = abstention_in(said.get("state"))
    decision = said[key] if said_so is None else said_so
    return "" if decision is None else rating_word(word_for(decision, line.checkpoint))


def _say(output: Output, view: VerdictView, line: VerdictLine | None, told: dict[str, Any]) -> None:
    if line is None:
        return
    said = told["verdict"]
    decided = _word(line, said) or t(said["state"])
    output.say(
        t("{task}, response {label}", task=view.task.name, label=view.label),
        f"{line.checkpoint.text}\n",
        t(
            "Judge {judge}: {decided}. {rationale}",
            judge=told["judge"],
            decided=decided,
            rationale=said["rationale"] or said["problem"] or "",
        ),
    )
    if said.get("given") is not None:
        given = rating_word(word_for(said["given"], line.checkpoint))
        output.say("  " + t("The model gave {given}; a cap allows less.", given=given))
    for part in parts_of(line.checkpoint):
        if part.kind is PartKind.CAP and part.key in said.get("caps", ()):
            output.say("  " + t("cap that applies: {part}", part=part.words()))
    output.say(
        *(
            f"  “{quote['quote']}”"
            + ("" if quote["verified"] else t("  [not in the response]"))
            + (
                "  " + t("[message {number}, turn {turn}]", **quote["message"])
                if "message" in quote
                else ""
            )
            for quote in said["evidence"]
        )
    )
    if said["flags"]:
        output.say("  " + t("marks: {flags}", flags=listed(said["flags"]).replace("_", " ")))
    for judgment in told["experts"]:
        output.say(
            t(
                "Expert {expert} ({status}): {line}. {reason}",
                expert=judgment["expert"],
                status=t(judgment["status"]),
                line=_word(line, judgment),
                reason=judgment["reason"],
            ),
            *(f"  “{quote}”" for quote in judgment["evidence"]),
        )
    call = told["call"]
    if call is not None:
        output.say(
            "\n"
            + t(
                "Call {id} of {run}: {seconds:.1f} s, {attempts}, {money}.",
                id=call["id"],
                run=call["run"],
                seconds=call["seconds"],
                attempts=tn("{n} attempt", "{n} attempts", call["attempts"]),
                money=money(call["cost"]),
            )
        )
    state = (
        t("rests on an older text") if told["hashes"]["stale"] else t("rests on the text as it is")
    )
    output.say(t("It {state}.", state=state))


def _say_raw(output: Output, exchange: Exchange | None) -> None:
    if exchange is None:
        output.say("\nIt came from elsewhere; its exchange is not known.")
        return
    shared = exchange.shared
    for title, text in (
        (t("Instructions"), shared.system if shared else None),
        (t("Shared by all candidates of the task"), shared.text if shared else None),
        (t("The candidate"), exchange.call.suffix),
        (t("Reply"), exchange.call.reply),
    ):
        output.say(f"\n──── {title} ────", text if text is not None else t("(none)"))
