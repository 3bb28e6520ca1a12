"""Texts that promptfoo, which reads many strings as nunjucks templates or addresses, only shows."""

from __future__ import annotations

import re
from typing import Final

_TAG: Final = re.compile(r"\{(?=[{%#])|(?<=#)\}")
_LITERAL: Final = re.compile(r'\{\{ "(.)" \}\}')
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def literal(text: str) -> str:
    """A text that promptfoo, reading it as a template, turns into ``text`` and nothing else.

    Braces that would open a tag, or end a comment, are spelled ``{{ "{" }}``. A text that begins
    like an address (``file://``, ``package:``) begins with such a spelling too, and is not
    followed.
    """
    spelled = _TAG.sub(lambda found: _spelled(found[0]), text)
    return _spelled(spelled[0]) + spelled[1:] if _SCHEME.match(spelled) else spelled


def plain(text: str) -> str:
    """The text that ``literal`` was given."""
    return _LITERAL.sub(r"\1", text)


def _spelled(character: str) -> str:
    return f'{{{{ "{character}" }}}}'


def label(text: str) -> str:
    """A name that is shown, not rendered: only what would read the environment is broken up."""
    return text.replace("{{", "{ {")
