"""``xpert-studio disagreements``: where judge and experts differ, as a list to work through."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, at_desk, named_response, say_change
from xpert_studio.cli.output import Column, JsonOption, Output
from xpert_studio.cli.typed import chosen, short
from xpert_studio.core.errors import NotAllowedError, UsageError
from xpert_studio.core.instruments import Instrument, parts_of, plain_decision, word_for
from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.names import Names
from xpert_studio.core.records import CAUSES, Cause, Checkpoint, DisagreementKey
from xpert_studio.core.records.columns import NONE
from xpert_studio.core.wording import labelled, listed, mark, rating_word, t
from xpert_studio.core.workflow import (
    Command,
    CommandContext,
    anchor_case,
    attribute,
    blind_labels,
    blinding_of,
    dispute_judgment,
    fix_checkpoint,
    keep_attributions,
    withdraw_attributions,
)
from xpert_studio.core.workflow.judge_names import judge_named, judges_heard
from xpert_studio.core.workflow.views import CaseView, case_view
from xpert_studio.report import Analysis, analyse
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.part_names import part_called
from xpert_studio.report.queue import STATE_NAMES, STATES, Queue, read_queue


def rows_of(
    ctx: CommandContext, analysis: Analysis, queue: Queue, limit: int
) -> list[dict[str, Any]]:
    """The first of a queue as plain data; responses by their letters, which name no system."""
    catalog, paired = analysis.catalog, queue.cases.paired
    asked = asked_of(catalog)
    labels: dict[str, str] = {}
    rows = []
    with ctx.project.reading() as tx:
        for place in range(min(limit, len(queue))):
            response, point = int(paired.response[place]), int(paired.checkpoint[place])
            task_id = catalog.tasks[catalog.response_task[response]]
            pair = catalog.responses[response], catalog.checkpoints[point]
            if pair[0] not in labels:
                labels |= blind_labels(tx, task_id)
            found = queue.found.get(pair)
            tier = int(catalog.checkpoint_tier[point])
            instrument, own = asked.at(point)
            values = {
                "experts": float(paired.first_value[place]),
                "judge": float(paired.second_value[place]),
            }
            plain = {side: instrument.plain(value) for side, value in values.items()}
            rows.append(
                {
                    "case": f"{task_id}:{labels[pair[0]]}/{pair[1]}",
                    "task": task_id,
                    "checkpoint": pair[1],
                    "text": catalog.checkpoint_texts[point],
                    "tier": None if tier == NONE else catalog.tiers[tier],
                    "weight": float(catalog.checkpoint_weight[point]),
                    "certainty": float(queue.cases.certainty[place]),
                    "cost": float(queue.cases.cost[place]),
                    **{f"{side}_value": next(iter(said.values())) for side, said in plain.items()},
                    "distance": round(float(paired.distance[place]), 9),
                    "same_band": _same_band(instrument, own, *values.values()),
                    "words": {side: word_for(value, own) for side, value in values.items()},
                    "state": STATES[int(queue.states[place])].value,
                    "cause": found.cause.value if found else None,
                    "reason": found.reason if found else None,
                    "by": found.by if found else None,
                    "changed_since": list(queue.outdated.get(pair, ())),
                }
            )
    return rows


def _same_band(
    instrument: Instrument, point: Checkpoint, first: float, second: float
) -> bool | None:
    """Whether two values are in one band; None where the scale has no bands."""
    bands = [instrument.band(value, point) for value in (first, second)]
    return None if None in bands else bands[0] == bands[1]


def print_queue(output: Output, judge_id: str, queue: Queue, rows: list[dict[str, Any]]) -> None:
    """The list as a table, and where all of it stands."""
    output.table(
        t("Disagreements of {judge_id} with the experts, most costly first", judge_id=judge_id),
        [
            Column("case"),
            Column("cost", number=True),
            Column("experts"),
            Column("judge"),
            Column("state"),
            Column("checkpoint"),
        ],
        [
            (
                row["case"],
                f"{row['cost']:g}",
                *(rating_word(row["words"][side]) for side in ("experts", "judge")),
                listed(t(word).replace("_", " ") for word in (row["state"], row["cause"]) if word),
                short(row["text"], 70),
            )
            for row in rows
        ],
    )
    counts = listed(f"{count:,} {t(item.value)}" for item, count in queue.counts.items())
    output.say(
        t("{rows:,} of {queue:,} shown; {counts}.", rows=len(rows), queue=len(queue), counts=counts)
    )
    if queue.resolved:
        output.say(
            t(
                "On {resolved:,} with a finding, judge and experts agree by now.",
                resolved=queue.resolved,
            )
        )
    if queue.pending:
        output.say(
            t(
                "{pending:,} with a cause are to be judged, confirmed or scored again.",
                pending=queue.pending,
            )
        )
    if queue.withheld:
        output.say(
            t(
                "{withheld:,} are on responses that you may judge or have to confirm, and not "
                "shown.",
                withheld=queue.withheld,
            )
        )


def show_case(output: Output, view: CaseView) -> None:
    """One case with both sides' reasons and quotes."""
    output.data(_plain_case(view))
    output.say(
        t(
            "{task}, response {label}, {checkpoint}",
            task=view.task.name,
            label=view.label,
            checkpoint=view.checkpoint.id,
        ),
        view.checkpoint.text,
        *(f"  {part.words()}" for part in parts_of(view.checkpoint)),
    )
    for side in view.experts:
        judgment = side.judgment
        stale = "" if side.is_current else t(", on a text that was edited since")
        said = rating_word(word_for(judgment.final, view.checkpoint))
        status = t(judgment.status.value) + stale
        output.say(labelled(side.name, t("{said} ({status})", said=said, status=status)))
        _say_reason(output, judgment.reason, [quote.quote for quote in judgment.evidence])
    for answer in view.verdicts:
        verdict = answer.verdict
        usable = verdict.decision is not None
        said = word_for(verdict.decision, view.checkpoint) if usable else t(verdict.state.value)
        output.say(labelled(answer.judge.id, rating_word(said)))
        _say_reason(output, verdict.rationale, [quote.quote for quote in verdict.evidence])
    if view.found:
        since = (
            t("; changed since: {changed}", changed=listed(view.outdated)) if view.outdated else ""
        )
        output.say(
            t(
                "Cause {cause}, by {by}: {reason}{since}",
                cause=CAUSES.word(view.found.cause).replace("_", " "),
                by=view.found.by,
                reason=view.found.reason,
                since=since,
            )
        )


