"""Where the user is in the window, and the way they came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any, Final
from urllib.parse import urlencode

_KEPT: Final = 100
COMPARE: Final = "compare"
"""What the place of a new run names where its judge is to compare responses."""
PAIRS: Final = "pairs"
BESIDE: Final = "side_by_side"
"""Parts of judging: the pairs of a task, and all forms on a response."""
SAMPLES: Final = "samples"
FIGURES: Final = "figures"
"""Views of the tasks: gold subsets that are sampled of them, and what they are made of."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place in the window.

    Attributes:
        page: The page's id.
        task_id: The task that is open.
        tab: The part of it.
        item: What is looked at there: a checkpoint, a response, a filter.
        expert_id: Whose form.
        judge_id: Whose verdicts.
        point: The checkpoint, where ``item`` is a response.
    """

    page: str
    task_id: str = ""
    tab: str = ""
    item: str = ""
    expert_id: str = ""
    judge_id: str = ""
    point: str = ""

    def plain(self) -> dict[str, str]:
        """As it is kept."""
        return asdict(self)

    @classmethod
    def read(cls, kept: Any) -> Place | None:
        """A place that was kept; None where that is none."""
        if not isinstance(kept, dict) or not isinstance(kept.get("page"), str):
            return None
        known = {item.name for item in fields(cls)}
        return cls(**{k: v for k, v in kept.items() if k in known and isinstance(v, str)})


def verdict_place(
    task_id: str, response_id: str, point: str = "", judge_id: str = "", *, tab: str = ""
) -> Place:
    """Where a judge's verdict stands on its response.

    Args:
        task_id: The task.
        response_id: The response.
        point: The checkpoint; empty for the first.
        judge_id: The judge; empty for the first that has judged the response.
        tab: ``verdict``, ``exchange``, ``hashes`` or ``earlier``; empty for the first.
    """
    return Place(
        "verdict", task_id=task_id, item=response_id, tab=tab, judge_id=judge_id, point=point
    )


def beside_place(task_id: str, judge_id: str = "", point: str = "", *systems: str) -> Place:
    """Where the responses to a task stand side by side.

    Args:
        task_id: The task.
        judge_id: Whose values; empty for the first.
        point: The checkpoint that is looked at; empty for the first.
        systems: Only these; all where there are none.
    """
    item = urlencode([("systems", name) for name in systems])
    return Place("responses", task_id=task_id, item=item, judge_id=judge_id, point=point)


KIND: Final = "kind/"
"""What the item of the page Publish begins with where it names a kind of export."""


def kind_place(kind_id: str, ending: str = "") -> Place:
    """Where a kind of export is published, perhaps as a file that ends so."""
    return Place("publish", item=f"{KIND}{kind_id}", point=ending)


class Trail:
    """The places the user has been to, for going back and forward."""

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._at = -1

    def visit(self, place: Place) -> None:
        """Goes to a place; the way forward from here is forgotten."""
        if not self._places or self._places[self._at] != place:
            self._places = [*self._places[: self._at + 1], place][-_KEPT:]
            self._at = len(self._places) - 1

    def replace(self, place: Place) -> None:
        """The same place, looked at more closely."""
        if self._places:
            self._places[self._at] = place

    def has(self, by: int) -> bool:
        """Whether there is a place so many further on, or before where negative."""
        return 0 <= self._at + by < len(self._places)

    def last(self, wanted: Callable[[Place], bool]) -> Place | None:
        """Where the user was last of the places that are wanted; None where they were at none."""
        return next((place for place in reversed(self._places[: self._at]) if wanted(place)), None)

    def step(self, by: int) -> Place | None:
        """Goes to the place so many further on; None where there is none."""
        if not self.has(by):
            return None
        self._at += by
        return self._places[self._at]
