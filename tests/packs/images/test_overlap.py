"""Overlap of regions: known values, matching against an independent oracle, and the section."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from pydantic import ValidationError

from tests.lazily import lazily
from tests.packs.images.test_boxes import png
from tests.workflow.studio import Studio
from xpert_studio.core.records import Judge, Quote, Region, Verdict, bytes_hash, region_between
from xpert_studio.core.store import judges
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import (
    NewFile,
    NewResponse,
    add_responses,
    form_view,
    judge_line,
    submit_form,
)
from xpert_studio.core.workflow.judging import open_form
from xpert_studio.packs.images.overlap import best_match, overlap_of, whole_pictures
from xpert_studio.report.section import View
from xpert_studio.report.sections.registry import SECTIONS

optimize = lazily("scipy.optimize")

HASH, OTHER = "a" * 64, "b" * 64
shares = st.floats(0, 1, allow_nan=False)


@st.composite
def regions(draw, picture: str = HASH) -> Region:
    left, top = draw(st.floats(0, 0.95)), draw(st.floats(0, 0.95))
    right, bottom = draw(st.floats(left + 0.01, 1)), draw(st.floats(top + 0.01, 1))
    return region_between(picture, left, top, right, bottom)


def test_the_overlap_of_known_rectangles():
    one = region_between(HASH, 0, 0, 0.5, 0.5)
    assert one.overlap(region_between(HASH, 0.25, 0.25, 0.75, 0.75)) == pytest.approx(1 / 7)
    assert one.overlap(region_between(HASH, 0, 0, 1, 1)) == pytest.approx(0.25)
    assert one.overlap(region_between(OTHER, 0, 0, 0.5, 0.5)) == 0
    assert one.overlap(region_between(HASH, 0.5, 0, 1, 0.5)) == 0


@given(regions(), regions())
def test_overlap_is_a_share_the_same_from_both_sides(one, other):
    assert one.overlap(one) == pytest.approx(1)
    assert 0 <= one.overlap(other) <= 1 + 1e-9
    assert one.overlap(other) == pytest.approx(other.overlap(one))
    assert Region.model_validate_json(one.model_dump_json()) == one


@given(shares, shares, shares, shares)
def test_a_region_lies_inside_or_is_none(left, top, right, bottom):
    try:
        region = region_between(HASH, left, top, right, bottom)
    except ValidationError:
        assert right - left < 2e-5 or bottom - top < 2e-5
    else:
        assert region.right <= 1.00001
        assert region.area > 0


@given(
    st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
        lambda size: arrays(np.float64, size, elements=st.floats(0, 1))
    )
)
def test_regions_are_matched_for_the_greatest_sum(gains):
    rows, columns = optimize.linear_sum_assignment(-gains)
    found = best_match(gains)
    assert found.sum() == pytest.approx(gains[rows, columns].sum())
    assert len(found) == min(gains.shape)


@given(st.lists(regions(), min_size=1, max_size=4), st.lists(regions(), min_size=1, max_size=4))
def test_what_has_no_partner_counts_nothing(first, second):
    found = overlap_of(first, second)
    assert found.most == max(len(first), len(second))
    assert 0 <= found.total <= min(len(first), len(second)) + 1e-9
    assert 2 * found.same <= found.both
    same = overlap_of(first, first)
    assert same.total == pytest.approx(len(first))
    assert overlap_of(first, whole_pictures(first)).total <= 1 + 1e-9


BEAM = png(40, 20)


def marked(studio: Studio, response_id: str, expert: str, left: float) -> None:
    ctx = studio.ctx(expert)
    open_form(ctx, response_id)
    region = region_between(bytes_hash(BEAM), left, 0, left + 0.5, 1)
    for place, line in enumerate(form_view(ctx, response_id).lines):
        judge_line(
            ctx, response_id, line.checkpoint.id, value=1, rationale="So.",
            evidence=(Quote(quote="here", region=region),) if place == 0 else (),
        )  # fmt: skip
    submit_form(ctx, response_id)


@pytest.fixture
def pictured(tmp_path) -> tuple[Studio, list[str]]:
    studio = Studio(tmp_path / "studio.xpert")
    ids = []
    for task, author in (("t1", "wei"), ("t2", "wei"), ("t3", "maria")):
        studio.ready(task, author)
        new = NewResponse(task, "aurora", "See it.", files=(NewFile("beam.png", BEAM),))
        ids.append(add_responses(studio.lena, [new]).after("response")[0].id)
    return studio, ids


def section(studio: Studio, person: str = "lena"):
    return SECTIONS["regions"].data(View.on(studio.project, person))


def test_the_section_says_how_far_judge_and_experts_agree(pictured):
    studio, ids = pictured
    assert section(studio) is None
    for place, response_id in enumerate(ids):
        marked(studio, response_id, "ada", 0.1 * place)
    with studio.project.writing() as tx:
        judges.ensure_judge(tx, Judge(id="j1", provider="elsewhere", model="m"))
        intake = Intake(tx)
        for response_id in ids:
            for line in form_view(studio.ada, response_id).lines[:2]:
                region = region_between(bytes_hash(BEAM), 0, 0, 0.5, 1)
                intake.verdict(
                    Verdict(
                        response_id=response_id, checkpoint_id=line.checkpoint.id, judge_id="j1",
                        value=1, evidence=(Quote(quote="", region=region, verified=True),),
                    )
                )  # fmt: skip
        intake.flush()
    (row,) = section(studio)
    assert (row["judge"], row["n"], row["one_sided"], row["clusters"]) == ("j1", 3, 3, 3)
    assert row["overlap"] == pytest.approx((1 + 0.4 / 0.6 + 0.3 / 0.7) / 3)
    assert row["overlap_floor"] == pytest.approx(0.5)
    assert row["same_region"] == pytest.approx(2 / 3)
    low, high = row["overlap_interval"]
    assert low < row["overlap"] < high
    assert "whole pictures" in json.dumps(
        [str(block) for block in SECTIONS["regions"].blocks(_view(studio)).blocks]
    )


def test_too_few_clusters_give_no_figure_but_say_what_is_missing(pictured):
    studio, ids = pictured
    for expert, left in (("maria", 0.0), ("ada", 0.25)):
        marked(studio, ids[0], expert, left)
    shown = SECTIONS["regions"].blocks(_view(studio))
    assert "Not enough regions" in shown.blocks[0].text
    assert all(cell in (None, "") for cell in shown.blocks[1].rows[0].cells[1:3])


def _view(studio: Studio) -> View:
    return View.on(studio.project, "lena")


def test_who_still_judges_sees_no_agreement(pictured):
    studio, ids = pictured
    marked(studio, ids[0], "ada", 0.0)
    assert section(studio, "maria") is None
