"""Search at XpertBench's size, against reading the same texts once from the file.

    python tests/benchmarks/bench_search.py [--tasks 1346]

Prints how long the first indexing takes, how long a search takes, and both as ratios to reading
all texts from the project.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from xpert_studio.core.records import Checkpoint, ProjectInfo, Response, Task
from xpert_studio.core.store import ProjectFile, responses, tasks
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.search import SearchIndex

WORDS = [
    "notice",
    "tenant",
    "clause",
    "margin",
    "liquidity",
    "covenant",
    "dose",
    "renal",
    "beam",
    "moment",
    "deflection",
    "witness",
    "pupil",
    "syllabus",
    "hedge",
    "forward",
    "option",
    "rent",
    "lease",
    "break",
    "period",
    "statute",
    "appeal",
    "remedy",
    "damages",
]
HAN = "承租人违约金合同解除通知期限剂量肾功能患者教学目标判决依据风险提示计算结果说明指出"
QUERIES = (
    "liquidity",
    "quidit",
    "违约",
    "违约金",
    "肾",
    "tenant notice",
    "合同解除",
    '"break period"',
)


def prose(rng: random.Random, length: int, *, chinese: bool) -> str:
    if chinese:
        return "".join(rng.choice(HAN) for _ in range(length // 2))
    return " ".join(rng.choice(WORDS) for _ in range(length // 7))


def build(path: Path, count: int) -> ProjectFile:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    project = ProjectFile.create(path, ProjectInfo(name="b", created_at=now, canary="bench"))
    rng = random.Random(7)
    with project.writing() as tx:
        intake = Intake(tx)
        for t in range(count):
            zh = t % 2 == 0
            intake.task(Task(id=f"t{t}", prompt=prose(rng, 3000, chinese=zh)))
            for c in range(25):
                text = prose(rng, 140, chinese=zh) + f" {c}"
                intake.checkpoint(Checkpoint(task_id=f"t{t}", id=f"c{c}", text=text, weight=5))
            for r in range(8):
                text = prose(rng, 5000, chinese=zh)
                intake.response(Response(id=f"t{t}r{r}", task_id=f"t{t}", model=f"m{r}", text=text))
        intake.flush()
    return project


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tasks", type=int, default=1346)
    count = parser.parse_args().tasks
    with tempfile.TemporaryDirectory() as folder:
        project = build(Path(folder, "b.xpert"), count)
        with project.reading() as tx:
            begun = time.perf_counter()
            size = sum(len(task.full_prompt) for task in tasks.all_tasks(tx))
            size += sum(len(point.text) for point in tasks.all_checkpoints(tx))
            size += sum(len(item.text) for item in responses.all_responses(tx))
            reading = time.perf_counter() - begun
            index = SearchIndex(project.path, Path(folder, "cache"))
            begun = time.perf_counter()
            taken = index.update(tx)
            building = time.perf_counter() - begun
            print(f"{count} tasks, {taken:,} texts, {size / 1e6:.1f} million characters")
            print(f"reading them once: {reading:.2f} s")
            print(f"first indexing: {building:.1f} s, {building / reading:.1f} times reading")
            for query in QUERIES:
                times = []
                for _ in range(5):
                    begun = time.perf_counter()
                    hits = index.search(tx, query)
                    times.append(time.perf_counter() - begun)
                middle = statistics.median(times)
                print(f"{query:14} {len(hits):3} hits {middle * 1000:7.1f} ms "
                      f"{middle / reading:.3f} of reading")  # fmt: skip
            index.close()
        project.close()


if __name__ == "__main__":
    main()
