"""What ``score`` says: the plan before, the prompt on request, how far it is, the end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rich.text import Text

from xpert_studio.cli.output import Output, duration, money, spent
from xpert_studio.core.errors import NotAllowedError, XpertError
from xpert_studio.core.judge.pricing import total_of
from xpert_studio.core.judge.providers.registry import LOCAL
from xpert_studio.core.records import Run
from xpert_studio.core.wording import percent, t, tn

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from xpert_studio.core.judge.engine import RunProgress
    from xpert_studio.core.judge.prepared import Prepared
    from xpert_studio.core.workflow.blinding import Blinding

_LINE_EVERY = 10.0
_REFRESH_EVERY = 0.1


class RunDisplay:
    """A progress bar on a terminal, a line now and then elsewhere; always on standard error.

    Args:
        output: Where to.
        priced: Whether the run costs money.
    """

    def __init__(self, output: Output, *, priced: bool) -> None:
        self._output = output
        self._priced = priced
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._last = time.monotonic()

    def __enter__(self) -> Self:
        console = self._output.errors
        if console.is_terminal:
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.percentage:.0f} %"),
            )
            self._bar = Progress(*columns, console=console, transient=True)
            self._bar.start()
            self._task = self._bar.add_task(t("Starting"), total=None)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, progress: RunProgress) -> None:
        """Shows a moment of the run, not more often than anybody can read."""
        elapsed = time.monotonic() - self._last
        pulse = progress.pulse
        finished = pulse.asks_done >= pulse.asks
        if elapsed < (_REFRESH_EVERY if self._bar else _LINE_EVERY) and not finished:
            return
        self._last = time.monotonic()
        text = self._text(progress)
        if self._bar is not None and self._task is not None:
            self._bar.update(
                self._task,
                description=text,
                completed=pulse.asks_done,
                total=max(pulse.asks, 1),
            )
        elif not finished:
            self._output.errors.print(Text(text))

    def _text(self, progress: RunProgress) -> str:
        run, pulse = progress
        parts = [f"{pulse.asks_done:,}/{pulse.asks:,}"]
        if run.invalid or run.error:
            parts.append(
                t("{invalid} invalid, {error} errors", invalid=run.invalid, error=run.error)
            )
        if self._priced:
            parts.append(spent(run.known_cost, run.unknown_cost_calls))
        if pulse.draining:
            parts.append(t("finishing {calls}", calls=_calls(pulse.in_flight)))
        else:
            parts.append(t("{duration} left", duration=duration(pulse.seconds_left)))
        return " · ".join(parts)


def plan_data(prepared: Prepared) -> dict[str, Any]:
    """What a run would take, for a program."""
    plan, estimate = prepared.plan, prepared.estimate
    return {
        "judge": plan.judge.id,
        "items": plan.items,
        "known": plan.known,
        "calls": estimate.calls,
        "input_tokens": estimate.input_tokens,
        "cached_tokens": estimate.cached_tokens,
        "output_tokens": estimate.output_tokens,
        "cost": estimate.cost,
        "seconds": prepared.seconds,
        "notices": list(plan.notices),
    }


def plans_data(members: Sequence[Prepared]) -> dict[str, Any]:
    """What a run would take; of several judges each and all together, None where one is unknown."""
    each = [plan_data(prepared) for prepared in members]
    if len(each) == 1:
        return {"dry_run": True, **each[0]}
    summed = ("items", "known", "input_tokens", "cached_tokens", "output_tokens")
    whole: dict[str, Any] = {name: sum(item[name] for item in each) for name in summed}
    paid = [prepared for prepared in members if prepared.request.provider not in LOCAL]
    whole["calls"] = sum(prepared.estimate.calls for prepared in paid)
    for name in ("cost", "seconds"):
        whole[name] = total_of(item[name] for item in each)
    return {"dry_run": True, "judges": each, **whole}


def say_plans(output: Output, members: Sequence[Prepared]) -> None:
    """What a run would take: each judge, and several together."""
    for number, prepared in enumerate(members):
        # Checks are decided once.
        say_plan(output, replace(prepared, checks=None) if number else prepared)
    if len(members) == 1:
        return
    whole = plans_data(members)
    output.say(
        t(
            "{judges} together: about {calls}, {money}.",
            judges=tn("{n} judge", "{n} judges", len(members)),
            calls=_calls(whole["calls"]),
            money=money(whole["cost"]),
        )
    )


def say_plan(output: Output, prepared: Prepared) -> None:
    """What the run would take."""
    plan, estimate = prepared.plan, prepared.estimate
    known = t(", known already: {known:,}", known=plan.known) if plan.known else ""
    output.say(
        t(
            "Judge {judge}: {verdicts}{known}.",
            judge=plan.judge.id,
            verdicts=_items(plan.items, compares=prepared.request.selection.comparisons),
            known=known,
        )
    )
    if prepared.checks is not None:
        output.say(
            t(
                "Checks decided by program first: {n:,}, free of charge.",
                n=prepared.checks.plan.items - prepared.checks.plan.known,
            )
        )
    if prepared.request.provider in LOCAL:
        output.say(
            t(
                "To decide: {responses}, offline and free of charge.",
                responses=tn("{n} response", "{n} responses", len(plan.asks)),
            )
        )
        return
    output.say(
        t(
            "To send: about {calls}, {input_tokens:,} input tokens "
            "({cached_tokens:,} cacheable), {output_tokens:,} output tokens, {money} (a "
            "quarter more or less).",
            calls=_calls(estimate.calls),
            input_tokens=estimate.input_tokens,
            cached_tokens=estimate.cached_tokens,
            output_tokens=estimate.output_tokens,
            money=money(estimate.cost),
        )
    )
    if plan.asks and not prepared.request.batch:
        output.say(t("Time: {seconds}.", seconds=_time(prepared.seconds)))


def _items(count: int, *, compares: bool) -> str:
    """Verdicts, or comparisons of two responses in one order."""
    if compares:
        return tn("{n} comparison in one order", "{n} comparisons, each in one order", count)
    return tn("{n} verdict", "{n} verdicts", count)


def _calls(count: int) -> str:
    return tn("{n} call", "{n} calls", count)


def _time(seconds: float | None) -> str:
    return (
        t("unknown, since this model was not asked yet")
        if seconds is None
        else t("about {duration}, at the pace of the last calls", duration=duration(seconds))
    )


def say_prompt(output: Output, prepared: Prepared, blinding: Blinding) -> None:
    """The first prompt, letter for letter.

    Raises:
        NotAllowedError: Its worked examples show judgments that are hidden from the person.
    """
    if not prepared.plan.asks:
        output.say("Everything is known; nothing would be asked.")
        output.data(
            {"system": None, "prefix": None, "images": [], "suffix": None, "response_images": []}
        )
        return
    from xpert_studio.core.judge.estimating import preview_prompt
    from xpert_studio.core.judge.run_preflight import hidden_examples

    first = prepared.plan.asks[0]
    if why := hidden_examples(first, blinding):
        raise NotAllowedError(why, remedy="Say who you are with --as YOUR-ID, or ask a lead.")
    shown = preview_prompt(prepared.plan, first)
    output.data(
        {
            "system": shown.system,
            "prefix": shown.prefix,
            "images": [image.path for image in shown.images],
            "suffix": shown.suffix,
            "response_images": [image.path for image in shown.own_images],
        }
    )
    parts = (
        (t("Instructions (cacheable)"), shown.system),
        (t("Images (cacheable)"), "\n".join(image.path for image in shown.images)),
        (t("Shared by all candidates of the task (cacheable)"), shown.prefix),
        (t("The candidate"), shown.suffix),
        (
            t("Images before the closing marker of the candidate"),
            "\n".join(image.path for image in shown.own_images),
        ),
    )
    for title, text in parts:
        if text:
            output.say(f"──── {title} ────", text)


def summary(run: Run) -> dict[str, Any]:
    """What ``score --json`` ends with."""
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
        "coverage": (run.known + run.ok) / run.planned if run.planned else None,
        "input_tokens": run.input_tokens,
        "cached_tokens": run.cached_tokens,
        "output_tokens": run.output_tokens,
        "cost": run.cost,
        "known_cost": run.known_cost,
        "unknown_cost_calls": run.unknown_cost_calls,
        "seconds": run.seconds,
    }


def say_uncertified(output: Output, judge_id: str, problem: XpertError) -> None:
    """Says that the verdicts are saved, but not certified, and how to certify them."""
    output.note(
        t(
            "The alignment of {judge_id} was not certified: {problem}",
            judge_id=judge_id,
            problem=problem,
        ),
        "Run the command again to certify it; known verdicts are not asked again.",
    )


def say_end(output: Output, run: Run) -> None:
    """How the run ended, for a person."""
    coverage = summary(run)["coverage"]
    output.say(
        t(
            "{state}: {verdicts}, {invalid:,} invalid, {errors} in {calls} and {duration}; "
            "{spent}. Coverage {coverage}.",
            state=t(run.state.value).replace("_", " ").capitalize(),
            verdicts=_items(run.ok, compares=run.selection.get("comparisons") is True),
            invalid=run.invalid,
            errors=tn("{n} error", "{n} errors", run.error),
            calls=_calls(run.calls),
            duration=duration(run.seconds),
            spent=spent(run.known_cost, run.unknown_cost_calls),
            coverage=t("undefined") if coverage is None else percent(coverage, 1),
        )
    )
    if run.message:
        output.say(run.message)
    output.say(t("Run {run}, judge {judge_id}.", run=run.id, judge_id=run.judge_id))
