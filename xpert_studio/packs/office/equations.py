"""Equations of Office files (OMML) and of pages (MathML) as lines: ``1/20``, ``x^(n+1)``, ``√(2)``.

An element without a rule of its own gives the texts inside it, and is a gap.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.api.readers import Findings, GapReason, Message, grouped, lowered, raised
from xpert_studio.packs.office.package import down

_SILENT: Final = frozenset({
    "m:rPr", "m:ctrlPr", "m:fPr", "m:radPr", "m:naryPr", "m:dPr", "m:funcPr", "m:mPr", "m:sSupPr",
    "m:sSubPr", "m:sSubSupPr", "m:sPrePr", "m:accPr", "m:barPr", "m:boxPr", "m:borderBoxPr",
    "m:eqArrPr", "m:groupChrPr", "m:limLowPr", "m:limUppPr", "m:phantPr", "m:oMathParaPr",
    "m:argPr", "w:rPr", "w:del", "w:moveFrom", "w:bookmarkStart", "w:bookmarkEnd", "w:proofErr",
    "math:annotation", "math:annotation-xml", "math:mspace", "math:none", "math:mprescripts",
    "math:malignmark", "math:maligngroup", "w:commentRangeStart", "w:commentRangeEnd",
    "w:lastRenderedPageBreak", "m:alnScr",
})  # fmt: skip
_PLAIN: Final = frozenset({
    "m:oMath", "m:oMathPara", "m:r", "m:e", "m:num", "m:den", "m:sup", "m:sub", "m:deg", "m:fName",
    "m:lim", "m:box", "m:borderBox", "m:phant", "w:ins", "w:moveTo", "w:r", "w:sdt", "w:sdtContent",
    "w:hyperlink", "w:smartTag", "math:math", "math:mrow", "math:mstyle", "math:mpadded",
    "math:semantics", "math:merror", "math:menclose", "math:mtd", "math:mlabeledtr",
    "w:fldSimple",
})  # fmt: skip
_ACCENTS: Final = {"\u0302": "hat", "^": "hat", "\u0303": "tilde", "~": "tilde", "\u0304": "bar",
    "\u0305": "bar", "¯": "bar", "‾": "bar", "\u20d7": "vec", "→": "vec", "\u0307": "dot",
    "˙": "dot", "\u0308": "ddot", "¨": "ddot"}  # fmt: skip
_LARGE: Final = frozenset("∑∏∐∫∬∭∮⋃⋂⋁⋀")
_INVISIBLE: Final = str.maketrans("", "", "\u2061\u2062\u2063\u2064\u200b")
_STYLED: Final = re.compile("[\U0001d400-\U0001d7ff\u2102-\u2134]")
_OPEN_END: Final = re.compile(r"[\^_][\w.+−-]+$")
"""A raised or lowered end that what follows would lengthen."""
_WORDS: Final = re.compile(r"\w\w")


def equation(element: Element, findings: Findings, where: Message) -> str:
    """An equation as a line of text.

    Args:
        element: Its root, with short names.
        findings: Takes what is not known in it.
        where: Where it stands.
    """
    return " ".join(_Linear(findings, where).of(element).split())


@dataclass(frozen=True, slots=True)
class _Linear:
    found: Findings
    where: Message

    def of(self, element: Element) -> str:
        tag = element.tag
        if tag in _SILENT:
            return ""
        if tag in {"m:t", "w:t", "math:mi", "math:mn", "math:mo", "math:mtext", "math:ms"}:
            return _letters(element)
        if rule := _RULES.get(tag):
            return rule(self, element)
        if tag not in _PLAIN:
            self.found.gap(GapReason.UNKNOWN, self.where)
        if tag == "m:phant" and _value(element, "m:phantPr/m:show", "1") in {"0", "off", "false"}:
            return ""
        return self.row(element)

    def row(self, elements: Iterable[Element]) -> str:
        """Parts beside each other; two that would read as one number or word are kept apart."""
        made, after_built = "", False
        for item in elements:
            part = self.of(item)
            if not part:
                continue
            is_built = item.tag in _RULES and not item.tag.startswith(("m:sS", "math:msu"))
            touching = made[-1:] + part[:1]
            if _WORDS.fullmatch(touching) and (
                is_built or after_built or (item.tag in _RULES and touching.isdigit())
            ):
                made += " "
            made += part
            after_built = is_built or _OPEN_END.search(part) is not None
        return made

    def arguments(self, element: Element, *names: str) -> list[str]:
        """The texts of the arguments of an element, by their names; empty where one lacks."""
        return ["" if (item := element.find(name)) is None else self.of(item) for name in names]

    def children(self, element: Element, least: int) -> list[str]:
        made = [self.of(item) for item in element if item.tag not in _SILENT]
        return made + [""] * (least - len(made))


def _value(element: Element, path: str, default: str = "") -> str:
    item = down(element, path)
    return default if item is None else item.get("m:val", default)


def _letters(element: Element) -> str:
    text = (element.text or "").translate(_INVISIBLE)
    if element.tag.startswith("math:"):
        text = text.strip()
        text = f" {text} " if text in {"and", "or", "mod"} else text
    return _STYLED.sub(lambda letter: unicodedata.normalize("NFKC", letter[0]), text)


def _fraction(over: str, under: str, *, has_bar: bool) -> str:
    return f"{grouped(over)}/{grouped(under)}" if has_bar else f"({over} over {under})"


def _omml_fraction(line: _Linear, element: Element) -> str:
    over, under = line.arguments(element, "m:num", "m:den")
    return _fraction(over, under, has_bar=_value(element, "m:fPr/m:type") != "noBar")


def _omml_scripts(line: _Linear, element: Element) -> str:
    base, sub, sup = line.arguments(element, "m:e", "m:sub", "m:sup")
    return _scripted(base, sub, sup)


def _scripted(base: str, sub: str, sup: str) -> str:
    head = base if len(base) <= 1 else grouped(base)
    return head + lowered(sub) + raised(sup, "0" if sub else head)


def _omml_before(line: _Linear, element: Element) -> str:
    base, sub, sup = line.arguments(element, "m:e", "m:sub", "m:sup")
    return raised(sup) + lowered(sub) + base


def _root(base: str, degree: str) -> str:
    return f"√[{degree}]({base})" if degree.strip() else f"√({base})"


def _omml_root(line: _Linear, element: Element) -> str:
    base, degree = line.arguments(element, "m:e", "m:deg")
    return _root(base, degree)


def _omml_large(line: _Linear, element: Element) -> str:
    sub, sup, base = line.arguments(element, "m:sub", "m:sup", "m:e")
    sign = _value(element, "m:naryPr/m:chr", "∫")
    return f"{_limited(sign, sub, sup)} {base}"


def _limited(sign: str, sub: str, sup: str) -> str:
    below = f"_({sub})" if sub.strip() else ""
    above = f"^({sup})" if sup.strip() else ""
    return sign + below + above


def _fence(element: Element, name: str, usual: str) -> str:
    """The sign around an expression; there is none where its element says none."""
    item = down(element, f"m:dPr/{name}")
    return usual if item is None else item.get("m:val", "")


def _omml_enclosed(line: _Linear, element: Element) -> str:
    opening = _fence(element, "m:begChr", "(")
    closing = _fence(element, "m:endChr", ")")
    between = _value(element, "m:dPr/m:sepChr", "|")
    return opening + between.join(line.of(item) for item in element.findall("m:e")) + closing


def _omml_function(line: _Linear, element: Element) -> str:
    name, base = line.arguments(element, "m:fName", "m:e")
    return f"{name}{base}" if base.startswith(("(", "[", "{", "|")) else f"{name} {base}"


def _omml_matrix(line: _Linear, element: Element) -> str:
    rows = (
        ", ".join(line.of(cell) for cell in row.findall("m:e")) for row in element.findall("m:mr")
    )
    return f"[{'; '.join(rows)}]"


def _omml_lines(line: _Linear, element: Element) -> str:
    return "; ".join(line.of(item).replace("&", "") for item in element.findall("m:e"))


def _omml_accent(line: _Linear, element: Element) -> str:
    (base,) = line.arguments(element, "m:e")
    return _accented(base, _value(element, "m:accPr/m:chr", "\u0302"))


def _accented(base: str, sign: str) -> str:
    name = _ACCENTS.get(sign.strip())
    return f"{name}({base})" if name else f"{base}{sign}"


def _omml_bar(line: _Linear, element: Element) -> str:
    (base,) = line.arguments(element, "m:e")
    name = "bar" if _value(element, "m:barPr/m:pos") == "top" else "underline"
    return f"{name}({base})"


def _omml_limit(line: _Linear, element: Element) -> str:
    base, limit = line.arguments(element, "m:e", "m:lim")
    return f"{base}{'_' if element.tag == 'm:limLow' else '^'}({limit})"


def _omml_group(line: _Linear, element: Element) -> str:
    (base,) = line.arguments(element, "m:e")
    sign = _value(element, "m:groupChrPr/m:chr", "⏟")
    return f"{base}{sign}" if sign not in {"⏟", "⏞"} else base


def _page_fraction(line: _Linear, element: Element) -> str:
    over, under, *_ = line.children(element, 2)
    is_bare = re.fullmatch(r"0(px|pt|em)?", element.get("linethickness", ""))
    return _fraction(over, under, has_bar=is_bare is None)


def _page_raised(line: _Linear, element: Element) -> str:
    base, sup, *_ = line.children(element, 2)
    return _scripted(base, "", sup)


def _page_both(line: _Linear, element: Element) -> str:
    base, sub, sup, *_ = line.children(element, 3)
    return _limited(base, sub, sup) if base.strip() in _LARGE else _scripted(base, sub, sup)


def _page_over(line: _Linear, element: Element) -> str:
    base, over, *_ = line.children(element, 2)
    return _accented(base, over) if over.strip() in _ACCENTS else f"{base}^({over})"


def _page_under(line: _Linear, element: Element) -> str:
    base, under, *_ = line.children(element, 2)
    return f"{base}_({under})"


def _page_root(line: _Linear, element: Element) -> str:
    base, degree, *_ = line.children(element, 2)
    return _root(base, degree)


def _page_square_root(line: _Linear, element: Element) -> str:
    return _root(line.row(element), "")


def _page_table(line: _Linear, element: Element) -> str:
    return f"[{'; '.join(filter(None, (line.of(row) for row in element)))}]"


def _page_row(line: _Linear, element: Element) -> str:
    return ", ".join(line.children(element, 0))


def _page_fenced(line: _Linear, element: Element) -> str:
    between = (element.get("separators", ",").strip() or "")[:1]
    inner = between.join(line.children(element, 0))
    return element.get("open", "(") + inner + element.get("close", ")")


def _hidden(_line: _Linear, _element: Element) -> str:
    return ""


_RULES: Final[dict[str, Callable[[_Linear, Element], str]]] = {
    "m:f": _omml_fraction,
    "m:sSup": _omml_scripts,
    "m:sSub": _omml_scripts,
    "m:sSubSup": _omml_scripts,
    "m:sPre": _omml_before,
    "m:rad": _omml_root,
    "m:nary": _omml_large,
    "m:d": _omml_enclosed,
    "m:func": _omml_function,
    "m:m": _omml_matrix,
    "m:eqArr": _omml_lines,
    "m:acc": _omml_accent,
    "m:bar": _omml_bar,
    "m:limLow": _omml_limit,
    "m:limUpp": _omml_limit,
    "m:groupChr": _omml_group,
    "math:mfrac": _page_fraction,
    "math:msup": _page_raised,
    "math:msub": _page_both,
    "math:msubsup": _page_both,
    "math:munderover": _page_both,
    "math:mover": _page_over,
    "math:munder": _page_under,
    "math:mroot": _page_root,
    "math:msqrt": _page_square_root,
    "math:mtable": _page_table,
    "math:mtr": _page_row,
    "math:mfenced": _page_fenced,
    "math:mphantom": _hidden,
}
