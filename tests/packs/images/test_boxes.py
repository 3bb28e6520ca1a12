"""Judges mark regions in the convention of their model; what is outside a picture is refused."""

from __future__ import annotations

import base64
import io
import json
import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.judge.projects import make_project, now
from tests.loopback import LoopbackServer, answers
from xpert_studio.core.judge import work
from xpert_studio.core.judge.estimating import estimate_chat, preview_prompt
from xpert_studio.core.judge.image_rules import Convention, fitted, rule_of, size_of
from xpert_studio.core.judge.judge_regions import (
    Box,
    RegionImages,
    may_be_per_cent,
    read_boxes,
    regions_of,
)
from xpert_studio.core.judge.providers.base import Image as Sent
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.records import Attachment, JudgeSettings, bytes_hash
from xpert_studio.core.store import ProjectFile, files, responses, verdicts
from xpert_studio.core.store.entities import put


def png(wide: int, high: int, colour: str = "red") -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (wide, high), colour).save(stream, "PNG")
    return stream.getvalue()


LARGE = png(4000, 1000)
SHARES = (0.25, 0.5, 0.75, 1.0)
"""Left, top, right and bottom of what the judges of these tests mark."""


def said(convention: str, size: tuple[int, int]) -> list[float]:
    left, top, right, bottom = SHARES
    wide, high = size
    return {
        "pixels": [left * wide, top * high, right * wide, bottom * high],
        "thousand_xy": [250, 500, 750, 1000],
        "thousand_yx": [500, 250, 1000, 750],
        "unit": list(SHARES),
    }[convention]


@pytest.fixture
def project(tmp_path):
    with make_project(tmp_path / "p.xpert", tasks=1, systems=2) as made:
        with made.writing() as tx:
            response = responses.get_response(tx, "t0:s1")
            item = Attachment(
                path="attachments/beam.png",
                media_type="image/png",
                sha256=files.put_blob(tx, LARGE),
            )
            put(tx, response.model_copy(update={"attachments": (item,)}))
        yield made


@pytest.fixture
def server():
    with LoopbackServer() as made:
        yield made


def request_for(server, model: str, **settings) -> ScoreRequest:
    provider, _, name = model.partition(":")
    return ScoreRequest(
        provider=provider,
        model=name,
        base_url=server.url_of(provider),
        api_key="sk-test",
        max_retries=0,
        settings=JudgeSettings(**settings),
    )


def carry_out(project: ProjectFile, request: ScoreRequest):
    prepared = prepare(project, request)
    score(project, prepared, clock=now, on_progress=lambda _: None)
    return prepared


def marking(*boxes: list[float]):
    def answer(request) -> str:
        regions = [{"image": 1, "box": list(box), "note": "the crack"} for box in boxes]
        verdicts = [
            {"id": one, "evidence": [], "regions": regions if request.images else [],
             "rationale": "It is there.", "met": True}
            for one in answers.asked_ids(request)
        ]  # fmt: skip
        return json.dumps({"verdicts": verdicts})

    return answer


def of_picture(project: ProjectFile) -> list:
    with project.reading() as tx:
        return [one for one in verdicts.all_verdicts(tx) if one.response_id == "t0:s1"]


@pytest.mark.parametrize(
    ("model", "convention"),
    [
        ("anthropic:claude-sonnet-4-5", "pixels"),
        ("openai:gpt-5.4", "pixels"),
        ("gemini:gemini-3.8-flash", "thousand_yx"),
        ("compatible:qwen3-vl:8b", "thousand_xy"),
        ("compatible:llava", "unit"),
    ],
)
def test_each_model_is_asked_and_read_in_its_own_convention(project, server, model, convention):
    provider, _, name = model.partition(":")
    size = rule_of(provider, name).size(3072, 768)  # people see it so large
    server.answers_by(marking(said(convention, size)))
    carry_out(project, request_for(server, model, regions=True))
    (request,) = [one for one in server.requests if one.images]
    asked = "".join(request.texts)
    assert f"image 1 ({size[0]} × {size[1]} pixels)" in asked
    assert ("ymin" in asked, "0 to 1000" in asked, "in pixels" in asked) == (
        convention == "thousand_yx", "thousand" in convention, convention == "pixels"
    )  # fmt: skip
    assert "regions" in json.dumps(request.schema)
    found = of_picture(project)
    assert len(found) == 3
    for verdict in found:
        (mark,) = verdict.evidence
        region = mark.region
        assert region.picture == bytes_hash(LARGE)
        assert (region.left, region.top, region.right, region.bottom) == pytest.approx(
            SHARES, abs=0.001
        )
        assert (mark.quote, mark.verified, verdict.flags) == ("the crack", True, ())
    (other,) = [one for one in server.requests if not one.images]
    assert "regions" not in json.dumps(other.schema)
    assert "image 1" not in "".join(other.texts)