def _plain_case(view: CaseView) -> dict[str, object]:
    return {
        "task": view.task.id,
        "response": f"{view.task.id}:{view.label}",
        "system": view.system,
        "checkpoint": view.checkpoint.id,
        "text": view.checkpoint.text,
        "experts": [
            {
                "expert": side.judgment.expert_id,
                **plain_decision(side.judgment.final, view.checkpoint),
                "status": side.judgment.status.value,
                "is_current": side.is_current,
                "reason": side.judgment.reason,
                "quotes": [quote.quote for quote in side.judgment.evidence],
            }
            for side in view.experts
        ],
        "verdicts": [
            {
                "judge": side.judge.id,
                "trial": side.verdict.trial,
                **plain_decision(side.verdict.decision, view.checkpoint),
                **({"given": side.verdict.given} if side.verdict.given is not None else {}),
                **({"caps": list(side.verdict.caps)} if side.verdict.caps else {}),
                "state": side.verdict.state.value,
                "is_current": side.is_current,
                "rationale": side.verdict.rationale,
                "quotes": [
                    {"quote": quote.quote, "verified": quote.verified}
                    for quote in side.verdict.evidence
                ],
                "flags": list(side.verdict.flags),
            }
            for side in view.verdicts
        ],
        "differs": view.differs,
        "finding": view.found.model_dump(mode="json") if view.found else None,
        "changed_since": list(view.outdated),
    }


def _say_reason(output: Output, reason: str | None, quotes: list[str]) -> None:
    if reason:
        output.say(f"  {reason}")
    output.say(*(f"  “{short(quote, 160)}”" for quote in quotes))


