"""Writes the table of figures of ``docs/figures.md`` from the registry.

python packaging/figures_table.py            write it
python packaging/figures_table.py --check    exit 1 where it is out of date
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from configuration_page import ROOT, main_of, table

from xpert_studio.core.metrics import metric as inputs
from xpert_studio.core.metrics.registry import metrics_of
from xpert_studio.packs.comparisons.figures import COMPARISONS, ORDERS
from xpert_studio.packs.recipes.usage import USAGE

FILE: Final = ROOT / "docs" / "figures.md"
BEGIN: Final = "<!-- figures of the registry: written by packaging/figures_table.py -->"
END: Final = "<!-- end of the figures of the registry -->"
TITLES: Final = {
    inputs.RANKS: "order of responses",
    inputs.PAIRS: "judge against experts, by checkpoint",
    inputs.GRADES: "judge against experts, graded checkpoints by scale",
    inputs.RATERS: "experts among themselves",
    inputs.GRADE_RATERS: "experts among themselves, graded checkpoints by scale",
    inputs.TRIALS: "judge with itself",
    inputs.SCORES: "systems",
    COMPARISONS: "systems, by comparisons of their responses",
    ORDERS: "raters, by the order in which responses are shown",
    USAGE: "systems, by what their responses took",
}
HEAD: Final = ("figure", "`--json`", "of", "meaning", "better", "unit", "scales")


def rows() -> Iterator[tuple[str, ...]]:
    """A row for each figure."""
    for metric in metrics_of(*TITLES):
        yield (
            metric.title,
            f"`{metric.id}`",
            TITLES[metric.source],
            metric.meaning,
            metric.better.value,
            metric.unit.name.lower(),
            ", ".join(metric.measurement),
        )


def page() -> str:
    """The document with the table as it is now."""
    before, _, rest = FILE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table(HEAD, rows())}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    main_of(FILE, page())
