"""``xpert-studio score``: a judge over responses, with progress, budget and an honest end."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING, Annotated, Any

import typer

from xpert_studio.cli.arguments import ProjectArgument, now, open_project
from xpert_studio.cli.exit_codes import Exit
from xpert_studio.cli.output import JsonOption, Output, duration, money
from xpert_studio.errors import UsageError

if TYPE_CHECKING:
    from xpert_studio.judge.engine import RunEngine
    from xpert_studio.judge.scoring import Prepared, ScoreRequest
    from xpert_studio.records import Run

_MODES = {"zero-shot": "zero_shot", "zero_shot": "zero_shot", "anchored": "anchored"}


def score(
    project: ProjectArgument,
    judge: Annotated[
        str,
        typer.Option(
            help="baseline, openai:MODEL, anthropic:MODEL, or compatible:MODEL with --base-url."
        ),
    ] = "baseline",
    mode: Annotated[str, typer.Option(help="zero-shot or anchored.")] = "zero-shot",
    models: Annotated[
        list[str] | None,
        typer.Option(help="Only these systems; may be repeated or comma-separated."),
    ] = None,
    tasks: Annotated[
        list[str] | None, typer.Option(help="Only these tasks; may be repeated or comma-separated.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(help="Where an OpenAI-compatible server listens.")
    ] = None,
    concurrency: Annotated[int, typer.Option(min=1, max=1024, help="Calls at once, at most.")] = 16,
    budget: Annotated[
        float | None, typer.Option(min=0, help="Stop before spending more than this (USD).")
    ] = None,
    max_calls: Annotated[int | None, typer.Option(min=0, help="Stop before more calls.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=0, help="Stop before more tokens.")] = None,
    rpm: Annotated[float | None, typer.Option(min=0.1, help="Requests a minute, at most.")] = None,
    tpm: Annotated[float | None, typer.Option(min=1, help="Tokens a minute, at most.")] = None,
    trials: Annotated[int, typer.Option(min=1, max=99, help="Ask everything so often.")] = 1,
    chunk: Annotated[
        int, typer.Option(min=0, max=1000, help="Checkpoints a call; 0 is the whole rubric.")
    ] = 0,
    anchors: Annotated[int, typer.Option(min=1, max=8, help="Worked examples to show.")] = 1,
    anchor_seed: Annotated[
        int | None,
        typer.Option(help="Draw anchors from any gold sheets instead of the baseline's."),
    ] = None,
    prompt: Annotated[str, typer.Option(help="Version of the judge's prompt.")] = "v1",
    prompt_language: Annotated[str, typer.Option(help="auto (the task's), en or zh.")] = "auto",
    show_weights: Annotated[
        bool, typer.Option("--show-weights", help="Show tiers and weights to the judge.")
    ] = False,
    temperature: Annotated[float | None, typer.Option(min=0, max=2)] = None,
    max_output_tokens: Annotated[int | None, typer.Option(min=1)] = None,
    reasoning_effort: Annotated[
        str | None, typer.Option(help="For reasoning models: minimal, low, medium or high.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Passed to models that take one.")] = None,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds a call may take.")] = 600,
    retries: Annotated[
        int, typer.Option(min=0, max=20, help="Tries after a failed one; 0 is none.")
    ] = 5,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would take; send nothing.")
    ] = False,
    show_prompt: Annotated[
        bool, typer.Option("--show-prompt", help="Print the first prompt; send nothing.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Score responses with a judge; what is known already is not asked again.

    Ctrl-C once finishes what is in flight and saves it, twice stops at once; the same command
    goes on where it stopped.

    Example: xpert-studio score clinic.xpert --judge openai:gpt-5-mini --mode anchored --budget 5
    """
    from xpert_studio.judge.budget import Limits
    from xpert_studio.judge.planning import Selection
    from xpert_studio.judge.providers.registry import parse_judge_name
    from xpert_studio.judge.scoring import ScoreRequest, check_settings, prepare
    from xpert_studio.records import JudgeMode, JudgeSettings

    output = Output(as_json=as_json)
    if mode not in _MODES:
        raise UsageError(f"There is no mode {mode}.", remedy="Choose zero-shot or anchored.")
    if prompt_language not in {"auto", "en", "zh"}:
        raise UsageError(
            f"There is no prompt in {prompt_language}.", remedy="Choose auto, en or zh."
        )
    provider, model = parse_judge_name(judge)
    given = {
        "temperature": temperature,
        "max_output_tokens": max_output_tokens,
        "reasoning_effort": reasoning_effort,
        "seed": seed,
    }
    settings = JudgeSettings(
        prompt_version=prompt,
        prompt_language=prompt_language,
        chunk_size=chunk,
        trials=trials,
        anchors=anchors,
        anchor_seed=anchor_seed,
        show_weights=show_weights,
    )
    check_settings(settings)
    request = ScoreRequest(
        provider=provider,
        model=model,
        mode=JudgeMode(_MODES[mode]),
        parameters={name: value for name, value in given.items() if value is not None},
        settings=settings,
        selection=Selection(_split(models), _split(tasks)),
        base_url=base_url,
        concurrency=concurrency,
        requests_per_minute=rpm,
        tokens_per_minute=tpm,
        timeout=timeout,
        max_retries=retries,
        limits=Limits(money=budget, calls=max_calls, tokens=max_tokens),
    )
    with open_project(project, output, read_only=dry_run or show_prompt) as opened:
        prepared = prepare(opened, request)
        for notice in prepared.plan.notices:
            output.note(notice)
        if show_prompt:
            _show_prompt(output, prepared)
            return
        _say_plan(output, prepared, dry_run=dry_run)
        if dry_run:
            return
        run = _carry_out(opened, prepared, request, output)
    output.data(summary(run))
    _say_end(output, run)
    _exit(run)


