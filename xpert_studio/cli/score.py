"""``xpert-studio score``: a judge over responses, with progress, budget and an honest end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from xpert_studio.cli.acting import (
    AsOption,
    DryRun,
    ProjectArgument,
    ShowPrompt,
    at_desk,
    leading,
    now,
)
from xpert_studio.cli.options import each
from xpert_studio.cli.output import Exit, Output, error_data
from xpert_studio.cli.score_display import (
    RunDisplay,
    plans_data,
    say_end,
    say_plans,
    say_prompt,
    say_uncertified,
    summary,
)
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks, fields_of
from xpert_studio.core.judge import code_consent
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.providers.registry import (
    LOCAL,
)
from xpert_studio.core.judge.request import ScoreRequest, check_together, request_again
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    Certificate,
    RunState,
    RunTerms,
)
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store import settings as project_settings
from xpert_studio.core.wording import clauses, figure, in_a_row, labelled, t, tn
from xpert_studio.core.workflow.blinding import blinding_for

if TYPE_CHECKING:
    from xpert_studio.report.whole_runs import JudgeEnd, PreparedJudges


def repeated_request(
    project: ProjectFile, run_id: str, request: ScoreRequest, given: Collection[str]
) -> ScoreRequest:
    """The request that a run came of, with the changes requested now.

    Args:
        project: Where the run is recorded.
        run_id: The run.
        request: What was typed.
        given: The names of the fields that were typed.

    Raises:
        UsageError: An option was typed that would make it another run.
        NotFoundError: There is no such run.
    """
    typed = [item for item, _ in each(fields_of(ScoreRequest)) if item.name in given]
    wrong = sorted(item.option for item in typed if item.name not in CHANGEABLE)
    if wrong:
        raise UsageError(
            Message(
                "{wrong} cannot be changed with --again: that would be another run.",
                wrong=joined(wrong),
            ),
            remedy="Leave it out, or type the whole command.",
        )
    found = request_again(project, run_id, now=now())
    own = {item.name for item in typed}
    limits = {name: getattr(request.limits, name) for name in own & _LIMITS}
    terms = {name: getattr(request, name) for name in own - _LIMITS}
    return replace(found, limits=replace(found.limits, **limits), **terms)


CODE_NOT_ALLOWED: Final = Message(
    "Checks that run code of responses will end as errors: that was not allowed for this project. "
    "A lead allows it once with --allow-code."
)
CHANGEABLE: Final = frozenset(item.name for item in fields_of(RunTerms)) | {"batch", "wait"}
"""What may be asked for differently when a run is carried out again."""
_LIMITS: Final = frozenset(item.name for item in fields_of(Limits))


def score(
    context: typer.Context,
    project: ProjectArgument,
    request: ScoreRequest,
    output: Output,
    allow_code: Annotated[
        bool,
        Asks(
            "Allow, as a lead and once for this project, that checks run code of responses in a "
            "sandbox."
        ),
    ] = False,
    again: Annotated[
        str | None,
        Asks("As that run: resumes it; requests again what failed or has changed.", form="RUN"),
    ] = None,
    dry_run: DryRun = False,
    show_prompt: ShowPrompt = False,
    person: AsOption = "",
) -> None:
    """Score responses with a judge; what is known already is not asked again.

    Several judges (--judge repeated) run one after the other, and one that fails does not stop the
    others; with --panel the project keeps them as a panel. The cost of all is said first, and
    limits are for all.

    Ctrl-C once finishes the calls in flight and saves them, twice stops immediately; the same
    command, or --again with the run's name, resumes where it stopped.

    Example: xpert-studio score clinic.xpert --judge openai:gpt-5-mini --mode anchored --budget 5
    """
    from xpert_studio.report.whole_runs import prepare_all

    check_together(request)
    is_only_asked = dry_run or show_prompt
    if allow_code and not is_only_asked:
        with at_desk(project, person, output) as ctx:
            code_consent.allow_by(ctx)
    with leading(project, person, output, read_only=is_only_asked) as opened:
        if again:
            request = repeated_request(opened, again, request, _typed(context))
        with output.progress("Making pictures of files") as tell:
            clock = None if is_only_asked else now
            prepared = prepare_all(opened, request, clock=clock, on_file=tell)
        members, made = prepared.members, prepared.panel
        with opened.reading() as tx:
            project_id = project_settings.project_id(tx)
            blinding = blinding_for(tx, person.strip())
        if members[0].runs_code and not code_consent.is_allowed(project_id):
            output.note(CODE_NOT_ALLOWED)
        output.note(*dict.fromkeys(notice for member in members for notice in member.plan.notices))
        if is_only_asked:
            from xpert_studio.core.judge.run_preflight import need_unnamed

            need_unnamed(members[0], blinding)
        if show_prompt:
            say_prompt(output, members[0], blinding)
            return
        say_plans(output, members)
        if dry_run:
            output.data(plans_data(members) | ({"panel": made.id} if made else {}))
            return
        ends = carry_out_shown(opened, prepared, output)
        with opened.reading() as tx:
            is_blind = bool(blinding_for(tx, person.strip()).to_judge)
    told = say_judge_ends(output, prepared, ends, is_blind=is_blind)
    output.data(
        told[0] if len(members) == 1 else {"panel": made.id if made else None, "runs": told}
    )
    if made is not None:
        output.say(t("Kept the panel {panel}: its judges taken together.", panel=made.id))
    end_as(ends, len(members))


def say_judge_ends(
    output: Output, prepared: PreparedJudges, ends: Sequence[JudgeEnd], *, is_blind: bool
) -> list[dict[str, Any]]:
    """Says how each judge ended, and which were not begun; the same for a program, one a judge."""
    left = [judge.id for judge in prepared.not_begun(ends)]
    told = [_say_judge_end(output, end, is_blind=is_blind) for end in ends]
    if left:
        output.say(t("Not begun: {judges}. The same command resumes all.", judges=clauses(left)))
    return told + [{"judge_id": judge_id, "state": "not_started"} for judge_id in left]


def _say_judge_end(output: Output, end: JudgeEnd, *, is_blind: bool) -> dict[str, Any]:
    """Says how a judge ended; the same for a program."""
    if end.ended is None:
        assert end.problem is not None  # noqa: S101 - a judge without a run has one
        output.note(labelled(end.judge_id, end.problem.message), end.problem.remedy)
        return {"judge_id": end.judge_id, "state": RunState.FAILED.value} | error_data(end.problem)
    run, certificate, problem = end.ended.run, end.ended.certificate, end.ended.problem
    say_end(output, run)
    if certificate is not None and is_blind:
        output.say("The alignment was kept as a certificate; it is shown after you have judged.")
    elif certificate is not None:
        _say_certificate(output, certificate)
    if problem is not None:
        say_uncertified(output, run.judge_id, problem)
    return summary(run) | {
        "certificate": certificate.id if certificate else None,
        "certificate_problem": error_data(problem) if problem else None,
    }


def _typed(context: typer.Context) -> list[str]:
    """The options that were typed."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return [
        name
        for name, source in sources.items()
        if source is not None and source.name == "COMMANDLINE"
    ]


