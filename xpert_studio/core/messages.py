"""What the program says: a text with values, which can be said in any language of the catalogue.

The text is the English one; it identifies the message in ``resources/translations``. Lower layers
make messages and do not know the language; ``wording.translated`` says them in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Final


class _Signs(Formatter):
    """Writes negative numbers with a minus sign, as all figures are written."""

    def format_field(self, value: object, format_spec: str) -> str:
        """A value as its specification says."""
        made: str = super().format_field(value, format_spec)
        return made.replace("-", "−", 1) if isinstance(value, float) and made[:1] == "-" else made


_SIGNS: Final = _Signs()
with_signs: Final = _SIGNS.format_field


def filled(template: str, values: Mapping[str, object]) -> str:
    """A template with its values."""
    if any(isinstance(value, float) and value < 0 for value in values.values()):
        return _SIGNS.vformat(template, (), values)
    return template.format(**values)


class Message(str):
    """An English text that remembers its template and values.

    Args:
        template: The text, ``{names}`` where values stand.
        values: The values. A message or a member of an enumeration is translated too.
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, object]

    def __new__(cls, template: str, /, **values: object) -> Message:
        """Puts the values into the template; a text without values may hold braces."""
        made = super().__new__(cls, filled(template, values) if values else template)
        made.template = template
        made.values = values
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (self.template,), self.values


class Name(Message):
    """A name that holds its translations, by language, in ``values``: no text of the catalogue."""

    __slots__ = ()

    def __new__(cls, text: str, /, **translations: object) -> Name:
        """Takes the translations by language; the text may hold braces."""
        made = str.__new__(cls, text)
        made.template, made.values = text, translations
        return made


def counted(one: str, many: str, count: int, /, **values: object) -> Message:
    """A message on one thing or on many; ``{n}`` is the count."""
    return Message(one if count == 1 else many, n=count, **values)


def joined(items: Iterable[object], *, most: int | None = None, either: bool = False) -> str:
    """Several things as the language separates them: ``a, b and 3 more``, or ``a or b``.

    Args:
        items: Texts or members of enumerations.
        most: So many are named; of the others only how many they are.
        either: Any one of them.
    """
    given = list(items)
    named = given if most is None else given[:most]
    text: object = named[0] if named else ""
    for item in named[1:]:
        text = Message(
            "{before} or {item}" if either else "{before}, {item}", before=text, item=item
        )
    if len(given) > len(named):
        return Message("{before} and {n:,} more", before=text, n=len(given) - len(named))
    return text if isinstance(text, str) else Message("{item}", item=text)
