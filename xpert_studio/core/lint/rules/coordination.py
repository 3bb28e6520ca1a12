"""What English joins without a second verb that a list knows: by the structure of the sentence.

Two things are joined by words that add (plus, as well as, not only ... but), by "and" between
things, by a participle after a comma, by a relative clause or a bracket that demands, by a list
without "and". Parts of speech are guessed by endings and neighbours, without a parser. Names,
fixed pairs, ranges, comparisons, alternatives and what the response has to report are
recognised by what stands before them: they join no demands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from xpert_studio.core.lint.findings import MASK, LintedLine
from xpert_studio.core.lint.rules.compound_joins import ALLOWS, Join
from xpert_studio.core.lint.words import pattern

REPORTING: Final = re.compile(
    r"\b(?:that|because|since|if|when|where|which|who|whose|while|unless|although|how|why|whether"
    r"|what)\b",
    re.IGNORECASE,
)
EXPLAINS: Final = re.compile(
    r"\s*(?:e\.g|i\.e|for example|for instance|note|accept|allow|also acceptable|equivalent"
    r"|a (?:±|tolerance|margin|deviation|difference)|an? \w+ (?:of|is) (?:allowed|accepted)|±"
    r"|rounding|minor|small|other wordings|synonyms|any (?:of|equivalent)|this (?:means|includes)"
    r"|that is|the exact|such as|in other words|if|worth|or\b|not\b)",
    re.IGNORECASE,
)
_DETERMINER: Final = (
    r"(?:the|an?|its|their|his|her|each|all|any|both|every|this|these|those|one|two|three|four|five"
    r"|six|at least|at most|[£$€¥]?\d[\d.,]*%?)\b"
)
_WH: Final = r"(?:how|why|whether|what|when|where|which|who|whom)\b"
_PREPOSITIONS: Final = frozenset(
    {
        "of", "in", "on", "for", "with", "by", "at", "from", "to", "into", "as", "against",
        "under", "over", "per", "about", "within", "without", "through", "after", "before",
        "during", "towards", "between", "among", "upon", "than",
    }
)  # fmt: skip
_MANNER: Final = frozenset(
    {
        "using", "assuming", "including", "excluding", "being", "rounding", "allowing", "taking",
        "ranging", "starting", "beginning", "depending", "according", "relating", "concerning",
        "regarding", "following", "yielding", "obtaining", "resulting", "making", "leading",
        "leaving", "arriving", "producing", "totalling", "totaling", "equalling", "equaling",
        "bringing", "meaning", "indicating", "implying", "causing", "having", "counting",
        "measuring", "working", "owing", "pending", "considering", "notwithstanding", "barring",
        "applying", "treating", "converting", "dividing", "multiplying", "subtracting", "assuring",
        "ensuring", "based", "during", "representing", "reflecting", "requiring", "rendering",
        "holding", "falling", "rising", "standing", "lasting", "costing", "containing",
        "comprising", "consisting", "involving", "covering", "ending", "dating", "living", "lying",
        "running", "pointing-to", "accounting", "corresponding", "belonging", "showing", "nothing",
        "anything", "something", "everything", "morning", "evening", "string", "spring",
        "building", "awaiting", "waiting", "sitting", "sleeping", "driving", "travelling",
        "traveling", "receiving", "undergoing", "breastfeeding", "walking", "eating", "resting",
    }
)  # fmt: skip
"""Participles that say how, or with which result, and words that only look like participles."""
_SAYING: Final = re.compile(
    r"(?:nam|cit|stat|explain|not|quot|list|recommend|advis|conclud|specify|mention|warn|point"
    r"|identify|giv|describ|propos|suggest|set|refer|flag|justify|provid|attach|append)ing\b"
)
_RESULT: Final = re.compile(
    r"\s+(?:[£$€¥]?\d|an? (?:total|result|value|figure|score|ratio|sum|net))"
)
_ADJECTIVE: Final = re.compile(
    r"(?:\w+(?:al|ive|ous|ic|ful|able|ible|less|ary|ory|ent|ant|ed|ish|ular|ean|ese)"
    r"|safe|short|long|old|new|high|low|local|open|free|large|small|full|early|late|first|last"
    r"|fair|equal|slow|quick|wet|dry|hot|cold|hard|soft|red|green|blue|black|white|gross|net"
    r"|major|minor|upper|lower|inner|outer|left|right|direct|strict|simple|complex|true|false)"
)


def coordinated(line: LintedLine) -> Join | None:
    """Where a line joins two things that may be met separately, or None."""
    return next(_found(line), None)


def _found(line: LintedLine) -> Iterator[Join]:
    lower = line.masked.casefold()
    for look, signs in _LOOKS:
        found = look(line) if any(sign in lower for sign in signs) else None
        if found is not None:
            yield found


def in_report(line: LintedLine, head: str) -> bool:
    """Whether what follows is part of a clause that the response reports."""
    begin = line.verb.end() if line.verb is not None else line.body
    return REPORTING.search(head, begin) is not None


def is_relational(head: str) -> bool:
    """Whether the end of a text names a relation, which takes two things: the ratio of."""
    return pattern("en", "relational").search(head[-70:]) is not None


_ADDING: Final = re.compile(
    r"(?P<join>,?\s+(?:as well as|along with|together with|in addition to|plus|besides|and also"
    r"|but also|and in addition|and additionally|and likewise)"
    r"|,\s+(?:coupled with|accompanied by))\s+"
    r"(?P<next>[^\s,.;]+)",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"\b(?:between|combin\w+|ratio of|balance of)\b", re.IGNORECASE)
_REPORTED: Final = re.compile(r".*?\w(?:s|ies|e|y|t)\s+(?:that|why|how|whether|what|when)\b")
_BEFORE: Final = re.compile(
    r"(?:besides|in addition to|as well as|along with) [^,]{3,60}(?P<join>,)", re.IGNORECASE
)
_SUMS: Final = re.compile(r"(?:=|\bas\b|\bequals?\b|\bsum\b|\bis\b|\bare\b|\d\s*)[^,;]*$")


def _adding(line: LintedLine) -> Join | None:
    """Plus, as well as, together with."""
    before = _BEFORE.match(line.core, line.body)
    if before is not None:
        return Join(before.start("join"), before.end("join"), ())
    for found in _ADDING.finditer(line.core, line.body):
        head, join = line.core[: found.start()], found.group("join")
        if found.start() < line.body + 8 or _BETWEEN.search(head):
            continue
        if "plus" in join.lower() and "," not in join and _SUMS.search(head[-40:]):
            continue
        is_inside = in_report(line, head) and "," not in join
        if is_inside and re.match(_DETERMINER, found["next"]) and not _REPORTED.match(head):
            is_inside = False  # a relative clause: the treaty that ended the war
        if not is_inside or re.match(_WH, found.group("next"), re.IGNORECASE):
            return Join(found.start("join"), found.end("join"), ())
    return None


_CORRELATIVE: Final = re.compile(
    r"\bboth\b(?! (?:parties|sides|of)\b)[^.;:]{2,80}?\band\b"
    r"|\bnot only\b[^.;:]{2,160}?\b(?:but|also)\b"
    r"|\bnot just\b[^.;:]{2,160}?\bbut\b",
    re.IGNORECASE,
)


def _correlative(line: LintedLine) -> Join | None:
    """Both ... and, not only ... but."""
    found = _CORRELATIVE.search(line.core, line.body)
    if found is None or is_relational(line.core[: found.start()]):
        return None
    is_inside = found[0][:4].lower() == "both" and in_report(line, line.core[: found.start()])
    return None if is_inside else Join(found.start(), found.end(), ())


_SEMICOLON: Final = re.compile(r"(?P<join>;)\s*(?P<rest>[^;]+)")


def _semicolons(line: LintedLine) -> Join | None:
    """A second part after a semicolon."""
    for found in _SEMICOLON.finditer(line.core, line.body):
        rest = found.group("rest")
        if found.start() < 8 or len(rest.split()) < 2 or EXPLAINS.match(rest):
            continue
        if ALLOWS.search(rest) or pattern("en", "points_in_text").search(rest):
            continue
        return Join(found.start("join"), found.end("join"), ())
    return None


_PARTICIPLE: Final = re.compile(
    r"(?P<join>,|,?\s+while|,\s*thereby|,\s*also)\s+"
    r"(?:still |also |[a-z]+ly )?(?P<verb>[a-z]{2,}ing)\b"
    r"(?!\s*(?:,|\.|;|and\b|or\b|of\b|to\b))"
)


def _participles(line: LintedLine) -> Join | None:
    """Calculates the score as 4, concluding that treatment is indicated."""
    for found in _PARTICIPLE.finditer(line.core, line.body + 8):
        verb, head = found.group("verb"), line.core[: found.start()]
        is_saying = _SAYING.match(verb) is not None
        if verb in _MANNER or (verb == "giving" and _RESULT.match(line.core, found.end())):
            continue
        if in_report(line, head) and not is_saying:
            continue
        return Join(found.start("join"), found.end("verb"), ())
    return None


_ADJOINED: Final = re.compile(
    rf"(?P<join>,\s+with)\s+(?!no\b|not\b|respect\b|regard\b)(?:{_DETERMINER}|[a-z]+\s)"
    r"|(?P<clause>,\s+(?:which|who|all of which)\s+"
    r"(?:must|should|shall|needs? to|ha(?:s|ve) to)\b|,\s+(?:which|whom|whose [\w -]{2,30})\s+"
    r"(?:it|the (?:response|answer|memo|report|letter|text)) [a-z]+s\b)"
    r"|(?P<aside>[(\[（](?:and|plus|as well as|also|with|together with|along with)\s"
    r"|[(\[（][^()\[\]]{0,60}\b(?:must|should|has to|needs? to)\s)",
    re.IGNORECASE,
)


def _adjoined(line: LintedLine) -> Join | None:
    """..., with a target of $62; ..., which must be dated, ...; ... (and to avoid juice)."""
    for found in _ADJOINED.finditer(line.masked, line.body):
        head = line.masked[: found.start()]
        if found.start() < 8 or (found["join"] and in_report(line, head)):
            continue
        if found["aside"] and re.match(r"[(\[（](?:and|with) (?:not|no|without)\b", found["aside"]):
            continue
        return Join(found.start(), found.end(), ())
    return None


_THIRD: Final = re.compile(
    rf"(?P<join>,?\s+(?:and|then|and then|but))\s+(?:\w+ly\s+|also\s+)?"
    rf"(?P<verb>[a-z]{{3,}}(?<![sui])s)"
    rf"\s+(?:{_DETERMINER}|{_WH}|that\b|it\b|them\b|[A-Z{MASK}“\"'‘]|(?P<loose>(?:in|for|to|with|by|from|as)\b)"
    r"|(?:out|up|off|down|back)\b)"
)


def _predicates(line: LintedLine) -> Join | None:
    """A second predicate in the third person, though the first reports something."""
    if line.verb is None:
        return None
    verbs = pattern("en", "verbs")
    for found in _THIRD.finditer(line.core, line.verb.end()):
        is_known = verbs.match(line.core, found.start("verb")) is not None
        if found["loose"] and not is_known:
            continue  # a noun: the remedies of rescission and damages for
        is_inside = in_report(line, line.core[: found.start()])
        if (is_known and "," in found["join"]) or not is_inside:
            return Join(found.start("join"), found.end("join"), ())
    for found in _NEXT.finditer(line.core, line.verb.end()):
        is_verb = found["it"] is not None or verbs.match(line.core, found.start("verb"))
        if is_verb and not in_report(line, line.core[: found.start()]):
            return Join(found.start("join"), found.end("join"), ())
    again = _SUBJECT.search(line.core, line.verb.end())
    return Join(again.start("join"), again.end("join"), ()) if again else None


_NEXT: Final = re.compile(
    r"(?P<join>,)\s+(?P<verb>[a-z]{3,}(?<![sui])s)\s+"
    rf"(?:(?P<it>it|them|the|an?|its|their)\b|{_DETERMINER}|{_WH}|that\b)"
)
_SUBJECT: Final = re.compile(
    r"(?P<join>,\s+and)\s+(?:it|they|the (?:response|answer|memo|report|letter|text))\s+\w+s\b",
    re.IGNORECASE,
)

_QUESTIONS: Final = re.compile(
    rf"{_WH}[^,;.]{{2,90}}(?P<join>,(?:\s+and)?|\s+and)\s+{_WH}", re.IGNORECASE
)
_REPEATABLE: Final = ("for", "in", "on", "against", "by", "with", "from", "to", "at", "under")
_AGAIN: Final = re.compile(
    rf"\b(?P<prep>{'|'.join(_REPEATABLE)})\s(?P<first>[^,;]{{2,80}}?)"
    r"(?P<join>,|,?\s+and)\s+(?P=prep)\s(?P<second>[^,;]{2,})"
)


def _repeated(line: LintedLine) -> Join | None:
    """Explains why ..., who ...; checks for buckling and for deflection."""
    asked = _QUESTIONS.search(line.core, line.body)
    if asked is not None:
        return Join(asked.start("join"), asked.end("join"), ())
    words = line.core.split()
    is_twice = any(words.count(word) > 1 for word in _REPEATABLE)
    found = _AGAIN.search(line.core, line.body) if is_twice else None
    if found is None:
        return None
    head = line.core[: found.start("join")]
    if in_report(line, head) or is_relational(head):
        return None
    if found["join"] == "," and not (_has_digit(found["first"]) and _has_digit(found["second"])):
        return None
    if found["prep"] in {"from", "to"} and " to " in found["first"]:
        return None
    return Join(found.start("join"), found.end("join"), ())


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in text)


_COPULA: Final = re.compile(r"\b(?:is|are|was|were)\b")
_AND: Final = re.compile(
    r"(?P<join>,?\s+(?:and|&)|,\s+then)\s+(?P<next>[^\s,.;:]+)(?P<rest>(?:[^,;:.]|(?<=\d)[.,](?=\d))*)"
)


def _things(line: LintedLine) -> Join | None:
    """Two things that a verb takes: orders serum lactate and two sets of blood cultures."""
    if line.verb is None or _COPULA.fullmatch(line.verb.group().lower()):
        return None
    begin = line.verb.end()
    if _COPULA.search(line.core, begin):
        return None
    for found in _AND.finditer(line.core, begin):
        head = line.core[: found.start()]
        if in_report(line, head) or is_relational(head) or "either" in head.lower():
            continue
        left = head[begin:].rsplit(",", 1)[-1].split()
        is_in_list = "," in head[begin:] and not _PREPOSITIONS.isdisjoint(head[begin:].split())
        if left and not is_in_list and _are_two(left, found["next"], found["rest"]):
            return Join(found.start("join"), found.end("join"), ())
    return None


def _are_two(left: list[str], following: str, rest: str) -> bool:
    """Whether "and" joins two things, and not two words for one, or two properties of one."""
    is_determined = re.match(_DETERMINER, f"{following}{rest}", re.IGNORECASE) is not None
    if is_determined:
        return not (following[:1].isdigit() and _has_digit(left[-1]))
    if any(map(_has_digit, left)) and _has_digit(rest) and following[0].islower():
        return True  # revenue of 4.2 million and profit of 0.9 million
    if "to" in left[:-1] and not following.endswith("s"):
        return re.match(rf"\s+(?:{_DETERMINER}|to\s[a-z])", rest) is not None
    bare = _without_determiner(left)
    if _PREPOSITIONS & {word.lower() for word in bare} or not bare or MASK in bare[-1]:
        return False
    if following[:1].isupper() and bare[-1][:1].isupper():
        return following.isupper() and bare[-1].isupper() and len(following) > 1
    if following.lower() in _PREPOSITIONS or following in {"not", "then", "only", "so", "nothing"}:
        return False
    return not (len(bare) == 1 and _ADJECTIVE.fullmatch(bare[-1].lower()))


def _without_determiner(words: list[str]) -> list[str]:
    is_first = re.fullmatch(_DETERMINER, words[0], re.IGNORECASE) is not None
    return words[1:] if is_first else words


_LIST: Final = re.compile(
    r"(?P<first>[^,;:.]{2,80}),\s+(?P<second>[^,;:.]{2,70}),\s*(?:and\s+|then\s+)?(?P<third>[^,;:.]{2,90})"
    r"|(?P<one>[^,;:.]{2,80}),\s+(?P<two>[^,;:.]{2,70}?)\s+and\s+(?P<three>[^,;:.]{2,90})"
)
_COUNTED: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|\d+|any"
    r"|one|either|such as|example|order|sequence)\b",
    re.IGNORECASE,
)
_NO_ITEM: Final = re.compile(
    r"(?:and |or |but |so |which |who |that |where |if |when |not |i\.e|e\.g|as |in |with |without "
    r"|(?:none|any|one|either|two|three) of|nothing|rounded|using|including|namely|ahead|because"
    r"|rather|instead|an? [\w-]+ (?:\w+ )?of\b)",
    re.IGNORECASE,
)


def _lists(line: LintedLine) -> Join | None:
    """Three things or more, with or without "and", behind a verb or a colon."""
    colon = line.core.rfind(": ")
    begin = colon + 2 if colon > line.body else line.verb.end() if line.verb else -1
    found = _LIST.match(line.core, begin) if begin >= 0 else None
    if found is None or is_relational(line.core[:begin]) or in_report(line, found[0]):
        return None
    head = line.core[: found.start() + len(found["first"] or found["one"])]
    items = [item.strip() for item in found.groups() if item]
    if colon > line.body and _COUNTED.search(line.core[:begin]):
        return None
    if in_report(line, head) or any(map(is_no_item, items)) or " or " in found[0]:
        return None
    place = found.end("first") if found["first"] else found.end("one")
    return Join(place, place + 1, ())


def is_no_item(item: str) -> bool:
    """Whether what stands between commas is no thing of a list."""
    is_short = len(item) < 4 or item.isupper() or item[-1:].isdigit()
    return is_short or _NO_ITEM.match(item) is not None or MASK in item


_LOOKS: Final[tuple[tuple[Callable[[LintedLine], Join | None], tuple[str, ...]], ...]] = (
    (_correlative, ("both", "not only", "not just")),
    (_adding, ("as well", "along", "together", "addition", "plus", "besides", " also", "coupled",
               "accompanied", "likewise")),
    (_semicolons, (";",)),
    (_adjoined, (", with", ", which", ", who", ", all of", "(", "[", "（")),
    (_participles, ("ing",)),
    (_predicates, (" and", ",", " then", " but")),
    (_repeated, (" and", ",")),
    (_lists, (",",)),
    (_things, (" and", " &", " then")),
)  # fmt: skip
"""What looks, and signs without one of which it finds nothing."""
