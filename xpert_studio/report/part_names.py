"""Names of what figures are grouped by, in the language spoken: XpertBench's own are translated."""

from __future__ import annotations

from typing import Final

from xpert_studio.records import JudgeMode, Panel, PanelRule, Tier
from xpert_studio.resources import resource_json
from xpert_studio.wording import listed, mark, spoken, t

TIERS: Final = {
    Tier.ESSENTIAL: mark("Essential"),
    Tier.IMPORTANT: mark("Important"),
    Tier.OPTIONAL: mark("Optional"),
}
MODES: Final = {JudgeMode.ZERO_SHOT: mark("zero-shot"), JudgeMode.ANCHORED: mark("anchored")}
RULES: Final = {
    PanelRule.MEAN: mark("mean"),
    PanelRule.MAJORITY: mark("majority"),
    PanelRule.UNANIMOUS: mark("unanimous"),
}
GROUPINGS: Final = {
    "tier": mark("Tier"),
    "dimension": mark("Dimension"),
    "domain": mark("Domain"),
    "category": mark("Category"),
    "system": mark("System"),
    "expert": mark("Expert"),
}


def dimension_name(name: str | None) -> str:
    """A dimension as it is shown: XpertBench's own in the window's language."""
    if not name or spoken() != "zh":
        return name or ""
    known = {item["name"]: item.get("zh") for item in resource_json("taxonomy.json")["dimensions"]}
    return str(known.get(name) or name)


_DOMAINS_ZH: Final = {
    "Finance": "金融",
    "Law": "法律",
    "Education": "教育",
    "Engineering and Applied Sciences": "工程与应用科学",
    "Humanities and Social Sciences": "人文与社会科学",
    "Computer Science": "计算机科学",
    "Healthcare & Medicine": "医疗与健康",
}


def domain_name(name: str | None) -> str:
    """A domain as it is shown: XpertBench's own in the window's language."""
    if not name or spoken() != "zh":
        return name or ""
    return _DOMAINS_ZH.get(name, name)


def part_name(by: str, name: str) -> str:
    """A tier, dimension or domain as it is shown; the name itself of anything else."""
    if by == "tier":
        return t(TIERS[Tier(name)]) if name in set(Tier) else name
    if by == "dimension":
        return dimension_name(name)
    return domain_name(name) if by == "domain" else name


def grouping_name(by: str) -> str:
    """A grouping as it is shown, such as "Dimension"."""
    return t(GROUPINGS[by]) if by in GROUPINGS else by.capitalize()


_EXPERTS: Final = mark("experts")
"""The experts as a rater: ``analysis.EXPERTS``."""


def rater_name(rater_id: str) -> str:
    """A judge by its id, or that it is the experts."""
    return t(rater_id) if rater_id == _EXPERTS else rater_id


def panel_name(panel: Panel) -> str:
    """A panel by its rule and the number of its judges."""
    said = t("panel of {n} judges, {rule}", n=len(panel.judges), rule=t(RULES[panel.rule]))
    return listed([said, *([t("same family excluded")] if panel.exclude_same_family else [])])


def scale_name(scale: str) -> str:
    """A scale as it is shown: its ends, or that values of all scales are compared as scores."""
    from xpert_studio.metrics.grades import ALL_SCALES  # brings numpy along

    return t("score, all scales") if scale == ALL_SCALES else scale
