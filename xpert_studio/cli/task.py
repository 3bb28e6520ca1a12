"""``xpert-studio task``: briefs, and what becomes of tasks."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from xpert_studio import workflow
from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    ReasonOption,
    TaskArgument,
    at_desk,
    desk_command,
    given,
    open_project,
    reading,
    say_change,
    say_waiting,
    text_of,
)
from xpert_studio.cli.output import JsonOption, Output
from xpert_studio.errors import UsageError
from xpert_studio.records import BEING_WRITTEN, Checklist, Task, Triage
from xpert_studio.records import Difficulty as Level
from xpert_studio.store import Transaction, tasks
from xpert_studio.store.settings import project_info
from xpert_studio.workflow import (
    BriefFields,
    Desk,
    change_brief,
    create_brief,
    return_brief,
    submit_brief,
)
from xpert_studio.workflow.attaching import attach_file, detach_file
from xpert_studio.workflow.briefs import missing_in
from xpert_studio.workflow.triage import CRITERIA

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Title = Annotated[str | None, typer.Option(help="What the task is called.")]
Domain = Annotated[str | None, typer.Option(help="One of the project's domains.")]
Category = Annotated[str | None, typer.Option(help="Its category; any words.")]
Language = Annotated[str | None, typer.Option(help="BCP 47, such as en or zh-CN.")]
Difficulty = Annotated[str | None, typer.Option(help="basic, medium or hard.")]
Context = Annotated[str | None, typer.Option(help="The work context.")]
Materials = Annotated[str | None, typer.Option(help="The background materials.")]
Deliverables = Annotated[str | None, typer.Option(help="The required deliverables.")]
Reference = Annotated[str | None, typer.Option("--reference", help="The reference answer.")]
Answers = Annotated[
    str | None,
    typer.Option(
        "--checklist",
        help="Four answers y or n: work of the profession? typical case? clear criteria of "
        "success? hard for today's models? Then, if you like, the expected pass rate, and why it "
        "is a task for this project where an answer is no: ynyy,0.3,REASON",
    ),
]
_CHECKLIST: Final = ("professional", "typical", "clear_success", "hard_for_models")
_CRITERIA: Final = f"An answer y or n to each: {' '.join(CRITERIA.values())}"


@desk_command(app, "new")
def new(
    desk: Desk,
    output: Output,
    task_id: Annotated[str | None, typer.Option("--id", help="Made of the title if left.")] = None,
    title: Title = None,
    domain: Domain = None,
    category: Category = None,
    language: Language = None,
    difficulty: Difficulty = None,
    context: Context = None,
    materials: Materials = None,
    deliverables: Deliverables = None,
    reference: Reference = None,
    checklist: Answers = None,
) -> None:
    """Start a task of your own.

    Example: xpert-studio task new law.xpert --as wei --title "A lease" --context @context.txt
    """
    fields = _fields(
        title=title, domain=domain, category=category, language=language, difficulty=difficulty,
        context=context, materials=materials, deliverables=deliverables,
        reference_answer=reference, checklist=checklist,
    )  # fmt: skip
    change = create_brief(desk, task_id=task_id, **fields)
    say_change(output, change, f"Created {change.task_id}.")


@desk_command(app, "edit")
def edit(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    title: Title = None,
    domain: Domain = None,
    category: Category = None,
    language: Language = None,
    difficulty: Difficulty = None,
    context: Context = None,
    materials: Materials = None,
    deliverables: Deliverables = None,
    reference: Reference = None,
    checklist: Answers = None,
) -> None:
    """Change your brief; what is left out stays as it is.

    Example: xpert-studio task edit law.xpert a-lease-7k2m --as wei --deliverables "A memo ..."
    """
    fields = _fields(
        title=title, domain=domain, category=category, language=language, difficulty=difficulty,
        context=context, materials=materials, deliverables=deliverables,
        reference_answer=reference, checklist=checklist,
    )  # fmt: skip
    change = change_brief(desk, task_id, **fields)
    say_change(output, change, f"Changed {', '.join(sorted(fields))} of {task_id}.")


@desk_command(app, "attach")
def attach(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    file: Annotated[Path, typer.Argument(help="An image, a PDF, an Office file or a text.")],
    caption: Annotated[str, typer.Option(help="What it shows.")] = "",
    remove: Annotated[bool, typer.Option("--remove", help="Take it out instead.")] = False,
) -> None:
    """Put a file beside your brief: models and experts see it with the prompt.

    Example: xpert-studio task attach law.xpert a-lease-7k2m plan.png --caption "Ground floor"
    """
    if remove:
        change = detach_file(desk, task_id, file.name)
        say_change(output, change, f"Took {file.name} out of {task_id}.")
        return
    change = attach_file(desk, task_id, file, caption=caption)
    say_change(output, change, f"Attached {file.name} to {task_id}.")


@app.command("list")
def list_tasks(
    project: ProjectArgument,
    person: AsOption = "",
    stage: Annotated[str, typer.Option(help="Only tasks at this stage.")] = "",
    domain: Annotated[str, typer.Option(help="Only tasks of this domain.")] = "",
    waiting: Annotated[bool, typer.Option(help="Only what waits for you (with --as).")] = False,
    as_json: JsonOption = False,
) -> None:
    """List tasks with their stages, or what waits for you.

    Example: xpert-studio task list law.xpert --waiting --as maria
    """
    output = Output(as_json=as_json)
    if waiting:
        with at_desk(project, person, output, read_only=True) as desk:
            say_waiting(output, desk)
        return
    with open_project(project, output, read_only=True) as opened, opened.reading() as tx:
        rubrics = tasks.rubrics(tx)
        found = [
            task
            for task in tasks.all_tasks(tx)
            if (not stage or task.standing.value == stage) and (not domain or task.domain == domain)
        ]
    rows = [
        {
            "id": task.id,
            "title": task.name,
            "domain": task.domain,
            "language": task.language,
            "author": task.author_id,
            "stage": task.standing.value,
            "lines": len(rubrics.get(task.id, ())),
        }
        for task in found
    ]
    output.data(rows)
    names = ("id", "title", "domain", "author", "stage", "lines")
    output.records("", names, rows, number="lines")
    if not rows:
        output.say("No task is like that.")


@app.command("show")
@reading
def show(tx: Transaction, output: Output, task_id: TaskArgument) -> None:
    """Show a brief, and what it still lacks.

    Example: xpert-studio task show law.xpert a-lease-7k2m
    """
    task = tasks.get_task(tx, task_id)
    policies = project_info(tx).policies
    missing = missing_in(task, policies) if task.standing in BEING_WRITTEN else []
    output.data({**task.model_dump(mode="json"), "missing": missing})
    _say_brief(output, task)
    if missing:
        output.say("Before it can be handed in:")
        for sentence in missing:
            output.say(f"  {sentence}")


def _say_brief(output: Output, task: Task) -> None:
    output.say(f"{task.name}  ({task.id}, {task.standing.value}, author {task.author_id or '–'})")
    about = (task.domain, task.category, task.language, task.difficulty)
    output.say(" · ".join(str(part) for part in about if part))
    parts = {
        "Prompt": task.prompt,
        "Work context": task.context,
        "Background materials": task.materials,
        "Required deliverables": task.deliverables,
        "Reference answer": task.reference_answer,
    }
    for heading, text in parts.items():
        if text:
            output.say(f"\n{heading}\n{text}")
    for item in task.attachments:
        output.say(f"\nAttachment: {item.path} ({item.media_type}) {item.caption or ''}")


@desk_command(app, "submit")
def submit(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
) -> None:
    """Hand your brief in for a decision.

    Example: xpert-studio task submit law.xpert a-lease-7k2m --as wei
    """
    say_change(output, submit_brief(desk, task_id), f"{task_id} is handed in.")


@desk_command(app, "accept")
def accept(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    criteria: Annotated[str | None, typer.Option(help=_CRITERIA)] = None,
    reason: ReasonOption = "",
) -> None:
    """Accept a brief: its author can write the rubric. An answer no needs a reason.

    Example: xpert-studio task accept law.xpert a-lease-7k2m --criteria yyyyy --as lena
    """
    triage = None
    if criteria is not None:
        given = _yes_or_no(criteria, CRITERIA, "yyyny")
        triage = Triage.model_validate(given | {"reason": None if all(given.values()) else reason})
    change = workflow.accept(desk, task_id, triage, reason=reason or None)
    say_change(output, change, f"{task_id} is accepted; its rubric can be written.")


@desk_command(app, "return")
def return_(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    reason: ReasonOption = "",
) -> None:
    """Return a brief to its author with a reason.

    Example: xpert-studio task return law.xpert a-lease-7k2m --as lena --reason "Which law?"
    """
    change = return_brief(desk, task_id, reason=reason)
    say_change(output, change, f"{task_id} is returned to its author.")


@desk_command(app, "discard")
def discard(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    reason: ReasonOption = "",
) -> None:
    """Take a task out of the project, with a reason.

    Example: xpert-studio task discard law.xpert a-lease-7k2m --as lena --reason "A doublet."
    """
    change = workflow.discard(desk, task_id, reason=reason)
    say_change(output, change, f"{task_id} is discarded.")


@desk_command(app, "reopen")
def reopen(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    reason: ReasonOption = "",
) -> None:
    """Give an approved rubric back to its author; a lead's step.

    Example: xpert-studio task reopen law.xpert a-lease-7k2m --as lena --reason "Line 4 is wrong."
    """
    change = workflow.reopen(desk, task_id, reason=reason)
    say_change(output, change, f"The rubric of {task_id} is open again.")


@desk_command(app, "hand-over")
def hand_over(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    to: Annotated[str, typer.Argument(help="The new author's id.")],
    reason: ReasonOption = "",
) -> None:
    """Give a task to another author; a lead's step.

    Example: xpert-studio task hand-over law.xpert a-lease-7k2m maria --as lena
    """
    change = workflow.hand_over(desk, task_id, to, reason=reason or None)
    say_change(output, change, f"{task_id} is {to}'s now.")


def _fields(**values: Any) -> BriefFields:  # noqa: ANN401 - options as they were given
    """Options as the fields of a brief."""
    found = given(values)
    for name in ("context", "materials", "deliverables", "reference_answer", "title"):
        if name in found:
            found[name] = text_of(found[name])
    if "difficulty" in found:
        level = found["difficulty"].strip().lower()
        if level not in {item.value for item in Level}:
            raise UsageError(f"{level!r} is no difficulty.", remedy="Say basic, medium or hard.")
        found["difficulty"] = Level(level)
    if "checklist" in found:
        found["checklist"] = _checklist(found["checklist"])
    fields: BriefFields = found  # type: ignore[assignment]
    return fields


def _checklist(answers: str) -> Checklist:
    letters, _, more = answers.partition(",")
    rate, _, reason = more.partition(",")
    example = "ynyy, or with a pass rate from 0 to 1 and a reason: ynyy,0.3,It is rare but costly"
    given = _yes_or_no(letters, _CHECKLIST, example)
    try:
        return Checklist.model_validate(
            given
            | {"pass_rate": float(rate) if rate.strip() else None, "reason": reason.strip() or None}
        )
    except ValueError as error:
        raise UsageError(f"{rate!r} is no pass rate.", remedy=f"Say {example}.") from error


def _yes_or_no(answers: str, names: Collection[str], example: str) -> dict[str, Any]:
    """Letters y and n as the answers to questions, by their names."""
    letters = answers.strip().lower()
    if len(letters) != len(names) or set(letters) - {"y", "n"}:
        raise UsageError(
            f"{answers!r} does not answer {len(names)} questions with y or n.",
            remedy=f"Say {example}.",
        )
    return {name: letter == "y" for name, letter in zip(names, letters, strict=True)}