def carry_out_shown(
    opened: ProjectFile, prepared: PreparedJudges, output: Output
) -> list[JudgeEnd]:
    """Carries runs out with their progress on standard error.

    Raises:
        XpertError: It is one run, and it could not begin.
    """
    from xpert_studio.core.judge.run_control import end_on_signals
    from xpert_studio.report.whole_runs import carry_out_all

    priced = any(member.request.provider not in LOCAL for member in prepared.members)
    with RunDisplay(output, priced=priced) as display:
        found = carry_out_all(
            opened,
            prepared,
            clock=now,
            on_progress=display.show,
            on_start=lambda engine: end_on_signals(engine, output.note),
        )
    if len(prepared.members) == 1 and found[0].problem is not None:
        raise found[0].problem
    return found


def _say_certificate(output: Output, certificate: Certificate) -> None:
    from xpert_studio.report.cautions import ANCHORS_UNKNOWN
    from xpert_studio.report.certificate_sentences import certificate_sentence

    figures = certificate.figures
    cdr, kappa = (
        t("undefined") if figures[name].value is None else figure(figures[name].value)
        for name in ("cdr", "kappa_within")
    )
    known = figures.criterion_tasks
    tasks = figures.tasks if known is None else known
    said = t(
        "CDR {cdr}, κ within checkpoints {kappa} on {checkpoints} of {tasks}.",
        cdr=cdr,
        kappa=kappa,
        checkpoints=tn("{n} checkpoint", "{n} checkpoints", figures.n),
        tasks=tn("{n} task", "{n} tasks", tasks),
    )
    output.say(in_a_row((certificate_sentence(certificate), said)))
    if "anchors" in figures.cautions:
        output.say(labelled(certificate.judge_id, t(ANCHORS_UNKNOWN)))


def end_as(ends: Sequence[JudgeEnd], wanted: int) -> None:
    """Ends the program with the code that says how so many runs ended."""
    runs = [end.ended.run.state for end in ends if end.ended is not None]
    if RunState.INTERRUPTED in runs:
        raise typer.Exit(Exit.INTERRUPTED)
    is_certified = all(end.ended.problem is None for end in ends if end.ended is not None)
    went_well = {RunState.DONE, RunState.POSTED}
    if len(runs) != wanted or not went_well.issuperset(runs) or not is_certified:
        raise typer.Exit(Exit.PARTLY)
