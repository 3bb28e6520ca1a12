"""Every text the program says, in the language it speaks.

English stands in the code; the translations are in ``resources/translations``, one catalogue for
window, command line and reports. A text is passed to ``t`` where it is shown. Texts in tables,
which are made before a language is chosen, are wrapped in ``mark`` there and passed to ``t`` later.
Errors and notices of lower layers are said by ``translated``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from enum import Enum
from functools import cache
from gettext import GNUTranslations, NullTranslations
from itertools import accumulate
from string import Formatter
from typing import Final
from unicodedata import east_asian_width

from xpert_studio.core.errors import IncompleteError, InputRefusedError, Problem, XpertError
from xpert_studio.core.messages import Message, Name, filled, with_signs
from xpert_studio.core.resources import resource_path

LANGUAGES: Final = {"en": "English", "zh": "简体中文"}
CATALOGUES: Final = {"zh": "zh_CN"}
"""The folder in ``resources/translations`` of each language that is not English."""
_LISTED: Final = 6
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_LIKE_LETTERS: Final = "/\\~._-+−$'\"[]{}"
_language = "en"
_here: Final[ContextVar[str]] = ContextVar("language", default="")
_of_packs: Final[Mapping[str, dict[str, str]]] = {language: {} for language in CATALOGUES}


@cache
def _catalogue(language: str) -> NullTranslations:
    if language not in CATALOGUES:
        return NullTranslations()
    path = resource_path("translations", CATALOGUES[language], "LC_MESSAGES", "messages.mo")
    with path.open("rb") as file:
        found = GNUTranslations(file)
    found.add_fallback(_OfPacks(language))
    return found


class _OfPacks(NullTranslations):
    """The texts of packs in a language, for what the program's own catalogue lacks."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._texts = _of_packs[language]

    def gettext(self, message: str) -> str:
        return self._texts.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        one = self._texts.get(msgid1) if n == 1 else None
        return one or self._texts.get(msgid2) or (msgid1 if n == 1 else msgid2)


def add_texts(language: str, texts: Mapping[str, str]) -> list[str]:
    """Adds texts of a pack; those of the program stay as they are.

    Args:
        language: One of ``LANGUAGES``; others are left out.
        texts: The translations by the English text; of several things, by that for many.

    Returns:
        The texts that are left out: their translation has other values.
    """
    wrong = [text for text, said in texts.items() if _values_in(text) != _values_in(str(said))]
    if language in CATALOGUES:
        _of_packs[language].update(
            {str(text): str(said) for text, said in texts.items() if text not in wrong}
        )
    return wrong


def _values_in(text: str) -> frozenset[str | None] | None:
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError:
        return None


def t(text: str, /, **values: object) -> str:
    """A text in the language that is spoken, its ``{names}`` filled in."""
    said = _catalogue(spoken()).gettext(text) if text else text
    return _filled(said, values, spoken()) if values else said


def tn(one: str, many: str, count: float, /, **values: object) -> str:
    """A text for one thing or for many, as the language tells them apart; ``{n}`` is the count."""
    said = _catalogue(spoken()).ngettext(one, many, 1 if count == 1 else 2)
    return _filled(said, {"n": number(count), **values}, spoken())


def mark(text: str) -> str:
    """A text that will be passed to ``t`` when it is shown."""
    return text


_RATINGS: Final = frozenset(
    {
        mark("met"),
        mark("not met"),
        mark("undecided"),
        mark("cannot assess"),
        mark("does not apply"),
    }
)


def speak(language: str) -> None:
    """Sets the language of this process: ``en`` or ``zh``."""
    global _language
    _language = language


