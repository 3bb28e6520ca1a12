"""Compound lines in English: second verbs, sentences that demand, lists, pairs."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from xpert_studio.core.lint.findings import LintedLine
from xpert_studio.core.lint.rules.compound_joins import ALLOWS, LONG, Join, closed, items
from xpert_studio.core.lint.rules.coordination import (
    EXPLAINS,
    REPORTING,
    coordinated,
    is_no_item,
    is_relational,
)
from xpert_studio.core.lint.words import entries, has_any, pattern

_ITEM_EN: Final = re.compile(
    r"(?:^|(?<=[\s:;,.]))(?:\(\d\)|\d[.)](?=\s)|\([a-e]\)|[①②③④⑤⑥⑦⑧])\s*(?=\S)"
)

_MARK: Final = re.compile(r"[(\d①-⑧]")
"""What each item's mark has; soon seen."""
_SENTENCE_EN: Final = re.compile(r"(?<=[.!;])\s+(?=[A-Z(\"“])")

_DEMANDS: Final = re.compile(
    r"(?:state|name|cite|explain|calculate|list|give|recommend|warn|conclude|mention|describe"
    r"|quote|note|propose|compare|provide|point|reference|advise|flag|summari[sz]e|compute|derive"
    r"|suggest|relate|link|identif|specif|justif|discuss|assess|analy[sz]e|show|attribute|appl|refer"
    r"|reject|request|ask|quantif|estimate|report|rank|interpret|critici[sz]e|correct|defin)"
    r"(?:s|es|y|ies|s out| out)?"
)
"""Verbs of which a second one is a second demand even after a reported clause."""


def compound_en(line: LintedLine) -> Join | None:
    """Where an English line joins two demands, or None."""
    found = items(line, _ITEM_EN, ".") if _MARK.search(line.masked) else None
    found = found or _sentences_en(line)
    if found is not None or line.words > LONG or not has_any(line.masked, _JOINING):
        return found
    return (
        _second_verb_en(line)
        or _unlisted_verb(line)
        or _gerunds(line)
        or _two_reports(line)
        or _list_en(line)
        or _pair_en(line)
        or _nouns_en(line)
        or _predicates_en(line)
        or coordinated(line)
    )


_JOINING: Final = (
    ",", ";", "(", "and", "as well", "along", "together", "but", "then", "while", "plus", "besides",
    "coupled", "accompanied", "addition",
)  # fmt: skip
"""One of them stands where anything joins two demands."""


_TWO_NOUNS: Final = re.compile(
    r"\s+(?P<article>the |its |their )?(?P<first>[A-Z]{2,}|[a-z]+s)(?P<join> and )(?:the |its )?"
    r"(?P<last>[A-Z]{2,}\b|[a-z]+s\b)(?P<rest>.*)",
    re.DOTALL,
)


def _nouns_en(line: LintedLine) -> Join | None:
    """Two bare things right after the verb: calculates ROE and ROA, explains causes and effects."""
    if line.verb is None:
        return None
    found = _TWO_NOUNS.match(line.core, line.verb.end())
    if found is None or is_relational(line.core[: found.end("last")]):
        return None
    if found.group("first").isupper() != found.group("last").isupper():
        return None
    opening = line.text[: line.verb.end()]
    rest = line.text[found.start("rest") :]
    article = found.group("article") or ""
    return Join(
        found.start("join"),
        found.end("join"),
        parts=tuple(
            closed(f"{opening} {article}{line.text[found.start(name) : found.end(name)]}{rest}")
            for name in ("first", "last")
        ),
    )


_UNLISTED: Final = re.compile(
    r"(?P<join>,?\s+(?:and|then|and then))\s+(?P<verb>[a-z]{3,}(?<![sui])s)\s+"
    r"(?:the|an?|its|their|his|her|that|how|why|whether|which|it|them|each|all|any|\d)\b"
)
_GERUNDS: Final = re.compile(
    r"\s+[a-z]+ing\b[^,.;]{2,80}?(?P<join>,?\s+and)\s+(?P<second>[a-z]+ing\b)"
)
_REPORTS: Final = re.compile(
    r"\bthat\b[^,;]{3,80}?\b(?:is|are|was|were|has|have|had|can|may|must)\b[^,;]{2,60}?"
    r"(?P<join>,?\s+and)\s+(?:that\s+)?(?:the|an?|its|their|no|this)\s[^,;]{2,40}?"
    r"\b(?:is|are|was|were|has|have|had|can|may|must|does|did)\b"
)


def _unlisted_verb(line: LintedLine) -> Join | None:
    """A second verb that no list has: calculates the clearance and adjusts the dose."""
    if line.verb is None or not line.verb.group().lower().endswith("s"):
        return None
    found = _UNLISTED.search(line.core, line.verb.end())
    if found is None or REPORTING.search(line.core[: found.start()]):
        return None
    first = line.text[: found.start("join")].rstrip(" ,;")
    rest = line.text[found.start("verb") :]
    return Join(
        found.start("join"),
        found.end("join"),
        (closed(first), closed(rest[0].upper() + rest[1:])),
    )


