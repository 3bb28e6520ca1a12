"""What tells how alike texts are: an encoder, which makes a vector of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
"""A row of length 1 a text; the likeness of two is their product, the cosine."""
Encode = Callable[[Sequence[str]], Vectors]


@dataclass(frozen=True, slots=True)
class Encoder:
    """A way to make vectors of texts, which are the more alike the more they mean the same.

    Attributes:
        id: As it is named on the command line.
        title: For people; a text to be translated.
        limit: What it does not find; a text to be translated.
        make: Makes vectors, given the texts among which is searched; imports what is heavy.
        languages: Codes of the languages that it knows; empty where it takes any alike.
        extra: Of the program, that it needs; empty for none.
        keeps: What its vectors are kept under, with the version of the model; empty for those
            that depend on the texts among which is searched, or are made quickly.
    """

    id: str
    title: str
    limit: str
    make: Callable[[Sequence[str]], Encode]
    languages: frozenset[str] = frozenset()
    extra: str = ""
    keeps: str = ""
