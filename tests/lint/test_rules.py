"""The rules by law: whatever the text, findings point into it, and fixes lose and add nothing."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lint.quality import found_in_line, labelled_lines, measure
from tests.sampling import examples
from xpert_studio.core.lint import RULES, FixKind, lint_checkpoint, lint_rubric
from xpert_studio.core.lint.decisive import tokens
from xpert_studio.core.lint.rules import likeness
from xpert_studio.core.lint.words import message
from xpert_studio.core.records import Checkpoint, Policies, Tier

WORDS = st.sampled_from(
    ["and", "as well as", "States", "names", "the date", "clause 9", "1.16", ",", ";", ".", "good",
     "并且", "以及", "指出", "说明", "、", "，", "。", "适当", "（1）", "(2)", "not", "不得", "“quoted”", "《法》",
     "may", "etc.", "\u200b", "10分", "(5 points)", "\n", "e.g."]
)  # fmt: skip


def lint(text, **more):
    point = Checkpoint(
        task_id="t", id="a", text=text, weight=7, tier=Tier.IMPORTANT, dimension="Accuracy"
    )
    return lint_checkpoint(point, policies=Policies(), dimensions=("Accuracy",), **more)


@given(st.one_of(st.text(min_size=1, max_size=300), st.lists(WORDS, min_size=1).map(" ".join),
                 st.lists(WORDS, min_size=1).map("".join)))  # fmt: skip
@examples(80)
def test_findings_point_into_the_text_whatever_it_is(text):
    if not text.strip() or "\x00" in text:
        return
    for finding in lint(text):
        assert finding.message.strip()
        assert finding.remedy.strip()
        assert "$" not in finding.message.replace(text, "") or "$" in text
        if finding.start is not None:
            assert 0 <= finding.start < finding.end <= len(text)
        if finding.fix is not None:
            assert all(part.strip() for part in finding.fix.parts)
            assert (finding.fix.kind is FixKind.SPLIT) == (len(finding.fix.parts) > 1)


CONTENT = re.compile(r"[A-Za-z]{4,}|\d+(?:\.\d+)?|[\u4e00-\u9fff]")
JOINING = set("并以及和与同时还且既又不仅而此外另然后随") | {
    "also",
    "well",
    "both",
    "then",
    "only",
    "while",
}


def splits():
    for row in labelled_lines():
        for finding in lint(row["text"]):
            if finding.fix is not None and finding.fix.kind is FixKind.SPLIT:
                yield row["text"], finding.fix.parts


def test_a_split_keeps_every_word_and_demands_nothing_new():
    made = list(splits())
    assert len(made) >= 20
    for text, parts in made:
        plain = re.sub(
            r"[(（]\d[)）]|(?<![\d.])\d[.、](?!\d)|[①-⑧]|[(（][一二三四五六][)）]", " ", text
        )
        before = {word.casefold() for word in CONTENT.findall(plain)} - JOINING
        after = {word.casefold() for part in parts for word in CONTENT.findall(part)}
        assert before - after == set(), (text, parts)
        assert after - before - JOINING == set(), (text, parts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("States the date and cites clause 9.", ("States the date.", "Cites clause 9.")),
        (
            "Identifies the buyer, the seller and the agent.",
            ("Identifies the buyer.", "Identifies the seller.", "Identifies the agent."),
        ),
        ("指出通知期限，并说明其依据。", ("指出通知期限。", "说明其依据。")),
        ("列出原告、被告和法院。", ("列出原告。", "列出被告。", "列出法院。")),
        (
            "Includes (1) a summary of facts, (2) a conclusion.",
            ("Includes: a summary of facts.", "Includes: a conclusion."),
        ),
        ("解释药物的作用机制及禁忌症。", ("解释药物的作用机制。", "解释药物的禁忌症。")),
    ],
)
def test_how_lines_are_split(text, parts):
    (finding,) = (item for item in lint(text) if item.rule == "compound")
    assert finding.fix.parts == parts
    assert all("compound" not in {f.rule for f in lint(part)} for part in parts)


@pytest.mark.parametrize(
    "text",
    [
        "Applies the terms and conditions of the 2019 lease.",
        "Compares the yield of bonds and the yield of shares.",
        "Explains the relationship between supply and demand.",
        "Quotes the sentence “pay and perform” from clause 3.",
        "说明《建筑法》和《合同法》的适用关系。",
        "比较甲公司和乙公司的毛利率。",
        "指出承租人应付清租金并交还钥匙。",
        "Names Marks and Spencer Ltd as the lessee.",
    ],
)
def test_what_only_looks_compound(text):
    assert "compound" not in {finding.rule for finding in lint(text)}


@pytest.mark.parametrize(
    "text",
    [
        "Accepts the first invoice while also disputing the second one.",
        "Codes the asthma as moderate, which it grounds in the spirometry.",
        "Dates the coin to 1618. It also names the mint.",
        "Books the grant as deferred income, spreads the asset over ten years.",
        "States that the vessel was seaworthy, and was manned by nine.",
        "States that the bond is callable and so has a lower convexity.",
        "两小时后复测血糖，四小时后复测血钾。",
        "指出服务费为三万元，超出部分承租人可以拒付。",
        "指出第一题为口算，第二题需画图。",
    ],
)
def test_a_second_requirement_is_seen_however_it_is_joined(text):
    assert "compound" in found_in_line({"id": "a", "text": text})


@pytest.mark.parametrize(
    "text",
    [
        "说明甲方和乙方均未签字。",
        "Cites NICE guideline NG136 for the target.",
        "Names 3 June as the date of practical completion.",
        "Recommends stopping naproxen for good.",
        "Advises chewing one tablet while waiting for the ambulance.",
        "Refers the caller to a licensed professional.",
        "Advises not to move the patient unless a professional is there.",
        "Names bad debts of £900 as the adjustment.",
    ],
)
def test_terms_of_a_trade_and_one_statement_of_two_are_left_alone(text):
    assert not {"compound", "subjective"} & found_in_line({"id": "a", "text": text})


@pytest.mark.parametrize(
    "unit", ["and ", "和", "a, ", "(1) ", "not ", "“", "States and ", "、", "1."]
)
def test_no_text_takes_long(unit):
    text = unit * (8000 // len(unit))
    begun = time.monotonic()
    lint(text)
    assert time.monotonic() - begun < 60  # a square would take hours


def test_every_rule_speaks_both_languages():
    for rule in RULES.values():
        for language in ("en", "zh"):
            texts = message(language, rule.id)
            assert texts["message"]
            assert texts["remedy"]
    (english,) = (f for f in lint("Gives a good summary of clause 9.") if f.rule == "subjective")
    (chinese,) = (
        f
        for f in lint("Gives a good summary of clause 9.", language="zh")
        if f.rule == "subjective"
    )
    assert english.message == "Subjective term: “good”."
    assert "主观用语" in chinese.message


def test_every_rule_is_in_the_labelled_set():
    whole = measure()
    of_settings = {
        "instrument", "band_overlap", "band_gap", "band_undescribed", "graded_fact",
        "cap_unverifiable", "weight_range", "met_by_attack",
    }  # fmt: skip
    of_text = set(RULES) - of_settings
    assert of_text <= set(whole.rules)
    assert whole.lines >= 800


def test_the_linter_finds_what_careful_readers_find():
    total = measure().total()
    assert total.precision >= 0.9
    assert total.recall >= 0.8
    for part in ("held", "others"):
        unseen = measure(part).total()
        assert unseen.precision >= 0.85
        assert unseen.recall >= 0.75


def test_clean_lines_stay_clean():
    clean = [row for row in labelled_lines() if not row["labels"]]
    flagged = [row["text"] for row in clean if found_in_line(row)]
    assert len(flagged) <= 0.05 * len(clean), flagged


def test_findings_come_in_the_order_of_the_rubric():
    rubric = [
        Checkpoint(task_id="t", id=f"c{n}", text=text, weight=7, tier=Tier.IMPORTANT)
        for n, text in enumerate(["Gives a good date.", "Names clause 9.", "Adds some risks."])
    ]
    found = lint_rubric(rubric, policies=Policies(), dimensions=())
    places = [-1 if f.checkpoint_id is None else int(f.checkpoint_id[1]) for f in found]
    assert places == sorted(places)
    assert found[0].rule == "count"


def test_a_table_of_many_lines_is_compared_by_what_was_read_of_each_once(monkeypatch):
    read = []
    monkeypatch.setattr(likeness, "decisive_tokens", lambda text: read.append(text) or tokens(text))
    fields = {"task_id": "t", "weight": 7, "tier": Tier.IMPORTANT, "dimension": "Accuracy"}
    texts = [f"Names the party {n} of the contract." for n in range(600)]
    points = [Checkpoint(id=f"c{n}", text=text, **fields) for n, text in enumerate(texts)]
    lint_rubric(points, policies=Policies(), dimensions=("Accuracy",))
    assert 0 < len(read) <= 2 * len(points)
