"""The pages of a site that are made of sections of reports, as pieces of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from xpert_studio.api.charts import Estimate, Radar, Series
from xpert_studio.api.sections import (
    Block,
    Figure,
    Section,
    Text,
    View,
    domain_name,
    in_full,
    t,
    with_notes_together,
)
from xpert_studio.packs.recipes.section_efficiency import USAGE, SystemsByUsage, efficiency_board
from xpert_studio.packs.recipes.taken import EfficiencyBoard
from xpert_studio.packs.site.section_limits import limits
from xpert_studio.report.html import render_blocks
from xpert_studio.report.results.charts import SCORE_AXIS
from xpert_studio.report.sections.alignment import ALIGNMENT
from xpert_studio.report.sections.breakdown import breakdown
from xpert_studio.report.sections.exclusions import EXCLUSIONS
from xpert_studio.report.sections.provenance import METHOD_SECTION
from xpert_studio.report.sections.results import BOARD

_LIMITS: Final = (EXCLUSIONS,)
"""Sections by name: what is to be public is said here, and no other section is asked."""
_MOST_PROFILES: Final = 3
_FEWEST_DOMAINS: Final = 3


def usage_board(view: View, *, own_costs: bool) -> EfficiencyBoard | None:
    """What the systems of the board took; None where nothing was scored.

    Args:
        view: Of what stands on the site.
        own_costs: Whether costs may rest on what public bundles do not hold.
    """
    return None if view.rater is None else efficiency_board(view, is_public=not own_costs)


def pages(view: View, usage: EfficiencyBoard | None) -> dict[str, list[tuple[str, str]]]:
    """The parts of each page by its name, each with its title, in the language that is spoken."""
    made = {
        "board": [("", _board(view))],
        "value": [("", _value(view, usage))],
        "methods": [*_sections((METHOD_SECTION, ALIGNMENT), view), *_policy(view)],
        "limits": [(t("Limitations"), [*limits(view.analysis)]), *_sections(_LIMITS, view)],
    }
    return {
        name: [(title, render_blocks(with_notes_together(blocks))) for title, blocks in parts]
        for name, parts in made.items()
    }


def _board(view: View) -> list[Block]:
    found = BOARD.compute(view.asking(in_full=True))
    if found is None:
        return [Text(t("Nothing has been scored yet."))]
    # Columns of packs may tell what public bundles do not hold, such as settings of systems.
    blocks = [*in_full(BOARD.show(replace(found, columns={})))]
    return [*blocks[:1], *_profiles(view), *blocks[1:], *_by_domain(view)]


def _profiles(view: View) -> Iterator[Block]:
    """The best systems by domain: a circle, and the same as dots."""
    board, small = view.results.board(*view.key).leaderboard, view.analysis.small
    best = [row for row in board.standings if row.rank is not None][:_MOST_PROFILES]
    names = sorted({name for row in best for name in row.by_domain})
    names = [
        name
        for name in names
        if all(not small.withheld(row.tasks_by["domain"].get(name, 0)) for row in best)
    ]
    if len(names) < _FEWEST_DOMAINS:
        return
    items = [
        Series(
            row.system,
            [
                Estimate(domain_name(name), 100 * row.by_domain[name])
                if name in row.by_domain
                else None
                for name in names
            ],
        )
        for row in best
    ]
    said = t("The best systems by domain")
    shown = [domain_name(name) for name in names]
    yield Figure(Radar(items, shown, SCORE_AXIS, ".1f", description=said), said)


def _by_domain(view: View) -> Iterator[Block]:
    board = view.results.board(*view.key).leaderboard
    yield from (
        table
        for by in ("domain", "tier")
        if (table := breakdown(board, by, view.analysis.small)) is not None
    )


def _value(view: View, usage: EfficiencyBoard | None) -> list[Block]:
    if usage is None or not usage.is_known:
        return [Text(t("Neither costs, tokens nor times of these systems are known."))]
    return [*in_full(USAGE.show(SystemsByUsage(usage, "", view.who, "cost", in_full=True)))]


def _sections(sections: Iterable[Section[Any]], view: View) -> Iterator[tuple[str, list[Block]]]:
    made = (section.blocks(view) for section in sections)
    yield from ((one.title, [*in_full(one.blocks)]) for one in made if one)


def _policy(view: View) -> Iterator[tuple[str, list[Block]]]:
    """The policy under which experts and judges worked."""
    if text := view.info.grading_policy.text.strip():
        yield t("Grading policy"), [Text(part) for part in text.split("\n\n")]
