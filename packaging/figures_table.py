"""Writes the table of figures of ``docs/figures.md`` from the registry.

python packaging/figures_table.py            write it
python packaging/figures_table.py --check    exit 1 where it is out of date
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from xpert_studio.core.metrics import metric as inputs  # noqa: E402
from xpert_studio.core.metrics.registry import metrics_of  # noqa: E402
from xpert_studio.packs.comparisons.figures import COMPARISONS, ORDERS  # noqa: E402
from xpert_studio.packs.recipes.usage import USAGE  # noqa: E402

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
HEAD: Final = "| figure | `--json` | of | meaning | better | unit | scales |"


def table() -> str:
    """The table in Markdown, between its marks."""
    rows = [HEAD, "| --- | --- | --- | --- | --- | --- | --- |"]
    for metric in metrics_of(*TITLES):
        cells = (
            metric.title,
            f"`{metric.id}`",
            TITLES[metric.source],
            metric.meaning,
            metric.better.value,
            metric.unit.name.lower(),
            ", ".join(metric.measurement),
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join((BEGIN, "", *rows, "", END))


def written(text: str) -> str:
    """The document with the table as it is now."""
    before, _, rest = text.partition(BEGIN)
    return before + table() + rest.partition(END)[2]


def main() -> None:
    """Writes, or checks."""
    before = FILE.read_text(encoding="utf-8")
    if "--check" in sys.argv:
        sys.exit(before != written(before))
    FILE.write_text(written(before), encoding="utf-8")


if __name__ == "__main__":
    main()
