"""What an alignment must rest on before it is called certain."""

from __future__ import annotations

import pytest

from xpert_studio.metrics.evidence_floor import shortfalls

ENOUGH = {
    "tasks": 20,
    "pairs": 60,
    "kappa_interval": (0.2, 0.6),
    "accuracy_interval": (0.81, 0.9),
    "constant_accuracy": 0.8,
}


def missing(**changes) -> list[str]:
    return [item.requirement for item in shortfalls(**(ENOUGH | changes))]


def test_what_reaches_everything_lacks_nothing() -> None:
    assert missing() == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"tasks": 19}, ["tasks"]),
        ({"pairs": 59}, ["pairs"]),
        ({"kappa_interval": (0.0, 0.6)}, ["kappa"]),
        ({"kappa_interval": None}, ["kappa"]),
        ({"accuracy_interval": (0.8, 0.9)}, ["accuracy"]),
        ({"accuracy_interval": None, "constant_accuracy": None}, ["accuracy"]),
        ({"tasks": 4, "pairs": 12}, ["tasks", "pairs"]),
    ],
)
def test_each_requirement_is_asked_for(changes, expected) -> None:
    assert missing(**changes) == expected
