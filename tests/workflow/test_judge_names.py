"""Which judge is meant by what was typed."""

from __future__ import annotations

import pytest

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.workflow.judge_names import judge_named

FULL, MINI, SHOWN = (
    "openai:gpt-5:zero_shot:1",
    "openai:gpt-5-mini:zero_shot:2",
    "openai:gpt-5:shown:3",
)


def test_a_model_is_meant_whose_name_another_begins_with():
    assert judge_named("openai:gpt-5", [MINI, FULL]) == FULL
    assert judge_named("openai:gpt-5-m", [MINI, FULL]) == MINI
    assert judge_named(FULL, [MINI, FULL]) == FULL


@pytest.mark.parametrize("name", ["openai", "openai:gpt-5"])
def test_of_several_that_are_meant_all_are_named(name):
    with pytest.raises(UsageError) as said:
        judge_named(name, [FULL, SHOWN, MINI])
    assert SHOWN in str(said.value.remedy)
    assert (MINI in str(said.value.remedy)) == (name == "openai")


@pytest.mark.parametrize("name", ["", "gpt-5", "openai:gpt-6"])
def test_what_begins_no_id_is_not_there(name):
    with pytest.raises(NotFoundError):
        judge_named(name, [FULL, MINI])