def spoken() -> str:
    """The language of this process, or what this thread speaks meanwhile."""
    return _here.get() or _language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Says texts in a language, in this thread only: for what is written in several languages.

    Args:
        language: ``en`` or ``zh``.
    """
    token = _here.set(language)
    try:
        yield
    finally:
        _here.reset(token)


def translated(message: str, language: str = "") -> str:
    """A message of a lower layer (an error, a notice, why a run ended) as ``t`` says a text.

    Args:
        message: The message.
        language: ``en`` or ``zh``; empty for the language of this process.
    """
    language = language or spoken()
    if language not in CATALOGUES or not message:
        return str(message)
    if isinstance(message, Name):
        return str(message.values.get(language, message))
    if not isinstance(message, Message):
        return _catalogue(language).gettext(message)
    template = _catalogue(language).gettext(message.template)
    return _filled(template, message.values, language) if message.values else template


def language_of(tag: str | None) -> str:
    """The language of the program that is closest to a BCP 47 tag."""
    return "zh" if (tag or "").lower().startswith("zh") else "en"


@cache
def _parsed(template: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    return tuple(Formatter().parse(template))


def _filled(template: str, values: dict[str, object], language: str) -> str:
    """A template with its values; in Chinese a space where it meets letters or digits.

    The catalogue has no such space around a value: it depends on what the value is.
    """
    if language not in CATALOGUES:
        return filled(template, values)
    text = ""
    for literal, name, form, conversion in _parsed(template):
        pieces = [literal]
        if name is not None:
            value = _value(values[name], language)
            pieces.append(with_signs(repr(value) if conversion == "r" else value, form or ""))
        for piece in pieces:
            text += " " * _need_space(text[-1:], piece[:1]) + piece
    return text


def _value(value: object, language: str) -> object:
    match value:
        case Message():
            return translated(value, language)
        case Enum():
            return translated(str(value.value), language)
        case BaseException(args=(str() as text,)):
            return translated(text, language)
    return value


def _need_space(before: str, after: str) -> bool:
    if not before or not after or bool(_HAN.match(before)) == bool(_HAN.match(after)):
        return False
    other = after if _HAN.match(before) else before
    return other.isalnum() or other in _LIKE_LETTERS


def explained(error: BaseException, *, listed: int = _LISTED) -> str:
    """An error as a person reads it: what happened, what is missing, what to do.

    Args:
        error: The error.
        listed: So many of several things that are missing are listed.
    """
    if not isinstance(error, XpertError):
        return t(
            "Something went wrong inside the program ({kind}). What was saved before is safe.",
            kind=type(error).__name__,
        )
    parts = [translated(error.message)]
    if isinstance(error, IncompleteError) and error.missing:
        items = [f"• {translated(item)}" for item in error.missing[:listed]]
        if len(error.missing) > listed:
            items.append(t("… and {n} more.", n=len(error.missing) - listed))
        parts.append("\n".join(items))
    if isinstance(error, InputRefusedError):
        items = [f"• {problem_text(problem)}" for problem in error.problems[:listed]]
        beyond = error.beyond(len(items))
        if beyond:
            kinds = "; ".join(f"{kind}: {number(count)}" for kind, count in beyond[:_LISTED])
            left = sum(count for _, count in beyond)
            items.append(t("… and {n} more ({kinds}).", n=number(left), kinds=kinds))
        parts.append("\n".join(items))
    if error.remedy:
        parts.append(translated(error.remedy))
    if len(parts) > 2:
        return "\n".join(parts)
    return in_a_row(parts)


def problem_text(problem: Problem) -> str:
    """One thing wrong with an input: where, what, and what to do about it."""
    parts = (problem.file, translated(problem.place), problem.field)
    where = listed(part for part in parts if part)
    said = in_a_row(translated(part) for part in (problem.message, problem.remedy) if part)
    return t("{where}: {said}", where=where, said=said) if where else said


def number(value: float) -> str:
    """A number as the language writes it."""
    return f"{int(value):,}" if float(value).is_integer() else f"{value:,.6g}"


def percent_sign(space: str = " ") -> str:
    """The sign of per cent after a number: with a space before it, but for Chinese."""
    return "%" if spoken() == "zh" else f"{space}%"


def percent(part: float | None, digits: int = 0) -> str:
    """A share of 0 to 1 as per cent; a dash where there is none."""
    return "–" if part is None else f"{figure(part * 100, digits)}{percent_sign()}"


def in_a_row(sentences: Iterable[str]) -> str:
    """Sentences one after the other; Chinese has no space between them."""
    return ("" if spoken() == "zh" else " ").join(sentences)


def listed(items: Iterable[str]) -> str:
    """Several things one after the other, as the language separates them."""
    return ("、" if spoken() == "zh" else ", ").join(items)


def clauses(items: Iterable[str]) -> str:
    """Parts of one sentence, as the language separates them."""
    return ("；" if spoken() == "zh" else "; ").join(items)


def labelled(name: str, value: str) -> str:
    """A value after its name, as the language separates them."""
    return f"{name}{'：' if _language == 'zh' else ': '}{value}"


def rating_word(word: str) -> str:
    """How a rating is written, in the language spoken; words of a project's own scale stay."""
    return t(word) if word in _RATINGS else word


def between(low: str, high: str) -> str:
    """An interval from one number to another."""
    return t("{low} to {high}", low=low, high=high)


def figure(value: float | None, digits: int = 2) -> str:
    """A figure; a dash where there is none."""
    return "–" if value is None else f"{value:.{digits}f}".replace("-", "−")


def signed_points(value: float) -> str:
    """A difference of shares in points of 100, with its sign."""
    return f"{100 * value:+.1f}".replace("-", "−")


def money(amount: float | None) -> str:
    """An amount of the price list's currency, or that it is unknown."""
    if amount is None:
        return t("cost unknown")
    return f"${amount:.2f}" if amount >= 0.1 or amount == 0 else f"${amount:.4f}"


def spent(known_cost: float, unknown_cost_calls: int) -> str:
    """What several calls cost: a lower bound where the cost of some of them is unknown."""
    if unknown_cost_calls and known_cost:
        return t("at least {amount}", amount=money(known_cost))
    return money(None if unknown_cost_calls else known_cost)


def moment(at: datetime) -> str:
    """A moment in the person's own time, as short as it can be understood."""
    try:
        own = at.astimezone()
    except (OverflowError, OSError):  # at the very end of time
        own = at
    today = datetime.now().astimezone()
    clock = f"{own:%H:%M}"
    if own.date() == today.date():
        return t("today, {clock}", clock=clock)
    if (today.date() - own.date()).days == 1:
        return t("yesterday, {clock}", clock=clock)
    return f"{own.date()} {clock}"


def file_size(size: int) -> str:
    """A size in bytes, in units of 1,000."""
    if size < 1000:
        return tn("{n} byte", "{n} bytes", size)
    scaled = size / 1000
    for unit in ("kB", "MB", "GB"):
        if scaled < 1000:
            return f"{scaled:.1f} {unit}"
        scaled /= 1000
    return f"{scaled:.1f} TB"


def span(seconds: float) -> str:
    """A length of time: 4:05, 1:02:03."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def short(text: str, limit: int = 80) -> str:
    """A text on one line, cut where it is wider than so many letters; a Chinese one is two wide."""
    line = " ".join(text.split())
    letters = line[: limit + 1]
    ends = list(accumulate(1 + (east_asian_width(letter) in "WF") for letter in letters))
    if not ends or ends[-1] <= limit:
        return line
    return line[: bisect_right(ends, limit - 1)].rstrip() + "…"
