"""What results are looked at: by whom, over which tasks; and where on the page, as places keep it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode

import numpy as np

from xpert_studio.desktop.places import Place
from xpert_studio.records.columns import Ratings
from xpert_studio.report.results import EVERYTHING, Rater, Results, Scope

PAGE: Final = "results"
_PLACES, _VALUES = np.zeros(0, np.int32), np.zeros(0)
NO_RATER: Final = Rater(
    "", Ratings("", _PLACES, _PLACES, _VALUES, _VALUES, np.zeros(0, np.int8)), None
)
"""Stands for a rater where there are comparisons and no scores."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The results, by one rater, over one scope."""

    results: Results
    rater: Rater
    scope: Scope

    @property
    def key(self) -> tuple[str, Scope]:
        """What the figures are asked for by."""
        return self.rater.id, self.scope

    def is_same(self, other: Choice | None) -> bool:
        """Whether another choice shows the same."""
        return other is not None and self.results is other.results and self.key == other.key


def read_where(item: str) -> dict[str, str]:
    """What a place says of where on the page: ``system=aurora&part=dimension:Depth``."""
    return dict(parse_qsl(item))


def place_at(
    tab: str, judge_id: str, scope: Scope, where: Mapping[str, str] | None = None
) -> Place:
    """A place on this page.

    Args:
        tab: Which part of it.
        judge_id: The rater.
        scope: The tasks.
        where: What is looked at there, by name; empty values are left out.
    """
    said = {name: value for name, value in (where or {}).items() if value}
    if scope != EVERYTHING:
        said["scope"] = f"{scope.kind}:{scope.name}"
    return Place(PAGE, tab=tab, item=urlencode(said), judge_id=judge_id)


def scope_in(where: Mapping[str, str]) -> Scope:
    """The scope that a place names."""
    kind, _, name = where.get("scope", "").partition(":")
    return Scope(kind, name) if kind and name else EVERYTHING


def part_in(where: Mapping[str, str]) -> tuple[str, str] | None:
    """The part that a place names: a domain, tier, dimension or category."""
    by, _, name = where.get("part", "").partition(":")
    return (by, name) if by and name else None
