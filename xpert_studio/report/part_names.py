"""Names of what figures are grouped by, in the language spoken: XpertBench's own are translated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.core.names import Names
from xpert_studio.core.records import (
    DIFFICULTIES,
    EXPERTS_NAMES,
    QUALIFICATIONS,
    ROLES,
    RULES,
    STAGES,
    TIERS,
    Panel,
)
from xpert_studio.core.records.vocabulary import DIMENSIONS, DOMAINS
from xpert_studio.core.wording import listed, mark, t, tn

if TYPE_CHECKING:
    from xpert_studio.core.workflow.checkpoint_library import LibraryEntry

GROUPINGS: Final = Names(
    "grouping",
    {
        "tier": mark("Tier"),
        "dimension": mark("Dimension"),
        "domain": mark("Domain"),
        "category": mark("Category"),
        "system": mark("System"),
        "expert": mark("Expert"),
    },
)


_PARTS: Final[Mapping[str, Names[Any]]] = {
    "tier": TIERS,
    "dimension": DIMENSIONS,
    "domain": DOMAINS,
    "difficulty": DIFFICULTIES,
}


def dimension_name(name: str | None) -> str:
    """A dimension as it is shown: XpertBench's own in the language spoken."""
    return DIMENSIONS.title(name or "")


def domain_name(name: str | None) -> str:
    """A domain as it is shown: XpertBench's own in the language spoken."""
    return DOMAINS.title(name or "")


def part_name(by: str, name: str) -> str:
    """A tier, dimension or domain as it is shown; the name itself of anything else."""
    return _PARTS[by].title(name) if by in _PARTS else name


Called = Callable[[str], str]
"""A person by what they are called."""


def group_name(by: str, name: str, called: Called) -> str:
    """A tier, dimension, domain, expert or system as it is shown."""
    return called(name) if by == "expert" else part_name(by, name)


def entry_line(entry: LibraryEntry) -> str:
    """Tier, points, dimension and origin of a checkpoint of the library, in a line."""
    said = (
        part_name("tier", entry.tier.value) if entry.tier else "",
        tn("{n} point", "{n} points", entry.weight) if entry.weight else "",
        dimension_name(entry.dimension),
        f"{entry.task} ({entry.project})" if entry.project else entry.task,
    )
    return listed(filter(None, said))


def part_word(by: str, name: str) -> str:
    """As ``part_name``, but as a command line says it: levels by their ids in English."""
    return _PARTS[by].word(name) if by in _PARTS else name


def part_called(by: str, text: str, own: Iterable[str]) -> str:
    """The part that a text names in any language, as the project writes it; else the text.

    Args:
        by: What it is a part of; see ``GROUPINGS``.
        text: What was typed.
        own: The project's parts.
    """
    return (_PARTS[by].reader(own)(text) if by in _PARTS else None) or text


def logged_list(value: str) -> Names[Any] | None:
    """The list whose entries a value of the log is: stages, levels, roles …; None for others."""
    parts = value.split(", ")
    lists = (STAGES, DIFFICULTIES, QUALIFICATIONS, ROLES)
    return next((names for names in lists if all(part in names for part in parts)), None)


def grouping_name(by: str) -> str:
    """A grouping as it is shown, such as "Dimension"."""
    return t(GROUPINGS[by]) if by in GROUPINGS else by.capitalize()


def rater_name(rater_id: str) -> str:
    """A judge by its id, or that it is the experts."""
    return EXPERTS_NAMES.title(rater_id)


def panel_name(panel: Panel) -> str:
    """A panel by its rule and the number of its judges."""
    said = t("panel of {n} judges, {rule}", n=len(panel.judges), rule=t(RULES[panel.rule]))
    return listed([said, *([t("same family excluded")] if panel.exclude_same_family else [])])


def scale_name(scale: str) -> str:
    """A scale as it is shown: its ends, or that values of all scales are compared as scores."""
    from xpert_studio.core.metrics.grades import ALL_SCALES  # brings numpy along

    return t("score, all scales") if scale == ALL_SCALES else scale
