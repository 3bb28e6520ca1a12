"""Finds responses that are nearly the same as an anchor: they are no test of a judge.

A judge was shown what the expert decided on the anchor, so a verdict on nearly the same text is no
evidence of alignment, whichever system wrote it. Paraphrases and translations are not found; a
copy whose lines were cut to a few words each and reordered may only be borderline, and one of fewer
than about 100 words may not be found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np

from xpert_studio.core.lint.decisive import differ_decisively
from xpert_studio.core.records import Response, grouped
from xpert_studio.core.undisguising import is_disguised, undisguised
from xpert_studio.core.workflow.word_runs import PlainText

FEWEST_WORDS: Final = 30
"""Shorter texts are excluded only where they are equal: one word may make the difference."""

FEW_WORDS: Final = 60
"""In so many words, one that decides, such as a number, makes another text; in more, it does not:
most of what is asked is answered alike."""

MOST_WORDS: Final = 0.8
"""Share of the words of a text in runs that the other has, from which it is contained in it."""

SAME_LINES: Final = 0.9
"""Share of equal lines from which a form is excluded."""

MOST_LINES: Final = 0.8
"""Share of equal lines, in whatever order, from which a form is borderline."""

SAME_PAIRS: Final = 0.4
"""Jaccard index of the word pairs from which a reordered text is excluded.

