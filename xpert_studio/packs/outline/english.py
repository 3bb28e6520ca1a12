"""Turns English sentences of a brief into requirements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from xpert_studio.packs.outline.english_words import (
    any_of,
    base,
    conjugated,
    demanding,
    is_imperative,
    lower,
    third_person_of,
    with_article,
    without_opening,
)
from xpert_studio.packs.outline.pieces import Piece, split_outside, words
from xpert_studio.packs.outline.requirement import Requirement, RequirementKind

_NUMBER: Final = r"(?:\d[\d,]*|one|two|three|four|five|six|ten|twelve)"
_SIZE: Final = re.compile(
    r"\s*(?:,?\s*\b(?:of|in|to|with|within|on|is|fits? on|fits? on to)\s+)?"
    r"\b(?:at most|no more than|not more than|no longer than|up to|a maximum of|within|under"
    rf"|max\.?|(?:limit|length)(?: of)?:?)\s+(?P<n>{_NUMBER})[ -]"
    r"(?P<unit>words?|pages?|sentences?|characters?|slides?|lines?|minutes?)\b"
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
    split = split_outside(text, re.compile(r";\s+"))
    if len(split) > 1 and len(_NUMBERED.split(text)) < 3:
        for part in split:
            yield from demands(replace(piece, text=part))
        return
    sizes = list(_SIZE.finditer(text))
    yield from (_limit(size) for size in sizes)
    for size in reversed(sizes):
        text = (text[: size.start()] + " " + text[size.end() :]).strip(" ,")
    text = re.sub(r"\(\s*\)", "", text) if sizes else text
    text = " ".join(text.split())
    if sizes and re.fullmatch(
        r"(?:the |your )?[\w ]{0,24}(?:should|must|has to|can|may)?\W*", text
    ):
        return
    duties = [*_duties(text)]
    if duties:
        yield from duties
        return
    forbidden = _FORBIDS.fullmatch(text) or _AVOIDS.fullmatch(text)
    if forbidden is not None:
        what = re.sub(r",? please$", "", third_person_of(forbidden["what"]))
        begin = "Avoids" if re.match(r"\w+ing\b", what) else "Contains no"
        begin = "Does not" if forbidden.re is _FORBIDS else begin
        yield Requirement(f"{begin} {what}.", RequirementKind.PROHIBITION)
        return
    yield from _asked(text, piece)


_DUTY: Final = re.compile(
    r"(?P<who>(?:the|your|each|every|all|any) [\w-]+(?: [\w-]+){0,2}?|it|you) "
    r"(?P<must>must|should|shall|has to|have to|needs? to) (?P<rest>(?!be\b.{3,}ed\b|not\b).+)",
    re.IGNORECASE | re.DOTALL,
)
_AGAIN: Final = re.compile(
    r"(?:,\s*(?:and|but)?|\s+(?:and|but))\s*(?:it\s+|they\s+)?"
    r"(?:must|should|shall|has to|have to)\s+"
)


def _duties(text: str) -> Iterator[Requirement]:
    """The patch must take a lock, and must not change the interface: one requirement each."""
    found = _DUTY.fullmatch(text)
    if found is None or without_opening(text) != text:
        return
    who = third_person_of(found["who"])
    subject = "" if who.lower() in {"it", "you"} else f"{who[0].upper()}{who[1:]} "
    is_many = who.lower().endswith("s") and not who.lower().endswith("ss")
    for duty in _AGAIN.split(third_person_of(found["rest"])):
        verb, _, rest = duty.partition(" ")
        if verb == "not":
            yield Requirement(f"Does not {rest}.", RequirementKind.PROHIBITION)
            continue
        own = {"be": "are" if is_many else "is", "have": "have" if is_many else "has"}
        said = own.get(verb) or (verb if is_many else conjugated(verb))
        made = f"{subject}{said} {rest}".strip()
        yield Requirement(f"{made[0].upper()}{made[1:]}.", RequirementKind.ITEM, is_firm=True)


def _limit(found: re.Match[str]) -> Requirement:
    n, unit = found["n"] or found["n2"], (found["unit"] or found["unit2"]).lower()
    verb = "Fits on" if unit.startswith(("page", "slide")) else "Has at most"
    return Requirement(f"{verb} {n} {unit}.", RequirementKind.LIMIT)


def _asked(text: str, piece: Piece) -> Iterator[Requirement]:
    text = third_person_of(without_opening(text))
    passive = _passive().fullmatch(text)
    if passive is not None:
        verb = base(passive["verb"].lower())
        what = with_article(passive["what"])
        yield Requirement(
            f"{conjugated(verb).capitalize()} {what}{passive['rest']}.", RequirementKind.ITEM
        )
        return
    form = _form().match(_with_form_article(text))
    text = _with_form_article(text) if form is not None else text
    if form is not None and not piece.is_item:
        yield Requirement(f"Takes the form of {lower(form['form'].strip())}.", RequirementKind.FORM)
        text = _AFTER_FORM.sub("", text[form.end() :])
        text = re.sub(r"^(?:to|for|on) [^:]{2,60}:\s*", "", text).strip(" :,")
    if len(text) > 2:
        yield from _items(text)


def _with_form_article(text: str) -> str:
    """E-mail to the client: with an article, where it begins with the name of a form."""
    named = re.match(rf"(?:[\w-]+ ){{0,2}}?{any_of('forms')}\b", text, re.IGNORECASE)
    first, _, rest = text.partition(" ")
    is_verb = demanding(first) and (rest == "" or re.match(r"(?:the|an?|any|all|how|why|wh)", rest))
    has_article = re.match(r"(?:the|an?|one|your|its)\b", text, re.IGNORECASE)
    is_demand = demanding(first) and not re.fullmatch(any_of("forms"), first, re.IGNORECASE)
    if named is None or is_verb or has_article or is_demand:
        return text
    article = "An" if text[0].lower() in "aeiou" else "A"
    return f"{article} {lower(text)}"


_COUNTED: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) (?!of\b)[a-z]+s\b", re.IGNORECASE
)
"""A deliverable that can be counted in a response: a worksheet with five questions."""
_TABLE: Final = re.compile(
    r"(?:use|include|give|provide) (?:a|one) (?:table|chart|graph)\b.*", re.IGNORECASE
)


_OF_A_PART: Final = re.compile(
    r"(?:the|your|each) [\w-]+(?: [\w-]+)? "
    r"(?=(?:gives|includes|names|contains|covers|states|explains|lists)\b)",
    re.IGNORECASE,
)
"""The catalogue entry gives date and place."""


def _items(text: str) -> Iterator[Requirement]:
    if _TABLE.fullmatch(text):
        yield Requirement(_item(text, ""), RequirementKind.FORM)
        return
    text = _OF_A_PART.sub("", text)
    first, _, rest = text.partition(" ")
    verb = demanding(first) or (first.lower() if is_imperative(text) else "")
    for item in _listed(rest if verb else text):
        is_counted = not verb and _COUNTED.search(item) is not None
        if len(item) > 2:
            yield Requirement(_item(item, verb), RequirementKind.ITEM, is_firm=is_counted)


def _item(item: str, verb: str) -> str:
    """One thing of a list as a sentence, with the verb of the list or its own."""
    if item.endswith("?") or _ASKS.match(item):
        return _question(item)
    own, _, of_own = item.partition(" ")
    if demanding(own) and of_own:
        return f"{conjugated(demanding(own)).capitalize()} {of_own}."
    if _WH.match(item):
        return f"{_states(verb)} {lower(item)}."
    chosen = conjugated(verb).capitalize() if verb else _verb_for(item)
    return f"{chosen} {lower(item)}."


def _states(verb: str) -> str:
    known = {"explain", "say", "show", "discuss", "justify", "describe", "decide", "assess"}
    return conjugated(verb).capitalize() if verb in known else "States"


def _listed(text: str) -> list[str]:
    """The things that a text lists, each in the words of the list."""
    numbered = [*filter(None, (part.strip(" ,;:") for part in _NUMBERED.split(text)))]
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
