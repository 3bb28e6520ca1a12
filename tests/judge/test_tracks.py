"""Judges of one track: what arrives at the provider, and which checkpoints they decide."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.documents_made import picture
from tests.judge.test_attachments import attach, carry_out, flags, request_for
from xpert_studio.core.documents import GapReason
from xpert_studio.core.errors import JudgeError
from xpert_studio.core.judge.attached import Files
from xpert_studio.core.judge.pages import read_with_pages
from xpert_studio.core.judge.request import request_from_json, request_to_json
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.judge.tracks import of_track
from xpert_studio.core.judge.work import key_maker
from xpert_studio.core.messages import Message
from xpert_studio.core.records import (
    Attachment,
    Checkpoint,
    GradingPolicy,
    Judge,
    JudgeMode,
    JudgeSettings,
    KeptGap,
    KeptPicture,
    KeptRendering,
    Response,
    Said,
    bytes_hash,
)
from xpert_studio.core.store import entities, verdicts

PAGE = b"<!doctype html><title>x</title><p class='lede'>Shown text</p><script>hidden()</script>"
RED = picture(size=(3, 3))


def of(**settings) -> dict[str, JudgeSettings]:
    return {"settings": JudgeSettings(**settings)}


def sent_about(server, name: str):
    return [one for one in server.requests if name in "".join(one.texts)]


def test_a_judge_of_pictures_is_sent_pictures_and_no_text_of_responses(project, server):
    attach(project, "t0:s1", ("a.html", "text/html", PAGE), ("a.png", "image/png", RED))
    attach(project, "t0:s2", ("b.png", "image/png", RED))
    carry_out(project, request_for(server, **of(shows="pictures")))
    assert len(server.requests) == 2
    for request in server.requests:
        told = "".join(request.texts)
        assert len(request.images) == 1
        assert "The text of this response is not shown to you" in told
        assert "System" not in told and "lede" not in told and "Shown text" not in told
    plan = prepare(project, request_for(server, **of(shows="pictures"))).plan
    assert plan.asks == () and plan.items == plan.known > 0
    assert "1 response has no picture and is not judged" in "\n".join(plan.notices)


def test_a_worked_example_of_a_judge_of_pictures_has_no_text_either(project, server):
    for one in ("t0:s0", "t0:s1"):
        attach(project, one, (f"{one[-1]}.png", "image/png", RED))
    given = request_for(server, mode=JudgeMode.ANCHORED, **of(shows="pictures", anchors=1))
    carry_out(project, given)
    assert server.requests
    assert all("System" not in "".join(request.texts) for request in server.requests)


def test_a_judge_of_the_source_is_sent_a_page_letter_by_letter_and_no_picture(project, server):
    attach(project, "t0:s1", ("a.html", "text/html", PAGE), ("a.png", "image/png", RED))
    carry_out(project, request_for(server, **of(shows="source")))
    (request,) = sent_about(server, "System 1")
    assert not request.images
    assert PAGE.decode() in "".join(request.texts)
    assert flags(project)["t0:s1"] == {True}
    assert flags(project)["t0:s2"] == {False}


def test_by_default_a_page_is_read_as_it_is_shown_with_its_pictures(project, server):
    attach(project, "t0:s1", ("a.html", "text/html", PAGE), ("a.png", "image/png", RED))
    carry_out(project, request_for(server))
    (request,) = sent_about(server, "System 1")
    told = "".join(request.texts)
    assert len(request.images) == 1
    assert "Shown text" in told and "lede" not in told


def test_a_judge_of_some_dimensions_decides_their_checkpoints_alone(project, server):
    with project.writing() as tx:
        first, second, *_ = sorted(entities.find_all(tx, Checkpoint), key=lambda one: one.id)
        entities.put(tx, first.model_copy(update={"dimension": "Readability"}))
        entities.put(tx, second.model_copy(update={"dimension": "Tone"}))
    carry_out(project, request_for(server, **of(dimensions=("readability",))))
    with project.reading() as tx:
        assert {one.checkpoint_id for one in verdicts.all_verdicts(tx)} == {first.id}
    with pytest.raises(JudgeError, match="Wit"):
        prepare(project, request_for(server, **of(dimensions=("Wit",))))


def test_without_any_picture_it_is_said_what_to_do(project, server):
    with pytest.raises(JudgeError, match="no selected response has one"):
        prepare(project, request_for(server, **of(shows="pictures")))
    assert server.requests == []


def test_the_settings_identify_a_judge_only_where_they_are_used(project, server):
    plain = prepare(project, request_for(server)).plan.judge
    dumped = plain.meaning()["settings"]
    assert dumped.keys().isdisjoint({"shows", "dimensions"})
    other = prepare(project, request_for(server, **of(shows="source"))).plan.judge
    assert other.id != plain.id


def test_a_request_with_both_settings_comes_back_from_plain_data(server):
    request = request_for(server, **of(shows="pictures", dimensions=("Readability",)))
    plain = json.loads(json.dumps(request_to_json(request)))
    assert request_from_json(plain) == replace(request, api_key=None)


def _kept_of(data: bytes, shown: int, every: int, *gaps: GapReason) -> KeptRendering:
    return KeptRendering(
        sha256=bytes_hash(data),
        renderer="any",
        version="1",
        pictures=tuple(
            KeptPicture(sha256=bytes_hash(RED), label=Said.of(Message("page {n}", n=n + 1)))
            for n in range(shown)
        ),
        gaps=tuple(KeptGap(what=one.value, where=Said.of(Message(""))) for one in gaps),
        facts={"pages": every},
    )


@pytest.mark.parametrize(
    ("most", "shown", "gaps"),
    [
        (10, 5, {GapReason.REMOTE, GapReason.PAGES}),
        (2, 2, {GapReason.REMOTE, GapReason.PAGES}),
        (0, 0, {GapReason.PICTURES_ONLY}),
    ],
)
def test_what_is_on_no_picture_is_unseen_by_a_judge_of_pictures(most, shown, gaps):
    kept = {bytes_hash(PAGE): _kept_of(PAGE, 5, 50, GapReason.REMOTE)}
    item = Attachment(path="a.html", media_type="text/html", sha256=bytes_hash(PAGE))
    stored = {bytes_hash(PAGE): PAGE, bytes_hash(RED): RED}
    read = read_with_pages((item,), stored.__getitem__, kept, most)
    files = of_track(read, "pictures", kept)
    assert sum(file.is_picture for file in files) == shown
    assert {gap.what for gap in files[0].unseen} == gaps
    assert files[0].text == ""
    assert Files(response=files).has_pictures is (shown > 0)


def test_keys_of_a_judge_of_the_source_hold_no_pictures():
    item = Attachment(path="a.html", media_type="text/html", sha256=bytes_hash(PAGE))
    response = Response(id="r", task_id="t", model="m", text="x", attachments=(item,))
    kept = {bytes_hash(PAGE): _kept_of(PAGE, 3, 3)}

    def key(shows: str, renderings: dict[str, KeptRendering]) -> str:
        judge = Judge(id="j", provider="openai", settings=JudgeSettings(shows=shows))
        maker = key_maker(judge, GradingPolicy(), may_abstain=False, kept=renderings)
        return maker.of_response(response)

    assert key("source", kept) == key("source", {})
    assert key("all", kept) != key("all", {})
