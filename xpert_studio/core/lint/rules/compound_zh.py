"""Compound lines in Chinese: second verbs, clauses that each demand, lists, pairs."""

from __future__ import annotations

import re
from typing import Final

from xpert_studio.core.han import HAN
from xpert_studio.core.lint.findings import MASK, LintedLine
from xpert_studio.core.lint.rules.compound_joins import ALLOWS, LONG, Join, closed, items
from xpert_studio.core.lint.words import WordList, pattern

_ITEM_ZH: Final = re.compile(
    r"(?:^|(?<=[\s：:；;，。、]))(?:[（(][\d一二三四五六七八九][）)]|\d[.、)）](?!\d)|[①②③④⑤⑥⑦⑧])\s*"
)
_EXPLAINS_ZH: Final = re.compile(
    r"\s*(?:例如|如|即|允许|误差|容许|注|备注|表述|其他|等价|也可|可接受|意思)"
)
_JOIN_ZH: Final = re.compile(
    r"[，；;]?\s*(?:并且|并|以及|(?<!的)同时|然后|随后|而且|此外[，,]?|另外[，,]?|还|且)(?:应|应当|需|须|要|能|明确|具体|准确|清楚地?|正确)?"
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
        or _joined_clauses(line)
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


_OF_BOTH: Final = re.compile(r"[均都皆](?![匀衡等价值市])|共同|相互|互相")
"""One thing is reported of two: 说明原告和被告均在苏州."""


def _pair_zh(line: LintedLine) -> Join | None:
    """Two things after one verb: 解释作用机制及禁忌症."""
    verb = line.verb
    if verb is None or pattern("zh", "relational").search(line.core):
        return None
    found = _PAIR_ZH.match(line.core, verb.end())
    if found is None or _reported_zh(line.core[: found.end("last")]):
        return None
    is_told = _TOLD.match(line.core, line.body) is not None
    if re.search(r"[如若]", found["first"]) or (is_told and _OF_BOTH.search(found["last"])):
        return None
    opening = line.text[: verb.end()]
    first, last = (line.text[found.start(n) : found.end(n)] for n in ("first", "last"))
    owner = re.match(r".+的", first)
    if owner and "的" not in last:
        last = owner.group() + last
    return Join(
        found.start("join"),
        found.end("join"),
        parts=(closed(opening + first, "。"), closed(opening + last, "。")),
    )


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


_FRAMES: Final = re.compile(
    r"(?:既(?!然|定|往|有|得)[^。；]{1,40}又|不(?:仅|但|只|光)[^。；]{1,60}(?:而且|还|也|更|并)"
    r"|除(?!以|法|数|权|名|斥)[^。；]{1,40}外[，,]?(?:还|也|尚|另|须|应|需|又)"
    r"|一方面[^。]{1,60}另一方面)"
)
_AFRESH: Final = (
    r"(?:另(?![一外]个)|尚[须需应]|此外|及其|以及|据此(?:建议|提出|得出|判断|计算)"
    r"|并(?:就|对|将|由|在|按))"
)
_ONWARD: Final = (
    r"(?:再(?![次者])|又(?![称名])|还(?!是)|也(?![可不即])|亦(?![可不即])|另|尚|据此|由此|进而|随后|然后|最后|接着"
    r"|并(?![非无未不])|同时|且|及其)"
)
_TOLD: Final = re.compile(
    r"(?:指出|说明|认为|提示|认定|写明|明确|强调|解释|判断|提到|告知|提醒|得出|表明|论证|阐述|阐明|结论|注明|告诉|建议"
    r"|要求|规定|约定|载明|警示|证明|描述|报告)"
)
_SUBORDINATE: Final = re.compile(
    r"\s*(?:其中|即|因|由于|以|如|若|当|而非|而不|不|则|故|所以|使|无需|例如|包括|单位|误差|允许|约|共|合计|含|精确"
    r"|理由|原因|单位|结果|属于|其|该|这|此|酌情|每[日次天周月]|\d|.{1,6}(?:后|前|时)|保留|四舍五入|根据|依据|依照|按照|在|对|为|从|经|自|直至|至|或|等|凡|虽|但|只要|只有|无论)"
)
_ADVERBIAL: Final = re.compile(r"(?:时|后|前|的|下|上|中|外|起|内|间|者|例)\s*$")
_PREDICATE: Final = re.compile(
    r"(?:为|是|定[为在]|应|须|采用|体现|有|呈现|符合|达到|包含|标注|突出|涵盖|结合|设有|写[有明成]|[≥≤><＞＜=＝]|不[低高少超]"
    r"|清晰|流畅|完整|准确|规范|合理|易懂|明确|连贯|严谨|得体|分明|鲜明|充分|到位|新颖|贴切|一致|适当|恰当|简洁|生动)"
)
_JOINS: Final = frozenset("，,；;又还也更外另")
_CLAUSE: Final = re.compile(r"(?:[^，,；;。]|(?<=\d),(?=\d))+")
_SAME: Final = re.compile(r".{0,6}?([对将把按向从由就])(?=.{4})")
_EQUATED: Final = re.compile(rf"[{HAN}]{{2,}}(?:为|是)")
_TIMED: Final = re.compile(
    r"[^，。；]{0,10}?[\d一二两三四五六七八九十半数]+个?[分小天周日月季年时钟]{1,2}(?:后|前|内)"
    r"[，]?(?P<verb>.{2})"
)
_OWN_CLAIM: Final = re.compile(
    r"[^，。；应须可需]{3,16}(?:可以?|应当?|须|需要?|有权|无权|不得)[^，。；]{2,}"
)
"""A clause with a subject of its own and what it may or must do."""
_DIRECTS: Final = re.compile(r"(?:建议|要求|提醒|告知|嘱咐?|指导|安排)")


def _joined_clauses(line: LintedLine) -> Join | None:
    """Clauses that a word of adding joins, or that each have their own subject and predicate."""
    if _JOINS.isdisjoint(line.core) or pattern("zh", "boilerplate").search(line.masked.strip()):
        return None  # the latter has its own rule
    text, begin = line.core, max(line.body, _label_end(line.core))
    frame = _FRAMES.search(text, line.body)
    if frame is not None:
        return Join(frame.start(), frame.end(), ())
    clauses = [
        (found.start(), found.group())
        for found in _CLAUSE.finditer(text[begin:])
        if len(found.group().strip()) > 3
    ]
    opening = text[: line.body + 8]
    told = None if _DIRECTS.match(opening, line.body) else _TOLD.search(opening)
    for place, (start, clause) in enumerate(clauses[1:], 1):
        before = clauses[place - 1][1]
        if (
            re.match(_AFRESH if told else _ONWARD, clause.strip())
            or _are_parallel(before, clause)
            or _are_repeated(before, clause)
            or _are_statements(before, clause, is_told=told is not None)
            or _follows_semicolon(text, begin + start, clause)
        ):
            at = begin + start
            return Join(at, at + 1, ())
    return None


def _label_end(text: str) -> int:
    found = re.match(rf"[{HAN}\w]{{2,12}}[：:]", text)
    return found.end() if found else 0


def _are_parallel(first: str, second: str) -> bool:
    """对甲实施函证，对乙实施替代程序: clauses that begin with the same preposition."""
    one, other = _SAME.match(first.strip()), _SAME.match(second.strip())
    return one is not None and other is not None and one[1] == other[1]


def _are_repeated(first: str, second: str) -> bool:
    """两周后复查肾功能，三个月后复查HbA1c: the same is done at two times, with two things."""
    one, other = _TIMED.match(first.strip()), _TIMED.match(second.strip())
    return one is not None and other is not None and one["verb"] == other["verb"]


def _are_statements(first: str, second: str, *, is_told: bool) -> bool:
    """教学过程流畅，重难点突出: two subjects with their predicates, or two things to do."""
    if any(map(_SUBORDINATE.match, (first, second))) or _ADVERBIAL.search(first):
        return False
    if is_told:
        return _EQUATED.search(first) is not None and (
            _EQUATED.search(second) is not None or _OWN_CLAIM.match(second) is not None
        )
    if _DIRECTS.match(first.strip()):
        return True
    verbs = pattern("zh", "verbs")
    has = [bool(_PREDICATE.search(part) or verbs.search(part)) for part in (first, second)]
    sizes = len(first.strip()), len(second.strip())
    return all(has) or (any(has) and min(sizes) >= _SHORT and max(sizes) <= 2 * _SHORT)


_SHORT: Final = 6
"""Two clauses of so many characters to twice as many are statements, if one of them is."""


def _follows_semicolon(text: str, start: int, clause: str) -> bool:
    is_demand = not (_EXPLAINS_ZH.match(clause) or ALLOWS.search(clause))
    return text[start - 1 : start] in {"；", ";"} and is_demand and "分" not in clause[-3:]
