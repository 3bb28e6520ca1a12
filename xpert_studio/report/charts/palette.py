"""The colours and fonts of charts that do not stand in the window.

On a page they are its variables. On white paper blue, grey and orange can be told apart without
seeing colours; what matters is hatched, dashed, hollow or of another shape besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from xpert_studio.report.charts.shapes import Role


@dataclass(frozen=True, slots=True)
class Palette:
    """A colour by its role, and the fonts, as style sheets write them."""

    colours: Mapping[Role, str]
    fonts: str


ON_A_PAGE: Final = Palette({role: f"var(--{role})" for role in Role}, "var(--sans)")
_WHITE: Final = {
    Role.INK: "#1b1f24",
    Role.SOFT: "#57606a",
    Role.GRID: "#d8dde3",
    Role.PAPER: "#ffffff",
    Role.FIRST: "#2166ac",
    Role.SECOND: "#b35806",
    Role.THIRD: "#767d86",
}
ON_WHITE: Final = Palette(
    _WHITE,
    "'Noto Sans', 'DejaVu Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', Arial, "
    "sans-serif",
)
ON_PAPER: Final = Palette(
    _WHITE,
    "'Libertinus Serif', 'Noto Serif CJK SC', 'Noto Serif SC', 'Source Han Serif SC', "
    "'Songti SC', 'SimSun'",
)
"""As the text of a printed report."""
