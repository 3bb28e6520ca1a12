"""``xpert-studio disagreements``: where judge and experts differ, as a list to work through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final

from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    at_desk,
    named_response,
    say_change,
)
from xpert_studio.cli.output import Output
from xpert_studio.core.errors import NotAllowedError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.names import Names
from xpert_studio.core.records import CAUSES, Cause, DisagreementKey
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import (
    Command,
    CommandContext,
    anchor_case,
    attribute,
    blinding_of,
    dispute_judgment,
    fix_checkpoint,
    keep_attributions,
    withdraw_attributions,
)
from xpert_studio.core.workflow.judge_names import judge_named, judges_heard
from xpert_studio.core.workflow.views import case_view
from xpert_studio.report import analyse
from xpert_studio.report.cases import CaseFilter
from xpert_studio.report.part_names import part_called
from xpert_studio.report.queue import STATE_NAMES
from xpert_studio.report.section import View
from xpert_studio.report.sections.cases import CASES
from xpert_studio.report.sections.one_case import ONE_CASE

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
    output: Output,
    person: AsOption = "",
    judge: Annotated[str, Asks("The judge; optional if there is only one.")] = "",
    state: Annotated[str, Asks("open, resolved, outdated or all.", choices=_STATES)] = "all",
    tier: Annotated[str, Asks("Of this tier only.")] = "",
    dimension: Annotated[str, Asks("Of this dimension only.")] = "",
    domain: Annotated[str, Asks("Of this domain only.")] = "",
    task: Annotated[str, Asks("Of this task only.")] = "",
    distance: Annotated[
        int, Asks("At least so far apart, in per cent of the scale.", within=(0, 100))
    ] = 0,
    caused_by: Annotated[
        str, Asks(f"Only those with this cause: {', '.join(_CAUSES)}.", choices=CAUSES)
    ] = "",
    limit: Annotated[int, Asks("At most so many.", within=(1, None))] = 20,
    show: Annotated[str, Asks("One case with both reasons.", form="CASE")] = "",
    resolve: Annotated[
        Sequence[str], Asks("Name its cause with --cause; may be repeated.", form="CASE")
    ] = (),
    withdraw: Annotated[Sequence[str], Asks("Open it again; may be repeated.", form="CASE")] = (),
    keep: Annotated[
        Sequence[str], Asks("Keep the cause of an outdated one; may be repeated.", form="CASE")
    ] = (),
    fix: Annotated[
        str, Asks("Reopen the rubric to have the checkpoint changed.", form="CASE")
    ] = "",
    author: Annotated[str, Asks("With --fix: who changes it.")] = "",
    challenge: Annotated[
        str, Asks("Have the judgment of --expert decided again.", form="CASE")
    ] = "",
    anchor: Annotated[str, Asks("Make the form of --expert the task's anchor.", form="CASE")] = "",
    expert: Annotated[str, Asks("With --challenge or --anchor: whose judgment.")] = "",
    cause: Annotated[
        Cause | None, Asks(f"With --resolve: {', '.join(_CAUSES)}.", choices=CAUSES)
    ] = None,
    reason: Annotated[str, Asks("Why; it stays in the history.")] = "",
    full: Annotated[bool, Asks("Each with what both wrote.")] = False,
) -> None:
    """List where a judge and the experts differ, most costly first, and say what each comes of.

    A case is named RESPONSE/CHECKPOINT, as the list prints it.

    Example: xpert-studio disagreements law.xpert --as lena --resolve lease:B/c-07
    --cause judge_error --reason "It overlooks the schedule."
    """
    option, names = _chosen(
        resolve=resolve, withdraw=withdraw, keep=keep, fix=fix, challenge=challenge, anchor=anchor
    )
    with at_desk(project, person, output, read_only=not names) as ctx:
        if not names and not show:
            groups = {"tier": tier, "dimension": dimension, "domain": domain, "task": task}
            groups["distance"] = str(distance or "")
            state = "" if state == "all" else state
            _list(
                ctx,
                output,
                judge,
                groups,
                state=state,
                cause=caused_by,
                limit=limit,
                reasons=full,
            )
            return
        judge_id = _judge(ctx, judge)
        if not names:
            view = View.on(ctx.project, ctx.person_id)
            output.show(ONE_CASE, view.asking(case=_key(ctx, judge_id, show)), full=True)
            return
        keys = [_key(ctx, judge_id, name) for name in names]
        if option == "resolve" and cause is None:
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
            "keys": keys,
            "key": keys[0],
            "cause": cause,
            "reason": reason,
            "author_id": author or None,
            "expert_id": expert,
        }
        change = command(ctx, **{name: values[name] for name in asked})
        remedy = _REMEDIES.get((cause or "") if option == "resolve" else "", "")
        following = {"next": remedy.format(case=names[0], project=project.name)} if remedy else {}
        say_change(output, change, **following)


def _chosen(**given: Sequence[str]) -> tuple[str, list[str]]:
    """The option that says what to do, and the cases it names; none where all are left out."""
    chosen = {name: value for name, value in given.items() if value}
    if len(chosen) > 1:
        options = joined(f"--{name}" for name in chosen)
        raise UsageError(Message("One thing at a time: {options} were given.", options=options))
    for name, value in chosen.items():
        return name, [value] if isinstance(value, str) else list(value)
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
    wanted: dict[str, str],
    **asked: Any,  # noqa: ANN401 - see the section
) -> None:
    if not blinding_of(ctx).sees_judgments:
        raise NotAllowedError(
            "Judging is blind: what experts and judges decided is shown to leads and senior "
            "experts only."
        )
    analysis = analyse(ctx.project, with_comparisons=False)
    ids = [item.judge.id for item in analysis.aligned()]
    judge_id = judge_named(judge, analysis.judges) if judge else _one_of(ids)
    catalog = analysis.catalog
    known = {"tier": catalog.tiers, "dimension": catalog.dimensions, "domain": catalog.domains}
    wanted |= {by: part_called(by, wanted[by], own) for by, own in known.items()}
    view = replace(View.of(ctx.project, analysis).by(judge_id), person_id=ctx.person_id)
    output.show(CASES, view.asking(filter=CaseFilter(**wanted), **asked), full=asked["reasons"])
