"""Charts: frozen data, laid out for a width by arithmetic, and painted where they are shown.

The kinds below are all there are. ``layout`` gives the shapes and marks of a chart; ``chart_svg``
paints them for pages and files, and ``desktop.widgets.chart_painter`` in the window.
"""

from xpert_studio.report.charts.chart import Chart, layout
from xpert_studio.report.charts.dots import Dots, Estimate, SecondMark
from xpert_studio.report.charts.grids import (
    Band,
    CountedPair,
    Flow,
    GridField,
    Ladder,
    Matrix,
    Step,
    confusion_matrix,
    shares_matrix,
)
from xpert_studio.report.charts.points import Density, Field, Front, FrontPoint, Point, Scatter
from xpert_studio.report.charts.rows import (
    Bar,
    Bars,
    Boxes,
    Dumbbell,
    Pairs,
    Part,
    Shares,
    Spread,
    Stacks,
)
from xpert_studio.report.charts.saving import CHART_ENDINGS, need_chart_target, save_chart
from xpert_studio.report.charts.series import Histogram, Lines, Radar, Series, Slopes
from xpert_studio.report.charts.shapes import ChartLayout, Mark, Target
from xpert_studio.report.charts.svg import chart_svg

KINDS = (
    Dots,
    Bars,
    Histogram,
    Boxes,
    Pairs,
    Slopes,
    Stacks,
    Scatter,
    Density,
    Front,
    Matrix,
    Ladder,
    Flow,
    Lines,
    Radar,
)
"""The closed set."""

__all__ = [
    "CHART_ENDINGS",
    "KINDS",
    "Band",
    "Bar",
    "Bars",
    "Boxes",
    "Chart",
    "ChartLayout",
    "CountedPair",
    "Density",
    "Dots",
    "Dumbbell",
    "Estimate",
    "Field",
    "Flow",
    "Front",
    "FrontPoint",
    "GridField",
    "Histogram",
    "Ladder",
    "Lines",
    "Mark",
    "Matrix",
    "Pairs",
    "Part",
    "Point",
    "Radar",
    "Scatter",
    "SecondMark",
    "Series",
    "Shares",
    "Slopes",
    "Spread",
    "Stacks",
    "Step",
    "Target",
    "chart_svg",
    "confusion_matrix",
    "layout",
    "need_chart_target",
    "save_chart",
    "shares_matrix",
]
