"""Which systems paired tests by task cannot tell apart, in groups from the best on."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.report.scored import NOW, scored_project
from xpert_studio.core.workflow import CommandContext, Preference, record_comparison
from xpert_studio.packs.comparisons.section_figures import EXPERTS, comparison_figures
from xpert_studio.report.ties import groups_by_test, tied_words

TASKS = 12


def groups(shares: dict[tuple[int, int], list[float]], names: str) -> dict[str, str]:
    """The letter of each system, by how often the first of each pair won on each task."""
    won = np.array([np.resize(share, TASKS) for share in shares.values()]).reshape(-1, TASKS)
    one, other = (np.stack([part, np.ones_like(won)], axis=-1) for part in (won, 1 - won))
    found = groups_by_test(names, list(shares), one, other)
    return {name: tie.letter for name, tie in found.items()}


@pytest.mark.parametrize(
    ("shares", "letters"),
    [
        ({(0, 1): [1, 1, 0.5], (0, 2): [1], (1, 2): [1, 0.5]}, "ABC"),
        ({(0, 1): [1, 0], (0, 2): [1, 0.5], (1, 2): [1, 0]}, "AAB"),
        ({(0, 1): [1, 0], (0, 2): [0, 1], (1, 2): [1, 0]}, "AAA"),
        ({(0, 1): [1]}, "ABB"),
    ],
)
def test_a_group_ends_at_the_first_that_differs_from_its_best(shares, letters):
    assert "".join(groups(shares, "abc").values()) == letters


def test_one_system_and_none():
    assert groups({}, "a") == {"a": "A"}
    assert groups({}, "") == {}
    assert tied_words({}).startswith("All ranked systems can be told apart")


def test_systems_that_no_comparison_joins_have_no_groups(tmp_path):
    with scored_project(tmp_path / "p.xpert") as project:
        ctx = CommandContext(project, "amara", lambda: NOW)
        for task in range(6):
            for pair in ((0, 1), (2, 3)):
                one, other = (f"t{task}:{system}" for system in pair)
                record_comparison(ctx, one, other, Preference.FIRST)
        found = comparison_figures(project).rater(EXPERTS)
        assert (len(found.groups), found.ties) == (2, {})
        assert [(one.first, one.second) for one in found.by_pair] == [
            ("aurora", "borealis"), ("cirrus", "drift")
        ]  # fmt: skip
        for one, other in combinations(range(4), 2):
            record_comparison(ctx, f"t0:{one}", f"t0:{other}", Preference.FIRST)
        found = comparison_figures(project).rater(EXPERTS)
        assert len(found.groups) == 1
        assert {tie.letter for tie in found.ties.values()} <= set("ABCD")
