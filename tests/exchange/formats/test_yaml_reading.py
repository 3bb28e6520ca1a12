"""YAML is read as plain values, bounded, and what is wrong is said with the line."""

from __future__ import annotations

import contextlib
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.exchange.formats.yaml_reading import YamlFaultError, read_yaml

plain_text = st.text(st.characters(exclude_categories=["Cs"], max_codepoint=0xFFFF), max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | plain_text
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(plain_text, inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(values)
def test_json_in_ascii_is_read_as_it_is(value):
    """JSON is YAML, but for the key <<, which merges, and for pairs of surrogates."""
    text = json.dumps(value)
    if '"<<"' not in text:
        assert read_yaml(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: yes\nb: no\nc: on\nd: true", {"a": "yes", "b": "no", "c": "on", "d": True}),
        ("[012, 0o17, 0x1F, 1_000, 1:30, .5, 1e3, -3, ~]",
         [12, 15, 31, 1000, "1:30", 0.5, 1000.0, -3, None]),
        ("a: 2026-01-01\n1: x\nnull: y", {"a": "2026-01-01", "1": "x", "null": "y"}),
        ("a: !!str 5\nb: '5'\nc: |\n  x\n  y\n", {"a": "5", "b": "5", "c": "x\ny\n"}),
        ("x: &x {a: 1, b: 2}\ny: {<<: *x, b: 3}\nz: [*x, *x]",
         {"x": {"a": 1, "b": 2}, "y": {"b": 3, "a": 1}, "z": [{"a": 1, "b": 2}] * 2}),
        ("", None),
    ],
)  # fmt: skip
def test_values_are_those_of_yaml_1_2(text, value):
    assert read_yaml(text) == value


BOMB = "\n".join(
    ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
)
MERGES = "\n".join(
    ["a0: &a0 {k: v}"]
    + [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}], k{n}: v}}" for n in range(1, 12)]
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOMB, "too large"),
        (MERGES, "too large"),
        ("a: &a [*a]", "holds itself"),
        ("a: *b", "not defined"),
        ("[" * 5000, "too deeply"),
        ("a: 1\na: 2", "twice, in line 2"),
        ("a: !!python/object/apply:os.system ['touch x']", "tag"),
        ("a: !!binary aGk=", "tag"),
        ("a: 1\n---\nb: 2", "more than one document"),
        ("a: [1", "line"),
        ("a:\n\t- b", "line 2"),
        ("? [a, b]\n: c", "key"),
        ("a: .inf", "no number"),
        ("<<: 5", "merges"),
        ('a: "\\ud800"', "is not YAML|surrogate"),
        ("a: \x00", "is not YAML"),
    ],
)
def test_what_is_wrong_is_said(text, said):
    with pytest.raises(YamlFaultError, match=said) as raised:
        read_yaml(text)
    assert raised.value.message.endswith(".")


def test_a_long_line_is_read():
    assert read_yaml("a: " + "x" * 10_000_000)["a"][-1] == "x"
    assert math.isclose(read_yaml("a: " + "9" * 300)["a"], float("9" * 300))
    assert read_yaml("a: " + "9" * 5000)["a"] == "9" * 5000


@given(st.text(alphabet="ab:-[]{}&*!|>'\"\n #?,%@<0", max_size=60))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(YamlFaultError):
        read_yaml(text)
