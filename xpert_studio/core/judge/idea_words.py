"""Reads words as ideas, by the word lists of ``resources/judging/suspicious.json``."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, reduce
from operator import or_
from typing import Any, Final, TypeAlias

from xpert_studio.core.resources import resource_json
from xpert_studio.core.undisguising import any_of, other_signs, plain_letters

Ideas: TypeAlias = int
"""A set of ideas, as bits."""

WORD: Final = re.compile(r"[^\W_]+(?:[/@$][^\W_]+)*|[:\ue000-\ue0ff]")
END_SIGN: Final = "!"
"""What stands for the end of a sentence where it is looked up as a word."""
END: Final[Ideas] = -1
"""What is then found."""
UNSPACED: Final = "\u1100"
"""From here on words stand without spaces between them: Chinese, Japanese, Korean."""
_FRAME: Final = 0xE000
"""Characters for private use, from here on, stand before what a frame matches."""
_SHORTEST_CODED: Final = 4
"""Shorter words mean nothing backwards or in ROT13: too many are words both ways."""
_FEW: Final = 4
"""So many words of an ordinary text are known backwards or in ROT13 by chance."""
_WITHIN: Final = re.compile(r"[^\W\d_][\d@$]")
"""A sign within a word stands for a letter; before one, as in 1st and 5g, for a number."""
_MOST_KEPT: Final = 1 << 16
_MOST: Final = float("inf")
_ALL_OF: Final = re.compile(r"(\d+)/\1")
_LEET: Final = (str.maketrans("013457@$", "oieastas"), str.maketrans("013457@$", "oleastas"))


class IdeaWords(dict[str, Ideas]):
    """The ideas of words, looked up when a word is met first.

    Args:
        file: The resource file.
    """

    def __init__(self, file: dict[str, Any]) -> None:
        ideas = file["ideas"]
        self.enough: float = file["enough"]
        self.hidden: float = file["hidden"]
        self.bit = {name: 1 << place for place, name in enumerate(ideas)}
        self._least: float = file["least"]
        self._coded = len(ideas)
        self._plain = (1 << self._coded) - 1
        self._caps: dict[str, float] = file["caps"]
        self._weights = [
            (self.bit[name], idea["group"], idea["weight"])
            for name, idea in ideas.items()
            if not idea.get("is_everywhere")
        ]
        self._near = [
            (one | other, one, other, item["within"], item["group"], item["weight"])
            for item in file["near"]
            for one, other in [[self.bit[name] for name in item["ideas"]]]
        ]
        self._everywhere = [
            (self.bit[name], idea["weight"])
            for name, idea in ideas.items()
            if idea.get("is_everywhere")
        ]
        self._without: set[str] = set()
        self._whole: dict[str, Ideas] = {}
        self._stems: dict[str, Ideas] = {}
        self._unspaced: dict[str, Ideas] = {}
        words = [
            (word, self.bit[name])
            for name, idea in ideas.items()
            for word in " ".join(idea["words"].values()).split()
        ]
        plain = plain_letters("\n".join([word.strip("*=") for word, _ in words])).split("\n")
        for (word, bit), found in zip(words, plain, strict=True):
            self._add(word, found, bit)
        self._unspaced = {word: self._within(word) for word in self._unspaced}
        self._read_frames(file["frames"])
        self._lengths = sorted({len(stem) for stem in self._stems})
        self._begin_unspaced = {word[0] for word in self._unspaced}
        self._in_groups = lru_cache(_MOST_KEPT)(self._groups_of)
        self._bound = lru_cache(_MOST_KEPT)(self._bound_of)
        self._common = reduce(or_, (self.bit[name] for name in file["common"]))
        self._most_of_common = self._bound(self._common)

    @cached_property
    def _in_unspaced(self) -> re.Pattern[str]:
        return _longest_of(self._unspaced)

    @cached_property
    def _in_joined(self) -> re.Pattern[str]:
        return _longest_of(word for word in (*self._whole, *self._stems) if len(word) > 3)

    def _within(self, word: str) -> Ideas:
        """What a word without spaces says, and the words in it."""
        ends = range(1, len(word) + 1)
        parts = {word[begin:end] for end in ends for begin in range(end)}
        return reduce(or_, (self._unspaced.get(part, 0) for part in parts))

    def _read_frames(self, frames: list[dict[str, Any]]) -> None:
        self._frames = [
            (
                frame["needs"],
                any_of([_loosened(frame["pattern"])]),
                re.compile(frame["pattern"], re.MULTILINE),
                chr(_FRAME + place),
            )
            for place, frame in enumerate(frames)
        ]
        for frame, (*_, sign) in zip(frames, self._frames, strict=True):
            self._whole[sign] = self.bit[frame["idea"]]
        self._may_frame = any_of(
            re.escape(text.encode())
            for needs, *_ in self._frames
            for text in max(needs, key=_lengths)
        )

    def __missing__(self, word: str) -> Ideas:
        if len(self) > _MOST_KEPT:
            self.clear()
            self._without.clear()
        self[word] = found = self._read(word)
        if not found:
            self._without.add(word)
        return found

    def framed(self, text: str) -> str:
        """A text with a sign before each frame: a role mark, an end of the response, a verdict."""
        data = text.encode("utf-8", "replace")
        if not self._may_frame(data):
            return text
        for needs, may_match, pattern, sign in self._frames:
            if all(any(map(text.__contains__, some)) for some in needs) and may_match(data):
                text = pattern.sub(rf" {sign} \g<0>", text)
        return text

    def parted(self, joined: str) -> str:
        """The known words in a text without spaces between its words."""
        return " ".join(self._in_joined.findall(joined))

    def unspaced(self, text: str) -> dict[str, Ideas]:
        """What a text says in words without spaces between them, by the words."""
        if self._begin_unspaced.isdisjoint(other_signs(text)):
            return {}
        return {word: self._unspaced[word] for word in self._in_unspaced.findall(text)}

    def bound(self, words: set[str], unspaced: Mapping[str, Ideas]) -> tuple[float, float]:
        """What a passage of a text weighs at most, and what the text's subject weighs of it.

        Args:
            words: The text's words.
            unspaced: What it says in others.
        """
        found = [*self._spaced(words).values(), *unspaced.values()]
        had = reduce(or_, found, 0)
        about = self.about(had)
        is_coded = sum(idea >> self._coded > 0 for idea in found) > _FEW
        return (_MOST if is_coded else self._bound(had & self._plain)) + about, about

    def about(self, had: Ideas) -> float:
        """What a text's subject weighs, by all that the text says."""
        return min((weight for bit, weight in self._everywhere if had & bit), default=0.0)

    def rare(self, enough: float) -> Ideas:
        """Ideas of which words have one at least that weigh enough: not all theirs are common."""
        return -1 if self._most_of_common >= enough else ~self._common

    def any_of(self, words: Iterable[str]) -> Ideas:
        """All that words say."""
        return reduce(or_, map(self.__getitem__, words), 0)

    def most_of(self, had: Ideas) -> float:
        """What words with these ideas weigh at most, in whatever order they stand."""
        return max(self._bound(had & self._plain), self._most_of_coded(had))

    def _spaced(self, words: set[str]) -> dict[str, Ideas]:
        """What words say that stand between spaces; of most it is known to be nothing."""
        return {word: self[word] for word in words - self._without if self._is_spaced(word)}

    def _most_of_coded(self, had: Ideas) -> float:
        """What ideas weigh at most that are told in ROT13 or backwards."""
        coded = had >> self._coded
        return self._bound(coded | self.bit["disguised"]) if coded else 0.0

    def readings(self, ideas: list[Ideas]) -> Iterator[list[Ideas]]:
        """Words in a row as they are and, where they say something so, in ROT13 or backwards."""
        yield ideas
        if reduce(or_, ideas, 0) >> self._coded:
            yield [*(found >> self._coded for found in ideas), self.bit["disguised"]]

    def of(self, words: Sequence[str]) -> list[Ideas]:
        """The ideas of words in a row; those without spaces are parted first."""
        found = []
        for word in words:
            if self._is_spaced(word):
                found.append(self[word])
            else:
                found += [self._unspaced[part] for part in self._in_unspaced.findall(word)] or [0]
        return found

    def weight_of(self, ideas: Sequence[Ideas], enough: float) -> float:
        """How plainly words in a row speak to a judge; 0 where it is not ``enough``."""
        had = reduce(or_, ideas, 0) & self._plain
        if self._bound(had) < enough:
            return 0.0
        groups = dict(self._in_groups(had))
        for both, one, other, within, group, weight in self._near:
            if had & both == both and _are_near(ideas, one, other, within):
                groups[group] += weight
        return self._sum(groups)

    def _is_spaced(self, word: str) -> bool:
        return word < UNSPACED or word in self._whole

    def _bound_of(self, had: Ideas) -> float:
        """What ideas weigh at most: near each other, and with nothing against them."""
        groups = self._in_groups(had) | {"against": 0.0}
        for both, _, _, _, group, weight in self._near:
            if had & both == both:
                groups[group] += weight
        return self._sum(groups)

    def _sum(self, groups: dict[str, float]) -> float:
        """The sum where there is something about grading at all; else 0."""
        told = groups["what"] + groups["self"] + groups["pressure"]
        if told < self._least and groups["frame"] <= self._least * 2:
            return 0.0
        return sum(min(groups[group], most) for group, most in self._caps.items())

    def _groups_of(self, had: Ideas) -> dict[str, float]:
        groups = dict.fromkeys(self._caps, 0.0)
        for bit, group, weight in self._weights:
            if had & bit:
                groups[group] += weight
        return groups

    def _add(self, word: str, plain: str, bit: Ideas) -> None:
        words = self._stems if word.endswith("*") else self._whole
        if plain >= UNSPACED and not word.startswith("="):
            words = self._unspaced
        words[plain] = words.get(plain, 0) | bit

    def _read(self, word: str) -> Ideas:
        if word == END_SIGN:
            return END
        parts = WORD.findall(word)
        if parts != [word]:  # there are signs around it
            return self.any_of(parts)
        if not self._is_spaced(word):
            return reduce(or_, self.of(parts))
        found = self._known(word)
        if not word.isalpha():
            if _ALL_OF.fullmatch(word):
                return self.bit["full_marks"]
            plain = reduce(or_, map(self._known, {word.translate(table) for table in _LEET}))
            if plain & ~found and _WITHIN.search(word):
                found |= plain | self.bit["disguised"]
        elif len(word) >= _SHORTEST_CODED:
            readings = (word[::-1], codecs.encode(word, "rot13"))
            coded = [self._known(reading, _SHORTEST_CODED) for reading in readings]
            found |= reduce(or_, coded) << self._coded
        return found

    def _known(self, word: str, shortest: int = 1) -> Ideas:
        if "/" in word:
            return reduce(or_, map(self._known, word.split("/")))
        lengths = (length for length in self._lengths if length >= shortest)
        return reduce(
            or_, (self._stems.get(word[:length], 0) for length in lengths), self._whole.get(word, 0)
        )


