"""The outline drafter: a rubric proposed from the deliverables and the reference answer, offline.

Each sentence of the reference answer becomes a requirement: what it finds, calculates, refuses and
advises; of the brief the form, limits, prohibitions, and what can be checked without the answer. A
sentence in which the linter finds something is cut smaller. Proposed are those that decide most:
with figures that the brief does not have, rules that are cited, and decisions, from every paragraph
some. What else the brief asks for is proposed only where the answer says too little: it would echo
the request. It invents nothing; every suggestion quotes the sentence it comes from.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from xpert_studio.api.drafters import Policies, SourcePart, SuggestedCheckpoint, Task, Tier
from xpert_studio.api.instruments import Checkpoint
from xpert_studio.core.generation.suggested import is_chinese
from xpert_studio.core.lint import lint_checkpoint
from xpert_studio.core.lint.rules.relevance import terms
from xpert_studio.core.records.vocabulary import DIMENSIONS
from xpert_studio.packs.outline import chinese, english, english_answer
from xpert_studio.packs.outline.pieces import pieces, words
from xpert_studio.packs.outline.requirement import Requirement, RequirementKind

MOST: Final = 12
"""More proposals than so many are rather rejected than read."""
MOST_ITEMS: Final = 8
MOST_CELLS: Final = 3
_ENOUGH: Final = 4
"""From so many findings of the answer on, nothing is proposed that the brief only asks for."""
_ESSENTIAL: Final = 0.4
"""At most this share of the proposals is Essential."""
_ONE_DIMENSION: Final = 0.4
"""From this share of the proposals in one dimension on, the next that fits is chosen."""
_COVERED: Final = 0.5
"""A thing asked for is left out where a finding of the answer has this share of its terms."""
_REPEATED: Final = 0.9
"""A finding with this share of its terms in the brief, and no figure beside, repeats the brief."""
_CROWDED: Final = 0.7
"""So much less each further finding of a paragraph is worth; half, where the answer is one."""
_LONGEST: Final = 800
"""Longer sentences, in characters, are no single requirement."""
_TRUSTED: Final = frozenset(
    {
        "compound", "subjective", "vague_quantity", "pronoun_start", "double_negation",
        "too_long", "too_short", "generic_boilerplate", "refers_to_other", "not_a_requirement",
        "unfalsifiable", "hedging", "unanchored_grounding",
    }
)  # fmt: skip
"""Rules of the linter of which a finding keeps a requirement from being proposed."""


@dataclass(frozen=True, slots=True)
class _Found:
    made: Requirement
    source: str
    part: SourcePart
    place: int
    block: int = 0
    where: str = ""
    worth: float = 0.0


def outline_draft(
    task: Task, *, policies: Policies, dimensions: Sequence[str]
) -> list[SuggestedCheckpoint]:
    """Suggests checkpoints for a task: form and limits, then what is asked for, then findings.

    Args:
        task: With deliverables (or a whole prompt) and a reference answer.
        policies: Give the most lines, and the weights of tiers.
        dimensions: The project's; a suggestion has one of them, or none.

    Returns:
        At most ``MOST`` and at most ``policies.max_checkpoints``, each once; fewer than
        ``min_checkpoints`` where brief and answer do not hold enough that is fit.
    """
    asked = [*_asked(task)]
    found = [*_answered(task)]
    whole = _unique([*asked, *(one for item in found for one in _cut_to_fit(item, task, policies))])
    fit = [_weighed(item, task) for item in whole if _is_fit(item.made.text, policies)]
    kept = _chosen(fit, min(MOST, policies.max_checkpoints))
    essentials = _essentials(kept)
    used: Counter[str | None] = Counter()
    weights = policies.default_weights
    made = []
    for place, item in enumerate(kept):
        tier = Tier.ESSENTIAL if place in essentials else _tier(item.made)
        dimension = _dimension(item.made, dimensions, used, len(kept))
        used[dimension] += 1
        weight = weights.get(tier, Policies().default_weights[tier])
        made.append(
            SuggestedCheckpoint(item.made.text, tier, weight, dimension, item.part, item.source)
        )
    return made


def _asked(task: Task) -> Iterator[_Found]:
    text = task.deliverables or task.prompt or ""
    speak = chinese if _is_in_chinese(text) else english
    for place, piece in enumerate(pieces(text, is_letter=False)):
        yield from (
            _Found(made, piece.text, SourcePart.PROMPT, place)
            for made in (speak.demands(piece) if len(piece.text) <= _LONGEST else ())
        )


def _answered(task: Task) -> Iterator[_Found]:
    common = _common_words(task)
    text = task.reference_answer or ""
    speak = chinese if _is_in_chinese(text) else english_answer
    for place, piece in enumerate(pieces(text)):
        for made in speak.facts(piece, common) if len(piece.text) <= _LONGEST else ():
            for one in (made, *made.more):
                source = SourcePart.REFERENCE_ANSWER
                where = f"{piece.heading} {piece.label}"
                yield _Found(replace(one, more=()), piece.text, source, place, piece.block, where)


def _cut_to_fit(item: _Found, task: Task, policies: Policies) -> Iterator[_Found]:
    """A finding as it is, or cut smaller where the linter finds something in it."""
    if _is_fit(item.made.text, policies):
        yield item
        return
    speak = chinese if _is_in_chinese(item.made.text) else english_answer
    ways = list(speak.smaller(item.made, _common_words(task)))
    best = next((way for way in ways if _is_fit(way[0].text, policies)), ways[-1] if ways else [])
    for part in best:
        if _is_fit(part.text, policies):
            yield replace(item, made=replace(part, more=()))
        elif part is not best[0]:
            yield from _cut_to_fit(replace(item, made=part), task, policies)


def _is_in_chinese(text: str) -> bool:
    """Whether a text has more Chinese characters than words of letters; figures do not count."""
    return len(re.findall(r"[\u4e00-\u9fff]", text)) > len(re.findall(r"[A-Za-z]+", text))


def _common_words(task: Task) -> frozenset[str]:
    """Words that the task writes small somewhere; and, marked so, names: words it never does."""
    text = " ".join(filter(None, (task.full_prompt, task.reference_answer, task.title)))
    small = frozenset(re.findall(r"\b[a-z][a-z’'-]+\b", text)) | frozenset(words()["small"])
    inside = re.findall(r"(?<=[a-z,;] )[A-Z][a-z]+\b", text)
    return small | {f"Name:{name}" for name in inside if name.casefold() not in small}


def _is_fit(text: str, policies: Policies) -> bool:
    """Whether the linter finds nothing in a line."""
    point = Checkpoint(task_id="t", id="a", text=text, weight=7, tier=Tier.IMPORTANT)
    found = lint_checkpoint(point, policies=policies, dimensions=())
    return _TRUSTED.isdisjoint(item.rule for item in found)


def _unique(found: Sequence[_Found]) -> list[_Found]:
    by_letters: dict[str, _Found] = {}
    for item in found:
        by_letters.setdefault(re.sub(r"[\W_]+", "", item.made.text.casefold()), item)
    return [item for letters, item in by_letters.items() if letters]


def _chosen(fit: Sequence[_Found], most: int) -> list[_Found]:
    """The ones that decide most, in the order in which they stand."""
    said = [terms(item.made.text) for item in fit if item.part is SourcePart.REFERENCE_ANSWER]
    kept: list[_Found] = []
    counts: Counter[RequirementKind] = Counter()
    blocks: Counter[int] = Counter()
    limits = {
        RequirementKind.ITEM: (0 if len(said) >= _ENOUGH else MOST_ITEMS),
        RequirementKind.CELL: MOST_CELLS,
        RequirementKind.FORM: 2,
    }
    left = list(fit)
    is_divided = len({item.block for item in fit if item.part is SourcePart.REFERENCE_ANSWER}) > 1
    crowded = _CROWDED if is_divided else _CROWDED / 2
    while left and len(kept) < most:
        best = max(left, key=lambda item: item.worth - crowded * blocks[_block(item)])
        left.remove(best)
        kind = best.made.kind
        is_firm = best.made.is_firm
        is_covered = (
            kind is RequirementKind.ITEM and not is_firm and _is_covered(best.made.text, said)
        )
        if not is_covered and (is_firm or counts[kind] < limits.get(kind, most)):
            counts[kind] += not is_firm
            blocks[_block(best)] += 1
            kept.append(best)
    places = {id(item): place for place, item in enumerate(fit)}
    return sorted(kept, key=lambda item: places[id(item)])


def _block(item: _Found) -> int:
    return item.block if item.part is SourcePart.REFERENCE_ANSWER else -1


def _is_covered(text: str, said: Sequence[frozenset[str]]) -> bool:
    own = terms(text)
    return any(len(own & other) >= _COVERED * len(own) for other in said)


_WORTH: Final = {
    RequirementKind.PROHIBITION: 6,
    RequirementKind.LIMIT: 6,
    RequirementKind.ADVICE: 5,
    RequirementKind.RESULT: 4,
    RequirementKind.FORM: 3,
    RequirementKind.CELL: 3,
    RequirementKind.FACT: 3,
    RequirementKind.ITEM: 2,
}
_FIGURE: Final = re.compile(r"\d(?:[\d.,]*\d)?")
_CLOCK: Final = re.compile(r"(?:States that|指出)\s*\d{1,2}:\d{2}\b")
"""An entry of a timeline."""
_CORE_PART: Final = re.compile(
    r"result|recommend|propos|conclu|cause|action|decision|diagnos|verdict|finding|answer"
    r"|结论|建议|诊断|原因|措施|处理|标准",
    re.IGNORECASE,
)
"""Headings of parts in which an answer says what matters."""


def _weighed(item: _Found, task: Task) -> _Found:
    """A requirement with what it is worth: how much it decides."""
    text, kind = item.made.text, item.made.kind
    worth = float(_WORTH[kind]) - 2 * _has(text, "optional") + 2 * item.made.is_firm
    if item.part is SourcePart.REFERENCE_ANSWER:
        brief = task.full_prompt
        new = {*_FIGURE.findall(text)} - {*_FIGURE.findall(brief)}
        own = terms(text)
        is_repeated = not new and len(own & terms(brief)) >= _REPEATED * max(len(own), 1)
        worth += min(len(new), 2) + 1.5 * _has(text, "decisive") + _has(text, "cited")
        is_decisive = _has(text, "decisive")
        is_twice = (
            kind is RequirementKind.CELL and (task.reference_answer or "").count(item.source) > 1
        )
        worth += 2 * (item.place == 0) - item.place / 40 + 2 * is_twice
        worth += 1.5 * bool(_CORE_PART.search(item.where))
        worth -= 3 * (is_repeated and not is_decisive) + 3 * bool(_CLOCK.search(text))
    return replace(item, worth=worth)


def _essentials(kept: Sequence[_Found]) -> set[int]:
    """Which are Essential: of the answer's findings those that decide most."""
    findings = {RequirementKind.ADVICE, RequirementKind.RESULT, RequirementKind.FACT}
    able = [
        place
        for place, item in enumerate(kept)
        if item.made.kind in findings and item.worth >= _DECIDES
    ] or [place for place, item in enumerate(kept) if item.made.kind is RequirementKind.ITEM]
    able.sort(key=lambda place: -kept[place].worth)
    return set(able[: max(1, int(_ESSENTIAL * len(kept)))])


