"""``xpert-studio suite``: suites of tasks, their evaluations, and the gate of a CI."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from pydantic import BaseModel, ValidationError

from xpert_studio.cli.acting import AsOption, desk_command, reading, say_change
from xpert_studio.cli.output import Column, Exit, Output
from xpert_studio.cli.panel_options import panel_rule
from xpert_studio.cli.typed import chosen
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.store import Transaction
from xpert_studio.core.store.settings import project_id
from xpert_studio.core.wording import t
from xpert_studio.core.workflow import CommandContext
from xpert_studio.core.workflow.command_context import acting_lead
from xpert_studio.packs.suites.command_gate import (
    HIDDEN,
    BaseOption,
    compare,
    gate,
    is_hidden,
)
from xpert_studio.packs.suites.command_run import run
from xpert_studio.packs.suites.definition import define_suite, get_suite, remove_suite, suites_in
from xpert_studio.packs.suites.evaluations import Evaluation, evaluations_in
from xpert_studio.packs.suites.local import HowRun, LocalSettings, read_local, write_local
from xpert_studio.packs.suites.notifying import notify_test
from xpert_studio.packs.suites.records import (
    MOST_TRIALS,
    SUITE_STAGES,
    Capability,
    Suite,
    SuiteStage,
)
from xpert_studio.packs.suites.section_blocks import (
    evaluations_table,
    plain_evaluation,
    suites_table,
)
from xpert_studio.packs.suites.section_evaluation import (
    SUITE_EVALUATION,
    look_at,
    with_judge_part,
)

_Model = TypeVar("_Model", bound=BaseModel)
app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

NameArgument = Annotated[str, typer.Argument(help="The suite’s name.", metavar="NAME")]


@desk_command(app, "define")
def define(
    ctx: CommandContext,
    output: Output,
    name: NameArgument,
    capability: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=TASKS",
            help="A capability and its tasks, comma-separated: ids, tag:NAME, domain:NAME or "
            "category:NAME; repeatable.",
        ),
    ],
    stage: Annotated[str, typer.Option(help="smoke, core or extended.")] = SuiteStage.CORE.value,
    passes: Annotated[
        float, typer.Option("--pass", min=0, max=1, help="The score with which a response passes.")
    ] = 1.0,
    essentials: Annotated[
        bool, typer.Option("--essentials", help="Every Essential checkpoint has to be met too.")
    ] = False,
    judge: Annotated[
        list[str] | None,
        typer.Option(help="As of 'score'; checks by program alone if omitted. Repeatable."),
    ] = None,
    panel: Annotated[
        str, typer.Option(help="Take several judges together: mean, majority or unanimous.")
    ] = "",
    trials: Annotated[
        int, typer.Option(min=1, max=MOST_TRIALS, help="Responses to each task.")
    ] = 1,
    trigger: Annotated[
        list[str] | None,
        typer.Option(help="A pattern of files whose change runs the suite; repeatable."),
    ] = None,
) -> None:
    """Define a suite, or define it anew: its tasks, its judges, and what passes.

    Example: xpert-studio suite define law.xpert smoke --capability "Leases=tag:lease" --pass 0.8
    """
    rule = panel_rule(panel, exclude_same_family=False)
    wanted = _made(
        Suite,
        name=name,
        capabilities=tuple(map(_capability, capability)),
        stage=chosen(SUITE_STAGES, stage, "--stage"),
        pass_at=passes,
        needs_essentials=essentials,
        judges=tuple(judge or ("checks",)),
        panel=rule.value if rule else "",
        trials=trials,
        triggers=tuple(trigger or ()),
    )
    made, change = define_suite(ctx, wanted)
    if change is None:
        output.data({"suite": made.name, "version": made.version, "changed": False})
        output.say(t("The suite {name} is defined like this already.", name=made.name))
        return
    said = t("Defined the suite {name}, version {version}.", name=made.name, version=made.version)
    say_change(output, change, said, suite=made.name, version=made.version, suite_hash=made.hash)


def _made(model: type[_Model], **fields: object) -> _Model:
    """A model of what was typed.

    Raises:
        UsageError: A value is none of its field.
    """
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        raise UsageError(
            Message(
                "{field} cannot be {value!r}.",
                field=detail["loc"][0] if detail["loc"] else model.__name__,
                value=detail["input"],
            ),
            remedy="A name has letters, digits, '.', '_', ':' and '-'; an address begins with "
            "http:// or https://.",
        ) from error


def _capability(typed: str) -> Capability:
    name, equals, members = typed.partition("=")
    found = tuple(one.strip() for one in members.split(",") if one.strip())
    if not name.strip() or not equals or not found:
        raise UsageError(
            Message("--capability {typed!r} names no tasks.", typed=typed),
            remedy='Write --capability "NAME=TASK,TASK", or tag:NAME in place of tasks.',
        )
    return Capability(name=name.strip(), members=found)


@app.command("list")
@reading
def list_suites(tx: Transaction, output: Output) -> None:
    """List the suites of a project.

    Example: xpert-studio suite list law.xpert
    """
    found = list(suites_in(tx).values())
    output.data([_plain_suite(one) for one in found])
    if found:
        output.block(suites_table(found))
    else:
        output.say("There are no suites yet. 'suite define' makes one.")


def _plain_suite(one: Suite) -> dict[str, Any]:
    return {**one.model_dump(mode="json"), "hash": one.hash}


@app.command("show")
@reading
def show(
    tx: Transaction,
    output: Output,
    name: NameArgument,
    evaluation: Annotated[
        str, typer.Option(help="Show this evaluation task by task, by its id; 'newest' for that.")
    ] = "",
    base: BaseOption = None,
    person: AsOption = "",
) -> None:
    """Show a suite and its evaluations, or one of them task by task.

    Example: xpert-studio suite show law.xpert smoke --evaluation newest --as lena
    """
    suite = get_suite(tx, name)
    own: list[Evaluation] = []
    hidden = is_hidden(tx, person.strip())
    if evaluation and not hidden:
        _show_one(tx, output, name, evaluation, base)
        return
    if not hidden:
        own = [one for one in evaluations_in(tx, person.strip()) if one.suite == name]
    data = None if hidden else [plain_evaluation(one) for one in own]
    output.data(_plain_suite(suite) | {"evaluations": data})
    output.block(suites_table([suite]))
    output.say(*(f"{one.name}: {', '.join(one.members)}" for one in suite.capabilities))
    if hidden:
        output.note(HIDDEN)
    elif own:
        output.block(evaluations_table(own, names_ids=True))


def _show_one(
    tx: Transaction, output: Output, name: str, evaluation: str, base: str | None
) -> None:
    """Shows one evaluation of a suite task by task.

    Raises:
        NotFoundError: The suite has no such evaluation.
    """
    known = evaluations_in(tx)
    own = [one.id for one in known if one.suite == name]
    wanted = own[-1] if own and evaluation == "newest" else evaluation
    found = look_at(known, wanted, base) if wanted in own else None
    if found is None:
        raise NotFoundError(
            Message("{name} has no evaluation {evaluation}.", name=name, evaluation=evaluation),
            remedy=Message("'xpert-studio suite show PROJECT {name}' lists them.", name=name),
        )
    looked = with_judge_part(tx, found)
    output.data(SUITE_EVALUATION.plain(looked) if SUITE_EVALUATION.plain else None)
    output.section(SUITE_EVALUATION.laid_out(looked), tx.path, full=True)


@desk_command(app, "remove")
def remove(
    ctx: CommandContext,
    output: Output,
    name: NameArgument,
    evaluation: Annotated[str, typer.Option(help="Only this evaluation, by its id.")] = "",
) -> None:
    """Remove a suite with its evaluations, or one evaluation.

    Example: xpert-studio suite remove law.xpert smoke --evaluation 7k2m9xq4ab --as lena
    """
    changes = remove_suite(ctx, name, evaluation)
    output.data({"suite": name, "changes": [one.id for one in changes]})
    output.say(t("Removed. 'undo' takes it back, step by step."))


desk_command(app, "run")(run)
app.command("compare")(compare)
app.command("gate")(gate)


@desk_command(app, "local")
def local(
    ctx: CommandContext,
    output: Output,
    system: Annotated[str, typer.Option(help="The system whose way of running is set.")] = "",
    model: Annotated[str, typer.Option(help="A model answers, as PROVIDER:MODEL.")] = "",
    command: Annotated[str, typer.Option(help="A command answers: prompt in, response out.")] = "",
    folder: Annotated[
        Path | None, typer.Option("--from", help="Responses are in TASK.txt or TASK.md there.")
    ] = None,
    base_url: Annotated[str, typer.Option("--base-url", help="Of the model’s server.")] = "",
    judge_url: Annotated[
        str | None, typer.Option(help="Of the judges’ server; empty for none.")
    ] = None,
    hook: Annotated[
        str | None,
        typer.Option(help="A command that reads regressions as JSON; empty for none."),
    ] = None,
    webhook: Annotated[
        str | None,
        typer.Option(
            help="An address that regressions are posted to, or $NAME of the variable that holds "
            "it; empty for none."
        ),
    ] = None,
    test: Annotated[
        bool, typer.Option("--test", help="Send what is set up for regressions a test message.")
    ] = False,
) -> None:
    """Show or set how systems are run and where regressions go, on this computer only.

    The settings are no part of the project: what a project holds is never run.

    Example: xpert-studio suite local law.xpert --system agent --command "python agent.py"
    """
    with ctx.project.reading() as tx:
        acting_lead(tx, ctx.person_id)
        found = read_local(project_id(tx))
    how = HowRun(
        model=model,
        command=tuple(_words(command)),
        folder=str(folder.resolve()) if folder else "",
        base_url=base_url,
    )
    if how.ways and (not system or how.ways > 1):
        raise UsageError(
            "That does not say how one system is run.",
            remedy="Name it with --system, and one of --model, --command and --from.",
        )
    systems = {name: one for name, one in found.systems.items() if name != system}
    if how.ways:
        systems[system] = how
    changed = found.model_copy(
        update={
            "systems": systems,
            "judge_url": found.judge_url if judge_url is None else judge_url,
            "hook": found.hook if hook is None else tuple(_words(hook)),
            "webhook": found.webhook if webhook is None else webhook,
        }
    )
    if changed != found:
        write_local(_made(LocalSettings, **changed.model_dump()))
    failed = notify_test(changed) if test else []
    output.data(
        changed.model_dump(mode="json") | ({"test": "failed" if failed else "sent"} if test else {})
    )
    output.note(*failed)
    if test and not failed:
        output.say(t("The test message was taken."))
    ways = {
        name: one.model or shlex.join(one.command) or one.folder
        for name, one in changed.systems.items()
    }
    known = {
        **ways,
        t("Judges’ server"): changed.judge_url,
        t("Hook"): shlex.join(changed.hook),
        t("Webhook"): changed.webhook,
    }
    output.table("", [Column("setting"), Column("value")], known.items())
    if failed:
        raise typer.Exit(Exit.PROBLEMS)


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise UsageError(
            Message("{command!r} is no command ({error}).", command=command, error=error),
            remedy="Close its quotation marks.",
        ) from error
