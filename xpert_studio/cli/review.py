"""``xpert-studio review``: remarks, answers, approval; and spot checks."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from xpert_studio import workflow
from xpert_studio.cli.acting import (
    DrawSeed,
    TaskArgument,
    desk_command,
    line_id,
    line_ids,
    reading,
    rubric_at,
    say_change,
    say_waiting,
    text_of,
)
from xpert_studio.cli.output import Output
from xpert_studio.errors import UsageError
from xpert_studio.instruments import parts_of
from xpert_studio.records import (
    Aspect,
    Checkpoint,
    Remark,
    Review,
    RubricRevision,
    Severity,
    SpotCheck,
    SpotCheckOutcome,
    placed,
)
from xpert_studio.store import Transaction, entities, tasks
from xpert_studio.workflow import (
    Desk,
    answer_remark,
    draw_spot_checks,
    finish_spot_check,
    read_rubric,
    reopen_remark,
    resolve_remark,
    start_review,
    withdraw_remark,
)
from xpert_studio.workflow.freezing import latest_number
from xpert_studio.workflow.reading import rubric_reading
from xpert_studio.workflow.reviewing import remarks_on

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
RemarkArgument = Annotated[str, typer.Argument(help="The remark's id.", metavar="REMARK")]
SummaryOption = Annotated[str, typer.Option("--summary", help="On the rubric as a whole.")]
Yes = Annotated[bool | None, typer.Option()]


@desk_command(app, "list", read_only=True)
def list_reviews(
    desk: Desk,
    output: Output,
) -> None:
    """List what waits for you: rubrics to review, to spot-check, your own sent back.

    Example: xpert-studio review list law.xpert --as maria
    """
    say_waiting(output, desk)


@app.command("show")
@reading
def show(tx: Transaction, output: Output, task_id: TaskArgument) -> None:
    """Show a rubric with its remarks and reviews.

    Example: xpert-studio review show law.xpert T
    """
    task = tasks.get_task(tx, task_id)
    rubric = tasks.rubric_of(tx, task_id)
    remarks = entities.find_all(tx, Remark, task_id=task_id)
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
            "remarks": [{**item.model_dump(mode="json"), "open": item.is_open} for item in remarks],
            "reviews": [item.model_dump(mode="json") for item in reviews],
            "spot_checks": [item.model_dump(mode="json") for item in checks],
        }
    )
    output.say(f"{task.name}  ({task.standing.value}, revision {number})")
    if reason:
        output.say(f"The author's reason for the number of checkpoints: {reason}")
    _say_lines(output, rubric, remarks)
    for review in reviews:
        outcome = review.outcome.value.replace("_", " ") if review.outcome else "under way"
        said = f": {review.summary}" if review.summary else ""
        output.say(f"Revision {review.revision}, {review.reviewer_id}: {outcome}{said}")
    for check in checks:
        outcome = check.outcome.value if check.outcome else "waits for a senior expert"
        output.say(f"Spot check of revision {check.revision}: {outcome} {check.note or ''}")


def _say_lines(output: Output, rubric: tuple[Checkpoint, ...], remarks: list[Remark]) -> None:
    said: set[str] = set()
    for place, point in enumerate(rubric, start=1):
        tier = point.tier.value if point.tier else "no tier"
        output.say(
            f"\n{place:>3}  {point.text}\n     {tier}, {point.weight}, {point.dimension or '–'}"
        )
        for part in parts_of(point):
            output.say(f"     {part.words()}")
        for item in remarks_on(point, remarks):
            said.add(item.id)
            _say_remark(output, item)
    rest = [item for item in remarks if item.id not in said]
    if rest:
        output.say("\nOn the whole, or on lines that are gone")
        for item in rest:
            _say_remark(output, item)
    output.say("")


def _say_remark(output: Output, item: Remark) -> None:
    state = "open" if item.is_open else f"resolved by {item.resolved_by}"
    aspect = item.aspect.value.replace("_", " ")
    output.say(
        f"     ▸ {item.id} {item.author_id} ({aspect}, {item.severity.value}, {state}): {item.text}"
    )
    for reply in item.replies:
        output.say(f"         {reply.author_id}: {reply.text}")


@desk_command(app, "start")
def start(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
) -> None:
    """Take up a review; a first remark does so too.

    Example: xpert-studio review start law.xpert T --as maria
    """
    say_change(output, start_review(desk, task_id), f"You review {task_id} now.")


@desk_command(app, "remark")
def remark(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    text: Annotated[str, typer.Argument(help="What is wrong, or worth saying.")],
    line: Annotated[str | None, typer.Option(help="The line; the whole where left out.")] = None,
    aspect: Annotated[
        str, typer.Option(help="factual-validity, clarity, atomicity, weight or other.")
    ] = "other",
    comment: Annotated[
        bool, typer.Option("--comment", help="Merely comment; do not ask for a change.")
    ] = False,
) -> None:
    """Remark on a line, or on the rubric as a whole.

    Example: xpert-studio review remark law.xpert T "Two demands." --line 3 --aspect atomicity
    """
    severity: Severity = Severity.COMMENT if comment else Severity.CHANGE
    id_ = None if line is None else line_id(rubric_at(desk, task_id), line)
    change = workflow.remark(
        desk, task_id, text_of(text), checkpoint_id=id_, aspect=_aspect(aspect),
        severity=severity,
    )  # fmt: skip
    made = change.one("remark").id
    say_change(output, change, f"Remark {made}.", remark=made)


@desk_command(app, "answer")
def answer(
    desk: Desk,
    output: Output,
    remark_id: RemarkArgument,
    text: Annotated[str, typer.Argument(help="What you did, or why not.")],
) -> None:
    """Answer a remark.

    Example: xpert-studio review answer law.xpert rm-3kd92mf "Split in two." --as wei
    """
    say_change(output, answer_remark(desk, remark_id, text_of(text)), "Answered.")


@desk_command(app, "resolve")
def resolve(
    desk: Desk,
    output: Output,
    remark_ids: Annotated[list[str], typer.Argument(help="Remarks.", metavar="REMARK...")],
    reopen: Annotated[bool, typer.Option("--reopen", help="Open them again instead.")] = False,
) -> None:
    """Find remarks dealt with; a reviewer's step.

    Example: xpert-studio review resolve law.xpert rm-3kd92mf --as maria
    """
    verb, word = (reopen_remark, "Open again") if reopen else (resolve_remark, "Resolved")
    for remark_id in remark_ids:
        say_change(output, verb(desk, remark_id), f"{word}: {remark_id}.")


@desk_command(app, "withdraw")
def withdraw(
    desk: Desk,
    output: Output,
    remark_id: RemarkArgument,
) -> None:
    """Take back a remark of yours that nobody has answered.

    Example: xpert-studio review withdraw law.xpert rm-3kd92mf --as maria
    """
    say_change(output, withdraw_remark(desk, remark_id), "Taken back.")


@desk_command(app, "read")
def read(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    lines: Annotated[list[str] | None, typer.Argument(help="Lines; all where left out.")] = None,
) -> None:
    """Print checkpoints under review in full, and mark them as read; approval needs all of them.

    Example: xpert-studio review read law.xpert a-lease-7k2m 1-9 --as maria
    """
    rubric = rubric_at(desk, task_id)
    ids = line_ids(rubric, lines) if lines else [point.id for point in rubric]
    read_rubric(desk, task_id, ids)
    shown = [(n, point) for n, point in enumerate(rubric, start=1) if point.id in ids]
    for number, point in shown:
        tier = point.tier.value if point.tier else "no tier"
        output.say(f"{number}. {point.text}")
        output.say(f"   {tier}, {point.weight} points, {point.dimension or 'no dimension'}")
        for part in parts_of(point):
            output.say(f"   {part.words()}")
        if point.notes:
            output.say(f"   Note: {point.notes}")
    with desk.project.reading() as tx:
        unread = rubric_reading(desk.person_id, task_id, rubric).unread(tx)
    output.data({"task": task_id, "read": ids, "unread": unread})
    output.say(f"{len(rubric) - len(unread)} of {len(rubric)} checkpoints read.")


@desk_command(app, "approve")
def approve(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    summary: SummaryOption = "",
) -> None:
    """Approve the revision under review.

    Example: xpert-studio review approve law.xpert T --as maria
    """
    change = workflow.approve(desk, task_id, summary=summary or None)
    given, needed = change.details["approvals"], change.details["needed"]
    say_change(output, change, f"Approved ({given} of {needed}).", approvals=given, needed=needed)


@desk_command(app, "send-back")
def send_back(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    summary: SummaryOption = "",
) -> None:
    """Send the rubric back to its author with your remarks.

    Example: xpert-studio review send-back law.xpert T --as maria --summary "See line 3."
    """
    change = workflow.send_back(desk, task_id, summary=summary or None)
    say_change(output, change, f"{task_id} is with its author again.")


@desk_command(app, "draw")
def draw(
    desk: Desk,
    output: Output,
    seed: DrawSeed,
    share: Annotated[float | None, typer.Option(help="0 to 1; the policy's where left.")] = None,
) -> None:
    """Draw spot checks among the approved rubrics; the others are ready at once.

    Example: xpert-studio review draw law.xpert --seed 7 --as lena
    """
    change = draw_spot_checks(desk, seed=seed, share=share)
    told = change.details
    drawn = ", ".join(told["drawn"]) or "none"
    say_change(
        output, change, f"{len(told['drawn'])} of {told['of']} drawn: {drawn}.",
        drawn=told["drawn"], of=told["of"],
    )  # fmt: skip


@desk_command(app, "spot-check")
def spot_check(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    outcome: Annotated[str, typer.Argument(help="passed, returned or discarded.")],
    consistent: Annotated[
        bool | None, typer.Option(help="Do criteria, tiers and weights agree?")
    ] = None,
    aligned: Annotated[bool | None, typer.Option(help="Does it ask what the task asks?")] = None,
    evaluable: Annotated[bool | None, typer.Option(help="Can each line be decided?")] = None,
    note: Annotated[str, typer.Option(help="Why; needed unless it passed.")] = "",
) -> None:
    """End a spot check; three questions have to be answered.

    Example: xpert-studio review spot-check law.xpert T passed --consistent --aligned --evaluable
    """
    name = outcome.strip().lower()
    if name not in {item.value for item in SpotCheckOutcome}:
        raise UsageError(f"{name!r} is no outcome.", remedy="Say passed, returned or discarded.")
    change = finish_spot_check(
        desk, task_id, SpotCheckOutcome(name), consistent=consistent,
        aligned_with_task=aligned, evaluable=evaluable, note=note or None,
    )  # fmt: skip
    say_change(output, change, f"The spot check of {task_id} has ended: {name}.")


def _aspect(text: str) -> Aspect:
    name = text.strip().lower().replace("-", "_").replace(" ", "_")
    known: dict[str, Any] = {item.value: item for item in Aspect}
    if name not in known:
        raise UsageError(f"{text!r} is no aspect.", remedy="Aspects: " + ", ".join(known) + ".")
    found: Aspect = known[name]
    return found
