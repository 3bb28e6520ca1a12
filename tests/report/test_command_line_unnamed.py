"""Sections never name the command line: the window shows their words, and has no command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from tests.cli.all_commands import leaves
from tests.report.judged_sample import JUDGE, judged_sample
from xpert_studio.core.wording import t
from xpert_studio.report.blocks import Figure
from xpert_studio.report.section import Section, View
from xpert_studio.report.sections.registry import SECTIONS
from xpert_studio.report.shown_blocks import in_full

_TYPED = re.compile(r"(?<![\w-])--[a-z]|xpert-studio|\{project\}|'[a-z-]+ [a-z-]+'")


@pytest.fixture(scope="module")
def view(tmp_path_factory) -> Iterator[View]:
    project = judged_sample(tmp_path_factory.mktemp("sample"))
    yield View.on(project).by(JUDGE)
    project.close()


def texts(value: Any) -> Iterator[str]:
    """Every text that blocks hold."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)


def titles(section: Section[Any]) -> list[str]:
    return [t(one) for one in (section.title, section.question, section.tab, section.missing)]


@pytest.mark.parametrize("name", sorted(SECTIONS))
def test_no_section_names_the_command_line(name: str, view: View) -> None:
    section = SECTIONS[name]
    found = section.blocks(view.asking(in_full=True))
    shown = [
        asdict(block)
        for block in (in_full(found.blocks) if found else ())
        if not isinstance(block, Figure)
    ]
    typed = [said for said in texts([titles(section), *shown]) if _TYPED.search(said)]
    assert typed == []


def test_what_is_typed_is_found() -> None:
    for said in ("Name it with --ask system=NAME.", "Run 'suite define'.", "xpert-studio align"):
        assert _TYPED.search(said)
    for said in ("a bank's or judge's", "score – 3", "well-known"):
        assert not _TYPED.search(said)


def test_what_makes_a_section_can_be_typed():
    known = {" ".join(words): command for words, command in leaves()}
    for section in SECTIONS.values():
        if not section.makes:
            continue
        name = max((one for one in known if section.makes.startswith(one)), key=len, default="")
        assert name, section.makes
        options = {flag for param in known[name].params for flag in param.opts}
        typed = {word for word in section.makes.split() if word.startswith("--")}
        assert typed <= options, section.makes
