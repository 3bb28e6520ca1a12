"""Turns English sentences of a brief and of its reference answer into requirements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Final

from xpert_studio.core.resources import resource_json
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
_RECOMMENDS: Final = re.compile(
    r"(?:(?:we|i|the \w+) (?:therefore )?(?:recommends?|advises?|suggests?|proposes?)"
    r"|recommendation|(?:the )?recommendation is|verdict|advice|next step|proposal)[:.]?\s+"
    r"(?:that we\s+|you\s+)?",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"(?P<lead>(?:before|after|within|during|at|by|if|when|once|until|in case|where)\b[^,]{2,80}),"
    r"\s+(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_EQUALS: Final = re.compile(
    r"(?:[(\[]?[-−+]?(?:[£$€¥]\s?)?[\d(][^=;:a-zA-Z]{0,40}?"
    r"(?:[a-zA-Z%]{0,3}\s?[-−+×x*/÷][^=;:]{0,60}?))\s*=\s*"
    r"(?P<value>[£$€¥]?\s?(?:[A-Z]{3}\s)?[-−]?\d[^\s,;]*)"
)
_VALUED: Final = re.compile(
    r"(?P<what>[A-Za-z][^:;=.]{2,70}?)(?::|\s=)\s*(?P<sum>[^=;]*=\s*)?"
    r"(?P<value>[£$€¥]?[-−]?\d[^;]*)$"
)
_SUPERLATIVE: Final = re.compile(r"(the \w+(?:est|er)) (?:is|was|are|were)\b", re.IGNORECASE)
_NAMED_SUPERLATIVE: Final = re.compile(
    r"\bthe \w+(?:est|er) (\w+) (?:is|was|are|were)\b", re.IGNORECASE
)
_TWO_THINGS: Final = re.compile(
    r"(?P<one>[\w-]+) and (?P<two>[\w-]+(?: [\w-]+){0,2}?)"
    r"(?P<rest> (?:after|before|within|at|in|every|by|today|now)\b.*)"
)
_FINITE: Final = (
    r"\b(?:is|are|was|were|has|have|had|can|may|must|should|will|would|does|did|do|need|needs)\b"
)
_VERB: Final = re.compile(_FINITE)
_SO_CLAUSE: Final = rf"(?:[\w’'-]+\s+){{1,2}}{_FINITE}"
_AND_CLAUSE: Final = re.compile(
    r",?\s+(?:and|but|so|which is why)\s+(?=(?:it|they|this|he|she|the|an?|no|its|their|you|we)\b"
    rf"[^,]*?(?:{_FINITE}|\b\w+ed\b))|,\s+(?:but|so)\s+(?={_SO_CLAUSE})"
)


@cache
def _any_of(name: str) -> str:
    """A word list as alternatives."""
    return f"(?:{'|'.join(words()[name])})"


@cache
def _passive() -> re.Pattern[str]:
    """The deadline has to be named."""
    return re.compile(
        r"(?P<what>[^,;:]{3,80}?) (?:has to|have to|must|should|needs? to|shall|is to|are to) be "
        rf"(?P<verb>{_any_of('done')})\b(?P<rest>.*)",
        re.IGNORECASE,
    )


_WHAT_IT_DOES: Final = r"(?:answer|cover|contain|includ|explain|stat|giv|sett|describ)ing\b"


@cache
def _form() -> re.Pattern[str]:
    """Write a letter of advice to the client."""
    return re.compile(
        r"(?:write|draft|prepare|produce|compose|deliver|provide|submit)?\s*"
        rf"(?P<form>(?:an?|one|the)\s+(?:[\w-]+ ){{0,3}}?{_any_of('forms')}\b"
        rf"(?:(?! with\b| that\b| which\b| {_WHAT_IT_DOES})[^,:;.(])*)",
        re.IGNORECASE,
    )


@cache
def _pronoun() -> re.Pattern[str]:
    return re.compile(rf"{_any_of('pronouns')}\b", re.IGNORECASE)


@cache
def _connective() -> re.Pattern[str]:
    return re.compile(rf"{_any_of('connectives')},?\s+", re.IGNORECASE)


def demands(piece: Piece) -> Iterator[Requirement]:
    """What a piece of the deliverables requires."""
    text = piece.text.strip().rstrip(".!")
    sizes = list(_SIZE.finditer(text))
    for size in sizes:
        yield _limit(size)
    for size in reversed(sizes):
        text = (text[: size.start()] + " " + text[size.end() :]).strip(" ,")
    text = " ".join(text.split())
    if sizes and re.fullmatch(
        r"(?:the |your )?[\w ]{0,24}(?:should|must|has to|can|may)?\W*", text
    ):
        return
    forbidden = _FORBIDS.fullmatch(text) or _AVOIDS.fullmatch(text)
    if forbidden is not None:
        what = re.sub(r",? please$", "", _third_person_of(forbidden["what"]))
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
    text = _third_person_of(_without_opening(text))
    passive = _passive().fullmatch(text)
    if passive is not None:
        verb = _base(passive["verb"].lower())
        what = _with_article(passive["what"])
        yield Requirement(f"{conjugated(verb).capitalize()} {what}{passive['rest']}.", Kind.ITEM)
        return
    form = _form().match(text)
    if form is not None and not piece.is_item:
        yield Requirement(f"Takes the form of {_lower(form['form'].strip())}.", Kind.FORM)
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
            yield Requirement(f"{_states(verb)} {_lower(item)}.", Kind.ITEM)
        elif len(item) > 2:
            chosen = conjugated(verb).capitalize() if verb else _verb_for(item)
            yield Requirement(f"{chosen} {_lower(item)}.", Kind.ITEM)


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


def facts(piece: Piece, common: frozenset[str]) -> Iterator[Requirement]:
    """What a piece of the reference answer says, as the response has to say it."""
    if piece.column:
        what = _with_article(_lower_common(piece.column, common))
        yield Requirement(f"Gives {what} of “{piece.label}” as {piece.text}.", Kind.CELL)
        return
    asked = _QUESTION.search(piece.text)
    if asked is not None:
        yield Requirement(f"Asks the question “{asked['asked'].strip()}”.", Kind.ADVICE)
        return
    for clause in _clauses(_without_opening(piece.text.strip().rstrip(".!"))):
        made = _fact(clause, common)
        if made is not None:
            yield made


_QUESTION: Final = re.compile(r"(?:^|: )(?P<asked>[^:]+\?)$")
_LABEL_HEAD: Final = re.compile(r"(?!(?:the|an?) )(?:[\w'’-]+ ){0,2}[\w'’-]+", re.IGNORECASE)


def smaller(made: Requirement, common: frozenset[str]) -> Iterator[list[Requirement]]:
    """Ways to cut a requirement that asks for too much in two, the longest beginning first."""
    for cut in reversed([*_CUTS.finditer(made.text)]):
        begin = replace(made, text=f"{made.text[: cut.start()]}.", more=())
        rest = _fact(made.text[cut.end() :].rstrip("."), common)
        is_whole = rest is not None and (
            rest.kind is Kind.ADVICE or (_VERB.search(rest.text) and not _has_no_subject(rest.text))
        )
        yield [begin, rest] if rest is not None and is_whole else [begin]


_CUTS: Final = re.compile(
    r",?\s+(?:and then|and|so that|so|but|while|which)\s+|[;:]\s+"
    r"|,\s+(?!(?:because|since|as|if|when|unless|where|who|whom|although|though|before|after)\b)"
)


def _has_no_subject(text: str) -> bool:
    """Whether a text begins with a verb in the third person, or a conjunction."""
    first = text.removeprefix("States that ").split(" ", 1)[0].lower()
    known = words()["actions"] + words()["verbs"]
    return first in _JOINS or any(first == conjugated(verb) for verb in known)


_JOINS: Final = frozenset(
    {"because", "since", "although", "as", "if", "when", "whom", "who", "which"}
)


def _clauses(text: str) -> Iterator[str]:
    subject = ""
    for part in split_outside(text, re.compile(r";\s+")):
        head, colon, tail = part.partition(": ")
        is_value = re.match(r"[\d£$€(−-]", tail) is not None
        is_name = bool(colon and _LABEL_HEAD.fullmatch(head) and not _VERB.search(head))
        is_label = is_name and not is_value
        is_reason = bool(colon and _VERB.search(head) and _VERB.search(tail))
        if is_reason:
            yield head
        said = tail if is_label or is_reason else part
        first, *others = _AND_CLAUSE.split(_with_noun(said, text))
        yield first
        subject = _subject(first) or subject
        for other in others:
            if not _pronoun().match(other):
                yield other
            elif subject and re.match(r"(?:it|they)\b", other):
                yield f"{subject}{other[other.index(' ') :]}"


def _subject(clause: str) -> str:
    """The noun phrase before the first verb of a clause; empty where it cannot be told."""
    phrase = rf"(?P<what>(?:the|an?)\s+(?:[\w’'-]+\s+){{1,3}}?)(?={_FINITE})"
    found = re.match(phrase, clause, re.IGNORECASE)
    return found["what"].strip() if found else ""


def _with_noun(clause: str, text: str) -> str:
    """The smallest award is 2; the largest is 5: the second with the noun of the first."""
    bare, named = _SUPERLATIVE.match(clause), _NAMED_SUPERLATIVE.search(text)
    if bare is None or named is None:
        return clause
    return f"{bare[1]} {named[1]} {clause[bare.end(1) :].lstrip()}"


def _fact(clause: str, common: frozenset[str]) -> Requirement | None:
    clause = _connective().sub("", clause, count=1) if _connective().match(clause) else clause
    addressed = _addressed(clause)
    if addressed is not None:
        return addressed
    recommended = _RECOMMENDS.match(clause)
    if recommended is not None:
        rest = re.sub(r"^(?:to|that)\s+", "", clause[recommended.end() :])
        if re.match(r"[a-z]+ing\b", rest):
            return Requirement(f"Recommends {rest}.", Kind.ADVICE)
        return _advised(rest, "") or _plain(rest, common, "Recommends that")
    valued = _VALUED.fullmatch(clause)
    if valued is not None and not (_is_imperative(clause) or _VERB.search(valued["what"])):
        what = _lower_common(valued["what"], common)
        value = valued["value"].strip()
        tail = _EQUALS.search(valued["value"])
        value = re.split(r",\s", tail["value"] if tail else value, maxsplit=1)[0]
        verb = "Calculates" if valued["sum"] or tail else "Gives"
        comma = "," if "," in what else ""
        return Requirement(f"{verb} {_with_article(what)}{comma} as {value}.", Kind.RESULT)
    lead = _LEAD.fullmatch(clause)
    if lead is not None and _is_imperative(lead["rest"]):
        if re.match(r"(?:if|when|once) (?:it|they|this)\b", lead["lead"], re.IGNORECASE):
            return None
        return _advised(lead["rest"], f" {_lower(lead['lead'])}")
    if _is_imperative(clause):
        return _advised(clause, "")
    return _plain(clause, common, "States that")


_WE: Final = re.compile(
    r"(?P<lead>(?:[^,]{3,60}, )?)(?:we|i) (?!are\b|have\b|can\b|may\b|will\b|must\b|recommend\b"
    r"|advise\b|suggest\b|propose\b|thank\b|hope\b|would\b|do\b|did\b|were\b|had\b|found\b)"
    r"(?P<verb>[a-z]+[^sd]) (?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_YOU: Final = re.compile(
    r"(?P<lead>(?:[^,]{3,80}, )?)you (?P<verb>can|may|must|should|have to|need to|cannot|will"
    r"|[a-z]+ed|chose|wrote|gave|made|found|had|did|said|took|kept|used) "
    r"(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)


def _addressed(clause: str) -> Requirement | None:
    """What the author of a letter does in it, or says to its reader; None for other clauses."""
    done = _WE.fullmatch(clause)
    if done is not None and not done["lead"]:
        return Requirement(
            f"{conjugated(done['verb'].lower()).capitalize()} {_of_reader(done['rest'])}.",
            Kind.ADVICE,
        )
    told = _YOU.fullmatch(clause)
    if told is None:
        return None
    lead = f"{_of_reader(_lower(told['lead']))}" if told["lead"] else ""
    said = lead + _of_reader(f"you {told['verb'].lower()} {told['rest']}")
    return Requirement(f"Says that {said}.", Kind.ADVICE)


def _of_reader(text: str) -> str:
    """A text to a reader as one about the reader."""
    spoken = re.compile(r"\byou ([a-z]+)\b", re.IGNORECASE)
    text = re.sub(r"\b(can|may|must|should|will|do) you\b", r"\1 the reader", text)
    text = text.replace("you need not", "the reader need not")
    text = spoken.sub(lambda found: f"the reader {_agreed(found[1])}", text)
    for word, other in _READER.items():
        text = re.sub(rf"\b{word}\b", other, text, flags=re.IGNORECASE)
    return text


def _agreed(word: str) -> str:
    """A verb that followed "you" as it follows "the reader"; another word as it is."""
    if word in _MODALS | _NO_VERBS or word in _PAST or word.endswith("ed"):
        return word
    return {"are": "is", "have": "has", "were": "was"}.get(word) or conjugated(word)


_PAST: Final = frozenset(
    {"chose", "wrote", "gave", "made", "found", "had", "did", "said", "took", "kept", "used",
     "that", "also", "now", "then", "cannot", "who", "which", "will"}
)  # fmt: skip
_READER: Final = {
    "your": "the reader's", "you": "the reader", "our": "the author's", "we": "the author",
    "us": "the author", "me": "the author", "my": "the author's",
}  # fmt: skip


_FIRST_PERSON: Final = re.compile(r"(?:I|We|we) (?P<verb>[a-z]+)\b")


def _plain(clause: str, common: frozenset[str], opening: str) -> Requirement | None:
    begun = _FIRST_PERSON.match(clause)
    clause = f"the author {_agreed(begun['verb'])}{clause[begun.end() :]}" if begun else clause
    clause = _of_reader(clause)
    is_person = re.match(r"(?:he|she)\b", clause, re.IGNORECASE) is not None
    if (_pronoun().match(clause) and not is_person) or len(clause.split()) < 4:
        return None
    text = _EQUALS.sub(lambda found: found["value"], clause)
    text = text.split(": ", 1)[0]  # what follows explains, or lists
    kind = Kind.RESULT if any(char.isdigit() for char in text) else Kind.FACT
    return Requirement(f"{opening} {_lower_common(text, common)}.", kind)


def _is_imperative(clause: str) -> bool:
    first, _, rest = clause.partition(" ")
    first = first.strip(",").lower()
    if first in {"do", "don't", "don’t", "never", *words()["actions"], *words()["verbs"]}:
        return True
    # "Infuse 20 mL/kg": no noun stands before a figure or an article.
    is_bare = first.isalpha() and not first.endswith(("s", "ed", "ing")) and first not in _NO_VERBS
    return is_bare and re.match(r"(?:the|an?|all|any|each|his|her|its|\d)\b", rest) is not None


_NO_VERBS: Final = frozenset(
    {"at", "in", "on", "of", "to", "for", "by", "with", "from", "under", "over", "after", "before",
     "since", "because", "if", "when", "while", "until", "without", "within", "as", "than", "the",
     "about", "above", "below", "between", "during", "through", "only", "not", "nor", "or", "and",
     "but", "section", "article", "clause", "page", "level", "step", "day", "week", "year", "act"}
)  # fmt: skip


def _advised(clause: str, lead: str) -> Requirement | None:
    """Start apixaban: recommends starting apixaban."""
    clause = _of_reader(clause)
    is_negative = re.match(r"(?:do not|don['’]t|never)\s+", clause, re.IGNORECASE)
    text = clause[is_negative.end() :] if is_negative else clause
    verb, _, rest = text.partition(" ")
    two = _TWO_THINGS.fullmatch(rest)
    if two is not None:
        second = _advised(f"{verb} {two['two']}{two['rest']}", lead)
        first = _advised(f"{verb} {two['one']}{two['rest']}", lead)
        return replace(first, more=(second,)) if first and second else first
    if not rest or not re.fullmatch(r"[A-Za-z-]{2,}", verb):
        return None
    if verb.lower() in words()["speaks"] and not is_negative:
        return Requirement(f"{conjugated(verb.lower()).capitalize()} {rest}{lead}.", Kind.ADVICE)
    rest, *objects = re.split(r",\s+and\s+(?=(?:an?|the|\d[\d.,]*)\s)", rest)
    if objects and not is_negative:
        others = tuple(filter(None, (_advised(f"{verb} {one}", lead) for one in objects)))
        begun = _advised(f"{verb} {rest}", lead)
        return replace(begun, more=(*begun.more, *others)) if begun else None
    steps = _steps().split(rest)
    more = tuple(
        Requirement(
            f"Recommends {gerund(part.split(' ', 1)[0])} {part.split(' ', 1)[1]}{lead}.",
            Kind.ADVICE,
        )
        for part in steps[1:]
        if " " in part
    )
    not_ = "not " if is_negative else ""
    return Requirement(
        f"Recommends {not_}{gerund(verb.lower())} {steps[0]}{lead}.", Kind.ADVICE, more
    )


@cache
def _steps() -> re.Pattern[str]:
    """What parts one thing to do from the next: and give, then check."""
    return re.compile(rf"(?:,?\s+(?:and then|and|then)|,)\s+(?={_any_of('actions')}\b)")


def _without_opening(text: str) -> str:
    plain = re.sub(r"^please\s+", "", text, flags=re.IGNORECASE)
    for prefix in words()["drop"]:
        if plain.casefold().startswith(prefix):
            return plain[len(prefix) :]
    return plain


def _third_person_of(text: str) -> str:
    """A text that speaks to the response's author, of the response."""
    text = re.sub(r"\byour\b", "the", text)
    return re.sub(
        r"\byou ([a-z]+)\b(?! not\b)",
        lambda found: f"it {found[1]}" if found[1] in _MODALS else f"it {conjugated(found[1])}",
        text,
    )


