"""The form of a line: length, whether it demands anything, what does not belong into its text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from xpert_studio.core.instruments import problem_of
from xpert_studio.core.lint.findings import Context, Fix, FixKind, Found, Level, LintedLine
from xpert_studio.core.lint.words import expression, has_any, pattern

LONG_WORDS: Final = 60
LONG_HAN: Final = 130
_SENTENCE_WORDS: Final = 4
"""What has so many words and a full stop is no heading."""
_BIDI: Final = frozenset(
    "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
_JOINERS: Final = frozenset("\u200c\u200d")
_UNSEEN: Final = re.compile(
    rf"[{''.join(sorted(_BIDI | _JOINERS))}\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
)
"""Those, and all control characters but line breaks and tabs."""
_FUNCTION: Final = re.compile(
    r"\b(?:is|are|be|has|have|must|should|does|do|can|will|was|were|contains?|exists?)\b",
    re.IGNORECASE,
)
_HAN_VERBISH: Final = re.compile(
    r"[是有为应须需被把将了能会可在提到出写引同致符由推含附按据比对解算列指说禁未不无没注给做作建设改"
    r"加减得取交付签判诊治查测评论析证明述译编画绘涵限超少通合反回答用]"
)
_NOUNS_TOO: Final = frozenset(
    {
        "reports", "plans", "limits", "models", "notes", "lists", "ranks", "orders", "maps",
        "links", "labels", "designs", "tests", "uses", "covers", "points", "answers", "figures",
        "shows", "reviews", "drafts", "checks", "traces", "supports", "ends", "starts", "offers",
    }
)  # fmt: skip
"""Third persons that are plurals of nouns as well."""


_MAY_BE_INSIDE: Final = ("(", "[", "weight", "count", " of ", "分", "权")


def points_in_text(line: LintedLine, context: Context) -> Found:
    """Points and tiers have columns of their own; in the text a judge sees them."""
    found = expression(line.language, "worth_head").match(line.masked)
    if found is None and has_any(line.masked, _MAY_BE_INSIDE):
        found = expression(line.language, "worth_inside").search(line.masked)
    if found is None:
        found = pattern(line.language, "points_in_text").search(line.masked)
        if found is None or _is_subject_matter(line, found):
            return
    rest = (line.text[: found.start()] + line.text[found.end() :]).strip()
    rest = re.sub(r"\s{2,}", " ", rest).strip(" ,，;；:：")
    yield context.finding(
        "points_in_text",
        Level.WARNING,
        line,
        found.span(),
        fix=Fix(FixKind.REPLACE, (rest,)) if len(rest) > 8 else None,
    )


def _is_subject_matter(line: LintedLine, found: re.Match[str]) -> bool:
    """Percentage points, basis points, a score of the patient: not points of the rubric."""
    around = line.masked[max(0, found.start() - 14) : found.end() + 14].lower()
    if line.language == "zh":
        return bool(
            re.search(r"百分|评分|记为|评为|量表|得分|分之|总分|分数线|评分(?:≥|>|＞)", around)
        )
    if re.search(r"\b(?:as|by|of|is|to)\s*[\d.]*$", line.masked[: found.start()].lower()):
        return True
    bracketed = found.group().startswith("(") or found.group().endswith(")")
    at_end = not line.masked[found.end() :].strip(" .)")
    words = re.search(r"percentage|basis|price|index|score of|melting|boiling|data|key", around)
    return bool(words) or not (bracketed or at_end or not re.search(r"\d", found.group()))


def too_long(line: LintedLine, context: Context) -> Found:
    """Nobody holds so many words in mind while reading a response."""
    han = line.han
    if line.words > LONG_WORDS or han > LONG_HAN or len(line.point.text) > len(line.text):
        yield context.finding(
            "too_long",
            Level.WARNING,
            line,
            None,
            size=f"{han} 字" if line.language == "zh" else f"{line.words}",
        )


def instrument(line: LintedLine, context: Context) -> Found:
    """Settings that the checkpoint's instrument cannot work with."""
    problem = problem_of(line.point)
    if problem:
        yield context.finding("instrument", Level.ERROR, line, None, what=problem)


_UNFINISHED: Final = re.compile(r"(?:\.\.\.|…|\b(?:and|or|the|of|TODO|TBD)|[,，、:：])$")
_LONGEST_END: Final = 5
"""Characters of the longest of these, and the one before it."""
_NOTE: Final = re.compile(r"(?:#|note\b|注[:：]|备注)", re.IGNORECASE)


def too_short(line: LintedLine, context: Context) -> Found:
    """Too short to say what has to be true."""
    if _is_short(line.text, line.language):
        yield context.finding("too_short", Level.WARNING, line, None)


@lru_cache(maxsize=64)  # two rules ask for each line
def _is_short(text: str, language: str) -> bool:
    plain = text.strip().strip("。.!！；;")
    if not any(char.isalnum() for char in plain):
        return True
    if language == "zh":
        short = len(plain) < 4
    else:
        short = len(plain.split()) < 3 and not re.search(r"\d", plain)
    return short or _UNFINISHED.search(text.rstrip()[-_LONGEST_END:]) is not None


def not_a_requirement(line: LintedLine, context: Context) -> Found:
    """A question, heading or note demands nothing that could be met."""
    text = line.masked.strip()
    if _is_short(line.text, line.language):
        return
    if text.endswith(("?", "？")) or _NOTE.match(text):
        yield context.finding("not_a_requirement", Level.WARNING, line, None)
        return
    if text.rstrip('”"’)）」').endswith((".", "。")) and _is_sentence(line):
        return
    if line.language == "zh":
        if not pattern("zh", "verbs").search(text) and not _HAN_VERBISH.search(text):
            yield context.finding("not_a_requirement", Level.WARNING, line, None)
        return
    if not _demands_en(line, text):
        yield context.finding("not_a_requirement", Level.WARNING, line, None)


def _is_sentence(line: LintedLine) -> bool:
    return line.words >= (_SENTENCE_WORDS if line.language == "en" else _SENTENCE_WORDS - 1)


def _demands_en(line: LintedLine, text: str) -> bool:
    """Whether an English text has a verb that says what has to be true."""
    if _FUNCTION.search(text) or pattern("en", "pronoun_start").match(text):
        return True
    if line.verb is not None and re.fullmatch(
        r"(?:\w+ly )?", line.masked[line.body : line.verb.start()]
    ):
        return True
    found = {match.group().lower() for match in pattern("en", "verbs").finditer(text)}
    if any(verb.endswith("s") and verb not in _NOUNS_TOO for verb in found):
        return True
    first, _, rest = text[line.body :].strip().partition(" ")
    third = first.lower().endswith("s") and not first.lower().endswith(("ss", "us", "is"))
    return third and bool(rest) and not first.endswith(",")


def invisible_characters(line: LintedLine, context: Context) -> Found:
    """What cannot be seen can change what is read."""
    for found in _UNSEEN.finditer(line.text):
        place, char = found.start(), found.group()
        if char not in _JOINERS or not _joins(line.text, place):
            cleaned = _UNSEEN.sub(
                lambda one: one.group() if one.group() in _JOINERS else "", line.point.text
            ).strip()
            yield context.finding(
                "invisible_characters",
                Level.WARNING,
                line,
                (place, place + 1),
                fix=Fix(FixKind.REPLACE, (cleaned,)) if cleaned else None,
                what=f"U+{ord(char):04X}",
            )
            return


def _joins(text: str, place: int) -> bool:
    """Whether a joiner stands between characters that it joins, as in emoji and Indic scripts."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return bool(before and after) and ord(before) > 0x2FF and ord(after) > 0x2FF
