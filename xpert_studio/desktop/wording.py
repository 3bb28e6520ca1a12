"""Every word the window says, in the language it speaks.

English stands in the code; translations are Qt Linguist files in ``resources/translations``. A
text is passed to ``t`` where it is shown. Texts in tables, which are made before a language is
chosen, are wrapped in ``mark`` there and passed to ``t`` later.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

from xpert_studio.desktop.messages import in_language
from xpert_studio.errors import IncompleteError, InputRefusedError, XpertError

CONTEXT: Final = "Xpert"
LANGUAGES: Final = {"en": "English", "zh": "简体中文"}
_LISTED: Final = 6
_language = "en"


def t(text: str, /, **values: object) -> str:
    """A text in the window's language, its ``{names}`` filled in."""
    said = QCoreApplication.translate(CONTEXT, text)
    return said.format(**values) if values else said


def tn(one: str, many: str, count: float, /, **values: object) -> str:
    """A text for one thing or for many; ``{n}`` is the count."""
    return t(one if count == 1 else many, n=number(count), **values)


def mark(text: str) -> str:
    """A text that will be passed to ``t`` when it is shown."""
    return text


def speak(language: str) -> None:
    """Tells this module which language the window speaks: ``en`` or ``zh``."""
    global _language
    _language = language


def spoken() -> str:
    """The language the window speaks."""
    return _language


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
    parts = [in_language(error.message, _language)]
    if isinstance(error, IncompleteError) and error.missing:
        items = [f"• {in_language(item, _language)}" for item in error.missing[:listed]]
        if len(error.missing) > listed:
            items.append(t("… and {n} more.", n=len(error.missing) - listed))
        parts.append("\n".join(items))
    if isinstance(error, InputRefusedError):
        items = [f"• {_problem(problem)}" for problem in error.problems[:listed]]
        beyond = error.beyond(len(items))
        if beyond:
            kinds = "; ".join(f"{kind}: {number(count)}" for kind, count in beyond[:_LISTED])
            left = sum(count for _, count in beyond)
            items.append(t("… and {n} more ({kinds}).", n=number(left), kinds=kinds))
        parts.append("\n".join(items))
    if error.remedy:
        remedy = in_language(error.remedy, _language)
        parts.append(remedy)
    if len(parts) > 2:
        return "\n".join(parts)
    return in_a_row(parts)


def _problem(problem: object) -> str:
    file, place = getattr(problem, "file", ""), getattr(problem, "place", "")
    field = getattr(problem, "field", "")
    where = ", ".join(part for part in (file, place, field) if part)
    message = in_language(getattr(problem, "message", ""), _language)
    remedy = in_language(getattr(problem, "remedy", ""), _language)
    return f"{where}: {message} {remedy}".strip()


def translated(message: str) -> str:
    """A finished message of the program (why a run ended, what is wrong with a verdict)."""
    return in_language(message, _language)


def number(value: float) -> str:
    """A number as the language writes it."""
    is_whole = float(value).is_integer()
    return _locale().toString(int(value)) if is_whole else _locale().toString(value, "g", 6)


def percent(part: float | None) -> str:
    """A share of 0 to 1 as whole percent; a dash where there is none."""
    space = "" if _language == "zh" else " "
    return "–" if part is None else f"{part * 100:.0f}{space}%"


def in_a_row(sentences: Iterable[str]) -> str:
    """Sentences one after the other; Chinese has no space between them."""
    return ("" if _language == "zh" else " ").join(sentences)


def listed(items: Iterable[str]) -> str:
    """Several things one after the other, as the language separates them."""
    return ("、" if _language == "zh" else ", ").join(items)


def figure(value: float | None, digits: int = 2) -> str:
    """A figure; a dash where there is none."""
    return "–" if value is None else f"{value:.{digits}f}".replace("-", "−")


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
    day = _locale().toString(own.date(), QLocale.FormatType.ShortFormat)  # type: ignore[call-overload]
    return f"{day} {clock}"


def file_size(size: int) -> str:
    """A size in bytes as the language writes it."""
    return _locale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def span(seconds: float) -> str:
    """A length of time: 4:05, 1:02:03."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def short(text: str, limit: int = 80) -> str:
    """A text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _locale() -> QLocale:
    if _language == "zh":
        return QLocale(QLocale.Language.Chinese, QLocale.Country.China)
    return QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
