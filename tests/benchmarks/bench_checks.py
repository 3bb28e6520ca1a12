"""How long every kind of check takes on large texts, beside a plain pass over the text.

    python tests/benchmarks/bench_checks.py [--megabytes 5] [--only word_count] [--slow 2.5]

Each text has that many megabytes of UTF-8. A plain pass makes it lower case, splits it into words
and counts them; the ratio is the time of the check to that of the pass. Prints the slowest text of
each kind with the ratio, and of those above ``--slow`` seconds all. Checks that run code are timed
up to where the sandbox would run it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.packs.checks.deciding import needed
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject
from xpert_studio.packs.checks.kinds import KINDS

SENTENCE = "On 25 November 2026 Ms Adair (Smith, 2020) paid $1,250.50 for 42.5 kg, they say [1]. "
PIECES = {
    "prose": (SENTENCE * 3 + "\n\n"),
    "one line": SENTENCE,
    "many lines": "- It is not 3.\n",
    "Chinese": "二〇二六年十一月二十五日，王女士（李，2020）说，这个问题没有错误，共计3万元。",
    "Markdown": "# Intro\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = [1, 2]\n```\n\n1. **Bold** https://a.b/c\n\n",
    "objects": '{"a": [1, {"b": "c"}]},\n',
    "digits": "1,234,567.89 ",
    "words": "no wrong error sorry not significant right ",
    "dots": "a. ",
    "marks": "**[*(`<>",
}
ROUND = {
    "nested elements": ("<a>", "x", "</a>"),
    "nested lists": ("[", "1", "]"),
    "one string": ("", '"' + "a" * 1000 + '"', ""),
}


def texts(size: int) -> Iterator[tuple[str, str]]:
    """The texts, by name."""
    for name, piece in PIECES.items():
        yield name, piece * (size // len(piece.encode()))
    for name, (start, inside, end) in ROUND.items():
        many = size // max(len(start + end), 1) if start else 0
        yield name, start * many + (inside if many else inside * (size // len(inside))) + end * many


def plain_pass(text: str) -> object:
    return Counter(text.lower().split())


def passed(text: str) -> float:
    """Seconds of a plain pass, the best of three."""
    found = []
    for _ in range(3):
        started = time.process_time()
        plain_pass(text)
        found.append(time.process_time() - started)
    return min(found)


def timed(kind: str, text: str) -> tuple[float, str]:
    """Seconds of a check, and what it came to."""
    started = time.process_time()
    said = decide(kind, text)
    return time.process_time() - started, said


def decide(kind: str, text: str) -> str:
    """What a check comes to, in a word."""
    found = KINDS[kind]
    given = found.parameters.model_validate_json(json.dumps(needed(kind)))
    subject = Subject(text, prompt="a b", finish_reason="stop", output_tokens=9, seconds=1, cost=1)
    try:
        if found.program is not None:
            found.program(subject, given)
            return "prepared"
        return "met" if found.decide(subject, given).passed else "not met"
    except CannotCheckError:
        return "error"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--megabytes", type=float, default=5)
    parser.add_argument("--only", default="", help="kinds whose name contains this")
    parser.add_argument("--slow", type=float, default=2.5, help="seconds")
    asked = parser.parse_args()
    kinds = [kind for kind in KINDS if asked.only in kind]
    for kind in kinds:
        decide(kind, "warm up")
    made = {name: (text, passed(text)) for name, text in texts(int(asked.megabytes * 1_000_000))}
    for kind in kinds:
        rows = sorted(
            ((timed(kind, text), plain, name) for name, (text, plain) in made.items()), reverse=True
        )
        slow = [row for row in rows if row[0][0] > asked.slow]
        for (took, said), plain, name in slow or rows[:1]:
            mark = "  slow" if slow else ""
            told = f"{took:6.2f} s {took / plain:7.1f} × plain  {name}: {said}{mark}"
            print(f"{kind:<48} {told}", flush=True)


if __name__ == "__main__":
    main()