_STATES: Final[Names[str]] = Names(
    "disagreements",
    {str(state): title for state, title in STATE_NAMES.items()} | {"all": mark("all")},
)
_CAUSES = tuple(cause.value for cause in Cause)
_COMMANDS: Final[Mapping[str, Command[Any]]] = {
    "resolve": attribute,
    "withdraw": withdraw_attributions,
    "keep": keep_attributions,
    "fix": fix_checkpoint,
    "challenge": dispute_judgment,
    "anchor": anchor_case,
}
"""What is done by the option that names the cases."""
_REMEDIES: Final = {
    "ambiguous_checkpoint": mark("--fix {case} reopens the rubric to have the checkpoint changed."),
    "expert_error": mark("--challenge {case} has the judgment adjudicated again."),
    "unsaid_policy": "xpert-studio people grading-policy {project} --text @POLICY",
}


def disagreements(
    project: ProjectArgument,
    person: AsOption = "",
    judge: Annotated[str, typer.Option(help="The judge; optional if there is only one.")] = "",
    state: Annotated[str, typer.Option(help="open, resolved, outdated or all.")] = "all",
    tier: Annotated[str, typer.Option(help="Of this tier only.")] = "",
    dimension: Annotated[str, typer.Option(help="Of this dimension only.")] = "",
    domain: Annotated[str, typer.Option(help="Of this domain only.")] = "",
    task: Annotated[str, typer.Option(help="Of this task only.")] = "",
    distance: Annotated[
        int, typer.Option(min=0, max=100, help="At least so far apart, in per cent of the scale.")
    ] = 0,
    caused_by: Annotated[
        str, typer.Option(help=f"Only those with this cause: {', '.join(_CAUSES)}.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 20,
    show: Annotated[str, typer.Option(metavar="CASE", help="One case with both reasons.")] = "",
    resolve: Annotated[
        list[str] | None,
        typer.Option(metavar="CASE", help="Name its cause with --cause; may be repeated."),
    ] = None,
    withdraw: Annotated[
        list[str] | None, typer.Option(metavar="CASE", help="Open it again; may be repeated.")
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(metavar="CASE", help="Keep the cause of an outdated one; may be repeated."),
    ] = None,
    fix: Annotated[
        str, typer.Option(metavar="CASE", help="Reopen the rubric to have the checkpoint changed.")
    ] = "",
    author: Annotated[str, typer.Option(help="With --fix: who changes it.")] = "",
    challenge: Annotated[
        str, typer.Option(metavar="CASE", help="Have the judgment of --expert decided again.")
    ] = "",
    anchor: Annotated[
        str, typer.Option(metavar="CASE", help="Make the form of --expert the task's anchor.")
    ] = "",
    expert: Annotated[str, typer.Option(help="With --challenge or --anchor: whose judgment.")] = "",
    cause: Annotated[str, typer.Option(help=f"With --resolve: {', '.join(_CAUSES)}.")] = "",
    reason: Annotated[str, typer.Option(help="Why; it stays in the history.")] = "",
    as_json: JsonOption = False,
) -> None:
    """List where a judge and the experts differ, most costly first, and say what each comes of.

    A case is named RESPONSE/CHECKPOINT, as the list prints it.

    Example: xpert-studio disagreements law.xpert --as lena --resolve lease:B/c-07
    --cause judge_error --reason "It overlooks the schedule."
    """
    output = Output(as_json=as_json)
    option, names = _chosen(
        resolve=resolve, withdraw=withdraw, keep=keep, fix=fix, challenge=challenge, anchor=anchor
    )
    state = chosen(_STATES, state, "--state")
    found = chosen(CAUSES, cause, "--cause") if cause else None
    caused_by = chosen(CAUSES, caused_by, "--caused-by") if caused_by else ""
    with at_desk(project, person, output, read_only=not names) as ctx:
        if not names and not show:
            groups = {"tier": tier, "dimension": dimension, "domain": domain, "task": task}
            groups["distance"] = str(distance or "")
            _list(ctx, output, judge, groups, state, caused_by, limit)
            return
        judge_id = _judge(ctx, judge)
        if not names:
            show_case(output, case_view(ctx, _key(ctx, judge_id, show)))
            return
        keys = [_key(ctx, judge_id, name) for name in names]
        if option == "resolve" and found is None:
            raise UsageError(
                "To resolve a disagreement, name its cause.",
                remedy=Message(
                    "Choose one of: {causes}.", causes=joined(map(CAUSES.message, CAUSES))
                ),
            )
        command = _COMMANDS[option]
        asked = command.signature.parameters
        if "expert_id" in asked and not expert:
            expert = _only_expert(ctx, keys[0])
        values = {
            "keys": keys, "key": keys[0], "cause": found,
            "reason": reason, "author_id": author or None, "expert_id": expert,
        }  # fmt: skip
        change = command(ctx, **{name: values[name] for name in asked})
        remedy = _REMEDIES.get((found or "") if option == "resolve" else "", "")
        following = {"next": remedy.format(case=names[0], project=project.name)} if remedy else {}
        say_change(output, change, **following)


def _chosen(**given: list[str] | str | None) -> tuple[str, list[str]]:
    """The option that says what to do, and the cases it names; none where all are left out."""
    chosen = {name: value for name, value in given.items() if value}
    if len(chosen) > 1:
        options = joined(f"--{name}" for name in chosen)
        raise UsageError(Message("One thing at a time: {options} were given.", options=options))
    for name, value in chosen.items():
        return name, [value] if isinstance(value, str) else value
    return "", []


def _judge(ctx: CommandContext, name: str) -> str:
    """The judge that is named, or the only one that is compared with the experts."""
    if name:
        with ctx.project.reading() as tx:
            return judge_named(name, judges_heard(tx))
    aligned = analyse(ctx.project, with_comparisons=False).aligned()
    return _one_of([item.judge.id for item in aligned])


def _one_of(ids: list[str]) -> str:
    if len(ids) == 1:
        return ids[0]
    if not ids:
        raise UsageError(
            "No judge has been compared with experts yet.",
            remedy="Score responses that have confirmed judgments first.",
        )
    raise UsageError(
        "There are several judges.",
        remedy=Message("Name one with --judge: {ids}.", ids=joined(ids)),
    )


def _only_expert(ctx: CommandContext, key: DisagreementKey) -> str:
    sides = [side for side in case_view(ctx, key).experts if side.counts]
    if len(sides) == 1:
        return sides[0].judgment.expert_id
    names = ", ".join(side.judgment.expert_id for side in sides) or t("nobody")
    raise UsageError(
        "Whose judgment is meant?", remedy=Message("Say it with --expert: {names}.", names=names)
    )


def _key(ctx: CommandContext, judge_id: str, name: str) -> DisagreementKey:
    """A case by the name the list gives it.

    Raises:
        NotFoundError: There is no such response.
        UsageError: It is no name of a case.
    """
    response, slash, checkpoint = name.rpartition("/")
    if not slash or not response or not checkpoint:
        raise UsageError(
            Message("{name} names no case.", name=name),
            remedy="A case is RESPONSE/CHECKPOINT, as in the list.",
        )
    return DisagreementKey(judge_id, named_response(ctx, response), checkpoint)


def _list(
    ctx: CommandContext,
    output: Output,
    judge: str,
    groups: dict[str, str],
    state: str,
    cause: str,
    limit: int,
) -> None:
    blinding = blinding_of(ctx)
    if not blinding.sees_judgments:
        raise NotAllowedError(
            "Judging is blind: what experts and judges decided is shown to leads and senior "
            "experts only."
        )
    analysis = analyse(ctx.project, with_comparisons=False)
    ids = [item.judge.id for item in analysis.aligned()]
    judge_id = judge_named(judge, analysis.judges) if judge else _one_of(ids)
    catalog = analysis.catalog
    known = {
        "tier": catalog.tiers, "dimension": catalog.dimensions, "domain": catalog.domains
    }  # fmt: skip
    groups |= {by: part_called(by, groups[by], own) for by, own in known.items()}
    queue = read_queue(
        ctx.project,
        analysis,
        CaseFilter(judge=judge_id, **groups),
        state="" if state == "all" else state,
        cause=cause,
        blinding=blinding,
    )
    rows = rows_of(ctx, analysis, queue, limit)
    output.data(
        {
            "judge": judge_id,
            "counts": {item.value: count for item, count in queue.counts.items()},
            "causes": queue.causes,
            "resolved": queue.resolved,
            "pending": queue.pending,
            "withheld": queue.withheld,
            "total": len(queue),
            "disagreements": rows,
        }
    )
    print_queue(output, judge_id, queue, rows)
