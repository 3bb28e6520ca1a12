"""``xpert-studio draft``: a proposed rubric, taken, edited or dropped line by line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from xpert_studio.cli.acting import TaskArgument, desk_command, reading, say_change
from xpert_studio.cli.commands import add_commands
from xpert_studio.cli.output import Output, money
from xpert_studio.cli.typed import file_text, short
from xpert_studio.cli.values import open_suggestions
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.generation import (
    Contrast,
    DraftRequest,
    draft_here,
    draft_rubric,
    estimate_draft,
    unseen_notices,
)
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.generation.suggested import (
    SuggestedCheckpoint,
    as_suggestions,
    drafters,
)
from xpert_studio.core.instruments import parts_of, settings_only, written_settings
from xpert_studio.core.judge.asked_models import MODEL_NAME, ModelTerms
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Suggestion
from xpert_studio.core.store import Transaction, settings, tasks
from xpert_studio.core.wording import listed, t, tn
from xpert_studio.core.workflow import (
    CommandContext,
    bytes_of,
    keep_draft,
    person_of,
    rights,
)
from xpert_studio.report.part_names import dimension_name, part_name

_BY: Final = f"{', '.join(drafters())} (offline), or {MODEL_NAME}."
app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "draft")


@desk_command(app, "make")
def make(
    ctx: CommandContext,
    output: Output,
    task_id: TaskArgument,
    terms: ModelTerms,
    by: Annotated[str, Asks(_BY)] = "outline",
    dry_run: Annotated[bool, Asks("Say what it would cost; send nothing.")] = False,
    graded: Annotated[bool, Asks("Let the model propose graded checkpoints, too.")] = False,
    contrast: Annotated[
        tuple[Path, Path] | None,
        typer.Option(
            help="Also send a better and a weaker response, from two text files.",
            metavar="GOOD BAD",
        ),
    ] = None,
) -> None:
    """Draft suggestions for a rubric; they are added only when you accept them.

    Example: xpert-studio draft make law.xpert T --by openai:gpt-5-mini --as wei
    """
    facts: dict[str, Any] = {}
    if by in drafters():
        option = "--graded" if graded else "--contrast" if contrast else ""
        if option:
            raise UsageError(
                Message("{option} is for models: {drafter} needs none.", option=option, drafter=by),
                remedy=Message("Name a model with --by, or leave out {option}.", option=option),
            )
        made = _drafted_here(ctx, task_id, by)
        facts = {"cost": 0.0}
        if dry_run:
            output.data({"cost": 0.0, "lines": len(made)})
            output.say(t("The drafter {drafter} works here and costs nothing.", drafter=by))
            return
    else:
        choice = ModelChoice.named(by, terms)
        asked = partial(DraftRequest, choice=choice, may_grade=graded, contrast=_contrast(contrast))
        drafted = _by_model(ctx, task_id, asked, output, dry_run=dry_run)
        if drafted is None:
            return
        made, facts = drafted
    change = keep_draft(ctx, task_id, as_suggestions(ctx, task_id, by, made))
    say_change(
        output,
        change,
        tn("{n} suggestion by {by}:", "{n} suggestions by {by}:", len(made), by=by),
        **facts,
    )
    with ctx.project.reading() as tx:
        _say_suggestions(output, open_suggestions(tx, task_id))
    output.say("Accept with: xpert-studio draft accept PROJECT TASK 1-5 8")


def _drafted_here(ctx: CommandContext, task_id: str, by: str) -> list[SuggestedCheckpoint]:
    with ctx.project.reading() as tx:
        info = settings.project_info(tx)
        task = tasks.get_task(tx, task_id)
    return draft_here(by, task, policies=info.policies, dimensions=info.taxonomy.dimensions)


def _contrast(files: tuple[Path, Path] | None) -> Contrast | None:
    """The responses in two files; refused where one says nothing."""
    if files is None:
        return None
    better, weaker = (file_text(path).replace("\x00", "") for path in files)
    for path, text in zip(files, (better, weaker), strict=True):
        if not text.strip():
            raise UsageError(
                Message("{path} is empty.", path=path),
                remedy="Name a file with a response in it.",
            )
    return Contrast(better, weaker)


def _by_model(
    ctx: CommandContext,
    task_id: str,
    asked: Callable[..., DraftRequest],
    output: Output,
    *,
    dry_run: bool,
) -> tuple[list[SuggestedCheckpoint], dict[str, Any]] | None:
    with ctx.project.reading() as tx:
        info = settings.project_info(tx)
        task = tasks.get_task(tx, task_id)
        # Refused before any money is spent.
        rights.author_at_work(person_of(tx, ctx.person_id), task, info.policies)

    content = partial(bytes_of, ctx.project)
    request = asked(task, policies=info.policies, taxonomy=info.taxonomy, bytes_of=content)
    estimate = estimate_draft(request)
    tokens = estimate.input_tokens + estimate.output_tokens
    notices = unseen_notices([task], content)
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
        return None
    draft = asyncio.run(draft_rubric(request))
    output.note(*draft.notes)
    output.say(t("It took {money}.", money=money(draft.cost)))
    return list(draft.suggestions), {
        "cost": draft.cost,
        "estimated_cost": estimate.cost,
        "usage": draft.usage.model_dump(mode="json"),
        "notes": list(draft.notes),
    }


@app.command("show")
@reading
def show(tx: Transaction, output: Output, task_id: TaskArgument) -> None:
    """Show the open suggestions for a rubric.

    Example: xpert-studio draft show law.xpert T
    """
    found = open_suggestions(tx, task_id)
    output.data([item.model_dump(mode="json") for item in found])
    _say_suggestions(output, found)
    if not found:
        output.say("No suggestion is open.")


def _say_suggestions(output: Output, found: list[Suggestion]) -> None:
    for item in sorted(found, key=lambda item: item.position):
        about = listed(
            (
                part_name("tier", item.tier.value),
                tn("{n} point", "{n} points", item.weight),
                dimension_name(item.dimension) or t("no dimension"),
            )
        )
        output.say(
            f"{item.position + 1:>3}  {item.text}\n     {about}",
            *(
                f"     {said.words()}"
                for said in parts_of(
                    settings_only(item.instrument, written_settings(item.settings))
                )
            ),
        )
        if item.checkpoint_id:
            output.say("     " + t("in place of checkpoint {id}", id=item.checkpoint_id))
        if item.source and item.source_part is None:
            output.say(f"     {item.source}")
        elif item.source:
            part = t(item.source_part.value.replace("_", " ")) if item.source_part else ""
            output.say(
                "     " + t("from the {part}: “{source}”", part=part, source=short(item.source))
            )
