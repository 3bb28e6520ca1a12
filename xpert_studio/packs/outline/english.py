"""Turns English sentences of a brief into requirements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from xpert_studio.packs.outline.english_words import (
    any_of,
    base,
    conjugated,
    lower,
    third_person_of,
    with_article,
    without_opening,
    words,
)
from xpert_studio.packs.outline.pieces import Piece, split_outside
from xpert_studio.packs.outline.requirement import Kind, Requirement

_NUMBER: Final = r"(?:\d[\d,]*|one|two|three|four|five|six|ten|twelve)"
_SIZE: Final = re.compile(
    r"\s*(?:,?\s*\b(?:of|in|to|with|within|on|is|fits? on|fits? on to)\s+)?"
    r"\b(?:at most|no more than|not more than|no longer than|up to|a maximum of|within|under"
    rf"|max\.?)\s+(?P<n>{_NUMBER})[ -](?P<unit>words?|pages?|sentences?|characters?|slides?|lines?"
    r"|minutes?)\b"
    rf"|\s*\b(?:on|fits? on|fit on)\s+(?P<n2>{_NUMBER})\s+(?P<unit2>pages?|slides?)\b",
    re.IGNORECASE,
)
_FORBIDS: Final = re.compile(
    r"(?:please )?(?:do not|don['’]t|(?:you|it|the \w+) (?:must|should|may) not"
    r"|never|it is forbidden to)\s+(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
_AVOIDS: Final = re.compile(
    r"(?:please )?(?:avoid|no|without)\s+(?P<what>(?!more\b).+)", re.IGNORECASE
)
_AFTER_FORM: Final = re.compile(
    r"^\s*(?::|,?\s*with\s|,?\s*that\s(?:contains?|gives?|names?|states?)\b"
    r"|,?\s*in these parts\b|,)\s*:?"
)
_NUMBERED: Final = re.compile(r"\s*[,;]?\s*(?:and\s+)?\(\d{1,2}\)\s*")
_COMMAS: Final = re.compile(
    r"\s*;\s*(?:and\s+)?|,\s+(?:and\s+|as well as\s+)?"
    r"|\s+and\s+(?=(?:the|an?|its|their|one|two|what|why|how|whether|which|who|when|where|any)\b)"
)
_NO_ITEM: Final = re.compile(
    r"(?:or|but|so|which|that|who|as|if|with the|among them|each with|not)\b", re.IGNORECASE
)
_WH: Final = re.compile(r"(?:what|why|how|whether|which|who|when|where|if)\b", re.IGNORECASE)
_ASKS: Final = re.compile(
    r"(?:is|are|was|were|will|would|may|can|could|should|must|does|do|did|has|have|had)\s",
    re.IGNORECASE,
)


@cache
def _passive() -> re.Pattern[str]:
    """The deadline has to be named."""
    return re.compile(
        r"(?P<what>[^,;:]{3,80}?) (?:has to|have to|must|should|needs? to|shall|is to|are to) be "
        rf"(?P<verb>{any_of('done')})\b(?P<rest>.*)",
        re.IGNORECASE,
    )


_WHAT_IT_DOES: Final = r"(?:answer|cover|contain|includ|explain|stat|giv|sett|describ)ing\b"


@cache
def _form() -> re.Pattern[str]:
    """Write a letter of advice to the client."""
    return re.compile(
        r"(?:write|draft|prepare|produce|compose|deliver|provide|submit)?\s*"
        rf"(?P<form>(?:an?|one|the)\s+(?:[\w-]+ ){{0,3}}?{any_of('forms')}\b"
        rf"(?:(?! with\b| that\b| which\b| {_WHAT_IT_DOES})[^,:;.(])*)",
        re.IGNORECASE,
    )


def demands(piece: Piece) -> Iterator[Requirement]:
    """What a piece of the deliverables requires."""
    text = piece.text.strip().rstrip(".!")
    sizes = list(_SIZE.finditer(text))
    yield from (_limit(size) for size in sizes)
    for size in reversed(sizes):
        text = (text[: size.start()] + " " + text[size.end() :]).strip(" ,")
    text = " ".join(text.split())
    if sizes and re.fullmatch(
        r"(?:the |your )?[\w ]{0,24}(?:should|must|has to|can|may)?\W*", text
    ):
        return
    forbidden = _FORBIDS.fullmatch(text) or _AVOIDS.fullmatch(text)
    if forbidden is not None:
        what = re.sub(r",? please$", "", third_person_of(forbidden["what"]))
        begin = "Avoids" if re.match(r"\w+ing\b", what) else "Contains no"
        begin = "Does not" if forbidden.re is _FORBIDS else begin
        yield Requirement(f"{begin} {what}.", Kind.PROHIBITION)
        return
    yield from _asked(text, piece)


def _limit(found: re.Match[str]) -> Requirement:
    n, unit = found["n"] or found["n2"], (found["unit"] or found["unit2"]).lower()
    verb = "Fits on" if unit.startswith(("page", "slide")) else "Has at most"
    return Requirement(f"{verb} {n} {unit}.", Kind.LIMIT)


def _asked(text: str, piece: Piece) -> Iterator[Requirement]:
    text = third_person_of(without_opening(text))
    passive = _passive().fullmatch(text)
    if passive is not None:
        verb = base(passive["verb"].lower())
        what = with_article(passive["what"])
        yield Requirement(f"{conjugated(verb).capitalize()} {what}{passive['rest']}.", Kind.ITEM)
        return
    form = _form().match(text)
    if form is not None and not piece.is_item:
        yield Requirement(f"Takes the form of {lower(form['form'].strip())}.", Kind.FORM)
        text = _AFTER_FORM.sub("", text[form.end() :])
        text = re.sub(r"^(?:to|for|on) [^:]{2,60}:\s*", "", text).strip(" :,")
    if len(text) > 2:
        yield from _items(text)


def _items(text: str) -> Iterator[Requirement]:
    first, _, rest = text.partition(" ")
    verb = first.lower() if first.lower() in words()["verbs"] else ""
    body = rest if verb else text
    for item in _listed(body):
        if item.endswith("?") or _ASKS.match(item):
            yield Requirement(_question(item), Kind.ITEM)
            continue
        own, _, of_own = item.partition(" ")
        if own.lower() in words()["verbs"] and of_own:
            yield Requirement(f"{conjugated(own.lower()).capitalize()} {of_own}.", Kind.ITEM)
        elif _WH.match(item):
            yield Requirement(f"{_states(verb)} {lower(item)}.", Kind.ITEM)
        elif len(item) > 2:
            chosen = conjugated(verb).capitalize() if verb else _verb_for(item)
            yield Requirement(f"{chosen} {lower(item)}.", Kind.ITEM)


def _states(verb: str) -> str:
    known = {"explain", "say", "show", "discuss", "justify", "describe", "decide", "assess"}
    return conjugated(verb).capitalize() if verb in known else "States"


def _listed(text: str) -> list[str]:
    """The things that a text lists, each in the words of the list."""
    numbered = [part for part in split_outside_numbers(text) if part]
    if len(numbered) > 1:
        return [item for part in numbered for item in _listed(part)]
    found = split_outside(text.strip(" :,;."), _COMMAS)
    if any(map(_NO_ITEM.match, found)):
        return [text.strip(" :,;.")]
    merged: list[str] = []
    for part in found:
        is_rest = part[:1].islower() and re.match(r"(?:its|their|his|her)\b", part) and merged
        merged.append(
            f"{part} ({_head(merged[-1])})" if is_rest and len(part.split()) < 3 else part
        )
    return merged


def split_outside_numbers(text: str) -> list[str]:
    """The items of a list whose numbers stand in brackets in the sentence."""
    return [part.strip(" ,;:") for part in _NUMBERED.split(text)]


def _head(item: str) -> str:
    return re.sub(r"^(?:the|an?|its|their)\s+", "", item)


def _question(item: str) -> str:
    asked = item.rstrip("?").strip()
    asked = asked[0].upper() + asked[1:]
    ends = " with yes or no" if _ASKS.match(asked) else ""
    return f"Answers the question “{asked}?”{ends}."


def _verb_for(item: str) -> str:
    for cue, verb in words()["verb_for"].items():
        if re.search(cue, item, re.IGNORECASE):
            return str(verb)
    return "Gives"
