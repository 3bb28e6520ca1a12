"""The colours of charts.

Charts are drawn in stand-ins that nothing else uses; the variables of the page around them, or the
colours of the window's theme, take their place. By themselves the stand-ins are a palette for white
paper, in which blue, grey and orange can be told apart without seeing colours; what matters is
hatched or hollow besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

INK: Final = "#010203"
GRID: Final = "#d0d1d2"
BLUE: Final = "#2166ab"
GREY: Final = "#767778"
ORANGE: Final = "#b35807"
PAPER: Final = "#fefdfe"

VARIABLES: Final = {
    INK: "var(--ink)",
    GRID: "var(--rule)",
    BLUE: "var(--blue)",
    GREY: "var(--grey)",
    ORANGE: "var(--orange)",
    PAPER: "var(--paper)",
}
SANS: Final = "var(--sans)"
ON_WHITE: Final = {
    **{variable: colour for colour, variable in VARIABLES.items()},
    "var(--paper)": "#ffffff",
    SANS: "'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', Arial, sans-serif",
}


def recoloured(svg: str, values: Mapping[str, str]) -> str:
    """A drawing with other values for its variables.

    Args:
        svg: The drawing.
        values: Value by variable, such as ``{"var(--ink)": "#222222"}``.
    """
    for variable, value in values.items():
        svg = svg.replace(variable, value)
    return svg
