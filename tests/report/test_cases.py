"""The cases behind a figure add up to the figure, whatever is asked for."""

from __future__ import annotations

import zlib
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.columns import catalog_of, judged, marks_of
from tests.report.analyses import analysis_of
from tests.sampling import examples
from xpert_studio.core.errors import DamagedProjectError, NotFoundError
from xpert_studio.core.metrics import compare, pair_up
from xpert_studio.core.metrics.engine import figures_of_tables
from xpert_studio.core.metrics.metric import PAIRS
from xpert_studio.core.metrics.pair_tables import task_tables
from xpert_studio.report.cases import (
    CELLS,
    CaseFilter,
    PairFilter,
    select_cases,
    select_pairs,
)
from xpert_studio.report.detail import judge_detail
from xpert_studio.report.evidence import (
    evidence_of,
    pack,
    paired_of,
    rubrics_hash,
    unpack,
    verdicts_hash,
)
from xpert_studio.report.judge_alignment import score_fields

few = examples(16)


@few
@given(judged(raters=3), st.sets(st.integers(0, 3), max_size=2))
def test_cells_and_groups_hold_as_many_cases_as_the_figures_say(drawn, left_out):
    catalog, one, two, judge = drawn
    left_out = tuple(place for place in left_out if place < len(catalog.responses))
    analysis = analysis_of(catalog, [one, two], [judge], left_out=left_out)
    detail = judge_detail(analysis, analysis.judges[judge.rater])
    if detail is None:
        assert len(select_cases(analysis, CaseFilter(judge=judge.rater))) == 0
        return
    for by, groups in detail.groups.items():
        for group, (cell, _) in product(groups, CELLS.items()):
            wanted = CaseFilter(judge=judge.rater, said=cell).but(**{by: group.name})
            assert len(select_cases(analysis, wanted)) == group.figures.facts[cell]
    whole = analysis.judges[judge.rater].alignment.criterion.facts
    differing = select_cases(analysis, CaseFilter(judge=judge.rater, said="differ"))
    assert len(differing) == whole["fp"] + whole["fn"]
    every = select_cases(analysis, CaseFilter(judge=judge.rater)).paired
    tables = task_tables(analysis.catalog, every)[None]
    assert figures_of_tables(tables, PAIRS, analysis.catalog.task_cluster)[0].facts == whole
    assert not set(differing.paired.response.tolist()) & set(left_out)


@few
@given(judged(raters=3))
def test_the_most_costly_disagreements_come_first(drawn):
    catalog, one, two, judge = drawn
    cases = select_cases(
        analysis_of(catalog, [one, two], [judge]), CaseFilter(judge=judge.rater, said="differ")
    )
    weight = catalog.checkpoint_weight[cases.paired.checkpoint]
    assert cases.cost == pytest.approx(weight * cases.certainty)
    assert (np.diff(cases.cost) <= 0).all()
    assert (cases.cost > 0).all()


@few
@given(judged(), st.sampled_from([0.0, 0.1, 1.0]))
def test_pairs_of_responses_add_up_to_the_shares_of_the_cdr(drawn, tolerance):
    catalog, expert, judge = drawn
    analysis = analysis_of(catalog, [expert], [judge], tolerance=tolerance)
    found = analysis.judges[judge.rater].alignment
    counts = {
        order: len(select_pairs(analysis, PairFilter(judge=judge.rater, order=order)))
        for order in ("agree", "tied", "disagree")
    }
    if found is None:
        assert sum(counts.values()) == 0
        return
    rank = found.rank
    assert (counts["agree"], counts["disagree"]) == (rank.facts["agree"], rank.facts["disagree"])
    assert sum(counts.values()) == rank.n
    detail = judge_detail(analysis, analysis.judges[judge.rater])
    for group in detail.groups["domain"]:
        wanted = PairFilter(judge=judge.rater, order="disagree", domain=group.name)
        pairs = select_pairs(analysis, wanted)
        assert len(pairs) == group.rank.facts["disagree"]
        assert (pairs.expert >= 0).all()
        assert (pairs.judge <= 0).all()
        assert (catalog.response_task[pairs.first] == catalog.response_task[pairs.second]).all()


