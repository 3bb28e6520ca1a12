"""The stages of a task, and which moves between them exist at all.

Who may make a move is decided by the workflow; that a task can never jump from a brief straight
to judging is decided here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Stage(StrEnum):
    """Where a task stands in the pipeline."""

    BRIEF = "brief"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    RUBRIC = "rubric"
    REVIEW = "review"
    APPROVED = "approved"
    SPOT_CHECK = "spot_check"
    READY = "ready"
    DISCARDED = "discarded"


BEING_WRITTEN: Final = frozenset({Stage.BRIEF, Stage.RETURNED})
"""Stages in which a brief may still be incomplete."""

MOVES: Final[dict[Stage, frozenset[Stage]]] = {
    Stage.BRIEF: frozenset({Stage.SUBMITTED, Stage.DISCARDED}),
    Stage.SUBMITTED: frozenset({Stage.RUBRIC, Stage.RETURNED, Stage.DISCARDED}),
    Stage.RETURNED: frozenset({Stage.SUBMITTED, Stage.DISCARDED}),
    Stage.RUBRIC: frozenset({Stage.REVIEW, Stage.DISCARDED}),
    Stage.REVIEW: frozenset({Stage.RUBRIC, Stage.APPROVED, Stage.DISCARDED}),
    Stage.APPROVED: frozenset({Stage.SPOT_CHECK, Stage.READY, Stage.RUBRIC, Stage.DISCARDED}),
    Stage.SPOT_CHECK: frozenset({Stage.READY, Stage.RUBRIC, Stage.DISCARDED}),
    Stage.READY: frozenset({Stage.RUBRIC, Stage.DISCARDED}),
    Stage.DISCARDED: frozenset(),
}


def may_move(start: Stage, end: Stage) -> bool:
    """Whether a task may go from ``start`` to ``end`` in one step."""
    return end in MOVES[start]
