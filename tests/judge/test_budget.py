"""A budget is never overdrawn by what calls may take; verdicts share all tokens of their call."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from xpert_studio.core.judge.budget import Budget, Limits, Need, OutOfBudgetError
from xpert_studio.core.judge.verdict_making import split_usage
from xpert_studio.core.records import Usage

COUNTS = st.integers(0, 1_000)
USAGES = st.builds(
    Usage,
    input_tokens=st.none() | COUNTS,
    output_tokens=st.none() | COUNTS,
)


@given(st.lists(st.tuples(st.integers(1, 1_000), USAGES, st.none() | st.floats(0, 9)), max_size=9))
@examples(100)
def test_what_is_unknown_counts_as_expected(calls):
    budget = Budget(Limits())
    tokens, money = 0, 0.0
    for expected, usage, cost in calls:
        need = Need(expected, 2.0)
        budget.hold(need)
        budget.settle(need, usage, cost)
        known = (usage.input_tokens, usage.output_tokens)
        tokens += expected if None in known else sum(known)
        money += 2.0 if cost is None else cost
    assert (budget.calls, budget.tokens) == (len(calls), tokens)
    assert budget.money == pytest.approx(money)


@pytest.mark.parametrize("limits", [Limits(tokens=100), Limits(money=1.0), Limits(calls=1)])
def test_what_is_under_way_is_held(limits):
    budget, need = Budget(limits), Need(60, 0.6)
    budget.hold(need)
    with pytest.raises(OutOfBudgetError):
        budget.hold(need)
    budget.settle(need, Usage(), None)
    with pytest.raises(OutOfBudgetError):
        budget.hold(need)


@given(USAGES, st.integers(1, 40))
@examples(100)
def test_the_tokens_of_a_call_are_divided_wholly_and_evenly(usage, parts):
    found = split_usage(usage, parts)
    assert len(found) == parts
    for name in ("input_tokens", "output_tokens"):
        shares = [share and getattr(share, name) for share in found]
        if getattr(usage, name) is None:
            assert set(shares) == {None}
        else:
            assert sum(shares) == getattr(usage, name)
            assert max(shares) - min(shares) <= 1
