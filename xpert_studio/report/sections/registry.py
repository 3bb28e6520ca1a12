"""The sections, in the order in which they stand in reports; packs bring others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from xpert_studio.core.packs import Registry, in_order
from xpert_studio.report.blocks import Block, Heading, SectionBlocks
from xpert_studio.report.section import Section, View
from xpert_studio.report.sections.agreement import AGREEMENT
from xpert_studio.report.sections.alignment import ALIGNMENT
from xpert_studio.report.sections.cases import CASES
from xpert_studio.report.sections.certificates import CERTIFICATES, OVER_TIME
from xpert_studio.report.sections.corpus import CORPUS
from xpert_studio.report.sections.exclusions import EXCLUSIONS
from xpert_studio.report.sections.experts import EXPERTS_SECTION
from xpert_studio.report.sections.hard_tasks import HARD_TASKS
from xpert_studio.report.sections.heatmap import HEAT_MAP
from xpert_studio.report.sections.info import INFO
from xpert_studio.report.sections.items import CHECKPOINTS
from xpert_studio.report.sections.judges_compared import JUDGES_COMPARED, TWO_JUDGES
from xpert_studio.report.sections.one_case import ONE_CASE
from xpert_studio.report.sections.one_judge import AT_A_GLANCE, JUDGE_FIGURES, JUDGE_GROUPS
from xpert_studio.report.sections.one_system import ONE_SYSTEM
from xpert_studio.report.sections.one_verdict import ONE_VERDICT
from xpert_studio.report.sections.provenance import LIMITS, METHOD_SECTION, PROVENANCE
from xpert_studio.report.sections.raters import RATERS_SIDE_BY_SIDE
from xpert_studio.report.sections.responses import RESPONSES
from xpert_studio.report.sections.results import BOARD
from xpert_studio.report.sections.specialisation import SPECIALISATION
from xpert_studio.report.sections.systems import SPREADS, SYSTEMS, TWO_SYSTEMS
from xpert_studio.report.sections.win_matrix import WIN_MATRIX

SECTIONS: Final[Registry[Section[Any]]] = Registry(
    "sections",
    (
        CORPUS,
        BOARD,
        RATERS_SIDE_BY_SIDE,
        SPECIALISATION,
        SYSTEMS,
        ALIGNMENT,
        EXCLUSIONS,
        JUDGES_COMPARED,
        EXPERTS_SECTION,
        CASES,
        CHECKPOINTS,
        METHOD_SECTION,
        LIMITS,
        PROVENANCE,
        HARD_TASKS,
        TWO_SYSTEMS,
        WIN_MATRIX,
        ONE_SYSTEM,
        SPREADS,
        HEAT_MAP,
        CERTIFICATES,
        AGREEMENT,
        AT_A_GLANCE,
        JUDGE_FIGURES,
        JUDGE_GROUPS,
        TWO_JUDGES,
        OVER_TIME,
        ONE_CASE,
        ONE_VERDICT,
        RESPONSES,
        INFO,
    ),
)


def sections_at(place: str) -> list[Section[Any]]:
    """The sections of a place, in the order of reports."""
    return [one for one in in_order(SECTIONS).values() if place in one.places]


def made_at(place: str, view: View) -> list[SectionBlocks]:
    """What the sections of a place say; those that have nothing to say are left out."""
    return [made for one in sections_at(place) if (made := one.blocks(view)) is not None]


def titled_at(place: str, view: View) -> Iterator[Block]:
    """The blocks of a place, those of each section under its title."""
    for made in made_at(place, view):
        yield Heading(made.title)
        yield from made.blocks
