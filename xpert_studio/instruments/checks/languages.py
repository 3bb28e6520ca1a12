"""The check of the language of a response: a heuristic by scripts and function words."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, field_validator

from xpert_studio.instruments.checks import reading
from xpert_studio.instruments.checks.kind import CheckKind, Negatable, Outcome, Subject
from xpert_studio.messages import Message, joined
from xpert_studio.resources import resource_text

_READ: Final = 200_000
"""So many characters decide."""
_KANA: Final = 0.1
"""Japanese has at least this share of kana among kana and Chinese characters."""


class _Languages(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    names: dict[str, str]
    scripts: dict[str, str]
    words: dict[str, dict[str, str]]
    simplified: str
    traditional: str


@cache
def _known() -> _Languages:
    return _Languages.model_validate_json(resource_text("checks", "languages.json"))


@cache
def _scripts() -> dict[str, re.Pattern[str]]:
    """What counts as one word of each script: a run of letters; of Chinese, a character."""
    return {
        name: re.compile(f"[{ranges}]" + ("" if name in ("han", "kana", "th") else "+"))
        for name, ranges in _known().scripts.items()
    }


@cache
def _words() -> dict[str, dict[str, frozenset[str]]]:
    return {
        script: {code: frozenset(words.split()) for code, words in listed.items()}
        for script, listed in _known().words.items()
    }


class Language(Negatable):
    """The language that a response must be in."""

    language: str = Field(
        title="Language", description="ISO 639-1, such as en or zh; also zh-hans and zh-hant."
    )

    @field_validator("language")
    @classmethod
    def _is_known(cls, code: str) -> str:
        plain = code.strip().lower().replace("_", "-")
        if plain not in _known().names:
            listed = joined(sorted(_known().names))
            raise ValueError(Message("the languages known are {languages}", languages=listed))
        return plain


def language_of(text: str) -> str | None:
    """The language that most of a text is in, outside fenced code; None where it is not clear."""
    read = text[:_READ].casefold()
    plain = "\n".join(line for _, line in reading.outside_fences(read)) or read
    counts = Counter({name: len(find.findall(plain)) for name, find in _scripts().items()})
    east_asian = counts["han"] + counts.pop("kana")
    is_japanese = east_asian and (east_asian - counts["han"]) / east_asian >= _KANA
    counts["han"] = east_asian
    script, most = counts.most_common(1)[0]
    if not most:
        return None
    if script == "han":
        return "ja" if is_japanese else _chinese(plain)
    return _by_words(plain, script) if script in _words() else script


def _chinese(text: str) -> str:
    known, found = _known(), Counter(text)
    old = sum(found[char] for char in known.traditional)
    new = sum(found[char] for char in known.simplified)
    if old == new:
        return "zh"
    return "zh-hant" if old > new else "zh-hans"


def _by_words(text: str, script: str) -> str | None:
    """The language with most of its function words; None where two have as many, or none any."""
    found = Counter(_scripts()[script].findall(text))
    hits = Counter(
        {code: sum(found[word] for word in words) for code, words in _words()[script].items()}
    )
    (best, most), (_, second) = hits.most_common(2)
    return best if most > second else None


def _language(subject: Subject, given: Language) -> Outcome:
    found, wanted = language_of(subject.text), given.language
    is_same = found is not None and wanted in (found, found.partition("-")[0])
    names = {code: Message(name) for code, name in _known().names.items()}
    if found is None:
        no = Message(
            "The language cannot be told; {wanted} expected (heuristic).", wanted=names[wanted]
        )
        return given.outcome(False, no, no)
    reason = Message(
        "The language seems to be {found}; {wanted} expected (heuristic).",
        found=names[found], wanted=names[wanted],
    )  # fmt: skip
    return given.outcome(is_same, reason, reason)


KINDS: Final = (CheckKind("language", "Language", Language, _language, is_heuristic=True),)
