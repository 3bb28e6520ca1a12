"""Compound lines: two demands in one, of which a response may meet half.

What joins two demands: a conjunction before a second demanding verb, sentences that each demand,
numbered items, a list of things after one verb. What does not: comparisons and relations, fixed
phrases, names, quotes, asides in brackets, explanations of the one demand.
"""

from __future__ import annotations

import re
from typing import Final

from xpert_studio.core.lint.findings import MASK, Context, Fix, FixKind, Found, Level, LintedLine
from xpert_studio.core.lint.rules.compound_en import compound_en
from xpert_studio.core.lint.rules.compound_joins import ALLOWS, LONG, Join, closed, items
from xpert_studio.core.lint.words import WordList, pattern

_ITEM_ZH: Final = re.compile(
    r"(?:^|(?<=[\s：:；;，。、]))(?:[（(][\d一二三四五六七八九][）)]|\d[.、)）](?!\d)|[①②③④⑤⑥⑦⑧])\s*"
)
_EXPLAINS_ZH: Final = re.compile(
    r"\s*(?:例如|如|即|允许|误差|容许|注|备注|表述|其他|等价|也可|可接受|意思)"
)
_JOIN_ZH: Final = re.compile(
    r"[，；;]?\s*(?:并且|并|以及|同时|然后|随后|而且|此外[，,]?|另外[，,]?|还|且)(?:应|应当|需|须|要|能|明确|具体|准确|清楚地?|正确)?"
)


def compound_zh(line: LintedLine) -> Join | None:
    """Where a Chinese line joins two demands, or None."""
    found = items(line, _ITEM_ZH, "。")
    if found is not None or line.words > LONG:
        return found
    return (
        _second_verb_zh(line)
        or _clauses_zh(line)
        or _list_zh(line)
        or _pair_zh(line)
        or _word_zh(line)
    )


def _second_verb_zh(line: LintedLine) -> Join | None:
    """A conjunction before a second demanding verb: 指出甲，并说明乙."""
    verbs = pattern("zh", "verbs")
    for found in _JOIN_ZH.finditer(line.core):
        if found.start() < 3 or _reported_zh(line.core[: found.start()]):
            continue
        after = verbs.match(line.core, found.end())
        before = verbs.search(line.core[: found.start()])
        if after is None or before is None or before.start() > 10:
            continue
        first = line.text[: found.start()].rstrip("，；; ")
        rest = line.text[found.end() :]
        return Join(found.start(), found.end(), (closed(first, "。"), closed(rest, "。")))
    return None


def _reported_zh(head: str) -> bool:
    """Whether what follows is still part of what is reported: 指出承租人应……并……."""
    last = re.search(
        r"(?:指出|说明|提示|认定|写明|规定|约定)[^，。；]*(?:应|须|需|可以|有权|必须|不得)[^，。；]*$",
        head,
    )
    return last is not None


def _clauses_zh(line: LintedLine) -> Join | None:
    """Sentences or clauses that each begin with a demanding verb."""
    verbs = pattern("zh", "verbs")
    pieces = [(found.start(), found.end()) for found in re.finditer(r"[^。；;！!\n]+", line.core)]
    demanding = [
        (start, end)
        for start, end in pieces
        if verbs.match(line.core[start:end].lstrip())
        and not _EXPLAINS_ZH.match(line.core[start:end])
        and not ALLOWS.search(line.core[start:end])
    ]
    if len(demanding) < 2:
        demanding = _comma_clauses(line, verbs)
    if len(demanding) < 2:
        return None
    bounds = [start for start, _ in demanding[1:]]
    starts = [0, *bounds]
    texts = [
        line.text[a:b].strip("，；;。 \n")
        for a, b in zip(starts, [*bounds, len(line.text)], strict=True)
    ]
    start = bounds[0]
    return Join(start, min(start + 1, len(line.text)), tuple(closed(t, "。") for t in texts))


