"""Texts of tasks and responses as HTML: what Markdown says of their form, and nothing else."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_OFF: Final = (
    "link",
    "image",
    "autolink",
    "html_block",
    "html_inline",
    "reference",
    "linkify",
)
_BELOW: Final = 3
"""Headings of a text stand below those of the page."""


def as_html(text: str) -> str:
    """A text as HTML: headings, lists, tables, emphasis and code; no links, images or markup."""
    maker = _maker()
    tokens = maker.parse(text)
    for token in tokens:
        if token.tag[:1] == "h" and token.tag[1:].isdigit():
            token.tag = f"h{min(int(token.tag[1:]) + _BELOW, 6)}"
    rendered: str = maker.renderer.render(tokens, maker.options, {})
    return rendered


@cache
def _maker() -> MarkdownIt:
    from markdown_it import MarkdownIt

    options = {"html": False, "breaks": True}
    return MarkdownIt("commonmark", options).enable("table").disable(_OFF, ignoreInvalid=True)
