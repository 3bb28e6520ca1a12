"""``xpert-studio response``: what systems answered, imported or generated."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    ResponseArgument,
    at_desk,
    desk_command,
    reading,
    say_change,
)
from xpert_studio.cli.commands import add_commands
from xpert_studio.cli.output import Exit, Output, spent
from xpert_studio.cli.response_compare import compare
from xpert_studio.cli.typed import text_of
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.generation import ResponseRequest, generate_responses, unseen_notices
from xpert_studio.core.generation.asking import ModelChoice
from xpert_studio.core.generation.responses import Generated
from xpert_studio.core.judge.asked_models import MODEL_NAME, SystemTerms
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Response,
    ResponseRole,
    Role,
    Stage,
    System,
    Task,
    given_trace,
)
from xpert_studio.core.records.endings import ENDINGS, Ending, ending_of
from xpert_studio.core.store import Transaction, responses, systems, tasks
from xpert_studio.core.wording import mark, t, tn, translated
from xpert_studio.core.workflow import (
    CommandContext,
    NewFile,
    NewResponse,
    add_responses,
    blind_labels,
    blinding_for,
    bytes_of,
    person_of,
    read_file,
    rights,
)
from xpert_studio.core.workflow.blinding import response_for
from xpert_studio.core.workflow.responding import need_one_baseline
from xpert_studio.core.workflow.systems import need_true_settings, settings_said
from xpert_studio.report.trace_words import trace_lines

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "response")
HIDDEN = mark(
    "Systems are shown by label where a response to the task may still be "
    "judged blind. Say who you are with --as; a lead with no pending judgment "
    "sees them."
)
Baseline = Annotated[bool, Asks("This system is the baseline.")]


@app.command("list")
@reading
def list_responses(
    tx: Transaction,
    output: Output,
    task_id: Annotated[str | None, Asks("To this task only.", name="task")] = None,
    person: AsOption = "",
) -> None:
    """List responses with the systems that gave them; by blind label where these are hidden.

    Example: xpert-studio response list law.xpert --as lena
    """
    blinding = blinding_for(tx, person.strip())
    found = list(responses.all_responses(tx, task_ids=[task_id] if task_id else ()))
    labels: dict[str, str] = {}
    for task in dict.fromkeys(item.task_id for item in found):
        labels.update(blind_labels(tx, task))
    rows = sorted(
        (
            {
                "response": f"{item.task_id}:{labels[item.id]}",
                **_identity(item, is_hidden=item.task_id in blinding.tasks),
                "characters": len(item.text),
            }
            for item in found
        ),
        # In the order of the labels, which says nothing of the systems.
        key=lambda row: [row["response"]] if blinding.tasks else [],
    )
    output.data(rows)
    output.records(
        "", ("response", "id", "system", "role", "characters"), rows, number="characters"
    )
    if blinding.tasks and rows:
        output.note(HIDDEN)


def _identity(response: Response, *, is_hidden: bool) -> dict[str, str | None]:
    """Id, system and role of a response; None where they are hidden: an id may name the system."""
    if is_hidden:
        return {"id": None, "system": None, "role": None}
    return {"id": response.id, "system": response.model, "role": response.role.value}


@desk_command(app, "add")
def add(
    ctx: CommandContext,
    output: Output,
    system: Annotated[str, typer.Argument(help="What the system is called.")],
    files: Annotated[
        list[str],
        typer.Argument(help="TASK=FILE for each response, or a folder of TASK.txt and TASK.md."),
    ],
    baseline: Baseline = False,
    attach: Annotated[
        Sequence[str], Asks("TASK=FILE: a file that belongs to the response; may be repeated.")
    ] = (),
) -> None:
    """Add a system's responses from text files: all or none.

    Example: xpert-studio response add law.xpert aurora-2 lease=answer.md --attach lease=draft.docx
    """
    role = _role(baseline=baseline)
    texts = _texts(files)
    attached = _attached(attach, {task_id for task_id, _ in texts})
    for task_id, text in texts:
        if not text.strip() and task_id not in attached:
            raise UsageError(
                Message("The response to {task} is empty, and no file is attached.", task=task_id),
                remedy="Leave it out, or attach the file that answers with --attach.",
            )
    new = [
        NewResponse(task_id, system, text, role=role, files=attached.get(task_id, ()))
        for task_id, text in texts
    ]
    say_change(output, add_responses(ctx, new))


def _attached(
    references: Sequence[str], task_ids: Collection[str]
) -> dict[str, tuple[NewFile, ...]]:
    """The files of each response, by its task."""
    found: dict[str, tuple[NewFile, ...]] = {}
    for reference in references:
        task_id, _, name = reference.partition("=")
        if not name or task_id not in task_ids:
            raise UsageError(
                Message(
                    "--attach {reference} names no task that is answered here.", reference=reference
                ),
                remedy="Write TASK=FILE with a task for which a response is added.",
            )
        path = Path(name)
        found[task_id] = (*found.get(task_id, ()), NewFile(path.name, read_file(path)))
    return found


def _texts(references: list[str]) -> list[tuple[str, str]]:
    found: list[tuple[str, Path]] = []
    for reference in references:
        folder = Path(reference)
        task_id, equals, name = reference.partition("=")
        if folder.is_dir():
            inside = sorted(path for path in folder.iterdir() if path.suffix in {".txt", ".md"})
            found += [(path.stem, path) for path in inside]
        elif equals:
            found.append((task_id, Path(name)))
        else:
            raise UsageError(
                Message("{reference} names no task.", reference=reference),
                remedy="Write TASK=FILE, or name a folder.",
            )
    if not found:
        raise UsageError("There is no .txt or .md file in there.", remedy="Name the files.")
    return [(task_id, text_of(f"@{path}")) for task_id, path in found]


@app.command("generate")
def generate(
    project: ProjectArgument,
    terms: SystemTerms,
    model: Annotated[str, typer.Argument(help=f"{MODEL_NAME}.")],
    output: Output,
    task_ids: Annotated[
        list[str] | None, typer.Argument(help="Tasks. Default: all that are ready.")
    ] = None,
    person: AsOption = "",
    name: Annotated[
        str, Asks("What the system is called; the model's name with what is set of it.")
    ] = "",
    each_effort: Annotated[
        Sequence[str],
        Asks("A reasoning effort; repeatable: each makes one system.", "high"),
    ] = (),
    also_search: Annotated[
        bool, Asks("Make each system twice: without and with web search.", sets=True)
    ] = False,
    baseline: Baseline = False,
    concurrency: Annotated[int, Asks("Calls in flight.", within=(1, 64))] = 4,
    dry_run: Annotated[bool, Asks("Say what; send nothing.")] = False,
) -> None:
    """Have a model answer tasks: it sees the prompt and attachments, nothing else.

    Its settings are kept with the system. Several settings of one model are several systems.

    Example: xpert-studio response generate law.xpert openai:gpt-5-mini --baseline --as lena
    """
    made = _variants(ModelChoice.named(model, terms), name, each_effort, also_search=also_search)
    if baseline and len(made) > 1:
        raise UsageError(
            "One system is the baseline, and these are several.",
            remedy="Leave out --baseline, or make one of them by itself.",
        )
    with at_desk(project, person, output) as ctx:
        asked = [
            ResponseRequest(
                choice,
                tuple(unanswered(ctx, system, task_ids or ())),
                system,
                _role(baseline=baseline),
                concurrency,
            )
            for system, choice in made.items()
        ]
        with ctx.project.reading() as tx:
            for request in asked:
                need_true_settings(tx, request.system)
                need_one_baseline(tx, request.system.name, request.role)
        content = partial(bytes_of, ctx.project)
        every = {task.id: task for request in asked for task in request.tasks}
        notices = unseen_notices(every.values(), content)
        for request in asked:
            output.say(_announced(request))
        output.note(*notices)
        done = {
            request.system_name: []
            if dry_run or not request.tasks
            else asyncio.run(
                generate_responses(
                    ctx, request, bytes_of=content, on_done=lambda item: _say_one(output, item)
                )
            )
            for request in asked
        }
    if dry_run or not every:
        made_of = {
            request.system_name: request.system.settings
            | {"tasks": [task.id for task in request.tasks]}
            for request in asked
        }
        output.data(
            {"tasks": list(every), "answered": 0, "notices": list(notices), "systems": made_of}
        )
        return
    if not _say_done(output, done, notices):
        raise typer.Exit(Exit.PARTLY)


def _variants(
    choice: ModelChoice, name: str, efforts: Sequence[str], *, also_search: bool
) -> dict[str, ModelChoice]:
    """The systems that are made of one model, by what they are called.

    Raises:
        UsageError: An effort is named twice, or beside --reasoning-effort.
    """
    if efforts and choice.reasoning_effort:
        raise UsageError(
            "Reasoning efforts are named by --reasoning-effort or by --each-effort, not by both.",
            remedy="Leave one of them out.",
        )
    searches = (False, True) if also_search else (choice.search,)
    found = [
        replace(choice, reasoning_effort=effort or choice.reasoning_effort, search=search)
        for effort in efforts or ("",)
        for search in searches
    ]
    if len(found) == 1 and name:
        return {name: found[0]}
    made = {replace(one, model=name or one.model).system_name: one for one in found}
    if len(made) < len(found):
        raise UsageError("A reasoning effort is named twice.", remedy="Name each once.")
    return made


def _announced(request: ResponseRequest) -> str:
    system = request.system
    if not system.search:
        system = system.model_copy(update={"search": None})
    n, said = len(request.tasks), translated(settings_said(system))
    if not said:
        return t("{name}: {wanted} tasks to answer.", name=request.system_name, wanted=n)
    return t(
        "{name}: {wanted} tasks to answer ({settings}).",
        name=request.system_name,
        wanted=n,
        settings=said,
    )


def _say_done(
    output: Output, by_system: Mapping[str, Sequence[Generated]], notices: Sequence[str]
) -> bool:
    """How many tasks were answered, and what that cost; returns whether all were."""
    done = [item for items in by_system.values() for item in items]
    failed = [item for item in done if item.problem]
    known = sum(item.cost for item in done if item.cost is not None)
    unknown = sum(item.cost is None for item in done)
    output.data(
        {
            "answered": len(done) - len(failed),
            "failed": {item.task_id: item.problem for item in failed},
            "cost": None if unknown else known,
            "known_cost": known,
            "unknown_cost_calls": unknown,
            "notices": list(notices),
            "images_not_seen": [item.task_id for item in done if item.images_unseen],
            **{str(one): [item.task_id for item in done if item.ending is one] for one in Ending},
            "searches": sum(item.searches for item in done),
            "systems": {
                name: {
                    "answered": sum(item.problem is None for item in items),
                    "searched": sum(item.searches > 0 for item in items),
                }
                for name, items in by_system.items()
            },
        }
    )
    _say_limits(output, done)
    output.say(
        t(
            "{done} answered, {failed} failed; {spent}.",
            done=len(done) - len(failed),
            failed=len(failed),
            spent=spent(known, unknown),
        )
    )
    return not failed


def _say_limits(output: Output, done: Sequence[Generated]) -> None:
    """What a person should know of responses that are there."""
    cut_off, refused, empty = (
        sum(item.ending is one for item in done)
        for one in (Ending.CUT_OFF, Ending.REFUSED, Ending.EMPTY)
    )
    searches = sum(item.searches for item in done)
    if cut_off:
        output.note(
            tn(
                "{n} response ends at the output limit; --max-output-tokens sets it.",
                "{n} responses end at the output limit; --max-output-tokens sets it.",
                cut_off,
            )
        )
    if refused:
        output.note(
            tn(
                "{n} response is a refusal; it is judged as any other.",
                "{n} responses are refusals; they are judged as any other.",
                refused,
            )
        )
    if empty:
        output.note(
            tn(
                "{n} response has no text; it is judged as any other.",
                "{n} responses have no text; they are judged as any other.",
                empty,
            )
        )
    if searches:
        output.note(
            tn(
                "{n} web search was made; what it costs is not in the cost.",
                "{n} web searches were made; what they cost is not in the cost.",
                searches,
            )
        )


def unanswered(ctx: CommandContext, system: str, task_ids: Any) -> list[Task]:  # noqa: ANN401 - ids
    """The tasks to answer: those named, or all ready ones that the system has not answered."""
    with ctx.project.reading() as tx:
        rights.need_role(person_of(tx, ctx.person_id), Role.LEAD)
        done = {item.task_id for item in responses.all_responses(tx, models=[system])}
        named = [tasks.get_task(tx, task_id) for task_id in task_ids]
        for task in named:
            rights.need_stage(task, Stage.READY, to="answered")
        ready = [task for task in tasks.all_tasks(tx) if task.standing is Stage.READY]
    return [task for task in named or ready if task.id not in done]


def _say_one(output: Output, item: Generated) -> None:
    answered = t("answered")
    if item.images_unseen:
        answered = t("answered without seeing the images")
    elif item.ending:
        answered = ENDINGS.title(item.ending)
    output.say(f"  {item.task_id}: {item.problem or answered}")


app.command("compare")(compare)


@app.command("show")
@reading
def show(
    tx: Transaction, output: Output, response: ResponseArgument, person: AsOption = ""
) -> None:
    """Show a response with the system that gave it, unless that is hidden from you.

    Example: xpert-studio response show law.xpert a-lease-7k2m:B --as lena
    """
    found = responses.get_response(tx, response_for(tx, person.strip(), response))
    blinding = blinding_for(tx, person.strip())
    if found.task_id in blinding.tasks:
        name = blinding.response_name(found.task_id, found.id)
        output.data({"response": name, "task_id": found.task_id, "text": found.text})
        output.say(f"{name}\n\n{found.text}")
        output.note(HIDDEN)
        return
    output.data(found.model_dump(mode="json"))
    output.say(
        t(
            "{model} ({role}) on {task_id}\n\n{text}",
            model=found.model,
            role=t(found.role.value),
            task_id=found.task_id,
            text=found.text,
        )
    )
    _say_beside(output, found, systems.system_named(tx, found.model))


def _say_beside(output: Output, response: Response, system: System) -> None:
    """What is known of the system, why the response ended, and what its provider said beside it."""
    if settings := translated(settings_said(system)):
        output.note(t("Settings: {settings}.", settings=settings))
    if ending := ending_of(
        response.text, response.finish_reason, has_files=bool(response.attachments)
    ):
        output.note(ENDINGS.title(ending))
    elif response.finish_reason:
        output.note(t("It ended with: {reason}.", reason=response.finish_reason))
    if trace := given_trace(response.extra):
        output.note(*trace_lines(trace))


def _role(*, baseline: bool) -> ResponseRole | None:
    return ResponseRole.BASELINE if baseline else None
