"""Quotes are looked up in the response: verbatim, then loosely, then fuzzily; else unverified."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from tests.sampling import examples
from xpert_studio.core.judge.evidence import Haystack, look_up, occurs_in

RESPONSE = (
    "The tenant must give **six months'** written notice.\n\n"
    "Under clause 7.2, the break date is 31 March 2027; rent of EUR 4,500 stays due.\n"
    "出院后每日一次，每次 5 毫克，饭后服用。"
)


def one(quote: str, threshold: int = 90):
    (found,) = look_up([quote], Haystack(RESPONSE), threshold=threshold)
    return found


@pytest.mark.parametrize(
    ("quote", "place"),
    [
        ("the break date is 31 March 2027", "the break date is 31 March 2027"),
        ("The Break Date is  31 march 2027", "the break date is 31 March 2027"),
        ("“six months' written notice”", "six months'** written notice"),
        ("每日一次,每次5毫克", "每日一次，每次 5 毫克"),
        ("the break date was 31 March 2027; rent of EUR 4,500", None),
    ],
)
def test_finds_quotes_however_they_are_punctuated(quote, place):
    found = one(quote)
    assert found.verified
    if place is not None:
        assert RESPONSE[found.start : found.end] == place


@pytest.mark.parametrize(
    "quote", ["the landlord may refuse", "", "   ", "?!", "clause 9.9", "每日三次，每次 50 毫克"]
)
def test_what_is_not_there_is_not_verified(quote):
    found = one(quote)
    assert found.verified is False
    assert found.start is None


@given(st.data())
def test_every_passage_of_a_response_is_found_where_it_stands(data):
    text = data.draw(st.text(alphabet="ab 中文。\n", min_size=1, max_size=60))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    passage = text[start:end]
    (found,) = look_up([passage], Haystack(text), threshold=90)
    if any(char.isalnum() for char in passage):
        assert found.verified
        assert text[found.start : found.end].strip(" \n。")


def test_a_giant_response_is_searched_in_bounded_time():
    haystack = Haystack("lorem ipsum " * 400_000)
    (found,) = look_up(["dolor sit amet consectetur"], haystack, threshold=90)
    assert found.verified is False


def test_tells_quotes_of_the_rubric_from_quotes_of_the_response():
    rubric = Haystack("x\n- cites CLAUSE 7.2 of the lease.\nthe rubric")
    assert occurs_in("Cites clause 7.2 of the lease", rubric)
    assert not occurs_in("the", rubric)


WORDS = st.sampled_from(("Clause", "9.2", "the", "ﬁve", "ß", "違約", "违约金", "½", "e\u0301", "§"))


def reduced(text):
    """Letters and digits in lower case, each with its offset: character by character."""
    return [
        (part, offset)
        for offset, char in enumerate(text)
        for part in unicodedata.normalize("NFKC", char).casefold()
        if part.isalnum()
    ]


@given(st.text(max_size=40) | st.lists(WORDS, max_size=12).map(" ".join))
def test_a_text_is_reduced_character_by_character(text):
    expected = reduced(text)
    haystack = Haystack(text)
    assert haystack.plain == "".join(part for part, _ in expected)
    assert [*map(haystack.origin, range(len(expected)))] == [offset for _, offset in expected]


def test_places_are_right_in_a_text_longer_than_what_is_reduced_at_once():
    text = "Clause 9.2: ½ of the rent, 违约金 und ﬁve. " * 40
    haystack = Haystack(text)
    expected = [offset for _, offset in reduced(text)]
    assert [*map(haystack.origin, range(len(expected)))] == expected


@examples(40)
@given(st.lists(WORDS, max_size=40), st.lists(WORDS, max_size=12), st.integers(50, 100))
def test_what_is_found_fuzzily_is_what_rapidfuzz_finds(words, wanted, threshold):
    text, quote = " ".join(words), ", ".join(wanted)
    (found,) = look_up([quote], Haystack(text), threshold=threshold)
    plain = "".join(part for part, _ in reduced(quote))
    pairs = reduced(text)
    searched = "".join(part for part, _ in pairs)
    if plain in searched or not 12 <= len(plain) <= len(searched):
        return
    match = fuzz.partial_ratio_alignment(plain, searched, score_cutoff=threshold)
    assert found.verified == (match is not None)
    if match:
        assert found.start == pairs[match.dest_start][1]
        assert found.end == pairs[match.dest_end - 1][1] + 1
