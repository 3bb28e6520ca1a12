"""How ordinary and hostile replies to a multiple choice are read, and what docs/choice.md says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from xpert_studio.packs.choice.instrument import reader

CASES = json.loads((Path(__file__).parent / "letter_cases.json").read_text("utf-8"))
PAGE = Path(__file__).parents[3] / "docs" / "choice.md"
READ = [(group["options"], *case) for group in CASES.values() for case in group["cases"]]


@pytest.mark.parametrize(("options", "text", "letter"), READ)
def test_a_reply_names_an_option_only_where_it_commits_to_one(options, text, letter):
    answer = reader().read(text, options).answer
    assert (answer[0] if len(answer) == 1 else "") == letter


def test_an_open_answer_chooses_none_of_its_options():
    options = CASES["cities"]["options"]
    assert reader().read("A and C", options).answer == ("A", "C")
    for text in ("A or C", "The answer is A, or maybe C", "Answer: A. C is also correct."):
        found = reader().read(text, options)
        assert (found.answer, found.letters) == ((), ("A", "C"))


def test_the_examples_of_the_page_are_read_as_it_says():
    page = PAGE.read_text("utf-8")
    options = re.search(r"Paris, London, Berlin and Madrid", page)
    rows = re.findall(r"^\| `` ?(.+?) ?`` \| ([A-D]|none) \|", page, re.MULTILINE)
    assert options and len(rows) > 40
    for text, read in rows:
        answer = reader().read(text.replace("⏎", "\n"), CASES["cities"]["options"]).answer
        assert (answer[0] if len(answer) == 1 else "none") == read, text
