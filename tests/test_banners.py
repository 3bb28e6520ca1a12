"""No comment stands alone as a heading: what needs one is a module of its own."""

from __future__ import annotations

import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def banners(path: Path) -> Iterator[int]:
    """The lines of comments with an empty line before and after."""
    text = path.read_text(encoding="utf-8")
    with path.open("rb") as file:
        comments = {
            token.start[0]
            for token in tokenize.tokenize(file.readline)
            if token.type == tokenize.COMMENT and not token.line[: token.start[1]].strip()
        }
    lines = ["", *text.split("\n"), ""]
    for number in sorted(comments):
        last = number
        while last + 1 in comments:
            last += 1
        if number > 1 and not lines[number - 1].strip() and not lines[last + 1].strip():
            yield number


def of_the_program() -> dict[str, list[int]]:
    """By file, where banners stand."""
    found = {}
    for folder in ("xpert_studio", "tests", "packaging"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            found[path.relative_to(ROOT / folder).as_posix()] = list(banners(path))
    return {name: lines for name, lines in found.items() if lines}


def test_no_comment_is_a_heading():
    found = of_the_program()
    assert found == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = 1\n\n# ---- Reading ----\n\ny = 2\n", [3]),
        ("class A:\n    x = 1\n\n    # Showing.\n\n    y = 2\n", [4]),
        ("x = 1\n\n# Why it is two.\ny = 2\n", []),
        ('x = """\n\n# A heading of a page\n\n"""\n', []),
        ("x = 1  # a word on it\n\ny = 2\n", []),
    ],
)
def test_a_heading_is_told_from_a_comment(tmp_path, text, found):
    path = tmp_path / "module.py"
    path.write_text(text)
    assert list(banners(path)) == found
