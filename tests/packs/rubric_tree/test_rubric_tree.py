"""A rubric tree comes in with its authors' score: a leaf weighs its share down all branches."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, records_of, refusal
from xpert_studio.core.exchange import import_any
from xpert_studio.core.exchange.formats.incoming import Terms
from xpert_studio.core.records import JudgmentStatus
from xpert_studio.core.workflow import new_project
from xpert_studio.packs.rubric_tree.importing import Tree


def leaf(name: str, weight: float, **more: Any) -> dict[str, Any]:
    return {"id": name, "requirements": f"Has {name}.", "weight": weight, "sub_tasks": [],
            "task_category": "Code Development", **more}  # fmt: skip


def branch(name: str, weight: float, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": name, "requirements": f"All of {name}.", "weight": weight,
            "sub_tasks": list(parts), "task_category": None, **more}  # fmt: skip


TREE = branch("root", 1, branch("a", 3, leaf("x", 1), leaf("y", 2)), leaf("z", 1))


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def write(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value))
    return path


def score(node: dict[str, Any], met: set[str]) -> Fraction:
    """The node's score as its authors compute it: the weighted average of its parts."""
    parts = node["sub_tasks"]
    if not parts:
        return Fraction(node["id"] in met)
    total = sum(Fraction(part["weight"]) for part in parts)
    return sum(Fraction(part["weight"]) * score(part, met) for part in parts) / total


def test_a_leaf_weighs_the_product_of_its_shares(project, tmp_path):
    report = import_any(project, write(tmp_path / "t.json", TREE), now=NOW)
    assert report.format == "paperbench"
    assert report.added == {"tasks": 1, "checkpoints": 3}
    points = {point.id: point for point in records_of(project)["checkpoints"]}
    # By hand: a has 3 of 4, of which x has 1 of 3 and y has 2 of 3; z has 1 of 4.
    assert {name: point.weight for name, point in points.items()} == {"x": 25, "y": 50, "z": 25}
    assert points["x"].text == "Has x.\n\nPart of: All of a."
    assert points["z"].text == "Has z."
    assert points["x"].dimension == "Code Development"
    assert any("shares down its branches" in text for text in report.warnings)
    assert any("no prompt" in text for text in report.warnings)


trees = st.recursive(
    st.integers(1, 9).map(lambda weight: ("leaf", weight)),
    lambda inner: st.tuples(st.lists(inner, min_size=1, max_size=3), st.integers(1, 9)),
    max_leaves=8,
)


def built(shape: Any, count: list[int]) -> dict[str, Any]:
    count[0] += 1
    name = f"n{count[0]}"
    if shape[0] == "leaf":
        return leaf(name, shape[1])
    return branch(name, shape[1], *(built(part, count) for part in shape[0]))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(shapes=st.lists(trees, min_size=1, max_size=3), met_numbers=st.sets(st.integers(1, 40)))
def test_the_composed_score_is_the_roots_own(project, tmp_path, shapes, met_numbers):
    count = [0]
    root = branch("root", 1, *(built(shape, count) for shape in shapes))
    taken = Tree(write(tmp_path / "t.json", root), project, Terms(NOW)).taken()
    points = [item.record for item in taken.records[1:]]
    met = {f"n{number}" for number in met_numbers}
    ours = sum(point.weight for point in points if point.id in met)
    assert ours / sum(point.weight for point in points) == pytest.approx(float(score(root, met)))


def test_scores_come_in_as_submitted_of_an_unknown_grader(project, tmp_path):
    said = {"valid_score": True, "explanation": "Seen.", "judge_metadata": None}
    tree = branch(
        "root", 1, leaf("x", 1, score=1.0, **said), leaf("y", 2, score=0.0, **said),
        leaf("z", 1, **(said | {"score": 1.0, "valid_score": False})),
    )  # fmt: skip
    report = import_any(project, write(tmp_path / "g.json", tree), now=NOW)
    found = records_of(project)
    assert {item.checkpoint_id: item.value for item in found["judgments"]} == {"x": 1, "y": 0}
    assert {item.status for item in found["judgments"]} == {JudgmentStatus.SUBMITTED}
    assert found["judgments"][0].rationale == "Seen."
    assert any("not valid" in text and "1" in text for text in report.warnings)


def test_other_names_are_read_and_told(project, tmp_path):
    def renamed(node: dict[str, Any]) -> dict[str, Any]:
        return {"description": node["requirements"], "points": node["weight"],
                "children": [renamed(part) for part in node["sub_tasks"]]}  # fmt: skip

    report = import_any(project, write(tmp_path / "t.json", renamed(TREE)), now=NOW)
    assert [point.weight for point in records_of(project)["checkpoints"]] == [25, 50, 25]
    assert any("“children” for “sub_tasks”" in text for text in report.warnings)


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        (branch("root", 1, leaf("x", 0), leaf("y", 0)), "is 0 for all its parts"),
        (branch("root", 1, leaf("x", -1), leaf("y", 2)), "is not a weight"),
        (branch("root", 1, leaf("x", 1, score=0.5), leaf("y", 2, score=1)), "neither 0 nor 1"),
    ],
)
def test_what_would_change_the_score_is_refused(project, tmp_path, tree, said):
    problems = refusal(project, write(tmp_path / "t.json", tree))
    assert any(said in problem.message for problem in problems)
