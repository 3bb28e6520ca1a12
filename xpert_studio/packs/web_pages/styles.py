"""What the styles inside a web page say of its elements: hidden, struck, in capitals, unseen.

Rules of tags, classes, ids and of elements inside others are followed in their order; sheets of
styles that are elsewhere are not loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from xpert_studio.core.documents.colours import BLACK, UNKNOWN, WHITE, Colour, colour_of

_BRACE: Final = re.compile(r"[{}]")
_COMPOUND: Final = re.compile(r"(?:\*|[a-z][\w-]*)?(?:[.#][\w-]+)*", re.IGNORECASE)
_NAMES: Final = re.compile(r"([.#]?)([\w-]+)")
_LENGTH: Final = re.compile(r"(-?\d*\.?\d+)(px|pt|em|rem|%|vw|vh|cm)?")
_RGB: Final = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)%?)?\s*\)")
_SHORT: Final = re.compile(r"#([0-9a-f])([0-9a-f])([0-9a-f])", re.IGNORECASE)
_MOST_RULES: Final = 2_000
_FAR: Final = -900.0
_TINY: Final = 1.5
_CLEAR: Final = 0.05

_Compound = tuple[str, frozenset[str], str]
"""A tag, classes and an id; each may be empty."""


@dataclass(frozen=True, slots=True)
class ElementLook:
    """How an element looks.

    Attributes:
        is_hidden: Whether neither it nor what is in it is shown.
        is_unseen: Whether its own letters have the colour of what is behind them.
        is_struck: Whether it strikes letters through.
        is_upper: Whether letters are shown as capitals.
        letters: The colour of letters.
        ground: The colour behind them.
    """

    is_hidden: bool = False
    is_unseen: bool = False
    is_struck: bool = False
    is_upper: bool = False
    letters: Colour = BLACK
    ground: Colour = WHITE


class PageStyles:
    """The looks of the elements of a page."""

    def __init__(self, root: Element) -> None:
        self._rules: dict[str, list[tuple[int, list[_Compound], dict[str, str]]]] = {}
        for number, (selector, said) in enumerate(_rules(root)):
            tag, classes, id_ = selector[-1]
            key = f"#{id_}" if id_ else f".{min(classes)}" if classes else tag
            self._rules.setdefault(key, []).append((number, selector, said))
        self._looks: dict[int, ElementLook] = {}
        self._walk([root], ElementLook())

    def of(self, element: Element) -> ElementLook:
        """The look of an element."""
        return self._looks.get(id(element), _PLAIN)

    def _walk(self, path: list[Element], around: ElementLook) -> None:
        """Notes the look of the last element of a path, and of all in it."""
        element = path[-1]
        own = self._looks[id(element)] = _look(self._said(path), element, around)
        for item in element:
            self._walk([*path, item], own)

    def _said(self, path: Sequence[Element]) -> dict[str, str]:
        """What rules and its own attribute say of the last element of a path."""
        element = path[-1]
        classes = [f".{name}" for name in element.get("class", "").split()]
        keys = (element.tag, "*", f"#{element.get('id', '')}", *classes)
        found = sorted(
            (rule for key in keys for rule in self._rules.get(key, ())), key=lambda rule: rule[0]
        )
        said: dict[str, str] = {}
        for _, selector, declared in found:
            if _matches(selector, path):
                said |= declared
        return said | _declared(element.get("style", ""))


_PLAIN: Final = ElementLook()


def _rules(root: Element) -> Iterator[tuple[list[_Compound], dict[str, str]]]:
    count = 0
    for style in root.iter("style"):
        source = re.sub(r"/\*.*?\*/", "", style.text or "", flags=re.DOTALL)
        for selectors, declared in _blocks(source):
            said = _declared(declared)
            for selector in selectors.split(",") if said else ():
                names = [name for name in re.split(r"[\s>]+", selector.strip()) if name]
                if names and all(_COMPOUND.fullmatch(name) for name in names):
                    yield [_compound(name) for name in names], said
                    count += 1
            if count > _MOST_RULES:
                return


def _blocks(source: str) -> Iterator[tuple[str, str]]:
    """Selectors with what is declared for them; not those for some media only."""
    depth, start, head = 0, 0, ""
    for brace in _BRACE.finditer(source):
        text = source[start : brace.start()]
        start = brace.end()
        if brace[0] == "{":
            head = text if depth == 0 else head
            depth += 1
            continue
        if depth == 1 and "@" not in head:
            yield head, text
        depth = max(depth - 1, 0)


def _compound(text: str) -> _Compound:
    parts = _NAMES.findall(text)
    tag = next((name.lower() for sign, name in parts if not sign), "*" if "*" in text else "")
    classes = frozenset(name for sign, name in parts if sign == ".")
    return tag, classes, next((name for sign, name in parts if sign == "#"), "")


def _declared(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text.split(";"))
    return {
        name.strip().lower(): value.replace("!important", "").strip().lower()
        for name, _, value in pairs
        if value.strip()
    }


def _matches(selector: Sequence[_Compound], path: Sequence[Element]) -> bool:
    """Whether the last element of a path is one that a selector means."""
    if not _is_of(selector[-1], path[-1]):
        return False
    wanted = list(selector[:-1])
    for element in reversed(path[:-1]):
        if wanted and _is_of(wanted[-1], element):
            wanted.pop()
    return not wanted


def _is_of(compound: _Compound, element: Element) -> bool:
    tag, classes, id_ = compound
    return (
        tag in {"", "*", element.tag}
        and classes <= set(element.get("class", "").split())
        and (not id_ or id_ == element.get("id"))
    )


def _look(said: Mapping[str, str], element: Element, around: ElementLook) -> ElementLook:
    letters = _colour(said.get("color", element.get("color", ""))) or around.letters
    usual = said.get("background", element.get("bgcolor", ""))
    ground = _ground(said.get("background-color", usual), around.ground)
    decoration = f"{said.get('text-decoration', '')} {said.get('text-decoration-line', '')}"
    transform = said.get("text-transform", "")
    is_unseen = letters.opacity < _CLEAR or (ground != UNKNOWN and letters.looks_like(ground))
    return ElementLook(
        around.is_hidden or _hides(said),
        is_unseen,
        "line-through" in decoration,
        transform == "uppercase" or (around.is_upper and not transform),
        letters,
        ground,
    )


def _ground(background: str, around: Colour) -> Colour:
    if background in {"", "none", "inherit", "initial", "transparent"}:
        return around
    colour = _colour(background.split(" ")[0] if "(" not in background else background)
    return colour if colour and colour.opacity > 1 - _CLEAR else UNKNOWN


def _colour(text: str) -> Colour | None:
    text = text.strip()
    if text == "transparent":
        return Colour(0, 0, 0, 0)
    if match := _RGB.fullmatch(text):
        red, green, blue = (float(part) for part in match.groups()[:3])
        return Colour(red, green, blue, float(match[4]) if match[4] else 1.0)
    if match := _SHORT.fullmatch(text):
        return colour_of("".join(digit * 2 for digit in match.groups()))
    return colour_of(text.removeprefix("#")) if len(text) != 8 else None


def _hides(said: Mapping[str, str]) -> bool:
    """Whether declarations keep an element from being seen."""
    is_off = said.get("display") == "none" or said.get("visibility") in {"hidden", "collapse"}
    if is_off or 0 <= _length(said.get("opacity", "1")) < _CLEAR:
        return True
    size = said.get("font-size", "")
    if size and (_length(size) == 0 or (size.endswith(("px", "pt")) and _length(size) <= _TINY)):
        return True
    places = ("left", "top", "right", "text-indent", "margin-left", "margin-top")
    if any(
        said.get(name, "").endswith(("px", "pt", "em")) and _length(said[name]) <= _FAR
        for name in places
    ):
        return True
    is_cut = "hidden" in said.get("overflow", "")
    sides = (said.get(name, "") for name in ("height", "width", "max-height", "max-width"))
    if is_cut and any(side and _length(side) == 0 for side in sides):
        return True
    clip = said.get("clip", "").replace(" ", "").replace("px", "")
    return clip.startswith(("rect(0,0,0,0", "rect(1,1,1,1")) or said.get(
        "clip-path", ""
    ).startswith(("inset(50%", "inset(100%"))


def _length(text: str) -> float:
    match = _LENGTH.match(text)
    if match is None:
        return 1.0
    return float(match[1]) * (16 if match[2] in {"em", "rem"} else 1)