Reordering lines or sentences keeps most pairs; another text from the same few words does not.
"""

LONGEST: Final = 60_000
"""Longer texts, in letters, are not compared letter by letter: it would take too long."""


class Likeness(StrEnum):
    """In what a response is nearly the same as an anchor.

    ``IDENTICAL``: the same letters and digits in the same order. ``CONTAINED``: nearly all words of
    one occur in the other, in runs of ``RUN`` words, in whatever order. ``REORDERED``: nearly the
    same words and many of the same word pairs; in forms, nearly the same lines. ``SIMILAR``: nearly
    the same characters. ``ATTACHED``: the same attachments with short texts.
    """

    IDENTICAL = "identical"
    CONTAINED = "contained"
    REORDERED = "reordered"
    SIMILAR = "similar"
    ATTACHED = "attached"


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """A response that is nearly the same as an anchor of its task.

    Attributes:
        response_id: The response.
        anchor_id: The anchored response it is most similar to.
        reason: In what they are nearly the same.
        similarity: 0 to 1, by the measure of ``reason``.
        is_borderline: Whether it is similar enough to be listed for a person, but not to be
            excluded.
    """

    response_id: str
    anchor_id: str
    reason: Likeness
    similarity: float
    is_borderline: bool


def near_duplicates(
    anchors: Iterable[Response], responses: Iterable[Response]
) -> list[NearDuplicate]:
    """Responses that are nearly the same as an anchor of the same task.

    Texts are compared as ``PlainText`` reduces them, and where one of two is disguised (look-alike
    letters, base64 ...) also as they are to be read. Where the longer of two has fewer than
    ``FEWEST_WORDS`` words (Chinese: characters), or the shorter has and is less than half of the
    longer, only texts that are equal as ``PlainText.bare`` are excluded, and one that contains the
    other is borderline. Such texts must have the same attachments, so two images without text are
    two responses; the same attachments with different short texts are borderline. Beside longer
    texts attachments are not compared: the judge was shown the decisions on the text. Where the
    longer has at most ``FEW_WORDS``, two that differ in a number, a negation or a side (buyer and
    seller) are not alike. Two forms are compared by whole lines: another letter, number or label
    makes another answer.

    Args:
        anchors: The anchored responses.
        responses: The responses to look through; the anchors themselves are not returned.

    Returns:
        One for each response that is excluded or borderline, in the order of the responses.
    """
    by_task = grouped((anchor.task_id, _Content(anchor)) for anchor in anchors)
    found = []
    for response in responses:
        here = by_task.get(response.task_id, [])
        if not here or any(response.id == anchor.response.id for anchor in here):
            continue
        content = _Content(response)
        alike = [item for anchor in here if (item := _compare(content, anchor)) is not None]
        if alike:
            found.append(max(alike, key=lambda item: (not item.is_borderline, item.similarity)))
    return found


_Found: TypeAlias = tuple[Likeness, float, bool]
_FOUND: Final[dict[tuple[bytes, bytes], _Found | None]] = {}
"""Results by the hashes of the two contents, kept for the next analysis in this process."""
_MOST_KEPT: Final = 1 << 18


class _Content:
    """A response as it is compared; its text is reduced only where no result is kept."""

    def __init__(self, response: Response) -> None:
        self.response = response
        self.files = sorted(item.sha256 for item in response.attachments)
        text = "\0".join([response.text, *self.files])
        self.hash = hashlib.blake2b(text.encode(), digest_size=16).digest()

    @cached_property
    def plain(self) -> PlainText:
        """The reduced text."""
        return PlainText(self.response.text)

    @cached_property
    def is_disguised(self) -> bool:
        """Whether the text is to be read in another way than it is written."""
        return is_disguised(self.response.text)

    @cached_property
    def undisguised(self) -> PlainText:
        """The reduced text, as it is to be read."""
        return PlainText(undisguised(self.response.text))


def _compare(content: _Content, anchor: _Content) -> NearDuplicate | None:
    """In what the two are nearly the same; None where they are not."""
    key = content.hash, anchor.hash
    if key in _FOUND:
        found = _FOUND[key]
    else:
        found = _likeness(content, anchor)
        if len(_FOUND) < _MOST_KEPT:
            _FOUND[key] = found
    return None if found is None else NearDuplicate(content.response.id, anchor.response.id, *found)


def _likeness(content: _Content, anchor: _Content) -> _Found | None:
    """In what the two are alike as they are written; else, where one is disguised, in plain."""
    found = _alike(content.plain, anchor.plain, content.files, anchor.files)
    if (found is None or found[2]) and (content.is_disguised or anchor.is_disguised):
        plain = _alike(content.undisguised, anchor.undisguised, content.files, anchor.files)
        return plain or found
    return found


def _alike(
    plain_text: PlainText, other: PlainText, files: Sequence[str], other_files: Sequence[str]
) -> _Found | None:
    fewer, more = sorted((plain_text.words.size, other.words.size))
    is_short = more < FEWEST_WORDS or fewer < min(FEWEST_WORDS, more / 2)
    if is_short and files != other_files:
        return None
    if is_short:
        found = _if_short(plain_text, other)
        if found is None and files and more < FEWEST_WORDS:
            return Likeness.ATTACHED, 1.0, True
    elif plain_text.is_form and other.is_form:
        return _if_form(plain_text, other)
    else:
        found = _if_long(plain_text, other)
    if found is None or found[0] is Likeness.IDENTICAL or more > FEW_WORDS:
        return found
    return None if differ_decisively(plain_text.text, other.text) else found


def _if_short(plain_text: PlainText, other: PlainText) -> _Found | None:
    if plain_text.bare == other.bare:
        return Likeness.IDENTICAL, 1.0, False
    similarity = _containment(plain_text, other, MOST_WORDS)
    if similarity >= MOST_WORDS:
        return Likeness.CONTAINED, similarity, True
    if plain_text.lines and sorted(plain_text.lines) == sorted(other.lines):
        return Likeness.REORDERED, 1.0, True
    return None


def _if_form(plain_text: PlainText, other: PlainText) -> _Found | None:
    if plain_text.bare == other.bare:
        return Likeness.IDENTICAL, 1.0, False
    similarity = plain_text.shared_lines(other, in_order=True)
    is_borderline = similarity < SAME_LINES
    if is_borderline:
        similarity = plain_text.shared_lines(other, in_order=False)
    if similarity < MOST_LINES:
        return None
    is_contained = _containment(plain_text, other, MOST_WORDS) >= MOST_WORDS
    return Likeness.CONTAINED if is_contained else Likeness.REORDERED, similarity, is_borderline


def _if_long(plain_text: PlainText, other: PlainText) -> _Found | None:
    if plain_text.letters == other.letters:
        return Likeness.IDENTICAL, 1.0, False
    borderline = None
    for reason, (low, high, measure) in _MEASURES.items():
        similarity = measure(plain_text, other, low)
        if similarity >= high and (
            reason is not Likeness.REORDERED or plain_text.pair_overlap(other) >= SAME_PAIRS
        ):
            return reason, similarity, False
        if similarity >= low and borderline is None:
            borderline = reason, similarity, True
    return borderline


def _containment(plain_text: PlainText, other: PlainText, least: float) -> float:
    """Share of the words of the one in runs of words of the other, the larger of both ways."""
    return max(plain_text.covered_by(other, least), other.covered_by(plain_text, least))


def _overlap(plain_text: PlainText, other: PlainText, _: float) -> float:
    """Share of the different words that both have, of those that either has."""
    return plain_text.overlap(other)


def _character_ratio(plain_text: PlainText, other: PlainText, least: float) -> float:
    """Normalised Indel similarity of letters and digits; 0 where it is below ``least``."""
    from rapidfuzz import fuzz
    from rapidfuzz.distance import Indel

    if max(len(plain_text.letters), len(other.letters)) > LONGEST:
        return 0.0
    # Nearly all texts end at one of two lower bounds of the distance, in a fraction of the time:
    # Chinese ones by how often each character occurs, others by their rarer letters.
    size = len(plain_text.letters) + len(other.letters)
    most = int((1 - least) * size)
    shared = int(np.minimum(plain_text.letter_counts, other.letter_counts).sum())
    if size - 2 * shared > most:
        return 0.0
    if Indel.distance(plain_text.rarer_letters, other.rarer_letters, score_cutoff=most) > most:
        return 0.0
    return fuzz.ratio(plain_text.letters, other.letters, score_cutoff=100 * least) / 100


_MEASURES: Final = {
    Likeness.CONTAINED: (0.65, MOST_WORDS, _containment),
    Likeness.REORDERED: (0.68, 0.75, _overlap),
    Likeness.SIMILAR: (0.85, 0.9, _character_ratio),
}
"""Similarity, 0 to 1, from which a response is borderline, and excluded; and how it is measured."""
