"""``xpert-studio score``: a judge over responses, with progress, budget and an honest end."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, at_desk, file_text, leading, now
from xpert_studio.cli.model_options import (
    PROMPT_LANGUAGES,
    BaseUrl,
    Budget,
    Concurrency,
    DryRun,
    MaxCalls,
    MaxOutput,
    MaxTokens,
    MoreParameters,
    OnlyDomains,
    OnlyResponses,
    OnlySubset,
    OnlySystems,
    OnlyTasks,
    PromptLanguage,
    ReasoningEffort,
    Retries,
    Rpm,
    Seed,
    ShowPrompt,
    Temperature,
    Timeout,
    Tpm,
)
from xpert_studio.cli.output import Exit, JsonOption, Output, error_data, figure
from xpert_studio.cli.panel_options import FamilyOption, PanelOption, panel_rule
from xpert_studio.cli.score_display import (
    RunDisplay,
    plans_data,
    say_end,
    say_plans,
    say_prompt,
    say_uncertified,
    summary,
)
from xpert_studio.cli.values import chosen
from xpert_studio.core.errors import UsageError
from xpert_studio.core.judge import code_consent
from xpert_studio.core.judge.budget import Limits
from xpert_studio.core.judge.command_line import read_names
from xpert_studio.core.judge.providers.registry import (
    EMBEDDED,
    LOCAL,
    choices,
    parse_judge_name,
)
from xpert_studio.core.judge.request import ScoreRequest, check_settings, request_again
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    CHECKS,
    JUDGE_MODES,
    Certificate,
    JudgeSettings,
    RunState,
)
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store import settings as project_settings
from xpert_studio.core.wording import clauses, in_a_row, labelled, t, tn
from xpert_studio.core.workflow.blinding import blinding_for

if TYPE_CHECKING:
    from pydantic import JsonValue

    from xpert_studio.report.whole_runs import JudgeEnd, PreparedJudges

_PARAMETERS: Final = ("temperature", "max_output_tokens", "reasoning_effort", "seed")
_BUDGET: Final = {"budget": "money", "max_calls": "calls", "max_tokens": "tokens"}
_TERMS: Final = {
    "base_url": "base_url",
    "concurrency": "concurrency",
    "rpm": "requests_per_minute",
    "tpm": "tokens_per_minute",
    "timeout": "timeout",
    "retries": "max_retries",
}
CHANGEABLE: Final = frozenset({*_BUDGET, *_TERMS})
"""What may be asked for differently when a run is carried out again."""


def typed_request(options: Mapping[str, Any]) -> ScoreRequest:
    """The request that the options of ``score`` make, by the names of its parameters.

    Raises:
        UsageError: One makes no sense.
    """
    names = [CHECKS] if options["checks"] else options["judge"] or [EMBEDDED[0]]
    provider, model = parse_judge_name(names[0])
    for name in names[1:]:
        parse_judge_name(name)
    settings = JudgeSettings(
        prompt_version=options["prompt"],
        prompt_language=chosen(PROMPT_LANGUAGES, options["prompt_language"], "--prompt-language"),
        chunk_size=options["chunk"],
        trials=options["trials"],
        anchors=options["anchors"],
        anchor_seed=options["anchor_seed"],
        show_weights=options["show_weights"],
        show_reference=options["show_reference"],
        show_checks=options["show_checks"],
        max_asks=options["max_asks"],
        fuzzy_threshold=options["fuzzy_threshold"],
    )
    check_settings(settings)
    return ScoreRequest(
        provider=provider,
        model=model,
        mode=chosen(JUDGE_MODES, options["mode"], "--mode"),
        parameters=parameters_of(options),
        settings=settings,
        selection=selection_of(options),
        others=tuple(names[1:]),
        panel=panel_rule(options["panel"], exclude_same_family=options["exclude_same_family"]),
        exclude_same_family=options["exclude_same_family"],
        **terms_of(options),
    )


def selection_of(options: Mapping[str, Any], *, comparisons: bool = False) -> Selection:
    """What the options say of the responses that are covered."""
    return Selection(
        models=names_of(options["systems"]),
        task_ids=names_of(options["tasks"]),
        domains=names_of(options["domains"]),
        subset=options["subset"] or "",
        response_ids=names_of(options["responses"]),
        comparisons=comparisons,
    )


def parameters_of(options: Mapping[str, Any]) -> dict[str, JsonValue]:
    """The parameters of the model among the options."""
    given = {name: options[name] for name in _PARAMETERS if options[name] is not None}
    return given | _more_parameters(options["parameter"] or ())


def terms_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """How the judge is called and what it may use up, as a request takes it."""
    limits = Limits(**{field: options[name] for name, field in _BUDGET.items()})
    return {"limits": limits} | {field: options[name] for name, field in _TERMS.items()}


def repeated_request(
    project: ProjectFile, run_id: str, options: Mapping[str, Any], given: Collection[str]
) -> ScoreRequest:
    """The request that a run came of, with the changes requested now.

    Args:
        project: Where the run is recorded.
        run_id: The run.
        options: All options by the names of their parameters.
        given: The names of those that were typed.

    Raises:
        UsageError: An option was typed that would make it another run.
        NotFoundError: There is no such run.
    """
    wrong = sorted(f"--{name.replace('_', '-')}" for name in set(given) - CHANGEABLE)
    if wrong:
        raise UsageError(
            Message(
                "{wrong} cannot be changed with --again: that would be another run.",
                wrong=joined(wrong),
            ),
            remedy="Leave it out, or type the whole command.",
        )
    request = request_again(project, run_id, now=now())
    typed = set(given)
    return replace(
        request,
        limits=replace(
            request.limits,
            **{field: options[name] for name, field in _BUDGET.items() if name in typed},
        ),
        **{field: options[name] for name, field in _TERMS.items() if name in typed},
    )


def names_of(values: list[str] | None) -> tuple[str, ...]:
    """Names as they were given: separated by commas, ``@FILE`` or ``-`` with one a line."""
    found: dict[str, None] = {}
    for value in values or ():
        lines = _lines(value)
        for name in read_names(value) if lines is None else lines:
            found[name] = None
    return tuple(found)


def _lines(value: str) -> list[str] | None:
    """The lines of a file or of standard input; None where the names stand there themselves."""
    if value == "-":
        text = sys.stdin.read()
    elif value.startswith("@"):
        text = file_text(Path(value[1:]))
    else:
        return None
    return [line.strip() for line in text.splitlines() if line.strip()]


def _more_parameters(written: Collection[str]) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for item in written:
        name, equals, value = item.partition("=")
        if not name.isidentifier() or not equals:
            raise UsageError(
                Message("--parameter {item} is not of the form NAME=VALUE.", item=item),
                remedy="Write one such as --parameter top_p=0.9.",
            )
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


CODE_NOT_ALLOWED: Final = Message(
    "Checks that run code of responses will end as errors: that was not allowed for this project. "
    "A lead allows it once with --allow-code."
)
_HOW: Final = frozenset(
    {"project", "again", "allow_code", "dry_run", "show_prompt", "person", "as_json"}
)
"""Options that say what is done, not what is requested."""


def score(
    context: typer.Context,
    project: ProjectArgument,
    judge: Annotated[
        list[str] | None,
        typer.Option(help=f"{choices()}; baseline if omitted. May be repeated."),
    ] = None,
    panel: PanelOption = "",
    exclude_same_family: FamilyOption = False,
    checks: Annotated[
        bool,
        typer.Option("--checks", help="Only what programs decide: no judge, no key, no cost."),
    ] = False,
    allow_code: Annotated[
        bool,
        typer.Option(
            "--allow-code",
            help="Allow, as a lead and once for this project, that checks run code of responses "
            "in a sandbox.",
        ),
    ] = False,
    mode: Annotated[str, typer.Option(help="zero-shot or anchored.")] = "zero-shot",
    systems: OnlySystems = None,
    tasks: OnlyTasks = None,
    domains: OnlyDomains = None,
    subset: OnlySubset = None,
    responses: OnlyResponses = None,
    base_url: BaseUrl = None,
    concurrency: Concurrency = 16,
    budget: Budget = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    rpm: Rpm = None,
    tpm: Tpm = None,
    trials: Annotated[int, typer.Option(min=1, max=99, help="Ask everything so often.")] = 1,
    chunk: Annotated[
        int, typer.Option(min=0, max=1000, help="Checkpoints a call; 0 is the whole rubric.")
    ] = 0,
    anchors: Annotated[int, typer.Option(min=1, max=8, help="Worked examples to show.")] = 1,
    anchor_seed: Annotated[
        int | None,
        typer.Option(help="Sample anchors from any gold forms instead of the baseline's."),
    ] = None,
    prompt: Annotated[str, typer.Option(help="Version of the judge's prompt.")] = "v1",
    prompt_language: PromptLanguage = "auto",
    show_weights: Annotated[
        bool, typer.Option("--show-weights", help="Show tiers and weights to the judge.")
    ] = False,
    show_reference: Annotated[
        bool, typer.Option("--show-reference", help="Show the reference answer to the judge.")
    ] = False,
    show_checks: Annotated[
        bool, typer.Option("--show-checks", help="Show results of checks to the judge.")
    ] = False,
    max_asks: Annotated[
        int, typer.Option(min=1, max=10, help="Retries for incomplete replies.")
    ] = 3,
    fuzzy_threshold: Annotated[
        int, typer.Option(min=50, max=100, help="Share of a quote that must be found, in per cent.")
    ] = 90,
    temperature: Temperature = None,
    max_output_tokens: MaxOutput = None,
    reasoning_effort: ReasoningEffort = None,
    seed: Seed = None,
    parameter: MoreParameters = None,
    timeout: Timeout = 600,
    retries: Retries = 5,
    again: Annotated[
        str | None,
        typer.Option(
            metavar="RUN",
            help="As that run: resumes it; requests again what failed or has changed.",
        ),
    ] = None,
    dry_run: DryRun = False,
    show_prompt: ShowPrompt = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Score responses with a judge; what is known already is not asked again.

    Several judges (--judge repeated) run one after the other, and one that fails does not stop the
    others; with --panel the project keeps them as a panel. The cost of all is said first, and
    limits are for all.

    Ctrl-C once finishes the calls in flight and saves them, twice stops immediately; the same
    command, or --again with the run's name, resumes where it stopped.

    Example: xpert-studio score clinic.xpert --judge openai:gpt-5-mini --mode anchored --budget 5
    """
    options = dict(locals())
    from xpert_studio.report.whole_runs import prepare_all

    output = Output(as_json=as_json)
    request = None if again else typed_request(options)
    is_only_asked = dry_run or show_prompt
    if allow_code and not is_only_asked:
        with at_desk(project, person, output) as ctx:
            code_consent.allow_by(ctx)
    with leading(project, person, output, read_only=is_only_asked) as opened:
        if request is None:
            request = repeated_request(opened, str(again), options, _typed(context))
        prepared = prepare_all(opened, request)
        members, made = prepared.members, prepared.panel
        with opened.reading() as tx:
            project_id = project_settings.project_id(tx)
            blinding = blinding_for(tx, person.strip())
        if members[0].runs_code and not code_consent.is_allowed(project_id):
            output.note(CODE_NOT_ALLOWED)
        output.note(*dict.fromkeys(notice for one in members for notice in one.plan.notices))
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
    """The options that were typed, of those that say what is requested."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return [
        name
        for name, source in sources.items()
        if name not in _HOW and source is not None and source.name == "COMMANDLINE"
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
        figure(figures[name].value, 2) or t("undefined") for name in ("cdr", "kappa_within")
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
    if runs != [RunState.DONE] * wanted or not is_certified:
        raise typer.Exit(Exit.PARTLY)
