"""Charts: plain data in, a drawing out whose every mark knows what it stands for.

The same chart stands in a report, in the window, and in a file of its own.
"""

from xpert_studio.report.charts.bars import Bar, bar_chart
from xpert_studio.report.charts.boxes import Spread, box_chart
from xpert_studio.report.charts.chart import Chart, Mark, Target
from xpert_studio.report.charts.confusion import Counted, confusion_chart
from xpert_studio.report.charts.density import Field, density_chart
from xpert_studio.report.charts.drawing import half_a_page
from xpert_studio.report.charts.dumbbells import Dumbbell, dumbbell_chart
from xpert_studio.report.charts.forest import Estimate, forest_chart
from xpert_studio.report.charts.heat import heat_chart
from xpert_studio.report.charts.saving import CHART_ENDINGS, save_chart
from xpert_studio.report.charts.scatter import Point, scatter_chart
from xpert_studio.report.charts.shares import Part, Shares, shares_chart

__all__ = [
    "CHART_ENDINGS",
    "Bar",
    "Chart",
    "Counted",
    "Dumbbell",
    "Estimate",
    "Field",
    "Mark",
    "Part",
    "Point",
    "Shares",
    "Spread",
    "Target",
    "bar_chart",
    "box_chart",
    "confusion_chart",
    "density_chart",
    "dumbbell_chart",
    "forest_chart",
    "half_a_page",
    "heat_chart",
    "save_chart",
    "scatter_chart",
    "shares_chart",
]
