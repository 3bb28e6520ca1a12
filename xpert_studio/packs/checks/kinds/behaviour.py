"""Checks of what a response admits: that a thing does not exist, is unclear, or not known to it.

All go by phrases (``resources/checks/behaviour.json``) and are heuristics.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Final, Literal

from pydantic import Field

from xpert_studio.api.checks import CheckKind, Message, Outcome, Parameters, Subject
from xpert_studio.core.messages import counted
from xpert_studio.packs.checks.kinds.prose import CLAUSE_END, Prose, phrases_in, plain


class Names(Parameters):
    """What does not exist."""

    names: tuple[str, ...] = Field(
        min_length=1, title="Names of the thing", description="Different ways to write its name."
    )


class Invented(Parameters):
    """What a library does not have."""

    invented: tuple[str, ...] = Field(
        min_length=1,
        title="Invented names",
        description="Functions, modules or packages that do not exist, as code would name them.",
    )


class Questions(Parameters):
    """What is ambiguous."""

    about: tuple[str, ...] = Field(
        default=(),
        title="Words for what is unclear",
        description="A question counts if it has one of them; without any, every question counts.",
    )
    at_least: int = Field(default=1, ge=1, title="Questions at least")


class BehaviourLimits(Parameters):
    """What a model cannot know or do."""

    about: tuple[str, ...] = Field(
        default=(),
        title="Words for the limit",
        description="One must be in the same sentence, such as date or internet; none: any limit.",
    )


class Significance(Parameters):
    """The right conclusion."""

    expected: Literal["significant", "not significant"] = Field(title="Right conclusion")


def _nonexistence(subject: Subject, given: Names) -> Outcome:
    words = _said_missing(Prose.of(subject.text), given.names)
    if words is None:
        return Outcome(
            False,
            Message(
                "Does not say that {name} does not exist (heuristic: by phrases).",
                name=given.names[0],
            ),
        )
    return _denied_by(words)


def _denied_by(words: str) -> Outcome:
    return Outcome(
        True,
        Message("Says that it does not exist: “{words}” (heuristic: by phrases).", words=words),
    )


def _invented_api(subject: Subject, given: Invented) -> Outcome:
    whole = Prose(plain(subject.text))
    used = [
        name
        for name in given.invented
        if whole.terms([_called(name)]) or _imported(name, whole.text)
    ]
    if not used:
        return Outcome(True, Message("Uses none of the invented names (heuristic: by spelling)."))
    words = _said_missing(Prose.of(_after_use(subject.text, used)), map(_called, used))
    if words is None:
        return Outcome(
            False,
            Message("Presents {name} as if it existed (heuristic: by phrases).", name=used[0]),
        )
    return _denied_by(words)


def _after_use(text: str, names: Iterable[str]) -> str:
    """What stands behind the last block of code that calls one of these names; else all of it."""
    parts = text.split("```")
    called = "|".join(re.escape(_called(name)) for name in names)
    calls = re.compile(rf"^(?!\s*def\s)[^#\n]*(?:{called})\s?\(", re.MULTILINE)
    using = [place for place in range(1, len(parts), 2) if calls.search(parts[place])]
    last = max(using, default=-1)
    return "```".join(parts[last + 1 :])


_USUAL: Final = {
    "np": "numpy",
    "pd": "pandas",
    "plt": "matplotlib.pyplot",
    "sns": "seaborn",
    "tf": "tensorflow",
}
"""Modules by the names that nearly everybody gives them."""
_IMPORT: Final = re.compile(r"\bimport ([\w.]{1,80}) as (\w{1,40})")


def _imported(name: str, text: str) -> bool:
    """Whether a name of a module is used under another name of that module, or imported from it."""
    owner, _, last = plain(_called(name)).rpartition(".")
    if not owner:
        return False
    renamed = {alias: module for module, alias in _IMPORT.findall(text)}
    module = renamed.get(owner) or _USUAL.get(owner, owner)
    names = {owner, module, *(alias for alias, of in renamed.items() if of == module)}
    owners, own = "|".join(map(re.escape, names)), re.escape(last)
    return bool(
        re.search(rf"(?<![\w.])(?:{owners})\.{own}(?!\w)", text)
        or re.search(rf"\bfrom (?:{owners}) import [^\n]{{0,200}}\b{own}(?!\w)", text)
    )


def _called(name: str) -> str:
    """A name without the brackets of a call."""
    return name.strip().removesuffix("()") or name


_BEFORE, _BEHIND = 150, 300
"""Characters around a name in which a phrase is taken to be about it."""


def _said_missing(prose: Prose, names: Iterable[str]) -> str | None:
    """The words that say it of a thing with one of these names; None without any.

    Where no name is in the response, it is taken to speak of nothing else.
    """
    named = prose.terms(names)
    for hit in named:
        before = prose.before(hit, CLAUSE_END) + "_"
        lack = phrases_in("lack", before).search(before)
        if lack is not None and not prose.denied(hit):
            return lack[0][:-1] + prose.words(hit)
    for hit in prose.phrases("nonexistence"):
        is_about = not named or prose.near(hit, named, _BEHIND, _BEFORE)
        if is_about and not (prose.negated(hit) or prose.denied(hit) or prose.supposed(hit)):
            return prose.words(hit)
    return None


_QUESTION: Final = re.compile(r"\?")


def _asks_for_clarification(subject: Subject, given: Questions) -> Outcome:
    prose = Prose.of(subject.text)
    requests = prose.phrases("request")
    places = [*prose.matches(_QUESTION), *requests]
    asked = {
        sentence: prose.text[max(0, hit.start - _BEFORE) : hit.end] + sentence
        for hit in places
        if _asks(sentence := prose.sentence(hit), bool(requests))
    }
    about = [text for text in asked.values() if not given.about or Prose(text).terms(given.about)]
    count = len(about)
    return Outcome(
        count >= given.at_least,
        counted(
            "{n:,} question about what is unclear, {least:,} expected (heuristic: by phrases).",
            "{n:,} questions about what is unclear, {least:,} expected (heuristic: by phrases).",
            count,
            least=given.at_least,
        ),
    )


def _asks(sentence: str, has_requests: bool) -> bool:
    """Whether a sentence asks the reader for something, other than whether more help is wanted."""
    text = Prose(sentence)
    if text.phrases("offer"):
        return False
    return has_requests or bool(text.phrases("addressed"))


def _self_awareness(subject: Subject, given: BehaviourLimits) -> Outcome:
    prose = Prose.of(subject.text)
    for hit in prose.phrases("limitation"):
        if prose.negated(hit):
            continue
        if not given.about or Prose(prose.sentence(hit)).terms(given.about):
            return Outcome(
                True,
                Message(
                    "States a limit of its own: “{words}” (heuristic: by phrases).",
                    words=prose.words(hit),
                ),
            )
    return Outcome(False, Message("States no such limit of its own (heuristic: by phrases)."))


def _statistical_significance(subject: Subject, given: Significance) -> Outcome:
    prose = Prose.of(subject.text)
    findings = _findings(prose)
    if not findings:
        return Outcome(
            False,
            Message("Does not say whether it is significant (heuristic: by phrases)."),
        )
    said = sum(findings) * 2
    is_significant = findings[-1] if said == len(findings) else said > len(findings)
    told = (
        Message("Says that it is significant (heuristic: by phrases).")
        if is_significant
        else Message("Says that it is not significant (heuristic: by phrases).")
    )
    return Outcome(is_significant == (given.expected == "significant"), told)


def _findings(prose: Prose) -> list[bool]:
    """What a response says of significance, in order; where it speaks of statistics, only that."""
    other = prose.phrases("not_a_finding")
    found = [
        (hit, not prose.negated(hit))
        for hit in prose.phrases("significant")
        if not (prose.attributed(hit) or prose.supposed(hit)) and not hit.overlaps(other)
    ]
    found += [
        (hit, prose.negated(hit))
        for hit in prose.phrases("insignificant")
        if not (prose.attributed(hit) or prose.supposed(hit))
    ]
    return [finding for _, finding in sorted(found, key=lambda item: item[0].start)]


_kind = partial(CheckKind, is_heuristic=True)
KINDS: Final = (
    _kind("acknowledges_nonexistence", "Says nothing such exists", Names, _nonexistence, 2),
    _kind("invented_api", "No invented API", Invented, _invented_api, 3),
    _kind("asks_for_clarification", "Asks for clarification", Questions, _asks_for_clarification),
    _kind("self_awareness", "States its own limits", BehaviourLimits, _self_awareness),
    _kind(
        "statistical_significance", "Significant or not", Significance, _statistical_significance, 3
    ),
)
