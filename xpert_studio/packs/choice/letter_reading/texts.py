r"""A response as running text: plain letters, without markup, quotations and thoughts.

What formats mark as the answer (``\boxed{B}``, ``<answer>B</answer>``, ``{"answer": "B"}``) stands
between ``OPEN`` and ``CLOSE``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection
from typing import Final

OPEN, CLOSE, QUOTATION = "\x02", "\x03", "\x04"
"""Around an answer that a format marks, and in place of a quotation."""
_SHIFTED: Final = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_STYLED: Final = {
    code: letter
    for codes in (range(0x24B6, 0x24EA), range(0x1D400, 0x1D6A4))
    for code in codes
    if len(letter := unicodedata.normalize("NFKC", chr(code))) == 1 and letter.isascii()
}
_SAME: Final = str.maketrans(
    {
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("“”„「」『』", '"'),
        **dict.fromkeys("−‑‐", "-"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\ufe0f\x02\x03\x04"),
        "【": "\n",
        "】": ":",
        "《": '"',
        "》": '"',
        "…": "...",
        "İ": "I",
    }
)
"""U+0130 is the only letter whose lower case is longer than itself."""
_PLAIN: Final = {**_SHIFTED, **_STYLED, **_SAME}
_HALF: Final = 100_000
_THOUGHTS: Final = ("think", "thinking", "reasoning", "scratchpad")

_PAIR: Final = re.compile(
    r"(?P<quote>[\"'])(?P<key>[^\"'\\\n]{1,40})(?P=quote)\s{0,9}:\s{0,9}"
    r"(?P<value>\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|\[[^\[\]{}]{0,300}+\])",
    re.DOTALL,
)
_INSIDE: Final = r"(?:[^{}\n]|\{(?:[^{}\n]|\{[^{}\n]{0,100}+\}){0,200}+\}){0,200}+"
_MATHS: Final = (
    (re.compile(rf"\\f?box(?:ed)?\s?\{{({_INSIDE})\}}"), rf"{OPEN}\1{CLOSE}"),
    (re.compile(r"\\[dt]?frac\s?\{([^{}\n]{1,40})\}\s?\{([^{}\n]{1,40})\}"), r"\1/\2"),
    (re.compile(r"\\[dt]?frac\s?(\d)\s?(\d)"), r"\1/\2"),
    (re.compile(r"\\(?:text(?:bf|it|rm|sf)?|math(?:bf|it|rm|sf)|operatorname)\s?\{"), ""),
    (re.compile(r"\\(?:left|right|displaystyle)(?![a-z])"), ""),
    (re.compile(r"\\times(?![a-z])"), "×"),
    (re.compile(r"\\%"), "%"),
    (re.compile(r"\\(?:q?quad|[()\[\],;:! \\])|\$|(?<=[^\s~])~(?!~)"), " "),
)
_MARKUP: Final = (
    (re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL), ""),
    (re.compile(r"~~[^~\n]{0,300}~~|<(s|del)>[^<>\n]{0,300}</\1>"), ""),
    (re.compile(r"<(?:final_)?answer>\s*", re.IGNORECASE), f"\n{OPEN}"),
    (re.compile(r"(?<!\s)\s*</(?:final_)?answer>", re.IGNORECASE), f"{CLOSE}\n"),
    (re.compile(r"</?[A-Za-z][^<>\n]{0,80}>"), " "),
    (re.compile(r"^ {0,3}>.*", re.MULTILINE), ""),
    (re.compile(r"^[-=_* ]{3,}$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*#{1,6}[ \t]+", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*(?:[-*+•]|\d{1,2}[.)])[ \t]+(?=\S)", re.MULTILINE), ""),
    (re.compile(r"\*\*+|__+"), ""),
    (re.compile(r"(?<![\w*])\*([^*\n]{1,300})\*(?!\w)"), r"\1"),
    (re.compile(r"(?<!\w)_([^_\n]{1,300})_(?!\w)"), r"\1"),
    (re.compile(r"(?<=\d)–(?=\d)"), "-"),
    (re.compile(r"[–—]"), " - "),
    (re.compile(r"[ \t\f\v\u00a0\u3000]+"), " "),
)
_ANSWERED: Final = re.compile(
    r"^A ?: *(?=\(?[A-Z]\)?\W*$)|^Q(?:uestion)? ?:.*\n\s{0,9}A ?:", re.MULTILINE
)
"""Where "A:" is no letter but an answer."""
_FENCE: Final = re.compile(r"```\w*(.*?)```", re.DOTALL)
_QUOTED: Final = re.compile(
    r"\"([^\"\n]{0,400})\"|`([^`\n]{1,300})`|(?<!\w)'(?!\s)([^'\n]{1,300})'(?!\w)"
)


def plain(text: str) -> str:
    """A text with plain letters and line ends; its lower case has the same length."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return re.sub(r"\r\n?|[\u0085\u2028\u2029]", "\n", text.translate(_PLAIN))


def answer_part(text: str) -> str:
    """A response without the thoughts before its answer; thoughts without an end are no answer.

    Of a very long one it is the beginning and the end.
    """
    for name in _THOUGHTS:
        _, closed, after = text.rpartition(f"</{name}>")
        text = after if closed else text.partition(f"<{name}>")[0]
    return text if len(text) <= 2 * _HALF else f"{text[:_HALF]}\n{text[-_HALF:]}"


def spoken(text: str, json_keys: Collection[str], is_name: Callable[[str], bool]) -> str:
    """What a response says itself.

    Args:
        text: In plain letters.
        json_keys: The keys of JSON whose values are an answer; others are not read.
        is_name: Whether a quotation only names an option; others are not the response's own words.
    """

    def value_of(match: re.Match[str]) -> str:
        is_answer = match["key"].lower() in json_keys
        return f"\n{OPEN}{match['value'].strip('[]')}{CLOSE}\n" if is_answer else QUOTATION

    def inside(match: re.Match[str]) -> str:
        said = match[match.lastindex or 0].strip()
        return said if OPEN in said or is_name(said) else QUOTATION

    text = _ANSWERED.sub("Answer: ", _PAIR.sub(value_of, text))
    text = _FENCE.sub(lambda match: f"\n{inside(match)}\n", text)
    return _QUOTED.sub(inside, unmarked(text))


def unmarked(text: str) -> str:
    """A text without the marks of LaTeX, HTML and Markdown, with single spaces."""
    for pattern, instead in (*_MATHS, *_MARKUP):
        text = pattern.sub(instead, text)
    return text.strip()


def folded(text: str) -> str:
    """A text as it is compared: without marks, in lower case, spaces single, its edges bare."""
    said = " ".join(unmarked(plain(text)).lower().split())
    return said.strip(" .*_`\"'。!") or said
