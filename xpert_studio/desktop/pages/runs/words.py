"""What is said of a run in a few words: how it stands, how fast it is, what it has cost."""

from __future__ import annotations

from xpert_studio.desktop.kit import (
    RUN_STATES,
    Look,
    domain_name,
    judge_kind,
    judge_name,
    listed,
    mark,
    number,
    percent,
    short,
    span,
    spent,
    t,
    tn,
)
from xpert_studio.judge.selection import Selection
from xpert_studio.records import Run, RunRequest, RunState
from xpert_studio.workflow.views.runs import WatchedRun

_NAMED = 3
_ASKED = {
    RunRequest.PAUSE: mark("Pausing…"),
    RunRequest.RESUME: mark("Going on…"),
    RunRequest.STOP: mark("Stopping…"),
    RunRequest.CANCEL: mark("Cancelling…"),
}


def look_of(item: WatchedRun) -> Look:
    """How a run stands: its word, picture and colour."""
    look = RUN_STATES[item.state]
    request = item.standing.request
    if item.is_going and request is not None:
        return look._replace(word=t(_ASKED[request]))
    if item.is_going and item.standing.pulse.draining:
        return look._replace(word=t("Finishing…"))
    return look._replace(word=t(look.word))


def title_of(item: WatchedRun) -> str:
    """The judge."""
    return short(judge_name(item.judge))


def compares(run: Run) -> bool:
    """Whether the judge of a run compares responses."""
    return Selection.of(run.selection).comparisons


def way_of(item: WatchedRun) -> str:
    """How the judge is asked."""
    return t("Compares responses") if compares(item.run) else judge_kind(item.judge)


def kind_of(item: WatchedRun) -> str:
    """How the judge is asked, and of what."""
    return f"{way_of(item)} · {scope_of(Selection.of(item.run.selection))}"


def scope_of(selection: Selection) -> str:
    """Which responses are covered, in a few words."""
    parts = []
    if selection.response_ids:
        parts.append(tn("{n} response", "{n} responses", len(selection.response_ids)))
    if selection.task_ids:
        parts.append(tn("{n} task", "{n} tasks", len(selection.task_ids)))
    if selection.domains:
        parts.append(_some([domain_name(name) for name in selection.domains]))
    if selection.subset:
        parts.append(t("subset {name}", name=selection.subset))
    if selection.models:
        # Not by name: with the responses of the run that would tell who gave them.
        parts.append(tn("{n} system", "{n} systems", len(selection.models)))
    return " · ".join(parts) or t("everything")


def _some(names: tuple[str, ...] | list[str]) -> str:
    shown = listed(short(name, 40) for name in names[:_NAMED])
    more = len(names) - _NAMED
    return f"{shown} +{more}" if more > 0 else shown


def progress_of(item: WatchedRun) -> str:
    """How much is done, as a share."""
    return percent(item.done / item.run.planned) if item.run.planned else percent(1.0)


def line_of(item: WatchedRun) -> str:
    """All figures of a run on one line."""
    run, parts = item.run, [progress_of(item)]
    rate = item.calls_a_minute
    if item.is_going and rate is not None:
        parts.append(t("{n} calls a minute", n=number(round(rate))))
    parts.append(cost_of(item))
    if run.invalid:
        parts.append(t("{n} invalid", n=number(run.invalid)))
    if run.error:
        parts.append(tn("{n} error", "{n} errors", run.error))
    left = time_left(item)
    if left:
        parts.append(left)
    return " · ".join(parts)


def cost_of(item: WatchedRun) -> str:
    """What it has cost so far; the embedded judge costs nothing."""
    run = item.run
    if item.judge.provider == "baseline":
        return t("free")
    return spent(run.known_cost, run.unknown_cost_calls)


def time_left(item: WatchedRun) -> str:
    """How long it will take; empty where it does not go on."""
    if not item.is_going or item.state is RunState.PAUSED:
        return ""
    left = item.standing.pulse.seconds_left
    return t("time left unknown") if left is None else t("{time} left", time=span(left))
