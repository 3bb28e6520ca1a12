"""What an event says of changed limits, as the page of the project names them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from xpert_studio.core.records import (
    TIERS,
    Tier,
)
from xpert_studio.core.wording import listed, mark, number, percent, t

_PART: Final = re.compile(r"(\w+)=(.*?)(?=, \w+=|$)", re.DOTALL)
_WEIGHT: Final = re.compile(r"\b(\d+)\b")


def _count(value: str) -> str:
    return number(int(value))


def _weights(value: str) -> str:
    """``10/7/2``; earlier versions wrote a table of tiers and weights, in the same order."""
    found = [number(int(weight)) for weight in _WEIGHT.findall(value)]
    return listed(f"{t(TIERS[tier])} {weight}" for tier, weight in zip(Tier, found, strict=True))


_LIMITS: Final[dict[str, tuple[str, Callable[[str], str]]]] = {
    "max_tasks_per_expert": (mark("Tasks for each expert"), _count),
    "min_checkpoints": (mark("Checkpoints at least"), _count),
    "max_checkpoints": (mark("Checkpoints at most"), _count),
    "triagers_needed": (mark("Triage"), _count),
    "reviewers_needed": (mark("Reviewers"), _count),
    "spot_check_share": (mark("Spot checks"), lambda value: percent(float(value))),
    "fewest_tasks": (mark("Small groups"), _count),
    "minimum_tasks": (mark("Minimum of tasks"), _count),
    "default_weights": (mark("Default weights"), _weights),
    "qualification_required": (
        mark("Qualification"),
        lambda value: t("required") if value == "True" else t("not required"),
    ),
}


def limits_from_to(before: str | None, after: str | None) -> list[str]:
    """Each limit that was changed, from what to what.

    Args:
        before: As the event has it: ``min_checkpoints=15, spot_check_share=0.3``.
        after: Likewise.
    """
    old, new = dict(_PART.findall(before or "")), dict(_PART.findall(after or ""))
    return [
        _line(name, old.get(name, ""), new.get(name, "")) for name in dict.fromkeys([*old, *new])
    ]


def _line(name: str, before: str, after: str) -> str:
    if name not in _LIMITS:
        return f"{name}: {before or '–'} → {after or '–'}"
    caption, say = _LIMITS[name]
    return f"{t(caption)}: {_said(say, before)} → {_said(say, after)}"


def _said(say: Callable[[str], str], value: str) -> str:
    try:
        return say(value)
    except ValueError:  # from a file that was not written by this program
        return value or "–"