@few
@given(judged(raters=3))
def test_where_one_judge_alone_is_right_are_the_cases_of_mcnemar(drawn):
    catalog, expert, one, two = drawn
    analysis = analysis_of(catalog, [expert], [one, two])
    test = compare(catalog, expert, one, two).mcnemar
    ours = CaseFilter(judge=one.rater, beside=two.rater)
    assert len(select_cases(analysis, ours)) == test.only_first
    assert len(select_cases(analysis, ours.but(outdone="yes"))) == test.only_second


@few
@given(judged())
def test_fields_of_the_scatter_hold_every_response_once(drawn):
    catalog, expert, judge = drawn
    analysis = analysis_of(catalog, [expert], [judge])
    whole = select_cases(analysis, CaseFilter(judge=judge.rater))
    detail = judge_detail(analysis, analysis.judges[judge.rater])
    for field in score_fields(detail) if detail else ():
        inside = CaseFilter(
            judge=judge.rater, expert_score=field.expert_bounds, judge_score=field.judge_bounds
        )
        cases = select_cases(analysis, inside)
        assert len(set(cases.paired.response.tolist())) == field.count
    bounds = ("0-25", "25-50", "50-75", "75-100")
    seen = [
        len(select_cases(analysis, CaseFilter(judge=judge.rater, expert_score=e, judge_score=j)))
        for e, j in product(bounds, bounds)
    ]
    assert sum(seen) == len(whole)


def test_a_response_or_a_pair_of_them_is_singled_out():
    catalog = catalog_of([[1, 2], [3]], 2)
    expert, judge = (marks_of(catalog, name, [1, 0, 1, 1, 0, 1]) for name in "ej")
    analysis = analysis_of(catalog, [expert], [judge])
    one = select_cases(analysis, CaseFilter(judge="j", response="t0:s1"))
    both = select_cases(analysis, CaseFilter(judge="j", response="t0:s0", response_b="t0:s1"))
    assert (len(one), len(both)) == (2, 4)
    assert len(select_cases(analysis, CaseFilter(judge="j", task="t1", checkpoint="c2"))) == 2
    assert len(select_cases(analysis, CaseFilter(judge="j", tier="none of ours"))) == 0
    assert len(select_cases(analysis, CaseFilter(judge="j", expert="nobody"))) == 0
    assert len(select_pairs(analysis, PairFilter(judge="j", domain="none of ours"))) == 0
    with pytest.raises(NotFoundError, match="no judge k"):
        select_cases(analysis, CaseFilter(judge="k"))


@given(
    st.builds(
        CaseFilter,
        judge=st.text(max_size=5),
        tier=st.text(max_size=5),
        said=st.sampled_from(["", "fp"]),
        system=st.text(max_size=5),
    )
)
def test_a_filter_survives_as_words(wanted):
    assert CaseFilter.read(wanted.words()) == wanted
    assert PairFilter.read(wanted.words()).judge == wanted.judge


@few
@given(judged())
def test_evidence_is_read_back_as_it_was(drawn):
    catalog, expert, judge = drawn
    paired = pair_up(catalog, expert, judge)
    evidence = evidence_of(catalog, paired)
    data = pack(evidence)
    again = unpack(data)
    assert pack(again) == data
    found = paired_of(again, catalog)
    for name in ("response", "checkpoint", "first", "second"):
        assert (getattr(found, name) == getattr(paired, name)).all()
    assert rubrics_hash(again) == rubrics_hash(evidence)
    assert verdicts_hash(again) == verdicts_hash(evidence)


@few
@given(judged())
def test_what_the_project_no_longer_has_is_left_out_of_evidence(drawn):
    catalog, expert, judge = drawn
    evidence = evidence_of(catalog, pair_up(catalog, expert, judge))
    smaller = catalog_of([[1]], 1)
    found = paired_of(evidence, smaller)
    assert len(found) <= 1


NINE = b'{"t":{"responses":["r"],"checkpoints":[["c","",""]],"cells":"9"}}'
LONG = NINE.replace(b'"9"', b'"11"')


@pytest.mark.parametrize(
    "data",
    [b"", b"nonsense", pack({})[:-2], *map(zlib.compress, (b"[1]", NINE, LONG, b'{"t":{}}'))],
    ids=["empty", "nonsense", "cut", "list", "cell", "cells", "lacking"],
)
def test_damaged_evidence_is_told(data):
    with pytest.raises(DamagedProjectError, match="damaged"):
        unpack(data)
