"""The language of a text, as the library py3langid tells it, and the check of it."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Final

from pydantic import Field, field_validator

from xpert_studio.api.checks import CheckKind, Message, Negatable, Outcome, Subject
from xpert_studio.core.language_identifier import identifier
from xpert_studio.core.resources import resource_json
from xpert_studio.packs.checks.kinds import reading

_READ: Final = 20_000
"""So many characters decide."""
_NO_LANGUAGE: Final = "zxx"


@cache
def _data() -> dict[str, str]:
    found: dict[str, str] = resource_json("checks", "languages.json")
    return found


class Language(Negatable):
    """The language that a response must be in."""

    language: str = Field(
        title="Language", description="ISO 639-1, such as en or zh; also zh-hans and zh-hant."
    )

    @field_validator("language")
    @classmethod
    def _is_known(cls, code: str) -> str:
        plain = code.strip().lower().replace("_", "-")
        if plain not in {*_data()["known"].split(), "zh-hans", "zh-hant"}:
            raise ValueError(Message("no such language is known"))
        return plain


def language_of(text: str) -> str | None:
    """The language that most of a text is in, outside fenced code.

    Returns:
        ISO 639-1; of Chinese ``zh-hans``, ``zh-hant``, or ``zh`` where no character tells. None
        where there is nothing to go by, such as in a text of digits.
    """
    plain = "\n".join(line for _, line in reading.outside_fences(text[:_READ])) or text[:_READ]
    if not any(char.isalpha() for char in plain):
        return None
    found = str(identifier().classify(plain.lower())[0])
    if found == _NO_LANGUAGE:
        return None
    if found in _SINITIC and not _CANTONESE.search(plain):
        return _chinese(plain)
    return found


_SINITIC: Final = frozenset({"zh", "yue", "wuu"})
_CANTONESE: Final = re.compile("[嘅哋咗唔喺嘢冇佢]")
"""Characters of written Cantonese, without which a text is taken for Chinese."""


def _chinese(text: str) -> str:
    """Traditional or simplified, by what characters only one of two standards has.

    Big5 (1984) is of traditional characters, GB 2312 (1980) of simplified ones.
    """
    found = {"big5": 0, "gb2312": 0}
    for char, count in Counter(reading.HAN_CHARACTER.findall(text)).items():
        standards = [name for name in found if _is_in(char, name)]
        if len(standards) == 1:
            found[standards[0]] += count
    old, new = found["big5"], found["gb2312"]
    if old == new:
        return "zh"
    return "zh-hant" if old > new else "zh-hans"


def _is_in(char: str, standard: str) -> bool:
    try:
        char.encode(standard)
    except UnicodeEncodeError:
        return False
    return True


def _language(subject: Subject, given: Language) -> Outcome:
    found, wanted = language_of(subject.text), given.language
    is_same = found is not None and wanted in (found, found.partition("-")[0])
    if found is None:
        no = Message("The language cannot be told; {wanted} expected (heuristic).", wanted=wanted)
        return given.outcome(False, no, no)
    reason = Message(
        "The language seems to be {found}; {wanted} expected (heuristic).",
        found=found,
        wanted=wanted,
    )
    return given.outcome(is_same, reason, reason)


KINDS: Final = (CheckKind("language", "Language", Language, _language, 2, is_heuristic=True),)
