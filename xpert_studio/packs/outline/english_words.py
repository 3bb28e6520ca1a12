"""English words: verbs in other forms, and texts to a reader as texts about the reader."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from xpert_studio.packs.outline.pieces import words

FINITE: Final = (
    r"\b(?:is|are|was|were|has|have|had|can|may|must|should|will|would|does|did|do|need|needs)\b"
)


@cache
def any_of(name: str) -> str:
    """A word list as alternatives."""
    return f"(?:{'|'.join(words()[name])})"


@cache
def pronoun() -> re.Pattern[str]:
    """A word that points at another sentence."""
    return re.compile(rf"{any_of('pronouns')}\b", re.IGNORECASE)


@cache
def connective() -> re.Pattern[str]:
    """What joins a sentence to the one before."""
    return re.compile(rf"{any_of('connectives')},?\s+", re.IGNORECASE)


def of_reader(text: str) -> str:
    """A text to a reader as one about the reader."""
    spoken = re.compile(r"\byou ([a-z]+)\b", re.IGNORECASE)
    text = re.sub(r"\b(can|may|must|should|will|do) you\b", r"\1 the reader", text)
    text = text.replace("you need not", "the reader need not")
    text = spoken.sub(lambda found: f"the reader {agreed(found[1])}", text)
    for word, other in READER.items():
        text = re.sub(rf"\b{word}\b", other, text, flags=re.IGNORECASE)
    return text


def agreed(word: str) -> str:
    """A verb that followed "you" as it follows "the reader"; another word as it is."""
    if word in MODALS | NO_VERBS or word in PAST or word.endswith("ed"):
        return word
    return {"are": "is", "have": "has", "were": "was"}.get(word) or conjugated(word)


PAST: Final = frozenset(
    {"chose", "wrote", "gave", "made", "found", "had", "did", "said", "took", "kept", "used",
     "that", "also", "now", "then", "cannot", "who", "which", "will"}
)  # fmt: skip
READER: Final = {
    "your": "the reader's",
    "you": "the reader",
    "our": "the author's",
    "we": "the author",
    "us": "the author",
    "me": "the author",
    "my": "the author's",
}


NO_VERBS: Final = frozenset(
    {"at", "in", "on", "of", "to", "for", "by", "with", "from", "under", "over", "after", "before",
     "since", "because", "if", "when", "while", "until", "without", "within", "as", "than", "the",
     "about", "above", "below", "between", "during", "through", "only", "not", "nor", "or", "and",
     "but", "section", "article", "clause", "page", "level", "step", "day", "week", "year", "act"}
)  # fmt: skip


def without_opening(text: str) -> str:
    """A request without its courtesy: please, you should."""
    plain = re.sub(r"^please\s+", "", text, flags=re.IGNORECASE)
    for prefix in words()["drop"]:
        if plain.casefold().startswith(prefix):
            return plain[len(prefix) :]
    return plain


def third_person_of(text: str) -> str:
    """A text that speaks to the response's author, of the response."""
    text = re.sub(r"\byour\b", "the", text)
    return re.sub(
        r"\byou ([a-z]+)\b(?! not\b)",
        lambda found: f"it {found[1]}" if found[1] in MODALS else f"it {conjugated(found[1])}",
        text,
    )


MODALS: Final = frozenset({"can", "could", "may", "might", "must", "should", "will", "would"})


def with_article(what: str) -> str:
    """A noun phrase with an article, where it needs one."""
    text = lower(what)
    has = re.match(r"(?:the|an?|its|their|all|each|every|one|two|net|total)\b", text)
    is_many = text.split(" ", 1)[0].endswith("s") or text[:1].isupper()
    return text if has or is_many or " " not in text else f"the {text}"


def lower(text: str) -> str:
    """A text without its capital, unless its first word is a name or an abbreviation."""
    first = text.split(" ", 1)[0].strip(",;:")
    is_name = first[1:] != first[1:].lower() or any(char.isdigit() for char in first)
    return text if is_name and first != "A" else text[0].lower() + text[1:]


def lower_common(text: str, common: frozenset[str]) -> str:
    """The text without its capital, unless its first word is a name."""
    first = text.split(" ", 1)[0].strip(",;:")
    if first in {"A", "An"} or (first.istitle() and first.casefold() in common):
        return text[0].lower() + text[1:]
    is_name = (
        not first.replace("-", "").isalpha()
        or first[1:] != first[1:].lower()
        or text[len(first) :].lstrip(" ,;:")[:1].isupper()
    )
    return text if is_name or f"Name:{first}" in common else text[0].lower() + text[1:]


def conjugated(verb: str) -> str:
    """A verb in the third person."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def gerund(verb: str) -> str:
    """A verb with -ing."""
    verb = verb.lower()
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    doubles = re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", verb) or verb in words()["doubling"]
    return f"{verb}{verb[-1]}ing" if doubles else f"{verb}ing"


def is_imperative(clause: str) -> bool:
    """Whether a clause begins with a verb that says what to do."""
    first, _, rest = clause.partition(" ")
    first = first.strip(",").lower()
    if first in {"do", "don't", "don’t", "never", *words()["actions"], *words()["verbs"]}:
        return True
    # "Infuse 20 mL/kg": no noun stands before a figure or an article.
    is_bare = first.isalpha() and not first.endswith(("s", "ed", "ing")) and first not in NO_VERBS
    return is_bare and re.match(r"(?:the|an?|all|any|each|his|her|its|\d)\b", rest) is not None


def demanding(word: str) -> str:
    """The verb of the list that a word is, as an imperative or in the third person; else empty."""
    word = word.lower()
    known: list[str] = words()["verbs"]
    if word in known:
        return word
    return next((verb for verb in known if conjugated(verb) == word), "")


def base(participle: str) -> str:
    """The verb of a participle."""
    return {"given": "give", "shown": "show"}.get(participle) or next(
        (verb for verb in words()["verbs"] if participle in {f"{verb}d", f"{verb}ed"}),
        participle.removesuffix("ed"),
    )
