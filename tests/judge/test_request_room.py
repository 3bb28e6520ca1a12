"""A request has no more pictures than its provider takes; the estimate counts the same ones."""

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.documents_made import pdf
from tests.judge.test_attachments import PDF, attach, carry_out, data_of, flags, request_for
from xpert_studio.core.judge import image_rules
from xpert_studio.core.judge.attached import ShownPicture
from xpert_studio.core.judge.comparison_planning import plan_comparisons
from xpert_studio.core.judge.estimating import image_tokens_of
from xpert_studio.core.judge.image_rules import (
    ImageRule,
    RequestLimit,
    fitted,
    limit_of,
    rule_of,
    size_of,
)
from xpert_studio.core.judge.material import read_material
from xpert_studio.core.judge.planning import make_judge
from xpert_studio.core.judge.prompt_parts import pictures_of_candidate, pictures_shared
from xpert_studio.core.judge.providers.base import Image as Sent
from xpert_studio.core.judge.request_room import Room
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    JudgeMode,
    JudgeSettings,
    KeptPicture,
    KeptRendering,
    Said,
    bytes_hash,
)
from xpert_studio.core.store import entities, files, responses, tasks

WIDE = JudgeSettings(pages=50)


def png(wide: int, high: int, colour: str = "red") -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (wide, high), colour).save(made, "PNG")
    return made.getvalue()


def noise(wide: int, high: int, seed: int) -> bytes:
    made = io.BytesIO()
    content = random.Random(seed).randbytes(wide * high * 3)
    Image.frombytes("RGB", (wide, high), content).save(made, "PNG")
    return made.getvalue()


def give_pages(project, owner: str, pages: int, size: tuple[int, int] = (40, 30)) -> None:
    """Attaches a scan, of which there are so many pages, each another picture."""
    attach(project, owner, (f"{owner[-2:]}.pdf", PDF, pdf("") + f"\n%{owner}\n".encode()))
    with project.writing() as tx:
        found = responses.get_response(tx, owner) if ":" in owner else tasks.get_task(tx, owner)
        kept = []
        for n in range(1, pages + 1):
            data = png(size[0], size[1], f"#{n:03d}{owner.encode().hex()[-3:]}")
            label = Said.of(Message("page {n}", n=n))
            kept.append(KeptPicture(sha256=files.put_blob(tx, data), label=label))
        sha256 = found.attachments[0].sha256
        rendering = KeptRendering(
            sha256=sha256, renderer="r", version="1", pictures=tuple(kept), facts={"pages": pages}
        )
        entities.put(tx, rendering)


@pytest.fixture
def few(monkeypatch):
    """Providers that take eight images in a request."""
    monkeypatch.setattr(
        image_rules, "_limits", lambda: (RequestLimit(provider="", images=8, megabytes=18),)
    )


