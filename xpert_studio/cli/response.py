"""``xpert-studio response``: what systems answered, imported or generated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from xpert_studio.cli.acting import (
    AsOption,
    ResponseArgument,
    at_desk,
    named_response,
    say_change,
)
from xpert_studio.cli.arguments import ProjectArgument, open_project
from xpert_studio.cli.model_options import BaseUrl, MaxOutput, Retries, Timeout, model_choice
from xpert_studio.cli.output import Column, JsonOption, Output, money

if TYPE_CHECKING:
    from xpert_studio.generation.responses import Generated
    from xpert_studio.records import ResponseRole, Task
    from xpert_studio.workflow import Desk

app = typer.Typer(
    help="Responses of systems: add from files, have models write them, name the baseline.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Baseline = Annotated[bool, typer.Option("--baseline", help="This system is the baseline.")]


@app.command("list")
def list_responses(
    project: ProjectArgument,
    task_id: Annotated[str | None, typer.Option("--task", help="To this task only.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List responses with the systems that gave them: for leads, not for who judges blind.

    Example: xpert-studio response list law.xpert
    """
    from xpert_studio.store import responses
    from xpert_studio.workflow.letters import blind_labels

    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened, opened.reading() as tx:
        found = list(responses.all_responses(tx, task_ids=[task_id] if task_id else ()))
        labels: dict[str, str] = {}
        for task in dict.fromkeys(item.task_id for item in found):
            labels.update(blind_labels(tx, task))
    rows = [
        {
            "response": f"{item.task_id}:{labels[item.id]}",
            "id": item.id,
            "system": item.model,
            "role": item.role.value,
            "characters": len(item.text),
        }
        for item in found
    ]
    output.data(rows)
    names = ("response", "id", "system", "role", "characters")
    output.table(
        "",
        [Column(name, number=name == "characters") for name in names],
        [[row[name] for name in names] for row in rows],
    )


@app.command("add")
def add(
    project: ProjectArgument,
    system: Annotated[str, typer.Argument(help="What the system is called.")],
    files: Annotated[
        list[str],
        typer.Argument(help="TASK=FILE for each response, or a folder of TASK.txt and TASK.md."),
    ],
    person: AsOption = "",
    baseline: Baseline = False,
    as_json: JsonOption = False,
) -> None:
    """Add a system's responses from text files: all or none.

    Example: xpert-studio response add law.xpert aurora-2 a-lease-7k2m=answer.md --as lena
    """
    from xpert_studio.workflow import NewResponse, add_responses

    output = Output(as_json=as_json)
    role = _role(baseline=baseline)
    new = [NewResponse(task_id, system, text, role=role) for task_id, text in _texts(files)]
    with at_desk(project, person, output) as desk:
        change = add_responses(desk, new)
        say_change(output, change, f"Added {len(new)} responses of {system}.")


def _texts(references: list[str]) -> list[tuple[str, str]]:
    from xpert_studio.errors import UsageError

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
                f"{reference} names no task.", remedy="Write TASK=FILE, or name a folder."
            )
    if not found:
        raise UsageError("There is no .txt or .md file in there.", remedy="Name the files.")
    texts = []
    for task_id, path in found:
        try:
            texts.append((task_id, path.read_text(encoding="utf-8-sig").replace("\x00", "")))
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(
                f"{path} cannot be read as UTF-8 text.", remedy="Check its name and encoding."
            ) from error
    return texts


