"""What has another shape than its type is as if a file did not say it; all else comes as it is."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from xpert_studio.core.exchange.formats.lenient import Amount, Count, Maybe, Sound, Within


class Part(BaseModel):
    model_config = ConfigDict(strict=True)

    name: str


class Whole(BaseModel):
    """Not strict: the types have to be it by themselves where that matters."""

    text: Maybe[str] = None
    parts: Sound[Part] = []
    held: Within[dict[str, Any]] = {}
    count: Count = None
    amount: Amount = None


ODD: list[Any] = [None, True, "5", -1, float("nan"), 2**53, [5], {"name": 5}]


@pytest.mark.parametrize(
    ("field", "sound", "nothing"),
    [
        ("text", ["", "5", "x"], None),
        ("parts", [[Part(name="a")]], []),
        ("held", [{"a": {"b": [1]}}, {"name": 5}], {}),
        ("count", [0, 5, 2**53 - 1], None),
        ("amount", [0, 2, 2.5], None),
    ],
)
def test_other_shapes_are_nothing(field, sound, nothing):
    for value in sound:
        found = getattr(Whole.model_validate({field: value}), field)
        assert (found, type(found)) == (value, type(value))
    for value in ODD:
        if value not in sound:
            assert getattr(Whole.model_validate({field: value}), field) == nothing, value


def test_of_a_list_the_sound_entries_stay_in_order():
    given = [{"name": "a"}, 5, {"name": 5}, {}, None, {"name": "b", "more": 1}]
    assert Whole.model_validate({"parts": given}).parts == [Part(name="a"), Part(name="b")]
