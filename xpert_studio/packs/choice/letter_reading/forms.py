"""The forms in which sentences state an answer, as patterns over the classes of their tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from .tokens import Sentence


class Level(IntEnum):
    """How plainly an answer is stated; plainer ones count alone."""

    WEAK = 1
    CONCLUDED = 2
    STATED = 3
    FORMAL = 4


class Form(NamedTuple):
    """A form: its pattern, with the options named in the group ``m``, and its level.

    Attributes:
        is_weak_by_text: Whether it is weak where the text of an option stands in it, and no letter.
    """

    pattern: re.Pattern[str]
    level: Level
    is_weak_by_text: bool = False


_NAME: Final = "[LTQl]"
_MORE: Final = (  # what stands between several options
    r"(?:[,;/(&+\-]?[oa]+[hfpxa,]{0,3}|[,;/&+\-]h{0,2}f{0,2}(?=[LTQl]f{0,2}(?:[^gGbcNwx]|$))|h+"
    r"|(?<=[LlQ])(?=[LlQ]))"
)
_LIST: Final = rf"(?P<m>p?f{{0,2}}{_NAME}f{{0,2}}+(?:{_MORE}{_NAME}f{{0,2}}+){{0,25}}+)"
_OVER: Final = rf"(?:[,(]?[ON][hfp]{{0,2}}{_NAME}(?:[,/]?[oa]?{_NAME}){{0,25}}+)?"
_CLOSED: Final = (
    rf"(?![:(\-]b)(?=$|[.;:!)(|OrizBkRtY]|-(?!#)|,(?!W)|(?<!T),|h(?![hf]{{0,2}}{_NAME})|N[hfp]{{0,2}}{_NAME}"
    r"|(?<!T)(?:d|a[wWNvftnz]))"
)
_LINK: Final = "[cfhtvz:,(]{0,8}+"
_SAID: Final = _LIST + _OVER + _CLOSED


def _form(pattern: str, level: Level, *, is_weak_by_text: bool = False) -> Form:
    return Form(re.compile(pattern), level, is_weak_by_text)


FORMS: Final = (
    _form(rf"X{_LINK}{_LIST}{_OVER}[.,]?(?=Y|$)", Level.FORMAL),
    # the answer is B; 答案 B; I choose B
    _form(rf"(?:n[fh]{{0,3}}+[c:\-]|m){_LINK}{_SAID}", Level.STATED),
    _form(rf"v{_LINK}{_SAID}", Level.STATED),
    # B is the answer; not A but B; all are wrong except B
    _form(
        rf"(?:^|[,;:zfhtBrspc.])(?:p?{_LIST})[fhc]{{0,2}}G(?=$|[,.;:r(!zB\-])(?!.{{0,20}}U)",
        Level.STATED,
    ),
    _form(rf"N[hfp]{{0,3}}{_NAME}f?(?:,?B|,[tc])[hfctB]{{0,4}}{_SAID}", Level.STATED),
    _form(rf"(?:e[^LTQl]{{0,8}}g|Tg|b),?Ef?{_SAID}", Level.STATED),
    _form(rf"E{_LIST}[w,]{{0,2}}e?[w,]{{0,2}}(?:b|Ng)", Level.STATED),
    # so B; it is B; actually B; maybe B
    _form(rf"[zZ]n?{_LINK}{_SAID}", Level.CONCLUDED),
    _form(rf"[zZ][wWf]{{0,8}}c[fh]{{0,3}}(?=[TQ]){_SAID}", Level.CONCLUDED),
    _form(rf"t{_LINK}{_SAID}", Level.CONCLUDED, is_weak_by_text=True),
    # pick B; with several letters it is what the question says
    _form(
        rf"(?:^|[zBk;])[fhyz,:]{{0,4}}V(?!:)[f:(]{{0,3}}(?P<m>{_NAME})(?=$|[.!;r)])",
        Level.CONCLUDED,
        is_weak_by_text=True,
    ),
    # I switch to B
    _form(rf"(?:^|(?<=[,;:\-BzkRshL.]))K{_LINK}{_SAID}", Level.STATED),
    _form(rf"[Rk](?:[wWfh]{{1,6}},)?[cfhtzRk:,\-]{{0,8}}+{_SAID}", Level.CONCLUDED),
    _form(rf"(?:^|[,;:Bktz])h+{_LINK}{_SAID}", Level.CONCLUDED),
    # B is correct; B: yes; the capital is London
    _form(rf"(?:^|[,;:zfhBrsp.])(?:p?{_LIST})[fhc]{{0,2}}g(?=$|[,.;:r(!zBta\-])", Level.WEAK),
    _form(r"^(?P<m>[LTQP])T?[:(,|\-]{0,2}[yg](?=$|[,.;:r(!zB\-])", Level.WEAK),
    _form(r"^\|(?P<m>[LTQP])\|(?:[^LTQP|]{0,30}\||T\|){0,3}[yg](?=\||$)", Level.WEAK),
    _form(rf"[c:][fh]{{0,3}}(?=[TQ]){_LIST}(?=$|[;zr]|,(?!W))", Level.WEAK),
    _form(rf"^i[^LTQl]{{0,12}},f{{0,2}}(?=L){_SAID}", Level.WEAK),
)
RIVALS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<m>{_NAME})(?:[fhc]{{0,2}}x|f{{0,2}}ch{{0,2}}j(?![bN])|c[wg]{{1,2}}J)",
        rf"^[B,]?o[hfp]{{0,3}}(?P<m>{_NAME})",
    )
)
"""Forms in which an option stands beside the one that is named: "C is also correct"."""
BESIDE: Final = re.compile(rf"^[^;BzrRkNO]{{0,30}}?[oa][hfp]{{0,3}}(?P<m>{_NAME})(?!f?[gGbcN])")
"""After what names an option: another one, "B for the first and A for the second"."""
FIRST: Final = re.compile(
    rf"^[fhyz,:]{{0,4}}(?!l[(c\-])(?:(?P<q>Q)(?![fhc:(\-]{{0,2}}[bN])|{_LIST}{_OVER}(?:(?<=T)(?=$|[;rz(]|,(?!W))|(?<!T){_CLOSED}))"
)
LAST: Final = re.compile(
    rf"^[fhyz,:]{{0,4}}(?!l[(c\-])(?:(?P<q>Q)(?!.{{0,60}}[bN])|{_LIST}{_OVER}(?:$|r))"
)
UNREADABLE: Final = re.compile(r"X|^n[c:]+|^m")
_SCOPE: Final = 60
_CLAUSE: Final = re.compile(r"[,;:BzRk\-](?=[^,;:BzRk\-]*$)")
_THOUGHT: Final = re.compile(r"(?:[;BzRk]|b,)(?=[^;BzRk]*$)")
_CHANGE: Final = re.compile(r"K(?=[^K]*$)")


class Standing(IntEnum):
    """Whether what is stated is meant: not where it is denied, attributed or supposed."""

    NOT_MEANT = 0
    CONDITIONAL = 1
    MEANT = 2


def standing(sentence: Sentence, at: int) -> Standing:
    """How a statement at a place of a sentence is meant.

    Words before it in its clause deny it; those before it in its thought, which ends at "but" or
    "so", attribute or suppose it. A condition that ends at a comma is kept: "If x is 2, B".
    """
    at += sentence.marks[at] in ",;:.zBRkK"
    before = sentence.marks[max(0, at - _SCOPE) : at]
    clause, thought = _after(_CLAUSE, before), _after(_THOUGHT, before)
    if re.search("[Nboiu]", clause) or "s" in _after(_CHANGE, thought):
        return Standing.NOT_MEANT
    if re.search("[iu]", thought):
        return Standing.NOT_MEANT if "U" in thought else Standing.CONDITIONAL
    return Standing.MEANT


def _after(boundary: re.Pattern[str], before: str) -> str:
    found = boundary.search(before)
    return before[found.end() :] if found else before


def forms_in(sentence: Sentence) -> Iterator[tuple[re.Match[str], Form]]:
    """The forms that a sentence holds."""
    if not re.search("[LTQPl]", sentence.marks):
        return
    for form in FORMS:
        for match in form.pattern.finditer(sentence.marks):
            yield match, form