def _gerunds(line: LintedLine) -> Join | None:
    """Two things advised: recommends stopping warfarin and giving vitamin K."""
    if line.verb is None:
        return None
    found = _GERUNDS.match(line.core, line.verb.end())
    if found is None or is_relational(line.core[: found.start("join")]):
        return None
    opening = line.text[: line.verb.end()]
    first = line.text[: found.start("join")]
    rest = line.text[found.start("second") :]
    return Join(
        found.start("join"), found.end("join"), (closed(first), closed(f"{opening} {rest}"))
    )


_GOES_ON: Final = re.compile(
    r"\bthat\b[^;]{3,100}?\b(?:is|are|was|were|has|have|had|can|may|must|will|should)\b[^;]{2,90}?"
    r"(?P<join>,\s+and(?: so| therefore| thus| hence)?|\s+and (?:so|therefore|thus|hence))\s+"
    r"(?:is|are|was|were|has|have|had|can|cannot|may|must|will|should|does|did)\b"
)
"""States that the award is £6,000, and may be raised: a second statement of one subject."""


def _two_reports(line: LintedLine) -> Join | None:
    """Two things reported: states that the notice was late and the seller was not told."""
    found = _REPORTS.search(line.core) or _GOES_ON.search(line.core)
    if found is None or is_relational(line.core[: found.start("join")]):
        return None
    return Join(found.start("join"), found.end("join"), ())


def _predicates_en(line: LintedLine) -> Join | None:
    """Format is complete, layout is professional: clauses that each say what something is."""
    text = line.core
    clauses = list(re.finditer(r"(?:(?! and the )[^,;])+", text[line.body :]))
    if line.verb is not None and line.verb.group().lower() not in {"is", "are"}:
        return None
    own = [
        clause
        for clause in clauses
        if re.match(r"\s*(?:and\s+)?(?:the\s+)?[\w’' -]{3,40}\b(?:is|are)\b", clause.group())
        and not REPORTING.match(clause.group().strip())
    ]
    if len(own) < 2:
        return None
    start = line.body + own[1].start()
    return Join(start, min(start + 1, len(text)), ())


_JOIN: Final = re.compile(
    r"(?P<join>,?\s+(?:and(?: also| then| thereby| explicitly| correctly)?|as well as|but also|then"
    r"|while(?: also)?)|;(?:\s*and)?)\s+(?:(?:\w+ly|also|explicitly)\s+)?(?P<next>[a-z])",
    re.IGNORECASE,
)


@cache
def _finite_verbs() -> tuple[str, ...]:
    """Verbs in the form in which a checkpoint demands: third person, or after a modal."""
    return tuple(verb for verb in entries("en", "verbs") if verb not in _NOT_FINITE)


_NOT_FINITE: Final = frozenset({"is", "are", "does", "must", "should"})


def _second_verb_en(line: LintedLine) -> Join | None:
    if line.verb is None:
        return None
    for found in _JOIN.finditer(line.core, line.verb.end()):
        verb = pattern("en", "verbs").match(line.core, found.start("next"))
        if verb is None or verb.group().lower() in _NOT_FINITE:
            continue
        if not _same_form(line, verb.group()) or _inside_report(
            line.core[: found.start()], verb.group()
        ):
            continue
        first = line.text[: found.start("join")].rstrip(" ,;")
        rest = line.text[found.end("join") :].strip()
        return Join(
            found.start("join"),
            found.end("join"),
            parts=(*_chained(first), closed(rest[0].upper() + rest[1:])),
        )
    return None


def _chained(text: str) -> list[str]:
    """States A, applies B (and ...): the parts before the last one, each a sentence."""
    verbs = "|".join(verb for verb in _finite_verbs() if "s" in verb)
    pieces = re.split(rf",\s+(?=(?:{verbs})(?![\w-]))", text)
    made = [pieces[0]]
    for piece in pieces[1:]:
        if piece.split(" ", 1)[0].endswith("s"):
            made.append(piece[0].upper() + piece[1:])
        else:
            made[-1] += f", {piece}"
    return [closed(piece) for piece in made]


def _same_form(line: LintedLine, verb: str) -> bool:
    """Whether a verb has the form of the first one: Names ... cites, or must name ... cite."""
    first = line.verb.group().lower() if line.verb else ""
    modal = first in {"must", "should"}
    third = verb.lower().split()[0].endswith("s")
    return third or modal or not first.endswith("s")


def _inside_report(head: str, verb: str) -> bool:
    """Whether the second verb belongs to what is reported: states that the tenant pays and uses."""
    clauses = list(REPORTING.finditer(head))
    if not clauses:
        return False
    return _DEMANDS.fullmatch(verb.lower()) is None


