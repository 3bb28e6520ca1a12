"""Turns Chinese sentences of a brief and of its reference answer into requirements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from xpert_studio.packs.outline.pieces import Piece, split_outside, words
from xpert_studio.packs.outline.requirement import Requirement, RequirementKind

_SIZE: Final = re.compile(
    r"[，,]?(?:全文|正文|字数|篇幅|长度|总长)?(?:应|须|需|请)?(?:控制在|限)?(?:在)?"
    r"(?P<word>不超过|不多于|至多|最多|不得超过|少于)?\s*(?P<n>\d+|[一二两三四五六十百]+)\s*(?P<unit>字|页|段|句|分钟|张幻灯片)"
    r"(?P<in>以内|之内|以下|内)?(?:完成)?"
)
_FORBIDS: Final = re.compile(
    r"(?:请)?(?:不要|不得|不可|不应|请勿|切勿|勿|禁止|避免|严禁"
    r"|不(?=讨论|涉及|引用|使用|采用|包含|包括|提供|推荐|建议|评价|展开|提及|列出|给出))(?P<what>.+)"
)
_CLAUSES: Final = re.compile(r"[，；;]\s*(?:并且|并|以及|同时|及)?")
_LIST: Final = re.compile(r"、|(?<=[\u4e00-\u9fff）])(?:以及|和|及(?![时其格]))(?=[\u4e00-\u9fff])")
_FORM: Final = re.compile(
    r"(?:撰写|编写|起草|写|拟定|拟写|出具|提交|准备|制定|设计|完成)(?:出|好)?(?:一|1)?(?P<measure>份|封|篇|节|个|则|张|套)?"
    r"(?P<form>[^，。；：:、]{0,20}?(?:意见书|意见|报告|方案|备忘录|信|函|说明书|告知书|通知|公告|稿|摘要|教案|计划|清单|答复"
    r"|申请书|合同|评语|简报|文书|要点|材料))$"
)
_TITLED: Final = re.compile(
    r"((?:致|给|关于|一[份封篇])[^，。；：:、]{0,20}?(?:意见书|报告|备忘录|信|函|告知书|通知|公告|稿|教案|清单))(?:[，：:]|$)"
)
"""The form, where no verb stands before it: a letter to the client, which says."""
_DROP: Final = re.compile(
    r"(?:因此|所以|故|但是|但|此外|另外|同时|总之|综上|其中|然后|随后|最后|首先|其次|即)[，,]?"
)
_PRONOUN: Final = re.compile(r"(?:其|这|该|它|上述|此|他们|她|他|我|您|你|前者|后者|如下)")
_EQUALS: Final = re.compile(
    r"[\d(（][^=，。；为]*[-−+×*/÷][^=，。；为]*=\s*(?P<value>[-−]?\d[^，。；]*)"
)
_REASON: Final = re.compile(r"理由|原因|依据|为什么|为何|取舍")
_SHOW: Final = re.compile(r"过程|步骤|算式")
_ASKS: Final = re.compile(r"是否|如何|怎样|何时|能否|多少|哪|什么|何种")


def demands(piece: Piece) -> Iterator[Requirement]:
    """What a piece of the deliverables requires."""
    text = _without_opening(piece.text.strip().rstrip("。.！!；;"))
    size = next((found for found in _SIZE.finditer(text) if found["word"] or found["in"]), None)
    if size is not None:
        yield Requirement(f"全文不超过{size['n']}{size['unit']}。", RequirementKind.LIMIT)
        text = (text[: size.start()] + text[size.end() :]).strip("，,；：")
    opening = ""
    titled = _TITLED.match(text)
    if titled is not None and not text.startswith(tuple(words("zh")["verbs"])):
        yield Requirement(f"形式为{titled[1]}。", RequirementKind.FORM)
        text = text[titled.end() :]
    for clause in split_outside(text, _CLAUSES):
        head, mark, listed = _at_colon(clause)
        if not mark:
            head, listed = "", clause
        elif head:
            yield from _form(head)
        made, opening = _clause(listed, opening or ("" if not mark else "说明"))
        yield from made


def _at_colon(clause: str) -> tuple[str, str, str]:
    found = re.search(r"[：:]", clause)
    return (clause[: found.start()], "：", clause[found.end() :]) if found else (clause, "", "")


def _form(text: str) -> Iterator[Requirement]:
    found = _FORM.fullmatch(_without_opening(text))
    if found is not None and found["form"]:
        measure = f"一{found['measure']}" if found["measure"] else ""
        yield Requirement(f"形式为{measure}{found['form']}。", RequirementKind.FORM)


def _clause(text: str, opening: str) -> tuple[list[Requirement], str]:
    """What a clause requires, and the verb that the next one continues with."""
    text = _without_opening(text)
    forbidden = _FORBIDS.fullmatch(text)
    if forbidden is not None:
        return [
            Requirement(f"不{_negated(forbidden['what'])}。", RequirementKind.PROHIBITION)
        ], opening
    form = list(_form(text))
    if form:
        return form, ""
    verb = next((verb for verb in words("zh")["verbs"] if text.startswith(verb)), "")
    body = text[len(verb) :]
    if len(body) < 2:
        return [], opening
    made = []
    tabled = re.match(r"(?:用|以)?表格(?:形式)?(列出|说明|给出|汇总)(.+)", text)
    if tabled:
        return [Requirement(f"用表格{tabled[1]}{tabled[2]}。", RequirementKind.ITEM)], opening
    for item in _listed(body):
        own = next((known for known in words("zh")["verbs"] if item.startswith(known)), "")
        begin = own or verb or opening
        made.append(
            Requirement(f"{_verb_for(item, begin)}{item[len(own) :]}。", RequirementKind.ITEM)
        )
    return made, verb or opening


def _listed(text: str) -> list[str]:
    """The things that a text lists, each with the owner of the first."""
    first, *others = split_outside(text, _LIST)
    owner = re.match(r".+的", first)
    made = [first]
    for item in others:
        if item.startswith("其") or len(item) < 3:
            made += (
                [f"{owner.group()}{item}"] if owner and "的" not in item and item[0] != "其" else []
            )
        else:
            made.append(item)
    return made


def _verb_for(item: str, verb: str) -> str:
    if _ASKS.search(item) or _REASON.search(item):
        return verb if verb in {"解释", "论证", "分析", "说明", "阐述", "判断"} else "说明"
    return "写出" if _SHOW.search(item) else verb or "给出"


def _negated(what: str) -> str:
    return what if re.match(r"[\u4e00-\u9fff]", what) else f"含{what}"


def facts(piece: Piece, _: frozenset[str]) -> Iterator[Requirement]:
    """What a piece of the reference answer says, as the response has to say it."""
    if piece.column:
        yield Requirement(
            f"写明“{piece.label}”的{piece.column}为{piece.text}。", RequirementKind.CELL
        )
        return
    for part in split_outside(piece.text.strip().rstrip("。.！!"), re.compile(r"[；;。]|，但是?")):
        made = _fact(part)
        if made is not None:
            yield made


_TIMED: Final = re.compile(r"[^，。；]{0,6}?\d*[天周日月年时钟]{1,2}(?:后|前|内)[，,]?")
"""When something is to be done: in two weeks."""
_LABEL: Final = re.compile(r"[\u4e00-\u9fff]{2,6}[：:](?=\D.{3})")
"""A heading at the beginning of a sentence."""


def smaller(requirement: Requirement, _: frozenset[str]) -> Iterator[list[Requirement]]:
    """Ways to cut a requirement that asks for too much in two, the longest beginning first."""
    for cut in reversed([*_CUTS.finditer(requirement.text)]):
        begin = replace(requirement, text=f"{requirement.text[: cut.start()]}。", more=())
        if _OPEN.match(begin.text):
            continue
        said = requirement.text[cut.end() :].rstrip("。")
        rest = _fact(said) if len(said) >= _WHOLE else None
        if rest is not None and requirement.text.startswith("建议"):
            rest = replace(rest, text=rest.text.replace(words("zh")["state"], "建议", 1))
        yield [begin, rest] if rest is not None else [begin]


_CUTS: Final = re.compile(
    r"[，；](?:并且|并|且|同时|而且|而)?|(?<=[\u4e00-\u9fff\d])并(?=[\u4e00-\u9fff])"
)


_OPEN: Final = re.compile(
    r"(?:指出|建议)?(?:因|由于|若|如|当(?![日前年月天场])|根据|依据|按照?)[^，]*。$"
)
"""A condition or a reason without what follows from it."""
_WHOLE: Final = 9
"""A clause of fewer characters lacks a subject."""


def _fact(text: str) -> Requirement | None:
    text = _DROP.sub("", text, count=1) if _DROP.match(text) else text
    labelled = _LABEL.match(text)
    is_proposed = labelled is not None and "建议" in labelled.group()
    text = text[labelled.end() :] if labelled else text
    if _PRONOUN.match(text) or len(text) < 5:
        return None
    text = _EQUALS.sub(lambda found: found["value"], text)
    if re.match(r"(?:警惕|注意|当心|谨防|防止)", text):
        return Requirement(f"提示{text}。", RequirementKind.ADVICE)
    if is_proposed and not text.startswith("建议"):
        return Requirement(f"建议{text}。", RequirementKind.ADVICE)
    timed = _TIMED.match(text)
    begun = text[timed.end() :] if timed else text
    advised = next((verb for verb in words("zh")["actions"] if begun.startswith(verb)), "")
    if advised:
        begin = "" if advised in words("zh")["speaks"] else "建议"
        return Requirement(f"{begin}{text}。", RequirementKind.ADVICE)
    if any(text.startswith(verb) for verb in words("zh")["states"]):
        return Requirement(f"{text}。", RequirementKind.FACT)
    kind = (
        RequirementKind.RESULT
        if re.search(r"\d|[一二三四五六七八九十]{2}", text)
        else RequirementKind.FACT
    )
    return Requirement(f"{words('zh')['state']}{text}。", kind)


def _without_opening(text: str) -> str:
    plain = text.strip()
    for prefix in words("zh")["drop"]:
        plain = plain.removeprefix(prefix)
    return plain
