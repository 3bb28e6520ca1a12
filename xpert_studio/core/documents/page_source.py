"""The source of a web page in pieces, as browsers part it, and without what tells of its making.

A browser hides a comment that is not closed, and takes ``<?...>`` and ``</ ...>`` for comments.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import Final

from xpert_studio.core.documents.bare_images import bare_image
from xpert_studio.core.documents.bare_svg import bare_svg

_REST: Final = r"(?>[^>\"'=]++|=\s*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z))|[\"'=])*+(?:>|\Z)"
"""The rest of a tag: a ``>`` in quotes is part of a value; what is not closed goes to the end."""
_PIECE: Final = re.compile(
    r"(?P<comment><!--(?:-?>|.*?(?:--!?>|\Z))|<!(?!doctype\b|\[CDATA\[)[^>]*+>?|<\?[^>]*+>?"
    r"|</(?![a-z])[^>]*+>?)"
    rf"|(?P<raw><(?P<name>script|style|textarea|title|xmp|iframe|noembed|noframes)(?=[\s/>]){_REST}"
    r".*?(?:</(?P=name)(?=[\s/>])[^>]*+>?|\Z))"
    rf"|(?P<tag></?[a-z]{_REST})",
    re.DOTALL | re.IGNORECASE,
)
_EMPTY: Final = "<!---->"
"""In place of a comment: letters that it parted are not joined to something else."""

_ATTRIBUTE: Final = re.compile(
    r"(?<![^\s\"'<>/=])([^\s\"'<>/=]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+))",
    re.DOTALL,
)
_OPENING: Final = re.compile(rf"<\w+{_REST}", re.DOTALL)
_METAS: Final = frozenset({"viewport", "color-scheme", "theme-color"})
_PRAGMAS: Final = frozenset(
    {
        "content-type",
        "content-language",
        "default-style",
        "refresh",
        "x-ua-compatible",
        "content-security-policy",
    }
)
_KEPT_IN_META: Final = frozenset({"charset", "http-equiv", "name", "content", "media"})
_OF_MAKING: Final = re.compile(
    r"generator|author|creator|publisher|designer|copyright|application-name|model|:site|\bai\b",
    re.IGNORECASE,
)
"""Names of ``meta`` elements that say who or what made a page."""
_LINKS: Final = frozenset({"author", "me", "generator", "canonical", "alternate"})
_BANNER: Final = re.compile(r"\s*(?:/\*.*?(?:\*/|\Z)\s*|//[^\n]*(?:\n\s*|\Z))+", re.DOTALL)
_CSS: Final = re.compile(
    r"(\"(?:\\.|[^\"\\])*+\"|'(?:\\.|[^'\\])*+'|\burl\(\s*+[^\"')\s][^)]*+(?:\)|\Z))"
    r"|/\*.*?(?:\*/|\Z)",
    re.DOTALL,
)
_DATA: Final = re.compile(
    r"(data:image/(?:png|jpe?g|gif|webp|apng|(svg\+xml))(?:;[\w=-]+)*;base64,)([A-Za-z0-9+/]+={0,2})",
    re.IGNORECASE,
)


class PieceKind(Enum):
    """What a piece of a page's source is."""

    TEXT = auto()
    COMMENT = auto()
    RAW = auto()
    TAG = auto()


def pieces(source: str) -> Iterator[tuple[PieceKind, str, str]]:
    """The pieces of a page's source: kind, name of a tag or raw element, and the piece."""
    place = 0
    for found in _PIECE.finditer(source):
        if found.start() > place:
            yield PieceKind.TEXT, "", source[place : found.start()]
        place = found.end()
        piece = found[0]
        if found["comment"] is not None:
            yield PieceKind.COMMENT, "", piece
        elif found["raw"] is not None:
            yield PieceKind.RAW, found["name"].lower(), piece
        else:
            yield PieceKind.TAG, re.split(r"[\s/>]", piece[1:], maxsplit=1)[0].lower(), piece
    if place < len(source):
        yield PieceKind.TEXT, "", source[place:]


def without_comments(source: str) -> str:
    """A page's source with empty comments: what is shown stays as it is."""
    return "".join(
        _EMPTY if kind is PieceKind.COMMENT else piece for kind, _, piece in pieces(source)
    )


