"""Compound lines: two demands in one, of which a response may meet half.

What joins two demands: a conjunction before a second demanding verb, sentences that each demand,
numbered items, a list of things after one verb. What does not: comparisons and relations, fixed
phrases, names, quotes, asides in brackets, explanations of the one demand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from xpert_studio.lint.context import Context, Found
from xpert_studio.lint.findings import Fix, FixKind, Level
from xpert_studio.lint.line import MASK, Line
from xpert_studio.lint.words import entries, pattern

_ITEM_EN: Final = re.compile(
    r"(?:^|(?<=[\s:;,.]))(?:\(\d\)|\d[.)](?=\s)|\([a-e]\)|[①②③④⑤⑥⑦⑧])\s*(?=\S)"
)
_ITEM_ZH: Final = re.compile(
    r"(?:^|(?<=[\s：:；;，。、]))(?:[（(][\d一二三四五六七八九][）)]|\d[.、)）](?!\d)|[①②③④⑤⑥⑦⑧])\s*"
)
_SENTENCE_EN: Final = re.compile(r"(?<=[.!;])\s+(?=[A-Z(\"“])")
_EXPLAINS_EN: Final = re.compile(
    r"\s*(?:e\.g|i\.e|for example|for instance|note|accept|allow|also acceptable|equivalent"
    r"|a (?:±|tolerance|margin|deviation|difference)|an? \w+ (?:of|is) (?:allowed|accepted)|±"
    r"|rounding|minor|small|other wordings|synonyms|any (?:of|equivalent)|this (?:means|includes)"
    r"|that is|the exact|such as|in other words|if)",
    re.IGNORECASE,
)
_EXPLAINS_ZH: Final = re.compile(
    r"\s*(?:例如|如|即|允许|误差|容许|注|备注|表述|其他|等价|也可|可接受|意思)"
)
_ALLOWS: Final = re.compile(
    r"allowed|acceptable|accepted|suffic|permitted|tolera|允许|可接受|均可|即可|视为", re.IGNORECASE
)
_REPORTING_EN: Final = re.compile(
    r"\b(?:that|because|since|if|when|where|which|who|whose|while|unless|although|how|why|whether)\b",
    re.IGNORECASE,
)
_VERB_ING: Final = re.compile(r"\b\w+ing\b")


_DEMANDS: Final = re.compile(
    r"(?:state|name|cite|explain|calculate|list|give|recommend|warn|conclude|mention|describe"
    r"|quote|note|propose|compare|provide|point|reference|advise|flag|summari[sz]e|compute|derive"
    r"|suggest|relate|link|identif|specif|justif|discuss|assess|analy[sz]e|show)"
    r"(?:s|es|y|ies|s out| out)?"
)
"""Verbs of which a second one is a second demand even after a reported clause."""


_LONG: Final = 60
"""In longer lines, which have a finding of their own, only clear marks are trusted."""


@dataclass(frozen=True, slots=True)
class _Join:
    """Where two demands meet: the joining words, and the fix where it can be made."""

    start: int
    end: int
    parts: tuple[str, ...]


def compound(line: Line, context: Context) -> Found:
    """Two demands in one line: a response that meets one of them is neither met nor not met."""
    found = _zh(line) if line.language == "zh" else _en(line)
    if found is None:
        return
    fix = Fix(FixKind.SPLIT, found.parts) if len(found.parts) > 1 else None
    yield context.finding("compound", Level.WARNING, line, (found.start, found.end), fix=fix)


# English


def _en(line: Line) -> _Join | None:
    found = _items(line, _ITEM_EN, ".") or _sentences_en(line)
    if found is not None or line.words > _LONG:
        return found
    return (
        _second_verb_en(line)
        or _list_en(line)
        or _pair_en(line)
        or _nouns_en(line)
        or _predicates_en(line)
    )


_TWO_NOUNS: Final = re.compile(
    r"\s+(?P<article>the |its |their )?(?P<first>[A-Z]{2,}|[a-z]+s)(?P<join> and )(?:the |its )?"
    r"(?P<last>[A-Z]{2,}\b|[a-z]+s\b)(?P<rest>.*)",
    re.DOTALL,
)


def _nouns_en(line: Line) -> _Join | None:
    """Two bare things right after the verb: calculates ROE and ROA, explains causes and effects."""
    if line.verb is None:
        return None
    found = _TWO_NOUNS.match(line.core, line.verb.end())
    if found is None or _is_relational(line.core[: found.end("last")]):
        return None
    if found.group("first").isupper() != found.group("last").isupper():
        return None
    opening = line.text[: line.verb.end()]
    rest = line.text[found.start("rest") :]
    article = found.group("article") or ""
    parts = tuple(
        _closed(f"{opening} {article}{line.text[found.start(name) : found.end(name)]}{rest}")
        for name in ("first", "last")
    )
    return _Join(found.start("join"), found.end("join"), parts)


def _predicates_en(line: Line) -> _Join | None:
    """Format is complete, layout is professional: clauses that each say what something is."""
    text = line.core
    clauses = list(re.finditer(r"[^,;]+", text[line.body :]))
    if line.verb is not None and line.verb.group().lower() not in {"is", "are"}:
        return None
    own = [
        clause
        for clause in clauses
        if re.match(r"\s*(?:and\s+)?(?:the\s+)?[\w’' -]{3,40}\b(?:is|are)\b", clause.group())
        and not _REPORTING_EN.match(clause.group().strip())
    ]
    if len(own) < 2:
        return None
    start = line.body + own[1].start()
    return _Join(start, min(start + 1, len(text)), ())


@cache
def _second_verb() -> re.Pattern[str]:
    verbs = "|".join(sorted(_finite_verbs(), key=len, reverse=True))
    join = (
        r"(?:,?\s+and(?: also| then| thereby| explicitly| correctly)?|,?\s+as well as"
        r"|,?\s+but also|,?\s+then|;\s*(?:and )?|,?\s+while(?: also)?)"
    )
    return re.compile(
        rf"(?P<join>{join})\s+(?P<adverb>(?:\w+ly|also|explicitly)\s+)?(?P<verb>{verbs})(?![\w-])",
        re.IGNORECASE,
    )


@cache
def _finite_verbs() -> tuple[str, ...]:
    """Verbs in the form in which a checkpoint demands: third person, or after a modal."""
    skip = {"is", "are", "does", "must", "should"}
    return tuple(verb for verb in entries("en", "verbs") if verb not in skip)


def _second_verb_en(line: Line) -> _Join | None:
    if line.verb is None:
        return None
    for found in _second_verb().finditer(line.core):
        head = line.core[: found.start()]
        if found.start() <= line.verb.end() or not _same_form(line, found.group("verb")):
            continue
        if _inside_report(head, found):
            continue
        first = line.text[: found.start("join")].rstrip(" ,;")
        rest = line.text[found.end("join") :].strip()
        parts = (*_chained(first), _closed(rest[0].upper() + rest[1:]))
        return _Join(found.start("join"), found.end("join"), parts)
    return None


def _chained(text: str) -> list[str]:
    """States A, applies B (and ...): the parts before the last one, each a sentence."""
    verbs = "|".join(verb for verb in _finite_verbs() if "s" in verb)
    pieces = re.split(rf",\s+(?=(?:{verbs})(?![\w-]))", text)
    made = [pieces[0]]
    for piece in pieces[1:]:
        if piece.split(" ", 1)[0].endswith("s"):
            made.append(piece[0].upper() + piece[1:])
        else:
            made[-1] += f", {piece}"
    return [_closed(piece) for piece in made]


def _same_form(line: Line, verb: str) -> bool:
    """Whether a verb has the form of the first one: Names ... cites, or must name ... cite."""
    first = line.verb.group().lower() if line.verb else ""
    modal = first in {"must", "should"}
    third = verb.lower().split()[0].endswith("s")
    return third or modal or not first.endswith("s")


def _inside_report(head: str, found: re.Match[str]) -> bool:
    """Whether the second verb belongs to what is reported: states that the tenant pays and uses."""
    clauses = list(_REPORTING_EN.finditer(head))
    if not clauses:
        return False
    verb = found.group("verb").lower()
    return _DEMANDS.fullmatch(verb) is None


def _sentences_en(line: Line) -> _Join | None:
    starts = [0, *(found.end() for found in _SENTENCE_EN.finditer(line.core))]
    if len(starts) < 2:
        return None
    pieces = [
        line.text[start:end].strip()
        for start, end in zip(starts, [*starts[1:], len(line.text)], strict=True)
    ]
    demanding = [
        place
        for place, piece in enumerate(pieces)
        if place == 0 or _demands_en(line.core[starts[place] :][: len(piece)])
    ]
    if len(demanding) < 2:
        return None
    second = starts[demanding[1]]
    parts: list[str] = []
    for place, piece in enumerate(pieces):
        if place in demanding or not parts:
            parts.append(piece)
        else:
            parts[-1] += f" {piece}"
    return _Join(second, min(second + 1, len(line.text)), tuple(_closed(part) for part in parts))


def _demands_en(piece: str) -> bool:
    if _EXPLAINS_EN.match(piece) or _ALLOWS.search(piece):
        return False
    verb = pattern("en", "verbs").search(piece)
    modal = re.search(r"\b(?:must|should|shall|needs? to|has to|have to)\b", piece, re.IGNORECASE)
    return modal is not None or (verb is not None and verb.start() < 4)


def _list_en(line: Line) -> _Join | None:
    """Three or more things after one verb: each can be there or not."""
    if line.verb is None:
        return None
    text = line.core
    found = re.match(
        r"\s+(?P<first>[^,;:.]{2,80}?),\s+(?P<rest>(?:[^,;:.]{2,80},\s+)+|[^,;:.]{2,60},?\s+)"
        r"(?P<join>and|as well as)\s+(?P<last>[^,;:.]{2,90})",
        text[line.verb.end() :],
        re.IGNORECASE,
    )
    if found is None:
        return None
    offset = line.verb.end()
    head = text[: offset + found.start("rest")]
    if _is_relational(head) or _REPORTING_EN.search(head):
        return None
    spans = _list_spans(text, offset + found.start("first"), offset + found.end("last"))
    if len(spans) < 3:
        return None
    things = [line.text[start:end].strip() for start, end in spans]
    if any(
        re.match(r"(?:or|but|so|which|who|that|where|if|when|not|i\.e|e\.g)\b", t) for t in things
    ):
        return None
    opening = line.text[: line.verb.end()].rstrip()
    tail = line.text[spans[-1][1] :].strip(" .")
    if tail:
        return _Join(spans[-2][1], spans[-1][0], ())
    parts = tuple(_closed(f"{opening} {thing}") for thing in things)
    return _Join(spans[-2][1], spans[-1][0], parts)


def _list_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    place = start
    for found in re.finditer(
        r",\s*(?:and\s+|as well as\s+)?|\s+(?:and|as well as)\s+", text[start:end]
    ):
        spans.append((place, start + found.start()))
        place = start + found.end()
    spans.append((place, end))
    return [(a, b) for a, b in spans if text[a:b].strip()]


def _pair_en(line: Line) -> _Join | None:
    """Two things after one verb, each with an article, a number or a name of its own."""
    if line.verb is None:
        return None
    text = line.core
    after = line.verb.end()
    head = text[:after]
    for found in re.finditer(
        r"(?P<join>,?\s+(?:and|as well as|along with|together with)(?: also)?)\s+"
        r"(?P<next>the|an?|its|their|his|her|any|each|all|how|why|whether|what|when|where|which"
        r"|who|at least|for|in|as|by|with|that|to)\b",
        text,
        re.IGNORECASE,
    ):
        if found.start() < after:
            continue
        before = text[after : found.start()]
        head = text[: found.start()]
        if _is_relational(head) or not _parallel(before, found.group("next")):
            continue
        first = line.text[: found.start("join")].rstrip(" ,")
        rest = line.text[found.end("join") :].strip()
        opening = line.text[: line.verb.end()].rstrip()
        parts = (_closed(first), _closed(f"{opening} {rest}"))
        return _Join(found.start("join"), found.end("join"), parts)
    both = re.search(
        r"\bboth\b[^.;:]{2,80}\band\b|\bnot only\b[^.;:]{2,120}\bbut\b", text, re.IGNORECASE
    )
    if both and not _is_relational(text[: both.start()]):
        return _Join(both.start(), both.end(), ())
    return None


def _parallel(before: str, following: str) -> bool:
    """Whether what stands before "and" is built like what follows it."""
    word = following.lower()
    articles = {"the", "a", "an", "its", "their", "his", "her", "any", "each", "all", "at least"}
    first = before.strip().split(" ", 1)[0].lower() if before.strip() else ""
    if word in articles:
        if _REPORTING_EN.search(before):
            return False
        return first in articles
    questions = {"how", "why", "whether", "what", "when", "where", "which", "who", "that"}
    if word in questions:
        return first in questions
    return (
        word in {"for", "in", "as", "by", "with"}
        and bool(re.search(rf"\b{word}\b", before, re.IGNORECASE))
        and bool(re.search(r"\d", before))
    )


def _is_relational(head: str) -> bool:
    return pattern("en", "relational").search(head[-70:]) is not None


# Chinese

_JOIN_ZH: Final = re.compile(
    r"[，；;]?\s*(?:并且|并|以及|同时|而且|此外[，,]?|另外[，,]?|还|且)(?:应|应当|需|须|要|能|明确|具体|准确|清楚地?|正确)?"
)


def _zh(line: Line) -> _Join | None:
    found = _items(line, _ITEM_ZH, "。")
    if found is not None or line.words > _LONG:
        return found
    return (
        _second_verb_zh(line)
        or _clauses_zh(line)
        or _list_zh(line)
        or _pair_zh(line)
        or _word_zh(line)
    )


def _second_verb_zh(line: Line) -> _Join | None:
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
        return _Join(found.start(), found.end(), (_closed(first, "。"), _closed(rest, "。")))
    return None


def _reported_zh(head: str) -> bool:
    """Whether what follows is still part of what is reported: 指出承租人应……并……."""
    last = re.search(
        r"(?:指出|说明|提示|认定|写明|规定|约定)[^，。；]*(?:应|须|需|可以|有权|必须|不得)[^，。；]*$",
        head,
    )
    return last is not None


def _clauses_zh(line: Line) -> _Join | None:
    """Sentences or clauses that each begin with a demanding verb."""
    verbs = pattern("zh", "verbs")
    pieces = [(found.start(), found.end()) for found in re.finditer(r"[^。；;！!\n]+", line.core)]
    demanding = [
        (start, end)
        for start, end in pieces
        if verbs.match(line.core[start:end].lstrip())
        and not _EXPLAINS_ZH.match(line.core[start:end])
        and not _ALLOWS.search(line.core[start:end])
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
    return _Join(start, min(start + 1, len(line.text)), tuple(_closed(t, "。") for t in texts))


def _comma_clauses(line: Line, verbs: re.Pattern[str]) -> list[tuple[int, int]]:
    """指出甲，说明乙: clauses between commas, each with a verb of its own at its head."""
    strong = {
        "指出", "说明", "计算", "列出", "列举", "给出", "提供", "引用", "分析", "解释", "比较",
        "提出", "论证", "识别", "判断", "注明", "标注", "写明", "明确", "建议", "提示", "警示",
        "推导", "总结",
    }  # fmt: skip
    found = []
    for piece in re.finditer(r"[^，,。；;]+", line.core):
        verb = verbs.match(piece.group().lstrip())
        if verb is not None and verb.group() in strong:
            found.append((piece.start(), piece.end()))
    return found


def _list_zh(line: Line) -> _Join | None:
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
        return _Join(place, place + 1, ())
    return _Join(place, place + 1, tuple(_closed(opening + t.strip(), "。") for t in things))


_PAIR_ZH: Final = re.compile(
    r"(?P<first>[^，。；：:、和与及\ue000]{2,16})(?P<join>以及|和|及|与)(?P<last>[^，。；：:、和与及\ue000]{2,16})"
    r"[。；]?\s*$"
)


def _pair_zh(line: Line) -> _Join | None:
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
    parts = (_closed(opening + first, "。"), _closed(opening + last, "。"))
    return _Join(found.start("join"), found.end("join"), parts)


def _word_zh(line: Line) -> _Join | None:
    """Words that join whole demands, wherever they stand."""
    if pattern("zh", "relational").search(line.core):
        return None
    for found in pattern("zh", "compound").finditer(line.core):
        if _reported_zh(line.core[: found.start()]) or found.start() < 3:
            continue
        if found.group().strip("，, ") == "且" and line.verb is None:
            continue
        return _Join(found.start(), found.end(), ())
    return None


# Both


def _items(line: Line, mark: re.Pattern[str], stop: str) -> _Join | None:
    """Numbered items, each a demand of its own."""
    marks = list(mark.finditer(line.masked))
    if len(marks) < 2:
        return None
    opening = line.text[: marks[0].start()].strip().rstrip(":：,，")
    texts = [
        line.text[found.end() : following].strip(" ;；,，、.。")
        for found, following in zip(
            marks, [*(m.start() for m in marks[1:]), len(line.text)], strict=True
        )
    ]
    texts = [re.sub(r"(?:[;,]?\s+and|；?以及|和)$", "", text).strip() for text in texts]
    if not all(texts):
        return _Join(marks[1].start(), marks[1].end(), ())
    if opening:
        gap = "" if stop == "。" else " "
        joint = "：" if stop == "。" else ":"
        texts = [f"{opening}{joint}{gap}{text}" for text in texts]
    return _Join(marks[1].start(), marks[1].end(), tuple(_closed(text, stop) for text in texts))


def _closed(text: str, stop: str = ".") -> str:
    """A part as a sentence of its own."""
    plain = text.strip().rstrip(",;，；、 ")
    return plain if plain.endswith((".", "。", "!", "！", "”。", '."')) else plain + stop
