"""Likeness of texts by the sequences of characters that they share; numpy only.

Words are taken apart into sequences of three to five characters with their ends, Chinese into one
to three characters: forms of a word are alike, and Chinese needs no words. A sequence counts
1 + ln(times), and the more the fewer texts have it, as in scikit-learn's ``TfidfVectorizer``
(smoothed idf). The weighted sequences are folded into ``WIDTH`` columns by signed hashing, which
keeps inner products up to an error of about 1/√WIDTH (Weinberger et al., ICML 2009, "Feature
Hashing for Large Scale Multitask Learning"); none is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.api import mark
from xpert_studio.core.han import HAN_RANGES
from xpert_studio.core.store.search_sources import folded
from xpert_studio.packs.meaning.encoder import Encoder, Vectors

WIDTH: Final = 4096
_BITS: Final = 18
_ORDERS: Final = ((3, 4, 5), (1, 2, 3))
"""Lengths of sequences: of letters, and of Chinese characters."""
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: Knuth's hashing
_LONGEST: Final = 20_000
_AT_ONCE: Final = 100_000
"""Characters that are taken apart at once; they take some 200 bytes each."""

_Codes = npt.NDArray[np.uint64]
_Counts = npt.NDArray[np.int64]


class Grams:
    """Makes vectors of texts, weighed by how rare sequences are among some of them.

    Args:
        among: The texts among which they are rare or frequent.
    """

    def __init__(self, among: Sequence[str]) -> None:
        seen = np.zeros(1 << _BITS, np.int64)
        for _, keys, _ in _counted(among):
            seen += np.bincount(keys & (len(seen) - 1), minlength=len(seen))
        self._weights = (np.log((1 + len(among)) / (1 + seen)) + 1).astype(np.float32)

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """Rows of length 1, ``WIDTH`` wide; of a text without letters a row of zeros."""
        found = np.zeros((len(texts), WIDTH), np.float32)
        for rows, keys, times in _counted(texts):
            bucket = keys & ((1 << _BITS) - 1)
            weight = (1 + np.log(times)) * self._weights[bucket]
            sign = np.where(bucket >> (_BITS - 1), -1.0, 1.0)
            place = (keys >> _BITS) * WIDTH + (bucket & (WIDTH - 1))
            flat = np.bincount(place, weight * sign, minlength=len(rows) * WIDTH)
            found[rows.start : rows.stop] = flat.reshape(len(rows), WIDTH)
        lengths = np.sqrt(np.einsum("ij,ij->i", found, found))
        found /= np.maximum(lengths, np.finfo(np.float32).tiny)[:, None]
        return found


def _counted(texts: Sequence[str]) -> Iterator[tuple[range, _Counts, _Counts]]:
    """Of texts in portions: which they are, and their sequences.

    Sequences are ``place of the text in the portion · 2^18 + hash``, each once, with its times.
    """
    start = size = 0
    for place, text in enumerate(texts):
        if size and size + len(text) > _AT_ONCE:
            yield range(start, place), *_sequences(texts[start:place])
            start, size = place, 0
        size += min(len(text), _LONGEST)
    if start < len(texts):
        yield range(start, len(texts)), *_sequences(texts[start:])


def _sequences(texts: Sequence[str]) -> tuple[_Counts, _Counts]:
    plain = [" " + " ".join(folded(text[:_LONGEST]).split()) + " " for text in texts]
    written = "\0".join([*plain, ""]).encode("utf-32-le", "replace")
    codes = np.frombuffer(written, np.uint32).astype(np.uint64)
    owner = np.repeat(np.arange(len(plain)), [len(text) + 1 for text in plain])
    is_end, is_space = codes == 0, codes == ord(" ")
    is_han = np.zeros(len(codes), bool)
    for low, high in HAN_RANGES:
        is_han |= (codes >= low) & (codes <= high)
    is_letter = ~(is_end | is_han)
    found = [
        (owner[at] << _BITS) + buckets
        for kind, orders, inner in (
            (is_letter, _ORDERS[0], ~is_space),
            (is_han, _ORDERS[1], is_han),
        )
        for order in orders
        for at, buckets in [_hashed(codes, kind, inner, order)]
    ]
    return np.unique(np.concatenate(found), return_counts=True)


def _hashed(
    codes: _Codes, kind: npt.NDArray[np.bool_], inner: npt.NDArray[np.bool_], order: int
) -> tuple[_Counts, _Counts]:
    """Where sequences of a length begin, and their hashes of 18 bits.

    Args:
        codes: The characters.
        kind: Which may be at all in a sequence.
        inner: Which may be inside of one of three and more: a word is not left.
        order: The length.
    """
    last = len(codes) - order + 1
    if last <= 0:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    fits = kind[:last].copy()
    mixed = np.full(last, np.uint64(order))
    for step in range(order):
        part = kind[step : step + last]
        fits &= part & inner[step : step + last] if 0 < step < order - 1 else part
        mixed = (mixed ^ codes[step : step + last]) * _FACTOR
        mixed ^= mixed >> np.uint64(29)
    at = np.flatnonzero(fits)
    return at, (mixed[at] >> np.uint64(64 - _BITS)).astype(np.int64)


GRAMS: Final = Encoder(
    id="characters",
    title=mark("shared characters, offline"),
    limit=mark(
        "Found are words and parts of words in the language of your text, not other "
        "words that mean the same."
    ),
    make=Grams,
)
