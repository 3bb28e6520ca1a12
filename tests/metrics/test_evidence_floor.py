"""What an alignment must rest on before it is called certain."""

from __future__ import annotations

import pytest

from xpert_studio.core.metrics.evidence_floor import Behind, said_shortfalls, shortfalls
from xpert_studio.core.metrics.task_estimates import Estimate

FIGURES = {
    "cdr": Estimate(0.4, (0.1, 0.6), 20),
    "kappa_within": Estimate(0.4, (0.2, 0.6), 20),
    "beyond_floors": Estimate(2.4, None, 20),
    "within_correlation": Estimate(0.5, (0.1, 0.7), 20),
    "beyond_floors_graded": Estimate(2.4, None, 20),
}
GRADED = {"levels": ("graded",)}
BOTH = {"levels": ("decided", "graded")}
NONE = Estimate(None, None, 20)


def found(**changes):
    figures = {name: changes.pop(name, known) for name, known in FIGURES.items()}
    behind = Behind(changes.pop("clusters", 20), changes.pop("lack", None))
    levels = dict.fromkeys(changes.pop("levels", ("decided",)), behind)
    ordered = changes.pop("ordered", 20)
    return shortfalls(figures.__getitem__, levels, clusters=ordered, **({"pairs": 60} | changes))


def missing(**changes) -> list[str]:
    return [item.requirement for item in found(**changes)]


def with_interval(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, (low, high), 20)


def test_what_reaches_everything_lacks_nothing() -> None:
    assert missing() == missing(**GRADED) == missing(**BOTH) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"clusters": 19}, ["tasks"]),
        ({"clusters": 19, "has_families": True}, ["families"]),
        ({"pairs": 59}, ["pairs"]),
        ({"cdr": with_interval(0.0, 0.6)}, ["cdr"]),
        ({"kappa_within": with_interval(-0.1, 0.6)}, ["kappa_within"]),
        ({"kappa_within": NONE}, ["kappa_within"]),
        ({"beyond_floors": Estimate(2.0, None, 20)}, ["beyond_floors"]),  # 2.09 is needed
        ({"beyond_floors": Estimate(2.4, None, 4)}, ["beyond_floors"]),
        ({"beyond_floors": NONE}, ["beyond_floors"]),
        ({"levels": (), "kappa_within": NONE}, ["tasks", "kappa_within"]),
        ({"ordered": 19}, ["tasks"]),
        (GRADED | {"kappa_within": NONE, "beyond_floors": NONE}, []),
        (GRADED | {"within_correlation": with_interval(0.0, 0.5)}, ["within_correlation"]),
        (GRADED | {"beyond_floors_graded": NONE}, ["beyond_floors_graded"]),
        (BOTH | {"kappa_within": NONE, "within_correlation": NONE},
         ["kappa_within", "within_correlation"]),
        ({"anchors_known": False}, ["anchors"]),
        ({"clusters": 4, "pairs": 12}, ["tasks", "pairs"]),
    ],
)  # fmt: skip
def test_each_requirement_is_asked_for(changes, expected) -> None:
    assert missing(**changes) == expected


def test_what_is_missing_is_said_with_what_to_do() -> None:
    def said(**changes):
        return said_shortfalls(found(**changes))

    assert said(clusters=5, pairs=30) == ["5 of 20 tasks", "30 of 60 pairs"]
    assert said(clusters=5, has_families=True) == ["5 of 20 families of tasks"]
    assert said(cdr=with_interval(-0.05, 0.6)) == ["CDR may be as low as −0.05"]
    assert said(beyond_floors=Estimate(0.62, None, 20)) == [
        "not shown to tell more than checkpoint and system do (t 0.6, needs 2.09)"
    ]
    assert said(beyond_floors=NONE, lack="systems") == ["one system only: add a second one"]


def test_in_a_mixed_project_each_level_lacks_its_own() -> None:
    assert said_shortfalls(found(**BOTH, within_correlation=NONE)) == [
        "graded: correlation within checkpoints has no interval"
    ]
    missing = found(**BOTH, clusters=19)
    assert [(item.requirement, item.level) for item in missing] == [
        ("tasks", "decided"), ("tasks", "graded"),
    ]  # fmt: skip