@cache
def idea_words() -> IdeaWords:
    """The word lists of what is suspicious in a response."""
    return IdeaWords(resource_json("judging", "suspicious.json"))


def _longest_of(words: Iterable[str]) -> re.Pattern[str]:
    """An expression that finds the longest of some words."""
    return re.compile("|".join(sorted(map(re.escape, words), key=lambda w: (-len(w), w))) or "(?!)")


def _loosened(pattern: str) -> bytes:
    """An expression of RE2 that matches wherever one does, and perhaps elsewhere."""
    plain = re.sub(r"\(\?<![^)]*\)|\\b", "", pattern)
    for part, loose in _LOOSE:
        plain = plain.replace(part, loose)
    return f"(?m){plain}".encode()


_LOOSE: Final = (
    ("[^\\w", "[^0-9A-Za-z_"),
    ("\\W", "[^0-9A-Za-z_]"),
    ("\\w", r"[0-9A-Za-z_\x{80}-\x{10FFFF}]"),
    ("\\s", r"[\s\x{80}-\x{10FFFF}]"),
    ("{,", "{0,"),
)
"""What RE2 knows of ASCII only, or not at all."""


def _lengths(texts: Sequence[str]) -> list[int]:
    return sorted(map(len, texts))


def _are_near(ideas: Sequence[Ideas], one: Ideas, other: Ideas, within: int) -> bool:
    """Whether two ideas are had by two words at most so far from each other."""
    others = [place for place, found in enumerate(ideas) if found & other]
    return bool(others) and any(
        0 < abs(place - there) <= within
        for place, found in enumerate(ideas)
        if found & one
        for there in others
    )