@pytest.mark.parametrize(
    "box", [[0.5, 0.5, 1.2, 0.9], [0.5, 0.5, 0.4, 0.9], [0.5, 0.5, 0.5, 0.9], [-1, 0, 1, 1]]
)
def test_a_region_outside_is_refused_and_the_verdict_stands(project, server, box):
    server.answers_by(marking(box, list(SHARES)))
    carry_out(project, request_for(server, "compatible:llava", regions=True))
    for verdict in of_picture(project):
        assert len(verdict.evidence) == 1
        assert (verdict.value, verdict.flags) == (1, ("regions_refused",))


@pytest.mark.parametrize("model", ["openai:gpt-5.4", "gemini:gemini-3.8-flash", "compatible:qwen3"])
def test_a_box_in_shares_where_another_convention_was_asked_is_refused(project, server, model):
    server.answers_by(marking(list(SHARES), [0, 0, 1, 1]))
    carry_out(project, request_for(server, model, regions=True))
    for verdict in of_picture(project):
        assert verdict.evidence == ()
        assert (verdict.value, verdict.flags) == (1, ("regions_refused",))


PER_CENT = [25, 50, 75, 100]


@pytest.mark.parametrize(
    ("model", "boxes", "flags"),
    [
        ("openai:gpt-5.4", [PER_CENT], ("regions_unsure",)),
        ("gemini:gemini-3.8-flash", [PER_CENT, PER_CENT], ("regions_unsure",)),
        ("compatible:qwen3-vl:8b", [PER_CENT], ("regions_unsure",)),
        ("compatible:qwen3-vl:8b", [PER_CENT, [250, 500, 750, 1000]], ()),
        ("compatible:qwen3-vl:8b", [PER_CENT, list(SHARES)],
         ("regions_refused", "regions_unsure")),
        ("compatible:llava", [PER_CENT], ("regions_refused",)),
    ],
)  # fmt: skip
def test_boxes_that_may_be_in_per_cent_are_kept_as_asked_and_flagged(
    project, server, model, boxes, flags
):
    server.answers_by(marking(*boxes))
    carry_out(project, request_for(server, model, regions=True))
    for verdict in of_picture(project):
        assert (verdict.value, verdict.flags) == (1, flags)
        assert all(one.region.left <= 0.1 or one.region.left == 0.25 for one in verdict.evidence)


@given(st.tuples(*[st.integers(0, 100)] * 4), st.sampled_from([48, 399, 400, 3000]))
def test_in_a_small_picture_and_in_shares_numbers_say_one_thing(corners, side):
    asked = RegionImages((Sent("image/png", png(side, side), picture="0" * 64),), Convention.PIXELS)
    assert may_be_per_cent([Box(1, corners)], asked) == (side >= 400)
    assert not may_be_per_cent([Box(1, corners)], replace(asked, convention=Convention.UNIT))


def test_without_the_setting_nothing_is_asked_and_no_key_changes(project, server):
    server.answers_by(marking(list(SHARES)))
    first = carry_out(project, request_for(server, "compatible:llava"))
    assert not any("regions" in json.dumps(one.schema) for one in server.requests)
    assert not any(one.evidence for one in of_picture(project))
    asked = prepare(project, request_for(server, "compatible:llava", regions=True))
    assert asked.plan.judge.content_hash != first.plan.judge.content_hash
    assert len(asked.plan.asks) == len(first.plan.asks)
    plain = JudgeSettings()
    assert "regions" in plain.unused


def test_the_convention_is_part_of_the_keys_where_regions_are_asked(project, server, monkeypatch):
    def keys(**settings):
        plan = prepare(project, request_for(server, "compatible:llava", **settings)).plan
        return [ask.keys for ask in plan.asks]

    plain, asked = keys(), keys(regions=True)
    other = rule_of("compatible", "llava").model_copy(update={"boxes": Convention.PIXELS})
    monkeypatch.setattr(work, "rule_of", lambda _provider, _model: other)
    assert keys() == plain
    assert keys(regions=True) != asked


def test_the_preview_says_what_is_asked(project, server):
    prepared = prepare(project, request_for(server, "compatible:llava", regions=True))
    ask = next(one for one in prepared.plan.asks if one.files.response)
    assert "each from 0 to 1 of the width" in preview_prompt(prepared.plan, ask).suffix


