"""Precision and recall of the linter on the labelled checkpoints, rule by rule.

    python tests/benchmarks/lint_quality.py [--errors] [--points FILE] [--pairs FILE]

With files of the form of ``tests/lint/second_tuned_*.jsonl`` it measures those instead, label by
label and language by language, with Wilson intervals of 95 %.

``dev`` was looked at while the rules were written, ``held`` only for these figures; ``others``
are the held-out lines that somebody labelled who did not know the rules.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.lint.quality import (
    RULES_OF,
    Quality,
    Tally,
    checkpoint,
    labelled_lines,
    measure,
    measure_labels,
)
from xpert_studio.core.lint import RULES, lint_rubric
from xpert_studio.core.metrics.intervals import wilson
from xpert_studio.core.records import Policies


def share(value: float | None) -> str:
    return "   – " if value is None else f"{value:5.2f}"


def table(name: str, quality: Quality) -> None:
    print(f"\n{name}: {quality.lines} lines")
    print(f"{'rule':24}{'there':>6}{'found':>6}  precision  recall")
    for rule in RULES:
        tally = quality.rules.get(rule)
        if tally is not None:
            there, found = tally.right + tally.missed, tally.right + tally.wrong
            line = f"{rule:24}{there:6}{found:6}      {share(tally.precision)}   "
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


def labels_table(found: dict[tuple[str, str], Quality]) -> None:
    print(f"{'label':18}{'language':>9}{'lines':>7}{'there':>7}{'found':>7}", end="")
    print(f"   {'precision':20} recall")
    for label in RULES_OF:
        for language in ("all", "en", "zh"):
            quality = found.get((label, language))
            if quality is not None:
                tally = quality.rules.get(label, Tally())
                there, hits = tally.right + tally.missed, tally.right + tally.wrong
                print(f"{label:18}{language:>9}{quality.lines:7}{there:7}{hits:7}", end="")
                print(
                    f"   {with_interval(tally.right, hits):20} {with_interval(tally.right, there)}"
                )


def with_interval(k: int, n: int) -> str:
    if not n:
        return "–"
    interval = wilson(k, n)
    assert interval is not None
    return f"{k / n:.2f} [{interval[0]:.2f}, {interval[1]:.2f}]"


def show_errors(errors: list[tuple[str, str, str, str]]) -> None:
    for kind, rule, place, text in sorted(set(errors)):
        print(f"{kind:7} {rule:22} {place:12} {text}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--points", type=Path)
    parser.add_argument("--pairs", type=Path)
    asked = parser.parse_args()
    if asked.points or asked.pairs:
        found = measure_labels(asked.points, asked.pairs)
        labels_table(found)
        if asked.errors:
            show_errors([error for quality in found.values() for error in quality.errors])
        return
    for part in ("dev", "held", "others"):
        table(part, measure(part))
    table("all", measure())
    speed()
    if asked.errors:
        show_errors(measure("dev").errors)


if __name__ == "__main__":
    main()
