"""Precision and recall of the linter on the labelled checkpoints, rule by rule.

    python tests/benchmarks/lint_quality.py [--errors]

``dev`` was looked at while the rules were written, ``held`` only for these figures; ``others``
are the held-out lines that somebody labelled who did not know the rules.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.lint.quality import Quality, checkpoint, labelled_lines, measure
from xpert_studio.core.lint import RULES, lint_rubric
from xpert_studio.core.records import Policies


def share(value: float | None) -> str:
    return "   – " if value is None else f"{value:5.2f}"


def table(name: str, quality: Quality) -> None:
    print(f"\n{name}: {quality.lines} lines")
    print(f"{'rule':24}{'there':>6}{'found':>6}  precision  recall")
    for rule in RULES:
        tally = quality.rules.get(rule.name)
        if tally is not None:
            there, found = tally.right + tally.missed, tally.right + tally.wrong
            line = f"{rule.name:24}{there:6}{found:6}      {share(tally.precision)}   "
            print(line + share(tally.recall))
    total = quality.total()
    there, found = total.right + total.missed, total.right + total.wrong
    print(f"{'all':24}{there:6}{found:6}      {share(total.precision)}   {share(total.recall)}")


def speed() -> None:
    points = [checkpoint(row) for row in labelled_lines()][:40]
    lint_rubric(points, policies=Policies(), dimensions=())
    begun = time.perf_counter()
    for _ in range(20):
        lint_rubric(points, policies=Policies(), dimensions=())
    print(f"\nA rubric of 40 lines takes {(time.perf_counter() - begun) / 20 * 1000:.1f} ms.")


def main() -> None:
    for part in ("dev", "held", "others"):
        table(part, measure(part))
    whole = measure()
    table("all", whole)
    speed()
    if "--errors" in sys.argv:
        for kind, rule, place, text in sorted(measure("dev").errors):
            print(f"{kind:7} {rule:22} {place:12} {text}")


if __name__ == "__main__":
    main()