_WEAK: Final = frozenset(
    {"包括", "包含", "使用", "采用", "考虑", "体现", "符合", "结合", "避免", "应当", "需要", "不得",
     "要求", "规定", "约定", "限定", "支持", "强调", "处理", "定义", "选择", "认定", "通知"}
)  # fmt: skip
"""Verbs that after a comma go on with what was said rather than demand something more."""


def _comma_clauses(line: LintedLine, verbs: WordList) -> list[tuple[int, int]]:
    """指出甲，说明乙: clauses between commas, each with its own verb at its head."""
    found = []
    for piece in re.finditer(r"[^，,。；;]+", line.core):
        verb = verbs.match(piece.group().lstrip())
        if verb is not None and len(verb.group()) > 1 and verb.group() not in _WEAK:
            found.append((piece.start(), piece.end()))
    return found


def _list_zh(line: LintedLine) -> Join | None:
    """Three or more things after one verb: 列出甲、乙和丙."""
    verb = line.verb
    if verb is None:
        return None
    text = line.core
    found = re.match(
        r"[：:]?(?P<list>[^，。；：:、]{1,24}(?:、[^，。；：:、]{1,24}){1,}?(?:、|和|及|以及|与)[^，。；：:、]{1,30})",
        text[verb.end() :],
    )
    if found is None or pattern("zh", "relational").search(text):
        return None
    start, end = verb.end() + found.start("list"), verb.end() + found.end("list")
    if _reported_zh(text[:start]) or (MASK in text[start:end] and text[start:end].count("、") < 2):
        return None
    things = [t for t in re.split(r"、|以及|和|及(?!时)|与", line.text[start:end]) if t.strip()]
    if len(things) < 3:
        return None
    things[-1] = re.sub(
        r"等?(?:[一二两三四五六七八九十\d]+(?:个|项|条|点|种|类|方面|处))?$", "", things[-1]
    )
    opening = line.text[: verb.end()]
    tail = line.text[end:].strip("。 ")
    place = text.find("、", start)
    if tail or any(not thing.strip() for thing in things):
        return Join(place, place + 1, ())
    return Join(place, place + 1, tuple(closed(opening + t.strip(), "。") for t in things))


_PAIR_ZH: Final = re.compile(
    r"(?P<first>[^，。；：:、和与及\ue000]{2,16})(?P<join>以及|和|及|与)(?P<last>[^，。；：:、和与及\ue000]{2,16})"
    r"[。；]?\s*$"
)


def _pair_zh(line: LintedLine) -> Join | None:
    """Two things after one verb: 解释作用机制及禁忌症."""
    verb = line.verb
    if verb is None or pattern("zh", "relational").search(line.core):
        return None
    found = _PAIR_ZH.match(line.core, verb.end())
    if found is None or _reported_zh(line.core[: found.end("last")]):
        return None
    opening = line.text[: verb.end()]
    first, last = (line.text[found.start(n) : found.end(n)] for n in ("first", "last"))
    owner = re.match(r".+的", first)
    if owner and "的" not in last:
        last = owner.group() + last
    parts = (closed(opening + first, "。"), closed(opening + last, "。"))
    return Join(found.start("join"), found.end("join"), parts)


def _word_zh(line: LintedLine) -> Join | None:
    """Words that join whole demands, wherever they stand."""
    if pattern("zh", "relational").search(line.core):
        return None
    for found in pattern("zh", "compound").finditer(line.core):
        if _reported_zh(line.core[: found.start()]) or found.start() < 3:
            continue
        if found.group().strip("，, ") == "且" and line.verb is None:
            continue
        return Join(found.start(), found.end(), ())
    return None


def compound(line: LintedLine, context: Context) -> Found:
    """Two demands in one line: a response that meets one of them is neither met nor not met."""
    found = compound_zh(line) if line.language == "zh" else compound_en(line)
    if found is None:
        return
    fix = Fix(FixKind.SPLIT, found.parts) if len(found.parts) > 1 else None
    yield context.finding("compound", Level.WARNING, line, (found.start, found.end), fix=fix)
