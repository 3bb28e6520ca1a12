"""Search by meaning against search by keywords: recall and rank of the right cases, and speed.

    python tests/benchmarks/bench_meaning.py [--shared PATH] [--misses]

The queries of ``meaning_queries.py`` were written before any search was run. recall@5 is the share
of a query's right cases among the first five (of five, where more are right); MRR the mean of one
over the place of the first right one among the first ten, 0 without one. Intervals of 95 %:
percentiles of 10,000 resamples of queries. ``keywords`` is the program's search, which needs every
word; ``any keyword`` ranks by BM25 (k1 1.2, b 0.75) over the same words. ``both`` takes turns
between the sentence model and characters (reciprocal ranks, k 60).
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.meaning_queries import (  # noqa: E402
    SAMPLE_CHECKPOINTS,
    SAMPLE_TASKS,
    SHARED_TASKS,
    Query,
)
from xpert_studio.core.exchange import import_bundle  # noqa: E402
from xpert_studio.core.extras import EXTRAS  # noqa: E402
from xpert_studio.core.records import ProjectInfo  # noqa: E402
from xpert_studio.core.store import ProjectFile, Transaction, task_list  # noqa: E402
from xpert_studio.core.store.search import HitKind, SearchIndex  # noqa: E402
from xpert_studio.core.store.search_sources import (  # noqa: E402
    SOURCES,
    folded,
    keys_of,
    texts_after,
    tokens,
)
from xpert_studio.core.workflow.views.finders import Wanted  # noqa: E402
from xpert_studio.packs.meaning.encoders import ENCODERS  # noqa: E402
from xpert_studio.packs.meaning.finding import find_alike  # noqa: E402

Ranked = Callable[[Transaction, str, HitKind], list[str]]
DEPTH, CUT, RESAMPLES, SEED = 10, 5, 10_000, 20261130


def keywords(path: Path) -> Ranked:
    index = SearchIndex(path, None)

    def ranked(tx: Transaction, text: str, kind: HitKind) -> list[str]:
        hits = index.search(tx, text, kinds=(kind,), limit=100)
        return list(dict.fromkeys("/".join(hit.key) for hit in hits))

    return ranked


def any_keyword(tx: Transaction, text: str, kind: HitKind) -> list[str]:
    """BM25 over all texts of a record."""
    source = next(one for one in SOURCES if one.kind is kind)
    whole: dict[int, list[str]] = defaultdict(list)
    for pk, _, part in texts_after(tx, source, 0):
        whole[pk] += tokens(folded(part))
    counts = {pk: Counter(found) for pk, found in whole.items()}
    seen = Counter(word for one in counts.values() for word in one)
    mean = sum(map(len, whole.values())) / len(whole)
    scores = dict.fromkeys(whole, 0.0)
    for word in set(tokens(folded(text))):
        rarity = math.log(1 + (len(whole) - seen[word] + 0.5) / (seen[word] + 0.5))
        for pk, one in counts.items():
            if n := one[word]:
                scores[pk] += rarity * n * 2.2 / (n + 1.2 * (0.25 + 0.75 * len(whole[pk]) / mean))
    best = sorted((pk for pk in scores if scores[pk] > 0), key=lambda pk: -scores[pk])[:100]
    keys = keys_of(tx, source, best)
    return ["/".join(keys[pk][0]) for pk in best if pk in keys]


def by(encoder: str) -> Ranked:
    def ranked(tx: Transaction, text: str, kind: HitKind) -> list[str]:
        found = find_alike(tx, "", Wanted(text, (kind,), 100, encoder))
        return ["/".join(hit.key) for hit in found.hits]

    return ranked


def both(*ways: Ranked) -> Ranked:
    def ranked(tx: Transaction, text: str, kind: HitKind) -> list[str]:
        scores: dict[str, float] = defaultdict(float)
        for way in ways:
            for place, key in enumerate(way(tx, text, kind), start=1):
                scores[key] += 1 / (60 + place)
        return sorted(scores, key=lambda key: -scores[key])

    return ranked


def measures(found: Sequence[str], right: Sequence[str], ending: int) -> tuple[float, float]:
    """recall@5 and the reciprocal rank; ids may be known by their last characters."""
    hits = [any(one[-ending:] == key for key in right) for one in found[:DEPTH]]
    first = hits.index(True) + 1 if any(hits) else 0
    return sum(hits[:CUT]) / min(len(right), CUT), 1 / first if first else 0.0


def interval(values: Sequence[float]) -> str:
    if not values:
        return "–"
    drawn = np.random.default_rng(SEED).integers(0, len(values), (RESAMPLES, len(values)))
    low, high = np.quantile(np.array(values)[drawn].mean(axis=1), (0.025, 0.975))
    return f"{np.mean(values):.2f} ({low:.2f}–{high:.2f})"


def project_of(folder: Path, bundle: Path) -> ProjectFile:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    info = ProjectInfo(name="m", created_at=now, canary="bench")
    project = ProjectFile.create(folder / f"{bundle.name}.xpert", info)
    import_bundle(project, bundle, now=now)
    return project


def run(
    project: ProjectFile, ways: dict[str, Ranked], sets: Sequence[tuple[HitKind, Sequence[Query], int]],
    got: dict[tuple[str, str], list[tuple[float, float]]], *, misses: bool,
) -> None:  # fmt: skip
    with project.reading() as tx:
        there = [row.id for row in task_list.facets(tx)]
        for name, way in ways.items():
            begun = time.process_time()
            count = 0
            for kind, queries, ending in sets:
                for language, text, right in queries:
                    if not any(id_[-ending:] == right[0].split("/")[0] for id_ in there):
                        continue  # of another project
                    found = way(tx, text, kind)
                    count += 1
                    recall, rank = measures(found, right, ending)
                    got[name, f"{kind.value}s, {language}"].append((recall, rank))
                    if misses and recall == 0:
                        print(f"  {name} misses: {text} -> {found[:3]}")
            print(f"  {name}: {(time.process_time() - begun) / max(count, 1):.3f} s of CPU a query")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--shared", type=Path)
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    got: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        sample = ROOT / "sample_projects"
        own = [(HitKind.TASK, SAMPLE_TASKS, 99), (HitKind.CHECKPOINT, SAMPLE_CHECKPOINTS, 99)]
        corpora = [(sample / "four_professions", own), (sample / "support_desk", own)]
        if given.shared:
            shared = [(HitKind.TASK, SHARED_TASKS, 6)]
            corpora.append((given.shared / "data" / "summhay", shared))
        for bundle, sets in corpora:
            project = project_of(Path(folder), bundle)
            alone = {
                name: by(name)
                for name, one in ENCODERS.items()
                if not one.extra or EXTRAS[one.extra].is_there
            }
            ways: dict[str, Ranked] = {
                "keywords": keywords(project.path), "any keyword": any_keyword, **alone,
            }  # fmt: skip
            if len(alone) > 1:
                ways["both"] = both(*alone.values())
            print(bundle.name)
            run(project, ways, sets, got, misses=given.misses)
            project.close()
    print("\n| queries | n | found by | recall@5 | MRR |\n| --- | --- | --- | --- | --- |")
    groups = sorted({group for _, group in got})
    for group in (*groups, "all"):
        for way in dict.fromkeys(name for name, _ in got):
            rows = [one for key, own in got.items() for one in own
                    if key[0] == way and group in (key[1], "all")]  # fmt: skip
            recall, rank = (interval([one[at] for one in rows]) for at in (0, 1))
            print(f"| {group} | {len(rows)} | {way} | {recall} | {rank} |")


if __name__ == "__main__":
    main()
