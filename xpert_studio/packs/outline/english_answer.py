"""Turns English sentences of a reference answer into requirements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from xpert_studio.packs.outline.english_words import (
    FINITE,
    NO_VERBS,
    agreed,
    any_of,
    conjugated,
    connective,
    gerund,
    is_imperative,
    lower,
    lower_common,
    of_reader,
    pronoun,
    with_article,
    without_opening,
)
from xpert_studio.packs.outline.pieces import Piece, split_outside, words
from xpert_studio.packs.outline.requirement import Requirement, RequirementKind

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
_MEASURED: Final = re.compile(
    r"(?P<what>[A-Za-z][A-Za-z-]*(?: [A-Za-z-]+){0,4}) "
    r"(?P<value>[£$€¥]?\d[\d.,]*(?<![.,])(?:\s?%|\s[a-zA-Zµ°Ω][\w/²³·]{0,9})?)(?:, .+)?"
)
"""Line load 0.84 kN/m, below what is allowed."""
_SUPERLATIVE: Final = re.compile(r"(the \w+(?:est|er)) (?:is|was|are|were)\b", re.IGNORECASE)
_NAMED_SUPERLATIVE: Final = re.compile(
    r"\bthe \w+(?:est|er) (\w+) (?:is|was|are|were)\b", re.IGNORECASE
)
_TWO_THINGS: Final = re.compile(
    r"(?P<one>[\w-]+) and (?P<two>[\w-]+(?: [\w-]+){0,2}?)"
    r"(?P<rest> (?:after|before|within|at|in|every|by|today|now)\b.*)"
)
_VERB: Final = re.compile(FINITE)
_SO_CLAUSE: Final = rf"(?:[\w’'-]+\s+){{1,2}}{FINITE}"
_AND_CLAUSE: Final = re.compile(
    r",?\s+(?:and|but|so|which is why)\s+(?=(?:it|they|this|he|she|the|an?|no|its|their|you|we)\b"
    rf"[^,]*?(?:{FINITE}|\b\w+ed\b))|,\s+(?:but|so)\s+(?={_SO_CLAUSE})"
)


_AMONG: Final = re.compile(
    r"(?P<what>[A-Z][a-z]+(?: [a-z]+){0,2}s): (?P<list>[^,:;.]{4,60}(?:, [^,:;.]{4,60})+)"
)
"""Compensating measures: a second stair, sprinklers, and a fire alarm."""


def facts(piece: Piece, common: frozenset[str]) -> Iterator[Requirement]:
    """What a piece of the reference answer says, as the response has to say it."""
    if piece.column:
        what = with_article(lower_common(piece.column, common))
        yield Requirement(f"Gives {what} of “{piece.label}” as {piece.text}.", RequirementKind.CELL)
        return
    asked = _QUESTION.search(piece.text)
    if asked is not None:
        yield Requirement(f"Asks the question “{asked['asked'].strip()}”.", RequirementKind.ADVICE)
        return
    among = _AMONG.fullmatch(piece.text.strip().rstrip(".!"))
    if among is not None and not _VERB.search(among["list"]):
        for item in re.split(r",\s+(?:and\s+)?|\s+and\s+(?=an?\s)", among["list"]):
            yield Requirement(
                f"Names {item} among the {lower(among['what'])}.", RequirementKind.FACT
            )
        return
    for clause in _clauses(without_opening(piece.text.strip().rstrip(".!"))):
        made = _fact(clause, common)
        if made is not None:
            yield made


_QUESTION: Final = re.compile(r"(?:^|: )(?P<asked>[^:]+\?)$")
_LABEL_HEAD: Final = re.compile(r"(?!(?:the|an?) )(?:[\w'’-]+ ){0,2}[\w'’-]+", re.IGNORECASE)


def smaller(requirement: Requirement, common: frozenset[str]) -> Iterator[list[Requirement]]:
    """Ways to cut a requirement that asks for too much in two, the longest beginning first."""
    for cut in reversed([*_CUTS.finditer(requirement.text)]):
        begin = replace(requirement, text=f"{requirement.text[: cut.start()]}.", more=())
        rest = _fact(
            _with_subject(requirement.text, requirement.text[cut.end() :].rstrip(".")), common
        )
        is_whole = rest is not None and (
            rest.kind is RequirementKind.ADVICE
            or (_VERB.search(rest.text) and not _has_no_subject(rest.text))
        )
        if rest is not None and is_whole:
            yield [begin, rest]
        elif cut.group().strip() != "and":  # "the charge and the status in one step" ends elsewhere
            yield [begin]


def _with_subject(whole: str, text: str) -> str:
    """What follows a cut, with the subject of the statement where it goes on with its verb."""
    text = connective().sub("", text, count=1)
    said = re.match(rf"States that (?P<who>[^,;:]{{2,60}}?) (?={FINITE})", whole)
    return f"{said['who']} {text}" if said is not None and _VERB.match(text) else text


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
        if not is_label or _VERB.search(first) or is_imperative(first) or _starts_sentence(first):
            yield first
        subject = _subject(first) or subject
        for other in others:
            if not pronoun().match(other) or re.match(r"(?:he|she)\b", other):
                yield other
            elif subject and re.match(r"(?:it|they)\b", other):
                yield f"{subject}{other[other.index(' ') :]}"


def _starts_sentence(text: str) -> bool:
    """Whether what stands behind a label may be a sentence: a keyword list has no subject."""
    return (
        re.match(r"(?:the|an?|no|this|each|every|we|you|it|they|he|she|i)\b", text, re.IGNORECASE)
        is not None
    )


def _subject(clause: str) -> str:
    """The noun phrase before the first verb of a clause; empty where it cannot be told."""
    phrase = rf"(?P<what>(?:the|an?)\s+(?:[\w’'-]+\s+){{1,3}}?)(?={FINITE})"
    found = re.match(phrase, clause, re.IGNORECASE)
    return found["what"].strip() if found else ""


def _with_noun(clause: str, text: str) -> str:
    """The smallest award is 2; the largest is 5: the second with the noun of the first."""
    bare, named = _SUPERLATIVE.match(clause), _NAMED_SUPERLATIVE.search(text)
    if bare is None or named is None:
        return clause
    return f"{bare[1]} {named[1]} {clause[bare.end(1) :].lstrip()}"


def _fact(clause: str, common: frozenset[str]) -> Requirement | None:
    clause = connective().sub("", clause, count=1) if connective().match(clause) else clause
    addressed = _addressed(clause)
    if addressed is not None:
        return addressed
    recommended = _RECOMMENDS.match(clause)
    if recommended is not None:
        rest = re.sub(r"^(?:to|that)\s+", "", clause[recommended.end() :])
        if re.match(r"[a-z]+ing\b|(?:an?|the|our|his|her|its|no)\s|[£$€¥]?\d", rest):
            return Requirement(f"Recommends {rest}.", RequirementKind.ADVICE)
        return _advised(rest, "") or _plain(rest, common, "Recommends that")
    measured = _MEASURED.fullmatch(clause)
    if measured is not None and not _may_have_verb(measured["what"]):
        what = with_article(lower_common(measured["what"], common))
        return Requirement(f"Gives {what} as {measured['value']}.", RequirementKind.RESULT)
    valued = _VALUED.fullmatch(clause)
    if valued is not None and not (is_imperative(clause) or _VERB.search(valued["what"])):
        what = lower_common(valued["what"], common)
        value = valued["value"].strip()
        tail = _EQUALS.search(valued["value"])
        value = re.split(r",\s", tail["value"] if tail else value, maxsplit=1)[0]
        verb = "Calculates" if valued["sum"] or tail else "Gives"
        comma = "," if "," in what else ""
        return Requirement(
            f"{verb} {with_article(what)}{comma} as {value}.", RequirementKind.RESULT
        )
    lead = _LEAD.fullmatch(clause)
    if lead is not None and is_imperative(lead["rest"]):
        if re.match(r"(?:if|when|once) (?:it|they|this)\b", lead["lead"], re.IGNORECASE):
            return None
        return _advised(lead["rest"], f" {lower(lead['lead'])}")
    if is_imperative(clause):
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
            f"{conjugated(done['verb'].lower()).capitalize()} {of_reader(done['rest'])}.",
            RequirementKind.ADVICE,
        )
    told = _YOU.fullmatch(clause)
    if told is None:
        return None
    lead = f"{of_reader(lower(told['lead']))}" if told["lead"] else ""
    said = lead + of_reader(f"you {told['verb'].lower()} {told['rest']}")
    return Requirement(f"Says that {said}.", RequirementKind.ADVICE)


_FIRST_PERSON: Final = re.compile(r"(?:I|We|we) (?P<verb>[a-z]+)\b")


def _may_have_verb(text: str) -> bool:
    """Whether a word of a text may be a finite verb, or the text is no noun phrase."""
    others = text.lower().split()[1:]
    known = {*words()["verbs"], *words()["actions"]}
    return (
        _OPENS.match(text) is not None
        or _VERB.search(text) is not None
        or any(word in known or _LIKE_A_VERB.fullmatch(word) for word in others)
        or (bool(others) and others[-1] in NO_VERBS)
    )


def _is_sentence(text: str) -> bool:
    """Whether a text may have a finite verb: a label or a list of things says nothing."""
    if _VERB.search(text) or len(text.split()) < 2:
        return True
    words_ = text.split()
    for place, word in enumerate(words_[1:], 1):
        following = words_[place + 1] if place + 1 < len(words_) else ""
        is_past = word.endswith("ed") and not words_[place - 1].endswith(",")
        is_present = _LIKE_A_VERB.fullmatch(word) and word[-1] == "s" and following
        if is_past or (is_present and (following not in _AFTER_NOUN or word in _WITH_PREPOSITION)):
            return True
        if place < 4 and following in _ARTICLES and word.isalpha() and word not in NO_VERBS:
            return True
    return _OPENS.match(text) is None and not re.search(r"[\d,]", text)


_ARTICLES: Final = frozenset({"the", "a", "an", "its", "their", "his", "her", "no", "all"})
_AFTER_NOUN: Final = frozenset({"in", "of", "with", "for", "at", "by", "per", "on"})
_WITH_PREPOSITION: Final = frozenset(
    {
        "amounts", "applies", "begins", "belongs", "comes", "consists", "depends", "differs",
        "ends", "falls", "follows", "goes", "leads", "lies", "points", "refers", "relates",
        "rests", "results", "runs", "starts", "stems",
    }
)  # fmt: skip
_OPENS: Final = re.compile(r"(?:for|with|in|on|at|by|from|to|of|under|over)\b[^,]*$", re.IGNORECASE)
"""For pupils with dyslexia: nothing is said of it yet."""
_LIKE_A_VERB: Final = re.compile(r"[a-z-]{2,}(?:ed|(?<![sui])s)")


def _plain(clause: str, common: frozenset[str], opening: str) -> Requirement | None:
    begun = _FIRST_PERSON.match(clause)
    clause = f"the author {agreed(begun['verb'])}{clause[begun.end() :]}" if begun else clause
    clause = of_reader(clause)
    is_person = re.match(r"(?:he|she)\b", clause, re.IGNORECASE) is not None
    least = 3 if re.search(r"\b(?:must|may|cannot)\b", clause) else 4
    if (pronoun().match(clause) and not is_person) or len(clause.split()) < least:
        return None
    text = _EQUALS.sub(lambda found: found["value"], clause)
    text = text.split(": ", 1)[0]  # what follows explains, or lists
    if not _is_sentence(text):
        return None
    kind = RequirementKind.RESULT if any(char.isdigit() for char in text) else RequirementKind.FACT
    return Requirement(f"{opening} {lower_common(text, common)}.", kind)


def _advised(clause: str, lead: str) -> Requirement | None:
    """Start apixaban: recommends starting apixaban."""
    clause = of_reader(clause)
    is_negative = re.match(r"(?:do not|don['’]t|never)\s+", clause, re.IGNORECASE)
    text = clause[is_negative.end() :] if is_negative else clause
    verb, _, rest = text.partition(" ")
    said = rest.split(": ", 1)[0]  # what follows is why
    rest = said if " " in said or said == rest else rest
    two = _TWO_THINGS.fullmatch(rest)
    if two is not None:
        second = _advised(f"{verb} {two['two']}{two['rest']}", lead)
        first = _advised(f"{verb} {two['one']}{two['rest']}", lead)
        return replace(first, more=(second,)) if first and second else first
    if not rest or not re.fullmatch(r"[A-Za-z-]{2,}", verb):
        return None
    if verb.lower() in words()["speaks"] and not is_negative:
        return Requirement(
            f"{conjugated(verb.lower()).capitalize()} {rest}{lead}.", RequirementKind.ADVICE
        )
    rest, *objects = re.split(r",\s+and\s+(?=(?:an?|the|\d[\d.,]*)\s)", rest)
    if objects and not is_negative:
        others = tuple(filter(None, (_advised(f"{verb} {one}", lead) for one in objects)))
        begun = _advised(f"{verb} {rest}", lead)
        return replace(begun, more=(*begun.more, *others)) if begun else None
    steps = _steps().split(rest)
    thing = _OBJECT.match(steps[0])
    more = tuple(
        Requirement(
            f"Recommends {gerund(first)} {_with_object(last, thing)}{lead}.",
            RequirementKind.ADVICE,
        )
        for first, last in (part.split(" ", 1) for part in steps[1:] if " " in part)
    )
    not_ = "not " if is_negative else ""
    return Requirement(
        f"Recommends {not_}{gerund(verb.lower())} {steps[0]}{lead}.", RequirementKind.ADVICE, more
    )


@cache
def _steps() -> re.Pattern[str]:
    """What parts one thing to do from the next: and give, then check, and restart."""
    verbs = rf"(?:re)?{any_of('actions')}\b"
    return re.compile(rf",?\s+(?:and then|and|then)\s+(?={verbs})|,\s+(?={verbs}(?! {_PLACE}))")


_PLACE: Final = r"(?:over|into|in|at|to|on|for|by|with|from)\b"
"""After a comma, "split over four sites" says how."""


_WHEN: Final = (
    r"(?:\d|on|before|after|for|at|in|within|by|until|when|if|once|because|from|as soon as)"
)
_OBJECT: Final = re.compile(rf"(?P<thing>[A-Za-z][^,;:]{{1,40}}?)\s+{_WHEN}(?<=\d|\w)")


def _with_object(text: str, thing: re.Match[str] | None) -> str:
    """What is done in a second step, with the thing of the first one where it names none."""
    needs = re.match(rf"{_WHEN}(?:\b|(?<=\d))", text) is not None
    return f"{thing['thing']} {text}" if needs and thing is not None else text
