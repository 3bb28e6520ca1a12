"""Words as the tokenizer of the Penn Treebank has them, in the form of the library ``js-rouge``.

Ported from its version 3.2.3 (MIT licence, © 2015 Kenneth Lim, © 2024 promptfoo), which promptfoo
counts ROUGE with: ``src/tokenize.ts``. Quotation marks after raised letters that mark a footnote
are left out.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

SPACE: Final = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""White space in JavaScript, for a class of a regular expression."""

_SPACES: Final = re.compile(f"[{SPACE}\u0085]+")
_QUOTE: Final = re.compile("``|''|\"")
_SEPARATED: Final = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (r"\.{3}", r" ... "),
        (r"[:,](?!\d)", r" \g<0> "),
        (r"[;@#$%&]", r" \g<0> "),
        (r"(?a:([^.])(?<!\b[A-Za-z]\.[A-Za-z])(\.)([\])}>' ]*)\Z)", r"\1 \2\3 "),
        (r"[?!]", r" \g<0> "),
        (r"[\][(){}<>]", r" \g<0> "),
        (r"--", r" -- "),
        (r"\A|\Z", r" "),
        (r"([^'])' ", r"\1 ' "),
        (r"'([sSmMdD]) ", r" '\1 "),
        (r"('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", r" \1 "),
        *(
            (rf"(?i)(?<![\w\u200c\u200d]){contraction}(?![\w\u200c\u200d])", r" \1 \2 ")
            for contraction in (
                "(can)(not)",
                "(d)('ye)",
                "(gim)(me)",
                "(gon)(na)",
                "(got)(ta)",
                "(lem)(me)",
                "(more)('n)",
                "(wan)(na)(?= )",
                "('t)(is)",
                "('t)(was)",
            )
        ),
        (" {2,}", " "),
    )
)
"""What is written apart, in the order of the original."""


def treebank_words(text: str) -> list[str]:
    """The words and marks of a text."""
    plain = _SPACES.sub(" ", text).strip(" ")
    if not plain:
        return []
    parsed = _with_quotes(plain)
    for pattern, written in _SEPARATED:
        parsed = pattern.sub(written, parsed)
    return parsed.removeprefix(" ").removesuffix(" ").split(" ")


def _with_quotes(text: str) -> str:
    """A text in which opening and closing quotation marks are told apart, with spaces around."""
    is_open = False

    def written(found: re.Match[str]) -> str:
        nonlocal is_open
        is_open = found[0] == "``" or (not is_open and _opens(text, found))
        return " `` " if is_open else " '' "

    return _QUOTE.sub(written, text)


def _opens(text: str, found: re.Match[str]) -> bool:
    """Whether a mark outside of quotation marks opens them."""
    start = found.start()
    before = text[start - 1 : start]
    is_after_opening = before in (" ", "<") or _category(before) == "Ps"
    if found.end() == len(text) and start > 0 and not is_after_opening:
        return False
    is_apart = is_after_opening or _category(before)[:1] == "P" or text.endswith("``", 0, start)
    if (start > 0 and not is_apart) or (before and before in ".!?"):
        return False
    if found[0] == '"':
        return True
    follows = _category(text[start + 2 : start + 3])
    closing = _QUOTE.search(text, start + 2)
    is_text = follows[:1] in ("L", "N") or follows in ("Sc", "Ps")
    return start > 0 and is_text and closing is not None and closing[0] == "''"


def _category(character: str) -> str:
    return unicodedata.category(character) if character else ""
