"""Lines that differ in one place, by opposites: contradictions, and no duplicates."""

from unittest.mock import Mock

import pytest

from tests.lint.quality import HERE, found_in_rubric, measure_labels
from xpert_studio.core.lint.rules import contradiction

UNSEEN = HERE / "third_unseen_pairs.jsonl"
TUNED = HERE / "third_tuned_pairs.jsonl"


def rules_of(one, two):
    found = found_in_rubric({"lines": [{"id": "one", "text": one}, {"id": "two", "text": two}]})
    return {rule for rule, _ in found} & {"near_duplicate", "contradiction"}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Concludes that the licence is valid.", "Concludes that the licence is invalid."),
        ("Says the procedure is legal.", "Says the procedure is illegal."),
        ("Advises the heirs to accept the estate.", "Advises the heirs to refuse the estate."),
        ("Rates the risk of the bond as high.", "Rates the risk of the bond as low."),
        ("Recommends the vaccine.", "Advises against the vaccine."),
        ("States that the grant has ended.", "States that the grant has not ended yet."),
        ("认定该合同有效。", "认定该合同无效。"),
        ("Recommends that the notice be served.", "Advises against serving a notice."),
        ("Suggests closing the second well.", "Does not recommend closing the second well."),
        ("建议签订补充协议。", "不建议签订补充协议。"),
    ],
)
def test_opposites_in_one_place_contradict_in_both_orders(one, two):
    assert rules_of(one, two) == rules_of(two, one) == {"contradiction"}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Names the date on which the lease begins.", "Names the date on which the lease ends."),
        ("Names one advantage of the drug.", "Names one disadvantage of the drug."),
        ("Says the first exam is hard.", "Says the second exam is easy."),
        ("Says the seller has to deliver.", "Says the buyer has to deliver."),
        ("Recommends heparin.", "Recommends aspirin."),
        ("Recommends surgery after the scan.", "Advises against surgery before the scan."),
        ("Recommends an offer in writing.", "Advises against an offer by telephone."),
        ("建议术后复查血糖。", "不建议术前复查血糖。"),
        ("列出可以抵扣的项目。", "列出不得抵扣的项目。"),
    ],
)
def test_two_demands_that_can_both_be_met_do_not(one, two):
    assert not rules_of(one, two) and not rules_of(two, one)


def test_what_a_line_advises_is_looked_for_once_however_many_pairs_it_is_in(monkeypatch):
    looked = Mock(search=Mock(side_effect=contradiction._AGAINST.search))
    monkeypatch.setattr(contradiction, "_AGAINST", looked)
    texts = [f"Advises against the sale of plot {number}." for number in range(12)]
    found_in_rubric({"lines": [{"id": f"c{at}", "text": text} for at, text in enumerate(texts)]})
    assert sorted(call.args[0] for call in looked.search.call_args_list) == sorted(texts)


@pytest.mark.parametrize(("path", "recall"), [(TUNED, 0.7), (UNSEEN, 0.4)])
def test_of_the_third_set_they_are_found(path, recall):
    tally = measure_labels(None, path)["contradiction", "all"].rules["contradiction"]
    assert tally.precision >= 0.8
    assert tally.recall >= recall
