"""The order of lines: keys between any two others, few changes, whole numbers outside."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from xpert_studio.core.records import Checkpoint, arranged, order_key, placed
from xpert_studio.core.records.order import keys_between, position_of

NUMBERS = st.integers(0, 2**63 - 1)


def point(id_: str, position: int | str | None = None, task_id: str = "t") -> Checkpoint:
    return Checkpoint(task_id=task_id, id=id_, text="Is done.", weight=1, position=position)


@given(NUMBERS, NUMBERS)
def test_keys_of_whole_numbers_are_in_their_order_and_come_back(first, second):
    assert (order_key(first) < order_key(second)) == (first < second)
    assert position_of(order_key(first)) == first


@given(st.lists(st.integers(0, 30), min_size=1, max_size=60))
def test_a_line_can_always_be_put_between_two_others_and_changes_no_other(places):
    lines: tuple[Checkpoint, ...] = ()
    for number, at in enumerate(places):
        place = min(at, len(lines))
        wanted = (*lines[:place], point(f"c{number}"), *lines[place:])
        now = arranged(wanted)
        assert [line.id for line in now] == [line.id for line in wanted]
        assert [line for line in now if line not in lines] == [now[place]]
        keys = [order_key(line.position) for line in now]
        assert keys == sorted(set(keys))
        assert all(Checkpoint.model_validate(dict(line)) == line for line in now)
        lines = now


@given(st.permutations(range(8)), st.data())
def test_any_order_is_reached(order, data):
    known = st.none() | st.integers(0, 9) | st.sampled_from(["Z9", "Z0", "Y89", "a1V", "b12z"])
    lines = [point(f"c{number}", data.draw(known)) for number in order]
    now = arranged(lines)
    keys = [order_key(line.position) for line in now]
    assert [line.id for line in now] == [line.id for line in lines]
    assert keys == sorted(set(keys))


def test_a_moved_line_is_the_only_one_that_changes():
    lines = [point(f"c{place}", place) for place in range(200)]
    for moved in (arranged([lines[150], *lines[:150], *lines[151:]]),
                  arranged([*lines[:3], *lines[4:], lines[3]])):  # fmt: skip
        assert len([line for line in moved if line not in lines]) == 1


@given(st.integers(1, 400))
def test_many_keys_between_two_stay_short(count):
    keys = keys_between("a1", "a2", count)
    assert ["a1", *keys, "a2"] == sorted({"a1", *keys, "a2"})
    assert max(map(len, keys)) < 8


def test_lines_go_out_with_whole_numbers_task_by_task():
    lines = [point("b", "a0V"), point("a", 0), point("x", 40, "u"), point("d"), point("c", "a0V")]
    shown = {(line.task_id, line.id): line.position for line in placed(lines)}
    assert shown == {("t", "a"): 0, ("t", "b"): 1, ("t", "c"): 2, ("t", "d"): 3, ("u", "x"): 40}
    assert [line.id for line in placed(lines)] == [line.id for line in lines]


@pytest.mark.parametrize("text", ["b01", "a", "A1", "a1V0", "b1", "a1 ", "s1", "t" + "1" * 20, "1"])
def test_what_is_no_key_is_no_position(text):
    with pytest.raises(ValidationError):
        point("c", text)


def test_a_key_that_is_a_whole_number_is_one():
    found = Checkpoint.model_validate_json(json.dumps(point("c", 12).model_dump(mode="json")))
    assert (found.position, point("c", "b12").position) == (12, 12)
    assert point("c", 1).content_hash == point("c", "a0V").content_hash
