"""What two readers labelled who did not know the rules; thresholds well below what is measured."""

import pytest

from tests.lint.quality import HERE, found_in_line, found_in_rubric, measure_labels
from xpert_studio.core.lint import lint_rubric, untested_spans
from xpert_studio.core.records import Checkpoint, Policies, Tier

POINTS, PAIRS = HERE / "second_tuned_points.jsonl", HERE / "second_tuned_pairs.jsonl"


@pytest.fixture(scope="module")
def qualities():
    return measure_labels(POINTS, PAIRS)


@pytest.mark.parametrize(
    ("label", "language", "precision", "recall"),
    [
        ("compound", "en", 0.85, 0.8),
        ("compound", "zh", 0.85, 0.8),
        ("vague", "all", 0.8, 0.8),
        ("not_checkable", "all", 0.7, 0.7),
        ("negative_unclear", "all", 0.8, 0.8),
        ("weight_text", "all", 0.8, 0.8),
        ("reference_only", "all", 0.8, 0.8),
        ("duplicate", "all", 0.8, 0.1),
        ("contradiction", "all", 0.8, 0.1),
    ],
)
def test_labels_of_readers_are_found(qualities, label, language, precision, recall):
    tally = qualities[label, language].rules[label]
    assert tally.precision >= precision
    assert tally.recall >= recall


COMPOUND = [
    "Calculates the loan-to-value ratio, along with the debt service coverage ratio.",
    "Not only names the applicable standard but also explains why it was breached.",
    "Describes the landing gear fault, noting the date of the last inspection.",
    "The press release, which must stay under 300 words, names the spokesperson.",
    "Recommends a low-salt diet (and a review in two weeks).",
    "Lists the required documents: passport, proof of address, bank statement.",
    "Suggests switching to the new supplier, with a trial order of 500 units.",
    "Reports revenue of 4.2 million and operating profit of 0.9 million.",
    "先列明各项费用，再汇总总额。",
    "不但给出故障原因，还提出预防措施。",
    "结构设计安全等级取二级，设计使用年限取50年。",
    "对甲方的请求予以驳回，对乙方的反请求予以支持。",
]
SINGLE = [
    "Names the Ministry of Health and Family Welfare as the issuing body.",
    "States that the buyer may reject the goods or claim damages.",
    "Calculates the total as 3 × 12 = 36 plus VAT of 20%.",
    "Divides 420 by 12, giving 35 units a month.",
    "Gives the address as 12 High Street, Leeds, LS1 4AB.",
    "Computes free cash flow as EBITDA less capital expenditure and tax.",
    "Assigns the repair to either the landlord or the agent.",
    "如患者出现皮疹，应停用该药。",
    "流动比率为1.8，即流动资产除以流动负债。",
    "将增值税税率写为13%，而非9%。",
]


@pytest.mark.parametrize("text", COMPOUND)
def test_the_structure_tells_two_demands(text):
    assert "compound" in found_in_line({"id": "a", "text": text})


@pytest.mark.parametrize("text", SINGLE)
def test_the_structure_tells_one_demand(text):
    assert "compound" not in found_in_line({"id": "a", "text": text})


def rules_of_pair(one, two):
    return {rule for rule, _ in found_in_rubric({"lines": [
        {"id": "one", "text": one}, {"id": "two", "text": two}]})}  # fmt: skip


@pytest.mark.parametrize(
    ("one", "two", "rule"),
    [
        ("States the notice as 14 days.", "Puts the notice period at two weeks.", "near_duplicate"),
        ("The memo has at most 200 words.", "The memo has no fewer than 350 words.", "contradiction"),
        ("Recommends codeine for the child.", "Recommends no codeine for the child.", "contradiction"),
        ("Names the seller's breach.", "Names the buyer's breach.", ""),
        ("States the fee for 2023 as 40 EUR.", "States the fee for 2024 as 40 EUR.", ""),
        ("全文不超过300字。", "全文至少500字。", "contradiction"),
        ("写明甲方的付款期限。", "写明乙方的付款期限。", ""),
    ],
)  # fmt: skip
def test_pairs_are_told_in_both_orders(one, two, rule):
    wanted = {rule} - {""}
    assert rules_of_pair(one, two) & {"near_duplicate", "contradiction"} == wanted
    assert rules_of_pair(two, one) & {"near_duplicate", "contradiction"} == wanted


def test_a_line_names_all_that_it_repeats():
    texts = ["States that the notice period is six months.", "Names clause 9 as the ground.",
             "States that the period of notice is six months.",
             "States that the notice's period is six months."]  # fmt: skip
    rubric = [
        Checkpoint(task_id="t", id=f"c{n}", text=text, weight=7, tier=Tier.IMPORTANT)
        for n, text in enumerate(texts)
    ]
    found = [
        finding
        for finding in lint_rubric(rubric, policies=Policies(), dimensions=())
        if finding.rule == "near_duplicate"
    ]
    assert [(item.checkpoint_id, item.related) for item in found] == [
        ("c2", ("c0",)), ("c3", ("c0", "c2")),
    ]  # fmt: skip


def test_greetings_and_headings_are_no_untested_requirements():
    answer = (
        "# Advice On The Break Clause\n"
        "Dear Mr Whitfield,\n"
        "The tenant can leave at month 30.\n"
        "Six months of written notice are needed.\n"
        "Please do not hesitate to contact me with further questions.\n"
        "Kind regards, Jane Foster, Solicitor\n"
    )
    spans, total = untested_spans(answer, ["States that the tenant can leave at month 30."])
    assert total == 2
    assert [answer[start:end] for start, end in spans] == [
        "Six months of written notice are needed."
    ]
