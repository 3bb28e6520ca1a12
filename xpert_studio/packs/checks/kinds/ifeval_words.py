"""IFEval's instructions on words: keywords, letters, lengths, case, commas, language.

The published check takes keywords as regular expressions without regard to case, and so do these.
It asks the library langdetect for the language, and these ask py3langid, which is maintained.
"""

from __future__ import annotations

import re
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from xpert_studio.api.checks import Message, Outcome, refuse_longer
from xpert_studio.packs.checks.kinds.ifeval_base import (
    Count,
    Following,
    Instruction,
    Keyword,
    NotBlank,
    Relation,
    compared,
    said,
)
from xpert_studio.packs.checks.kinds.ifeval_text import capital_words, sentence_count
from xpert_studio.packs.checks.kinds.languages import language_of

_WORD: Final = re.compile(r"\w+")
_MOST_SENTENCES: Final = 10_000
"""So many are counted, where no more are asked for."""
_LONGEST: Final = 1_500_000
"""Characters that are divided into sentences."""


class Keywords(Following):
    """Which keywords there must be."""

    keywords: Annotated[tuple[Keyword, ...], Field(min_length=1)] = Field(title="Keywords")


def _has_keywords(text: str, wanted: Keywords) -> Outcome:
    for keyword in sorted(wanted.keywords):
        if not re.search(keyword, text, re.IGNORECASE):
            return Outcome(False, Message("The keyword {keyword!r} is missing.", keyword=keyword))
    return Outcome(True, Message("All keywords are there."))


class KeywordFrequency(Following):
    """How often a keyword must be there."""

    keyword: Annotated[Keyword, AfterValidator(str.strip), Field(min_length=1)] = Field(
        title="Keyword"
    )
    frequency: Count = Field(title="How often")
    relation: Relation = Field(title="Compared")


def _keyword_frequency(text: str, wanted: KeywordFrequency) -> Outcome:
    found = sum(1 for _ in re.finditer(wanted.keyword, text, re.IGNORECASE))
    return compared(found, wanted.relation, wanted.frequency, Message("occurrences of the keyword"))


class ForbiddenWords(Following):
    """Which words there must not be."""

    forbidden_words: Annotated[tuple[Keyword, ...], Field(min_length=1)] = Field(
        title="Forbidden words"
    )


def _forbidden_words(text: str, wanted: ForbiddenWords) -> Outcome:
    for word in sorted(set(wanted.forbidden_words)):
        if re.search(rf"\b{word}\b", text, re.IGNORECASE):
            return Outcome(False, Message("The forbidden word {word!r} is in it.", word=word))
    return Outcome(True, Message("No forbidden word is in it."))


class LetterFrequency(Following):
    """How often a letter, or another character, must be there."""

    letter: Annotated[NotBlank, Field(min_length=1, max_length=1)] = Field(title="Letter")
    let_frequency: Count = Field(title="How often")
    let_relation: Relation = Field(title="Compared")


def _letter_frequency(text: str, wanted: LetterFrequency) -> Outcome:
    letter = wanted.letter.lower()
    found = text.lower().count(letter) if len(letter) == 1 else 0
    return compared(
        found, wanted.let_relation, wanted.let_frequency, Message("occurrences of the letter")
    )


class Language(Following):
    """In which language the response must be."""

    language: NotBlank = Field(
        title="Language", description="As ISO 639-1 has it: en, fr; Chinese is zh-cn or zh-tw."
    )


def _response_language(text: str, wanted: Language) -> Outcome:
    found = language_of(text)
    if found is None:
        return Outcome(True, Message("The language cannot be told, which counts as met."))
    return said(
        _is_same(found, wanted.language.lower()),
        Message("The language seems to be {found}."),
        Message("The language seems to be {found}; {wanted} expected."),
        found=found,
        wanted=wanted.language,
    )


