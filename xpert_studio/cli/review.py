"""``xpert-studio review``: comments, answers, approval; and spot checks."""

from __future__ import annotations

from typing import Any

import typer

from xpert_studio.cli.acting import (
    TaskArgument,
    desk_command,
    reading,
    rubric_at,
    say_waiting,
)
from xpert_studio.cli.commands import More, add_commands
from xpert_studio.cli.output import Output
from xpert_studio.core.instruments import parts_of
from xpert_studio.core.records import (
    ASPECTS,
    REVIEW_OUTCOMES,
    SEVERITIES,
    SPOT_OUTCOMES,
    STAGES,
    Change,
    Checkpoint,
    Comment,
    Review,
    RubricRevision,
    SpotCheck,
    placed,
)
from xpert_studio.core.store import Transaction, entities, tasks
from xpert_studio.core.wording import labelled, listed, t, tn
from xpert_studio.core.workflow import (
    CommandContext,
    latest_number,
)
from xpert_studio.core.workflow.reviewing import comments_on
from xpert_studio.report.part_names import dimension_name, part_name


def _say_read(ctx: CommandContext, output: Output, values: dict[str, Any], change: Change) -> None:
    """The checkpoints that were marked as read, in full."""
    rubric = rubric_at(ctx, values["task_id"])
    ids = values.get("checkpoint_ids") or [point.id for point in rubric]
    for number, point in enumerate(rubric, start=1):
        if point.id not in ids:
            continue
        output.say(
            f"{number}. {point.text}",
            f"   {_about(point)}",
            *(f"   {part.words()}" for part in parts_of(point)),
        )
        if point.notes:
            output.say("   " + t("Note: {notes}", notes=point.notes))
    unread = change.details["unread"]
    output.data({"task": values["task_id"], "read": list(ids), "unread": unread})
    rows = len(rubric)
    output.say(t("{read} of {rows} checkpoints read.", read=rows - len(unread), rows=rows))


app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "review", {"read": More(says=_say_read)})


@desk_command(app, "list", read_only=True)
def list_reviews(
    ctx: CommandContext,
    output: Output,
) -> None:
    """List your pending work: rubrics to review, to spot-check, and your own that were returned.

    Example: xpert-studio review list law.xpert --as maria
    """
    say_waiting(output, ctx)


@app.command("show")
@reading
def show(tx: Transaction, output: Output, task_id: TaskArgument) -> None:
    """Show a rubric with its comments and reviews.

    Example: xpert-studio review show law.xpert T
    """
    task = tasks.get_task(tx, task_id)
    rubric = tasks.rubric_of(tx, task_id)
    comments = entities.find_all(tx, Comment, task_id=task_id)
    reviews = entities.find_all(tx, Review, task_id=task_id)
    checks = entities.find_all(tx, SpotCheck, task_id=task_id)
    number = latest_number(tx, task_id)
    revision = entities.find(tx, RubricRevision, task_id, str(number))
    reason = revision.reason if revision else None
    output.data(
        {
            "task": task_id,
            "stage": task.standing.value,
            "revision": number,
            "reason": reason,
            "lines": [
                {"number": place, **point.model_dump(mode="json")}
                for place, point in enumerate(placed(rubric), start=1)
            ],
            "comments": [
                {**item.model_dump(mode="json"), "open": item.is_open} for item in comments
            ],
            "reviews": [item.model_dump(mode="json") for item in reviews],
            "spot_checks": [item.model_dump(mode="json") for item in checks],
        }
    )
    output.say(
        t(
            "{task}  ({standing}, revision {number})",
            task=task.name,
            standing=STAGES.word(task.standing),
            number=number,
        )
    )
    if reason:
        output.say(t("The author's reason for the number of checkpoints: {reason}", reason=reason))
    _say_lines(output, rubric, comments)
    for review in reviews:
        outcome = REVIEW_OUTCOMES.word(review.outcome or "") or t("under way")
        outcome = outcome.replace("_", " ")
        output.say(
            t(
                "Revision {revision}, {reviewer_id}: {outcome}",
                revision=review.revision,
                reviewer_id=review.reviewer_id,
                outcome=labelled(outcome, review.summary) if review.summary else outcome,
            )
        )
    for check in checks:
        outcome = SPOT_OUTCOMES.word(check.outcome or "") or t("pending")
        output.say(
            t(
                "Spot check of revision {revision}: {outcome} {note}",
                revision=check.revision,
                outcome=outcome,
                note=check.note or "",
            )
        )


def _say_lines(output: Output, rubric: tuple[Checkpoint, ...], comments: list[Comment]) -> None:
    said: set[str] = set()
    for place, point in enumerate(rubric, start=1):
        output.say(
            f"\n{place:>3}  {point.text}\n     {_about(point)}",
            *(f"     {part.words()}" for part in parts_of(point)),
        )
        for item in comments_on(point, comments):
            said.add(item.id)
            _say_comment(output, item)
    rest = [item for item in comments if item.id not in said]
    if rest:
        output.say("\nOn the whole rubric, or on removed checkpoints")
        for item in rest:
            _say_comment(output, item)
    output.say("")


def _about(point: Checkpoint) -> str:
    return t(
        "{tier}, {points}, {dimension}",
        tier=part_name("tier", point.tier.value) if point.tier else t("no tier"),
        points=tn("{n} point", "{n} points", point.weight),
        dimension=dimension_name(point.dimension) or t("no dimension"),
    )


def _say_comment(output: Output, item: Comment) -> None:
    state = (
        t("open") if item.is_open else t("resolved by {resolved_by}", resolved_by=item.resolved_by)
    )
    aspect = ASPECTS.word(item.aspect).replace("_", " ")
    about = listed((aspect, SEVERITIES.word(item.severity), state))
    head = t("{said} ({status})", said=item.author_id, status=about)
    output.say(
        f"     ▸ {item.id} {labelled(head, item.text)}",
        *(f"         {labelled(reply.author_id, reply.text)}" for reply in item.replies),
    )