_MODALS: Final = frozenset({"can", "could", "may", "might", "must", "should", "will", "would"})


def _with_article(what: str) -> str:
    text = _lower(what)
    has = re.match(r"(?:the|an?|its|their|all|each|every|one|two|net|total)\b", text)
    is_many = text.split(" ", 1)[0].endswith("s") or text[:1].isupper()
    return text if has or is_many or " " not in text else f"the {text}"


def _lower(text: str) -> str:
    first = text.split(" ", 1)[0].strip(",;:")
    is_name = first[1:] != first[1:].lower() or any(char.isdigit() for char in first)
    return text if is_name and first != "A" else text[0].lower() + text[1:]


def _lower_common(text: str, common: frozenset[str]) -> str:
    """The text without its capital, unless its first word is a name."""
    first = text.split(" ", 1)[0].strip(",;:")
    if first in {"A", "An"} or first.casefold() in common:
        return text[0].lower() + text[1:]
    following = text[len(first) :].lstrip(" ,;:")[:1]
    is_name = not first.isalpha() or first[1:] != first[1:].lower() or following.isupper()
    return text if is_name or f"Name:{first}" in common else text[0].lower() + text[1:]


def conjugated(verb: str) -> str:
    """A verb in the third person."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def gerund(verb: str) -> str:
    """A verb with -ing."""
    verb = verb.lower()
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    doubles = re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", verb) or verb in words()["doubling"]
    return f"{verb}{verb[-1]}ing" if doubles else f"{verb}ing"


def _base(participle: str) -> str:
    return {"given": "give", "shown": "show"}.get(participle) or next(
        (verb for verb in words()["verbs"] if participle in {f"{verb}d", f"{verb}ed"}),
        participle.removesuffix("ed"),
    )


@cache
def words() -> dict[str, Any]:
    """The word lists of ``outline.en.json``."""
    found: dict[str, Any] = resource_json("generation", "outline.en.json")
    return found
