"""What an event says, in words: values before and after, changed fields, counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from xpert_studio.core.fields import asks_of
from xpert_studio.core.records import (
    CAUSES,
    Cause,
    ChangeState,
    LogEntry,
    RunState,
)
from xpert_studio.core.records.rubrics import WrittenFields
from xpert_studio.core.records.tasks import BriefFields
from xpert_studio.core.wording import listed, mark, number, t, tn
from xpert_studio.core.workflow.views import ProjectState, SeenStep
from xpert_studio.desktop.names import RUN_STATES
from xpert_studio.desktop.pages.history.limits import limits_from_to
from xpert_studio.report.deeds import deed
from xpert_studio.report.part_names import logged_list

FIELDS: Final = {
    "attachments": mark("Attachments"),
    "instrument": mark("Instrument"),
    "settings": mark("Scale and rules"),
    **{n: asks.title for n, asks in (asks_of(BriefFields) | asks_of(WrittenFields)).items()},
}
_COUNTS: Final[dict[str, Callable[[int], str]]] = {
    "checkpoints": lambda n: tn("{n} checkpoint", "{n} checkpoints", n),
    "suggestions": lambda n: tn("{n} suggestion", "{n} suggestions", n),
    "responses": lambda n: tn("{n} response", "{n} responses", n),
    "tasks": lambda n: tn("{n} task", "{n} tasks", n),
    "people": lambda n: tn("{n} person", "{n} people", n),
    "judgments": lambda n: tn("{n} judgment", "{n} judgments", n),
    "comments": lambda n: tn("{n} comment", "{n} comments", n),
    "revision": lambda n: t("revision {n}", n=n),
    "open_comments": lambda n: tn("{n} open comment", "{n} open comments", n),
    "sampled": lambda n: t("{n} sampled", n=n),
    "seed": lambda n: t("seed {n}", n=n),
    "added": lambda n: t("{n} added", n=n),
    "changed": lambda n: t("{n} changed", n=n),
    "records": lambda n: tn("{n} record", "{n} records", n),
    "removed": lambda n: t("{n} removed", n=n),
    "disagreements": lambda n: tn("{n} disagreement", "{n} disagreements", n),
    "stale_judgments": lambda n: tn(
        "{n} judgment rests on an older text since", "{n} judgments rest on an older text since", n
    ),
    "stale_verdicts": lambda n: tn(
        "{n} verdict rests on an older text since", "{n} verdicts rest on an older text since", n
    ),
}
_VERSION: Final = re.compile(r"version (\d{1,9})")
_NAMES: Final = ("title", "name", "file", "source", "drafter", "subset", "run", "rule", "panel")


def who(event: LogEntry, project_state: ProjectState) -> str:
    """Who did it."""
    return project_state.called(event.actor_id) or t("The program")


def line_of(event: LogEntry, project_state: ProjectState) -> str:
    """Who did what."""
    return f"{who(event, project_state)} {deed(event)}"


_STATES: Final[dict[ChangeState | None, tuple[str, str]]] = {
    ChangeState.UNDONE: (mark("Undone"), mark("This was undone. It can be done again.")),
    ChangeState.DROPPED: (
        mark("Permanently undone"),
        mark("This was undone, and something else was done in its place since."),
    ),
}
"""In a word that a change does not stand, and what can still be done about it."""


def state_words(state: ChangeState | None) -> str:
    """Whether a change stands, in a word; empty where it does."""
    return t(_STATES[state][0]) if state in _STATES else ""


def state_sentence(step: SeenStep) -> str:
    """What can still be done about a change."""
    if step.change_id is None:
        return t("This step cannot be undone.")
    return t(_STATES[step.state][1] if step.state in _STATES else mark("This can be undone."))


def from_to(event: LogEntry, project_state: ProjectState) -> str:
    """From what to what; empty where the event says neither."""
    if event.command == "project.set_policies":
        return " · ".join(limits_from_to(event.before, event.after))
    if event.command == "run.finish" and event.after in set(RunState):
        return t(RUN_STATES[RunState(event.after)].word)
    before, after = _value(event.before, project_state), _value(event.after, project_state)
    return f"{before} → {after}".lstrip() if after else before


def _value(value: str | None, project_state: ProjectState) -> str:
    if not value:
        return ""
    names = logged_list(value)
    if names is not None:
        return listed(map(names.title, value.split(", ")))
    version = _VERSION.fullmatch(value)
    if version is not None:
        return t("Version {n}", n=number(int(version[1])))
    return project_state.called(value)


def details_of(event: LogEntry, project_state: ProjectState) -> list[str]:
    """The rest of what the event tells, a line each.

    Ids of responses are left out: they may name the system that a judge must not know.
    """
    details, called, fields = event.details, project_state.called, fields_of(event)
    person, expert, cause = (details.get(key) for key in ("person", "expert", "cause"))
    is_other = isinstance(person, str) and person != event.actor_id
    lines = [
        t("Person: {name}", name=called(str(person))) if is_other else "",
        t("Form of {name}", name=called(expert)) if isinstance(expert, str) else "",
        t("Changed: {fields}", fields=fields) if fields else "",
        t("Cause: {cause}", cause=t(CAUSES[Cause(cause)])) if cause in set(Cause) else "",
        *(str(details[key]) for key in _NAMES if isinstance(details.get(key), str)),
        " · ".join(filter(None, (_counted(details.get(key), say) for key, say in _COUNTS.items()))),
    ]
    return [line for line in lines if line]


def fields_of(event: LogEntry) -> str:
    """The names of the fields it changed."""
    fields = event.details.get("fields")
    if not isinstance(fields, list):
        return ""
    return listed(t(FIELDS[name]) if name in FIELDS else name for name in map(str, fields))


def _counted(value: object, say: Callable[[int], str]) -> str:
    if isinstance(value, list):
        value = len(value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return say(value) if is_number and isinstance(value, int) and value else ""
