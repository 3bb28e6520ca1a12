"""What two readers read differently, what cannot be measured, and what leans on something else."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from xpert_studio.core.lint.findings import Context, Found, Level, LintedLine
from xpert_studio.core.lint.words import (
    WordList,
    entries,
    expression,
    fragments,
    has_any,
    loose_pattern,
    pattern,
)

_REPORTS_EN: Final = re.compile(
    r"\b(?:states?|says?|concludes?|explains?|notes?|finds?|warns?|points? out|argues?|identif\w+|"
    r"recogni[sz]es?|mentions?|describes?) (?:that|why|how|the meaning|when|where|which)\b"
    r"|\bi\.e\.|\bindicating\b|\bmeaning that\b|\bbecause\b"
)
_MEASURED: Final = re.compile(
    r"\d|[一二两三四五六七八九十百千]+(?:个|项|条|点|种|次|年|月|日|天|元|人|页|字)"
)


def subjective(line: LintedLine, context: Context) -> Found:
    """Praise without a measure: whether something is clear is a matter of taste."""
    if _boilerplate(line) is not None:
        return
    for found in pattern(line.language, "subjective").finditer(line.core, line.body):
        if _is_anchored(line, found.end()) or _is_told_otherwise(line, found.span()):
            continue
        if found.group().isupper() and len(found.group()) > 1:
            continue  # an abbreviation: NICE
        if _PERSON.match(line.core, found.start()) and _ONE.search(line.core[: found.start()]):
            continue
        if _describes_the_material(line, found) or _MEASURE.search(line.core[: found.start()]):
            continue
        yield context.finding("subjective", Level.WARNING, line, found.span())
        return
    begins_with_verb = line.verb is not None and line.verb.start() == line.body
    is_statement = line.language == "en" and not begins_with_verb
    said = expression("en", "is_quality").search(line.core) if is_statement else None
    if said is not None and not _describes_the_material(line, said):
        yield context.finding("subjective", Level.WARNING, line, said.span("what"))


_PERSON: Final = re.compile(
    r"professional\s*(?:$|[.,;:)]|(?:to|who|for|from|in|is|has|should|or|and|if|about|before|when)\b)",
    re.IGNORECASE,
)
_ONE: Final = re.compile(r"\b(?:an?|the|any|another)\s+(?:[a-z]+\s+)?$", re.IGNORECASE)
"""A person of a trade: unless told to by a professional."""
_MEASURE: Final = re.compile(r"\d ?[a-z]{1,6} $")


def _is_told_otherwise(line: LintedLine, span: tuple[int, int]) -> bool:
    """Whether a word is part of what has its own finding: where appropriate."""
    return any(
        other.start() <= span[0] and span[1] <= other.end()
        for name in ("hedging", "unfalsifiable")
        for other in pattern(line.language, name).finditer(line.core)
    )


def _is_anchored(line: LintedLine, place: int) -> bool:
    """Whether what follows says what is meant."""
    return pattern(line.language, "anchored").search(line.masked[place : place + 160]) is not None


def _describes_the_material(line: LintedLine, found: re.Match[str]) -> bool:
    """A word in the report of what the response says is no demand on it: states that X is good."""
    if line.language == "zh":
        before = line.core[: found.start()]
        said = re.search(r"(?:指出|说明|写明|认定|得出|认为|结论(?:为|是))[^，。；]{2,}$", before)
        return said is not None and len(before) - said.start() > 6
    before = line.core[: found.start()].lower()
    return _REPORTS_EN.search(before) is not None


def vague_quantity(line: LintedLine, context: Context) -> Found:
    """How many are enough? Every reader has another answer."""
    for found in pattern(line.language, "vague_quantity").finditer(line.core):
        around = line.core[max(0, found.start() - 4) : found.end() + 24]
        if found.group().rstrip(".").lower() not in {"etc", "等", "等等"} and _MEASURED.search(
            line.core[found.end() : found.end() + 14]
        ):
            continue
        if (
            line.language == "zh"
            and found.group().startswith("等")
            and _closes_a_list(line.core, found)
        ):
            continue
        if _says_that(line, found.start()) and "etc" not in around.lower():
            continue
        yield context.finding("vague_quantity", Level.WARNING, line, found.span())
        return


def _closes_a_list(text: str, found: re.Match[str]) -> bool:
    """Whether 等 is followed by how many there are: 甲、乙等三项."""
    return bool(re.match(r"等[\d一二两三四五六七八九十]+[个项条点种类方]", text[found.start() :]))


def _says_that(line: LintedLine, place: int) -> bool:
    return line.language == "en" and bool(
        re.search(
            r"\b(?:states?|says?|explains?|notes?|warns?|concludes?|finds?|argues?) that\b",
            line.core[:place].lower(),
        )
    )


def hedging(line: LintedLine, context: Context) -> Found:
    """A demand that may or may not be one cannot be missed."""
    for found in pattern(line.language, "hedging").finditer(line.core):
        if _says_that(line, found.start()) or _reports(line, found.start()):
            continue
        yield context.finding("hedging", Level.WARNING, line, found.span())
        return


def _reports(line: LintedLine, place: int) -> bool:
    """Whether the hedge belongs to what the response has to say: warns … may cause."""
    if line.language == "zh":
        before = line.core[:place]
        return bool(
            re.search(r"(?:指出|说明|提示|警示|告知|提醒|强调|认为|解释)[^。；]{2,}$", before)
        )
    before = line.core[:place].lower()
    return bool(
        re.search(
            r"\b(?:warns?|explains?|states?|notes?|points? out|mentions?|says?|recogni[sz]es?"
            r"|identif(?:ies|y)|describes?|discusses|lists?|tells?|flags?)\b[^.;]{3,}$",
            before,
        )
    )


def double_negation(line: LintedLine, context: Context) -> Found:
    """Two negations have to be counted before the line can be judged."""
    # The phrase 不得不 is protected elsewhere as a word; here it is what is looked for.
    text = line.core if line.language == "en" else _unquoted(line)
    found = pattern(line.language, "double_negation").search(text)
    if found is None and _may_negate_twice(text, line.language):
        found = expression(line.language, "double_negation").search(text)
    if found is not None:
        yield context.finding("double_negation", Level.WARNING, line, found.span())


def _may_negate_twice(text: str, language: str) -> bool:
    """Whether a text has words without which it does not negate twice; soon seen."""
    if language == "zh":
        return sum(text.count(char) for char in "不未无没非否") > 1 or "否" in text or "拒" in text
    return has_any(text, ("no", "n't", "n’t", "never", "fail", "without"))


@cache
def _sign() -> re.Pattern[str]:
    marks = expression("en", "unclear_sign").pattern
    return re.compile(rf"[(（\[【]\s*(?:{marks})\s*[)）\]】]", re.IGNORECASE)


def unclear_sign(line: LintedLine, context: Context) -> Found:
    """A fault described as if it were a requirement: does "met" mean that it was made?"""
    found = _sign().search(line.text)
    if found is not None:
        yield context.finding("unclear_sign", Level.WARNING, line, found.span())


def _unquoted(line: LintedLine) -> str:
    return re.sub(r"[“「《][^”」》]*[”」》]", lambda m: " " * len(m.group()), line.text)


def unfalsifiable(line: LintedLine, context: Context) -> Found:
    """What a mind does cannot be seen in a text; what it writes can."""
    found = pattern(line.language, "unfalsifiable").search(line.core)
    if found is None or _is_anchored(line, found.end()):
        begins_with_verb = line.verb is not None and line.verb.start() == line.body
        found = None if begins_with_verb else _done(line)
    if found is not None and not _reports(line, found.start()):
        yield context.finding("unfalsifiable", Level.WARNING, line, found.span())


_FELT: Final = ("ly ", "will ", "would ")
"""One of them stands where an English line says what somebody feels."""


def _done(line: LintedLine) -> re.Match[str] | None:
    """Where a line says what somebody did, which stands at its beginning, or feels."""
    found = expression(line.language, "done").match(line.core)
    if found is not None or (line.language == "en" and not has_any(line.core, _FELT)):
        return found
    return expression(line.language, "felt").search(line.core)


def generic_boilerplate(line: LintedLine, context: Context) -> Found:
    """It would fit any task, so it says nothing of this one."""
    found = _boilerplate(line)
    if found is not None:
        yield context.finding("generic_boilerplate", Level.WARNING, line, found.span())


def _boilerplate(line: LintedLine) -> re.Match[str] | None:
    return _boilerplate_in(line.masked.strip(), line.language) if line.words <= 16 else None


@lru_cache(maxsize=64)  # two rules ask for each line
def _boilerplate_in(text: str, language: str) -> re.Match[str] | None:
    return pattern(language, "boilerplate").search(text)


def negative_only(line: LintedLine, context: Context) -> Found:
    """An empty response meets what only forbids."""
    text = line.masked
    start = len(text) - len(text.lstrip())
    subject = re.match(
        r"\s*(?:(?:the|a) (?:response|answer|memo|report|text|candidate|model)\s+"
        r"|回答(?:中)?|答案|报告|文中|全文)",
        text,
        re.IGNORECASE,
    )
    if subject:
        start = subject.end()
    found = pattern(line.language, "negative_start").match(text, start)
    if found is None:
        return
    if line.language == "zh" and re.match(
        r"不(?:少于|低于|超过|高于|大于|小于|同|仅|但|只|等式)", text[start:]
    ):
        return
    if any(True for _ in double_negation(line, context)):
        return
    yield context.finding("negative_only", Level.HINT, line, found.span())


_SPECIFIC: Final = re.compile(
    r"[\d“”\"「」《》]|[A-Z]{2}"
    r"|[一二三四五六七八九十百千]+(?:条|章|款|年|月|日|元|％|%)"
)
_CORRECTLY: Final = re.compile(
    r"(?:Correctly|Accurately) (?:calculat|comput|determin|identif|diagnos|deriv|giv|stat|nam)\w+"
    r" (?:the|an?) ",
)
_SHORT: Final = 9
_SOME_MAIN: Final = re.compile(
    r"\b(?:relevant|applicable|key|main|important|necessary|required|major|critical|pertinent"
    r"|correct|proper) (?:[a-z]+ ){0,2}[a-z]{3,}"
)
_NAME: Final = re.compile(r"(?<=[a-z,;)] )[A-Z][a-z]+")
_GIVEN_AFTER: Final = re.compile(
    r"[:：]\s*\S|\b(?:namely|i\.e\.|such as|that is|of the \w+|for the \w+|in the \w+)\b"
    r"|即|包括|分别为|如下",
    re.IGNORECASE,
)


@cache
def _generic_en() -> WordList:
    words = entries("en", "generic_adjective")
    adjectives = "|".join(words)
    objects = "|".join(entries("en", "generic_object"))
    whole = re.compile(
        rf"(?<![\w-])(?:{adjectives}) (?:\w+ )?(?:{objects})(?![\w-])", re.IGNORECASE
    )
    return WordList(whole, words)


def missing_specifics(line: LintedLine, context: Context) -> Found:
    """The right figure: which one? A person who judges has to know it from elsewhere."""
    text = line.core
    if _SPECIFIC.search(line.text) or (line.language == "en" and _NAME.search(line.text)):
        return
    if any(
        pattern(line.language, name).search(text.strip()) for name in ("grounding", "boilerplate")
    ):
        return  # told by rules of their own
    is_english = line.language == "en"
    found = (_generic_en() if is_english else loose_pattern("zh", "generic")).search(text)
    if found is None and is_english and line.words <= _SHORT:
        found = _CORRECTLY.match(text) or _SOME_MAIN.search(text)
    if found is None or _GIVEN_AFTER.search(text[found.end() : found.end() + 40]):
        return
    yield context.finding("missing_specifics", Level.WARNING, line, found.span())


def counting_dependent(line: LintedLine, context: Context) -> Found:
    """Three reasons, whichever: readers count differently, and padding counts too."""
    found = pattern(line.language, "counting").search(line.core)
    if found is None:
        return
    after = line.masked[found.end() : found.end() + 80]
    if loose_pattern(line.language, "named_after").search(after):
        return
    if line.language == "zh" and line.masked[: found.start() + 4].count("、") >= 2:
        return
    yield context.finding("counting_dependent", Level.HINT, line, found.span())


def proxy_gameable(line: LintedLine, context: Context) -> Found:
    """Words, lengths and headings can be had without the substance they stand for."""
    # The requirement is in quotes, which other rules do not look into.
    found = pattern(line.language, "proxy").search(line.text)
    if found is not None:
        yield context.finding("proxy_gameable", Level.HINT, line, found.span())


def over_constrained(line: LintedLine, context: Context) -> Found:
    """An exact wording or order refuses right answers that are put otherwise."""
    found = pattern(line.language, "over_constrained").search(line.core)
    if found is not None:
        yield context.finding("over_constrained", Level.WARNING, line, found.span())


@cache
def _key_and_likeness() -> tuple[re.Pattern[str], re.Pattern[str]]:
    key, like = (expression("en", name).pattern for name in ("key", "alike"))
    return (
        re.compile(rf"\b(?:{key})\b(?!\s*(?::|of \W?\d|, (?:i\.e|that is)))", re.IGNORECASE),
        re.compile(rf"\b(?:{like})\b[^.;:]{{0,40}}$", re.IGNORECASE),
    )


def _as_an_answer(line: LintedLine) -> tuple[int, int] | None:
    """Where a line only says that the response has to be as an answer is: matches the key."""
    text = line.core
    if not has_any(text, fragments(line.language, "key_words")):
        return None
    if line.language == "zh":
        found = expression("zh", "key").search(text)
        return found.span() if found else None
    key, before = _key_and_likeness()
    for found in key.finditer(text):
        like = before.search(text[: found.start()])
        if like is not None:
            return like.start(), found.end()
    return None


def unanchored_grounding(line: LintedLine, context: Context) -> Found:
    """According to the source: which, and what does it say?"""
    if pattern(line.language, "over_constrained").search(line.core):
        return
    same = _as_an_answer(line)
    if same is not None:
        yield context.finding("unanchored_grounding", Level.WARNING, line, same)
        return
    found = pattern(line.language, "grounding").search(line.core)
    if found is None:
        return
    rest = line.text[found.end() : found.end() + 60]
    if re.match(r"\s*[（(《“\"「]|[^，。,.]{0,12}[《“\"「]", rest):
        return
    if re.search(r"\d", line.text) and line.language == "en":
        return
    if line.language == "zh" and re.search(r"《|第.{1,6}条", line.text):
        return
    yield context.finding("unanchored_grounding", Level.WARNING, line, found.span())


def refers_to_other(line: LintedLine, context: Context) -> Found:
    """Each line is judged alone; what it points at is not there then."""
    found = pattern(line.language, "refers_to_other").search(line.core)
    if found is not None:
        yield context.finding("refers_to_other", Level.WARNING, line, found.span())


def pronoun_start(line: LintedLine, context: Context) -> Found:
    """A line that begins with a pronoun has lost what it stands for."""
    text = line.masked
    start = len(text) - len(text.lstrip())
    if pattern(line.language, "pronoun_allowed").match(text, start):
        return
    found = pattern(line.language, "pronoun_start").match(text, start)
    if found is not None:
        yield context.finding("pronoun_start", Level.HINT, line, found.span())
