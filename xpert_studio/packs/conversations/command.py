"""``xpert-studio conversation``: the turns of a task, how it is played, and playing it."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from xpert_studio.api.commands import (
    Asks,
    AsOption,
    CommandContext,
    Exit,
    Fill,
    Message,
    Output,
    TaskArgument,
    Transaction,
    UsageError,
    desk_command,
    labelled,
    reading,
    say_change,
    t,
    tn,
)
from xpert_studio.api.formats import problem_of
from xpert_studio.api.records import Task, Written, put_records, remove_records, response_for
from xpert_studio.cli.acting import ResponseArgument, line_ids, rubric_at
from xpert_studio.cli.options import changed
from xpert_studio.cli.output import spent
from xpert_studio.cli.response import unanswered
from xpert_studio.cli.typed import text_of
from xpert_studio.core.generation import ResponseRequest, generate_responses
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.generation.responses import Generated
from xpert_studio.core.instruments import is_by_program
from xpert_studio.core.judge.asked_models import MODEL_NAME, ModelTerms
from xpert_studio.core.judge.budget import Budget as Spending
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.records.runs import Money
from xpert_studio.core.records.transcripts import (
    SPEAKERS,
    ChatTurn,
    Speaker,
    Transcript,
    conversation_of,
    read_transcript,
    response_conversation,
    transcript_of,
)
from xpert_studio.core.store import responses, tasks
from xpert_studio.core.workflow import blinding_for, bytes_of, change_brief
from xpert_studio.packs.conversations.chat import MESSAGES
from xpert_studio.packs.conversations.reading import (
    NOTES,
    MessageError,
    are_messages,
    read_messages,
)
from xpert_studio.packs.conversations.records import PACK_ID, PLAN, Plan, plan_id, plans_in
from xpert_studio.packs.conversations.writing import chat_messages

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command("show")
@reading
def show(tx: Transaction, output: Output, task_id: TaskArgument) -> None:
    """Show the turns of a task, the checkpoints that look at each, and how it is played.

    Example: xpert-studio conversation show shop.xpert refund
    """
    found = _need_turns(tasks.get_task(tx, task_id))
    rubric = tasks.rubric_of(tx, task_id)
    plan = plans_in(tx).get(task_id)
    output.data(
        {
            "task": task_id,
            "turns": found.turns,
            "messages": _plain(found),
            "checkpoints": [
                {"id": point.id, "turn": point.turn, "text": point.text} for point in rubric
            ],
            "plan": plan.model_dump(mode="json") if plan else None,
        }
    )
    _say(output, found)
    for turn in [*range(1, found.turns + 1), None]:
        texts = [f"  {point.text}" for point in rubric if point.turn == turn]
        if texts:
            title = t("Turn {turn}", turn=turn) if turn else t("The whole conversation")
            output.say(f"\n{title}", *texts)
    if plan is not None:
        output.say("", *_plan_lines(plan))


def _plan_lines(plan: Plan) -> list[str]:
    lines = (
        (t("The simulated user wants"), plan.goal),
        (t("Turns, at most"), str(plan.most_turns) if plan.goal else ""),
        (t("The user ends it when"), plan.stop_when),
        (t("Checks that stop it"), ", ".join(plan.stop_checks)),
    )
    return [labelled(title, value) for title, value in lines if value]


def _need_turns(task: Task) -> Transcript:
    found = conversation_of(task)
    if found is None:
        raise UsageError(
            Message("{task} has no turns.", task=task.name),
            remedy="Set them from a file: 'xpert-studio conversation set PROJECT TASK FILE'.",
        )
    return found


def _plain(said: Transcript) -> list[dict[str, Any]]:
    return [
        {
            "number": one.number,
            "turn": one.turn,
            "speaker": one.said.speaker.value,
            "name": one.said.name or None,
            "text": one.said.text,
            "files": list(one.said.files),
        }
        for one in said.placed
    ]


def _say(output: Output, said: Transcript) -> None:
    for one in said.placed:
        speaker = SPEAKERS.title(one.said.speaker)
        named = f"{speaker} {one.said.name}" if one.said.name else speaker
        turn = t("turn {turn}", turn=one.turn) if one.turn else ""
        head = " · ".join(filter(None, [str(one.number), named, turn, *one.said.files]))
        output.say(f"\n{head}", *(f"  {line}" for line in one.said.text.splitlines()))


@app.command("response")
@reading
def response(
    tx: Transaction, output: Output, response: ResponseArgument, person: AsOption = ""
) -> None:
    """Show the messages of a response, without the system that gave it.

    Example: xpert-studio conversation response shop.xpert refund:A --as lena
    """
    found = responses.get_response(tx, response_for(tx, person.strip(), response))
    task = tasks.get_task(tx, found.task_id)
    _need_turns(task)
    said = response_conversation(task, found.text) or Transcript()
    name = blinding_for(tx, person.strip()).response_name(task.id, found.id)
    output.data(
        {
            "task": task.id,
            "response": name,
            "messages": _plain(said),
            "chat": chat_messages(said.messages),
        }
    )
    output.say(t("{task}, response {label}", task=task.name, label=name))
    _say(output, said)


@desk_command(app, "set")
def set_(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    file: Annotated[
        str,
        typer.Argument(
            help="JSON with messages of role and content, or a text with a turn a paragraph."
        ),
    ],
) -> None:
    """Set the turns of a task; judgments and verdicts on the old ones become stale.

    Example: xpert-studio conversation set shop.xpert refund turns.json --as wei
    """
    messages, told = _messages_of(text_of(file if file == "-" else f"@{file.lstrip('@')}"), file)
    opening = [said.text for said in messages if said.speaker is Speaker.SYSTEM]
    is_first = bool(messages) and messages[0].speaker is Speaker.SYSTEM and len(opening) == 1
    asked = messages[1:] if is_first else messages
    if not any(said.speaker is Speaker.USER for said in asked):
        raise UsageError(
            Message("{file} has no message of the user.", file=Path(file).name),
            remedy="Write one for each turn.",
        )
    prompt = transcript_of(asked)
    change = (
        change_brief(ctx, task_id, prompt=prompt, system_prompt=opening[0])
        if is_first
        else change_brief(ctx, task_id, prompt=prompt)
    )
    notes = [*told, *_unknown_files(ctx, task_id, asked)]
    output.note(*notes)
    turns = sum(said.speaker is Speaker.USER for said in asked)
    say_change(output, change, tn("{n} turn.", "{n} turns.", turns), turns=turns, notes=notes)


def _unknown_files(
    ctx: CommandContext, task_id: str, asked: Sequence[ChatTurn]
) -> Iterator[Message]:
    """What to say of files that messages name and the task does not have."""
    with ctx.project.reading() as tx:
        paths = [item.path for item in tasks.get_task(tx, task_id).attachments]
    known = {*paths, *(path.rpartition("/")[2] for path in paths)}
    yield from (
        Message("The task has no attachment {name}; attach it.", name=name)
        for name in dict.fromkeys(name for said in asked for name in said.files)
        if name not in known
    )


def _messages_of(text: str, name: str) -> tuple[list[ChatTurn], list[str]]:
    """The messages of a file, and what of them is left out."""
    known = read_transcript(text.strip())
    if known is not None:
        return list(known.messages), []
    if text.lstrip()[:1] not in {"[", "{"}:
        parts = [part.strip() for part in text.split("\n\n") if part.strip()]
        return [ChatTurn(Speaker.USER, part) for part in parts], []
    told: Counter[str] = Counter()
    try:
        value = json.loads(text)
        held = value if isinstance(value, list) else _held(value)
        if not are_messages(held):
            raise MessageError(
                Message("holds no messages."), Message("Write objects with role and content.")
            )
        found = read_messages(held, told)
    except MessageError as error:
        said = Message("{file} {problem}", file=Path(name).name, problem=error.message)
        raise UsageError(said, remedy=error.remedy) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(
            Message("{file} is no JSON ({error}).", file=Path(name).name, error=error),
            remedy="Correct it, or write a text with a turn a paragraph.",
        ) from error
    return found, [Message(note.template, n=told[key]) for key, note in NOTES.items() if told[key]]


def _held(value: Any) -> Any:  # noqa: ANN401 - any JSON
    named = (value[name] for name in MESSAGES if name in value) if isinstance(value, dict) else ()
    return next(iter(named), None)


@desk_command(app, "plan")
def plan(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    wanted: Annotated[dict[str, Any], Fill(changes=Plan)],
    remove: Annotated[bool, Asks("Play the turns alone.")] = False,
) -> None:
    """Set how a task is played: a simulated user with a goal, and checks that stop it.

    Example: xpert-studio conversation plan shop.xpert refund --goal "Your money back" --as wei
    """
    if remove:
        say_change(output, remove_records(ctx, PACK_ID, PLAN.id, [plan_id(task_id)]))
        return
    with ctx.project.reading() as tx:
        _need_turns(tasks.get_task(tx, task_id))
        before = plans_in(tx).get(task_id, Plan())
    if "stop_checks" in wanted:
        wanted["stop_checks"] = _checks(ctx, task_id, wanted["stop_checks"])
    made = changed(before, wanted)
    written = [Written(made, id=plan_id(task_id), task_id=task_id)]
    say_change(output, put_records(ctx, PACK_ID, PLAN.id, written), **made.model_dump(mode="json"))
    output.say(*_plan_lines(made))


def _checks(ctx: CommandContext, task_id: str, names: Sequence[str]) -> tuple[str, ...]:
    rubric = rubric_at(ctx, task_id)
    ids = line_ids(rubric, names) if names else []
    known = {point.id: point for point in rubric}
    other = next((known[one] for one in ids if not is_by_program(known[one])), None)
    if other is not None:
        raise UsageError(
            Message("“{text}” is not decided by program.", text=other.text),
            remedy="Name checkpoints with a check.",
        )
    for one in ids:
        if (problem := problem_of(known[one])) is not None:
            raise UsageError(
                Message("The check “{text}” {problem}", text=known[one].text, problem=problem),
                remedy="Correct its settings.",
            )
    return tuple(dict.fromkeys(ids))


@desk_command(app, "play")
def play(
    ctx: CommandContext,
    output: Output,
    terms: ModelTerms,
    model: Annotated[str, typer.Argument(help=f"{MODEL_NAME}.")],
    task_ids: Annotated[
        list[str] | None,
        typer.Argument(help="Tasks. Default: all with turns that are ready.", metavar="TASK..."),
    ] = None,
    name: Annotated[str, Asks("What the system is called; the model's name.")] = "",
    user: Annotated[str, Asks("The model that speaks as simulated users, as PROVIDER:MODEL.")] = "",
    user_url: Annotated[str | None, Asks("Of the server of that model.")] = None,
    concurrency: Annotated[int, Asks("Tasks at once.", within=(1, 64))] = 4,
    budget: Money = None,
    dry_run: Annotated[bool, Asks("Say what; send nothing.")] = False,
) -> None:
    """Have a model answer tasks turn by turn; each conversation is kept as soon as it is over.

    Played again, it goes through the tasks that are left.

    Example: xpert-studio conversation play shop.xpert openai:gpt-5-mini --as lena
    """
    choice = ModelChoice.named(model, terms)
    as_user = ModelChoice.named(user, replace(terms, base_url=user_url)) if user else None
    wanted = [
        task
        for task in unanswered(ctx, name or choice.model, task_ids or ())
        if conversation_of(task) is not None
    ]
    with ctx.project.reading() as tx:
        plans, rubrics = plans_in(tx), tasks.rubrics(tx)
    output.say(t("{name}: {wanted} tasks to play.", name=name or choice.model, wanted=len(wanted)))
    if dry_run or not wanted:
        output.data({"tasks": [task.id for task in wanted], "played": 0})
        return
    request = ResponseRequest(
        choice,
        tuple(wanted),
        name,
        concurrency=concurrency,
        plans={task_id: one.as_played for task_id, one in plans.items()},
        rubrics=rubrics,
        user=as_user,
        budget=None if budget is None else Spending(Limits(money=budget)),
    )
    done = asyncio.run(generate_responses(ctx, request, bytes_of=partial(bytes_of, ctx.project)))
    if not _say_done(output, done):
        raise typer.Exit(Exit.PARTLY)


def _say_done(output: Output, done: Sequence[Generated]) -> bool:
    failed = {item.task_id: item.problem for item in done if item.problem}
    known = sum(item.cost for item in done if item.cost is not None)
    unknown = sum(item.cost is None for item in done)
    output.data(
        {
            "played": len(done) - len(failed),
            "failed": failed,
            "cost": None if unknown else known,
            "known_cost": known,
            "unknown_cost_calls": unknown,
        }
    )
    output.say(*(f"  {task}: {problem}" for task, problem in failed.items()))
    output.say(
        t(
            "{done} played, {failed} failed; {spent}.",
            done=len(done) - len(failed),
            failed=len(failed),
            spent=spent(known, unknown),
        )
    )
    return not failed