@app.command("generate")
def generate(
    project: ProjectArgument,
    model: Annotated[str, typer.Argument(help="PROVIDER:MODEL, as in openai:gpt-5-mini.")],
    task_ids: Annotated[
        list[str] | None, typer.Argument(help="Tasks; all ready ones where left out.")
    ] = None,
    person: AsOption = "",
    name: Annotated[str, typer.Option(help="What the system is called; the model's name.")] = "",
    baseline: Baseline = False,
    concurrency: Annotated[int, typer.Option(min=1, max=64, help="Calls in flight.")] = 4,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what; send nothing.")] = False,
    base_url: BaseUrl = None,
    timeout: Timeout = 600,
    retries: Retries = 3,
    max_output: MaxOutput = None,
    as_json: JsonOption = False,
) -> None:
    """Have a model answer tasks: it sees the prompt and attachments, nothing else.

    Example: xpert-studio response generate law.xpert openai:gpt-5-mini --baseline --as lena
    """
    import asyncio

    from xpert_studio.cli.exit_codes import Exit
    from xpert_studio.generation import ResponseRequest, generate_responses
    from xpert_studio.store import files

    output = Output(as_json=as_json)
    choice = model_choice(
        model, base_url=base_url, timeout=timeout, retries=retries, max_output=max_output
    )
    with at_desk(project, person, output) as desk:
        wanted = _unanswered(desk, name or choice.model, task_ids or ())
        output.say(f"{name or choice.model}: {len(wanted)} tasks to answer.")
        if dry_run or not wanted:
            output.data({"tasks": [task.id for task in wanted], "answered": 0})
            return
        request = ResponseRequest(
            choice, tuple(wanted), name, _role(baseline=baseline), concurrency
        )

        def bytes_of(sha256: str) -> bytes:
            with desk.project.reading() as tx:
                return files.get_blob(tx, sha256)

        done = asyncio.run(
            generate_responses(
                desk, request, bytes_of=bytes_of, on_done=lambda item: _say_one(output, item)
            )
        )
    failed = [item for item in done if item.problem]
    costs = [item.cost for item in done if not item.problem]
    cost = None if any(item is None for item in costs) else sum(item or 0.0 for item in costs)
    output.data(
        {
            "answered": len(done) - len(failed),
            "failed": {item.task_id: item.problem for item in failed},
            "cost": cost,
        }
    )
    output.say(f"{len(done) - len(failed)} answered, {len(failed)} failed; {money(cost)}.")
    if failed:
        raise typer.Exit(Exit.PARTLY)


def _unanswered(desk: Desk, system: str, task_ids: Any) -> list[Task]:  # noqa: ANN401 - ids
    """The tasks to answer: those named, or all ready ones that the system has not answered."""
    from xpert_studio.records import Role, Stage
    from xpert_studio.store import responses, tasks
    from xpert_studio.workflow import rights
    from xpert_studio.workflow.desk import person_of

    with desk.project.reading() as tx:
        rights.need_role(person_of(tx, desk.person_id), Role.LEAD)
        done = {item.task_id for item in responses.all_responses(tx, models=[system])}
        named = [tasks.get_task(tx, task_id) for task_id in task_ids]
        for task in named:
            rights.need_stage(task, Stage.READY, to="answered")
        ready = [task for task in tasks.all_tasks(tx) if task.standing is Stage.READY]
    return [task for task in named or ready if task.id not in done]


def _say_one(output: Output, item: Generated) -> None:
    output.say(f"  {item.task_id}: {item.problem or 'answered'}")


@app.command("baseline")
def baseline(
    project: ProjectArgument,
    system: Annotated[str, typer.Argument(help="The system.")],
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Make a system the baseline: the one experts judge first, for the anchors.

    Example: xpert-studio response baseline law.xpert aurora-2 --as lena
    """
    from xpert_studio.workflow import set_baseline

    output = Output(as_json=as_json)
    with at_desk(project, person, output) as desk:
        say_change(output, set_baseline(desk, system), f"{system} is the baseline.")


@app.command("remove")
def remove(
    project: ProjectArgument,
    response: ResponseArgument,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Take out a response that nobody has judged or scored.

    Example: xpert-studio response remove law.xpert a-lease-7k2m:B --as lena
    """
    from xpert_studio.workflow import remove_response

    output = Output(as_json=as_json)
    with at_desk(project, person, output) as desk:
        change = remove_response(desk, named_response(desk, response))
        say_change(output, change, f"{response} is out.")


@app.command("show")
def show(
    project: ProjectArgument,
    response: ResponseArgument,
    as_json: JsonOption = False,
) -> None:
    """Show a response with the system that gave it.

    Example: xpert-studio response show law.xpert a-lease-7k2m:B
    """
    from xpert_studio.cli.acting import response_id
    from xpert_studio.store import responses

    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened, opened.reading() as tx:
        found = responses.get_response(tx, response_id(tx, response))
    output.data(found.model_dump(mode="json"))
    output.say(f"{found.model} ({found.role.value}) on {found.task_id}\n\n{found.text}")


def _role(*, baseline: bool) -> ResponseRole | None:
    from xpert_studio.records import ResponseRole

    return ResponseRole.BASELINE if baseline else None