@given(
    st.lists(st.tuples(st.integers(1, 90), st.integers(1, 90), st.booleans()), max_size=12),
    st.integers(0, 8), st.integers(0, 60_000), st.sampled_from([20, 60, 2000]),
)  # fmt: skip
def test_what_is_taken_is_within_both_limits_as_it_is_sent(sizes, images, room, longest):
    rule = ImageRule(provider="", model="", longest=longest, boxes="unit")
    made = [
        noise(wide, high, n) if is_noise else png(wide, high)
        for n, (wide, high, is_noise) in enumerate(sizes)
    ]
    left = Room(rule, images, room)
    taken = [
        data for data in made if left.takes(ShownPicture(bytes_hash(data), lambda data=data: data))
    ]
    sent = fitted([Sent("image/png", data) for data in taken], rule, of=len(taken))
    assert len(taken) <= images
    assert sum(-(-len(one.data) // 3) * 4 for one in sent) <= room
    everything = fitted([Sent("image/png", data) for data in made], rule, of=1)
    if len(made) <= images and sum(len(one.data) * 2 for one in everything) < room // 2:
        assert taken == made


def test_pages_beyond_the_limit_are_not_sent_and_said(project, server, few):
    give_pages(project, "t0:s1", 12)
    give_pages(project, "t0", 9)
    request = request_for(server, settings=WIDE)
    prepared = prepare(project, request)
    carry_out(project, request)
    (own,) = [one for one in server.requests if len(one.images) == 8]
    # Half of them is for what all candidates share, which is the same for each of them.
    assert {len(one.images) for one in server.requests} == {4, 8}
    text = "".join(own.texts)
    assert "4 of its 12 pages follow as images" in text
    assert "4 of its 9 pages follow as images" in text
    assert flags(project) == {"t0:s0": {True}, "t0:s1": {True}, "t0:s2": {True}}
    assert any("pages 5 to 12" in notice for notice in prepared.plan.notices)


def test_what_a_task_leaves_is_for_the_candidate(project, server, few):
    give_pages(project, "t0:s1", 12)
    give_pages(project, "t0", 1)
    carry_out(project, request_for(server, settings=WIDE))
    assert sorted(len(one.images) for one in server.requests) == [1, 1, 8]


def test_an_attached_image_that_has_no_room_is_named(project, server, monkeypatch):
    limit = RequestLimit(provider="", images=2, megabytes=18)
    monkeypatch.setattr(image_rules, "_limits", lambda: (limit,))
    pictures = [(f"p{n}.png", "image/png", png(30 + n, 30)) for n in range(3)]
    attach(project, "t0:s1", *pictures)
    prepared = prepare(project, request_for(server))
    (notice,) = [one for one in prepared.plan.notices if "one request" in one]
    assert "p2.png" in notice and "p1.png" not in notice
    carry_out(project, request_for(server))
    assert sorted(len(one.images) for one in server.requests) == [0, 0, 2]
    assert flags(project)["t0:s1"] == {True}


def test_both_responses_of_a_pair_have_room(project, server, few):
    for name in ("t0:s0", "t0:s1"):
        give_pages(project, name, 6)
    judge = make_judge("compatible", "m", JudgeMode.ZERO_SHOT, {}, None, WIDE)
    material = read_material(project, Selection())
    plan = plan_comparisons(project, judge, material)
    seen = [{one.response.id, one.against.id} for one in plan.asks]
    assert {"t0:s0", "t0:s1"} not in seen  # 4 of 6 pages: not seen in full
    for name in ("t0:s0", "t0:s1"):
        give_pages(project, name, 4)
    plan = plan_comparisons(project, judge, read_material(project, Selection()))
    counts = {len(pictures_of_candidate(one)) for one in plan.asks}
    assert max(counts) == 8


@pytest.mark.parametrize("pages", [3, 25])
def test_the_estimate_counts_the_images_that_are_sent_as_large_as_they_are(project, server, pages):
    give_pages(project, "t0:s1", pages, (2400, 300))
    give_pages(project, "t0", 2, (2400, 300))
    request = request_for(server, "anthropic", model="claude-opus-5", settings=WIDE)
    plan = prepare(project, request).plan
    carry_out(project, request)
    rule = rule_of("anthropic", "claude-opus-5")
    (ask,) = [one for one in plan.asks if one.response.id == "t0:s1"]
    (sent,) = [one for one in server.requests if len(one.images) == pages + 2]
    sizes = [size_of(data_of(image)) for image in sent.images]
    assert {wide for wide, _ in sizes} == {2400 if pages == 3 else 2000}
    assert sum(image_tokens_of(ask, rule)) == sum(rule.tokens(*size, of=1) for size in sizes)
    assert len(pictures_shared(ask)) == 2


def test_the_limit_is_part_of_keys_only_where_it_may_leave_something_out(
    project, server, monkeypatch
):
    give_pages(project, "t0:s1", 6)
    give_pages(project, "t0:s2", 2)

    def keys():
        asks = prepare(project, request_for(server, settings=WIDE)).plan.asks
        return {one.response.id: one.keys for one in asks}

    before = keys()
    monkeypatch.setattr(
        image_rules, "_limits", lambda: (RequestLimit(provider="", images=8, megabytes=18),)
    )
    after = keys()
    assert after["t0:s1"] != before["t0:s1"]
    assert (after["t0:s0"], after["t0:s2"]) == (before["t0:s0"], before["t0:s2"])


def test_each_provider_has_a_limit():
    assert limit_of("anthropic").images == 100
    assert limit_of("some server").images == limit_of(None).images == 100
    assert {limit_of(one).megabytes for one in ("anthropic", "openai", "gemini")} == {28, 45, 18}