def _is_same(found: str, wanted: str) -> bool:
    """Whether a language is the one that the data names: it calls Chinese zh-cn or zh-tw."""
    scripts = {"zh-cn": "zh-hans", "zh-tw": "zh-hant"}
    return found in (wanted, scripts.get(wanted)) or (found == "zh" and wanted in scripts)


def _english_capital(text: str, _wanted: Following) -> Outcome:
    if not text.isupper():
        return Outcome(False, Message("Not all letters are capitals."))
    return _response_language(text, Language(language="en"))


def _english_lowercase(text: str, _wanted: Following) -> Outcome:
    if not text.islower():
        return Outcome(False, Message("Not all letters are lowercase."))
    return _response_language(text, Language(language="en"))


class Sentences(Following):
    """How many sentences there must be."""

    num_sentences: Count = Field(title="Sentences")
    relation: Relation = Field(title="Compared")


def _number_sentences(text: str, wanted: Sentences) -> Outcome:
    refuse_longer(text, _LONGEST)
    found = sentence_count(text, max(wanted.num_sentences, _MOST_SENTENCES))
    return compared(
        found, wanted.relation, wanted.num_sentences, Message("sentences by rule of thumb")
    )


class Words(Following):
    """How many words there must be."""

    num_words: Count = Field(title="Words")
    relation: Relation = Field(title="Compared")


def _number_words(text: str, wanted: Words) -> Outcome:
    found = sum(1 for _ in _WORD.finditer(text))
    return compared(found, wanted.relation, wanted.num_words, Message("words"))


class CapitalWords(Following):
    """How many words in capitals there must be."""

    capital_frequency: Count = Field(title="How often")
    capital_relation: Relation = Field(title="Compared")


def _capital_word_frequency(text: str, wanted: CapitalWords) -> Outcome:
    found = capital_words(text)
    return compared(
        found, wanted.capital_relation, wanted.capital_frequency, Message("words in capitals")
    )


def _no_comma(text: str, _wanted: Following) -> Outcome:
    return said("," not in text, Message("There is no comma."), Message("There is a comma."))


INSTRUCTIONS: Final = (
    Instruction(
        "keywords:existence", "IFEval: keywords", Keywords, _has_keywords,
        "Includes each of these keywords: {keywords}.",
    ),
    Instruction(
        "keywords:frequency", "IFEval: keyword frequency", KeywordFrequency,
        _keyword_frequency, "Uses the keyword “{keyword}” {relation} {frequency} times.",
    ),
    Instruction(
        "keywords:forbidden_words", "IFEval: forbidden words", ForbiddenWords,
        _forbidden_words, "Uses none of these words: {forbidden_words}.",
    ),
    Instruction(
        "keywords:letter_frequency", "IFEval: letter frequency", LetterFrequency,
        _letter_frequency, "Has the letter “{letter}” {let_relation} {let_frequency} times.",
    ),
    Instruction(
        "language:response_language", "IFEval: language", Language,
        _response_language, "Is entirely in the language “{language}”.", is_heuristic=True,
    ),
    Instruction(
        "length_constraints:number_sentences", "IFEval: sentences", Sentences,
        _number_sentences, "Has {relation} {num_sentences} sentences.", is_heuristic=True,
        version=2,
    ),
    Instruction(
        "length_constraints:number_words", "IFEval: words", Words, _number_words,
        "Has {relation} {num_words} words.",
    ),
    Instruction(
        "change_case:capital_word_frequency", "IFEval: words in capitals", CapitalWords,
        _capital_word_frequency,
        "Has words in capitals {capital_relation} {capital_frequency} times.",
    ),
    Instruction(
        "change_case:english_capital", "IFEval: English, capitals", Following,
        _english_capital, "Is entirely in English and in capital letters.",
        is_heuristic=True,
    ),
    Instruction(
        "change_case:english_lowercase", "IFEval: English, lowercase", Following,
        _english_lowercase, "Is entirely in English and in lowercase letters.",
        is_heuristic=True,
    ),
    Instruction(
        "punctuation:no_comma", "IFEval: no comma", Following, _no_comma, "Uses no comma.",
    ),
)  # fmt: skip
