"""What an alignment must rest on before it is called certain."""

from __future__ import annotations

import pytest

from xpert_studio.metrics.evidence_floor import shortfalls
from xpert_studio.metrics.task_estimates import Estimate

ENOUGH = {"tasks": 20, "pairs": 60, "has_decided": True, "has_graded": False}
FIGURES = {
    "kappa": Estimate(0.4, (0.2, 0.6), 20),
    "accuracy": Estimate(0.85, (0.81, 0.9), 20),
    "constant_accuracy": Estimate(0.8, None, 20),
    "weighted_kappa": Estimate(0.5, (0.1, 0.7), 20),
    "mae": Estimate(8.0, (6.0, 11.9), 20),
    "constant_mae": Estimate(12.0, None, 0),
}
GRADED = {"has_decided": False, "has_graded": True}
BOTH = {"has_graded": True}


def missing(**changes) -> list[str]:
    figures = {name: changes.pop(name, known) for name, known in FIGURES.items()}
    found = shortfalls(figures.__getitem__, **(ENOUGH | changes))
    return [item.requirement for item in found]


def with_interval(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, (low, high), 20)


NONE = Estimate(None, None, 0)


def test_what_reaches_everything_lacks_nothing() -> None:
    assert missing() == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"tasks": 19}, ["tasks"]),
        ({"pairs": 59}, ["pairs"]),
        ({"kappa": with_interval(0.0, 0.6)}, ["kappa"]),
        ({"kappa": NONE}, ["kappa"]),
        ({"accuracy": with_interval(0.8, 0.9)}, ["accuracy"]),
        ({"accuracy": NONE, "constant_accuracy": NONE}, ["accuracy"]),
        ({"has_decided": False, "kappa": NONE, "accuracy": NONE}, ["kappa", "accuracy"]),
        (GRADED | {"kappa": NONE, "accuracy": NONE}, []),
        (GRADED | {"weighted_kappa": with_interval(0.0, 0.5)}, ["weighted_kappa"]),
        (GRADED | {"mae": with_interval(6.0, 12.0)}, ["mae"]),
        (GRADED | {"mae": NONE, "weighted_kappa": NONE}, ["weighted_kappa", "mae"]),
        (BOTH | {"kappa": NONE, "mae": NONE}, ["kappa", "mae"]),
        ({"tasks": 4, "pairs": 12}, ["tasks", "pairs"]),
    ],
)
def test_each_requirement_is_asked_for(changes, expected) -> None:
    assert missing(**changes) == expected
