"""Responses as models write them: typographic quotes, emphasis, fences in lists, links in Chinese.

``written_cases.json`` was labelled by somebody who had not seen the rules, among 900 others; these
are the ones that were decided otherwise before.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from xpert_studio.core.instruments.deciding import Subject
from xpert_studio.packs.checks.kinds import KINDS

CASES = json.loads((Path(__file__).parent / "written_cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']} {case['text'][:30]!r}")
def test_it_is_decided_as_it_was_labelled(case):
    kind = KINDS[case["kind"]]
    given = kind.parameters.model_validate(case["parameters"])
    outcome = kind.decide(Subject(case["text"]), given)
    assert outcome.passed is case["met"], str(outcome.reason)
