"""What is said of a run in a few words: how it stands, how fast it is, what it has cost."""

from __future__ import annotations

from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import Run, RunRequest, RunState
from xpert_studio.core.wording import (
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
from xpert_studio.core.workflow.views.runs import WatchedRun
from xpert_studio.desktop.names import (
    RUN_STATES,
    Look,
    judge_kind,
    judge_name,
)
from xpert_studio.report.part_names import domain_name

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
    standing = item.standing
    word = t(look.word)
    if item.is_going and standing.request is not None:
        word = t(_ASKED[standing.request])
    elif item.is_going and standing.pulse.draining:
        word = t("Finishing…")
    return look._replace(word=word)


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
    responses, tasks, systems = map(
        len, (selection.response_ids, selection.task_ids, selection.models)
    )
    parts = (
        tn("{n} response", "{n} responses", responses) if responses else "",
        tn("{n} task", "{n} tasks", tasks) if tasks else "",
        _some([domain_name(name) for name in selection.domains]),
        t("subset {name}", name=selection.subset) if selection.subset else "",
        # Not by name: with the responses of the run that would tell who gave them.
        tn("{n} system", "{n} systems", systems) if systems else "",
    )
    return " · ".join(filter(None, parts)) or t("everything")


def _some(names: tuple[str, ...] | list[str]) -> str:
    shown = listed(short(name, 40) for name in names[:_NAMED])
    more = len(names) - _NAMED
    return f"{shown} +{more}" if more > 0 else shown


def progress_of(item: WatchedRun) -> str:
    """How much is done, as a share."""
    return percent(item.done / item.run.planned) if item.run.planned else percent(1.0)


def line_of(item: WatchedRun) -> str:
    """All figures of a run on one line."""
    run, rate = item.run, item.calls_a_minute
    is_timed = item.is_going and rate is not None
    parts = (
        progress_of(item),
        t("{n} calls a minute", n=number(round(rate or 0))) if is_timed else "",
        cost_of(item),
        t("{n} invalid", n=number(run.invalid)) if run.invalid else "",
        tn("{n} error", "{n} errors", run.error) if run.error else "",
        time_left(item),
    )
    return " · ".join(filter(None, parts))


def cost_of(item: WatchedRun) -> str:
    """What it has cost so far; the embedded judge costs nothing."""
    if item.judge.provider == "baseline":
        return t("free")
    return spent(item.run.known_cost, item.run.unknown_cost_calls)


def time_left(item: WatchedRun) -> str:
    """How long it will take; empty where it does not go on."""
    if not item.is_going or item.state is RunState.PAUSED:
        return ""
    left = item.standing.pulse.seconds_left
    return t("time left unknown") if left is None else t("{time} left", time=span(left))
