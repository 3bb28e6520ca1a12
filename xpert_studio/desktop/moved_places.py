"""Where what a place named before stands now: kept places and old links still open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import parse_qsl, urlencode

from xpert_studio.desktop.places import BESIDE, PAIRS, SAMPLES, Place, beside_place
from xpert_studio.report.section import EXPLORED
from xpert_studio.report.sections.registry import SECTIONS

_PAGES: Final[Mapping[str, tuple[str, str]]] = {
    "comparing": ("judging", PAIRS),
    "adjudication": ("judging", BESIDE),
    "gold": ("tasks", SAMPLES),
}
"""By page: the page and the part where that is today. A form that is named with its expert is a part
by itself."""
_MOVED: Final[Mapping[tuple[str, str], tuple[str, str, Mapping[str, str]]]] = {
    ("results", "heatmaps"): ("results", "explore", {"show": "heatmap"}),
    ("results", "spread"): ("results", "explore", {"show": "spreads"}),
    ("results", "tasks"): ("results", "explore", {"show": "tasks"}),
    ("results", "items"): ("results", "explore", {"show": "items"}),
    ("results", "verdicts"): ("results", "explore", {"show": "verdicts"}),
    ("results", "boards"): ("results", "leaderboard", {}),
    ("alignment", "compare"): ("results", "compare", {"show": "judge-beside-another"}),
    ("alignment", "datasheet"): ("alignment", "figures", {}),
}
"""By page and part: the page and the part of today, and what is shown there."""


def moved(place: Place) -> Place:
    """A place as it is named today."""
    if place.page in _PAGES:
        page, tab = _PAGES[place.page]
        return replace(place, page=page, tab=place.tab or ("" if place.expert_id else tab))
    if (place.page, place.tab) == ("results", "pair"):
        said = dict(parse_qsl(place.item))
        named = (said[name] for name in ("first", "second") if name in said)
        return beside_place(said.get("task", ""), "", "", *named)
    to = _MOVED.get((place.page, place.tab))
    if to is None:
        return place
    page, tab, shown = to
    said = dict(parse_qsl(place.item))
    if place.tab == "boards":
        shown = {"show": board} if (board := said.pop("by", "")) else {}
        section = SECTIONS.get(board)
        tab = "explore" if section is not None and EXPLORED in section.places else tab
    return replace(place, page=page, tab=tab, item=urlencode({**said, **shown}))
