"""``xpert-studio draft``: a proposed rubric, taken, edited or dropped line by line."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import (
    ProjectArgument,
    TaskArgument,
    desk_command,
    given,
    open_project,
    say_change,
    short,
    text_of,
)
from xpert_studio.cli.model_options import (
    MODEL_NAME,
    BaseUrl,
    MaxOutput,
    Retries,
    Timeout,
    model_choice,
)
from xpert_studio.cli.output import JsonOption, Output, money
from xpert_studio.errors import NotFoundError, UsageError
from xpert_studio.generation import DraftRequest, draft_rubric, estimate_draft, outline_draft
from xpert_studio.generation.asking import unseen_notices
from xpert_studio.generation.outline import Suggestion
from xpert_studio.generation.proposing import as_proposals
from xpert_studio.instruments import parts_of, written_settings
from xpert_studio.instruments.columns import settings_only
from xpert_studio.records import Proposal, ProposalState
from xpert_studio.store import entities, settings, tasks
from xpert_studio.workflow import (
    Desk,
    LineFields,
    drop_proposals,
    keep_draft,
    rights,
    take_proposals,
)
from xpert_studio.workflow.attaching import bytes_of
from xpert_studio.workflow.desk import person_of

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
Numbers = Annotated[
    list[str], typer.Argument(help="Proposals: numbers, ranges (2-5), ids, or 'all'.")
]


@desk_command(app, "make")
def make(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    by: Annotated[str, typer.Option(help=f"outline (offline), or {MODEL_NAME}.")] = "outline",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would cost; send nothing.")
    ] = False,
    graded: Annotated[
        bool, typer.Option("--graded", help="Let the model propose graded checkpoints, too.")
    ] = False,
    base_url: BaseUrl = None,
    timeout: Timeout = 600,
    retries: Retries = 3,
    max_output: MaxOutput = None,
) -> None:
    """Draft proposals for a rubric; nothing is in the rubric until you take it.

    Example: xpert-studio draft make law.xpert T --by openai:gpt-5-mini --as wei
    """
    facts: dict[str, Any] = {}
    if by == "outline":
        if graded:
            raise UsageError(
                "The outline drafter proposes binary checkpoints only.",
                remedy="Name a model with --by, or leave out --graded.",
            )
        made = _outline(desk, task_id)
        facts = {"cost": 0.0}
        if dry_run:
            output.data({"cost": 0.0, "lines": len(made)})
            output.say("The outline drafter works here and costs nothing.")
            return
    else:
        choice = model_choice(
            by, base_url=base_url, timeout=timeout, retries=retries, max_output=max_output
        )
        drafted = _by_model(desk, task_id, choice, output, dry_run=dry_run, may_grade=graded)
        if drafted is None:
            return
        made, facts = drafted
    change = keep_draft(desk, task_id, as_proposals(desk, task_id, by, made))
    say_change(output, change, f"{len(made)} proposals by {by}:", **facts)
    _say_proposals(output, change.after("proposal"))
    output.say("Take them with: xpert-studio draft take PROJECT TASK 1-5 8")


def _outline(desk: Desk, task_id: str) -> list[Suggestion]:
    with desk.project.reading() as tx:
        info = settings.project_info(tx)
        task = tasks.get_task(tx, task_id)
    return outline_draft(task, policies=info.policies, dimensions=info.taxonomy.dimensions)


def _by_model(
    desk: Desk,
    task_id: str,
    choice: Any,  # noqa: ANN401 - generation.asking.ModelChoice, imported late
    output: Output,
    *,
    dry_run: bool,
    may_grade: bool,
) -> tuple[list[Suggestion], dict[str, Any]] | None:
    with desk.project.reading() as tx:
        info = settings.project_info(tx)
        task = tasks.get_task(tx, task_id)
        # Refused before any money is spent.
        rights.author_at_work(person_of(tx, desk.person_id), task, info.policies)

    content = partial(bytes_of, desk.project)
    request = DraftRequest(task, choice, info.policies, info.taxonomy, content, may_grade)
    estimate = estimate_draft(request)
    tokens = estimate.input_tokens + estimate.output_tokens
    notices = unseen_notices([task], content)
    for notice in notices:
        output.note(notice)
    if dry_run:
        output.data({"cost": estimate.cost, "tokens": tokens, "notices": list(notices)})
    output.say(f"{choice.name}: about {tokens:,} tokens, {money(estimate.cost)}.")
    if dry_run:
        return None
    draft = asyncio.run(draft_rubric(request))
    for note in draft.notes:
        output.note(note)
    output.say(f"It took {money(draft.cost)}.")
    facts = {
        "cost": draft.cost,
        "estimated_cost": estimate.cost,
        "usage": draft.usage.model_dump(mode="json"),
        "notes": list(draft.notes),
    }
    return list(draft.suggestions), facts


@app.command("show")
def show(project: ProjectArgument, task_id: TaskArgument, as_json: JsonOption = False) -> None:
    """Show the open proposals for a rubric.

    Example: xpert-studio draft show law.xpert T
    """
    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened:
        found = _open(opened, task_id)
    output.data([item.model_dump(mode="json") for item in found])
    _say_proposals(output, found)
    if not found:
        output.say("No proposal is open.")


def _open(project: Any, task_id: str) -> list[Proposal]:  # noqa: ANN401 - a ProjectFile
    with project.reading() as tx:
        tasks.get_task(tx, task_id)
        found = entities.find_all(tx, Proposal, task_id=task_id, state=ProposalState.OPEN.value)
    return sorted(found, key=lambda item: item.position)


def _say_proposals(output: Output, found: list[Proposal]) -> None:
    for item in sorted(found, key=lambda item: item.position):
        output.say(
            f"{item.position + 1:>3}  {item.text}\n"
            f"     {item.tier.value}, {item.weight}, {item.dimension or 'no dimension'}"
        )
        for said in parts_of(settings_only(item.instrument, written_settings(item.settings))):
            output.say(f"     {said.words()}")
        if item.source:
            part = item.source_part.value.replace("_", " ") if item.source_part else ""
            output.say(f"     from the {part}: “{short(item.source)}”")


@desk_command(app, "take")
def take(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    numbers: Numbers,
    text: Annotated[str | None, typer.Option(help="Edit the text while taking (one).")] = None,
    weight: Annotated[int | None, typer.Option(help="Edit the weight while taking.")] = None,
    dimension: Annotated[str | None, typer.Option(help="Edit the dimension.")] = None,
) -> None:
    """Take proposals into the rubric, edited if you like.

    Example: xpert-studio draft take law.xpert T 3 --text "Names clause 9.2." --as wei
    """
    ids = _chosen(_open(desk.project, task_id), numbers)
    if text is not None and len(ids) != 1:
        raise UsageError("A text is edited one proposal at a time.")
    fields: LineFields = given(  # type: ignore[assignment]
        {
            "text": None if text is None else text_of(text),
            "weight": weight,
            "dimension": dimension,
        }
    )
    change = take_proposals(
        desk, task_id, ids, edited=dict.fromkeys(ids, fields) if fields else None
    )
    say_change(output, change, f"Took {len(ids)} proposals into the rubric.")


@desk_command(app, "drop")
def drop(
    desk: Desk,
    output: Output,
    task_id: TaskArgument,
    numbers: Numbers,
) -> None:
    """Drop proposals.

    Example: xpert-studio draft drop law.xpert T 4 6-9 --as wei
    """
    ids = _chosen(_open(desk.project, task_id), numbers)
    say_change(output, drop_proposals(desk, task_id, ids), f"Dropped {len(ids)} proposals.")


def _chosen(found: list[Proposal], references: list[str]) -> list[str]:
    """Proposals by number, range, id, or all."""
    if [item.lower() for item in references] == ["all"]:
        return [item.id for item in found]
    by_number = {str(item.position + 1): item.id for item in found}
    ids = {item.id for item in found}
    chosen: dict[str, None] = {}
    for reference in references:
        start, dash, end = reference.partition("-")
        if dash and start.isdigit() and end.isdigit():
            wanted = [str(n) for n in range(int(start), min(int(end), int(start) + 200) + 1)]
        else:
            wanted = [reference]
        hit = [name if name in ids else by_number.get(name) for name in wanted]
        if not any(hit):
            raise NotFoundError(
                f"There is no open proposal {reference}.",
                remedy="'xpert-studio draft show' lists them.",
            )
        chosen.update(dict.fromkeys(name for name in hit if name))
    return list(chosen)
