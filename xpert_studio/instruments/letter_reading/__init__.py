r"""Reads which option of a multiple choice a response names: strictly, and without a model.

Read are statements of an answer ("The answer is (B)", "答案是 B", ``\boxed{B}``, ``{"answer":
"B"}``), a first or last line that is a letter, a letter with the text of its option, and the text
of one option alone. All other letters are ignored: they are mentioned, not chosen.
The middle of a response of more than 800,000 characters is not read.

Only the standard library is used, and imports are relative: exports for other tools hold a copy of
this folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .options import Options
from .phrases import Phrases
from .response import Reading, ResponseReader
from .texts import answer_part, plain


class LetterReader:
    """Reads answers by the phrases of ``resources/choice/words.json``.

    Args:
        words: Its content.

    Raises:
        KeyError, TypeError: Lists of phrases are missing.
    """

    def __init__(self, words: Mapping[str, Any]) -> None:
        self._phrases = Phrases(words)

    def read(self, text: str, options: Sequence[str]) -> Reading:
        """What a response names.

        Args:
            text: The response.
            options: The texts of the options, at most 26, in the order of their letters.
        """
        said = answer_part(plain(text))
        return ResponseReader(self._phrases, said, Options(options)).reading()


__all__ = ["LetterReader", "Reading"]
