"""How many parts a submission has of each kind, or an assignment of records, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from xpert_studio.core.wording import listed, t, tn

_WORK: Final[Mapping[str, Callable[[int], str]]] = {
    "task": lambda n: tn("{n} task", "{n} tasks", n),
    "checkpoint": lambda n: tn("{n} checkpoint", "{n} checkpoints", n),
    "response": lambda n: tn("{n} response", "{n} responses", n),
    "comparison": lambda n: tn("{n} comparison", "{n} comparisons", n),
    "judgment": lambda n: tn("{n} judgment", "{n} judgments", n),
    "adjudication": lambda n: tn("{n} adjudication", "{n} adjudications", n),
    "open_form": lambda n: tn("{n} submitted form", "{n} submitted forms", n),
    "revision": lambda n: tn("{n} submitted rubric", "{n} submitted rubrics", n),
    "review": lambda n: tn("{n} review", "{n} reviews", n),
    "comment": lambda n: tn("{n} comment", "{n} comments", n),
    "spot_check": lambda n: tn("{n} spot check", "{n} spot checks", n),
}
_PARTS: Final = {
    "project": lambda _: t("project settings"),
    "person": lambda n: tn("{n} person", "{n} people", n),
    **_WORK,
    "system": lambda n: tn("{n} system", "{n} systems", n),
    "run": lambda n: tn("{n} run", "{n} runs", n),
    "certificate": lambda n: tn("{n} certificate", "{n} certificates", n),
    "decision": lambda n: tn("{n} draft judgment", "{n} draft judgments", n),
    "anchor_choice": lambda n: tn("{n} anchor choice", "{n} anchor choices", n),
    "pack_record": lambda n: tn("{n} record of a pack", "{n} records of packs", n),
}


def counted(counts: Mapping[str, int], named: Mapping[str, Callable[[int], str]] = _WORK) -> str:
    """The counts of records that people work on, by kind: ``2 judgments, 1 review``."""
    return listed(say(counts[kind]) for kind, say in named.items() if counts.get(kind))


def counted_parts(counts: Mapping[str, int]) -> str:
    """The counts of parts of a submission by kind; kinds without a name here are summed."""
    others = sum(count for kind, count in counts.items() if kind not in _PARTS)
    rest = tn("{n} other change", "{n} other changes", others) if others else ""
    return listed(filter(None, (counted(counts, _PARTS), rest)))