numbers = st.floats(-0.5, 1.5, allow_nan=False)


@given(st.sampled_from(list(Convention)), st.tuples(numbers, numbers, numbers, numbers))
def test_what_is_kept_lies_inside_and_where_it_was_said(convention, corners):
    picture = png(64, 48)
    asked = RegionImages((Sent("image/png", picture, picture=bytes_hash(picture)),), convention)
    wide, high = (64, 48) if convention is Convention.PIXELS else (1000, 1000)
    if convention is Convention.UNIT:
        wide = high = 1
    left, top, right, bottom = corners
    given_box = (left * wide, top * high, right * wide, bottom * high)
    if convention is Convention.THOUSAND_YX:
        given_box = (top * high, left * wide, bottom * high, right * wide)
    kept, refused = regions_of([Box(1, given_box)], asked)
    assert refused is not bool(kept)
    if kept:
        region = kept[0].region
        assert region.left == pytest.approx(left, abs=0.003)
        assert region.bottom == pytest.approx(bottom, abs=0.003)
    else:
        is_dot = convention is not Convention.UNIT and max(given_box) <= 1
        assert (
            is_dot
            or min(corners) < 0
            or max(corners) > 1
            or right - left < 1e-4
            or bottom - top < 1e-4
        )


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=9))
def test_any_json_is_read(given_json):
    boxes, _ = read_boxes(given_json)
    assert boxes == ()


KNOWN = [
    ("openai:gpt-4o", (1024, 1024), 765),
    ("openai:gpt-4o", (2048, 4096), 1105),
    ("openai:gpt-4.1-mini", (1024, 1024), 1659),
    ("anthropic:claude-sonnet-4-5", (1000, 1000), 1296),
    ("gemini:gemini-2.5-flash", (700, 700), 258),
    ("gemini:gemini-3.8-flash", (3000, 2000), 1120),
    ("openai:gpt-5.4", (512, 512), 308),
    ("compatible:unknown", (512, 512), 1100),
]


@pytest.mark.parametrize(("model", "size", "tokens"), KNOWN)
def test_tokens_are_those_of_the_providers_examples(model, size, tokens):
    provider, _, name = model.partition(":")
    assert rule_of(provider, name).tokens(*size) == tokens


@given(
    st.sampled_from([model for model, _, _ in KNOWN]),
    st.integers(1, 9000), st.integers(1, 9000), st.integers(1, 30),
)  # fmt: skip
def test_an_image_is_reduced_once_and_never_enlarged(model, wide, high, count):
    rule = rule_of(*model.split(":", 1))
    made = rule.size(wide, high, of=count)
    assert made[0] <= wide
    assert made[1] <= high
    assert max(made) <= rule.longest
    assert rule.size(*made, of=count) == made
    if rule.patches:
        assert rule.tokens(wide, high, of=count) <= rule.patches.most * rule.patches.factor + 1


def test_an_image_is_sent_in_the_size_its_tokens_are_estimated_for(project, server):
    server.answers_by(answers.all_met)
    prepared = carry_out(project, request_for(server, "anthropic:claude-sonnet-4-5"))
    (request,) = [one for one in server.requests if one.images]
    sent = re.search(r'"data": ?"([^"]+)"', json.dumps(request.images[0]))[1]
    size = size_of(base64.b64decode(sent))
    assert size == rule_of("anthropic", "claude-sonnet-4-5").size(3072, 768)
    known, unknown = (
        estimate_chat(plan_as(prepared.plan, provider), None).input_tokens
        for provider in ("anthropic", "compatible")
    )
    assert unknown - known == 1100 - 56 * 14


def plan_as(plan, provider: str):
    judge = plan.judge.model_copy(update={"provider": provider})
    return replace(plan, judge=judge)


def test_a_large_picture_is_sent_as_jpeg_and_a_small_one_as_it_is():
    noise = Image.frombytes("RGB", (900, 900), random.Random(1).randbytes(900 * 900 * 3))
    made = io.BytesIO()
    noise.save(made, "PNG")
    large = Sent("image/png", made.getvalue())
    rule = rule_of("openai", "gpt-5")
    (sent,) = fitted((large,), rule, of=1)
    assert len(large.data) > 2_000_000 > len(sent.data)
    assert sent.media_type == "image/jpeg" and sent.data.startswith(b"\xff\xd8")
    assert size_of(sent.data) == rule.size(900, 900, of=1)
    small = Sent("image/png", png(40, 20))
    assert fitted((small,), rule, of=1) == (small,)
