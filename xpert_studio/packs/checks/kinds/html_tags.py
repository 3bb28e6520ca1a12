"""Whether the tags of HTML are balanced.

Read with ``str.find`` and not with ``html.parser``, which in some Python versions takes a time that
grows with the square of unfinished markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from xpert_studio.api import Message

VOID: Final = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
})  # fmt: skip
"""Elements without an end tag (HTML Living Standard, 13.1.2)."""
_OPTIONAL_END: Final = frozenset({
    "body", "colgroup", "dd", "dt", "head", "html", "li", "optgroup", "option", "p", "rp", "rt",
    "tbody", "td", "tfoot", "th", "thead", "tr",
})  # fmt: skip
_RAW: Final = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title")
}
_NAME: Final = re.compile(r"</?([a-zA-Z][^\s/>]{0,100})")
_INSIDE: Final = re.compile(r"""[^"'>]*+(?:(["'])|(>))""")


class HtmlFaultError(Exception):
    """HTML is not well-formed; the argument is the reason."""


def tags(text: str) -> Iterator[tuple[str, bool, bool]]:
    """Name, whether it is an end tag, and whether it closes itself, of each tag.

    Raises:
        HtmlFaultError: A tag or comment is not finished, or markup is none.
    """
    at = 0
    while (at := text.find("<", at)) >= 0:
        if text.startswith("<!--", at):
            at = _after(text, "-->", at + 4, "<!--")
        elif text.startswith(("<!", "<?"), at):
            at = _after(text, ">", at, "<!")
        elif (mark := _NAME.match(text, at)) is not None:
            end = _end_of_tag(text, mark.end(), mark[0])
            name, is_end = mark[1].lower(), text[at + 1] == "/"
            is_closed = text[end - 2] == "/"
            yield name, is_end, is_closed
            at = end
            if name in _RAW and not is_end and not is_closed:
                close = _RAW[name].search(text, at)
                if close is None:
                    raise HtmlFaultError(Message("<{name}> is not closed", name=name))
                at = close.start()
        else:
            at += 1


def _after(text: str, end: str, start: int, what: str) -> int:
    found = text.find(end, start)
    if found < 0:
        raise HtmlFaultError(Message("{what} is not finished", what=what))
    return found + len(end)


def _end_of_tag(text: str, at: int, what: str) -> int:
    while (mark := _INSIDE.match(text, at)) is not None:
        if mark[2]:
            return mark.end()
        at = text.find(mark[1], mark.end()) + 1
        if not at:
            break
    raise HtmlFaultError(Message("{what} is not finished", what=what))


def names(text: str) -> set[str]:
    """The names of the elements of a text, in lower case.

    Raises:
        HtmlFaultError: Its tags are not balanced, or it has none.
    """
    found: set[str] = set()
    opened: list[str] = []
    for name, is_end, is_closed in tags(text):
        if is_end:
            _close(name, opened)
        else:
            found.add(name)
            if name not in VOID and not is_closed:
                opened.append(name)
    left = next((name for name in opened if name not in _OPTIONAL_END), None)
    if left is not None:
        raise HtmlFaultError(Message("<{name}> is not closed", name=left))
    if not found:
        raise HtmlFaultError(Message("there is no tag"))
    return found


def _close(name: str, opened: list[str]) -> None:
    """Takes an element off those that are open, with those inside it whose end may be left out."""
    if name in VOID or (name == "p" and "p" not in opened[-1:]):  # </br> and </p> stand alone
        return
    while opened and opened[-1] != name and opened[-1] in _OPTIONAL_END:
        opened.pop()
    if not opened or opened.pop() != name:
        raise HtmlFaultError(Message("</{name}> closes nothing", name=name))
