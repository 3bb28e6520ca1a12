"""``xpert-studio variant draft`` and ``cases``: cases that a model proposes from a brief."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final

from xpert_studio.api.commands import (
    Asks,
    CommandContext,
    DryRun,
    Message,
    Output,
    TaskArgument,
    UsageError,
    labelled,
    person_of,
    t,
    tn,
    translated,
)
from xpert_studio.cli.output import money
from xpert_studio.core.fields import asks_of
from xpert_studio.core.generation import unseen_notices
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.generation.suggested import drafters
from xpert_studio.core.judge.asked_models import MODEL_NAME, ModelTerms
from xpert_studio.core.records.tasks import BriefFields
from xpert_studio.core.store import settings, tasks
from xpert_studio.core.workflow import bytes_of
from xpert_studio.core.workflow.briefs import need_room
from xpert_studio.packs.variants.changes import keep_cases, need_proposer, open_cases
from xpert_studio.packs.variants.drafting import (
    KINDS,
    CaseRequest,
    draft_cases,
    estimate_cases,
)
from xpert_studio.packs.variants.records import (
    CASE_TEXTS,
    HardPattern,
    ProposedCase,
    kind_words,
)

_TITLES: Final = asks_of(BriefFields)


def draft(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    terms: ModelTerms,
    by: Annotated[str, Asks(f"{MODEL_NAME}. It takes a model: offline nothing is proposed.")] = "",
    kind: Annotated[
        Sequence[str] | None,
        Asks(f"One case of each: {', '.join(KINDS)}; may be repeated. Default: all."),
    ] = None,
    pattern: Annotated[
        Sequence[str] | None,
        Asks(
            f"What may make them hard: {', '.join(HardPattern)}; may be repeated. Default: all.",
        ),
    ] = None,
    dry_run: DryRun = False,
) -> None:
    """Have a model propose cases from a brief: variants, and the scenario at other levels.

    Example: xpert-studio variant draft law.xpert T --by openai:gpt-5-mini --kind trap --as wei
    """
    request = _request(ctx, task_id, _choice(by, terms), kind, pattern)
    estimate = estimate_cases(request)
    tokens = estimate.input_tokens + estimate.output_tokens
    notices = unseen_notices([request.task], request.bytes_of)
    output.note(*notices)
    output.say(
        t(
            "{choice}: about {tokens:,} tokens, {money}.",
            choice=request.choice.name,
            tokens=tokens,
            money=money(estimate.cost),
        )
    )
    if dry_run:
        output.data({"cost": estimate.cost, "tokens": tokens, "notices": list(notices)})
        return
    made = asyncio.run(draft_cases(request))
    keep_cases(ctx, task_id, request.choice.name, made.cases)
    output.note(*made.notes)
    output.say(t("It took {money}.", money=money(made.cost)))
    with ctx.project.reading() as tx:
        found = open_cases(tx, ctx.person_id, task_id)
    output.data(
        {
            "cost": made.cost,
            "estimated_cost": estimate.cost,
            "usage": made.usage.model_dump(mode="json"),
            "notes": list(made.notes),
            "cases": _plain(found),
        }
    )
    _say(output, found)
    output.say("Accept with: xpert-studio variant accept PROJECT TASK CASE …")


def _choice(by: str, terms: ModelTerms) -> ModelChoice:
    """The model that is named.

    Raises:
        UsageError: None is, or a drafter that needs none.
    """
    if not by or by in drafters():
        raise UsageError(
            "Cases are proposed by a model; nothing here can do it offline.",
            remedy="Name a model with --by, or write them: 'task new', then 'variant set'.",
        )
    return ModelChoice.named(by, terms)


def _request(
    ctx: CommandContext,
    task_id: str,
    choice: ModelChoice,
    kinds: Sequence[str] | None,
    patterns: Sequence[str] | None,
) -> CaseRequest:
    """What is asked for, refused before any money is spent where the person may not."""
    with ctx.project.reading() as tx:
        task = tasks.get_task(tx, task_id)
        person, policies = person_of(tx, ctx.person_id), settings.project_info(tx).policies
        need_proposer(person, policies, task)
        need_room(tasks.outlines(tx), person.id, policies)
    known = _named("--pattern", patterns, [one.value for one in HardPattern])
    if not task.full_prompt.strip():
        raise UsageError(
            Message("{task} has no brief yet.", task=task.name), remedy="Write the brief first."
        )
    return CaseRequest(
        task,
        choice,
        _named("--kind", kinds, KINDS),
        tuple(map(HardPattern, known)),
        partial(bytes_of, ctx.project),
    )


def _named(option: str, given: Sequence[str] | None, known: Sequence[str]) -> tuple[str, ...]:
    wanted = [one for text in given or known for one in text.casefold().split(",") if one]
    unknown = next((one for one in wanted if one not in known), None)
    if unknown is not None:
        raise UsageError(
            Message("{option} knows no {name!r}.", option=option, name=unknown),
            remedy=Message("Choose from: {known}.", known=", ".join(known)),
        )
    return tuple(dict.fromkeys(wanted))


def cases(ctx: CommandContext, output: Output, task_id: TaskArgument) -> None:
    """Show the cases that are proposed from a brief and not decided on.

    Example: xpert-studio variant cases law.xpert T --as wei
    """
    with ctx.project.reading() as tx:
        tasks.get_task(tx, task_id)
        found = open_cases(tx, ctx.person_id, task_id)
    output.data(_plain(found))
    _say(output, found)
    if not found:
        output.say("No proposed case is open.")


def _plain(found: Mapping[str, ProposedCase]) -> list[dict[str, Any]]:
    return [{"id": id_, **one.model_dump(mode="json")} for id_, one in found.items()]


def _say(output: Output, found: Mapping[str, ProposedCase]) -> None:
    if found:
        output.say(tn("{n} proposed case:", "{n} proposed cases:", len(found)))
    for id_, one in found.items():
        output.say(f"\n{id_}  {one.title}", f"  {kind_words(one)}", f"  {one.change}")
        output.say(*(f"  {translated(caution)}" for caution in one.cautions))
        for name in CASE_TEXTS:
            if text := getattr(one, name):
                output.say(labelled(f"  {t(_TITLES[name].title)}", text))