def _sentences_en(line: LintedLine) -> Join | None:
    starts = [0, *(found.end() for found in _SENTENCE_EN.finditer(line.core))]
    if len(starts) < 2:
        return None
    pieces = [
        line.text[start:end].strip()
        for start, end in zip(starts, [*starts[1:], len(line.text)], strict=True)
    ]
    demanding = [
        place
        for place, piece in enumerate(pieces)
        if (place == 0 and not _is_label(piece))
        or _demands_en(line.core[starts[place] :][: len(piece)])
    ]
    if len(demanding) < 2:
        return None
    second = starts[demanding[1]]
    parts: list[str] = []
    for place, piece in enumerate(pieces):
        if place in demanding or not parts:
            parts.append(piece)
        else:
            parts[-1] += f" {piece}"
    return Join(second, min(second + 1, len(line.text)), tuple(closed(part) for part in parts))


def _is_label(piece: str) -> bool:
    """Whether a first sentence says what the line is worth, not what it demands."""
    return len(piece.split()) <= 4 and pattern("en", "points_in_text").search(piece) is not None


_ITS_SUBJECT: Final = re.compile(
    r"(?:it|they|the (?:response|answer|memo|report|letter|text)) (?:also |then |\w+ly )?",
    re.IGNORECASE,
)


def _demands_en(piece: str) -> bool:
    if EXPLAINS.match(piece) or ALLOWS.search(piece):
        return False
    piece = _ITS_SUBJECT.sub("", piece)
    verb = pattern("en", "verbs").search(piece)
    modal = re.search(r"\b(?:must|should|shall|needs? to|has to|have to)\b", piece, re.IGNORECASE)
    return modal is not None or (verb is not None and verb.start() < 4)


def _list_en(line: LintedLine) -> Join | None:
    """Three or more things after one verb: each can be there or not."""
    if line.verb is None:
        return None
    text = line.core
    found = re.match(
        r"\s+(?P<first>[^,;:.]{2,80}?),\s+(?P<rest>(?:[^,;:.]{2,80},\s+)+|[^,;:.]{2,60},?\s+)"
        r"(?P<join>and|as well as)\s+(?P<last>[^,;:.]{2,90})",
        text[line.verb.end() :],
        re.IGNORECASE,
    )
    if found is None:
        return None
    offset = line.verb.end()
    head = text[: offset + found.start("rest")]
    if is_relational(head) or REPORTING.search(head):
        return None
    spans = _list_spans(text, offset + found.start("first"), offset + found.end("last"))
    if len(spans) < 3:
        return None
    things = [line.text[start:end].strip() for start, end in spans]
    if any(map(is_no_item, things)):
        return None
    opening = line.text[: line.verb.end()].rstrip()
    if line.text[spans[-1][1] :].strip(" ."):
        return Join(spans[-2][1], spans[-1][0], ())
    return Join(spans[-2][1], spans[-1][0], tuple(closed(f"{opening} {thing}") for thing in things))


def _list_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    place = start
    for found in re.finditer(
        r",\s*(?:and\s+|as well as\s+)?|\s+(?:and|as well as)\s+", text[start:end]
    ):
        spans.append((place, start + found.start()))
        place = start + found.end()
    spans.append((place, end))
    return [(a, b) for a, b in spans if text[a:b].strip()]


def _pair_en(line: LintedLine) -> Join | None:
    """Two things after one verb, each with an article, a number or its own name."""
    if line.verb is None:
        return None
    text = line.core
    after = line.verb.end()
    head = text[:after]
    for found in re.finditer(
        r"(?P<join>,?\s+(?:and|as well as|along with|together with)(?: also)?)\s+"
        r"(?P<next>the|an?|its|their|his|her|any|each|all|how|why|whether|what|when|where|which"
        r"|who|at least|for|in|as|by|with|that|to)\b",
        text,
        re.IGNORECASE,
    ):
        if found.start() < after:
            continue
        before = text[after : found.start()]
        head = text[: found.start()]
        if is_relational(head) or not _parallel(before, found.group("next")):
            continue
        first = line.text[: found.start("join")].rstrip(" ,")
        rest = line.text[found.end("join") :].strip()
        opening = line.text[: line.verb.end()].rstrip()
        return Join(
            found.start("join"), found.end("join"), (closed(first), closed(f"{opening} {rest}"))
        )
    return None


def _parallel(before: str, following: str) -> bool:
    """Whether what stands before "and" is built like what follows it."""
    word = following.lower()
    articles = {"the", "a", "an", "its", "their", "his", "her", "any", "each", "all", "at least"}
    first = before.strip().split(" ", 1)[0].lower() if before.strip() else ""
    if word in articles:
        return first in articles and REPORTING.search(before) is None
    questions = {"how", "why", "whether", "what", "when", "where", "which", "who", "that"}
    if word in questions:
        return first in questions
    return (
        word in {"for", "in", "as", "by", "with"}
        and bool(re.search(rf"\b{word}\b", before, re.IGNORECASE))
        and bool(re.search(r"\d", before))
    )
