r"""Reads which option of a multiple choice a response names: strictly, and without a model.

A response is made running text (``texts``), cut into tokens (``tokens``) by its options
(``options``) and by phrases (``phrases``), searched for the forms in which answers are stated
(``forms``), and what it states is decided (``reading``). Letters in no such form are ignored: they
are mentioned, not chosen. The middle of a response of more than 200,000 characters is not read.

Only the standard library is used, and imports are relative: exports for other tools hold a copy of
this folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from .options import Options
from .phrases import Phrases
from .reading import LetterReading, ResponseReader
from .texts import answer_part, plain, spoken

_NAME: Final = re.compile(r"\W{0,4}[A-Za-z](?:[).:\]]|\W{0,4}\Z)")


class LetterReader:
    """Reads answers by the phrases of ``resources/choice/words.json``.

    Args:
        words: Its content.

    Raises:
        KeyError, TypeError: Lists of phrases are missing.
    """

    def __init__(self, words: Mapping[str, Any]) -> None:
        self._phrases = Phrases(words)

    def read(self, text: str, options: Sequence[str]) -> LetterReading:
        """What a response names.

        Args:
            text: The response.
            options: The texts of the options, at most 26, in the order of their letters.
        """
        known = Options(options, self._phrases.general)
        said = answer_part(plain(text))
        whole = known.equal_to(said)
        if whole:
            return LetterReading((whole,), "answer")

        def is_name(quoted: str) -> bool:
            label = _NAME.match(quoted)
            rest = quoted[label.end() :].strip() if label else quoted
            return not rest or known.equal_to(rest) is not None

        said = spoken(said, self._phrases.json_keys, is_name)
        return ResponseReader(self._phrases, known, said).reading()


__all__ = ["LetterReader", "LetterReading"]
