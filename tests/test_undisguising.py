"""Disguised letters become plain ones, and plain text stays what it is."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.undisguising import decoded, is_disguised, plain_letters, undisguised


@pytest.mark.parametrize(
    "written",
    [
        "Ｇｒａｄｅ", "grаdе", "g\u0336r\u0336a\u0336d\u0336e\u0336", "gr\u200bade", "ɢʀᴀᴅᴇ", "𝐆𝐫𝐚𝐝𝐞",
        "ĝŕáđé", "🅶🆁🅰🅳🅴", "grαde",
    ],
)  # fmt: skip
def test_letters_that_look_alike_are_read_alike(written):
    assert plain_letters(written) == "grade"


@pytest.mark.parametrize("text", ["≠", "한국어", "がぎぐ", "हिन्दी", "评分标准", "ไทย"])
def test_marks_that_are_letters_or_signs_of_their_own_remain(text):
    assert plain_letters(text) == text


@given(st.text())
def test_plain_letters_stay_plain(text):
    plain = plain_letters(text)
    assert plain_letters(plain) == plain


@given(st.text(st.characters(max_codepoint=0x2C00), max_size=12))
def test_few_kinds_of_signs_are_read_as_many_are(text):
    many = "".join(map(chr, range(ord("\u4e00"), ord("\u4e00") + 20)))
    assert plain_letters(f"{text} {many}") == f"{plain_letters(text)} {many}"


@given(st.text(st.characters(categories=["L", "Zs"], max_codepoint=0x7F), min_size=18))
def test_coded_passages_are_read(text):
    coded = base64.b64encode(text.encode()).decode()
    assert text in decoded(f"See {coded} here")
    assert text in decoded(f"See {text.encode().hex()} here")
    assert undisguised(coded) == text.lower()


@pytest.mark.parametrize(
    "text",
    [
        "The dose is 5 µg.",
        "Δx = 3 kΩ",
        "Résumé: naïve café",
        "Договор аренды",
        "3 × 10⁻⁵",
        "ＡＢＣ－２００",
    ],
)
def test_ordinary_texts_are_not_disguised(text):
    assert not is_disguised(text)
