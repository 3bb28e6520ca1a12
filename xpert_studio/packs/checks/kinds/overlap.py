"""Checks of how many words and sequences of words a response shares with a text.

As promptfoo 0.123 computes them; a word is what stands between white space, so that these are of
no use for Chinese.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from pydantic import Field

from xpert_studio.api.checks import CheckKind, Message, Negatable, Outcome, Subject, refuse_longer
from xpert_studio.packs.checks.kinds.texts import Texts
from xpert_studio.packs.checks.kinds.treebank import SPACE, treebank_words

_SPACES: Final = re.compile(f"[{SPACE}]+")
_LONGEST: Final = 4
_NOTHING_SHARED: Final = 1e-7
"""Stands for a precision of 0, whose logarithm there is none of."""

Score = Callable[[str, Sequence[str]], float]


class Overlap(Negatable):
    """How much a response must share with one of several texts."""

    texts: Texts = Field(
        title="Texts",
        description="Ways to write it. A word is what stands between spaces: not for Chinese.",
    )
    at_least: float = Field(default=0.5, ge=0, le=1, title="At least", description="From 0 to 1.")


def bleu(text: str, references: Sequence[str]) -> float:
    """BLEU of one text, with sequences of one to four words in equal parts.

    Orders that the text is too short for are left out. Papineni et al. 2002 (doi
    10.3115/1073083.1073135).
    """
    if not _SPACES.sub("", text):
        return 0.0
    words, others = _words(text), [_words(reference) for reference in references]
    logarithms = []
    for length in range(1, min(_LONGEST, len(words)) + 1):
        found = _sequences(words, length)
        shared = max((found & _sequences(other, length)).total() for other in others)
        logarithms.append(math.log(shared / found.total() or _NOTHING_SHARED))
    nearest = min((abs(len(other) - len(words)), len(other)) for other in others)[1]
    brevity = 1.0 if len(words) > nearest else math.exp(1 - nearest / len(words))
    part = 1 / len(logarithms)
    return brevity * math.exp(sum(part * logarithm for logarithm in logarithms))


def gleu(text: str, references: Sequence[str]) -> float:
    """Google-BLEU: the lesser of precision and recall over sequences of one to four words.

    Of several references the best counts. Wu et al. 2016 (arXiv 1609.08144, section 5).
    """
    words = _without_stops(text)
    return max(_gleu(words, _without_stops(reference)) for reference in references)


def _gleu(words: list[str], others: list[str]) -> float:
    found, wanted = Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
    for length in range(1, _LONGEST + 1):
        found += _sequences(words, length)
        wanted += _sequences(others, length)
    if not found or not wanted:
        return 0.0
    return (found & wanted).total() / max(found.total(), wanted.total())


_LONGEST_TEXT: Final = 1_000_000
"""Characters that are divided into words: about two seconds, where all are brackets."""


def rouge_1(text: str, references: Sequence[str]) -> float:
    """ROUGE-1, as F1: the harmonic mean of precision and recall over single words and marks.

    Of several references the best counts. Lin 2004 (aclanthology.org/W04-1013).

    Raises:
        CannotCheckError: The text is too long.
    """
    refuse_longer(text, _LONGEST_TEXT)
    words = Counter(treebank_words(text.lower()))
    return max(_f1(words, Counter(treebank_words(reference.lower()))) for reference in references)


def _f1(words: Counter[str], others: Counter[str]) -> float:
    shared = (words & others).total()
    if not shared:
        return 0.0
    low, high = sorted((shared / words.total(), shared / others.total()))
    return min(high, low * (2 / (1 + low / high)))  # rounded as promptfoo rounds it


def _words(text: str) -> list[str]:
    return _SPACES.sub(" ", text.lower()).strip(" ").split(" ")


def _without_stops(text: str) -> list[str]:
    """Words without the full stops behind them; none where nothing else is there."""
    words = [word.rstrip(".") for word in _words(text)]
    return words if any(words) else []


def _sequences(words: list[str], length: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[start:] for start in range(length)), strict=False))


def _decided_by(name: str, score: Score) -> Callable[[Subject, Overlap], Outcome]:
    def decide(subject: Subject, given: Overlap) -> Outcome:
        found = score(subject.text, given.texts)
        reason = Message(
            "{figure} is {score:.3f}; the limit is {least:g}.",
            figure=name,
            score=found,
            least=given.at_least,
        )
        return given.outcome(found >= given.at_least, reason, reason)

    return decide


KINDS: Final = (
    CheckKind("bleu", "BLEU with a text", Overlap, _decided_by("BLEU", bleu)),
    CheckKind("gleu", "GLEU with a text", Overlap, _decided_by("GLEU", gleu)),
    CheckKind("rouge_1", "ROUGE-1 with a text", Overlap, _decided_by("ROUGE-1", rouge_1)),
)