_DECIDES: Final = 4.5


def _tier(requirement: Requirement) -> Tier:
    is_minor = requirement.kind in {
        RequirementKind.FORM,
        RequirementKind.LIMIT,
        RequirementKind.CELL,
    } or _has(requirement.text, "optional")
    return Tier.OPTIONAL if is_minor else Tier.IMPORTANT


def _dimension(
    requirement: Requirement, dimensions: Sequence[str], used: Counter[str | None], n: int
) -> str | None:
    """The first dimension that fits and has not most of the proposals yet."""
    language = "zh" if is_chinese(requirement.text) else "en"
    by_kind: list[str] = words()["dimensions_of"][requirement.kind.value]
    cues: list[dict[str, Any]] = words(language)["dimensions"]
    told = [
        cue["dimension"]
        for cue in cues
        if re.search(cue["pattern"], requirement.text, re.IGNORECASE)
    ]
    is_form = requirement.kind in {
        RequirementKind.FORM,
        RequirementKind.LIMIT,
        RequirementKind.PROHIBITION,
    }
    read = DIMENSIONS.reader(dimensions)
    wanted = [*by_kind, *told] if is_form else [*told, *by_kind]
    known = [name for name in map(read, wanted) if name is not None]
    free = [name for name in known if used[name] < max(2, _ONE_DIMENSION * n)]
    return next(iter([*free, *known]), None)


def _has(text: str, name: str) -> bool:
    language = "zh" if is_chinese(text) else "en"
    return bool(re.search(words(language)[name], text, re.IGNORECASE))
