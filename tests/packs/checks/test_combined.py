"""Several constraints: decided by the checks that they name, and by nothing else."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs.checks.deciding import decided, passes
from tests.sampling import examples
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.records import Checkpoint
from xpert_studio.packs.checks.kinds import KINDS

PARTS = {
    'word_count {"at_most": 3}': lambda text: passes("word_count", text, at_most=3),
    'contains_any {"texts": ["zebra"]}': lambda text: passes("contains_any", text, texts=["zebra"]),
    'ends_with {"text": "."}': lambda text: passes("ends_with", text, text="."),
    "json_valid": lambda text: passes("json_valid", text),
}


@examples(40)
@given(
    st.lists(st.sampled_from(["zebra", "a", "b", "."]), max_size=6).map(" ".join),
    st.lists(st.sampled_from(sorted(PARTS)), min_size=1, max_size=4),
)
def test_it_holds_where_all_any_or_none_of_its_constraints_hold(text, wanted):
    held = [PARTS[item](text) for item in wanted]
    for require, expected in (("all", all(held)), ("any", any(held)), ("none", not any(held))):
        found = decided("constraints", text, constraints=wanted, require=require)
        assert found.passed is expected
        assert found.reason.startswith(f"{sum(held)} of {len(held)} constraints hold.")


def test_the_reason_names_the_constraints_that_decided():
    wanted = ['word_count {"at_most": 2}', 'contains_all {"texts": ["lease"]}']
    found = decided("constraints", "the lease ends now", constraints=wanted)
    assert "Number of words: 4" in found.reason
    assert "Contains" not in found.reason


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("word_counts {}", "there is no check 'word_counts'"),
        ('word_count {"at_mots": 3}', "the constraint word_count cannot read at_mots"),
        ("word_count at_most=3", "the constraint word_count cannot read at_most=3"),
        ('code_passes {"tests": "assert True"}', "no check 'code_passes' that can be"),
        ('constraints {"constraints": ["json_valid"]}', "no check 'constraints' that can be"),
        ("", "there is no check ''"),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_is_written(written, said):
    settings = {"check": "constraints", "parameters": {"constraints": [written]}}
    point = Checkpoint(
        task_id="t", id="c", text="x", weight=1, instrument="check", settings=settings
    )
    assert said in INSTRUMENTS["check"].settings_problem(point)


def test_its_version_rises_with_those_of_the_checks_that_it_asks():
    def version(*wanted):
        settings = {"check": "constraints", "parameters": {"constraints": list(wanted)}}
        fields = {"task_id": "t", "id": "c", "text": "x", "weight": 1, "instrument": "check"}
        return INSTRUMENTS["check"].version(Checkpoint(**fields, settings=settings))

    raised = next(kind for kind in KINDS.values() if kind.version > 1 and kind.id == "language")
    assert version("json_valid") == KINDS["json_valid"].version
    named = f"language {json.dumps({'language': 'en'})}"
    assert version("json_valid", named) == version("json_valid") + raised.version - 1
