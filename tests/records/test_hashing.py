"""Content hashes: equal meaning, equal hash; any other meaning, another hash."""

from __future__ import annotations

import hashlib
import json
import math
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.records import Checkpoint, Response, Task, Tier, canonical_json, content_hash

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12
)


@given(st.dictionaries(st.text(), VALUES))
def test_the_order_of_keys_means_nothing(value):
    turned = dict(reversed(list(value.items())))
    assert canonical_json(value) == canonical_json(turned)


@given(VALUES)
def test_canonical_json_is_json_and_canonical_itself(value):
    text = canonical_json(value)
    assert canonical_json(json.loads(text)) == text


@given(st.text())
def test_unicode_forms_of_one_text_hash_alike(text):
    forms = {content_hash(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")}
    assert len(forms) == 1


def test_absent_and_null_are_the_same_and_whole_numbers_have_one_form():
    assert content_hash({"a": 1, "b": None}) == content_hash({"a": 1.0})
    assert content_hash({"a": True}) != content_hash({"a": 1})
    assert content_hash({"a": ["x", None]}) != content_hash({"a": ["x"]})


def test_the_hash_is_plain_sha256_of_plain_json():
    expected = hashlib.sha256('{"a":"é","b":[1,2]}'.encode()).hexdigest()
    assert content_hash({"b": [1, 2], "a": "é"}) == expected


@pytest.mark.parametrize("value", [math.nan, math.inf, object(), b"bytes"])
def test_what_json_cannot_say_has_no_hash(value):
    with pytest.raises((ValueError, TypeError)):
        content_hash({"a": value})


def test_ids_notes_and_stages_mean_nothing_text_and_weight_do():
    point = Checkpoint(task_id="t", id="c", text="Names it.", weight=7, tier=Tier.IMPORTANT)
    same = point.model_copy(update={"id": "d", "task_id": "u", "notes": "n", "position": 3})
    assert same.content_hash == point.content_hash
    for change in ({"text": "Names it"}, {"weight": 8}, {"tier": None}, {"dimension": "Other"}):
        assert point.model_copy(update=change).content_hash != point.content_hash


def test_a_task_in_parts_and_whole_ask_the_same_of_a_model():
    parts = Task(id="a", context="One. ", deliverables=" Two.")
    whole = Task(id="b", prompt="One.\n\nTwo.")
    assert parts.prompt_hash == whole.prompt_hash
    assert parts.content_hash != whole.content_hash


def test_which_system_wrote_a_response_means_nothing():
    first = Response(id="a", task_id="t", model="m", text="x")
    assert first.content_hash == first.model_copy(update={"id": "b", "model": "n"}).content_hash
