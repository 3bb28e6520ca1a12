"""Scores by level of difficulty: level means, the ceiling, and indices that weigh the levels."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="levels",
    title=mark("Levels of difficulty"),
    order=42,
    sections={"levels": "section:LEVEL_SECTION"},
    boards={
        "level": Offer("section:LEVEL_SECTION", "level (of difficulty: with indices and ceilings)"),
    },
)
