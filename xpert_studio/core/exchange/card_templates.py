"""The templates of dataset cards (``resources/cards``), which escape every value by themselves.

A card is Markdown in the language that is spoken. The Croissant metadata takes sentences of it as
plain text, always in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from xpert_studio.core import metrics, records, wording
from xpert_studio.core.exchange import markdown
from xpert_studio.core.exchange.composition import DIFFICULTIES, TIERS, in_order
from xpert_studio.core.messages import Message
from xpert_studio.core.metrics import evidence_floor
from xpert_studio.core.resources import resource_path

if TYPE_CHECKING:
    from jinja2 import Environment

_BLANK_LINES: Final = re.compile(r"\n{3,}")
_NAMES: Final = {
    "Aspect": records.Aspect,
    "ReviewOutcome": records.ReviewOutcome,
    "Role": records.Role,
    "SpotCheckOutcome": records.SpotCheckOutcome,
    "Stage": records.Stage,
    "TIERS": TIERS,
    "DIFFICULTIES": DIFFICULTIES,
    "FEW_TASKS": metrics.FEW_TASKS,
    "SURE_TASKS": metrics.SURE_TASKS,
    "SURE_AT_AN_END": metrics.SURE_AT_AN_END,
    "lacks_of": evidence_floor.lacks_of,
    "in_order": in_order,
    "number": wording.number,
}


def render(template: str, **context: object) -> str:
    """A card, with at most one empty line between its parts."""
    text = _environment(is_card=True).get_template(template).render(context)
    return _BLANK_LINES.sub("\n\n", text).strip() + "\n"


def plain_sentences() -> Any:  # noqa: ANN401 - the macros of a template
    """The macros of ``sentences.jinja``, in English and without markup."""
    return _environment(is_card=False).get_template("sentences.jinja").module


@cache
def _environment(*, is_card: bool) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    words = CardWords(is_card=is_card)
    environment = Environment(
        loader=FileSystemLoader(resource_path("cards")),
        autoescape=True,
        finalize=words.shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        name: lambda value, write=write: _safe(write(value))
        for name, write in {"yaml": markdown.yaml, "fenced": markdown.fenced}.items()
    } | {"code": words.code}
    environment.globals |= _NAMES | {
        name: getattr(words, name) for name in vars(CardWords) if not name.startswith("_")
    }
    return environment


def _safe(text: str) -> Markup:
    # Markdown whose values are escaped; the template engine would escape it for HTML.
    return Markup(text)  # noqa: S704


class CardWords:
    """What templates call to say something; values are escaped, as Markdown or as plain text."""

    def __init__(self, *, is_card: bool) -> None:
        self._is_card = is_card
        self._escape = markdown.inline if is_card else markdown.plain
        self._code = markdown.code if is_card else markdown.plain

    def shown(self, value: object) -> Markup:
        """A value, escaped."""
        match value:
            case Markup():
                return value
            case Message():
                return self.t(value.template, **value.values)
            case None:
                return _safe("–")
            case int():
                return _safe(f"{value:,}")
        return _safe(self._escape(str(value)))

    def code(self, text: str) -> Markup:
        """A text as code."""
        return _safe(self._code(text))

    def bold(self, text: str) -> Markup:
        """A text that stands out."""
        return _safe(f"**{self.shown(text)}**" if self._is_card else text)

    def t(self, text: str, /, **values: object) -> Markup:
        """A text as ``wording.t`` says it, its values escaped."""
        safe = {
            name: self.shown(value) if isinstance(value, str) else value
            for name, value in values.items()
        }
        message = Message(text, **safe)
        return _safe(wording.translated(message) if self._is_card else message)

    def tn(self, one: str, many: str, count: float) -> Markup:
        """A text for one thing or for many, as ``wording.tn`` says it."""
        if self._is_card:
            return _safe(wording.tn(one, many, count))
        return _safe((one if count == 1 else many).format(n=wording.number(count)))

    def sentences(self, *parts: str) -> Markup:
        """Those that are not empty, one after the other."""
        given = [self.shown(part) for part in parts if part]
        return _safe(wording.in_a_row(given) if self._is_card else " ".join(given))

    def enumerated(self, items: Iterable[object]) -> Markup:
        """``a, b, c``."""
        first, *others = map(self.shown, items)
        for item in others:
            first = self.t("{before}, {item}", before=first, item=item)
        return first

    def listed(self, items: Iterable[object]) -> Markup:
        """``a, b and c``, of those that are not empty."""
        *others, last = [self.shown(item) for item in items if item]
        if not others:
            return last
        return self.t("{items} and {last}", items=self.enumerated(others), last=last)

    def counts(
        self, counted: Mapping[Any, int], kinds: Iterable[StrEnum], *more: tuple[str, int]
    ) -> Markup | None:
        """``clarity 2, weight 1``: how many there are of each kind, where there are any."""
        named = [(self.t(kind.value).replace("_", " "), counted.get(kind, 0)) for kind in kinds]
        given = [_safe(f"{name} {count:,}") for name, count in (*named, *more) if count]
        return self.enumerated(given) if given else None

    def joined(self, parts: Iterable[str]) -> Markup:
        """``a; b``."""
        return self.t("; ").join(map(self.shown, parts))

    def head(self, *cells: str, numbers: int = 0) -> Markup:
        """The head of a table whose last columns, so many, hold numbers."""
        rule = ["---"] * (len(cells) - numbers) + ["---:"] * numbers
        return _safe(f"{self.row(*cells)}\n| {' | '.join(rule)} |")

    def row(self, *cells: object) -> Markup:
        """A row of a table."""
        return _safe(f"| {' | '.join(map(self.shown, cells))} |")
