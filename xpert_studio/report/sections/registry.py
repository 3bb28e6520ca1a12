"""The sections, in the order in which they stand in reports; packs bring others."""

from __future__ import annotations

from typing import Any, Final

from xpert_studio.core.packs import Registry
from xpert_studio.report.section import Section
from xpert_studio.report.sections.agreement import AGREEMENT
from xpert_studio.report.sections.alignment import ALIGNMENT
from xpert_studio.report.sections.cases import CASES
from xpert_studio.report.sections.certificates import CERTIFICATES, OVER_TIME
from xpert_studio.report.sections.corpus import CORPUS
from xpert_studio.report.sections.efficiency import USAGE
from xpert_studio.report.sections.exclusions import EXCLUSIONS
from xpert_studio.report.sections.experts import EXPERTS_SECTION
from xpert_studio.report.sections.heatmap import HEAT_MAP
from xpert_studio.report.sections.items import CHECKPOINTS
from xpert_studio.report.sections.judges_compared import JUDGES_COMPARED, TWO_JUDGES
from xpert_studio.report.sections.levels import LEVEL_SECTION
from xpert_studio.report.sections.one_judge import AT_A_GLANCE, JUDGE_FIGURES, JUDGE_GROUPS
from xpert_studio.report.sections.one_system import ONE_SYSTEM
from xpert_studio.report.sections.pair_comparisons import COMPARISONS_OF_RESPONSES
from xpert_studio.report.sections.panels import PANELS
from xpert_studio.report.sections.provenance import LIMITS, METHOD_SECTION, PROVENANCE
from xpert_studio.report.sections.raters import RATERS_SIDE_BY_SIDE
from xpert_studio.report.sections.recipes import RECIPE
from xpert_studio.report.sections.results import BOARD
from xpert_studio.report.sections.specialisation import SPECIALISATION
from xpert_studio.report.sections.systems import HARD_TASKS, SPREADS, SYSTEMS, TWO_SYSTEMS

SECTIONS: Final[Registry[Section[Any]]] = Registry(
    "sections",
    (
        CORPUS,
        BOARD,
        RATERS_SIDE_BY_SIDE,
        LEVEL_SECTION,
        SPECIALISATION,
        RECIPE,
        USAGE,
        SYSTEMS,
        ALIGNMENT,
        EXCLUSIONS,
        JUDGES_COMPARED,
        PANELS,
        COMPARISONS_OF_RESPONSES,
        EXPERTS_SECTION,
        CASES,
        CHECKPOINTS,
        METHOD_SECTION,
        LIMITS,
        PROVENANCE,
        HARD_TASKS,
        TWO_SYSTEMS,
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
    ),
)
