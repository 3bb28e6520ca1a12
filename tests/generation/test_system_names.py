"""What a system is called that has no name: two that are set otherwise never share one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.generation.asking import ModelChoice

SETTINGS = st.fixed_dictionaries(
    {
        "reasoning_effort": st.sampled_from([None, "low", "high"]),
        "thinking_tokens": st.sampled_from([None, 0, 8000, 16000]),
        "temperature": st.sampled_from([None, 0.0, 0.2, 0.20000001, 1.0]),
        "max_output_tokens": st.sampled_from([None, 800, 8000]),
        "system_prompt": st.sampled_from([None, "", "Be brief.", "Be brief"]),
        "search": st.sampled_from([None, False, True]),
    }
)


@given(SETTINGS, SETTINGS)
def test_two_names_are_the_same_only_where_nothing_differs(first, second):
    one, two = (ModelChoice("openai", "gpt-5", **each) for each in (first, second))
    differs = one.system("x").differs(two.system("x"))
    assert (one.system_name == two.system_name) is not bool(differs)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({}, "gpt-5"),
        ({"reasoning_effort": "high", "search": True}, "gpt-5-high with search"),
        ({"thinking_tokens": 16000}, "gpt-5-thinking-16000"),
        ({"thinking_tokens": 0, "temperature": 0.0}, "gpt-5-thinking-0-temperature-0"),
        ({"temperature": 0.2, "max_output_tokens": 900}, "gpt-5-temperature-0.2-output-900"),
    ],
)
def test_a_name_says_what_is_set(settings, name):
    assert ModelChoice("openai", "gpt-5", **settings).system_name == name
