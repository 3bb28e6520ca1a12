"""IFEval's instructions on form: paragraphs, lists, highlights, sections, JSON, title, ends."""

from __future__ import annotations

import json
import re
from typing import Annotated, Final

from pydantic import Field, model_validator

from xpert_studio.api.checks import Message, Outcome
from xpert_studio.packs.checks.kinds.counts import Bounds, within
from xpert_studio.packs.checks.kinds.ifeval_base import (
    Count,
    Following,
    Instruction,
    Keyword,
    NotBlank,
    compared,
    said,
)
from xpert_studio.packs.checks.kinds.json_texts import too_deep

_STAR_ITEM: Final = re.compile(r"^[^\S\n]*\*[^*].*$", re.MULTILINE)
_DASH_ITEM: Final = re.compile(r"^[^\S\n]*-", re.MULTILINE)
_DIVIDER: Final = re.compile(r"\s?\*\*\*\s?")
_HIGHLIGHT: Final = re.compile(r"\*[^\n*]*\*")
_DOUBLE: Final = re.compile(r"\*\*([^\n*]*)\*\*")
_ANSWERS: Final = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
_FENCES: Final = ("```json", "```Json", "```JSON", "```")
_POSTSCRIPTS: Final = {"P.P.S": r"p\.\s?p\.\s?s", "P.S.": r"p\.\s?s\."}
_WORD_END: Final = re.compile("[.,?!'\"]")


class Paragraphs(Following):
    """How many paragraphs there must be."""

    num_paragraphs: Count = Field(title="Paragraphs", description="With *** between them.")


def _number_paragraphs(text: str, wanted: Paragraphs) -> Outcome:
    parts = [part.strip() for part in _DIVIDER.split(text)]
    if not all(parts[1:-1]):
        return Outcome(False, Message("A paragraph between two dividers is empty."))
    found = len(parts) - (not parts[0]) - (len(parts) > 1 and not parts[-1])
    return within(found, Bounds(exactly=wanted.num_paragraphs), Message("paragraphs"))


class FirstWord(Following):
    """How many paragraphs there must be, and with which word one of them begins."""

    num_paragraphs: Annotated[int, Field(ge=1)] = Field(
        title="Paragraphs", description="With an empty line between them."
    )
    nth_paragraph: Annotated[int, Field(ge=1)] = Field(title="Which paragraph")
    first_word: NotBlank = Field(title="Its first word")

    @model_validator(mode="after")
    def _among(self) -> FirstWord:
        if self.nth_paragraph > self.num_paragraphs:
            raise ValueError("nth_paragraph is above num_paragraphs")
        return self


def _nth_paragraph_first_word(text: str, wanted: FirstWord) -> Outcome:
    parts = [part.strip() for part in text.split("\n\n")]
    found = sum(map(bool, parts))
    if found != wanted.num_paragraphs:
        return within(found, Bounds(exactly=wanted.num_paragraphs), Message("paragraphs"))
    words = parts[wanted.nth_paragraph - 1].split(maxsplit=1)
    bare = words[0].lstrip("'").lstrip('"') if words else ""
    word = _WORD_END.split(bare, maxsplit=1)[0].lower()
    return said(
        bool(words) and word == wanted.first_word.lower(),
        Message("Paragraph {n} begins with {word!r}."),
        Message("Paragraph {n} begins with {word!r}; {wanted!r} expected."),
        n=wanted.nth_paragraph,
        word=word,
        wanted=wanted.first_word,
    )


class Placeholders(Following):
    """How many placeholders there must be."""

    num_placeholders: Count = Field(title="At least", description="Such as [address].")


def _number_placeholders(text: str, wanted: Placeholders) -> Outcome:
    found = sum(map(_placeholders, text.split("\n")))
    return compared(found, "at least", wanted.num_placeholders, Message("placeholders"))


def _placeholders(line: str) -> int:
    count, at = 0, line.find("[")
    while at >= 0 and (end := line.find("]", at)) >= 0:
        count, at = count + 1, line.find("[", end)
    return count


class Postscript(Following):
    """How the postscript must begin."""

    postscript_marker: Annotated[Keyword, NotBlank] = Field(title="Begins with")


def _postscript(text: str, wanted: Postscript) -> Outcome:
    marker = wanted.postscript_marker.strip()
    found = re.search(_POSTSCRIPTS.get(marker, marker.lower()), text.lower())
    return said(
        found is not None,
        Message("There is a postscript with {marker!r}."),
        Message("There is no postscript with {marker!r}."),
        marker=marker,
    )


class Bullets(Following):
    """How many items of lists there must be."""

    num_bullets: Count = Field(title="Exactly", description="Lines that begin with * or -.")


def _number_bullet_lists(text: str, wanted: Bullets) -> Outcome:
    found = sum(1 for kind in (_STAR_ITEM, _DASH_ITEM) for _ in kind.finditer(text))
    return within(found, Bounds(exactly=wanted.num_bullets), Message("list items"))


def _constrained_response(text: str, _wanted: Following) -> Outcome:
    return said(
        any(answer in text for answer in _ANSWERS),
        Message("It says one of the three answers."),
        Message("It says none of the three answers: “My answer is yes.”, “… no.”, “… maybe.”"),
    )


class Highlights(Following):
    """How many highlighted parts there must be."""

    num_highlights: Count = Field(title="At least", description="Such as *this* or **this**.")


def _number_highlighted_sections(text: str, wanted: Highlights) -> Outcome:
    found = sum(bool(part[0].strip("*").strip()) for part in _HIGHLIGHT.finditer(text))
    found += sum(bool(part[1].strip()) for part in _DOUBLE.finditer(text))
    return compared(found, "at least", wanted.num_highlights, Message("highlighted parts"))


