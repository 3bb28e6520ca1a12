"""Laws of merging the order of a rubric."""

import hypothesis.strategies as st
from hypothesis import assume, given

from xpert_studio.workflow.merging.orders import merge_orders, order_by

LINES = "abcdefg"


@st.composite
def sides(draw):
    """A base order and two that came of it, by adding, removing and moving lines."""
    base = draw(st.permutations(LINES))
    made = []
    for prefix in "xy":
        order = [line for line in base if draw(st.integers(0, 5))]
        if draw(st.booleans()) and len(order) > 1:
            order.insert(draw(st.integers(0, len(order) - 1)), order.pop(0))
        for number in range(draw(st.integers(0, 2))):
            order.insert(draw(st.integers(0, len(order))), f"{prefix}{number}")
        made.append(order)
    return base, *made


def lines_of(base, mine, theirs):
    """What is left after the lines were merged: what neither removed, what either added."""
    kept = [line for line in base if line in mine and line in theirs]
    return {*kept, *({*mine, *theirs} - set(base))}


@given(sides())
def test_it_is_the_same_whoever_merges(case):
    base, mine, theirs = case
    lines = lines_of(*case)
    assert merge_orders(base, mine, theirs, lines) == merge_orders(base, theirs, mine, lines)
    assert merge_orders(None, mine, theirs, lines) == merge_orders(None, theirs, mine, lines)


@given(sides())
def test_it_has_every_line_once(case):
    lines = lines_of(*case)
    for order in (merge_orders(*case, lines), order_by(case[1], case[2], lines)):
        if order is not None:
            assert sorted(order) == sorted(lines)


@given(sides())
def test_what_one_side_moved_is_moved(case):
    base, mine, _ = case
    untouched = list(base)
    lines = lines_of(base, mine, untouched)
    assert merge_orders(base, mine, untouched, lines) == [line for line in mine if line in lines]


@given(sides())
def test_added_lines_stand_after_what_they_were_added_after(case):
    base, mine, theirs = case
    assume(theirs == [line for line in base if line in theirs])
    lines = lines_of(*case)
    order = merge_orders(*case, lines)
    assume(order is not None)
    for line in (line for line in mine if line.startswith("x")):
        before = [other for other in mine[: mine.index(line)] if other in theirs and other in lines]
        if before:
            assert order.index(before[-1]) < order.index(line)


def test_moving_different_lines_needs_nobody():
    assert merge_orders("abcdef", "bcdefa", "abcfde", set("abcdef")) == list("bcfdea")


def test_moving_the_same_line_to_two_places_asks():
    assert merge_orders("abcde", "bcdea", "bcade", set("abcde")) is None
