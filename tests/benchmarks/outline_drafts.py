"""What the offline drafter proposes for ten briefs of six professions, and what can be counted of it.

    python tests/benchmarks/outline_drafts.py [--out FILE.json]

Counted are proposals, those in which the linter finds nothing, the largest share of one dimension
and of the tier Essential. Whether they are good is for readers who do not know which drafter wrote
which: the file holds brief and proposals for them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.lint.quality import found_in_line
from xpert_studio.core.generation import draft_here
from xpert_studio.core.records import Policies, Task
from xpert_studio.core.records.vocabulary import DIMENSIONS

BRIEFS = Path(__file__).resolve().parents[1] / "generation" / "briefs.json"


def drafts() -> list[dict]:
    made = []
    for brief in json.loads(BRIEFS.read_text(encoding="utf-8")):
        parts = {name: brief[name] for name in
                 ("context", "materials", "deliverables", "reference_answer")}  # fmt: skip
        task = Task(id=brief["id"], language=brief["language"], **parts)
        lines = draft_here("outline", task, policies=Policies(), dimensions=tuple(DIMENSIONS))
        made.append(
            brief
            | {
                "draft": [
                    {"text": item.text, "tier": item.tier.value, "weight": item.weight,
                     "dimension": item.dimension}
                    for item in lines
                ]
            }
        )  # fmt: skip
    return made


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    made = drafts()
    print(f"{'brief':16}{'lines':>6}{'clean':>7}{'one dimension':>15}{'Essential':>11}")
    for brief in made:
        lines = brief["draft"]
        clean = sum(not found_in_line({"id": "a", "text": line["text"]}) for line in lines)
        most = max(Counter(line["dimension"] for line in lines).values(), default=0)
        essential = sum(line["tier"] == "Essential" for line in lines)
        n = max(1, len(lines))
        print(f"{brief['id']:16}{len(lines):6}{clean:7}{most / n:15.0%}{essential / n:11.0%}")
    if asked.out:
        asked.out.write_text(json.dumps(made, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
