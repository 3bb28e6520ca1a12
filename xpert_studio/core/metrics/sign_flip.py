"""The sign-flip test: is the mean of paired differences of clusters more than chance?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

MOST_EXACT: Final = 18
"""With more differences that are not zero, signs are sampled."""

_SAMPLED: Final = 100_000
_AT_ONCE: Final = 2_000
_SEED: Final = 20_261
_SAME: Final = 1e-9
"""What sums of the same numbers in another order may differ by."""


def sign_flip(differences: Sequence[float]) -> float | None:
    """Two-sided p of the sign-flip (permutation) test of paired differences (Fisher 1935).

    Where all differences are as large as each other it is the exact sign test, and so the exact
    McNemar test where each is one pair of passed and failed.

    Args:
        differences: One a cluster, such as of the cluster's means; those of zero say nothing.

    Returns:
        The share of all assignments of signs whose sum is as far from zero; over
        ``MOST_EXACT`` differences of 100,000 sampled ones and the one that was seen, always the
        same. 1 where all are zero; None without any difference.
    """
    given = np.asarray(differences, np.float64)
    if not given.size:
        return None
    sizes = np.abs(given[given != 0])
    seen = abs(float(given.sum())) - _SAME
    if not sizes.size:
        return 1.0
    if sizes.size <= MOST_EXACT:
        sums = np.zeros(1)
        for size in sizes:
            sums = np.concatenate([sums + size, sums - size])
        return float(np.mean(np.abs(sums) >= seen))
    random = np.random.default_rng(_SEED)
    as_far = 0
    for _ in range(_SAMPLED // _AT_ONCE):
        signs = random.integers(0, 2, (_AT_ONCE, sizes.size), dtype=np.int8)
        as_far += int(np.count_nonzero(np.abs((2.0 * signs - 1) @ sizes) >= seen))
    return (1 + as_far) / (1 + _SAMPLED)
