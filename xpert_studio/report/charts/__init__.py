"""Charts: plain data in, a drawing out whose every mark knows what it stands for.

The same chart stands in a report, in the window, and in its own file.
"""

from xpert_studio.report.charts.drawing import Chart, Mark, half_a_page
from xpert_studio.report.charts.grids import Counted, confusion_chart, heat_chart
from xpert_studio.report.charts.points import (
    Field,
    FrontPoint,
    Point,
    density_chart,
    front_chart,
    scatter_chart,
)
from xpert_studio.report.charts.rows import (
    Bar,
    Dumbbell,
    Estimate,
    Part,
    Shares,
    Spread,
    bar_chart,
    box_chart,
    dumbbell_chart,
    forest_chart,
    shares_chart,
)
from xpert_studio.report.charts.saving import CHART_ENDINGS, need_chart_target, save_chart

__all__ = [
    "CHART_ENDINGS",
    "Bar",
    "Chart",
    "Counted",
    "Dumbbell",
    "Estimate",
    "Field",
    "FrontPoint",
    "Mark",
    "Part",
    "Point",
    "Shares",
    "Spread",
    "bar_chart",
    "box_chart",
    "confusion_chart",
    "density_chart",
    "dumbbell_chart",
    "forest_chart",
    "front_chart",
    "half_a_page",
    "heat_chart",
    "need_chart_target",
    "save_chart",
    "scatter_chart",
    "shares_chart",
]
