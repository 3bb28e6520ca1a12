"""Short runs of characters, as numbers: likeness of texts below the level of words."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from xpert_studio.judge.baseline.text import is_chinese

CodeArray = npt.NDArray[np.uint64]

_LATIN_SIZE: Final = 4
_CHINESE_SIZE: Final = 2
_BASE: Final = np.uint64(1_114_159)


def gram_size(text: str) -> int:
    """How long the runs to compare should be: two characters of Chinese, four of the rest."""
    return _CHINESE_SIZE if is_chinese(text) else _LATIN_SIZE


def gram_codes(text: str, size: int) -> CodeArray:
    """One number for the run of characters that begins at each place; case does not count."""
    folded = text.lower()
    if len(folded) != len(text):
        folded = text
    chars = np.frombuffer(folded.encode("utf-32-le", "replace"), dtype=np.uint32).astype(np.uint64)
    number = len(chars) - size + 1
    if number <= 0:
        return np.zeros(0, dtype=np.uint64)
    codes = np.zeros(number, dtype=np.uint64)
    for i in range(size):
        codes = codes * _BASE + chars[i : i + number]
    return codes
