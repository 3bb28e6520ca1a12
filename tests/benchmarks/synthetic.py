"""A synthetic project of XpertBench's size, as the rows of a bundle."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WORDS = [
    "clause",
    "notice",
    "tenant",
    "ratio",
    "cash",
    "dose",
    "renal",
    "beam",
    "moment",
    "load",
    "margin",
    "audit",
    "covenant",
    "therapy",
    "protocol",
    "deadline",
    "statute",
    "evidence",
    "pupil",
    "lesson",
    "factor",
    "estimate",
    "risk",
    "control",
    "policy",
    "review",
]
TIERS = (("Essential", 10), ("Important", 7), ("Optional", 2))
DOMAINS = ("Finance", "Law", "Education", "Healthcare & Medicine", "Computer Science")
DIMENSIONS = ("Logical Coherence", "Domain Expertise", "Linguistic Quality", "Depth of Analysis")


@dataclass(frozen=True)
class Size:
    """How much of everything; XpertBench's by default."""

    tasks: int = 1346
    checkpoints: int = 23_000
    systems: int = 14
    verdicts: int = 320_000
    gold_tasks: int = 245

    @classmethod
    def scaled(cls, tasks: int) -> Size:
        """XpertBench's proportions at another number of tasks."""
        share = tasks / cls.tasks
        return cls(
            tasks,
            checkpoints=int(cls.checkpoints * share),
            verdicts=int(cls.verdicts * share),
            gold_tasks=int(cls.gold_tasks * share),
        )


def words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(WORDS, k=count)).capitalize() + "."


def rows(size: Size, seed: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:  # noqa: C901
    """File name and row, in the order of the files."""
    chance = random.Random(seed)
    rubrics = [size.checkpoints // size.tasks] * size.tasks
    for place in range(size.checkpoints - sum(rubrics)):
        rubrics[place] += 1
    for t in range(size.tasks):
        yield "tasks", {
            "id": f"task-{t:05}", "title": words(chance, 6), "domain": chance.choice(DOMAINS),
            "category": "Memo", "language": "en", "difficulty": "medium",
            "prompt": words(chance, 80), "reference_answer": words(chance, 120),
        }  # fmt: skip
    for t, count in enumerate(rubrics):
        for c in range(count):
            tier, weight = chance.choice(TIERS)
            yield "checkpoints", {
                "task_id": f"task-{t:05}", "id": f"cp-{c:02}", "text": words(chance, 14),
                "weight": weight, "tier": tier, "dimension": chance.choice(DIMENSIONS),
                "position": c + 1,
            }  # fmt: skip
    for t in range(size.tasks):
        for s in range(size.systems):
            yield "responses", {
                "id": f"resp-{t:05}-{s:02}", "task_id": f"task-{t:05}", "model": f"system-{s:02}",
                "text": words(chance, 60), "role": "candidate" if s else "baseline",
            }  # fmt: skip
    for t in range(min(size.gold_tasks, size.tasks)):
        for s in range(size.systems):
            for c in range(rubrics[t]):
                yield "judgments", {
                    "response_id": f"resp-{t:05}-{s:02}", "checkpoint_id": f"cp-{c:02}",
                    "expert_id": "expert-1", "met": chance.random() < 0.3 + s / 40,
                    "rationale": words(chance, 16), "status": "confirmed",
                }  # fmt: skip
    yield "judges", {"id": "judge-1", "provider": "p", "model": "m", "mode": "zero_shot"}
    left = size.verdicts
    for t in range(size.tasks):
        for s in range(size.systems):
            for c in range(rubrics[t]):
                if left == 0:
                    return
                left -= 1
                yield "verdicts", {
                    "response_id": f"resp-{t:05}-{s:02}", "checkpoint_id": f"cp-{c:02}",
                    "judge_id": "judge-1", "met": chance.random() < 0.3 + s / 40, "state": "ok",
                    "rationale": words(chance, 20),
                }  # fmt: skip


def write_bundle(folder: Path, size: Size) -> None:
    """Writes the rows as a bundle folder."""
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, Any] = {}
    for name, row in rows(size):
        if name not in files:
            files[name] = (folder / f"{name}.jsonl").open("w", encoding="utf-8")
        files[name].write(json.dumps(row) + "\n")
    for file in files.values():
        file.close()
