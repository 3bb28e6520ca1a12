"""Which part of a response is its code: in fences, in HTML, or among sentences."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterator
from typing import Final

from xpert_studio.core.instruments.deciding import Language
from xpert_studio.packs.checks.kinds.fences import Fence, fences_in

_NAMES: Final[dict[Language, frozenset[str]]] = {
    "python": frozenset({"python", "py", "python3", "py3", "pycon"}),
    "javascript": frozenset({"javascript", "js", "node", "nodejs", "mjs", "cjs"}),
}
"""What fences call the languages."""

_HTML: Final = re.compile(
    r"<pre\b([^>]*)>\s*(?:<code\b([^>]*)>)?(.*?)(?:</code>\s*)?</pre>", re.DOTALL | re.IGNORECASE
)
_HTML_LANGUAGE: Final = re.compile(r"\b(?:language|lang|highlight-source)-([\w+#]+)")
_PROMPT: Final = re.compile(r"^(?:>>>|\.\.\.)(?: |$)", re.MULTILINE)
_LONGEST: Final = 200_000
"""Longer code is not looked into: it is taken as it stands."""

_BEGINS: Final[dict[Language, re.Pattern[str]]] = {
    "python": re.compile(
        r"(?:(?:async )?def \w+ *\(|class \w+ *[(:]|import \w|from [.\w]+ import |@\w"
        r"|(?:if|for|while|with|elif|async for|async with) .*:\s*(?:#.*)?$|(?:try|else|finally) *:"
        r"|except\b.*:|(?:assert|raise|return|del|global|yield|await) ?\b|pass$"
        r"|[\w.,\[\]'\" *]+(?:: *[\w\[\], .|]+)? *(?:[-+*/%&|^@]|//|\*\*|<<|>>)?=[^=]"
        r"|[A-Za-z_][\w.]*\(|[)\]}#]|\"{3}|'{3})"
    ),
    "javascript": re.compile(
        r"(?:(?:export |default |async )*function\b|class \w|(?:export )?(?:const|let|var) |import "
        r"|export |(?:if|for|while|switch|catch|do|try|else|return|throw) ?[({]|return |throw new "
        r"|[\w.$\[\]'\"]+ *[-+*/%]?=[^=]|[A-Za-z_$][\w.$]*\(|[)\]}]|//|/\*| ?\*|['\"]use strict)"
    ),
}
"""How lines of code begin that stand at the left margin."""

_ACTS: Final = re.compile(
    r"[\w$\])]\(|=>|\b(?:function|class|import|export|for|while|do|throw|try)\b.*[({'\"]"
)
"""What JavaScript has that does something; a number or a word has it not."""

_ACTING: Final = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.For,
    ast.While, ast.With, ast.Try, ast.Assert, ast.Raise, ast.Call, ast.Lambda,
)  # fmt: skip
"""What Python has that does something: "42" and "Answer: 42" are Python too."""


def code_in(text: str, language: Language) -> str:
    """The code of a response in a language; empty where it has none.

    All blocks of the language one after another; where no block names it, those that name none;
    where there is no block, the lines that are code. Of Python, blocks that show how the code is
    used (``>>>``), or are none, are left out where others remain.
    """
    blocks = list(fences_in(text)) or list(_html_blocks(text))
    if not blocks:
        return _unfenced(text, language)
    for names in (_NAMES[language], frozenset({""})):
        found = [block.code for block in blocks if block.language in names]
        if found:
            return "\n\n".join(_useful(found) if language == "python" else found)
    return ""


def _html_blocks(text: str) -> Iterator[Fence]:
    for outer, inner, code in _HTML.findall(text):
        named = _HTML_LANGUAGE.search(f"{outer} {inner}")
        plain = html.unescape(re.sub(r"</?(?:span|br|b|i|em|strong)\b[^>]*>", "", code))
        yield Fence(named[1].casefold() if named else "", plain)


def _useful(blocks: list[str]) -> list[str]:
    """The blocks that are Python; where none is, what was typed at the prompts, else all."""
    if sum(map(len, blocks)) > _LONGEST:
        return blocks
    kept = [block for block in blocks if not _PROMPT.search(block) and _parsed(block) is not None]
    return kept or [_typed(block) for block in blocks]


def _typed(block: str) -> str:
    """What was typed at the prompts of an interpreter, where a block begins with one."""
    if not _PROMPT.match(block.lstrip()):
        return block
    lines = [line.strip() for line in block.split("\n")]
    return "\n".join(_PROMPT.sub("", line) for line in lines if _PROMPT.match(line))


def _unfenced(text: str, language: Language) -> str:
    plain = text.replace("\r\n", "\n")
    if len(plain) > _LONGEST or _acts(plain, language):
        return plain
    runs = _runs(plain, language)
    found = [run for run in runs if _acts(run, language)]
    if not found and len(runs) == 1 and runs[0].strip() == plain.strip() and _ACTS.search(plain):
        return plain  # code throughout, with an error in it
    return "\n\n".join(found)


def _acts(code: str, language: Language) -> bool:
    """Whether a text is code that does something."""
    if language == "javascript":
        lines = [line for line in code.split("\n") if line.strip() and line[0] not in " \t"]
        return all(map(_BEGINS[language].match, lines)) and _ACTS.search(code) is not None
    tree = _parsed(code)
    return tree is not None and any(isinstance(node, _ACTING) for node in ast.walk(tree))


def _runs(text: str, language: Language) -> list[str]:
    """Lines that look like code, in runs; sentences stand between them."""
    runs: list[list[str]] = [[]]
    for line in text.split("\n"):
        if _BEGINS[language].match(line) or (runs[-1] and (not line.strip() or line[0] in " \t")):
            runs[-1].append(line)
        elif runs[-1]:
            runs.append([])
    return ["\n".join(run) for run in runs if run]


def _parsed(code: str) -> ast.Module | None:
    """The code as a tree; None where it is no Python."""
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
