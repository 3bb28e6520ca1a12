"""``xpert-studio suite run``: responses, checks, judges, and a dated evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from xpert_studio.api.commands import (
    Asks,
    CommandContext,
    Exit,
    Fill,
    Output,
    UsageError,
    acting_lead,
    mark,
    t,
)
from xpert_studio.cli.output import spent
from xpert_studio.cli.score import carry_out_shown, say_judge_ends
from xpert_studio.cli.score_display import say_plans
from xpert_studio.core.atomic_files import write_whole
from xpert_studio.core.records import RunTerms
from xpert_studio.core.store.settings import project_id
from xpert_studio.packs.suites.command_gate import (
    HIDDEN,
    ChangedOption,
    Gate,
    JUnit,
    NamesArgument,
    StageOption,
    is_hidden,
    show_evaluations,
    tell_gate,
)
from xpert_studio.packs.suites.command_running import RunEnd, SuiteRun, run_suites
from xpert_studio.packs.suites.compare import against_last
from xpert_studio.packs.suites.definition import chosen_suites
from xpert_studio.packs.suites.evaluations import Evaluation, evaluations_in
from xpert_studio.packs.suites.generating import MadeResponses, ResponseTerms
from xpert_studio.packs.suites.junit import evaluations_xml
from xpert_studio.packs.suites.local import HowRun, LocalSettings
from xpert_studio.packs.suites.notifying import notify
from xpert_studio.packs.suites.records import Suite
from xpert_studio.packs.suites.section_blocks import (
    plain_evaluation,
)
from xpert_studio.report.whole_runs import JudgeEnd, PreparedJudges

_TERMS: Final = Fill(
    only=("concurrency", "budget", "timeout", "retries"),
    presets={"concurrency": ResponseTerms().concurrency, "retries": ResponseTerms().max_retries},
)


def run(
    ctx: CommandContext,
    output: Output,
    system: Annotated[str, Asks("The system that is evaluated.")],
    typed: HowRun,
    terms: Annotated[RunTerms, _TERMS],
    demanded: Gate,
    names: NamesArgument = None,
    branch: Annotated[str, Asks("The branch that is evaluated.")] = "",
    revision: Annotated[str, Asks("The revision; the responses of each are kept apart.")] = "",
    stage: StageOption = None,
    changed: ChangedOption = None,
    judge_url: Annotated[str, Asks("Of the judges’ server.")] = "",
    frozen: Annotated[
        int,
        Asks(
            "Ask the judge again about so many frozen gold forms: its part of a change.",
            within=(0, None),
        ),
    ] = 0,
    junit: JUnit = None,
) -> None:
    """Run suites on a system: missing responses, checks, judges, and a dated evaluation each.

    The exit code is 0 where every task has a result and the gate holds, 1 where the gate does not
    hold, 4 where a result is missing or a condition cannot be told.

    Example: xpert-studio suite run law.xpert smoke --system agent --revision 4f2a --no-regression
    """
    if typed.ways > 1:
        raise UsageError(
            "A system is run in one way.", remedy="Name one of --model, --command and --from."
        )
    need_a_model(typed)
    with ctx.project.reading() as tx:
        acting_lead(tx, ctx.person_id)
        local = LocalSettings.read(project_id(tx))
        wanted = chosen_suites(tx, names or (), stage, changed)
    if not wanted:
        output.data({"evaluations": [], "skipped": True})
        output.say("No suite is touched: nothing was run.")
        return
    asked = SuiteRun(
        wanted[0],
        system,
        branch,
        revision,
        typed if typed.ways else local.systems.get(system),
        judge_url or local.judge_url,
        ResponseTerms(terms.concurrency, terms.timeout, terms.max_retries, terms.money),
        frozen,
    )
    ends = _run_all(ctx, output, asked, wanted)
    made = [end.evaluation for end in ends if end.evaluation is not None]
    is_met = _tell(ctx, output, made, demanded, local, junit, _plain_ends(ends))
    if any(end.is_interrupted for end in ends):
        raise typer.Exit(Exit.INTERRUPTED)
    if is_met is False:
        raise typer.Exit(Exit.PROBLEMS)
    if is_met is None or not all(end.is_whole for end in ends):
        raise typer.Exit(Exit.PARTLY)


def need_a_model(how: HowRun) -> None:
    """Settings are of a model that is named.

    Raises:
        UsageError: There are some, and no model.
    """
    if how.settings and not how.model:
        raise UsageError(
            "Settings of a model need the model.", remedy="Name it with --model PROVIDER:MODEL."
        )


def _run_all(
    ctx: CommandContext, output: Output, asked: SuiteRun, wanted: Sequence[Suite]
) -> list[RunEnd]:
    """Runs suites, and says how each goes."""
    with ctx.project.reading() as tx:
        is_blind = is_hidden(tx, ctx.person_id)

    def carry_out(prepared: PreparedJudges) -> Sequence[JudgeEnd]:
        say_plans(output, prepared.members)
        found = carry_out_shown(ctx.project, prepared, output)
        say_judge_ends(output, prepared, found, is_blind=is_blind)
        return found

    def say_suite(suite: Suite) -> None:
        output.say(t("{suite}, version {version}:", suite=suite.name, version=suite.version))

    def say_end(end: RunEnd) -> None:
        if end.evaluation is None:
            output.note(t(NOT_RECORDED))
        elif end.frozen:
            output.say(end.frozen)

    return run_suites(ctx, asked, wanted, carry_out, say_end, say_suite, partial(_say_made, output))


NOT_RECORDED: Final = mark(
    "No evaluation was recorded: the judges did not finish. The same command resumes."
)


def _say_made(output: Output, made_responses: MadeResponses) -> None:
    if made_responses.new or made_responses.problems:
        output.say(
            t(
                "{done} answered, {failed} failed; {spent}.",
                done=made_responses.new,
                failed=len(made_responses.problems),
                spent=spent(made_responses.spent, made_responses.unknown),
            )
        )
    output.note(*made_responses.reasons())


def _plain_ends(ends: Sequence[RunEnd]) -> list[dict[str, Any]]:
    """How runs ended, for a program."""
    return [
        {
            "evaluation": end.evaluation.id if end.evaluation else None,
            "suite": end.evaluation.suite if end.evaluation else None,
            "expected": end.expected,
            "complete": end.is_whole,
            "answered": end.made.new,
            "known": end.made.there,
            "problems": dict(end.made.problems),
            "cost": None if end.made.unknown else end.made.spent,
        }
        for end in ends
    ]


def _tell(
    ctx: CommandContext,
    output: Output,
    made: Sequence[Evaluation],
    gate: Gate,
    local: LocalSettings,
    junit: Path | None,
    ends: list[dict[str, Any]],
) -> bool | None:
    """Says what was found, where the person may see it; returns whether the gate holds."""
    with ctx.project.reading() as tx:
        known = evaluations_in(tx)
    found = against_last(known, made, gate.base)
    output.note(*notify(local, found))
    with ctx.project.reading() as tx:
        if is_hidden(tx, ctx.person_id):
            output.data({"runs": ends, "evaluations": None})
            output.note(HIDDEN)
            return True
    if gate:
        return tell_gate(ctx.project, output, made, found, gate, junit, {"runs": ends})
    if junit is not None:
        write_whole(junit, evaluations_xml(made))
    output.data(
        {
            "runs": ends,
            "evaluations": [plain_evaluation(one) for one in made],
            "comparisons": [one.plain() for one in found],
        }
    )
    show_evaluations(ctx.project, output, made, found)
    return True
