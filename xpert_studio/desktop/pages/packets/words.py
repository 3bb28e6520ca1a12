"""What packets are for, how far they are, and what becomes of what they hold, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from xpert_studio.desktop.places import Place
from xpert_studio.desktop.wording import listed, mark, t, tn
from xpert_studio.records import Packet, Purpose
from xpert_studio.workflow.merging.weighing import Fate
from xpert_studio.workflow.views import Errand

PURPOSES: Final = {
    Purpose.REVIEW: mark("Review rubrics"),
    Purpose.JUDGE: mark("Judge responses"),
    Purpose.CONFIRM: mark("Confirm judgments"),
    Purpose.WRITE: mark("Write tasks"),
    Purpose.SYNC: mark("Copy of everything"),
    Purpose.ANSWERS: mark("Answer"),
}
MEANINGS: Final = {
    Purpose.REVIEW: mark(
        "Rubrics to be reviewed or spot-checked, with their briefs and the remarks made so far."
    ),
    Purpose.JUDGE: mark("Responses to be judged line by line, without the systems that gave them."),
    Purpose.CONFIRM: mark("Sheets of experts that a senior expert confirms or overrides."),
    Purpose.WRITE: mark("An author’s own briefs and rubrics, and room for new ones."),
    Purpose.SYNC: mark("The whole project for another lead, to bring two copies of it together."),
}
HOLDS: Final = {
    Purpose.REVIEW: mark(
        "It holds the briefs, the rubrics, and the reviews and remarks on them. It holds no responses and no judgments."
    ),
    Purpose.JUDGE: mark(
        "It is blind: no names of systems, no judgments of others, no verdicts of a judge. What a response is called in it says nothing."
    ),
    Purpose.CONFIRM: mark(
        "It is blind: no names of systems and no verdicts of a judge. It holds only the sheets that are to be confirmed."
    ),
    Purpose.WRITE: mark(
        "It holds the author’s own tasks with their rubrics, reviews and remarks. It holds no responses and no judgments."
    ),
    Purpose.SYNC: mark(
        "It holds everything: systems, judgments, history. Send it to leads only."
    ),
}  # fmt: skip
FATES: Final = {
    Fate.CONFLICT: mark("To decide"),
    Fate.TAKEN: mark("Taken"),
    Fate.MERGED: mark("Brought together"),
    Fate.HELD: mark("Waiting"),
    Fate.REFUSED: mark("Refused"),
    Fate.KEPT: mark("Kept as here"),
    Fate.SAME: mark("The same"),
}
FATE_MEANINGS: Final = {
    Fate.CONFLICT: mark("Both sides changed the same; a person decides which stands."),
    Fate.TAKEN: mark("New or changed on their side only, so it is taken as it came."),
    Fate.MERGED: mark("Both sides changed it in different places; both changes stand."),
    Fate.HELD: mark("It waits until something that it belongs to is decided."),
    Fate.REFUSED: mark("It breaks a rule of the project and is left out; the reason stands beside it."),
    Fate.KEPT: mark("What stands here is newer, so it stays."),
    Fate.SAME: mark("It stands here already."),
}  # fmt: skip
_ASKED: Final[dict[Purpose, Callable[[int], str]]] = {
    Purpose.REVIEW: lambda n: tn("Review {n} rubric", "Review {n} rubrics", n),
    Purpose.JUDGE: lambda n: tn("Judge {n} response", "Judge {n} responses", n),
    Purpose.CONFIRM: lambda n: tn("Confirm {n} sheet", "Confirm {n} sheets", n),
    Purpose.WRITE: lambda n: (
        tn("Write {n} task", "Write {n} tasks", n) if n else t("Write new tasks")
    ),
}
_KINDS: Final[dict[str, Callable[[int], str]]] = {
    "task": lambda n: tn("{n} task", "{n} tasks", n),
    "checkpoint": lambda n: tn("{n} checkpoint", "{n} checkpoints", n),
    "response": lambda n: tn("{n} response", "{n} responses", n),
    "judgment": lambda n: tn("{n} judgment", "{n} judgments", n),
    "revision": lambda n: tn("{n} frozen rubric", "{n} frozen rubrics", n),
    "review": lambda n: tn("{n} review", "{n} reviews", n),
    "remark": lambda n: tn("{n} remark", "{n} remarks", n),
    "spot_check": lambda n: tn("{n} spot check", "{n} spot checks", n),
    "person": lambda n: tn("{n} person", "{n} people", n),
}


def asked_for(packet: Packet) -> str:
    """What a packet asks for: to judge so many responses."""
    scope = packet.scope
    counted = {Purpose.JUDGE: len(scope.response_ids), Purpose.CONFIRM: len(scope.sheets)}
    say = _ASKED.get(packet.purpose)
    if say is None:
        return t(PURPOSES[packet.purpose])
    return say(counted.get(packet.purpose, len(scope.task_ids)))


def state_of(errand: Errand, *, is_mine: bool) -> tuple[str, str]:
    """Whether it is waited for, as a word and its tone; ``is_mine`` where one was asked oneself."""
    if errand.closed_at is not None:
        return t("No longer waited for"), "optional"
    if errand.is_waiting:
        return t("To do") if is_mine else t("Waiting for it"), "warn"
    return t("Done"), "good"


def work_place(packet: Packet, person_id: str) -> Place:
    """Where what a packet asks for is done."""
    tasks = packet.scope.task_ids
    match packet.purpose:
        case Purpose.JUDGE:
            return Place("judging")
        case Purpose.CONFIRM:
            return Place("meta")
        case Purpose.REVIEW if len(tasks) == 1:
            return Place("task", task_id=tasks[0], tab="review")
        case Purpose.WRITE if len(tasks) == 1:
            return Place("task", task_id=tasks[0])
        case Purpose.WRITE:
            return Place("tasks", item=f"author={person_id}")
    return Place("tasks")


def counted(counts: Mapping[str, int]) -> str:
    """How many records of each kind there are, those that mean something to a person."""
    return listed(say(counts[kind]) for kind, say in _KINDS.items() if counts.get(kind))


def file_stem(*words: str) -> str:
    """Words as the name of a file."""
    return re.sub(r"\W+", "-", "-".join(filter(None, words))).strip("-").lower() or "packet"