def _split(values: list[str] | None) -> tuple[str, ...]:
    parts = (part.strip() for value in values or () for part in value.split(","))
    return tuple(part for part in parts if part)


def _say_plan(output: Output, prepared: Prepared, *, dry_run: bool) -> None:
    plan, estimate = prepared.plan, prepared.estimate
    if dry_run:
        output.data(
            {
                "dry_run": True,
                "judge": plan.judge.id,
                "items": plan.items,
                "known": plan.known,
                "calls": estimate.calls,
                "input_tokens": estimate.input_tokens,
                "cached_tokens": estimate.cached_tokens,
                "output_tokens": estimate.output_tokens,
                "cost": estimate.cost,
                "notices": list(plan.notices),
            }
        )
    known = f", of which {plan.known:,} are known" if plan.known else ""
    output.say(f"Judge {plan.judge.id}: {plan.items:,} verdicts{known}.")
    if prepared.request.provider == "baseline":
        output.say(f"To decide: {len(plan.asks):,} responses, offline and free of charge.")
        return
    output.say(
        f"To send: about {estimate.calls:,} calls, {estimate.input_tokens:,} input tokens "
        f"({estimate.cached_tokens:,} cacheable), {estimate.output_tokens:,} output tokens, "
        f"{money(estimate.cost)} (a quarter more or less)."
    )


def _show_prompt(output: Output, prepared: Prepared) -> None:
    from xpert_studio.judge.preview import preview_prompt

    if not prepared.plan.asks:
        output.say("Everything is known; nothing would be asked.")
        output.data({"system": None, "prefix": None, "suffix": None})
        return
    shown = preview_prompt(prepared.plan, prepared.plan.asks[0])
    output.data(shown)
    for name, title in (
        ("system", "Instructions (cacheable)"),
        ("prefix", "Shared by all candidates of the task (cacheable)"),
        ("suffix", "The candidate"),
    ):
        output.say(f"──── {title} ────")
        output.say(shown[name])


def _carry_out(opened: Any, prepared: Prepared, request: ScoreRequest, output: Output) -> Run:  # noqa: ANN401
    from xpert_studio.cli.run_display import RunDisplay
    from xpert_studio.judge.scoring import score as carry_out
    from xpert_studio.store import back_up_if_due

    if not opened.read_only:
        back_up_if_due(opened.path, now=now(), reason="before-scoring")
    with RunDisplay(output, priced=request.provider != "baseline") as display:
        return carry_out(
            opened,
            prepared,
            clock=now,
            on_progress=display.show,
            on_start=lambda engine: _listen(engine, output),
        )


def _listen(engine: RunEngine, output: Output) -> None:
    """Ctrl-C once: finish what is in flight. Twice: stop now."""
    loop = asyncio.get_running_loop()
    pressed = 0

    def interrupted() -> None:
        nonlocal pressed
        pressed += 1
        if pressed == 1:
            output.note("Finishing what is in flight; press Ctrl-C again to stop at once.")
            engine.drain(message="Interrupted; what was decided before is saved.")
        else:
            engine.stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, interrupted)
        except (NotImplementedError, RuntimeError):  # Windows, or not in the main thread
            return


def summary(run: Run) -> dict[str, Any]:
    """What ``score --json`` ends with."""
    needed = run.planned
    return {
        "run_id": run.id,
        "judge_id": run.judge_id,
        "state": run.state.value,
        "message": run.message,
        "planned": run.planned,
        "known": run.known,
        "calls": run.calls,
        "verdicts": run.verdicts,
        "ok": run.ok,
        "invalid": run.invalid,
        "error": run.error,
        "coverage": (run.known + run.ok) / needed if needed else None,
        "input_tokens": run.input_tokens,
        "cached_tokens": run.cached_tokens,
        "output_tokens": run.output_tokens,
        "cost": run.cost,
        "seconds": run.seconds,
    }


def _say_end(output: Output, run: Run) -> None:
    end = summary(run)
    coverage = "n/a" if end["coverage"] is None else f"{100 * end['coverage']:.1f} %"
    output.say(
        f"{run.state.value.replace('_', ' ').capitalize()}: {run.ok:,} verdicts, {run.invalid:,} "
        f"invalid, {run.error:,} errors in {run.calls:,} calls and {duration(run.seconds)}; "
        f"{money(run.cost)}. Coverage {coverage}."
    )
    if run.message:
        output.say(run.message)
    output.say(f"Run {run.id}, judge {run.judge_id}.")


def _exit(run: Run) -> None:
    from xpert_studio.records import RunState

    if run.state is RunState.INTERRUPTED:
        raise typer.Exit(Exit.INTERRUPTED)
    if run.state is not RunState.DONE:
        raise typer.Exit(Exit.PARTLY)
