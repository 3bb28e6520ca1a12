"""The phrases by which responses state an answer, as patterns over text in lower case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

GAP = "[ \t]{0,3}"


def any_of(phrases: Iterable[str]) -> str:
    """A pattern of any of some phrases, the longest first; words end where they end."""
    ordered = sorted(set(phrases), key=lambda text: (-len(text), text))
    return "|".join(
        re.escape(text).replace(r"\ ", "[ \t]{1,3}")
        + ("(?![a-z0-9])" if _is_latin(text[-1]) else "")
        for text in ordered
    )


def words_of(phrases: Iterable[str]) -> str:
    """As ``any_of``, where words also begin where they begin."""
    found = list(phrases)
    latin = any_of(text for text in found if _is_latin(text[0]))
    others = any_of(text for text in found if not _is_latin(text[0]))
    return "|".join(part for part in (f"(?<![a-z0-9])(?:{latin})" if latin else "", others) if part)


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


class Phrases:
    """Patterns made of ``words.json``.

    Attributes:
        final_nouns: Nouns that state the final answer.
        noun, copula: "the answer", "is"; the group ``how`` is what links it to a letter.
        verb: "I choose".
        verdict, verdict_letter: "is correct"; the letter that ends the text before it.
        filler: Words between a marker and a letter: "option".
        after: Words that may follow the letters A and I, which are words too.
        reason: What follows a letter that begins a response: "because".
        separator: Between several letters.
        denial, but: "not" before a letter, and "but" after it.
        denied_near, denied_far: Words that keep a clause from stating an answer: those that precede
            the marker, in Chinese, and those anywhere in the clause.
        clause_end, retraction, json_key: As named.
    """

    def __init__(self, words: Mapping[str, Any]) -> None:
        self.final_nouns = frozenset(words["final_nouns"])
        self.json_keys = tuple(words["json_keys"])
        self.noun = re.compile(any_of([*words["final_nouns"], *words["nouns"]]))
        self.copula = re.compile(
            rf"[*_\"'”’)\]」』】]{{0,4}}{GAP}(?:(?:{any_of(words['beside_nouns'])}){GAP}){{0,2}}"
            rf"[*_]{{0,3}}(?P<how>(?:{any_of(words['copulas'])}))?[ \t]{{0,2}}:?"
        )
        self.verb = re.compile(any_of(words["verbs"]))
        self.verdict = re.compile(any_of(words["verdicts"]))
        self.verdict_letter = re.compile(
            rf"(?:^|[.,;:!?。、\n]|{words_of(words['before_verdicts'])}){GAP}[*_(\[\"“']{{0,4}}"
            rf"([a-z])[)\]*_\"”']{{0,4}}{GAP}(?:选项|项)?{GAP}$"
        )
        self.filler = re.compile(rf"(?:(?:{any_of(words['before_letters'])}){GAP}){{1,2}}")
        self.after = re.compile(rf"[ \t]*(?:{any_of(words['after_letters'])})")
        self.reason = re.compile(rf"{GAP}[,.]?{GAP}(?:{any_of(words['reasons'])})")
        self.separator = re.compile(rf"{GAP}[,、]?{GAP}(?:{any_of(words['separators'])}){GAP}")
        self.denial = re.compile(rf"(?:{any_of(words['negations'])})(?:是|为)?{GAP}")
        self.but = re.compile(rf"{GAP},?{GAP}(?:{any_of(words['but'])})")
        denying, supposing = words["negations"], words["suppositions"]
        self.denied_near = re.compile(any_of(text for text in denying if not text.isascii()))
        far = [text for text in denying if text.isascii() and text[0].isalpha()]
        self.denied_far = re.compile(rf"{words_of([*far, *supposing])}|n['’]t(?![a-z])")
        self.clause_end = re.compile(words_of(words["clause_ends"]))
        self.retraction = re.compile(any_of(words["retractions"]))
        keys = "|".join(map(re.escape, words["json_keys"]))
        self.json_key = re.compile(rf"[\"'](?:{keys})[\"']{GAP}:{GAP}\[?")