def unsigned(source: str) -> str:
    """A page without comments, and in its head what is not shown; scripts stay as they are.

    Comments at the beginning of scripts, all of styles, and what embedded pictures say of their
    making are left out too.
    """
    return _bare_pictures("".join(_unsigned(*piece) for piece in _drawn(pieces(source))))


def unsigned_drawing(source: str) -> str:
    """A drawing (SVG) without what says who or what made it."""
    return unsigned(bare_svg(source))


def _drawn(found: Iterable[tuple[PieceKind, str, str]]) -> Iterator[tuple[PieceKind, str, str]]:
    """The pieces without the metadata of drawings among them."""
    drawings, is_metadata = 0, False
    for kind, name, piece in found:
        low = piece[:11].lower() if kind is PieceKind.TAG else ""
        drawings += (name == "svg") - low.startswith("</svg")
        is_metadata |= drawings > 0 and name == "metadata" and not piece.endswith("/>")
        if not is_metadata:
            yield kind, name, piece
        is_metadata &= not low.startswith("</metadata")


def _unsigned(kind: PieceKind, name: str, piece: str) -> str:
    if kind is PieceKind.COMMENT:
        return _EMPTY
    if kind is PieceKind.RAW:
        return _raw(name, piece)
    if name == "meta":
        return _meta(piece)
    if name == "link" and _is_of_making(piece):
        return ""
    return piece


def judged_source(source: str, is_named: Callable[[str], bool]) -> str:
    """A page's source as a judge reads it: without comments, and ``meta`` that say who made it.

    Comments in scripts and styles stay, and so do the title and other ``meta`` elements, as code is
    rated on them; unless they name the system.

    Args:
        source: The source.
        is_named: Whether a text names the system that is judged.
    """
    return "".join(_judged(*piece, is_named) for piece in pieces(source))


def _judged(kind: PieceKind, name: str, piece: str, is_named: Callable[[str], bool]) -> str:
    if kind is PieceKind.COMMENT:
        return _EMPTY
    if name in {"meta", "link", "title"} and is_named(piece):
        return ""
    if name == "meta":
        said = _attributes(piece)
        return "" if _OF_MAKING.search(said.get("name", said.get("property", ""))) else piece
    if kind is PieceKind.RAW and name in {"script", "style"} and is_named(piece):
        return _raw(name, piece)
    return piece


def _attributes(tag: str) -> dict[str, str]:
    found = _ATTRIBUTE.finditer(tag)
    return {one[1].lower(): one[2] or one[3] or one[4] or "" for one in found}


def _meta(tag: str) -> str:
    """A ``meta`` element with nothing but what changes how a page is shown; else nothing."""
    said = {name: value for name, value in _attributes(tag).items() if name in _KEPT_IN_META}
    is_kept = (
        "charset" in said
        or said.get("http-equiv", "").lower() in _PRAGMAS
        or said.get("name", "").lower() in _METAS
    )
    if not is_kept:
        return ""
    written = "".join(
        f' {name}="{value.replace(chr(34), "&quot;")}"' for name, value in said.items()
    )
    return f"<meta{written}>"


def _is_of_making(link: str) -> bool:
    kinds = {*_attributes(link).get("rel", "").lower().split()}
    return bool(kinds & _LINKS) and "stylesheet" not in kinds


def _raw(name: str, piece: str) -> str:
    opening = _OPENING.match(piece)
    if name == "title" or opening is None:
        return ""
    head, rest = opening[0], piece[opening.end() :]
    if name == "style":
        return head + bare_style(rest)
    if name != "script":
        return piece
    if "ld+json" in head.lower():
        return ""
    return head + bare_script(rest)


def bare_script(source: str) -> str:
    """A script without the comments it begins with."""
    return _BANNER.sub("", source, count=1) if _BANNER.match(source) else source


def bare_style(source: str) -> str:
    """A style sheet with empty comments."""
    return _CSS.sub(lambda found: found[1] or "/**/", source)


def _bare_pictures(source: str) -> str:
    return _DATA.sub(
        lambda found: found[1] + bare_base64(found[3], is_drawn=bool(found[2])), source
    )


def bare_base64(text: str, *, is_drawn: bool = False) -> str:
    """An image in base64 without what it says of its making; as it is where it is none.

    Args:
        text: It.
        is_drawn: Whether it is a drawing (SVG).
    """
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
        bare = unsigned_drawing(data.decode()).encode() if is_drawn else bare_image(data)
    except ValueError:
        return text
    return base64.b64encode(bare).decode("ascii")
