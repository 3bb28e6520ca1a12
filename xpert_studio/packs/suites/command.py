"""``xpert-studio suite``: suites of tasks, their evaluations, and the gate of a CI."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from xpert_studio.api.commands import (
    Asks,
    AsOption,
    Column,
    CommandContext,
    Exit,
    Fill,
    Message,
    NotFoundError,
    Output,
    Transaction,
    UsageError,
    acting_lead,
    desk_command,
    reading,
    say_change,
    t,
)
from xpert_studio.cli.options import changed
from xpert_studio.core.store.settings import project_id
from xpert_studio.packs.suites.command_gate import (
    HIDDEN,
    BaseOption,
    compare,
    gate,
    is_hidden,
)
from xpert_studio.packs.suites.command_run import need_a_model, run
from xpert_studio.packs.suites.definition import define_suite, get_suite, remove_suite, suites_in
from xpert_studio.packs.suites.evaluations import evaluations_in
from xpert_studio.packs.suites.local import HowRun, LocalSettings, way_words
from xpert_studio.packs.suites.notifying import notify_test
from xpert_studio.packs.suites.records import (
    Suite,
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

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

NameArgument = Annotated[str, typer.Argument(help="The suite’s name.", metavar="NAME")]


@desk_command(app, "define")
def define(
    ctx: CommandContext,
    output: Output,
    wanted: Annotated[Suite, Fill(arguments=("name",))],
) -> None:
    """Define a suite, or define it anew: its tasks, its judges, and what passes.

    Example: xpert-studio suite define law.xpert smoke --capability "Leases=tag:lease" --pass 0.8
    """
    made, change = define_suite(ctx, wanted)
    if change is None:
        output.data({"suite": made.name, "version": made.version, "changed": False})
        output.say(t("The suite {name} is defined like this already.", name=made.name))
        return
    said = t("Defined the suite {name}, version {version}.", name=made.name, version=made.version)
    say_change(output, change, said, suite=made.name, version=made.version, suite_hash=made.hash)


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


def _plain_suite(suite: Suite) -> dict[str, Any]:
    return {**suite.model_dump(mode="json"), "hash": suite.hash}


@app.command("show")
@reading
def show(
    tx: Transaction,
    output: Output,
    name: NameArgument,
    evaluation: Annotated[
        str, Asks("Show this evaluation task by task, by its id; 'newest' for that.")
    ] = "",
    base: BaseOption = None,
    person: AsOption = "",
) -> None:
    """Show a suite and its evaluations, or one of them task by task.

    Example: xpert-studio suite show law.xpert smoke --evaluation newest --as lena
    """
    suite = get_suite(tx, name)
    hidden = is_hidden(tx, person.strip())
    if evaluation and not hidden:
        _show_one(tx, output, name, evaluation, base)
        return
    known = [] if hidden else evaluations_in(tx, person.strip())
    own = [one for one in known if one.suite == name]
    data = None if hidden else [plain_evaluation(one) for one in own]
    output.data(_plain_suite(suite) | {"evaluations": data})
    output.block(suites_table([suite]))
    output.say(
        *(
            f"{capability.name}: {', '.join(capability.members)}"
            for capability in suite.capabilities
        )
    )
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
    evaluation: Annotated[str, Asks("Only this evaluation, by its id.")] = "",
) -> None:
    """Remove a suite with its evaluations, or one evaluation.

    Example: xpert-studio suite remove law.xpert smoke --evaluation 7k2m9xq4ab --as lena
    """
    changes = remove_suite(ctx, name, evaluation)
    output.data({"suite": name, "changes": [change.id for change in changes]})
    output.say(t("Removed. 'undo' takes it back, step by step."))


desk_command(app, "run")(run)
app.command("compare")(compare)
app.command("gate")(gate)


@desk_command(app, "local")
def local(
    ctx: CommandContext,
    output: Output,
    how: Annotated[
        HowRun,
        Fill(
            words={
                "model": "A model answers, as PROVIDER:MODEL.",
                "command": "A command answers: prompt in, response out.",
                "from": "Responses are in TASK.txt or TASK.md there.",
                "base_url": "Of the model’s server.",
            }
        ),
    ],
    typed: Annotated[dict[str, Any], Fill(changes=LocalSettings)],
    system: Annotated[str, Asks("The system whose way of running is set.")] = "",
    test: Annotated[bool, Asks("Send what is set up for regressions a test message.")] = False,
) -> None:
    """Show or set how systems are run and where regressions go, on this computer only.

    The settings are no part of the project: what a project holds is never run.

    Example: xpert-studio suite local law.xpert --system agent --command "python agent.py"
    """
    with ctx.project.reading() as tx:
        acting_lead(tx, ctx.person_id)
        found = LocalSettings.read(project_id(tx))
    need_a_model(how)
    if how.folder:
        how = how.model_copy(update={"folder": str(Path(how.folder).resolve())})
    if how.ways and (not system or how.ways > 1):
        raise UsageError(
            "That does not say how one system is run.",
            remedy="Name it with --system, and one of --model, --command and --from.",
        )
    systems = {name: one for name, one in found.systems.items() if name != system}
    if how.ways:
        systems[system] = how
    kept = changed(found, {**typed, "systems": systems})
    if kept != found:
        kept.write()
    failed = notify_test(kept) if test else []
    output.data(
        kept.model_dump(mode="json") | ({"test": "failed" if failed else "sent"} if test else {})
    )
    output.note(*failed)
    if test and not failed:
        output.say(t("The test message was taken."))
    known = {
        **{name: way_words(one) for name, one in kept.systems.items()},
        t("Judges’ server"): kept.judge_url,
        t("Hook"): shlex.join(kept.hook),
        t("Webhook"): kept.webhook,
    }
    output.table("", [Column("setting"), Column("value")], known.items())
    if failed:
        raise typer.Exit(Exit.PROBLEMS)