class Sections(Following):
    """How many numbered sections there must be."""

    section_spliter: Annotated[Keyword, NotBlank] = Field(
        title="Headed by", description="Such as Section, before a number."
    )
    num_sections: Count = Field(title="At least")


def _multiple_sections(text: str, wanted: Sections) -> Outcome:
    heading = re.compile(rf"\s?{wanted.section_spliter.strip()}\s?\d+\s?")
    found = sum(1 for _ in heading.finditer(text))
    return compared(found, "at least", wanted.num_sections, Message("sections"))


def _json_format(text: str, _wanted: Following) -> Outcome:
    bare = text.strip()
    for fence in _FENCES:
        bare = bare.removeprefix(fence)
    try:
        json.loads(bare.removesuffix("```").strip())
    except ValueError:
        return Outcome(False, Message("It is not JSON."))
    except RecursionError as error:
        raise too_deep() from error
    return Outcome(True, Message("It is JSON."))


def _title(text: str, _wanted: Following) -> Outcome:
    return said(
        any(map(_has_title, text.split("\n"))),
        Message("There is a title in <<double angular brackets>>."),
        Message("There is no title in <<double angular brackets>>."),
    )


def _has_title(line: str) -> bool:
    start, end = line.find("<<"), line.rfind(">>")
    return 0 <= start < end - 2 and bool(line[start : end + 2].lstrip("<").rstrip(">").strip())


def _two_responses(text: str, _wanted: Following) -> Outcome:
    parts = [part.strip() for part in text.split("******")]
    found = [part for part in parts if part]
    if not all(parts[1:-1]) or len(found) != 2:
        return Outcome(False, Message("There are not two answers with ****** between them."))
    return said(
        found[0] != found[1],
        Message("There are two answers."),
        Message("The two answers are the same."),
    )


class RepeatPrompt(Following):
    """What the response must begin with."""

    prompt_to_repeat: NotBlank = Field(title="Request to repeat")


def _repeat_prompt(text: str, wanted: RepeatPrompt) -> Outcome:
    return said(
        text.strip().lower().startswith(wanted.prompt_to_repeat.strip().lower()),
        Message("It begins with the request."),
        Message("It does not begin with the request."),
    )


class EndPhrase(Following):
    """What the response must end with."""

    end_phrase: NotBlank = Field(title="Last phrase")


def _end_checker(text: str, wanted: EndPhrase) -> Outcome:
    return said(
        text.strip().strip('"').lower().endswith(wanted.end_phrase.strip().lower()),
        Message("It ends with the phrase."),
        Message("It does not end with the phrase."),
    )


def _quotation(text: str, _wanted: Following) -> Outcome:
    bare = text.strip()
    return said(
        len(bare) > 1 and bare[0] == bare[-1] == '"',
        Message("It is within double quotation marks."),
        Message("It is not within double quotation marks."),
    )


INSTRUCTIONS: Final = (
    Instruction(
        "length_constraints:number_paragraphs", "IFEval: paragraphs", Paragraphs,
        _number_paragraphs, "Has exactly {num_paragraphs} paragraphs with *** between them.",
    ),
    Instruction(
        "length_constraints:nth_paragraph_first_word", "IFEval: first word", FirstWord,
        _nth_paragraph_first_word,
        "Has exactly {num_paragraphs} paragraphs with an empty line between them, and paragraph "
        "{nth_paragraph} begins with the word “{first_word}”.",
    ),
    Instruction(
        "detectable_content:number_placeholders", "IFEval: placeholders", Placeholders,
        _number_placeholders,
        "Has at least {num_placeholders} placeholders in square brackets, such as [address].",
    ),
    Instruction(
        "detectable_content:postscript", "IFEval: postscript", Postscript, _postscript,
        "Has a postscript that begins with “{postscript_marker}”.",
    ),
    Instruction(
        "detectable_format:number_bullet_lists", "IFEval: list items", Bullets,
        _number_bullet_lists, "Has exactly {num_bullets} list items in Markdown.",
    ),
    Instruction(
        "detectable_format:constrained_response", "IFEval: fixed answers", Following,
        _constrained_response,
        "Says “My answer is yes.”, “My answer is no.” or “My answer is maybe.”",
    ),
    Instruction(
        "detectable_format:number_highlighted_sections", "IFEval: highlights", Highlights,
        _number_highlighted_sections,
        "Highlights at least {num_highlights} parts in Markdown, such as *this*.",
    ),
    Instruction(
        "detectable_format:multiple_sections", "IFEval: sections", Sections,
        _multiple_sections,
        "Has at least {num_sections} sections, each headed by “{section_spliter}” and a number.",
    ),
    Instruction(
        "detectable_format:json_format", "IFEval: JSON", Following, _json_format,
        "Is entirely JSON.", version=2,
    ),
    Instruction(
        "detectable_format:title", "IFEval: title", Following, _title,
        "Has a title in double angular brackets, such as <<this>>.",
    ),
    Instruction(
        "combination:two_responses", "IFEval: two answers", Following, _two_responses,
        "Gives two different answers with ****** between them.",
    ),
    Instruction(
        "combination:repeat_prompt", "IFEval: request repeated", RepeatPrompt,
        _repeat_prompt, "Repeats this request word for word before it answers: "
        "“{prompt_to_repeat}”",
    ),
    Instruction(
        "startend:end_checker", "IFEval: last phrase", EndPhrase, _end_checker,
        "Ends with exactly this phrase: “{end_phrase}”",
    ),
    Instruction(
        "startend:quotation", "IFEval: quotation marks", Following, _quotation,
        "Is entirely within double quotation marks.",
    ),
)  # fmt: skip
