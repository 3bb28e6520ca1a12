"""The sections of a report, in the order in which they stand; packs bring others."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.packs import Registry
from xpert_studio.report.section import ReportSection
from xpert_studio.report.sections.alignment import (
    alignment_section,
    comparison_section,
    experts_section,
)
from xpert_studio.report.sections.cases import cases_section
from xpert_studio.report.sections.efficiency import efficiency_section
from xpert_studio.report.sections.items import items_section
from xpert_studio.report.sections.levels import levels_section
from xpert_studio.report.sections.pair_comparisons import comparisons_section
from xpert_studio.report.sections.panels import panels_section
from xpert_studio.report.sections.provenance import (
    limits_section,
    method_section,
    provenance_section,
)
from xpert_studio.report.sections.recipes import recipe_section
from xpert_studio.report.sections.results import results_section, systems_section
from xpert_studio.report.sections.specialisation import specialisation_section

SECTIONS: Final[Registry[ReportSection]] = Registry(
    "sections",
    (
        ReportSection("results", results_section),
        ReportSection("levels", levels_section),
        ReportSection("specialisation", specialisation_section),
        ReportSection("recipe", recipe_section),
        ReportSection("efficiency", efficiency_section),
        ReportSection("systems", systems_section),
        ReportSection("alignment", alignment_section),
        ReportSection("comparison", comparison_section),
        ReportSection("panels", panels_section),
        ReportSection("comparisons", comparisons_section),
        ReportSection("experts", experts_section),
        ReportSection("cases", cases_section),
        ReportSection("items", items_section),
        ReportSection("method", method_section),
        ReportSection("limits", limits_section),
        ReportSection("provenance", provenance_section),
    ),
)
