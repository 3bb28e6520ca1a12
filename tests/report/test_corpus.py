"""Table 1 of the published benchmark comes out of a corpus of its shape, wherever it is shown."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from tests.built import built_project
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.records import Checkpoint, ProjectInfo, Stage, Task, Taxonomy, Visibility
from xpert_studio.core.records.planning import Category, Goal
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.report.blocks import Figure, Table
from xpert_studio.report.section import View
from xpert_studio.report.sections.corpus import CORPUS

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PUBLISHED = [
    ("Finance", 244, 17, 533, "Market Analysis"),
    ("Law", 215, 18, 413, "Juridical Reasoning"),
    ("Education", 329, 15, 960, "Pedagogy & Planning"),
    ("Engineering and Applied Sciences", 275, 19, 699, "Technical Mechanism"),
    ("Humanities and Social Sciences", 116, 15, 373, "Cultural Interpretation"),
    ("Computer Science", 92, 17, 558, "Logical Deduction"),
    ("Healthcare & Medicine", 75, 16, 371, "Clinical Judgment"),
]
"""XpertBench, arXiv 2604.02368, table 1: tasks, mean checkpoints, mean length, competency."""
CATEGORIES = 80


def spread(mean, n, by):
    """So many whole numbers around a mean, which is theirs exactly."""
    made = [mean + (by if place % 2 else -by) for place in range(n - n % 2)]
    return made + [mean] * (n % 2)


@built_project
def make_corpus(path) -> ProjectFile:
    """1,346 tasks in 80 categories, with rubrics and prompts of the published means."""
    goals = tuple(Goal(domain=name, tasks=n, competency=what) for name, n, *_, what in PUBLISHED)
    categories = tuple(
        Category(name=f"k{place}", domain=PUBLISHED[place % 7][0], chinese=f"类{place}")
        for place in range(CATEGORIES)
    )
    names = tuple(name for name, *_ in PUBLISHED)
    taxonomy = Taxonomy(domains=names, categories=categories, goals=goals)
    info = ProjectInfo(name="Corpus", created_at=NOW, taxonomy=taxonomy, canary="xpert-canary-x")
    project, ids = ProjectFile.create(path, info), count()
    with project.writing() as tx:
        intake = Intake(tx)
        for domain, n, checkpoints, length, _ in PUBLISHED:
            own = [one.name for one in categories if one.domain == domain]
            sizes = zip(spread(checkpoints, n, 3), spread(length, n, 100), strict=True)
            for place, (points, characters) in enumerate(sizes):
                id_ = f"t{next(ids)}"
                intake.task(
                    Task(
                        id=id_,
                        prompt="x" * characters,
                        domain=domain,
                        category=own[place % len(own)],
                        stage=Stage.READY,
                    )
                )
                for point in range(points):
                    intake.checkpoint(
                        Checkpoint(task_id=id_, id=f"c{point}", text=f"Says {point}.", weight=1,
                                   position=point)
                    )  # fmt: skip
        intake.flush()
    return project


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    with make_corpus(tmp_path_factory.mktemp("corpus") / "c.xpert") as made:
        yield made


def test_the_published_figures_are_those_of_the_shared_file():
    path = Path(os.environ.get("XPERT_SHARED", "shared"), "golden", "published_figures.json")
    if not path.exists():
        pytest.skip("no shared data")
    found = json.loads(path.read_text("utf-8"))["xpertbench"]
    keys = ("domain", "tasks", "mean_checkpoints", "mean_prompt_length", "competency")
    assert [tuple(one[key] for key in keys) for one in found["domains"]] == PUBLISHED
    assert (found["tasks_total"], found["categories_total"]) == (1346, CATEGORIES)


def test_table_1_comes_out(corpus):
    model = CORPUS.compute(View.on(corpus))
    data = CORPUS.plain(model)
    rows = [
        (name, one["tasks"], one["checkpoints"], one["prompt_length"], one["competency"])
        for name, one in data["domains"].items()
    ]
    assert rows == sorted(PUBLISHED, key=lambda one: -one[1])
    whole = data["all"]
    assert whole["tasks"] == 1346
    assert (round(whole["checkpoints"]), round(whole["prompt_length"])) == (17, 631)
    assert sum(len(one["categories"]) for one in data["domains"].values()) == CATEGORIES
    assert data["targets"][0]["missing"] == 0 and data["unlisted"] == []
    blocks = list(CORPUS.show(model))
    first, second = [one for one in blocks if isinstance(one, Table)][:2]
    assert len(first.rows) == 8 and len(second.rows) == CATEGORIES
    (picture,) = [one.chart for one in blocks if isinstance(one, Figure)]
    assert [item.value for item in picture.items] == sorted(
        (n for _, n, *_ in PUBLISHED), reverse=True
    )


def test_the_dataset_card_has_it(corpus, tmp_path):
    export_bundle(corpus, tmp_path / "b", visibility=Visibility.PUBLIC, now=NOW)
    card = (tmp_path / "b" / "README.md").read_text("utf-8")
    assert "| Law | 215 | 18.0 | 413 | Juridical Reasoning |" in card
    assert "| all | 1,346 | 16.9 | 631 |" in card
    assert "| Law | k1 |" in card
