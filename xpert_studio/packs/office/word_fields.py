"""Word's fields: their results are read, not their codes.

A field lies between marks that may stand in different runs and paragraphs, and in each other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import LOST, Findings, GapReason, Message, sign_of
from xpert_studio.packs.office.word_lists import is_on, value_of

_SHOWS_NOTHING: Final = frozenset({
    "XE", "TC", "TA", "RD", "SET", "ASK", "PRIVATE", "COMMENTS", "NEXT", "NEXTIF", "SKIPIF",
    "FORMTEXT", "ADDIN", "ADVANCE", "PAGE", "NUMPAGES", "SECTIONPAGES",
    "SECTION", "HTMLACTIVEX", "DATA",
})  # fmt: skip
"""Fields that show nothing, or a page's number, which a text without pages does not have."""
_BUTTON: Final = re.compile(r"(?:MACROBUTTON|GOTOBUTTON)\s+\S+\s+(.*)", re.DOTALL | re.IGNORECASE)
_SIGN: Final = re.compile(
    r"SYMBOL\s+(0x[0-9a-f]+|\d+)(?:.*?\\f\s+\"?([^\"\\]+))?", re.IGNORECASE | re.DOTALL
)
_QUOTE: Final = re.compile(r'QUOTE\s+"([^"]*)"', re.IGNORECASE)
_FRACTION: Final = re.compile(r"\\f\s*\(([^()]*)[,;]([^()]*)\)", re.IGNORECASE)
_ROOT: Final = re.compile(r"\\r\s*\((?:([^()]*)[,;])?([^()]*)\)", re.IGNORECASE)


@dataclass(slots=True)
class _Field:
    code: list[str] = field(default_factory=list)
    has_result: bool = False
    has_text: bool = False
    form: Element | None = None


@dataclass(slots=True)
class WordFields:
    """The fields that are open at a place of a document.

    Attributes:
        found: Takes what has no stored result.
        is_broken: Whether the marks of fields do not match: then no text is taken for a code.
    """

    found: Findings
    is_broken: bool = False
    _open: list[_Field] = field(default_factory=list)

    @property
    def in_code(self) -> bool:
        """Whether this place is in the code of a field."""
        return not self.is_broken and any(not item.has_result for item in self._open)

    def mark(self, element: Element, where: Message) -> str:
        """Passes a mark of a field.

        Returns:
            What the field shows where it has no stored result.
        """
        kind = element.get("w:fldCharType")
        if kind == "begin":
            self._open.append(_Field(form=element.find("w:ffData")))
        elif kind == "separate" and self._open:
            self._open[-1].has_result = True
        elif kind == "end" and self._open:
            ended = self._open.pop()
            is_form = ended.form is not None and not ended.has_text
            if not self.in_code and (not ended.has_result or is_form):
                return self._shown(ended, where)
        return ""

    def take_code(self, text: str) -> None:
        """Takes a piece of the code of the innermost field."""
        if self._open and not self._open[-1].has_result:
            self._open[-1].code.append(text)

    def take_text(self) -> None:
        """Notes that the fields that are open show a text."""
        for item in self._open:
            item.has_text = True

    def _shown(self, ended: _Field, where: Message) -> str:
        code = "".join(ended.code).strip()
        name = code.split(maxsplit=1)[0].upper() if code else ""
        if name == "FORMCHECKBOX":
            return _box(ended.form)
        if name == "FORMDROPDOWN":
            return _choice(ended.form)
        if match := _BUTTON.match(code):
            return match[1].strip()
        if match := _QUOTE.match(code):
            return match[1]
        if name == "SYMBOL" and (match := _SIGN.match(code)):
            return self._sign(match, where)
        if name == "EQ" and (shown := _equation(code)):
            return shown
        if name and name not in _SHOWS_NOTHING:
            self.found.gap(GapReason.FIELD, where)
            return f"[{code}]"
        return ""

    def _sign(self, match: re.Match[str], where: Message) -> str:
        sign = sign_of(int(match[1], 0), (match[2] or "").strip())
        if sign is None:
            self.found.gap(GapReason.SYMBOL, where)
        return sign or LOST


def _box(form: Element | None) -> str:
    box = None if form is None else form.find("w:checkBox")
    checked = is_on(box, "w:checked")
    return "☒" if (bool(is_on(box, "w:default")) if checked is None else checked) else "☐"


def _choice(form: Element | None) -> str:
    choices = [] if form is None else list(form.iter("w:listEntry"))
    chosen = int(value_of(form, "w:ddList/w:result") or value_of(form, "w:ddList/w:default") or 0)
    return choices[chosen].get("w:val", "") if chosen < len(choices) else ""


def _equation(code: str) -> str:
    """A fraction or root of the old kind of equation; empty where it is anything else."""
    inner = code[2:].strip()
    if match := _FRACTION.fullmatch(inner):
        return f"{match[1].strip()}/{match[2].strip()}"
    if match := _ROOT.fullmatch(inner):
        return (
            f"√({match[2].strip()})"
            if not match[1]
            else f"√[{match[1].strip()}]({match[2].strip()})"
        )
    return ""
