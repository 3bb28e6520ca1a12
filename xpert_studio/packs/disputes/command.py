"""``xpert-studio dispute``: what people hold of verdicts and judgments, and what became of it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import typer

from xpert_studio.api.commands import (
    Asks,
    CommandContext,
    Message,
    NotFoundError,
    Output,
    UsageError,
    add_commands,
    desk_command,
    say_change,
    t,
    tn,
)
from xpert_studio.api.instruments import Checkpoint
from xpert_studio.cli.output import money
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.instruments import word_for
from xpert_studio.core.judge.asked_models import MODEL_NAME, ModelTerms
from xpert_studio.core.store import settings
from xpert_studio.core.wording import clauses, short
from xpert_studio.packs.disputes.changes import keep_repair, need_repairer
from xpert_studio.packs.disputes.records import OUTCOMES
from xpert_studio.packs.disputes.repair import disputed_words, most_disputed, propose_repair
from xpert_studio.packs.disputes.seen import SeenDispute, said_words, seen_dispute, seen_disputes

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "dispute")


@desk_command(app, "list", read_only=True)
def list_disputes(
    ctx: CommandContext,
    output: Output,
    open_: Annotated[bool, Asks("Only open disputes.", name="open")] = False,
    task: Annotated[str, Asks("Of this task only.")] = "",
) -> None:
    """List what people said of verdicts and judgments, as far as you may see them.

    Example: xpert-studio dispute list clinic.xpert --open --as lena
    """
    with ctx.project.reading() as tx:
        found = seen_disputes(tx, ctx.person_id)
    found = tuple(one for one in found if (one.is_open or not open_) and task in {"", one.task.id})
    output.data([_plain(one) for one in found])
    output.records(
        "",
        ("dispute", "response", "checkpoint", "whose", "person", "state", "reason"),
        map(_row, found),
        nothing=t("Nothing is disputed here. 'dispute add' disputes a verdict or a judgment."),
    )


@desk_command(app, "show", read_only=True)
def show(
    ctx: CommandContext,
    output: Output,
    dispute: Annotated[str, typer.Argument(help="The dispute.", metavar="DISPUTE")],
) -> None:
    """Show a dispute with the decision that it is about, and what became of it.

    Example: xpert-studio dispute show clinic.xpert d-3kd92mf0aa --as lena
    """
    with ctx.project.reading() as tx:
        one = seen_dispute(tx, ctx.person_id, dispute)
    output.data(_plain(one))
    output.say(one.checkpoint.text if one.checkpoint else t("Removed checkpoint"))
    output.say(*(f"  {line}" for line in _decision_lines(one)))
    output.say(said_words(one, one.value.person, one.whose))
    if one.changed:
        output.note(t("Changed since: {what}.", what=one.changed_words))
    if one.resolution is not None:
        found = one.resolution
        output.say(
            t(
                "{outcome}, by {person}: {reason} (change {change})",
                outcome=OUTCOMES.title(found.outcome),
                person=found.person,
                reason=found.reason,
                change=found.change,
            )
        )
    elif one.is_open and one.refused is None:
        known = ", ".join(map(str, OUTCOMES))
        output.say(
            t("Resolve it: dispute resolve PROJECT {id} OUTCOME ({known})", id=one.id, known=known)
        )


@desk_command(app, "repair")
def repair(
    ctx: CommandContext,
    output: Output,
    checkpoint: Annotated[
        str,
        typer.Argument(help="TASK/CHECKPOINT, or the id of a disputed one.", metavar="CHECKPOINT"),
    ],
    terms: ModelTerms,
    model: Annotated[str, Asks(f"Propose a new wording: {MODEL_NAME}.")] = "",
) -> None:
    """Show which words of a checkpoint are disputed; with a model, have a new wording proposed.

    The wording becomes a suggestion of the rubric, which its author accepts or rejects.

    Example: xpert-studio dispute repair clinic.xpert t1/c-03 --model openai:gpt-5 --as lena
    """
    with ctx.project.reading() as tx:
        found = seen_disputes(tx, ctx.person_id)
        policy = settings.project_info(tx).grading_policy.text
    point, own = _disputed(found, checkpoint)
    words = disputed_words(point.text, (one.value.reason for one in own))
    data: dict[str, Any] = {
        "task": point.task_id,
        "checkpoint": point.id,
        "text": point.text,
        "disputes": len(own),
        "upheld": sum(one.is_upheld for one in own),
        "words": [
            {
                "words": point.text[word.start : word.end],
                "start": word.start,
                "disputes": word.disputes,
            }
            for word in words
        ],
    }
    output.say(point.text)
    output.say(
        tn(
            "{n} dispute, {upheld} upheld.",
            "{n} disputes, {upheld} upheld.",
            data["disputes"],
            upheld=data["upheld"],
        )
    )
    for one in data["words"]:
        output.say(
            tn(
                "  “{words}”: quoted in {n} dispute",
                "  “{words}”: quoted in {n} disputes",
                one["disputes"],
                words=one["words"],
            )
        )
    if not words:
        output.say("  No dispute quotes words of it.")
    if not model:
        output.data(data)
        output.say("Have a new wording proposed with --model.")
        return
    choice = ModelChoice.named(model, terms)
    with ctx.project.reading() as tx:  # before any money is spent
        need_repairer(tx, ctx.person_id, point.task_id)
    proposed, cost = asyncio.run(
        propose_repair(own[0].task, point, policy, own, choice, now=ctx.clock())
    )
    change = keep_repair(ctx, point.task_id, proposed)
    output.note(t("It took {money}.", money=money(cost)))
    for said, text in (
        (t("Wording: {text}", text=proposed.wording), proposed.wording),
        (t("For the grading policy: {text}", text=proposed.policy), proposed.policy),
        (t("Why: {text}", text=proposed.why), proposed.why),
    ):
        if text:
            output.say(said)
    if not proposed.wording and not proposed.policy:
        output.say("The model proposes no change.")
    say_change(output, change, **data, cost=cost, proposed=proposed.model_dump(mode="json"))


def _disputed(
    found: tuple[SeenDispute, ...], reference: str
) -> tuple[Checkpoint, list[SeenDispute]]:
    """A disputed checkpoint, and its disputes.

    Raises:
        NotFoundError: It is not disputed.
        UsageError: Several are called so.
    """
    task_id, _, name = reference.rpartition("/")
    known = most_disputed(found)
    named = [
        (point, own) for point, own in known if task_id in {"", point.task_id} and name == point.id
    ]
    if not named:
        disputed = clauses(f"{point.task_id}/{point.id}" for point, _ in known) or t("none")
        raise NotFoundError(
            Message("No checkpoint {name} is disputed.", name=reference),
            remedy=Message("Disputed are: {disputed}.", disputed=disputed),
        )
    if len(named) > 1:
        raise UsageError(
            Message("Several checkpoints are called {name}.", name=reference),
            remedy="Write TASK/CHECKPOINT.",
        )
    return named[0]


def _decision_lines(dispute: SeenDispute) -> list[str]:
    on = dispute.on
    if on is None:
        return [t("The decision is not there any more.")]
    if on.judgment is not None:
        said = word_for(on.judgment.final, on.checkpoint)
        return [f"{dispute.whose}: {said}. {on.judgment.reason or '–'}"]
    return [
        f"{dispute.whose}: {word_for(it.decision, on.checkpoint)}. {it.rationale or '–'}"
        for it in on.verdicts
    ]


def _state(dispute: SeenDispute) -> str:
    if dispute.resolution is not None:
        return str(dispute.resolution.outcome)
    return "open" if dispute.is_open else "support"


def _row(dispute: SeenDispute) -> dict[str, Any]:
    state = _state(dispute)
    return {
        "dispute": dispute.id,
        "response": dispute.response,
        "checkpoint": dispute.value.checkpoint,
        "whose": dispute.whose,
        "person": dispute.value.person,
        "state": t("{said} ({status})", said=state, status=dispute.changed_words)
        if dispute.changed
        else state,
        "reason": short(dispute.value.reason),
    }


def _plain(dispute: SeenDispute) -> dict[str, Any]:
    said = dispute.value.model_dump(mode="json", exclude={"text", "said"})
    found = dispute.resolution
    return {
        "id": dispute.id,
        "task": dispute.task.id,
        "response": dispute.response,
        **said,
        "judge": dispute.value.judge or None,
        "expert": dispute.value.expert or None,
        "state": _state(dispute),
        "changed_since": list(dispute.changed),
        "may_resolve": dispute.is_open and dispute.refused is None,
        "resolution": found.model_dump(mode="json", exclude={"dispute", "of"}) if found else None,
    }
